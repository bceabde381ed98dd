//! What is binary in an answer, saved where somebody wants it, under a name with nothing in it that leads elsewhere.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retort_client::shown_path;
use retort_render::Media;

use super::below::Below;
use super::names::{is_device, why_read};
use crate::failure::Failure;
use crate::output::tell;

/// A name for a file, with nothing in it that leads elsewhere.
fn file_name(mime: &str, name: Option<&str>, number: usize) -> String {
    let is_plain =
        |kind: &&str| (1..=20).contains(&kind.len()) && kind.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let kind = mime.split('/').next().filter(is_plain).unwrap_or("part");
    let last = name.and_then(|uri| uri.split(['?', '#']).next()?.rsplit(['/', '\\', ':']).next());
    let safe: String = last
        .unwrap_or_default()
        .chars()
        .filter(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '-' | '_'))
        .take(80)
        .collect();
    let safe = safe.trim_start_matches(['.', '-']).trim_end_matches('.');
    let stem = match safe {
        "" => format!("{kind}-{number}"),
        _ if is_device(safe) || why_read(safe).is_some() => format!("{kind}-{safe}"),
        _ => safe.to_owned(),
    };
    if Path::new(&stem).extension().is_some() { stem } else { format!("{stem}.{}", extension(mime)) }
}

/// What files of a type end in.
fn extension(mime: &str) -> String {
    let kind = mime.split(';').next().unwrap_or(mime).trim();
    let known = match kind {
        "image/jpeg" => "jpg",
        "image/svg+xml" => "svg",
        "audio/mpeg" => "mp3",
        "audio/wav" | "audio/x-wav" | "audio/wave" => "wav",
        "text/plain" => "txt",
        "application/octet-stream" => "bin",
        _ => "",
    };
    let named: String =
        kind.rsplit('/').next().unwrap_or_default().chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    match known {
        "" if named.is_empty() => "bin".to_owned(),
        "" => named,
        known => known.to_owned(),
    }
}

/// Saves every binary part of an answer, as far as that is possible.
pub(super) fn save_all(binaries: &[Media], below: &Below) -> Result<(), Failure> {
    let mut failed = None;
    let mut tried = HashMap::new();
    for (index, binary) in binaries.iter().enumerate() {
        let bytes = binary.decode().unwrap_or_else(|| {
            tell(format_args!("part {} is no base64; it is saved as it was sent", index + 1));
            binary.encoded().as_bytes().to_vec()
        });
        let name = file_name(&binary.mime, binary.name.as_deref(), index + 1);
        match save(below, &name, &bytes, &mut tried) {
            Ok(path) => tell(format_args!("saved {}", shown_path(&path))),
            Err(reason) => {
                let path = shown_path(&below.path(&[name]));
                if let Some(earlier) = failed.replace(Failure::Unsaved { path, reason }) {
                    tell(earlier);
                }
            }
        }
    }
    failed.map_or(Ok(()), Err)
}

/// So many files have the same name but for a number.
const MOST_OF_A_NAME: usize = 9_999;

/// Writes a file that was not there before: where the name is taken, with a number behind it. `tried` has how often each name
/// was tried: numbers that were taken are not tried again for the next part of that name.
fn save(below: &Below, name: &str, bytes: &[u8], tried: &mut HashMap<String, usize>) -> io::Result<PathBuf> {
    let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
    let tried = tried.entry(name.to_owned()).or_default();
    while *tried < MOST_OF_A_NAME {
        *tried += 1;
        let number = *tried;
        let name = if number == 1 { name.to_owned() } else { format!("{stem}-{number}.{end}") };
        let parts = [name];
        match below.create(&parts) {
            Ok(mut file) => return file.write_all(bytes).map(|()| below.path(&parts)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each part of a name costs one try, whatever was saved before: all of them together would take the square otherwise.
    #[test]
    fn many_parts_of_one_name_are_tried_once_each() {
        let folder = std::env::temp_dir().join(format!("retort-parts-{}", std::process::id()));
        let below = Below::open(&folder).unwrap();
        let mut tried = HashMap::new();
        let saved: Vec<PathBuf> = (0..50).map(|_| save(&below, "a.png", b"x", &mut tried).unwrap()).collect();
        let again = save(&below, "a.png", b"x", &mut HashMap::new()).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(tried.get("a.png"), Some(&50));
        let expected = ["a.png", "a-2.png", "a-50.png", "a-51.png"].map(|name| folder.join(name));
        assert_eq!([&saved[0], &saved[1], &saved[49], &again].map(PathBuf::clone), expected);
    }

    #[test]
    fn names_of_files_are_harmless_everywhere() {
        let name = |mime: &str, name: Option<&str>| file_name(mime, name, 1);
        assert_eq!(name("image/png", None), "image-1.png");
        for odd in ["", "/", "../x", &"ü".repeat(200), &"x".repeat(5000)] {
            assert!(name(odd, None).starts_with("part-1."), "{odd}: {}", name(odd, None));
        }
        assert_eq!(name("text/plain", Some("file:///a/../../etc/passwd")), "passwd.txt");
        assert_eq!(name("text/plain", Some("x:/CON")), "text-CON.txt");
        assert_eq!(name("text/plain", Some("x:/lpt1.tar.gz")), "text-lpt1.tar.gz");
        assert_eq!(name("text/plain", Some("x:/.hidden.")), "hidden.txt");
        assert_eq!(name("text/plain", Some("x:/-rf")), "rf.txt");
        assert_eq!(name("application/json", Some("x:/.mcp.json")), "application-mcp.json");
        assert_eq!(name("text/plain", Some("x:/HEAD")), "text-HEAD.txt");
    }
}

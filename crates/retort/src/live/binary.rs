//! What is binary in an answer: an image, audio, the blob of a resource. It is told in a line, and saved where
//! somebody wants it, under a name with nothing in it that leads elsewhere.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::engine::{DecodePaddingMode, Engine};
use retort_core::{Body, Kind, Message, Raw};

use super::answer::{list_of, parts_of};
use crate::failure::Failure;
use crate::output::tell;

/// Something binary in an answer.
pub(super) struct Binary {
    mime: String,
    /// What it is called, where it is.
    uri: Option<String>,
    data: String,
}

impl Binary {
    /// The binary part of a block, if it has one.
    pub(super) fn of(part: &Raw) -> Option<Self> {
        let inner = part.get("resource").filter(|inner| inner.kind() == Kind::Object);
        let holder = inner.as_ref().unwrap_or(part);
        let text = |key: &str| holder.get(key).and_then(|value| value.to_text().map(String::from));
        let data = text("blob").or_else(|| text("data"))?;
        let mime = text("mimeType").or_else(|| text("mime_type"));
        let mime = mime.unwrap_or_else(|| "application/octet-stream".to_owned());
        Some(Self { mime, uri: text("uri").or_else(|| text("name")), data })
    }

    /// A line about it; where it is text after all, that text, and where it is no base64, its beginning.
    pub(super) fn describe(&self, saved: bool) -> String {
        let bytes = self.decode();
        let name = self.uri.as_ref().map(|uri| format!(" {uri}")).unwrap_or_default();
        let hint = if saved { "" } else { "; --output DIR saves it" };
        let Some(bytes) = bytes else {
            let begins: String = self.data.chars().take(60).collect();
            let more = if begins.len() < self.data.len() { "…" } else { "" };
            let length = self.data.len();
            return format!("[{}{name}, {length} bytes that are no base64: {begins}{more}{hint}]", self.mime);
        };
        let line = format!("[{}{name}, {} bytes{hint}]", self.mime, bytes.len());
        let is_text = self.mime.starts_with("text/") || self.mime.contains("json") || self.mime.contains("xml");
        match String::from_utf8(bytes) {
            Ok(text) if is_text => format!("{}\n{line}", text.trim_end()),
            _ => line,
        }
    }

    /// The bytes that the base64 stands for, whatever kind of base64 it is.
    fn decode(&self) -> Option<Vec<u8>> {
        let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
        let plain: String = self.data.chars().filter(|char| !char.is_whitespace()).collect();
        let alphabets = [&base64::alphabet::STANDARD, &base64::alphabet::URL_SAFE];
        alphabets.into_iter().find_map(|alphabet| GeneralPurpose::new(alphabet, lenient).decode(&plain).ok())
    }

    /// A name for its file, with nothing in it that leads elsewhere.
    fn file_name(&self, number: usize) -> String {
        let is_plain =
            |kind: &&str| (1..=20).contains(&kind.len()) && kind.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let kind = self.mime.split('/').next().filter(is_plain).unwrap_or("part");
        let last = self.uri.as_deref().and_then(|uri| uri.split(['?', '#']).next()?.rsplit(['/', '\\', ':']).next());
        let safe: String = last
            .unwrap_or_default()
            .chars()
            .filter(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '-' | '_'))
            .take(80)
            .collect();
        let safe = safe.trim_matches('.');
        let stem = match safe {
            "" => format!("{kind}-{number}"),
            _ if is_device(safe) => format!("{kind}-{safe}"),
            _ => safe.to_owned(),
        };
        if Path::new(&stem).extension().is_some() { stem } else { format!("{stem}.{}", extension(&self.mime)) }
    }
}

/// Whether Windows takes a file of that name for a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let is_numbered = |kind: &str| stem.strip_prefix(kind).is_some_and(|rest| rest.len() == 1 && rest != "0");
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || is_numbered("com") || is_numbered("lpt")
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
pub(super) fn save_all(message: &Message, folder: &Path) -> Result<(), Failure> {
    let Body::Result(result) = &message.body else { return Ok(()) };
    let mut parts: Vec<Raw> = result.blocks.iter().map(|block| block.raw.clone()).collect();
    parts.extend(list_of(&result.raw, "contents").unwrap_or_default());
    parts.extend(list_of(&result.raw, "messages").iter().flatten().flat_map(parts_of));
    let unsaved = |path: &Path, reason| Failure::Unsaved { path: path.display().to_string(), reason };
    let binaries: Vec<Binary> = parts.iter().filter_map(Binary::of).collect();
    if binaries.is_empty() {
        tell("the answer has no images, audio or other binary parts to save");
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|reason| unsaved(folder, reason))?;
    let mut failed = None;
    for (index, binary) in binaries.iter().enumerate() {
        let bytes = binary.decode().unwrap_or_else(|| {
            tell(format_args!("part {} is no base64; it is saved as it was sent", index + 1));
            binary.data.clone().into_bytes()
        });
        let name = binary.file_name(index + 1);
        match save(folder, &name, &bytes) {
            Ok(path) => tell(format_args!("saved {}", path.display())),
            Err(reason) => {
                if let Some(earlier) = failed.replace(unsaved(&folder.join(name), reason)) {
                    tell(earlier);
                }
            }
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Writes a file that was not there before: where the name is taken, with a number behind it.
fn save(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
    for number in 1..10_000 {
        let name = if number == 1 { name.to_owned() } else { format!("{stem}-{number}.{end}") };
        let path = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(bytes).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_harmless_everywhere() {
        let name = |mime: &str, uri: Option<&str>| {
            Binary { mime: mime.to_owned(), uri: uri.map(String::from), data: String::new() }.file_name(1)
        };
        assert_eq!(name("image/png", None), "image-1.png");
        for odd in ["", "/", "../x", &"ü".repeat(200), &"x".repeat(5000)] {
            assert!(name(odd, None).starts_with("part-1."), "{odd}: {}", name(odd, None));
        }
        assert_eq!(name("text/plain", Some("file:///a/../../etc/passwd")), "passwd.txt");
        assert_eq!(name("text/plain", Some("x:/CON")), "text-CON.txt");
        assert_eq!(name("text/plain", Some("x:/lpt1.tar.gz")), "text-lpt1.tar.gz");
        assert_eq!(name("text/plain", Some("x:/.hidden.")), "hidden.txt");
    }
}

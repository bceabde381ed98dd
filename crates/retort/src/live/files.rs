//! The files that an answer holds, as tools give them that make projects and code: an object `files` of paths with their
//! contents, or a list of such. They are written below a folder and nowhere else, and never over what is there.

use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retort_core::{Interpretation, Kind, Message, Raw, counted, read_payload};

use super::binary::is_device;
use crate::failure::Failure;
use crate::output::tell;

/// How many names are told.
const LISTED: usize = 12;

/// A file of an answer.
pub(super) struct File {
    path: String,
    content: String,
}

/// The files of an answer.
pub(super) fn files_of(read: &Interpretation<'_>) -> Vec<File> {
    let Some(files) = read.document().and_then(|document| document.raw().get("files")) else { return Vec::new() };
    let text = |raw: &Raw, key: &str| raw.get(key)?.to_text().map(Cow::into_owned);
    let file = |name: Option<String>, raw: &Raw| {
        let path = text(raw, "path").or(name)?;
        Some(File { path, content: text(raw, "content")? })
    };
    match files.kind() {
        Kind::Object => files.members().filter_map(|(key, raw)| file(Some(key.into_owned()), &raw)).collect(),
        Kind::Array => files.items().filter_map(|raw| file(text(&raw, "name"), &raw)).collect(),
        _ => Vec::new(),
    }
}

/// An answer without its files, for where those are written; none where there is nothing else in it.
pub(super) fn without_files(read: &Interpretation<'_>) -> Option<Message> {
    let others = read.document()?.raw().members().filter(|(key, _)| key != "files");
    let mut json = String::from("{");
    for (key, value) in others {
        let comma = if json.len() > 1 { "," } else { "" };
        json.extend([comma, &Raw::string(&key).to_json(), ":", &value.to_json()]);
    }
    (json.len() > 1).then(|| read_payload(json + "}"))
}

/// What became of a file.
enum Written {
    New,
    /// It was there already, with the same content.
    Same,
    /// Another is there.
    Taken,
}

/// Writes files below a folder, as far as that is possible, and tells in short what became of them.
pub(super) fn write_all(files: &[File], folder: &Path) -> Result<(), Failure> {
    let (mut new, mut same, mut taken) = (Vec::new(), 0, Vec::new());
    let mut failed = None;
    for file in files {
        match write(file, folder) {
            Ok(Written::New) => new.push(file.path.as_str()),
            Ok(Written::Same) => same += 1,
            Ok(Written::Taken) => taken.push(file.path.as_str()),
            Err(failure) => {
                if let Some(earlier) = failed.replace(failure) {
                    tell(earlier);
                }
            }
        }
    }
    if !new.is_empty() {
        tell(format_args!("wrote {} to {}:\n{}", counted(new.len(), "file"), folder.display(), listed(&new)));
    }
    if same > 0 {
        let (files, are) = (counted(same, "file"), if same == 1 { "is" } else { "are" });
        tell(format_args!("{files} {are} in {} already, as the answer has it", folder.display()));
    }
    if !taken.is_empty() {
        let earlier = failed.replace(Failure::FilesTaken {
            files: counted(taken.len(), "file"),
            folder: folder.display().to_string(),
            listed: listed(&taken),
        });
        earlier.into_iter().for_each(tell);
    }
    failed.map_or(Ok(()), Err)
}

/// Paths in a few lines: each folder at the top with how much is in it, and the files beside those.
fn listed(paths: &[&str]) -> String {
    let mut folders: Vec<(&str, usize)> = Vec::new();
    let mut files = Vec::new();
    for path in paths {
        match path.split_once('/') {
            Some((folder, _)) => match folders.iter_mut().find(|(name, _)| *name == folder) {
                Some((_, count)) => *count += 1,
                None => folders.push((folder, 1)),
            },
            None => files.push(*path),
        }
    }
    let more = files.len().saturating_sub(LISTED);
    files.truncate(LISTED);
    let others = folders.len().saturating_sub(LISTED);
    let told = folders.iter().take(LISTED).map(|(name, count)| format!("  {name}/ ({})", counted(*count, "file")));
    let rest = |count: usize, kind: &str| (count > 0).then(|| format!("  … and {}", counted(count, kind)));
    let files = (!files.is_empty()).then(|| format!("  {}", files.join(", ")));
    told.chain(rest(others, "other folder")).chain(files).chain(rest(more, "other file")).collect::<Vec<_>>().join("\n")
}

fn write(file: &File, folder: &Path) -> Result<Written, Failure> {
    let unsaved = |path: &Path, reason| Failure::Unsaved { path: path.display().to_string(), reason };
    let Some(path) = below(folder, &file.path) else {
        let what = format!("the file {:?} of the answer: its path leads out of the folder", file.path);
        return Err(Failure::Unsupported { what });
    };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|reason| unsaved(parent, reason))?;
    }
    match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(mut open) => {
            open.write_all(file.content.as_bytes()).map_err(|reason| unsaved(&path, reason))?;
            Ok(Written::New)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_as_long = fs::metadata(&path).is_ok_and(|found| found.len() == file.content.len() as u64);
            let is_same = is_as_long && fs::read(&path).is_ok_and(|found| found == file.content.as_bytes());
            Ok(if is_same { Written::Same } else { Written::Taken })
        }
        Err(reason) => Err(unsaved(&path, reason)),
    }
}

/// Where a file goes; `None` where its path leads elsewhere, on any system.
fn below(folder: &Path, path: &str) -> Option<PathBuf> {
    let is_name = |part: &str| {
        !matches!(part, "" | "." | "..")
            && !part.contains(|char: char| matches!(char, '\\' | ':') || char.is_control())
            && !is_device(part)
    };
    path.split('/').all(is_name).then(|| folder.join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_files_are_told_in_short() {
        let paths = ["a.md", "src/b.ts", "src/c/d.ts", "test/e.ts", "f.json"];
        assert_eq!(listed(&paths), "  src/ (2 files)\n  test/ (1 file)\n  a.md, f.json");
        let many: Vec<String> = (0..30).map(|number| format!("{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(listed(&many), "  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n  … and 18 other files");
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for path in ["a", "a/b.c", ".env", "a b/ü"] {
            assert_eq!(below(Path::new("f"), path), Some(Path::new("f").join(path)));
        }
        for path in ["", "/a", "../a", "a/../b", "a//b", "a/", "./a", "c:a", "a\\b", "a\nb", "con", "x/nul.txt"] {
            assert_eq!(below(Path::new("f"), path), None, "{path}");
        }
    }
}

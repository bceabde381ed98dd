//! The files that an answer holds, as tools give them that make projects and code: an object `files` of paths with their
//! contents, or a list of such. They are written below a folder and nowhere else, and never over what is there.

use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use retort_core::{Interpretation, Kind, Raw};

use super::binary::is_device;
use crate::failure::Failure;
use crate::output::tell;

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

/// Writes files below a folder, as far as that is possible.
pub(super) fn write_all(files: &[File], folder: &Path) -> Result<(), Failure> {
    let mut written = 0;
    let mut failed = None;
    for file in files {
        match write(file, folder) {
            Ok(()) => written += 1,
            Err(failure) => {
                if let Some(earlier) = failed.replace(failure) {
                    tell(earlier);
                }
            }
        }
    }
    if written > 0 {
        tell(format_args!("wrote {} to {}", retort_core::counted(written, "file"), folder.display()));
    }
    failed.map_or(Ok(()), Err)
}

fn write(file: &File, folder: &Path) -> Result<(), Failure> {
    let unsaved = |path: &Path, reason| Failure::Unsaved { path: path.display().to_string(), reason };
    let Some(path) = below(folder, &file.path) else {
        let what = format!("the file {:?} of the answer: its path leads out of the folder", file.path);
        return Err(Failure::Unsupported { what });
    };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|reason| unsaved(parent, reason))?;
    }
    let opened = OpenOptions::new().write(true).create_new(true).open(&path);
    opened.and_then(|mut open| open.write_all(file.content.as_bytes())).map_err(|reason| unsaved(&path, reason))
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
    fn no_path_leads_out_of_the_folder() {
        for path in ["a", "a/b.c", ".env", "a b/ü"] {
            assert_eq!(below(Path::new("f"), path), Some(Path::new("f").join(path)));
        }
        for path in ["", "/a", "../a", "a/../b", "a//b", "a/", "./a", "c:a", "a\\b", "a\nb", "con", "x/nul.txt"] {
            assert_eq!(below(Path::new("f"), path), None, "{path}");
        }
    }
}

//! The pages that a knowledge base is made from: which files of a folder they are, what they are called, and what tells
//! whether one has changed.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::files::slashed;

/// The largest file that is read: a text of more is no documentation.
const LARGEST: u64 = 16 << 20;

/// Finds the Markdown in a folder. Links are not followed, and what is hidden or made by others is left alone.
pub(super) fn find(root: &Path, found: &mut Vec<PathBuf>, warnings: &mut Vec<String>) -> Result<(), Error> {
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let listed = match fs::read_dir(&folder) {
            Ok(listed) => listed,
            Err(reason) if folder == root => return Err(Error::Io { path: folder, reason }),
            Err(reason) => {
                warnings.push(format!("{} cannot be read and is left out: {reason}", shown(&name_of(root, &folder))));
                continue;
            }
        };
        for entry in listed.flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            if name.starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                // Folders of packages, and those that a tool has marked as its own, such as Cargo's.
                if name != "node_modules" && !path.join("CACHEDIR.TAG").is_file() {
                    folders.push(path);
                }
                continue;
            }
            if kind.is_symlink() && fs::metadata(&path).is_ok_and(|found| found.is_dir()) {
                warnings.push(format!("{} is a link and is not followed", shown(&name_of(root, &path))));
                continue;
            }
            let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase();
            if !matches!(end.as_str(), "md" | "markdown" | "mdx") {
                continue;
            }
            let said = shown(&name_of(root, &path));
            if kind.is_symlink() {
                warnings.push(format!("{said} is a link and is not followed"));
            } else if kind.is_file() && entry.metadata().is_ok_and(|data| data.len() > LARGEST) {
                warnings.push(format!("{said} is larger than {} MB; it is left out", LARGEST >> 20));
            } else if kind.is_file() {
                found.push(path);
            }
        }
    }
    Ok(())
}

/// A name as a message has it: on one line.
pub(super) fn shown(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

/// The path of a file in its folder, with `/` between names.
pub(super) fn name_of(root: &Path, path: &Path) -> String {
    slashed(path.strip_prefix(root).unwrap_or(path))
}

/// What tells one content of a file from another. Where another version of the hasher says something else, the file is
/// read again, and that is all.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

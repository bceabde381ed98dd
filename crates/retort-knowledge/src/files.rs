//! Where the files of knowledge are: in a folder, or built in. Links are not followed, since they may lead anywhere.

use std::borrow::Cow;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use include_dir::{Dir, include_dir};
use rustc_hash::FxHasher;

use crate::error::Error;

static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/knowledge");

pub(crate) enum Place {
    BuiltIn,
    Folder(PathBuf),
}

/// A file of a knowledge base: its path in it, and where its text is.
pub(crate) struct Listed {
    path: String,
    text: Text,
}

enum Text {
    BuiltIn(&'static [u8]),
    At(PathBuf),
    /// A link may lead anywhere, so it is not followed.
    Link,
}

/// A file that was read.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: Cow<'static, str>,
}

impl Listed {
    pub(crate) fn read(self) -> Result<File, Error> {
        let text = match self.text {
            Text::BuiltIn(bytes) => str::from_utf8(bytes).map(Cow::Borrowed).map_err(io::Error::other),
            Text::At(path) => fs::read_to_string(path).map(Cow::Owned),
            Text::Link => Err(io::Error::other("it is a link, and links are not followed")),
        };
        match text {
            Ok(text) => Ok(File { path: self.path, text }),
            Err(reason) => Err(Error::Io { path: self.path.into(), reason }),
        }
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn is_link(&self) -> bool {
        matches!(self.text, Text::Link)
    }

    /// Its name without its ending.
    pub(crate) fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }
}

impl Place {
    /// What tells what is built in from that of another version; `None` for a folder, which may change at any time.
    pub(crate) fn mark(&self) -> Option<u64> {
        let Self::BuiltIn = self else { return None };
        let mut hasher = FxHasher::default();
        env!("CARGO_PKG_VERSION").hash(&mut hasher);
        for file in embedded(&EMBEDDED) {
            file.path().hash(&mut hasher);
            file.contents().hash(&mut hasher);
        }
        Some(hasher.finish())
    }

    /// The files of a category that are wanted, in the order of their names. What is passed over is told to `warn`.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub(crate) fn list(
        &self,
        category: &str,
        wanted: impl Fn(&Path) -> bool,
        warn: impl FnMut(String),
    ) -> Result<Vec<Listed>, Error> {
        let mut files = match self {
            Self::BuiltIn => EMBEDDED.get_dir(category).map_or_else(Vec::new, |folder| {
                let files = embedded(folder).into_iter().filter(|file| wanted(file.path()));
                files.map(|file| Listed { path: slashed(file.path()), text: Text::BuiltIn(file.contents()) }).collect()
            }),
            Self::Folder(root) => walk(root, category, wanted, warn)?,
        };
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(files)
    }
}

/// All files in a folder that is built in, and in those inside it.
fn embedded(folder: &'static Dir<'static>) -> Vec<&'static include_dir::File<'static>> {
    let (mut folders, mut files) = (vec![folder], Vec::new());
    while let Some(folder) = folders.pop() {
        files.extend(folder.files());
        folders.extend(folder.dirs());
    }
    files
}

/// The files that are wanted of a folder, and of those inside it.
fn walk(
    root: &Path,
    category: &str,
    wanted: impl Fn(&Path) -> bool,
    mut warn: impl FnMut(String),
) -> Result<Vec<Listed>, Error> {
    let mut files = Vec::new();
    if fs::symlink_metadata(root.join(category)).is_ok_and(|found| found.is_symlink()) {
        warn(format!("{category} is a link and is not followed"));
        return Ok(files);
    }
    let mut folders = vec![PathBuf::from(category)];
    while let Some(inside) = folders.pop() {
        let listed = match fs::read_dir(root.join(&inside)) {
            Ok(listed) => listed,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(reason) => return Err(Error::Io { path: inside, reason }),
        };
        for entry in listed.flatten() {
            let inner = inside.join(entry.file_name());
            let path = slashed(&inner);
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(inner),
                Ok(kind) if kind.is_symlink() => files.push(Listed { path, text: Text::Link }),
                Ok(kind) if kind.is_file() && wanted(&inner) => {
                    files.push(Listed { path, text: Text::At(entry.path()) });
                }
                _ => {}
            }
        }
    }
    Ok(files)
}

/// A path with `/` between names. Where that is what stands between them anyway, `\` may be part of a name and stays.
pub(crate) fn slashed(path: &Path) -> String {
    let path = path.to_string_lossy();
    if MAIN_SEPARATOR == '/' { path.into_owned() } else { path.replace(MAIN_SEPARATOR, "/") }
}

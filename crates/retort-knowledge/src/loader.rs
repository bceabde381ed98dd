//! The knowledge loader: entries by category and file, from a folder or from what is built in. A folder has a folder for
//! each category, and in it JSON files, each an entry or a list of them, or Markdown files with front matter.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use include_dir::{Dir, include_dir};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::entry::Entry;
use crate::error::Error;
use crate::markdown;

static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/knowledge");

/// Loads the entries of a knowledge base.
pub struct KnowledgeLoader {
    place: Place,
    warnings: Mutex<Vec<String>>,
}

enum Place {
    BuiltIn,
    Folder(PathBuf),
}

/// Everything that a knowledge base has, sorted.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeIndex {
    /// The documentation, by category.
    pub by_category: BTreeMap<String, Vec<Entry>>,
    /// The fragments of projects.
    pub templates: Vec<Value>,
    /// Pieces of code.
    pub snippets: Vec<Entry>,
    /// Ways to solve a problem.
    pub patterns: Vec<Entry>,
    /// What is worth doing always.
    pub best_practices: Vec<Entry>,
}

/// A file of a knowledge base: its path in it, and its text.
struct File {
    path: String,
    text: String,
}

impl KnowledgeLoader {
    /// A loader of what is built in.
    pub fn built_in() -> Self {
        Self { place: Place::BuiltIn, warnings: Mutex::default() }
    }

    /// A loader of a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { place: Place::Folder(folder.into()), warnings: Mutex::default() }
    }

    /// The entries of a category, or of one file in it, which is named without its ending. What is missing gives
    /// nothing.
    ///
    /// ```
    /// use retort_knowledge::{Entry, KnowledgeLoader};
    ///
    /// let loader = KnowledgeLoader::built_in();
    /// assert!(loader.load::<Entry>("no such category", None)?.is_empty());
    /// assert!(loader.load::<Entry>("..", Some("secret")).is_err());
    /// # Ok::<(), retort_knowledge::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a file that was named is no JSON, or a name leads out of the knowledge base. In a whole category, what cannot
    /// be used is left out with a warning instead.
    pub fn load<T: DeserializeOwned>(&self, category: &str, file: Option<&str>) -> Result<Vec<T>, Error> {
        for name in [Some(category), file].into_iter().flatten() {
            if !is_plain(name) {
                return Err(Error::Outside(name.to_owned()));
            }
        }
        let mut found = Vec::new();
        for source in self.files(category)? {
            let stem = Path::new(&source.path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            match file {
                Some(name) if name != stem => {}
                Some(_) => found.extend(read(&source)?),
                None => found.extend(self.read_leniently(&source)),
            }
        }
        Ok(found)
    }

    /// Everything, sorted.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn build_index(&self) -> Result<KnowledgeIndex, Error> {
        let mut by_category: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        for entry in self.load::<Entry>("docs", None)? {
            by_category.entry(entry.category.clone()).or_default().push(entry);
        }
        Ok(KnowledgeIndex {
            by_category,
            templates: self.load("templates", None)?,
            snippets: self.load("snippets", None)?,
            patterns: self.load("patterns", None)?,
            best_practices: self.load("best-practices", None)?,
        })
    }

    /// Every entry that can be found: the documentation and all that goes with it.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, Error> {
        let mut all = Vec::new();
        for category in ["docs", "snippets", "patterns", "best-practices"] {
            all.extend(self.load::<Entry>(category, None)?);
        }
        Ok(all)
    }

    /// What was left out since this was asked last, and why.
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn warn(&self, warning: String) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    /// The files of a category, in the order of their names.
    fn files(&self, category: &str) -> Result<Vec<File>, Error> {
        let mut files = Vec::new();
        match &self.place {
            Place::BuiltIn => {
                if let Some(folder) = EMBEDDED.get_dir(category) {
                    collect(folder, &mut files);
                }
            }
            Place::Folder(root) => self.walk(root, Path::new(category), &mut files)?,
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(files)
    }

    /// Reads a folder and those in it. What is a link may lead anywhere, so it is not followed.
    fn walk(&self, root: &Path, inside: &Path, files: &mut Vec<File>) -> Result<(), Error> {
        let name = |path: &Path| path.to_string_lossy().replace('\\', "/");
        let folder = root.join(inside);
        if fs::symlink_metadata(&folder).is_ok_and(|found| found.is_symlink()) {
            self.warn(format!("{} is a link and is not followed", name(inside)));
            return Ok(());
        }
        let listed = match fs::read_dir(&folder) {
            Ok(listed) => listed,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(reason) => return Err(Error::Io { path: inside.to_owned(), reason }),
        };
        for entry in listed.flatten() {
            let path = inside.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.walk(root, &path, files)?,
                Ok(kind) if kind.is_file() && is_knowledge(&path) => match fs::read_to_string(entry.path()) {
                    Ok(text) => files.push(File { path: name(&path), text }),
                    Err(reason) => self.warn(format!("{} cannot be read: {reason}", name(&path))),
                },
                Ok(kind) if kind.is_symlink() => self.warn(format!("{} is a link and is not followed", name(&path))),
                _ => {}
            }
        }
        Ok(())
    }

    /// The entries of a file; those that cannot be used are told and left out.
    fn read_leniently<T: DeserializeOwned>(&self, file: &File) -> Vec<T> {
        let values = match values(file) {
            Ok(values) => values,
            Err(error) => {
                self.warn(format!("{error}; it is left out"));
                return Vec::new();
            }
        };
        let mut found = Vec::new();
        for (index, value) in values.into_iter().enumerate() {
            let name = value.get("id").and_then(Value::as_str).map_or_else(|| (index + 1).to_string(), String::from);
            match serde_json::from_value(value) {
                Ok(entry) => found.push(entry),
                Err(error) => self.warn(format!("{}: the entry {name} is left out: {error}", file.path)),
            }
        }
        found
    }
}

fn collect(folder: &Dir<'static>, files: &mut Vec<File>) {
    for file in folder.files().filter(|file| is_knowledge(file.path())) {
        let path = file.path().to_string_lossy().replace('\\', "/");
        files.extend(file.contents_utf8().map(|text| File { path, text: text.to_owned() }));
    }
    folder.dirs().for_each(|inner| collect(inner, files));
}

fn is_knowledge(path: &Path) -> bool {
    matches!(path.extension().and_then(|end| end.to_str()), Some("json" | "md"))
}

/// Whether a name is that of one thing in a folder, and nothing else.
fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let is_one = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
    is_one && !name.contains(['/', '\\', '\0', ':'])
}

/// The values that a file holds.
fn values(file: &File) -> Result<Vec<Value>, Error> {
    if Path::new(&file.path).extension().is_some_and(|end| end == "md") {
        let entries = markdown::entries(&file.path, &file.text, None);
        return Ok(entries.iter().filter_map(|entry| serde_json::to_value(entry).ok()).collect());
    }
    let value: Value = serde_json::from_str(&file.text).map_err(|error| {
        let told = error.to_string();
        let reason = told.split(" at line ").next().unwrap_or(&told).to_owned();
        Error::Invalid { file: file.path.clone(), reason, line: error.line(), column: error.column() }
    })?;
    Ok(match value {
        Value::Array(values) => values,
        value => vec![value],
    })
}

/// The entries of a file, all of them.
fn read<T: DeserializeOwned>(file: &File) -> Result<Vec<T>, Error> {
    let unfit = |error: serde_json::Error| Error::Unfit { file: file.path.clone(), reason: error.to_string() };
    values(file)?.into_iter().map(|value| serde_json::from_value(value).map_err(unfit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_none() {
        for name in ["..", ".", "", "a/b", "/etc", "a\\b", "c:", "a\0", "../x"] {
            assert!(!is_plain(name), "{name:?}");
        }
        assert!(is_plain("docs") && is_plain("hooks-before"));
    }
}

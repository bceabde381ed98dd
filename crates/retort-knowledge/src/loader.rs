//! The knowledge loader: entries by category and file, from a folder or from what is built in. A folder has a folder for
//! each category, and in it JSON files, each an entry or a list of them, or Markdown files with front matter.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::base::{self, Kept};
use crate::entry::Entry;
use crate::error::Error;
use crate::files::{File, Listed, Place};
use crate::fragment::{Fragment, Fragments};
use crate::markdown::Page;
use crate::search::Index;

/// Loads the entries of a knowledge base.
pub struct KnowledgeLoader {
    place: Place,
    warnings: Mutex<Vec<String>>,
}

/// Everything that a knowledge base has, sorted.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeIndex {
    /// The documentation, by category.
    pub by_category: BTreeMap<String, Vec<Entry>>,
    /// The fragments of projects.
    pub templates: Vec<Fragment>,
    /// Pieces of code.
    pub snippets: Vec<Entry>,
    /// Ways to solve a problem.
    pub patterns: Vec<Entry>,
    /// What is worth doing always.
    pub best_practices: Vec<Entry>,
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
    /// When a file that was named cannot be read or is no JSON, or a name leads out of the knowledge base. In a whole category, what cannot
    /// be used is left out with a warning instead.
    pub fn load<T: DeserializeOwned>(&self, category: &str, file: Option<&str>) -> Result<Vec<T>, Error> {
        self.load_as(category, file, |entry| serde_json::from_value(serde_json::to_value(entry)?))
    }

    /// All entries of a category. They are what Markdown gives, so a server that starts need not turn them into JSON and back.
    fn load_entries(&self, category: &str) -> Result<Vec<Entry>, Error> {
        self.load_as(category, None, Ok)
    }

    fn load_as<T: DeserializeOwned>(
        &self,
        category: &str,
        file: Option<&str>,
        of: FromEntry<T>,
    ) -> Result<Vec<T>, Error> {
        for name in [Some(category), file].into_iter().flatten() {
            if !is_plain(name) {
                return Err(Error::Outside(name.to_owned()));
            }
        }
        let mut found = Vec::new();
        for listed in self.list(category, is_knowledge)? {
            match file {
                Some(name) if name != listed.stem() => {}
                Some(_) => found.extend(read(&listed.read()?, of)?),
                None => found.extend(self.read(listed).iter().flat_map(|file| self.read_leniently(file, of))),
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
        for entry in self.load_entries("docs")? {
            by_category.entry(entry.category.clone()).or_default().push(entry);
        }
        Ok(KnowledgeIndex {
            by_category,
            templates: self.fragments()?.list().to_vec(),
            snippets: self.load_entries("snippets")?,
            patterns: self.load_entries("patterns")?,
            best_practices: self.load_entries("best-practices")?,
        })
    }

    /// The fragments that projects and services are made of; none where the knowledge base has no templates. What cannot
    /// be used is left out with a warning.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn fragments(&self) -> Result<Fragments, Error> {
        let files = self.fragment_files()?;
        Ok(Fragments::from_usable_files(files, |error| self.warn(format!("{error}; it is left out"))))
    }

    /// The files of the fragments: their paths among the templates, and their texts.
    pub(crate) fn fragment_files(&self) -> Result<impl Iterator<Item = (String, String)>, Error> {
        let is_fragment = |path: &Path| path.extension().is_some_and(|end| end == "jinja" || end == "json");
        let listed = self.list("templates", is_fragment)?.into_iter();
        Ok(listed.filter_map(|listed| self.read(listed)).map(|File { path, text }| {
            let inside = path.strip_prefix("templates/").unwrap_or(&path).to_owned();
            (inside, text.into_owned())
        }))
    }

    /// Every entry that can be found: the documentation and all that goes with it.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, Error> {
        let mut all = Vec::new();
        for category in ["docs", "snippets", "patterns", "best-practices"] {
            all.extend(self.load_entries(category)?);
        }
        Ok(all)
    }

    /// An index of every entry. That of what is built in is kept in a folder, where one is named, and made only once.
    ///
    /// # Errors
    /// When the entries cannot be read, or the index cannot be built.
    pub fn index(&self, kept_in: Option<&Path>) -> Result<Index, Error> {
        if let Some((folder, mark)) = kept_in.zip(self.mark())
            && let Ok(Kept { index, warning, .. }) = base::kept(folder, mark, || self.entries())
        {
            if let Some(warning) = warning {
                self.warn(warning);
            }
            return Ok(index);
        }
        Index::of(&self.entries()?)
    }

    /// What tells these entries from those of another version; `None` for a folder, which may change at any time.
    fn mark(&self) -> Option<u64> {
        self.place.mark()
    }

    /// What was left out since this was asked last, and why.
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn warn(&self, warning: String) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    /// The files of a category, in the order of their names.
    fn list(&self, category: &str, wanted: impl Fn(&Path) -> bool) -> Result<Vec<Listed>, Error> {
        self.place.list(category, wanted, |warning| self.warn(warning))
    }

    /// A file that nobody named; where it cannot be read, that is told.
    fn read(&self, listed: Listed) -> Option<File> {
        if listed.is_link() {
            self.warn(format!("{} is a link and is not followed", listed.path()));
            return None;
        }
        match listed.read() {
            Ok(file) => Some(file),
            Err(Error::Io { path, reason }) => {
                self.warn(format!("{} cannot be read: {reason}", path.display()));
                None
            }
            Err(error) => {
                self.warn(error.to_string());
                None
            }
        }
    }

    /// The entries of a file; those that cannot be used are told and left out.
    fn read_leniently<T: DeserializeOwned>(&self, file: &File, of: FromEntry<T>) -> Vec<T> {
        let items = match items(file) {
            Ok(items) => items,
            Err(error) => {
                self.warn(format!("{error}; it is left out"));
                return Vec::new();
            }
        };
        let mut found = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let name = item.id().map_or_else(|| (index + 1).to_string(), String::from);
            match item.read(of) {
                Ok(entry) => found.push(entry),
                Err(error) => self.warn(format!("{}: the entry {name} is left out: {error}", file.path)),
            }
        }
        found
    }
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

/// What makes of an entry what somebody wants.
type FromEntry<T> = fn(Entry) -> Result<T, serde_json::Error>;

/// What a file holds: an entry, or what JSON has for one.
enum Item {
    Entry(Entry),
    Value(Value),
}

impl Item {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Entry(entry) => Some(&entry.id),
            Self::Value(value) => value.get("id").and_then(Value::as_str),
        }
    }

    fn read<T: DeserializeOwned>(self, of: FromEntry<T>) -> Result<T, serde_json::Error> {
        match self {
            Self::Entry(entry) => of(entry),
            Self::Value(value) => serde_json::from_value(value),
        }
    }
}

fn items(file: &File) -> Result<Vec<Item>, Error> {
    if Path::new(&file.path).extension().is_some_and(|end| end == "md") {
        let page = Page::new(&file.path, &file.text);
        if let Some(name) = page.unknown_version() {
            let reason = format!("{name:?} is no version, as v4, v5 and both are");
            return Err(Error::Unfit { file: file.path.clone(), reason });
        }
        let sections = || page.sections(None).map(Item::Entry).collect();
        return Ok(page.whole().map_or_else(sections, |whole| vec![Item::Entry(whole)]));
    }
    let value: Value = serde_json::from_str(&file.text).map_err(|error| {
        let told = error.to_string();
        let reason = told.split(" at line ").next().unwrap_or(&told).to_owned();
        Error::Invalid { file: file.path.clone(), reason, line: error.line(), column: error.column() }
    })?;
    Ok(match value {
        Value::Array(values) => values.into_iter().map(Item::Value).collect(),
        value => vec![Item::Value(value)],
    })
}

/// The entries of a file, all of them.
fn read<T: DeserializeOwned>(file: &File, of: FromEntry<T>) -> Result<Vec<T>, Error> {
    let unfit = |error: serde_json::Error| Error::Unfit { file: file.path.clone(), reason: error.to_string() };
    items(file)?.into_iter().map(|item| item.read(of).map_err(unfit)).collect()
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

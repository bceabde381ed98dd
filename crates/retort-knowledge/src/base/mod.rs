//! A knowledge base on disk, made from any folder of Markdown: an index that is read through a memory map, and in it a
//! list of what each file was when it was read, so that only what has changed is read again.

mod folder;
mod kept;
mod opening;
mod pages;
mod store;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::Term;

use self::folder::Trouble;
pub(crate) use self::kept::{Kept, kept};
pub use self::opening::{is_base, open};
use self::pages::{find, fingerprint, name_of, shown};
use self::store::Base;
use crate::entry::Entry;
use crate::error::Error;
use crate::markdown::Page;
use crate::search::Index;

const INDEX: &str = "index";

/// What an index was made from. It is written with the entries in one step, so that neither is ever there without the
/// other.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Origin {
    format: u32,
    /// Where the pages are on the web.
    url: Option<String>,
    /// What each file was when it was read; `None` where the entries come from no folder.
    files: Option<BTreeMap<String, u64>>,
}

/// It changes when the same text gives other terms or other entries: an index of before then is made anew.
const FORMAT: u32 = 5;

/// How a knowledge base is built.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BuildOptions {
    /// Where the pages are on the web, so that what is found can be looked up there.
    pub url: Option<String>,
}

/// What building a knowledge base did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// How many files there are.
    pub files: usize,
    /// How many of them were read, because they are new or have changed.
    pub read: usize,
    /// How many are gone.
    pub removed: usize,
    /// How many entries there are now.
    pub entries: usize,
    /// What was left out, and why.
    pub warnings: Vec<String>,
}

/// Makes a knowledge base in `target` from the Markdown in `folder`, or brings it up to date. `progress` is called with
/// how many files are done and how many there are.
///
/// # Errors
/// When a folder cannot be read or written, `target` holds something else, or the disk is full. What was built before is then
/// as it was.
pub fn build(
    folder: &Path,
    target: &Path,
    options: &BuildOptions,
    progress: impl FnMut(usize, usize),
) -> Result<Built, Error> {
    let mut built = Built::default();
    let mut paths = Vec::new();
    find(folder, &mut paths, &mut built.warnings)?;
    paths.sort();
    if paths.is_empty() {
        return Err(Error::NoMarkdown(folder.to_owned()));
    }
    let mut base = Base::claim(target).map_err(|error| Trouble::default().told(target, error))?;
    let trouble = base.trouble();
    built.warnings.extend(base.warning.take());
    let built = filled(base, folder, &paths, options, built, progress).map_err(|error| trouble.told(target, error));
    if let Err(Error::Full { .. }) = &built {
        // What it had written would only keep the disk full; where that cannot be removed, the words are the same.
        let _ = Base::tidy(target);
    }
    built
}

/// Puts the pages into a knowledge base.
fn filled(
    base: Base,
    folder: &Path,
    paths: &[PathBuf],
    options: &BuildOptions,
    mut built: Built,
    mut progress: impl FnMut(usize, usize),
) -> Result<Built, Error> {
    let known = base.origin().filter(|origin| origin.url == options.url).and_then(|origin| origin.files);
    let is_anew = known.is_none();
    let writer = base.writer(is_anew)?;
    let known = known.unwrap_or_default();
    let mut files = BTreeMap::new();
    let mut unknown_versions = (0, None);
    for (done, path) in paths.iter().enumerate() {
        progress(done, paths.len());
        let name = name_of(folder, path);
        if files.contains_key(&name) {
            let reason = "its name is no UTF-8, and reads like that of another file";
            built.warnings.push(format!("{} is left out: {reason}", shown(&name)));
            continue;
        }
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(reason) => {
                built.warnings.push(format!("{} cannot be read and is left out: {reason}", shown(&name)));
                continue;
            }
        };
        built.files += 1;
        let print = fingerprint(&bytes);
        if known.get(&name) != Some(&print) {
            let text = String::from_utf8_lossy(&bytes);
            if matches!(text, Cow::Owned(_)) {
                built.warnings.push(format!("{} is not all UTF-8; what is not was replaced", shown(&name)));
            }
            built.read += 1;
            writer.delete_term(Term::from_field_text(base.fields.path, &name));
            let page = Page::new(&name, &text);
            if let Some(version) = page.unknown_version() {
                unknown_versions.0 += 1;
                unknown_versions.1.get_or_insert_with(|| format!("{} with {version:?}", shown(&name)));
            }
            for entry in page.sections(options.url.as_deref()) {
                writer.add_document(base.fields.document(&entry))?;
            }
        }
        files.insert(name, print);
    }
    // Many projects count their pages in numbers of their own: that is worth a line, and not one for each page.
    if let (count, Some(first)) = unknown_versions {
        let told = "a version that is none of v4, v5 and both is passed over";
        built.warnings.push(format!("{told} in {count} files; the first is {first}"));
    }
    for gone in known.keys().filter(|name| !files.contains_key(*name)) {
        writer.delete_term(Term::from_field_text(base.fields.path, gone));
        built.removed += 1;
    }
    progress(paths.len(), paths.len());
    let origin = Origin { format: FORMAT, url: options.url.clone(), files: Some(files) };
    built.entries = base.finish(writer, is_anew, &origin)?.len();
    Ok(built)
}

/// Makes a knowledge base in `target` from entries that are at hand.
///
/// # Errors
/// When the folder cannot be written, or holds something else.
pub fn write_entries<'a>(target: &Path, entries: impl IntoIterator<Item = &'a Entry>) -> Result<Index, Error> {
    let base = Base::claim(target)?;
    let writer = base.writer(true)?;
    for entry in entries {
        writer.add_document(base.fields.document(entry))?;
    }
    base.finish(writer, true, &Origin { format: FORMAT, ..Origin::default() })
}

/// What is said of an index that cannot be trusted.
fn made_anew(path: &Path, reason: &impl Display) -> String {
    format!("the index in {} is damaged ({reason}); it is made anew", path.display())
}

#[cfg(test)]
mod tests {
    use tantivy::Index as Tantivy;
    use tantivy::schema::{STORED, Schema};

    use super::*;
    use crate::search::Versions;

    #[test]
    fn an_index_of_another_version_is_told_and_made_anew() {
        let root = std::env::temp_dir().join(format!("retort-base-{}", std::process::id()));
        let (folder, target) = (root.join("docs"), root.join("base"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.md"), "# Zebras\n\nThey have stripes.\n").unwrap();
        let run = || build(&folder, &target, &BuildOptions::default(), |_, _| {}).unwrap();
        assert_eq!((run().read, run().read), (1, 0));

        // Versions that noted no checksum left none.
        fs::remove_file(target.join(opening::SUMS)).unwrap();
        fs::remove_dir_all(target.join(INDEX)).unwrap();
        fs::create_dir_all(target.join(INDEX)).unwrap();
        let mut other = Schema::builder();
        other.add_text_field("other", STORED);
        Tantivy::create_in_dir(target.join(INDEX), other.build()).unwrap();
        assert!(matches!(open(&target), Err(Error::OtherSchema)));
        let built = run();
        assert_eq!((built.read, built.entries), (1, 1));
        let hits = open(&target).unwrap().search("stripe", Versions::All, 5).unwrap();
        assert_eq!(hits.len(), 1);

        // The schema is the same, but the terms are not.
        let base = Base::claim(&target).unwrap();
        let origin = Origin { format: FORMAT - 1, ..base.origin().unwrap() };
        let writer = base.writer(false).unwrap();
        base.finish(writer, false, &origin).unwrap();
        assert!(matches!(open(&target), Err(Error::OtherSchema)));
        assert_eq!(run().read, 1);
        assert_eq!(open(&target).unwrap().len(), 1);
        fs::remove_dir_all(root).unwrap();
    }
}

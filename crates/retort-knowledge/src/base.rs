//! A knowledge base on disk, made from any folder of Markdown: an index that is read through a memory map, and a list
//! of what each file was when it was read, so that only what has changed is read again.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::indexer::NoMergePolicy;
use tantivy::{Index as Tantivy, IndexSettings, IndexWriter, Term};

use crate::entry::Entry;
use crate::error::Error;
use crate::markdown;
use crate::search::{Fields, Index};

const MANIFEST: &str = "manifest.json";
const INDEX: &str = "index";
/// How much memory the index is built in.
const MEMORY: usize = 128 << 20;
/// How many bytes of texts are packed together: what is found is unpacked with its neighbours.
const BLOCK: usize = 2 << 10;
/// The largest file that is read: a text of more is no documentation.
const LARGEST: u64 = 16 << 20;

/// What each file was when it was read.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Manifest {
    /// The form of this file.
    format: u32,
    /// Where the pages are on the web.
    #[serde(default)]
    url: Option<String>,
    files: BTreeMap<String, u64>,
}

/// It changes when the same text gives other terms: an index of before then is made anew.
const FORMAT: u32 = 4;

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
/// When a folder cannot be read or written, or `target` holds something else.
pub fn build(
    folder: &Path,
    target: &Path,
    options: &BuildOptions,
    mut progress: impl FnMut(usize, usize),
) -> Result<Built, Error> {
    let mut built = Built::default();
    let mut paths = Vec::new();
    find(folder, target, &mut paths, &mut built.warnings)?;
    paths.sort();
    if paths.is_empty() {
        return Err(Error::NoMarkdown(folder.to_owned()));
    }
    let known = open_manifest(target)?;
    let is_usable = known.as_ref().is_some_and(|manifest| manifest.format == FORMAT && manifest.url == options.url);
    let (tantivy, fields, is_new) = open_index(target, is_usable)?;
    // An index that is made anew has nothing of what the list says.
    let known = known.filter(|_| !is_new).unwrap_or_default();
    let mut writer = writer(&tantivy, is_new)?;
    let mut manifest = Manifest { format: FORMAT, url: options.url.clone(), files: BTreeMap::new() };
    for (done, path) in paths.iter().enumerate() {
        progress(done, paths.len());
        let name = name_of(folder, path);
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(reason) => {
                built.warnings.push(format!("{} cannot be read and is left out: {reason}", shown(&name)));
                continue;
            }
        };
        built.files += 1;
        let print = fingerprint(&bytes);
        if known.files.get(&name) != Some(&print) {
            let text = String::from_utf8_lossy(&bytes);
            if matches!(text, std::borrow::Cow::Owned(_)) {
                built.warnings.push(format!("{} is not all UTF-8; what is not was replaced", shown(&name)));
            }
            built.read += 1;
            writer.delete_term(Term::from_field_text(fields.path, &name));
            for mut entry in markdown::entries(&name, &text, options.url.as_deref()) {
                // What finds it again when the file changes.
                entry.source.path = Some(name.clone());
                writer.add_document(fields.document(&entry))?;
            }
        }
        manifest.files.insert(name, print);
    }
    for gone in known.files.keys().filter(|name| !manifest.files.contains_key(*name)) {
        writer.delete_term(Term::from_field_text(fields.path, gone));
        built.removed += 1;
    }
    progress(paths.len(), paths.len());
    writer.commit()?;
    if is_new {
        merge(&tantivy, &mut writer)?;
    }
    writer.wait_merging_threads()?;
    // Written last, and at once: a build that was broken off is done again.
    let (path, draft) = (target.join(MANIFEST), target.join(INDEX).join(MANIFEST));
    let json = serde_json::to_vec_pretty(&manifest).map_err(io::Error::from);
    let written = json.and_then(|json| fs::write(&draft, json)).and_then(|()| fs::rename(&draft, &path));
    written.map_err(|reason| Error::Io { path, reason })?;
    built.entries = Index::over(&tantivy, fields)?.len();
    Ok(built)
}

/// Opens a knowledge base that was built.
///
/// # Errors
/// When there is none.
pub fn open(target: &Path) -> Result<Index, Error> {
    match open_manifest(target) {
        Ok(Some(_)) => {}
        Ok(None) | Err(Error::Taken(_)) => return Err(Error::NoBase(target.to_owned())),
        Err(error) => return Err(error),
    }
    Index::open(&target.join(INDEX))
}

/// Writes entries that are at hand into an index on disk.
///
/// # Errors
/// When the folder cannot be written.
pub fn write_entries<'a>(target: &Path, entries: impl IntoIterator<Item = &'a Entry>) -> Result<Index, Error> {
    let (tantivy, fields, _) = open_index(target, false)?;
    let mut writer = writer(&tantivy, true)?;
    for entry in entries {
        writer.add_document(fields.document(entry))?;
    }
    writer.commit()?;
    merge(&tantivy, &mut writer)?;
    writer.wait_merging_threads()?;
    Index::over(&tantivy, fields)
}

fn writer(tantivy: &Tantivy, is_new: bool) -> Result<IndexWriter, Error> {
    let writer: IndexWriter = tantivy.writer(MEMORY)?;
    if is_new {
        // All segments are merged at the end: nothing else may have them in hand then.
        writer.set_merge_policy(Box::new(NoMergePolicy));
    }
    Ok(writer)
}

/// Makes one segment of all: a search looks every term up in each of them.
fn merge(tantivy: &Tantivy, writer: &mut IndexWriter) -> Result<(), Error> {
    let segments = tantivy.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    Ok(())
}

/// What a knowledge base says about itself; `None` for a new or an empty folder. Building clears away what it does not
/// know, so a folder with anything else in it is never taken for one.
fn open_manifest(target: &Path) -> Result<Option<Manifest>, Error> {
    let failed = |reason| Error::Io { path: target.to_owned(), reason };
    match fs::read(target.join(MANIFEST)) {
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(manifest) => Ok(Some(manifest)),
            Err(_) => Err(Error::Taken(target.to_owned())),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let is_free = match fs::read_dir(target) {
                // An index without its list is a build that was broken off.
                Ok(mut listed) => {
                    listed.all(|entry| entry.is_ok_and(|entry| entry.file_name() == INDEX && is_index(&entry.path())))
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => true,
                Err(reason) => return Err(failed(reason)),
            };
            if is_free { Ok(None) } else { Err(Error::Taken(target.to_owned())) }
        }
        Err(reason) => Err(failed(reason)),
    }
}

/// Whether a folder is an index, or the beginning of one.
fn is_index(folder: &Path) -> bool {
    folder.join("meta.json").is_file() || fs::read_dir(folder).is_ok_and(|mut listed| listed.next().is_none())
}

/// The index in a folder; an empty one, and `true`, where what is there cannot be gone on with.
fn open_index(target: &Path, is_usable: bool) -> Result<(Tantivy, Fields, bool), Error> {
    let folder = target.join(INDEX);
    let failed = |reason| Error::Io { path: folder.clone(), reason };
    if is_usable
        && let Ok(tantivy) = Tantivy::open_in_dir(&folder)
        && let Ok(fields) = Fields::of(&tantivy.schema())
    {
        crate::search::register(&tantivy);
        return Ok((tantivy, fields, false));
    }
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let (schema, fields) = Fields::new();
    let settings = IndexSettings { docstore_blocksize: BLOCK, ..IndexSettings::default() };
    let tantivy = Tantivy::builder().schema(schema).settings(settings).create_in_dir(&folder)?;
    crate::search::register(&tantivy);
    Ok((tantivy, fields, true))
}

/// Finds the Markdown in a folder. Links are not followed, and what is hidden or made by others is left alone.
fn find(root: &Path, target: &Path, found: &mut Vec<PathBuf>, warnings: &mut Vec<String>) -> Result<(), Error> {
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
            if name.starts_with('.') || path == target {
                continue;
            }
            if kind.is_dir() {
                if !matches!(name.as_str(), "node_modules" | "target") {
                    folders.push(path);
                }
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
fn shown(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

/// The path of a file in its folder, with `/` between names.
fn name_of(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// What tells one content of a file from another. Where another version of the hasher says something else, the file is
/// read again, and that is all.
fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use tantivy::schema::{STORED, Schema};

    use super::*;
    use crate::search::Versions;

    #[test]
    fn an_index_of_another_schema_is_made_anew() {
        let root = std::env::temp_dir().join(format!("retort-base-{}", std::process::id()));
        let (folder, target) = (root.join("docs"), root.join("base"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.md"), "# Zebras\n\nThey have stripes.\n").unwrap();
        let run = || build(&folder, &target, &BuildOptions::default(), |_, _| {}).unwrap();
        assert_eq!((run().read, run().read), (1, 0));

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
        fs::remove_dir_all(root).unwrap();
    }
}

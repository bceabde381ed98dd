//! A knowledge base on disk, made from any folder of Markdown: an index that is read through a memory map, and in it a
//! list of what each file was when it was read, so that only what has changed is read again.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::{JoinHandle, spawn};

use serde::{Deserialize, Serialize};
use tantivy::directory::{Directory, MmapDirectory, RamDirectory};
use tantivy::indexer::NoMergePolicy;
use tantivy::{Index as Tantivy, IndexMeta, IndexSettings, IndexWriter, TantivyError, Term};

use crate::entry::Entry;
use crate::error::Error;
use crate::loader::slashed;
use crate::markdown::Page;
use crate::search::{Fields, Index, files_in_memory};

const INDEX: &str = "index";
/// What tells that a folder is a knowledge base, and keeps two builds apart. It lies beside the index, which may be
/// removed, and is never removed itself.
const LOCK: &str = "retort.lock";
/// How much memory the index is built in.
const MEMORY: usize = 128 << 20;
/// How many bytes of texts are packed together: what is found is unpacked with its neighbours.
const BLOCK: usize = 2 << 10;
/// The largest file that is read: a text of more is no documentation.
const LARGEST: u64 = 16 << 20;

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
/// When a folder cannot be read or written, or `target` holds something else.
pub fn build(
    folder: &Path,
    target: &Path,
    options: &BuildOptions,
    mut progress: impl FnMut(usize, usize),
) -> Result<Built, Error> {
    let mut built = Built::default();
    let mut paths = Vec::new();
    find(folder, &mut paths, &mut built.warnings)?;
    paths.sort();
    if paths.is_empty() {
        return Err(Error::NoMarkdown(folder.to_owned()));
    }
    let base = Base::claim(target)?;
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

/// Whether a folder holds a knowledge base, or the beginning of one.
pub fn is_base(target: &Path) -> bool {
    target.join(INDEX).join("meta.json").is_file()
}

/// Opens a knowledge base that was built. A build that follows is not seen by what was opened before.
///
/// # Errors
/// When there is none, or it cannot be used.
pub fn open(target: &Path) -> Result<Index, Error> {
    Ok(opened(target)?.0)
}

/// Opens a knowledge base, with what it says of its origin.
fn opened(target: &Path) -> Result<(Index, String), Error> {
    if !is_base(target) {
        return Err(Error::NoBase(target.to_owned()));
    }
    let broken = |reason| Error::Broken { path: target.to_owned(), reason };
    let tantivy = Tantivy::open_in_dir(target.join(INDEX)).map_err(broken)?;
    let fields = Fields::of(&tantivy.schema())?;
    // Without it the first build was broken off.
    let payload = tantivy.load_metas().map_err(broken)?.payload.ok_or_else(|| Error::NoBase(target.to_owned()))?;
    if !serde_json::from_str::<Format>(&payload).is_ok_and(|origin| origin.format == FORMAT) {
        return Err(Error::OtherSchema);
    }
    match Index::over(&tantivy, fields) {
        Err(Error::Index(reason)) => Err(broken(reason)),
        index => Ok((index?, payload)),
    }
}

/// The part of an [`Origin`] that tells whether the rest can be understood.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// The index of entries that is kept in `target`. Where that of others is there, which have another mark, or none at all,
/// it is made, and kept if it can be, by a thread that nobody has to wait for.
///
/// # Errors
/// When the entries cannot be had.
pub(crate) fn kept(
    target: &Path,
    mark: u64,
    entries: impl FnOnce() -> Result<Vec<Entry>, Error>,
) -> Result<(Index, Option<JoinHandle<()>>), Error> {
    let origin = Origin { format: FORMAT, files: Some(BTreeMap::from([(String::new(), mark)])), ..Origin::default() };
    let mark = serde_json::to_string(&origin).map_err(io::Error::from).map_err(TantivyError::from)?;
    if let Ok((index, found)) = opened(target)
        && found == mark
    {
        return Ok((index, None));
    }
    let entries = entries()?;
    let (files, mut meta) = files_in_memory(&entries.iter().collect::<Vec<_>>())?;
    meta.payload = Some(mark);
    let index = Index::over(&Tantivy::open(files.clone())?, Fields::new().1)?;
    let target = target.to_owned();
    // Where it fails, the next start takes longer, and that is all.
    let keeping = spawn(move || drop(keep(&target, &files, &meta)));
    Ok((index, Some(keeping)))
}

/// Writes the files of an index to disk. It counts from when its meta file tells its origin, which comes last.
fn keep(target: &Path, files: &RamDirectory, meta: &IndexMeta) -> Result<(), Error> {
    let _base = Base::claim(target)?;
    let path = target.join(INDEX);
    let failed = |reason| Error::Io { path: path.clone(), reason };
    fs::remove_dir_all(&path).and_then(|()| fs::create_dir(&path)).map_err(failed)?;
    let folder = MmapDirectory::open(&path).map_err(TantivyError::from)?;
    let meta = serde_json::to_vec(meta).map_err(io::Error::from).map_err(TantivyError::from)?;
    files.persist(&folder)?;
    folder.atomic_write(Path::new("meta.json"), &meta).map_err(TantivyError::from)?;
    Ok(())
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

/// A knowledge base that is being written, by nobody else.
struct Base {
    tantivy: Tantivy,
    fields: Fields,
    /// Closing it gives the folder free.
    _lock: File,
}

impl Base {
    /// Takes a folder that is a knowledge base, or empty, or not there. Building clears away what it does not know, so
    /// a folder with anything else in it is never taken.
    fn claim(target: &Path) -> Result<Self, Error> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            |reason| Error::Io { path, reason }
        };
        let names: Vec<_> = match fs::read_dir(target) {
            Ok(listed) => listed.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<_, _>>(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(reason) => Err(reason),
        }
        .map_err(failed(target))?;
        // Whoever copies a knowledge base may have left the lock behind.
        let has_index =
            || Tantivy::open_in_dir(target.join(INDEX)).is_ok_and(|index| Fields::of(&index.schema()).is_ok());
        if !names.is_empty() && !names.iter().any(|name| name == OsStr::new(LOCK)) && !has_index() {
            return Err(Error::Taken(target.to_owned()));
        }
        fs::create_dir_all(target).map_err(failed(target))?;
        let path = target.join(LOCK);
        let lock = File::options().write(true).create(true).truncate(false).open(&path).map_err(failed(&path))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(Error::Busy(target.to_owned())),
            // Where files cannot be locked, whoever builds has to see to it.
            Err(TryLockError::Error(reason)) if reason.kind() != io::ErrorKind::Unsupported => {
                return Err(failed(&path)(reason));
            }
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let folder = target.join(INDEX);
        let (tantivy, fields) = match usable(&folder) {
            Some(found) => found,
            None => empty(&folder)?,
        };
        Ok(Self { tantivy, fields, _lock: lock })
    }

    /// What its entries were made from; `None` where that is not known.
    fn origin(&self) -> Option<Origin> {
        serde_json::from_str(&self.tantivy.load_metas().ok()?.payload?).ok()
    }

    /// What writes entries, beside those that are there or in their place. Until [`Base::finish`] all is as it was.
    fn writer(&self, is_anew: bool) -> Result<IndexWriter, Error> {
        let writer: IndexWriter = self.tantivy.writer(MEMORY)?;
        if is_anew {
            // All segments are merged at the end: nothing else may have them in hand then.
            writer.set_merge_policy(Box::new(NoMergePolicy));
            writer.delete_all_documents()?;
        }
        Ok(writer)
    }

    /// Puts what was written in the place of what was there, in one step.
    fn finish(self, mut writer: IndexWriter, is_anew: bool, origin: &Origin) -> Result<Index, Error> {
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&serde_json::to_string(origin).map_err(io::Error::from).map_err(TantivyError::from)?);
        commit.commit()?;
        if is_anew {
            // One segment of all: a search looks every term up in each of them.
            let segments = self.tantivy.searchable_segment_ids()?;
            if segments.len() > 1 {
                writer.merge(&segments).wait()?;
            }
        }
        writer.wait_merging_threads()?;
        Index::over(&self.tantivy, self.fields)
    }
}

/// The index in a folder, if it can be gone on with.
fn usable(folder: &Path) -> Option<(Tantivy, Fields)> {
    let tantivy = Tantivy::open_in_dir(folder).ok()?;
    let fields = Fields::of(&tantivy.schema()).ok()?;
    let origin: Format = serde_json::from_str(tantivy.load_metas().ok()?.payload.as_deref()?).ok()?;
    // It is opened for reading too: its files may be gone.
    (origin.format == FORMAT && Index::over(&tantivy, fields).is_ok()).then_some((tantivy, fields))
}

/// An empty index in a folder, in the place of what is there.
fn empty(folder: &Path) -> Result<(Tantivy, Fields), Error> {
    let failed = |reason| Error::Io { path: folder.to_owned(), reason };
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)?;
    let (schema, fields) = Fields::new();
    let settings = IndexSettings { docstore_blocksize: BLOCK, ..IndexSettings::default() };
    let tantivy = Tantivy::builder().schema(schema).settings(settings).create_in_dir(folder)?;
    crate::search::register(&tantivy);
    Ok((tantivy, fields))
}

/// Finds the Markdown in a folder. Links are not followed, and what is hidden or made by others is left alone.
fn find(root: &Path, found: &mut Vec<PathBuf>, warnings: &mut Vec<String>) -> Result<(), Error> {
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
fn shown(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

/// The path of a file in its folder, with `/` between names.
fn name_of(root: &Path, path: &Path) -> String {
    slashed(path.strip_prefix(root).unwrap_or(path))
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
    fn an_index_of_another_version_is_told_and_made_anew() {
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

    #[test]
    fn an_index_is_kept_until_its_entries_have_another_mark() {
        let target = std::env::temp_dir().join(format!("retort-kept-{}", std::process::id()));
        let entry = |title: &str| Page::new("a.md", &format!("# {title}\n\nText.\n")).sections(None).collect();
        let asked = std::cell::Cell::new(0);
        let title = |mark: u64, entries: Vec<Entry>| {
            let entries = || {
                asked.set(asked.get() + 1);
                Ok(entries)
            };
            let (index, keeping) = kept(&target, mark, entries).unwrap();
            keeping.map_or(Ok(()), JoinHandle::join).unwrap();
            let found = index.search("text", Versions::All, 5).unwrap();
            found.into_iter().map(|hit| hit.entry.title).collect::<Vec<_>>()
        };
        assert_eq!((title(1, entry("One")), asked.get()), (vec!["One".to_owned()], 1));
        assert_eq!((title(1, entry("Two")), asked.get()), (vec!["One".to_owned()], 1));
        assert_eq!((title(2, entry("Two")), asked.get()), (vec!["Two".to_owned()], 2));
        assert_eq!((title(2, entry("Three")), asked.get()), (vec!["Two".to_owned()], 2));

        // What was damaged is made again, and what cannot be kept is there all the same.
        fs::write(target.join(INDEX).join("meta.json"), "{").unwrap();
        assert_eq!((title(2, entry("Four")), asked.get()), (vec!["Four".to_owned()], 3));
        fs::remove_dir_all(&target).unwrap();
        fs::write(&target, "a file").unwrap();
        assert_eq!((title(2, entry("Five")), asked.get()), (vec!["Five".to_owned()], 4));
        fs::remove_file(&target).unwrap();
    }
}

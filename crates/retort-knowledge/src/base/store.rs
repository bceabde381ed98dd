//! A knowledge base that is being written: by one build at a time, in a folder that is nothing else, and so that what was there
//! stays until the new is whole.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tantivy::indexer::NoMergePolicy;
use tantivy::{Index as Tantivy, IndexSettings, IndexWriter, TantivyError};

use super::folder::{Folder, Trouble};
use super::opening::{forget_sums, note_sums, sound};
use super::{INDEX, Origin, made_anew};
use crate::error::Error;
use crate::search::{Fields, Index};

/// What tells that a folder is a knowledge base, and keeps two builds apart. It lies beside the index, which may be
/// removed, and is never removed itself.
const LOCK: &str = "retort.lock";
/// How much memory the index is built in.
const MEMORY: usize = 128 << 20;
/// How many bytes of texts are packed together: what is found is unpacked with its neighbours.
const BLOCK: usize = 2 << 10;

/// A knowledge base that is being written, by nobody else.
pub(super) struct Base {
    tantivy: Tantivy,
    pub(super) fields: Fields,
    folder: Folder,
    target: PathBuf,
    /// What was wrong with the index that was there.
    pub(super) warning: Option<String>,
    /// Closing it gives the folder free.
    _lock: File,
}

impl Base {
    /// Takes a folder that is a knowledge base, or empty, or not there. Building clears away what it does not know, so
    /// a folder with anything else in it is never taken.
    pub(super) fn claim(target: &Path) -> Result<Self, Error> {
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
        let (found, warning) = match sound(target) {
            Ok(sound) => ((sound.tantivy, sound.fields, sound.folder), None),
            Err(Error::Broken { path, reason }) => (empty(target)?, Some(made_anew(&path, &reason))),
            // None was there, or one of another version.
            Err(_) => (empty(target)?, None),
        };
        let (tantivy, fields, folder) = found;
        Ok(Self { tantivy, fields, folder, target: target.to_owned(), warning, _lock: lock })
    }

    /// Whatever goes wrong with its files, also where nobody is told why.
    pub(super) fn trouble(&self) -> Trouble {
        self.folder.trouble()
    }

    /// Removes what a build left behind that broke off.
    pub(super) fn tidy(target: &Path) -> Result<(), Error> {
        let base = Self::claim(target)?;
        let writer = base.writer(false)?;
        writer.garbage_collect_files().wait()?;
        Ok(())
    }

    /// What its entries were made from; `None` where that is not known.
    pub(super) fn origin(&self) -> Option<Origin> {
        serde_json::from_str(&self.tantivy.load_metas().ok()?.payload?).ok()
    }

    /// What writes entries, beside those that are there or in their place. Until [`Base::finish`] all is as it was.
    pub(super) fn writer(&self, is_anew: bool) -> Result<IndexWriter, Error> {
        let writer: IndexWriter = self.tantivy.writer(MEMORY)?;
        if is_anew {
            // All segments are merged at the end: nothing else may have them in hand then.
            writer.set_merge_policy(Box::new(NoMergePolicy));
            writer.delete_all_documents()?;
        }
        Ok(writer)
    }

    /// Puts what was written in the place of what was there, in one step.
    pub(super) fn finish(self, mut writer: IndexWriter, is_anew: bool, origin: &Origin) -> Result<Index, Error> {
        let failed = |reason| Error::Io { path: self.target.clone(), reason };
        forget_sums(&self.target).map_err(failed)?;
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
        note_sums(&self.target).map_err(failed)?;
        Index::over(&self.tantivy, self.fields)
    }
}

/// An empty index, in the place of what is there.
fn empty(target: &Path) -> Result<(Tantivy, Fields, Folder), Error> {
    let path = target.join(INDEX);
    let failed = |reason| Error::Io { path: path.clone(), reason };
    forget_sums(target).map_err(failed)?;
    if path.exists() {
        fs::remove_dir_all(&path).map_err(failed)?;
    }
    fs::create_dir_all(&path).map_err(failed)?;
    let (schema, fields) = Fields::new();
    let settings = IndexSettings { docstore_blocksize: BLOCK, ..IndexSettings::default() };
    let folder = Folder::at(&path)?;
    let tantivy = Tantivy::builder().schema(schema).settings(settings).open_or_create(folder.clone())?;
    crate::search::register(&tantivy);
    Ok((tantivy, fields, folder))
}

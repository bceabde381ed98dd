//! The index of what is built in, kept between one start and the next. It can be made anew at any time, so whatever is wrong
//! with it costs a moment and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::thread::{JoinHandle, spawn};

use tantivy::directory::{Directory, MmapDirectory, RamDirectory};
use tantivy::{Index as Tantivy, IndexMeta, TantivyError};

use super::opening::{META, forget_sums, note_sums, opened};
use super::store::Base;
use super::{FORMAT, INDEX, Origin, made_anew};
use crate::entry::Entry;
use crate::error::Error;
use crate::search::{Fields, Index, files_in_memory};

/// An index that is kept.
pub(crate) struct Kept {
    pub(crate) index: Index,
    /// What was wrong with the one that was kept before.
    pub(crate) warning: Option<String>,
    /// What writes it, where it was made.
    #[cfg_attr(not(test), expect(dead_code, reason = "only a test waits for it"))]
    pub(crate) keeping: Option<JoinHandle<()>>,
}

/// The index of entries that is kept in `target`. Where that of others is there, which have another mark, or none at all,
/// it is made, and kept if it can be, by a thread that nobody has to wait for. What is damaged is made anew, with words.
///
/// # Errors
/// When the entries cannot be had.
pub(crate) fn kept(
    target: &Path,
    mark: u64,
    entries: impl FnOnce() -> Result<Vec<Entry>, Error>,
) -> Result<Kept, Error> {
    let origin = Origin { format: FORMAT, files: Some(BTreeMap::from([(String::new(), mark)])), ..Origin::default() };
    let mark = serde_json::to_string(&origin).map_err(io::Error::from).map_err(TantivyError::from)?;
    let warning = match opened(target) {
        Ok((index, found)) if found == mark => return Ok(Kept { index, warning: None, keeping: None }),
        Err(Error::Broken { path, reason }) => Some(made_anew(&path, &reason)),
        _ => None,
    };
    let entries = entries()?;
    let (files, mut meta) = files_in_memory(&entries.iter().collect::<Vec<_>>())?;
    meta.payload = Some(mark);
    let index = Index::over(&Tantivy::open(files.clone())?, Fields::new().1)?;
    let target = target.to_owned();
    // Where it fails, the next start takes longer, and that is all.
    let keeping = spawn(move || drop(keep(&target, &files, &meta)));
    Ok(Kept { index, warning, keeping: Some(keeping) })
}

/// Writes the files of an index to disk. It counts from when its meta file tells its origin, which comes last.
fn keep(target: &Path, files: &RamDirectory, meta: &IndexMeta) -> Result<(), Error> {
    let _base = Base::claim(target)?;
    let path = target.join(INDEX);
    let failed = |reason| Error::Io { path: path.clone(), reason };
    forget_sums(target).map_err(failed)?;
    fs::remove_dir_all(&path).and_then(|()| fs::create_dir(&path)).map_err(failed)?;
    let folder = MmapDirectory::open(&path).map_err(TantivyError::from)?;
    let meta = serde_json::to_vec(meta).map_err(io::Error::from).map_err(TantivyError::from)?;
    files.persist(&folder)?;
    folder.atomic_write(Path::new(META), &meta).map_err(TantivyError::from)?;
    note_sums(target).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::Page;
    use crate::search::Versions;

    #[test]
    fn an_index_is_kept_until_its_entries_have_another_mark() {
        let target = std::env::temp_dir().join(format!("retort-kept-{}", std::process::id()));
        let entry = |title: &str| Page::new("a.md", &format!("# {title}\n\nText.\n")).sections(None).collect();
        let asked = std::cell::Cell::new(0);
        let warnings = std::cell::RefCell::new(Vec::<String>::new());
        let title = |mark: u64, entries: Vec<Entry>| {
            let entries = || {
                asked.set(asked.get() + 1);
                Ok(entries)
            };
            let Kept { index, warning, keeping } = kept(&target, mark, entries).unwrap();
            keeping.map_or(Ok(()), JoinHandle::join).unwrap();
            warnings.borrow_mut().extend(warning);
            let found = index.search("text", Versions::All, 5).unwrap();
            found.into_iter().map(|hit| hit.entry.title).collect::<Vec<_>>()
        };
        assert_eq!((title(1, entry("One")), asked.get()), (vec!["One".to_owned()], 1));
        assert_eq!((title(1, entry("Two")), asked.get()), (vec!["One".to_owned()], 1));
        assert_eq!((title(2, entry("Two")), asked.get()), (vec!["Two".to_owned()], 2));
        assert_eq!((title(2, entry("Three")), asked.get()), (vec!["Two".to_owned()], 2));

        // What was damaged is made again, with words, and what cannot be kept is there all the same.
        assert!(warnings.take().is_empty());
        fs::write(target.join(INDEX).join(META), "{").unwrap();
        assert_eq!((title(2, entry("Four")), asked.get()), (vec!["Four".to_owned()], 3));
        let said = warnings.take();
        assert!(said.len() == 1 && said[0].contains("is damaged") && said[0].ends_with("it is made anew"), "{said:?}");
        fs::remove_dir_all(&target).unwrap();
        fs::write(&target, "a file").unwrap();
        assert_eq!((title(2, entry("Five")), asked.get()), (vec!["Five".to_owned()], 4));
        fs::remove_file(&target).unwrap();
    }
}

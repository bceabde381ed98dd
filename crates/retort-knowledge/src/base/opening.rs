//! Opening a knowledge base: wherever it is, also where nothing can be written, and only if it is what was written.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tantivy::directory::Directory;
use tantivy::error::DataCorruption;
use tantivy::{Index as Tantivy, IndexMeta, TantivyError};

use super::folder::Folder;
use super::{FORMAT, INDEX};
use crate::error::Error;
use crate::search::{Fields, Index};

/// What an index says of itself.
pub(super) const META: &str = "meta.json";
/// The checksums of its files, beside it.
pub(super) const SUMS: &str = "retort.sum";

/// Whether a folder holds a knowledge base, or the beginning of one.
pub fn is_base(target: &Path) -> bool {
    target.join(INDEX).join(META).is_file()
}

/// Opens a knowledge base that was built. A build that follows is not seen by what was opened before.
///
/// # Errors
/// When there is none, or it cannot be used.
pub fn open(target: &Path) -> Result<Index, Error> {
    Ok(opened(target)?.0)
}

/// Opens a knowledge base, with what it says of its origin.
pub(super) fn opened(target: &Path) -> Result<(Index, String), Error> {
    let sound = sound(target)?;
    Ok((sound.index, sound.payload))
}

/// An index of which it is known that no byte has changed.
pub(super) struct Sound {
    pub(super) index: Index,
    pub(super) tantivy: Tantivy,
    pub(super) fields: Fields,
    pub(super) folder: Folder,
    /// What it says of its origin.
    pub(super) payload: String,
}

/// Opens the index of a knowledge base, if it is what was written.
pub(super) fn sound(target: &Path) -> Result<Sound, Error> {
    if !is_base(target) {
        return Err(Error::NoBase(target.to_owned()));
    }
    let broken = |reason| Error::Broken { path: target.to_owned(), reason };
    let folder = Folder::at(&target.join(INDEX)).map_err(broken)?;
    let tantivy = Tantivy::open(folder.clone()).map_err(broken)?;
    let meta = tantivy.load_metas().map_err(broken)?;
    verify(target, &tantivy, &meta).map_err(broken)?;
    let fields = Fields::of(&tantivy.schema())?;
    // Without it the first build was broken off.
    let payload = meta.payload.ok_or_else(|| Error::NoBase(target.to_owned()))?;
    if !serde_json::from_str::<Format>(&payload).is_ok_and(|origin| origin.format == FORMAT) {
        return Err(Error::OtherSchema);
    }
    match Index::over(&tantivy, fields) {
        Err(Error::Index(reason)) => Err(broken(reason)),
        index => Ok(Sound { index: index?, tantivy, fields, folder, payload }),
    }
}

/// Holds every file of an index to its checksum. A disk may give back other bytes than it was given, and an index of such
/// bytes may answer anything.
fn verify(target: &Path, tantivy: &Tantivy, meta: &IndexMeta) -> Result<(), TantivyError> {
    let wrong = |path: &Path| Err(DataCorruption::new(path.to_owned(), "its checksum is another".to_owned()).into());
    let noted = fs::read_to_string(target.join(SUMS)).ok();
    for path in meta.list_segment_files().into_iter().chain([PathBuf::from(META)]) {
        // Some are only there where something was deleted; others are missed by whoever reads them.
        if !tantivy.directory().exists(&path)? {
            continue;
        }
        let is_right = match &noted {
            Some(noted) => {
                let line = sum(target, &path)?;
                noted.lines().any(|noted| noted == line)
            }
            // While a build is under way, there are only those that files have at their ends, and this one has none.
            None => path.as_os_str() == META || tantivy.directory().validate_checksum(&path)?,
        };
        if !is_right {
            return wrong(&path);
        }
    }
    Ok(())
}

/// The checksum of a file of the index, as it is noted. Those that files have at their ends do not cover these ends.
fn sum(target: &Path, name: &Path) -> io::Result<String> {
    let mut file = File::open(target.join(INDEX).join(name))?;
    let (mut hasher, mut buffer) = (crc32fast::Hasher::new(), vec![0; 1 << 16]);
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            return Ok(format!("{:08x} {}", hasher.finalize(), name.display()));
        }
        hasher.update(buffer.get(..length).unwrap_or_default());
    }
}

/// Notes the checksums of all files of an index, when all else is written.
pub(super) fn note_sums(target: &Path) -> io::Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(target.join(INDEX))? {
        let name = PathBuf::from(entry?.file_name());
        // Locks come and go, and so may what is left of an earlier build.
        let is_lock = name.to_string_lossy().starts_with('.');
        match sum(target, &name) {
            Ok(line) if !is_lock => lines.push(line),
            Err(error) if !is_lock && error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    lines.sort();
    fs::write(target.join(SUMS), lines.join("\n") + "\n")
}

/// Forgets them, before anything is written.
pub(super) fn forget_sums(target: &Path) -> io::Result<()> {
    match fs::remove_file(target.join(SUMS)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The part of an [`Origin`] that tells whether the rest can be understood.
#[derive(Deserialize)]
pub(super) struct Format {
    pub(super) format: u32,
}

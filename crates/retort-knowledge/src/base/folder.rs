//! The folder of an index. It can be read where nothing can be written. And it remembers what went wrong: the threads that write
//! an index keep their reasons to themselves, and a full disk should be called a full disk.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::TantivyError;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, TerminatingWrite,
    WatchCallback, WatchHandle, WritePtr,
};

use crate::error::Error;

/// A folder that remembers.
#[derive(Clone)]
pub(super) struct Folder {
    inner: MmapDirectory,
    trouble: Trouble,
}

/// The first thing that went wrong with the files of a folder.
#[derive(Clone, Default)]
pub(super) struct Trouble(Arc<Mutex<Option<io::Error>>>);

impl Trouble {
    fn note(&self, error: &io::Error) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.get_or_insert_with(|| io::Error::new(error.kind(), error.to_string()));
    }

    fn noted<T>(&self, done: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &done {
            self.note(error);
        }
        done
    }

    /// The error as a person needs it: a full disk behind it comes first.
    pub(super) fn told(&self, target: &Path, error: Error) -> Error {
        let full = |reason: io::Error| Error::Full { path: target.to_owned(), reason };
        let noted = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (noted, error) {
            (Some(noted), _) if is_full(&noted) => full(noted),
            (_, Error::Io { reason, .. }) if is_full(&reason) => full(reason),
            (_, Error::Index(TantivyError::IoError(reason))) if is_full(&reason) => {
                full(io::Error::new(reason.kind(), reason.to_string()))
            }
            (_, error) => error,
        }
    }
}

fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

impl Folder {
    pub(super) fn at(path: &Path) -> Result<Self, TantivyError> {
        Ok(Self { inner: MmapDirectory::open(path)?, trouble: Trouble::default() })
    }

    pub(super) fn trouble(&self) -> Trouble {
        self.trouble.clone()
    }
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl Directory for Folder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.inner.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.inner.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.inner.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let opened = self.inner.open_write(path);
        if let Err(OpenWriteError::IoError { io_error, .. }) = &opened {
            self.trouble.note(io_error);
        }
        Ok(BufWriter::new(Box::new(Noting { inner: opened?, trouble: self.trouble() })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.inner.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.trouble.noted(self.inner.atomic_write(path, data))
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.trouble.noted(self.inner.sync_directory())
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        match self.inner.acquire_lock(lock) {
            // It keeps files from being removed while they are opened. Where it cannot be made, nothing can be removed.
            Err(LockError::IoError(_)) if lock.filepath == META_LOCK.filepath => Ok(DirectoryLock::from(Box::new(()))),
            locked => locked,
        }
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.inner.watch(callback)
    }
}

/// A file whose trouble is noted.
struct Noting {
    inner: WritePtr,
    trouble: Trouble,
}

impl Write for Noting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.trouble.noted(self.inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.trouble.noted(self.inner.flush())
    }
}

impl TerminatingWrite for Noting {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.trouble.noted(self.inner.terminate_ref(token))
    }
}

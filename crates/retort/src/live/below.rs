//! A folder to write to, and nothing outside of it: what an answer names is made step by step from there, and a link on the way
//! is an error, whoever put it there and whenever. Files are made anew and never opened for writing.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A folder that somebody named, and files below it.
pub(super) struct Below {
    folder: PathBuf,
    dir: system::Dir,
}

impl Below {
    /// Opens a folder, which is made where it is missing. It may be a link itself, since it was named.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), dir: system::Dir::open(folder)? })
    }

    /// The path of a file, to be told.
    pub(super) fn path(&self, parts: &[String]) -> PathBuf {
        parts.iter().fold(self.folder.clone(), |path, part| path.join(part))
    }

    /// Makes a file that was not there, with the folders that it is in.
    pub(super) fn create(&self, parts: &[String]) -> io::Result<File> {
        let (name, folders) = parts.split_last().ok_or(io::ErrorKind::InvalidInput)?;
        let mut inner: Option<system::Dir> = None;
        for folder in folders {
            inner = Some(inner.as_ref().unwrap_or(&self.dir).enter(folder)?);
        }
        inner.as_ref().unwrap_or(&self.dir).create(name)
    }

    /// Whether there is a file with just this content.
    pub(super) fn holds(&self, parts: &[String], content: &[u8]) -> bool {
        let Some((name, folders)) = parts.split_last() else { return false };
        let mut inner: Option<system::Dir> = None;
        for folder in folders {
            match inner.as_ref().unwrap_or(&self.dir).enter(folder) {
                Ok(dir) => inner = Some(dir),
                Err(_) => return false,
            }
        }
        let Ok(file) = inner.as_ref().unwrap_or(&self.dir).read(name) else { return false };
        let length = content.len() as u64;
        let is_as_long = file.metadata().is_ok_and(|about| about.is_file() && about.len() == length);
        let mut found = Vec::new();
        is_as_long && file.take(length + 1).read_to_end(&mut found).is_ok() && found == content
    }
}

/// A link where a folder should be.
fn is_link() -> io::Error {
    io::Error::other("there is a link on the way, and nothing is written through links")
}

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, FileType, Mode, OFlags, mkdirat, openat, statat};
    use rustix::io::Errno;

    /// A folder that is open: what is moved or replaced around it does not change which one is meant.
    pub(super) struct Dir(File);

    impl Dir {
        pub(super) fn open(folder: &Path) -> io::Result<Self> {
            let file = File::open(folder)?;
            if file.metadata()?.is_dir() { Ok(Self(file)) } else { Err(io::ErrorKind::NotADirectory.into()) }
        }

        /// A folder in this one, which is made where it is missing.
        pub(super) fn enter(&self, name: &str) -> io::Result<Self> {
            match mkdirat(&self.0, name, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            self.at(name, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).map(|fd| Self(fd.into()))
        }

        pub(super) fn create(&self, name: &str) -> io::Result<File> {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
            self.at(name, flags, Mode::from_raw_mode(0o666)).map(File::from)
        }

        pub(super) fn read(&self, name: &str) -> io::Result<File> {
            // A pipe would wait for a writer.
            self.at(name, OFlags::RDONLY | OFlags::NONBLOCK, Mode::empty()).map(File::from)
        }

        fn at(&self, name: &str, flags: OFlags, mode: Mode) -> io::Result<OwnedFd> {
            let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            beneath(&self.0, name, flags, mode).map_err(|error| {
                let about = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW);
                let is_link = about.is_ok_and(|about| FileType::from_raw_mode(about.st_mode) == FileType::Symlink);
                if is_link && error != Errno::EXIST { super::is_link() } else { error.into() }
            })
        }
    }

    /// Opens what is in a folder itself. Where the system can be told so, it sees to it that nothing leads out.
    #[cfg(target_os = "linux")]
    fn beneath(dir: &File, name: &str, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
        use rustix::fs::{ResolveFlags, openat2};
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        match openat2(dir, name, flags, mode, resolve) {
            // Older systems do not know it, and some sandboxes forbid what they do not know.
            Err(Errno::NOSYS | Errno::PERM) => openat(dir, name, flags, mode),
            opened => opened,
        }
    }

    /// Opens what is in a folder itself: a single name, which leads nowhere else unless it is a link.
    #[cfg(not(target_os = "linux"))]
    fn beneath(dir: &File, name: &str, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
        openat(dir, name, flags, mode)
    }
}

#[cfg(not(unix))]
mod system {
    use std::fs::{self, File, OpenOptions};
    use std::io;
    use std::path::{Path, PathBuf};

    /// A folder by its path.
    pub(super) struct Dir(PathBuf);

    impl Dir {
        pub(super) fn open(folder: &Path) -> io::Result<Self> {
            if folder.is_dir() { Ok(Self(folder.to_owned())) } else { Err(io::ErrorKind::NotADirectory.into()) }
        }

        /// A folder in this one, which is made where it is missing.
        pub(super) fn enter(&self, name: &str) -> io::Result<Self> {
            let path = self.0.join(name);
            match fs::create_dir(&path) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            if fs::symlink_metadata(&path)?.is_dir() { Ok(Self(path)) } else { Err(super::is_link()) }
        }

        pub(super) fn create(&self, name: &str) -> io::Result<File> {
            OpenOptions::new().write(true).create_new(true).open(self.0.join(name))
        }

        pub(super) fn read(&self, name: &str) -> io::Result<File> {
            let path = self.0.join(name);
            if fs::symlink_metadata(&path)?.is_file() { File::open(path) } else { Err(super::is_link()) }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::symlink;

    fn parts(path: &str) -> Vec<String> {
        path.split('/').map(str::to_owned).collect()
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let top = std::env::temp_dir().join(format!("retort-below-{}", std::process::id()));
        let _ = fs::remove_dir_all(&top);
        fs::create_dir_all(top.join("outside/inner")).unwrap();
        fs::create_dir_all(top.join("inside")).unwrap();
        symlink(top.join("outside"), top.join("inside/absolute")).unwrap();
        symlink("../outside", top.join("inside/relative")).unwrap();
        symlink("../outside/new", top.join("inside/dangling")).unwrap();
        symlink(".", top.join("inside/self")).unwrap();
        symlink("/proc/self/cwd", top.join("inside/magic")).unwrap();
        let below = Below::open(&top.join("inside")).unwrap();
        for path in ["absolute/x", "relative/x", "relative/inner/x", "dangling/x", "self/x", "magic/x"] {
            assert!(below.create(&parts(path)).is_err(), "{path}");
        }
        for path in ["dangling", "absolute", "self"] {
            assert_eq!(below.create(&parts(path)).unwrap_err().kind(), io::ErrorKind::AlreadyExists, "{path}");
            assert!(!below.holds(&parts(path), b""), "{path}");
        }
        let error = below.create(&parts("relative/x")).unwrap_err();
        assert!(error.to_string().contains("there is a link on the way"), "{error}");
        assert_eq!(fs::read_dir(top.join("outside")).unwrap().count(), 1);
        assert_eq!(fs::read_dir(top.join("outside/inner")).unwrap().count(), 0);
        // A folder that was named may be a link, and what is moved away is still the one that was named.
        symlink("inside", top.join("named")).unwrap();
        let below = Below::open(&top.join("named")).unwrap();
        fs::rename(top.join("inside"), top.join("moved")).unwrap();
        symlink("outside", top.join("inside")).unwrap();
        below.create(&parts("a/b")).unwrap().write_all(b"c").unwrap();
        assert_eq!(fs::read(top.join("moved/a/b")).unwrap(), b"c");
        assert!(
            below.holds(&parts("a/b"), b"c") && !below.holds(&parts("a/b"), b"d") && !below.holds(&parts("a/b"), b"cc")
        );
        fs::remove_dir_all(top).unwrap();
    }
}

//! Where bytes come from: files and standard input, one after the other. A file that cannot be read does not
//! keep the others from being read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::tell;

/// One place to read from.
pub(crate) enum Source {
    File(PathBuf),
    Stdin,
}

impl Source {
    pub(crate) fn of(path: &Path) -> Self {
        if path.as_os_str() == "-" { Self::Stdin } else { Self::File(path.to_owned()) }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdin => "standard input".to_owned(),
        }
    }

    pub(crate) fn unreadable(&self, reason: io::Error) -> Failure {
        Failure::Unreadable { name: self.name(), reason }
    }

    /// Everything that is there, which must be something.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        match self {
            Self::File(path) => bytes = std::fs::read(path).map_err(|error| self.unreadable(error))?,
            Self::Stdin if io::stdin().is_terminal() => return Err(Failure::NothingToRead),
            Self::Stdin => {
                io::stdin().lock().read_to_end(&mut bytes).map_err(|error| self.unreadable(error))?;
            }
        }
        if bytes.trim_ascii().is_empty() {
            return Err(Failure::Empty { name: self.name() });
        }
        Ok(bytes)
    }

    /// A reader, for working line by line.
    pub(crate) fn reader(&self) -> Result<Box<dyn BufRead>, Failure> {
        match self {
            Self::File(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(BufReader::with_capacity(1 << 16, file))),
                Err(error) => Err(self.unreadable(error)),
            },
            Self::Stdin if io::stdin().is_terminal() => Err(Failure::NothingToRead),
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
        }
    }
}

/// The places that the arguments name; standard input where they name none.
pub(crate) fn sources(files: &[PathBuf]) -> Vec<Source> {
    if files.is_empty() { vec![Source::Stdin] } else { files.iter().map(|path| Source::of(path)).collect() }
}

/// Calls `each` with every source. With several of them, one that cannot be read is told at once and counted.
pub(crate) fn for_each(files: &[PathBuf], mut each: impl FnMut(&Source) -> Result<(), Failure>) -> Result<(), Failure> {
    let sources = sources(files);
    let mut unreadable = 0;
    for source in &sources {
        match each(source) {
            Err(failure @ (Failure::Unreadable { .. } | Failure::Empty { .. })) if sources.len() > 1 => {
                tell(failure);
                unreadable += 1;
            }
            other => other?,
        }
    }
    if unreadable == 0 { Ok(()) } else { Err(Failure::SomeUnreadable(unreadable)) }
}

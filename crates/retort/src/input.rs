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

    /// Everything that is there, which must be something and no more than `most` bytes.
    pub(crate) fn bytes(&self, most: usize) -> Result<Vec<u8>, Failure> {
        let bytes = self.read(most)?;
        if bytes.trim_ascii().is_empty() {
            return Err(Failure::Empty { name: self.name() });
        }
        Ok(bytes)
    }

    /// The text of a file that is no response, such as a profile, a baseline or arguments. It may be empty.
    pub(crate) fn text(&self, most: usize) -> Result<String, Failure> {
        String::from_utf8(self.read(most)?).map_err(|_| Failure::NoText { name: self.name() })
    }

    fn read(&self, most: usize) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        if let Self::File(path) = self {
            // A device or a pipe tells no size; what tells one that is too large need not be read.
            let told = std::fs::metadata(path).map_or(0, |file| file.len());
            if usize::try_from(told).is_ok_and(|told| told > most) {
                return Err(self.too_large(most));
            }
            bytes.reserve_exact(usize::try_from(told).unwrap_or(0).saturating_add(1));
        }
        let mut limited = self.reader()?.take(u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1));
        limited.read_to_end(&mut bytes).map_err(|error| self.unreadable(error))?;
        if bytes.len() > most {
            return Err(self.too_large(most));
        }
        Ok(bytes)
    }

    pub(crate) fn too_large(&self, most: usize) -> Failure {
        Failure::TooLarge { name: self.name(), most }
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

/// The text of a small file that is of some kind, and no longer than any of that kind is.
pub(crate) fn read_kept(path: &Path, most: usize, what: &'static str) -> Result<String, Failure> {
    match Source::of(path).text(most) {
        Err(Failure::TooLarge { name, most }) => Err(Failure::TooLong { name, most, what }),
        other => other,
    }
}

/// Reads a line with its end into `bytes`, which is empty at the end of the input; says whether the line has more than `most`
/// bytes, of which nothing is read that is beyond.
pub(crate) fn read_line(reader: &mut dyn BufRead, most: usize, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    reader.take(limit).read_until(b'\n', bytes)?;
    Ok(bytes.len() > most && !bytes.ends_with(b"\n"))
}

/// The places that the arguments name; standard input where they name none.
pub(crate) fn sources(files: &[PathBuf]) -> Vec<Source> {
    if files.is_empty() { vec![Source::Stdin] } else { files.iter().map(|path| Source::of(path)).collect() }
}

/// Calls `each` with every source. With several of them, one that cannot be read is reported at once and counted.
pub(crate) fn for_each(files: &[PathBuf], mut each: impl FnMut(&Source) -> Result<(), Failure>) -> Result<(), Failure> {
    let sources = sources(files);
    let mut unreadable = 0;
    for source in &sources {
        match each(source) {
            Err(failure @ (Failure::Unreadable { .. } | Failure::Empty { .. } | Failure::TooLarge { .. }))
                if sources.len() > 1 =>
            {
                tell(failure);
                unreadable += 1;
            }
            other => other?,
        }
    }
    if unreadable == 0 { Ok(()) } else { Err(Failure::SomeUnreadable(unreadable)) }
}

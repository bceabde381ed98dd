//! Which files of projects somebody has looked at and allowed. A file in a project came with it, perhaps from a stranger, so
//! that nothing in it is started, expanded or contacted before its content was allowed once. What is allowed is a place and
//! the hash of what was read there: another content, or the same content elsewhere, is asked for anew.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retort_wire::shown_path;

use super::ownership;
use super::review::Review;
use crate::{folders, private};

/// The first line of the record.
const HEADER: &str = "retort trust 1";
/// How many contents are remembered: those that were allowed last.
const MOST_FILES: usize = 5000;
/// No record that was written here is longer.
const LARGEST_RECORD: u64 = 8 * 1024 * 1024;

/// Why nothing is trusted, or why it cannot be written down that something is.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrustError {
    /// The environment names no folder for the user's data.
    #[error("there is no folder in which to remember what is trusted")]
    NoFolder,
    /// The record cannot be read.
    #[error("the record of what is trusted, {}, cannot be read ({reason}): nothing is trusted", shown_path(path))]
    Unreadable {
        /// The record.
        path: PathBuf,
        /// What the system says.
        reason: Arc<io::Error>,
    },
    /// Somebody else may have written the record.
    #[error("the record of what is trusted, {}, {what}: nothing is trusted", shown_path(path))]
    Foreign {
        /// The record.
        path: PathBuf,
        /// Whose it is, or who may write to it.
        what: String,
    },
    /// The record is not as it was written.
    #[error("the record of what is trusted, {}, is damaged in line {line}: nothing is trusted", shown_path(path))]
    Broken {
        /// The record.
        path: PathBuf,
        /// The first line that is none of ours, from one.
        line: usize,
    },
    /// The record cannot be written.
    #[error("the record of what is trusted, {}, cannot be written: {reason}", shown_path(path))]
    Unwritable {
        /// The record.
        path: PathBuf,
        /// What the system says.
        reason: Arc<io::Error>,
    },
    /// The path of a file is no text.
    #[error("{} has a name that is no UTF-8 text, and cannot be remembered", shown_path(path))]
    NotText {
        /// The file.
        path: PathBuf,
    },
}

impl TrustError {
    /// The record, where it is what is wrong.
    pub fn record(&self) -> Option<&Path> {
        match self {
            Self::Unreadable { path, .. } | Self::Foreign { path, .. } | Self::Broken { path, .. } => Some(path),
            Self::NoFolder | Self::Unwritable { .. } | Self::NotText { .. } => None,
        }
    }
}

/// A content that was allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trusted {
    /// Where it was.
    pub file: PathBuf,
    /// The SHA-256 of it, in hexadecimal digits.
    pub sha256: String,
}

/// How a content stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was allowed.
    Trusted,
    /// Another content was allowed in its place.
    Changed,
    /// Nobody has been asked.
    Unknown,
}

/// What is trusted of what projects bring along.
///
/// ```
/// use retort_client::naming::{Directory, Trust};
///
/// // Names only: nothing of a project is expanded.
/// let directory = Directory::read(None, &std::env::temp_dir(), &["demo"], &Trust::nothing())?;
/// assert!(directory.find("demo").is_ok());
/// # Ok::<(), retort_client::naming::NamingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trust {
    record: Option<PathBuf>,
    known: Vec<Trusted>,
    problem: Option<TrustError>,
    is_everything: bool,
}

impl Trust {
    /// Nothing of a project is trusted, and nothing is remembered.
    pub fn nothing() -> Self {
        Self { record: None, known: Vec::new(), problem: None, is_everything: false }
    }

    /// What the user has allowed: `trusted` in `RETORT_DATA_DIR`, or in the folder where programs keep the user's data. What is
    /// wrong with that record is in [`Self::problem`]; nothing is trusted then.
    pub fn open_default() -> Self {
        match folders::data() {
            Some(folder) => Self::at(folder.join("trusted")),
            None => Self { problem: Some(TrustError::NoFolder), ..Self::nothing() },
        }
    }

    /// What a record allows, which need not exist yet.
    pub fn at(record: impl Into<PathBuf>) -> Self {
        let record = record.into();
        let (known, problem) = match read(&record) {
            Ok(known) => (known, None),
            Err(problem) => (Vec::new(), Some(problem)),
        };
        Self { record: Some(record), known, problem, is_everything: false }
    }

    /// Trusts every file, for as long as this value is used. Nothing is remembered of it.
    #[must_use]
    pub fn and_everything(mut self) -> Self {
        self.is_everything = true;
        self
    }

    /// Why the record does not count.
    pub fn problem(&self) -> Option<&TrustError> {
        self.problem.as_ref()
    }

    /// Every content that was allowed, the oldest first.
    pub fn list(&self) -> &[Trusted] {
        &self.known
    }

    /// How what is there now stands, where a content was allowed; `None` where it cannot be read.
    pub fn standing_now(&self, file: &Path) -> Option<Standing> {
        super::file::read(file).ok().map(|text| self.standing(file, &digest(text.as_bytes())))
    }

    /// Allows what a review showed, byte for byte.
    ///
    /// # Errors
    /// When that cannot be written down, or the record is not sound.
    pub fn allow(&mut self, review: &Review) -> Result<(), TrustError> {
        self.change(|known| {
            for seen in &review.seen {
                known.retain(|other| other != seen);
                known.push(seen.clone());
            }
        })
    }

    /// Forgets every content that was allowed in a place; how many those were.
    ///
    /// # Errors
    /// When that cannot be written down, or the record is not sound.
    pub fn revoke(&mut self, file: &Path) -> Result<usize, TrustError> {
        let place = place_of(file);
        let before = self.known.len();
        self.change(|known| known.retain(|other| other.file != place && other.file != file))?;
        Ok(before.saturating_sub(self.known.len()))
    }

    /// How a content stands in a place, which [`place_of`] gave.
    pub(super) fn standing(&self, place: &Path, sha256: &str) -> Standing {
        let here = || self.known.iter().filter(|known| known.file == place);
        if self.is_everything || here().any(|known| known.sha256 == sha256) {
            Standing::Trusted
        } else if here().next().is_some() {
            Standing::Changed
        } else {
            Standing::Unknown
        }
    }

    /// Changes the record as it is now: another process may have changed it since it was read.
    fn change(&mut self, change: impl FnOnce(&mut Vec<Trusted>)) -> Result<(), TrustError> {
        let record = self.record.clone().ok_or(TrustError::NoFolder)?;
        let unwritable = |reason: io::Error| TrustError::Unwritable { path: record.clone(), reason: Arc::new(reason) };
        if let Some(folder) = record.parent() {
            private::make_dir(folder).map_err(unwritable)?;
        }
        let lock = private::options().create(true).truncate(false).open(record.with_extension("lock"));
        let lock = lock.map_err(unwritable)?;
        lock.lock().map_err(unwritable)?;
        // What is not sound is neither trusted nor written over: somebody should look at it.
        let mut known = read(&record)?;
        change(&mut known);
        let surplus = known.len().saturating_sub(MOST_FILES);
        known.drain(..surplus);
        let mut text = format!("{HEADER}\n");
        for trusted in &known {
            let path = trusted.file.to_str().ok_or_else(|| TrustError::NotText { path: trusted.file.clone() })?;
            text.extend([&trusted.sha256, " ", &serde_json::Value::from(path).to_string(), "\n"]);
        }
        private::replace(&record, &text).map_err(unwritable)?;
        (self.known, self.problem) = (known, None);
        Ok(())
    }
}

/// Reads a record: what it holds, nothing where there is none.
fn read(record: &Path) -> Result<Vec<Trusted>, TrustError> {
    let unreadable = |reason: io::Error| TrustError::Unreadable { path: record.to_owned(), reason: Arc::new(reason) };
    let file = match private::open_file(record) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(error)),
    };
    let text = text_of(&file, record)?;
    let broken = |line: usize| TrustError::Broken { path: record.to_owned(), line };
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) || !text.ends_with('\n') {
        return Err(broken(1));
    }
    lines.enumerate().map(|(index, line)| entry(line).ok_or_else(|| broken(index + 2))).collect()
}

/// The text of a record that only its user can have written.
fn text_of(file: &File, record: &Path) -> Result<String, TrustError> {
    let unreadable = |reason: io::Error| TrustError::Unreadable { path: record.to_owned(), reason: Arc::new(reason) };
    let about = file.metadata().map_err(unreadable)?;
    if let Some(what) = ownership::foreign(&about) {
        return Err(TrustError::Foreign { path: record.to_owned(), what });
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_RECORD + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_RECORD {
        return Err(unreadable(io::Error::other(format!("it has more than {LARGEST_RECORD} bytes"))));
    }
    String::from_utf8(bytes).map_err(|error| {
        let sound = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        TrustError::Broken { path: record.to_owned(), line: sound.split(|byte| *byte == b'\n').count() }
    })
}

fn entry(line: &str) -> Option<Trusted> {
    let (sha256, path) = line.split_once(' ')?;
    let is_digest = sha256.len() == 64 && sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let path: String = serde_json::from_str(path).ok()?;
    let file = PathBuf::from(path);
    (is_digest && file.is_absolute()).then(|| Trusted { file, sha256: sha256.to_owned() })
}

/// The SHA-256 of a content, in hexadecimal digits.
pub(super) fn digest(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for byte in ring::digest::digest(&ring::digest::SHA256, bytes).as_ref() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The place of a file: the folder that it is about, without links on the way, and its name in there. The file itself may be a
/// link; what that leads to is read, but it is another place, since its servers run elsewhere.
pub(super) fn place_of(file: &Path) -> PathBuf {
    let folder = workspace_of(file);
    let whole = folder.canonicalize().or_else(|_| std::path::absolute(folder)).unwrap_or_else(|_| folder.to_owned());
    file.strip_prefix(folder).map_or_else(|_| file.to_owned(), |name| whole.join(name))
}

/// The folder that a file is about: the one it is in, or the one around an editor's folder.
pub(super) fn workspace_of(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(Path::new(""));
    let is_editors = folder.file_name().is_some_and(|name| name == ".vscode" || name == ".cursor");
    folder.parent().filter(|_| is_editors).unwrap_or(folder)
}

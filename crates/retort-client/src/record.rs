//! A recording: every message with its time and direction, one a line of JSON, which `retort parse` reads. It has a limit, since
//! a server may never stop talking.

use std::fs::File;
use std::io::Write;
use std::iter;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{SecondsFormat, Utc};
use retort_core::{Direction, Kind, Raw};
use retort_wire::{Exceeded, Params, Sum, Tap, shown_path};

use crate::error::Error;
use crate::private;

/// How many bytes a recording may have where nobody says: in memory, and in a file.
const MOST_IN_MEMORY: usize = 1 << 28;
const MOST_IN_A_FILE: usize = 1 << 30;

/// Writes messages down as they come and go: to a file, or to memory. What would be more than its limit is not written, and
/// ends the connection with an error.
#[derive(Clone, Debug)]
pub struct Recorder {
    to: Arc<Mutex<Recording>>,
    /// Where every line goes too.
    also: Option<Arc<Mutex<Recording>>>,
}

#[derive(Debug)]
struct Recording {
    target: Target,
    /// How many bytes it has got, and may get.
    written: usize,
    limit: usize,
}

#[derive(Debug)]
enum Target {
    File(File),
    Memory(Vec<u8>),
}

impl Recording {
    fn put(&mut self, line: &[u8]) -> Result<(), Exceeded> {
        let written = self.written.saturating_add(line.len());
        if written > self.limit {
            return Err(Exceeded::new(Sum::Recording, self.limit));
        }
        self.written = written;
        match &mut self.target {
            Target::Memory(lines) => lines.extend_from_slice(line),
            // One write a line: two recordings in one file do not tear each other's lines.
            Target::File(file) => {
                let _ = file.write_all(line);
            }
        }
        Ok(())
    }
}

fn lock(recording: &Mutex<Recording>) -> MutexGuard<'_, Recording> {
    recording.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recorder {
    /// Appends to a file, which is made where it is missing; only the user can read it then, since messages hold what is secret.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub fn append_to(path: &Path) -> Result<Self, Error> {
        let file = private::append_to(path)
            .map_err(|reason| Error::Unwritable { path: shown_path(path), reason: reason.to_string() })?;
        Ok(Self::new(Target::File(file), MOST_IN_A_FILE))
    }

    /// Keeps the recording in memory.
    pub fn in_memory() -> Self {
        Self::new(Target::Memory(Vec::new()), MOST_IN_MEMORY)
    }

    fn new(target: Target, limit: usize) -> Self {
        Self { to: Arc::new(Mutex::new(Recording { target, written: 0, limit })), also: None }
    }

    /// With so many bytes at most.
    #[must_use]
    pub fn at_most(self, bytes: usize) -> Self {
        lock(&self.to).limit = bytes;
        self
    }

    /// Writes every line to another recording too.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.also = Some(Arc::clone(&other.to));
        self
    }

    /// What was recorded in memory since it was last taken.
    pub fn take(&self) -> Vec<u8> {
        let mut recording = lock(&self.to);
        match &mut recording.target {
            Target::Memory(lines) => {
                let taken = std::mem::take(lines);
                recording.written = 0;
                taken
            }
            Target::File(_) => Vec::new(),
        }
    }

    fn record(&self, direction: Direction, bytes: &[u8]) -> Result<(), Exceeded> {
        let time = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        let head = Params::new().with("time", time).with("direction", direction.name());
        // JSON stays as it was sent where that fits on a line; anything else is kept as text.
        let text = String::from_utf8_lossy(bytes);
        let sent = text.trim();
        let json = Raw::parse(sent).filter(|raw| raw.is_clean() && raw.kind() == Kind::Object);
        let line = match json {
            Some(raw) if sent.contains(['\n', '\r']) => head.with_json("message", raw.to_json()).to_json() + "\n",
            Some(raw) => {
                // A large message is not in memory more often than it has to be.
                drop(raw);
                let head = head.to_json();
                let open = head.strip_suffix('}').unwrap_or(&head);
                [open, ",\"message\":", sent, "}\n"].concat()
            }
            None => head.with("text", text.trim_end_matches(['\r', '\n'])).to_json() + "\n",
        };
        let both = iter::once(&self.to).chain(&self.also);
        // One that is full costs the other nothing.
        both.map(|to| lock(to).put(line.as_bytes())).fold(Ok(()), Result::and)
    }
}

impl Tap for Recorder {
    fn sent(&self, bytes: &[u8]) -> Result<(), Exceeded> {
        self.record(Direction::Sent, bytes)
    }

    fn received(&self, bytes: &[u8]) -> Result<(), Exceeded> {
        self.record(Direction::Received, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_ends_at_its_limit() {
        let (small, large) = (Recorder::in_memory().at_most(250), Recorder::in_memory());
        let both = small.clone().and(&large);
        let exceeded = Exceeded::new(Sum::Recording, 250);
        let results: Vec<_> = (0..4).map(|_| both.received(b"{\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n")).collect();
        assert_eq!(results, [Ok(()), Ok(()), Err(exceeded), Err(exceeded)]);
        assert_eq!(String::from_utf8(small.take()).unwrap().lines().count(), 2);
        assert_eq!(String::from_utf8(large.take()).unwrap().lines().count(), 4);
        // What was taken does not count any more.
        assert_eq!(both.received(b"{}"), Ok(()));
        let line = String::from_utf8(small.take()).unwrap();
        assert!(line.ends_with("\"direction\":\"received\",\"message\":{}}\n"), "{line}");
    }

    #[cfg(unix)]
    #[test]
    fn a_recording_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let path = std::env::temp_dir().join(format!("retort-recording-{}", std::process::id()));
        Recorder::append_to(&path).unwrap().sent(b"{}").unwrap();
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(mode & 0o777, 0o600);
    }
}

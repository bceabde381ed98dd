//! A recording: every message with its time and direction, one a line of JSON, which `retort parse` reads.

use std::fs::File;
use std::io::Write;
use std::iter;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{SecondsFormat, Utc};
use retort_core::{Direction, Kind, Raw};
use retort_wire::{Params, Tap};

use crate::error::Error;
use crate::private;

/// Writes messages down as they come and go: to a file, or to memory.
#[derive(Clone, Debug)]
pub struct Recorder {
    to: Arc<Mutex<Target>>,
    /// Where every line goes too.
    also: Option<Arc<Mutex<Target>>>,
}

#[derive(Debug)]
enum Target {
    File(File),
    Memory(Vec<u8>),
}

impl Recorder {
    /// Appends to a file, which is made where it is missing; only the user can read it then, since messages hold what is secret.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub fn append_to(path: &Path) -> Result<Self, Error> {
        let file = private::append_to(path)
            .map_err(|reason| Error::Unwritable { path: path.display().to_string(), reason: reason.to_string() })?;
        Ok(Self { to: Arc::new(Mutex::new(Target::File(file))), also: None })
    }

    /// Keeps the recording in memory.
    pub fn in_memory() -> Self {
        Self { to: Arc::new(Mutex::new(Target::Memory(Vec::new()))), also: None }
    }

    /// Writes every line to another recording too.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.also = Some(Arc::clone(&other.to));
        self
    }

    /// What was recorded in memory since it was last taken.
    pub fn take(&self) -> Vec<u8> {
        match &mut *self.to.lock().unwrap_or_else(PoisonError::into_inner) {
            Target::Memory(lines) => std::mem::take(lines),
            Target::File(_) => Vec::new(),
        }
    }

    fn record(&self, direction: Direction, bytes: &[u8]) {
        let time = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        let line = Params::new().with("time", time).with("direction", direction.name());
        // JSON stays as it was sent where that fits on a line; anything else is kept as text.
        let text = String::from_utf8_lossy(bytes);
        let json = Raw::parse(text.trim()).filter(|raw| raw.is_clean() && raw.kind() == Kind::Object);
        let line = match json {
            Some(raw) if raw.as_str().contains(['\n', '\r']) => line.with_json("message", raw.to_json()),
            Some(raw) => line.with_json("message", raw.as_str()),
            None => line.with("text", text.trim_end_matches(['\r', '\n'])),
        };
        let line = line.to_json() + "\n";
        for target in iter::once(&self.to).chain(&self.also) {
            match &mut *target.lock().unwrap_or_else(PoisonError::into_inner) {
                Target::Memory(lines) => lines.extend_from_slice(line.as_bytes()),
                // One write a line: two recordings in one file do not tear each other's lines.
                Target::File(file) => {
                    let _ = file.write_all(line.as_bytes());
                }
            }
        }
    }
}

impl Tap for Recorder {
    fn sent(&self, bytes: &[u8]) {
        self.record(Direction::Sent, bytes);
    }

    fn received(&self, bytes: &[u8]) {
        self.record(Direction::Received, bytes);
    }
}

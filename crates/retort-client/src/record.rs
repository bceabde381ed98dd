//! A recording: every message with its time and direction, one a line of JSON, which `retort parse` reads.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{SecondsFormat, Utc};
use retort_core::Raw;

use crate::error::Error;
use crate::params::Params;

/// Which way a message went.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    Sent,
    Received,
}

/// Writes messages to a file as they come and go.
#[derive(Clone, Debug)]
pub struct Recorder {
    file: Arc<Mutex<File>>,
}

impl Recorder {
    /// Appends to a file, which is made where it is missing.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub fn append_to(path: &Path) -> Result<Self, Error> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file =
            file.map_err(|reason| Error::Unwritable { path: path.display().to_string(), reason: reason.to_string() })?;
        Ok(Self { file: Arc::new(Mutex::new(file)) })
    }

    pub(crate) fn record(&self, direction: Direction, bytes: &[u8]) {
        let direction = match direction {
            Direction::Sent => "sent",
            Direction::Received => "received",
        };
        let line = Params::new()
            .with("time", Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true))
            .with("direction", direction);
        // JSON stays as it was sent where that fits on a line; anything else is kept as text.
        let text = String::from_utf8_lossy(bytes);
        let json = Raw::parse(text.trim()).filter(|raw| raw.is_clean() && raw.kind().is_container());
        let line = match json {
            Some(raw) if raw.as_str().contains(['\n', '\r']) => line.with_json("message", raw.to_json()),
            Some(raw) => line.with_json("message", raw.as_str()),
            None => line.with("text", text.trim_end_matches(['\r', '\n'])),
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // One write a line: two recordings in one file do not tear each other's lines.
        let _ = file.write_all((line.to_json() + "\n").as_bytes());
    }
}

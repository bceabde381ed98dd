//! What the body of an answer is: its first bytes tell more than what it is called.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use reqwest::StatusCode;

use crate::balance::Balance;
use crate::body::ResponseBody;
use crate::budget::{Exceeded, Limits, Share};
use crate::events::{Event, Events};
use crate::unpack::Broken;

/// A body that is whole JSON ends here, if nothing more comes for this long.
const LONGEST_SILENCE: Duration = Duration::from_millis(500);
/// How many blanks may stand before anything.
const MOST_BLANKS: usize = 1 << 16;

/// What has come of an answer so far, for when its time is over.
#[derive(Clone, Debug)]
pub(crate) struct Held(Arc<Mutex<Partial>>);

#[derive(Debug)]
pub(crate) struct Partial {
    /// A body that has not ended.
    pub(crate) bytes: Vec<u8>,
    /// An event that has not ended.
    pub(crate) events: Events,
    /// What both have of what the buffers of the connection may hold.
    share: Share,
    limits: Limits,
}

impl Partial {
    /// Counts what is held.
    pub(crate) fn count(&mut self) -> Result<(), Exceeded> {
        let waiting = self.events.waiting();
        if waiting > self.limits.message {
            return Err(self.limits.too_large());
        }
        self.share.set(self.bytes.len() + waiting)
    }
}

impl Held {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self(Arc::new(Mutex::new(Partial {
            bytes: Vec::new(),
            events: Events::default(),
            share: limits.buffers.share(),
            limits: limits.clone(),
        })))
    }

    /// Takes more of a body.
    fn extend(&self, more: &[u8]) -> Result<(), Broken> {
        let mut held = self.lock();
        held.bytes.extend_from_slice(more);
        held.count().map_err(Broken::TooMuch)
    }

    /// Takes out what has come of a body.
    pub(crate) fn take(&self) -> Bytes {
        let mut held = self.lock();
        let bytes = std::mem::take(&mut held.bytes);
        // Less is never too much.
        let _ = held.count();
        bytes.into()
    }

    /// Takes out what has come of an event.
    pub(crate) fn take_event(&self) -> Option<Event> {
        let mut held = self.lock();
        let event = held.events.give_up();
        let _ = held.count();
        event
    }

    /// Takes more of a stream of events; gives those that it completes, and whether what waits for its end is too much.
    pub(crate) fn push(&self, more: &[u8]) -> (Vec<Event>, Result<(), Exceeded>) {
        let mut held = self.lock();
        let found = held.events.push(more);
        let counted = held.count();
        (found, counted)
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Partial> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the first bytes of a body that say something.
pub(super) async fn beginning(body: &mut ResponseBody, held: &Held) -> Option<Broken> {
    let mut blanks = 0;
    loop {
        {
            let held = held.lock();
            let start = held.bytes.get(blanks..).unwrap_or_default().trim_ascii_start();
            blanks = held.bytes.len() - start.len();
            // The longest name of a field, and what follows it.
            let tells = start.len() >= 6 || start.first().is_some_and(|first| b"{[<:".contains(first));
            if tells || held.bytes.len() > MOST_BLANKS {
                return None;
            }
        }
        match body.next().await {
            Ok(Some(more)) => {
                if let Err(broken) = held.extend(&more) {
                    return Some(broken);
                }
            }
            Ok(None) => return None,
            Err(broken) => return Some(broken),
        }
    }
}

/// Whether a body is a stream of events.
pub(crate) fn looks_like_events(start: &[u8], is_named_so: bool) -> bool {
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    if is_named_so {
        return !start.first().is_some_and(|first| b"{[<".contains(first));
    }
    [&b"data:"[..], b"event:", b"id:", b"retry:", b":"].iter().any(|field| start.starts_with(field))
}

/// Reads a body to its end. One that is whole JSON need not end, if nothing but blanks comes for a while.
pub(crate) async fn whole(body: &mut ResponseBody, held: &Held) -> Option<Broken> {
    let mut balance = Balance::default();
    let mut complete = balance.push(&held.lock().bytes);
    let mut ends = None;
    loop {
        let next = if complete {
            let end = *ends.get_or_insert_with(|| tokio::time::Instant::now() + LONGEST_SILENCE);
            match tokio::time::timeout_at(end, body.next()).await {
                Ok(next) => next,
                Err(_) => return None,
            }
        } else {
            ends = None;
            body.next().await
        };
        match next {
            Ok(Some(more)) => {
                complete = balance.push(&more);
                if let Err(broken) = held.extend(&more) {
                    return Some(broken);
                }
            }
            Ok(None) => return None,
            Err(broken) => return Some(broken),
        }
    }
}

/// What an answer is, where it is no message.
pub(super) fn describe(status: StatusCode, body: &ResponseBody, bytes: &[u8]) -> String {
    let start = bytes.trim_ascii_start();
    let what = match body.unknown_encoding() {
        Some(encoding) if std::str::from_utf8(bytes).is_err() => {
            return format!("HTTP status {status} and a body packed as {encoding:?}, which was not asked for");
        }
        _ if start.is_empty() => "an empty body",
        _ if start.first() == Some(&b'<') && body.content_type().contains("html") => "a web page",
        _ if start.first() == Some(&b'<') => "markup",
        _ if start.first().is_some_and(|first| b"{[".contains(first)) => "other JSON",
        _ => "text",
    };
    format!("HTTP status {status} and {what}")
}

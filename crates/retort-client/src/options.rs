//! How to connect to a server, as the caller wants it.

use std::sync::Arc;
use std::time::Duration;

use retort_core::{Raw, Revision};
use retort_wire::{Authorize, Budget, Matching, Orphans, PeerOptions, Watcher};

use crate::memory::{Key, Known, Memory};
use crate::record::Recorder;

/// How often a busy server is asked again, where the caller does not say.
const MOST_RETRIES: usize = 5;

/// How to connect.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How long every request may take; progress starts it anew.
    pub timeout: Duration,
    /// How long every request may take in all, whatever progress comes; `None` for as long as it comes.
    pub max_time: Option<Duration>,
    /// The revision to speak; `None` for the newest that both know.
    pub protocol: Option<Revision>,
    /// Asks for this version in `initialize`, whatever it is: to see what the server makes of it.
    pub announce: Option<String>,
    /// How many bytes a message may have, and a list with all its pages; what a connection holds follows from it.
    pub max_size: usize,
    /// What all connections hold together that are given this one; `None` leaves each on its own.
    pub budget: Option<Budget>,
    /// Whether the server should send its log.
    pub log: bool,
    /// Where to write down every message.
    pub recorder: Option<Recorder>,
    /// How to log in to a server that asks for it.
    pub authorizer: Option<Arc<dyn Authorize>>,
    /// How long a server may be silent before it is greeted the other way too; `None` for less than a second, or twice what
    /// it is remembered to take. Either answer is taken whenever it comes.
    pub patience: Option<Duration>,
    /// Where to remember how servers are greeted; `None` remembers nothing, and asks as if each were met for the first time.
    pub memory: Option<Memory>,
    /// What the caller can do, as the protocol has it; `None` for what a [`Host`](crate::Host) can.
    pub capabilities: Option<Raw>,
    /// Who the caller is, as the protocol has it; `None` for Retort.
    pub client_info: Option<Raw>,
    /// Whether the host answers what a server wants to know before it goes on (`input_required`). Otherwise such a result is
    /// given to whoever called, who may ask again with the answers.
    pub answers_input: bool,
    /// How often a server at an address is asked again that is busy and says when.
    pub retries_when_busy: usize,
    /// How replies find their requests: leniently for one caller, strictly where several share the connection.
    pub matching: Matching,
    /// Who ends with a child process what its own children left behind.
    pub orphans: Option<Orphans>,
    /// Who ends a child process, with everything that it started, when this process is gone.
    pub watcher: Option<Watcher>,
    /// The variables of this process that a child gets beside those that programs need, and those that its own entry names.
    pub environment: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: Duration::from_mins(1),
            max_time: Some(Duration::from_hours(1)),
            protocol: None,
            announce: None,
            max_size: 1 << 28,
            budget: None,
            log: false,
            recorder: None,
            authorizer: None,
            patience: None,
            memory: None,
            capabilities: None,
            client_info: None,
            answers_input: true,
            retries_when_busy: MOST_RETRIES,
            matching: Matching::Lenient,
            orphans: None,
            watcher: None,
            environment: Vec::new(),
        }
    }
}

impl Options {
    /// How the connection below is.
    pub(crate) fn peer(&self) -> PeerOptions {
        let mut options = PeerOptions::default();
        options.matching = self.matching;
        options.max_size = self.max_size;
        options.budget.clone_from(&self.budget);
        options.tap = self.recorder.clone().map(|recorder| Arc::new(recorder) as _);
        options.orphans.clone_from(&self.orphans);
        options.watcher.clone_from(&self.watcher);
        options.environment.clone_from(&self.environment);
        options
    }

    /// How the server was greeted the last time. Where the revision is given, that does not matter.
    pub(crate) fn recall(&self, server: &Key) -> Option<Known> {
        self.memory.as_ref().filter(|_| self.protocol.is_none())?.recall(server)
    }

    /// Remembers how the server was greeted, where that is news; or that it could not be.
    pub(crate) fn remember(&self, server: &Key, known: Option<Known>, now: Option<Known>) {
        if let Some(memory) = self.memory.as_ref().filter(|_| self.protocol.is_none() && known != now) {
            memory.keep(server, now);
        }
    }
}

//! A request between being sent and being answered: what will become of it if nothing better comes, and its clock. The
//! drawing of its states is in ARCHITECTURE.md.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

use crate::error::Error;
use crate::reply::Reply;

/// How long a reply that is not quite one waits for a better one.
const GRACE: Duration = Duration::from_secs(1);
/// A deadline that is later than this is none.
const LATEST_DEADLINE: Duration = Duration::from_hours(8760);

/// How a request ends.
pub(crate) type Ending = Result<Reply, Error>;

/// A request that waits for its reply.
pub(super) struct Request {
    pub(super) method: String,
    /// The progress token that it carries, as it was sent.
    pub(super) token: Option<String>,
    times: Times,
    clock: Clock,
    /// Told when the deadline comes nearer.
    hurried: Arc<Notify>,
    prospect: Prospect,
    to: oneshot::Sender<Ending>,
}

/// What becomes of a request when its time is over.
enum Prospect {
    /// Nothing has come for it.
    Waiting,
    /// Something came that may be its reply, if no better one comes.
    SecondBest(Box<Reply>),
    /// Something went wrong with it, though its reply may still come on another way.
    Doomed(Box<Error>),
}

/// How long a request may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    /// From the beginning, and from each progress on.
    pub(crate) timeout: Option<Duration>,
    /// In all.
    pub(crate) max_time: Option<Duration>,
}

/// The clock of a request.
#[derive(Clone, Copy, Debug)]
enum Clock {
    /// It runs until then, which progress moves, and not beyond the end; for ever where there is neither.
    Runs { until: Option<Instant>, end: Option<Instant> },
    /// It stands still while so many questions are open that belong to the request; this much is left of both.
    Stands { left: Option<Duration>, left_in_all: Option<Duration>, questions: usize },
}

impl Request {
    pub(super) fn new(
        method: &str,
        token: Option<String>,
        times: Times,
    ) -> (Self, oneshot::Receiver<Ending>, Arc<Notify>) {
        let known = |time: Option<Duration>| time.filter(|time| *time < LATEST_DEADLINE);
        let times = Times { timeout: known(times.timeout), max_time: known(times.max_time) };
        let from_now = |time: Duration| Instant::now() + time;
        let (to, reply) = oneshot::channel();
        let hurried = Arc::new(Notify::new());
        let request = Self {
            method: method.to_owned(),
            token,
            times,
            clock: Clock::Runs { until: times.timeout.map(from_now), end: times.max_time.map(from_now) },
            hurried: Arc::clone(&hurried),
            prospect: Prospect::Waiting,
            to,
        };
        (request, reply, hurried)
    }

    /// When its time is over; `None` while its clock stands still, and where it has all the time.
    pub(super) fn due(&self) -> Option<Instant> {
        match self.clock {
            Clock::Runs { until, end } => until.into_iter().chain(end).min(),
            Clock::Stands { .. } => None,
        }
    }

    /// Whether it has had all the time that there is, whatever progress came.
    pub(super) fn is_overtime(&self) -> bool {
        matches!(self.clock, Clock::Runs { end: Some(end), .. } if end <= Instant::now())
    }

    /// Progress: it has its time again, but no more than there is in all.
    pub(super) fn goes_on(&mut self) {
        if let Some(timeout) = self.times.timeout {
            self.allow(timeout);
        }
    }

    /// Gives it this long from now on.
    fn allow(&mut self, time: Duration) {
        match &mut self.clock {
            Clock::Stands { left, .. } => *left = Some(time),
            Clock::Runs { until, .. } => *until = Some(Instant::now() + time),
        }
    }

    /// Waits only a little longer.
    fn hurry(&mut self) {
        let left = match self.clock {
            Clock::Stands { left, .. } => left,
            Clock::Runs { until, .. } => until.map(|until| until.saturating_duration_since(Instant::now())),
        };
        if left.is_none_or(|left| left > GRACE) {
            self.allow(GRACE);
            self.hurried.notify_one();
        }
    }

    /// A question that belongs to it is asked.
    pub(super) fn stop_clock(&mut self) {
        self.clock = match self.clock {
            Clock::Stands { left, left_in_all, questions } => {
                Clock::Stands { left, left_in_all, questions: questions + 1 }
            }
            Clock::Runs { until, end } => {
                let left = |until: Instant| until.saturating_duration_since(Instant::now());
                Clock::Stands { left: until.map(left), left_in_all: end.map(left), questions: 1 }
            }
        };
    }

    /// A question that belongs to it is answered.
    pub(super) fn start_clock(&mut self) {
        match &mut self.clock {
            Clock::Stands { questions, .. } if *questions > 1 => *questions -= 1,
            Clock::Stands { left, left_in_all, .. } => {
                let from_now = |left: Duration| Instant::now() + left;
                self.clock = Clock::Runs { until: left.map(from_now), end: left_in_all.map(from_now) };
                self.hurried.notify_one();
            }
            Clock::Runs { .. } => {}
        }
    }

    /// Keeps what may be the reply, and waits a little for a better one.
    pub(super) fn take_for_now(&mut self, reply: Reply) {
        self.prospect = Prospect::SecondBest(Box::new(reply));
        self.hurry();
    }

    /// Keeps what may be the payload, unless something better is kept. `is_meant` says that it was meant as a reply.
    pub(super) fn take_if_better(&mut self, reply: Reply, is_meant: bool, is_better: impl FnOnce(&Reply) -> bool) {
        if is_meant {
            self.hurry();
        }
        let takes = match &self.prospect {
            Prospect::SecondBest(kept) => is_better(kept),
            _ => true,
        };
        if takes {
            self.prospect = Prospect::SecondBest(Box::new(reply));
        }
    }

    /// Something went wrong, but a reply may come on another way: that is waited for a little. What may be the reply is
    /// better than an error.
    pub(super) fn doom(&mut self, error: Error) {
        if !matches!(self.prospect, Prospect::SecondBest(_)) {
            self.prospect = Prospect::Doomed(Box::new(error));
        }
        self.hurry();
    }

    /// Its reply has come.
    pub(super) fn answer(self, reply: Reply) {
        // Whoever asked may have gone.
        let _ = self.to.send(Ok(reply));
    }

    /// Nothing will come any more: what came closest to a reply, or an error.
    pub(super) fn fail(self, why: impl FnOnce(String) -> Error) {
        let ending = match self.prospect {
            Prospect::SecondBest(reply) => Ok(*reply),
            Prospect::Doomed(error) => Err(*error),
            Prospect::Waiting => Err(why(self.method)),
        };
        let _ = self.to.send(ending);
    }

    /// Nobody waits any more: its method, and how it ends if that is known.
    pub(super) fn give_up(self) -> (String, Option<Ending>) {
        let ending = match self.prospect {
            Prospect::SecondBest(reply) => Some(Ok(*reply)),
            Prospect::Doomed(error) => Some(Err(*error)),
            Prospect::Waiting => None,
        };
        (self.method, ending)
    }
}

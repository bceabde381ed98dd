//! What can go wrong between two peers. An error holds facts: what happened, to what, and what did arrive. What to do about
//! it, the program knows that the wire is part of.

use std::fmt;
use std::time::Duration;

use crate::budget::Exceeded;
use crate::options::AuthorizeError;
use crate::stderr::Stderr;
use crate::words::{Excerpt, one_line};

/// How many bytes an error keeps of what came in place of a reply.
const MOST_KEPT: usize = 64 * 1024;
/// How many characters an error shows of an address that a server names.
const MOST_OF_AN_ADDRESS: usize = 300;

/// Why a request got no reply.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The program of a server could not be started.
    Start {
        /// The program.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// The server cannot be reached.
    Unreachable {
        /// The address.
        url: String,
        /// What the system says.
        reason: String,
    },
    /// The connection broke while a request was sent or answered.
    Broken {
        /// The address.
        url: String,
        /// What the system says.
        reason: String,
    },
    /// A header cannot be sent.
    Header {
        /// Its name.
        name: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The server's program ended.
    Exited {
        /// What was asked of it.
        method: String,
        /// How it ended, such as "ended with exit code 3".
        how: String,
        /// What it wrote to standard error.
        stderr: Stderr,
        /// What arrived that is no answer.
        arrived: Vec<u8>,
    },
    /// The connection ended.
    Closed {
        /// What was asked.
        method: String,
        /// How it ended.
        reason: String,
        /// What arrived that is no answer.
        arrived: Vec<u8>,
    },
    /// No answer came in time.
    Deadline {
        /// What was asked.
        method: String,
        /// For how long.
        after: Duration,
        /// What the server wrote to standard error.
        stderr: Stderr,
        /// What arrived that is no answer.
        arrived: Vec<u8>,
    },
    /// No answer came in all the time that there was, though progress did.
    Overtime {
        /// What was asked.
        method: String,
        /// For how long.
        after: Duration,
        /// What the server wrote to standard error.
        stderr: Stderr,
        /// What arrived that is no answer.
        arrived: Vec<u8>,
    },
    /// An HTTP answer holds no message.
    NotMcp {
        /// The address.
        url: String,
        /// What was asked.
        method: String,
        /// What it is instead, such as "HTTP status 404 and a web page".
        what: String,
        /// The HTTP status.
        status: u16,
        /// The body, as far as it matters.
        body: Vec<u8>,
    },
    /// The server wants to know who asks.
    Unauthorized {
        /// The address.
        url: String,
        /// The HTTP status: 401, or 403 where what was given is not enough.
        status: u16,
        /// Whether a header with the request said who asks.
        is_given: bool,
        /// The header `WWW-Authenticate`, which tells how.
        challenge: Option<String>,
        /// The body.
        body: Vec<u8>,
    },
    /// The server has forgotten the session.
    SessionEnded {
        /// The address.
        url: String,
        /// The body.
        body: Vec<u8>,
    },
    /// Getting or refreshing a token failed.
    Authorization(AuthorizeError),
    /// A redirect leads elsewhere.
    Redirected {
        /// The address.
        url: String,
        /// The HTTP status.
        status: u16,
        /// Where to.
        to: String,
    },
    /// A message, or a sum of them, is more than is taken.
    TooMuch(Exceeded),
    /// What was to be passed on is no request.
    NotARequest,
    /// Whoever asked wants no answer any more.
    Cancelled,
}

impl Error {
    /// What happened, on one line.
    pub fn what(&self) -> String {
        match self {
            Self::Start { program, reason } => format!("cannot start {program}: {reason}"),
            Self::Unreachable { url, reason } => format!("cannot reach {url}: {reason}"),
            Self::Broken { url, reason } => format!("the connection to {url} broke: {reason}"),
            Self::Header { name, what } => format!("the header {name:?} has {what} that HTTP does not allow"),
            Self::Exited { method, how, .. } => format!("the server {how} before it answered {method}"),
            Self::Closed { method, reason, .. } => {
                format!("the connection ended before {method} was answered: {reason}")
            }
            Self::Deadline { method, after, .. } => format!("no answer to {method} within {} s", seconds(*after)),
            Self::Overtime { method, after, .. } => {
                format!("no answer to {method} within {} s in all, whatever progress came", seconds(*after))
            }
            Self::NotMcp { url, method, what, .. } => {
                format!("{url} answered {method} with {what}, not with a message of the protocol")
            }
            Self::Unauthorized { url, status, is_given: true, .. } => {
                format!("{url} refuses the authorisation that it was given (HTTP status {status})")
            }
            Self::Unauthorized { url, status, .. } => format!("{url} asks for authorisation (HTTP status {status})"),
            Self::SessionEnded { url, .. } => format!("{url} has ended the session"),
            Self::Authorization(reason) => reason.to_string(),
            Self::Redirected { url, status, to } => {
                format!("{url} redirects to {} (HTTP status {status})", one_line(to, MOST_OF_AN_ADDRESS))
            }
            Self::TooMuch(exceeded) => exceeded.to_string(),
            Self::NotARequest => "what was to be passed on is no request".to_owned(),
            Self::Cancelled => "cancelled".to_owned(),
        }
    }

    /// What the other side said, made safe to print, on lines below what happened; empty where it said nothing.
    pub fn evidence(&self) -> String {
        match self {
            Self::Exited { stderr, arrived, .. }
            | Self::Deadline { stderr, arrived, .. }
            | Self::Overtime { stderr, arrived, .. } => said(stderr, arrived),
            Self::Closed { arrived: sent, .. }
            | Self::NotMcp { body: sent, .. }
            | Self::Unauthorized { body: sent, .. }
            | Self::SessionEnded { body: sent, .. } => sent_of(sent),
            _ => String::new(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.what(), self.evidence())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Authorization(reason) => Some(&**reason),
            Self::TooMuch(exceeded) => Some(exceeded),
            _ => None,
        }
    }
}

/// As much of what somebody sent as an error keeps of it.
pub(crate) fn kept(sent: &[u8]) -> Vec<u8> {
    sent.get(..MOST_KEPT).unwrap_or(sent).to_vec()
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds.fract() == 0.0 { format!("{seconds:.0}") } else { format!("{seconds:.1}") }
}

/// What a server said on either stream; each has a line of its own above its words.
fn said(stderr: &Stderr, arrived: &[u8]) -> String {
    if stderr.is_empty() {
        return sent_of(arrived);
    }
    let said = format!("; on standard error it said:{stderr}");
    if arrived.trim_ascii().is_empty() { said } else { format!("{said}\nand it did send:{}", Excerpt(arrived)) }
}

fn sent_of(arrived: &[u8]) -> String {
    if arrived.trim_ascii().is_empty() { String::new() } else { format!("; it did send:{}", Excerpt(arrived)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_a_server_names_is_shown_in_part() {
        let to = format!("https://a.example/{}", "x".repeat(50_000));
        let error = Error::Redirected { url: "http://b.example/".to_owned(), status: 302, to };
        assert!(error.what().starts_with("http://b.example/ redirects to https://a.example/xxx"));
        assert!(error.what().len() < 400, "{}", error.what().len());
    }

    #[test]
    fn both_streams_have_a_line_of_their_own() {
        let mut heard = crate::stderr::Heard::default();
        heard.push(b"Starting\n");
        let error = Error::Deadline {
            method: "tools/call".to_owned(),
            after: Duration::from_secs(5),
            stderr: heard.so_far(),
            arrived: b"hello\n".to_vec(),
        };
        let shown = error.to_string();
        assert!(shown.ends_with("; on standard error it said:\n  | Starting\nand it did send:\n  | hello"), "{shown}");
    }
}

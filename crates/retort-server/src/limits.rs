//! What a server takes on at once and how long it waits for a client: every limit in one value, the same for all servers.
//! Single messages have limits, and so have their sums, since a thousand small things weigh as much as a large one.

use std::time::Duration;

/// The limits of a server. What is beyond one of them waits, or is refused with words that name it; nothing grows with what
/// clients send.
///
/// ```
/// use retort_server::Limits;
///
/// let mut limits = Limits::default();
/// limits.sessions = 10;
/// assert_eq!(limits.calls, 64);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How many HTTP connections are open at once: 512. There are fewer where the process may not open so many files, since
    /// some are kept in reserve. For one more, the connection is closed that has kept the server waiting longest; where none
    /// waits for its client, the new one is answered with 503.
    pub connections: usize,
    /// How many sessions there are over HTTP: 500. For one more, one ends that is not in use: the longest idle of those that
    /// were opened and never used, else the longest idle of all. Where all are in use, the answer is 503.
    pub sessions: usize,
    /// How many streams are open at once on which servers speak unasked: 128. One more is answered with 503.
    pub streams: usize,
    /// How many requests are worked on at once: 64. Over HTTP one more is answered with 503; over a pair of streams reading
    /// stops until there is room.
    pub calls: usize,
    /// The largest message, as the body of an HTTP request or as a line: 16 MiB. A larger one is answered with 413, or -32600.
    pub message_bytes: usize,
    /// How much memory the messages may take that are being read or worked on, by an estimate: 64 MiB. What is over it is
    /// answered with 503, or waits. Notifications have a quarter of it beside, since calls may wait for them.
    pub waiting_bytes: usize,
    /// How many bytes of large answers are made and sent at once: 64 MiB. Further answers wait; one that is larger is made
    /// when no other is.
    pub answer_bytes: usize,
    /// The largest head of an HTTP request: 64 KiB. A larger one is answered with 431.
    pub head_bytes: usize,
    /// How many headers a request has at most: 100. More are answered with 431.
    pub headers: usize,
    /// How long the head of a request may take from its first byte: 10 s. Then the answer is 408.
    pub head_time: Duration,
    /// How long the body of a request may take: 60 s. Then the answer is 408.
    pub body_time: Duration,
    /// How long a connection may be silent between requests, and how long a client may take for each 64 KiB of an answer: 60 s.
    /// Then it is closed.
    pub silence: Duration,
    /// How long a session lasts that nobody uses: 30 minutes.
    pub session_idle: Duration,
    /// How long reading stops over a pair of streams while there is no room for a call: 10 s. Then the call is refused, so
    /// that what follows it, such as an answer that a running call waits for, is read.
    pub room_time: Duration,
    /// Names under which the server is reached, beside `localhost` and the addresses that it listens on. Requests to other
    /// names are answered with 403, since a page elsewhere may have sent them.
    pub hosts: Vec<String>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            sessions: 500,
            streams: 128,
            calls: 64,
            message_bytes: 16 << 20,
            waiting_bytes: 64 << 20,
            answer_bytes: 64 << 20,
            head_bytes: 64 << 10,
            headers: 100,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_mins(1),
            silence: Duration::from_mins(1),
            session_idle: Duration::from_mins(30),
            room_time: Duration::from_secs(10),
            hosts: Vec::new(),
        }
    }
}

//! What a case is: a tool whose answer is odd in one way, with the transports that can carry it and what a client
//! that loses nothing makes of it.

use super::call::Call;
use super::script::{Step, Way, script};

/// A tool of the server and the one odd thing about its answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Case {
    /// The tool's name, in kebab case.
    pub name: &'static str,
    /// What is odd, in one sentence.
    pub about: &'static str,
    /// The transports that can carry it.
    pub transports: Transports,
    /// What a client that loses nothing ends with.
    pub expect: Expect,
    /// Where a client must connect for it, if that is neither `/mcp` nor `/sse`.
    pub path: Option<&'static str>,
    pub(super) act: Act,
}

/// What a client that loses nothing ends with.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expect {
    /// This text was sent as a payload or as the server's own error, and reaches the user.
    Payload(String),
    /// Nothing usable was sent: the call ends with a clear error within the client's deadline, and the text, if
    /// there is one, is in what the client shows.
    Error(Option<String>),
    /// The payload if the client tries once more, or else an error that shows the second text.
    Either {
        /// What the second try brings.
        payload: String,
        /// What is in the error after a single try.
        error: String,
    },
}

impl Expect {
    /// The payload that must or may reach the user.
    pub fn payload(&self) -> Option<&str> {
        match self {
            Self::Payload(payload) | Self::Either { payload, .. } => Some(payload),
            Self::Error(_) => None,
        }
    }
}

/// How messages travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// Lines on standard input and output.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// HTTP with an event stream beside it, as revision 2024-11-05 had it.
    Sse,
}

impl Transport {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Stdio, Self::Http, Self::Sse];

    /// Its name: `stdio`, `http` or `sse`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Sse => "sse",
        }
    }
}

/// A set of transports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transports {
    /// Whether [`Transport::Stdio`] is one.
    pub stdio: bool,
    /// Whether [`Transport::Http`] is one.
    pub http: bool,
    /// Whether [`Transport::Sse`] is one.
    pub sse: bool,
}

impl Transports {
    pub(super) const ALL: Self = Self { stdio: true, http: true, sse: true };
    pub(super) const STDIO: Self = Self { stdio: true, http: false, sse: false };
    pub(super) const HTTP: Self = Self { stdio: false, http: true, sse: false };
    pub(super) const SSE: Self = Self { stdio: false, http: false, sse: true };
    pub(super) const EVENTS: Self = Self { stdio: false, http: true, sse: true };
    /// Where a message is a run of bytes of its own, not a line of an event.
    pub(super) const BYTES: Self = Self { stdio: true, http: true, sse: false };

    /// Whether a transport is in the set.
    pub fn contains(self, transport: Transport) -> bool {
        match transport {
            Transport::Stdio => self.stdio,
            Transport::Http => self.http,
            Transport::Sse => self.sse,
        }
    }

    /// Those in the set.
    pub fn iter(self) -> impl Iterator<Item = Transport> {
        Transport::ALL.into_iter().filter(move |transport| self.contains(*transport))
    }
}

/// The one message that answers a call.
pub(super) type MessageOf = fn(&Call) -> Vec<u8>;

/// All that is done for a call.
pub(super) type StepsOf = fn(&Call) -> Vec<Step>;

/// How the answer comes about. Each kind leaves to the transport what is not odd about the case.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act {
    /// One message, as a template that [`Call::fill`] fills.
    Template(&'static str),
    /// One result in a sound message, as a template.
    Result(&'static str),
    /// One message, as bytes.
    Message(MessageOf),
    /// Several messages, each framed as the transport frames messages.
    Messages(StepsOf),
    /// What goes to standard output.
    Lines(StepsOf),
    /// What goes to standard output, as a template.
    Output(&'static str),
    /// The bytes of an event stream.
    Stream(StepsOf),
    /// The bytes of an event stream, as a template.
    Events(&'static str),
    /// A whole HTTP response.
    Response(StepsOf),
    /// A whole HTTP response from a status, a content type and a template of the body.
    Page(&'static str, &'static str, &'static str),
    /// The HTTP response to the POST of the legacy transport, and what its stream carries.
    Post(StepsOf),
}

impl Case {
    /// A case that sends `payload-of-` and its name over every transport that its act can have.
    pub(super) fn new(name: &'static str, about: &'static str, act: Act) -> Self {
        let transports = match act {
            Act::Template(_) | Act::Result(_) | Act::Message(_) | Act::Messages(_) => Transports::ALL,
            Act::Output(_) | Act::Lines(_) => Transports::STDIO,
            Act::Stream(_) | Act::Events(_) => Transports::EVENTS,
            Act::Response(_) | Act::Page(..) => Transports::HTTP,
            Act::Post(_) => Transports::SSE,
        };
        let expect = Expect::Payload(format!("payload-of-{name}"));
        Self { name, about, transports, expect, path: None, act }
    }

    pub(super) fn over(self, transports: Transports) -> Self {
        Self { transports, ..self }
    }

    /// For payloads that cannot hold their case's name, such as numbers.
    pub(super) fn shows(self, payload: &str) -> Self {
        Self { expect: Expect::Payload(payload.to_owned()), ..self }
    }

    /// Nothing is sent that could be shown.
    pub(super) fn fails(self) -> Self {
        Self { expect: Expect::Error(None), ..self }
    }

    /// Nothing usable is sent, and the error must show a text.
    pub(super) fn fails_with(self, text: &str) -> Self {
        Self { expect: Expect::Error(Some(text.to_owned())), ..self }
    }

    /// Nothing usable is sent, and the error must show `reason-of-` and the name, which was.
    pub(super) fn fails_with_reason(self) -> Self {
        let reason = format!("reason-of-{}", self.name);
        self.fails_with(&reason)
    }

    /// The text that the answer carries: a payload or a reason.
    pub(super) fn text(&self) -> &str {
        match &self.expect {
            Expect::Payload(text) | Expect::Error(Some(text)) | Expect::Either { payload: text, .. } => text,
            Expect::Error(None) => "",
        }
    }

    /// Everything that a call with this id (as JSON) sends over a transport at the first try, byte for byte. Where
    /// the transport has a stream beside the response, the stream's events are in it too.
    pub fn sent(&self, transport: Transport, id: &str) -> Vec<u8> {
        let call = Call::new(id, self.text());
        let mut bytes = Vec::new();
        for step in script(self, Way::of(transport), &call) {
            if let Step::Send(more) | Step::Push(more) = step {
                bytes.extend(more);
            }
        }
        bytes
    }
}

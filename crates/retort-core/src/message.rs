//! The types of what was read: messages, results and blocks. They hold slices of the text that was sent, and
//! every departure that the reader met on the way.

use std::borrow::Cow;
use std::ops::Range;

use crate::json::{Kind, Partial, Raw, Shared, Span};
use crate::oddity::Oddity;
use crate::pointer::Pointer;

/// In which form the bytes came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// One JSON-RPC message.
    Message,
    /// An array of JSON-RPC messages.
    Batch,
    /// A result without a message around it.
    Result,
    /// A payload without a result around it.
    Payload,
    /// The body of an event stream.
    EventStream,
    /// Messages one after the other, perhaps with other lines between them.
    Transcript,
}

/// Everything that was read from some bytes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// In which form the bytes came.
    pub form: Form,
    /// The messages, in the order in which they came. Never empty.
    pub messages: Vec<Message>,
    /// Departures that belong to no message.
    pub oddities: Vec<Oddity>,
}

impl Reading {
    /// The messages that answer something: results, errors and payloads. Where there is none, all messages, so
    /// that there is always something to show.
    pub fn responses(&self) -> impl Iterator<Item = &Message> {
        let any = self.messages.iter().any(Message::is_response);
        self.messages.iter().filter(move |message| !any || message.is_response())
    }
}

/// Which way a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Direction {
    /// From the client to the server.
    Sent,
    /// From the server to the client.
    Received,
}

impl Direction {
    /// The name that a recording has for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Received => "received",
        }
    }
}

/// One message, as far as it could be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Message {
    /// The message as it was sent.
    pub sent: Text,
    /// Its id, where it has one.
    pub id: Option<Raw>,
    /// What it says.
    pub body: Body,
    /// The tool that was called, where a request in the same transcript tells.
    pub tool: Option<String>,
    /// Which way it went, where a recording or whoever read it tells.
    pub direction: Option<Direction>,
    /// Its place in the batch that it came in; the pointers of its oddities start with that.
    pub batch: Option<usize>,
    /// Departures in this message, in the order in which they were met.
    pub oddities: Vec<Oddity>,
    /// The members that JSON-RPC does not know.
    pub(crate) rest: Option<Partial>,
    /// Where `sent` is one JSON value: whether that is valid as it stands.
    pub(crate) sound: Option<bool>,
}

/// What a message says.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Body {
    /// The result of a call, or of another request.
    Result(ToolResult),
    /// An error in place of a result.
    Error(RpcError),
    /// A request: somebody asks, and waits for an answer.
    Request {
        /// The id that the answer is to have, of whatever kind it was sent.
        id: Raw,
        /// The method that is asked for.
        method: String,
        /// Its parameters.
        params: Option<Raw>,
    },
    /// A notification: somebody tells something, and waits for nothing.
    Notification {
        /// What is told of.
        method: String,
        /// Its parameters.
        params: Option<Raw>,
    },
    /// JSON that is neither a message nor a result.
    Payload(Raw),
    /// Text that is no JSON.
    Text(Text),
}

impl Body {
    /// The method of a request or a notification.
    pub fn method(&self) -> Option<&str> {
        match self {
            Self::Request { method, .. } | Self::Notification { method, .. } => Some(method),
            _ => None,
        }
    }

    /// The parameters of a request or a notification.
    pub fn params(&self) -> Option<&Raw> {
        match self {
            Self::Request { params, .. } | Self::Notification { params, .. } => params.as_ref(),
            _ => None,
        }
    }
}

impl Message {
    /// Whether it is an answer of the server. What went to the server is none.
    pub fn is_response(&self) -> bool {
        self.body.method().is_none() && self.direction != Some(Direction::Sent)
    }

    /// The message as one JSON value, which is not read again for it; `None` where it is no JSON, or not all of it came. Its
    /// range is one of the text that [`sent`](Self::sent) is part of.
    pub fn raw(&self) -> Option<Raw> {
        self.sound.map(|sound| Raw::slice(&self.sent.text, self.sent.span, sound))
    }

    /// The tool that a request calls.
    pub(crate) fn called_tool(&self) -> Option<String> {
        let params = self.body.params().filter(|_| self.body.method() == Some("tools/call"))?;
        params.get("name")?.to_text().map(String::from)
    }
}

/// An error in place of a result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RpcError {
    /// The error as it was sent.
    pub raw: Raw,
    /// Its code, of whatever kind it was sent.
    pub code: Option<Raw>,
    /// Its message; empty where there is none.
    pub message: String,
    /// What else it says, under `data`.
    pub data: Option<Raw>,
    /// The JSON pointer to it in the message.
    pub(crate) pointer: Pointer,
    pub(crate) rest: Option<Partial>,
}

impl RpcError {
    /// The JSON pointer to it in the message.
    pub fn pointer(&self) -> &Pointer {
        &self.pointer
    }
}

/// What a result says about itself, since revision 2026-07-28.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultType {
    /// The call is done.
    Complete,
    /// The server asks for something before it goes on.
    InputRequired,
    /// The call goes on as a task.
    Task,
    /// Something that the protocol does not know.
    Other(String),
}

/// Which request a result answers, as far as its members tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultKind {
    /// `tools/call`
    ToolCall,
    /// `tools/list`
    ToolList,
    /// Another request of the protocol, such as `initialize` or `resources/list`.
    Other,
}

/// A result, as far as it could be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolResult {
    /// The result as it was sent.
    pub raw: Raw,
    /// Which request it answers.
    pub kind: ResultKind,
    /// The blocks of its content.
    pub blocks: Vec<Block>,
    /// Its `structuredContent`, where it has one that is not null.
    pub structured: Option<Raw>,
    /// Whether it says that the call failed.
    pub is_error: bool,
    /// What it says about itself.
    pub result_type: Option<ResultType>,
    /// What is left when content, `structuredContent` and `isError` are taken out.
    pub(crate) rest: Partial,
    /// The JSON pointer to it in the message.
    pub(crate) pointer: Pointer,
    /// The JSON pointer to the result inside it that has its `structuredContent`, where it is not its own.
    pub(crate) inner: Option<Pointer>,
    /// Whether a bare payload stands in its place.
    pub(crate) bare: bool,
}

/// The kind of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockKind {
    /// `text`
    Text,
    /// `image`
    Image,
    /// `audio`
    Audio,
    /// `resource`: a resource inside the result.
    Resource,
    /// `resource_link`
    ResourceLink,
    /// A kind that the protocol does not know.
    Other(String),
}

/// One item of a result's content.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block {
    /// The block as it was sent.
    pub raw: Raw,
    /// What kind it is.
    pub kind: BlockKind,
    /// Its text, as it was sent: mostly a string, but servers send numbers and objects too.
    pub text: Option<Raw>,
    /// The JSON pointer to it in the message.
    pub(crate) pointer: Pointer,
    /// Whether its text is the member `text`, and not the block itself.
    pub(crate) in_text: bool,
    /// Where a block with a text says more than that: the block without its text.
    pub(crate) rest: Option<Box<Partial>>,
}

impl ToolResult {
    /// The JSON pointer to it in the message.
    pub fn pointer(&self) -> &Pointer {
        &self.pointer
    }

    /// The JSON pointer to its `structuredContent` in the message.
    pub fn structured_pointer(&self) -> Pointer {
        self.inner.as_ref().unwrap_or(&self.pointer).key("structuredContent")
    }

    /// A member other than `content` and `structuredContent`, found without reading these again.
    pub fn member(&self, name: &str) -> Option<Raw> {
        let mut found = None;
        let _ = self.rest.try_each(|key, value| {
            if key == name {
                found = Some(value.raw);
            }
            Ok::<(), ()>(())
        });
        found
    }
}

impl Block {
    /// The text of the block, where it has one: a string's text, any other value as compact JSON.
    pub fn to_text(&self) -> Option<Cow<'_, str>> {
        let text = self.text.as_ref()?;
        Some(text.to_text().unwrap_or_else(|| Cow::Owned(text.to_json())))
    }

    /// The JSON pointer to it in the message.
    pub fn pointer(&self) -> &Pointer {
        &self.pointer
    }

    /// Whether it has members beside its type and its text.
    pub fn says_more(&self) -> bool {
        self.rest.is_some() || self.kind != BlockKind::Text || self.text.is_none()
    }

    /// Whether its text is what it is about. The caption of an image is not.
    pub(crate) fn is_text(&self) -> bool {
        self.text.is_some() && matches!(self.kind, BlockKind::Text | BlockKind::Other(_))
    }

    /// The JSON pointer to its text in the message.
    pub fn text_pointer(&self) -> Pointer {
        if self.in_text { self.pointer.key("text") } else { self.pointer.clone() }
    }
}

/// A text, shared or part of a shared one.
#[derive(Clone, Debug)]
pub struct Text {
    pub(crate) text: Shared,
    pub(crate) span: Span,
}

impl Text {
    pub(crate) fn new(text: String) -> Self {
        let end = text.len();
        Self::part(&Shared::new(text), Span { start: 0, end })
    }

    pub(crate) fn part(text: &Shared, span: Span) -> Self {
        Self { text: Shared::clone(text), span }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.span.of(&self.text)
    }

    /// Where it is in the text that it is part of, in bytes.
    pub fn range(&self) -> Range<usize> {
        self.span.start..self.span.end
    }
}

impl Raw {
    /// The value as text: a string's own text without copying where it has no escapes.
    pub(crate) fn shared_text(&self) -> Option<Text> {
        if self.kind() != Kind::String {
            return None;
        }
        match self.to_text()? {
            Cow::Borrowed(_) => {
                let Span { start, end } = self.span();
                Some(Text::part(self.text(), Span { start: start + 1, end: end - 1 }))
            }
            Cow::Owned(text) => Some(Text::new(text)),
        }
    }
}

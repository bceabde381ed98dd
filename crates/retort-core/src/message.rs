//! The types of what was read: messages, results and blocks. They hold slices of the text that was sent, and
//! every departure that the reader met on the way.

use std::borrow::Cow;

use crate::json::{Kind, Partial, Raw, Shared, Span};
use crate::oddity::Oddity;

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
    /// Departures in this message, in the order in which they were met.
    pub oddities: Vec<Oddity>,
    /// The members that JSON-RPC does not know.
    pub(crate) rest: Option<Partial>,
}

/// What a message says.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Body {
    /// The result of a call, or of another request.
    Result(ToolResult),
    /// An error in place of a result.
    Error(RpcError),
    /// A request or notification: somebody asks.
    Request {
        /// The method that is asked for.
        method: String,
        /// Its parameters.
        params: Option<Raw>,
    },
    /// JSON that is neither a message nor a result.
    Payload(Raw),
    /// Text that is no JSON.
    Text(Text),
}

impl Message {
    /// Whether it answers something, rather than asking.
    pub fn is_response(&self) -> bool {
        !matches!(self.body, Body::Request { .. })
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
    pub(crate) rest: Option<Partial>,
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
    pub(crate) pointer: String,
    /// Whether a bare payload stands in its place.
    pub(crate) bare: bool,
}

impl ToolResult {
    /// The JSON pointer to it in the message.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
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
    pub(crate) pointer: String,
    /// Whether its text is the member `text`, and not the block itself.
    pub(crate) in_text: bool,
    /// Where a block with a text says more than that: the block without its text.
    pub(crate) rest: Option<Partial>,
}

impl Block {
    /// The text of the block, where it has one: a string's text, any other value as compact JSON.
    pub fn to_text(&self) -> Option<Cow<'_, str>> {
        let text = self.text.as_ref()?;
        Some(text.to_text().unwrap_or_else(|| Cow::Owned(text.to_json())))
    }

    /// The JSON pointer to it in the message.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Whether its text is what it is about. The caption of an image is not.
    pub(crate) fn is_text(&self) -> bool {
        self.text.is_some() && matches!(self.kind, BlockKind::Text | BlockKind::Other(_))
    }

    /// The JSON pointer to its text in the message.
    pub fn text_pointer(&self) -> String {
        if self.in_text { format!("{}/text", self.pointer) } else { self.pointer.clone() }
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

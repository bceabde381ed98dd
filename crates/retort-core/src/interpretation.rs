//! What a message means, found out once: payload, format, main list, pages, envelope and outcome, each when it is first asked
//! for. Whoever needs several of them shares one of these, so that no two parts of a program read a message in two ways.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::envelope::Envelope;
use crate::format::Detection;
use crate::json::Raw;
use crate::listing::Listing;
use crate::main_list::{MainList, main_list};
use crate::message::{Body, Message, ResultKind, ToolResult};
use crate::normalise::{self, Pages};
use crate::outcome::Outcome;
use crate::payload::{Content, Document, Payload, Place};
use crate::pointer::Pointer;
use crate::tool_name::ToolName;

/// A message, and what it means.
///
/// Everything is found when it is first asked for, and once. It can be shared between threads, and a message that it owns
/// makes it live as long as it is wanted.
///
/// ```
/// use retort_core::{Format, Interpretation};
///
/// let sent = r#"{"result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1}], \"total\": 9}"}]}}"#;
/// let message = retort_core::read(sent).into_first();
/// let read = Interpretation::of(&message).with_tool(Some("list_users"));
/// assert_eq!(read.detection().format, Format::Table);
/// assert_eq!(read.envelope().summary.as_ref().unwrap().total, Some(9));
///
/// // Where it came from: which text, which bytes of it, and where in its JSON the list is.
/// let list = read.main_list().unwrap();
/// assert_eq!((list.rows(), list.pointer().as_str()), (1, "/users"));
/// assert_eq!(read.payload().origin.pointer, "/result/content/0/text");
/// assert_eq!(read.payload().bytes_of(&list.raw()), Some(10..21));
/// let place = read.place(&list.pointer());
/// assert_eq!(place.within, Some(list.pointer()));
/// ```
#[derive(Clone, Debug)]
pub struct Interpretation<'a> {
    message: Cow<'a, Message>,
    tool: Option<Cow<'a, str>>,
    request: Option<Cow<'a, Message>>,
    tool_name: OnceLock<ToolName>,
    payload: OnceLock<Payload>,
    failed: OnceLock<bool>,
    detection: OnceLock<Box<Detection>>,
    main_list: OnceLock<Option<MainList>>,
    pages: OnceLock<Option<Box<Pages>>>,
    envelope: OnceLock<Box<Envelope>>,
}

impl<'a> From<&'a Message> for Interpretation<'a> {
    fn from(message: &'a Message) -> Self {
        Self::new(Cow::Borrowed(message))
    }
}

impl From<Message> for Interpretation<'_> {
    fn from(message: Message) -> Self {
        Self::new(Cow::Owned(message))
    }
}

impl<'a> Interpretation<'a> {
    /// The interpretation of a message that somebody else keeps. `Interpretation::from` takes one over.
    pub fn of(message: &'a Message) -> Self {
        Self::from(message)
    }

    fn new(message: Cow<'a, Message>) -> Self {
        Self {
            message,
            tool: None,
            request: None,
            tool_name: OnceLock::new(),
            payload: OnceLock::new(),
            failed: OnceLock::new(),
            detection: OnceLock::new(),
            main_list: OnceLock::new(),
            pages: OnceLock::new(),
            envelope: OnceLock::new(),
        }
    }

    /// The same, where the tool that was called is known. It outweighs whatever the message says.
    #[must_use]
    pub fn with_tool<T: Into<Cow<'a, str>>>(self, tool: Option<T>) -> Self {
        // What depends on it is to be found anew.
        Self { tool: tool.map(Into::into), request: self.request, ..Self::new(self.message) }
    }

    /// The same, where the request that it answers is known.
    #[must_use]
    pub fn with_request(self, request: &'a Message) -> Self {
        let named = || request.called_tool().filter(|_| self.message.tool.is_none()).map(Cow::Owned);
        Self { tool: self.tool.or_else(named), request: Some(Cow::Borrowed(request)), ..Self::new(self.message) }
    }

    /// The message.
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// The request that it answers, where that is known.
    pub fn request(&self) -> Option<&Message> {
        self.request.as_deref()
    }

    /// The tool that was called: the one that was given, else the one that a transcript or the
    /// response names, else the one that the request calls.
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref().or(self.message.tool.as_deref())
    }

    /// What the message carries, unwrapped, and where it came from.
    pub fn payload(&self) -> &Payload {
        self.payload.get_or_init(|| self.message.payload())
    }

    /// The payload, where it is JSON.
    pub fn document(&self) -> Option<&Document> {
        match &self.payload().content {
            Content::Json(document) => Some(document),
            _ => None,
        }
    }

    /// Whether the call failed, in any of the ways in which servers say so.
    pub fn failed(&self) -> bool {
        *self.failed.get_or_init(|| self.message.failed(self.payload()))
    }

    /// What the payload looks like to a person.
    pub fn detection(&self) -> &Detection {
        self.detection.get_or_init(|| Box::new(self.message.detect_in(self.payload(), || self.failed())))
    }

    /// The list that the answer is about, wherever the server put it. The tool's name helps to find it: a list that only
    /// the name points to is none to a person, and so none to [`detection`](Self::detection).
    pub fn main_list(&self) -> Option<Listing<'_>> {
        Listing::new(self.document()?, self.found_list()?)
    }

    pub(crate) fn found_list(&self) -> Option<MainList> {
        *self.main_list.get_or_init(|| main_list(self.document()?, self.tool_name()))
    }

    /// What the tool's name says.
    pub(crate) fn tool_name(&self) -> &ToolName {
        self.tool_name.get_or_init(|| {
            // What answers the protocol's own requests tells, and does nothing: `initialize` is no deed.
            let is_protocols = matches!(&self.message.body, Body::Result(ToolResult { kind: ResultKind::Other, .. }));
            self.tool().filter(|_| !is_protocols).map(ToolName::new).unwrap_or_default()
        })
    }

    /// What the payload says of its pages, where it is a list.
    pub fn pages(&self) -> Option<&Pages> {
        self.pages.get_or_init(|| Some(Box::new(Pages::of(self.document()?, self.found_list()?)))).as_deref()
    }

    /// The message in the one typed form.
    pub fn envelope(&self) -> &Envelope {
        self.envelope.get_or_init(|| Box::new(normalise::envelope(self)))
    }

    /// The same, to keep.
    pub fn into_envelope(mut self) -> Envelope {
        match self.envelope.take() {
            Some(envelope) => *envelope,
            None => normalise::envelope(&self),
        }
    }

    /// Whether the call succeeded, and the text that it gave.
    pub fn outcome(&self) -> Outcome {
        Outcome { success: !self.failed(), output: self.message.output() }
    }

    /// Where a part of the payload is in the message.
    pub fn place(&self, path: &Pointer) -> Place {
        self.payload().origin.place(path)
    }

    /// The arguments that the tool was called with, where the request is known.
    pub fn arguments(&self) -> Option<Raw> {
        self.request()?.body.params()?.get("arguments")
    }
}

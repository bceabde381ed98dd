//! The envelope: the one typed form of every response. Its data stays a slice of what was sent; its other
//! fields are typed, and whatever no field has a place for is kept.

mod build;
mod data;
mod fields;
mod parse;
mod schema;
mod settle;
mod write;

pub use data::Data;
pub use fields::{Code, Cursor, Details, ErrorInfo, Pagination, Status, Summary};
pub(crate) use parse::{envelope_fails, from_document, looks_like_envelope};
pub use schema::{json_schema, n8n_schema, openai_schema};
pub(crate) use write::{emit_code, emit_error, emit_metadata};

use crate::json::{Partial, Raw, Style, written};
use crate::oddity::Oddity;
use crate::outline::plain_name;

/// What kind of response it is. An error cannot be without what went wrong.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Several items.
    List,
    /// One thing.
    Single,
    /// Something was done.
    Action,
    /// The tools of a server.
    ToolCatalog,
    /// The call failed.
    Error(ErrorInfo),
}

/// The name of a kind of response, as `responseType` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResponseType {
    /// Arrays of items (channels, messages, guilds, members, …)
    List,
    /// Single objects (user info, channel details, …)
    Single,
    /// Operation results (send, edit, delete, reply, …)
    Action,
    /// Tool listing responses
    ToolCatalog,
    /// Error responses
    Error,
}

impl ResponseType {
    /// Every type.
    pub const ALL: [Self; 5] = [Self::List, Self::Single, Self::Action, Self::ToolCatalog, Self::Error];

    /// The name, such as `tool_catalog`.
    pub fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Single => "single",
            Self::Action => "action",
            Self::ToolCatalog => "tool_catalog",
            Self::Error => "error",
        }
    }

    /// The type of that name, whatever its case and marks: `toolCatalog` is one of them.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let plain = plain_name(name);
        Self::ALL.into_iter().find(|kind| plain_name(kind.name()) == plain)
    }
}

/// One response in the one typed form.
///
/// ```
/// use retort_core::{Envelope, ResponseType};
///
/// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "{\"items\": [1, 2], \"total\": 9}"}]}"#);
/// let envelope = Envelope::from_message(&reading.messages[0], Some("list_numbers"));
/// assert_eq!(envelope.response_type(), ResponseType::List);
/// assert_eq!(envelope.data.unwrap().to_json(), "[1, 2]");
/// assert_eq!(envelope.summary.unwrap().total, Some(9));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Envelope {
    /// The tool that gave the response, where that is known. The name is written as `unknown` where it is not.
    pub tool_name: Option<String>,
    /// What kind of response it is.
    pub kind: Kind,
    /// The payload.
    pub data: Option<Data>,
    /// How to get the other pages.
    pub pagination: Option<Pagination>,
    /// How much there is.
    pub summary: Option<Summary>,
    /// What the response says about its own success.
    pub status: Option<Status>,
    /// What the response says to a person. An error always has one.
    pub message: Option<String>,
    /// What no other field has a place for.
    pub metadata: Metadata,
    /// Fields that an envelope does not know, kept as they were sent.
    pub extra: Vec<(String, Raw)>,
}

impl Envelope {
    /// An envelope with nothing in it yet.
    pub fn new<'a>(tool: impl Into<Option<&'a str>>, kind: Kind) -> Self {
        let (status, message) = match &kind {
            Kind::Error(error) => (Some(Status::Error), Some(error.message.clone())),
            _ => (None, None),
        };
        Self {
            tool_name: tool.into().map(str::to_owned),
            kind,
            data: None,
            pagination: None,
            summary: None,
            status,
            message,
            metadata: Metadata::default(),
            extra: Vec::new(),
        }
    }

    /// What kind of response it is.
    pub fn response_type(&self) -> ResponseType {
        match self.kind {
            Kind::List => ResponseType::List,
            Kind::Single => ResponseType::Single,
            Kind::Action => ResponseType::Action,
            Kind::ToolCatalog => ResponseType::ToolCatalog,
            Kind::Error(_) => ResponseType::Error,
        }
    }

    /// What went wrong, in an error.
    pub fn error(&self) -> Option<&ErrorInfo> {
        match &self.kind {
            Kind::Error(error) => Some(error),
            _ => None,
        }
    }

    /// The envelope as strict JSON on one line.
    pub fn to_json(&self) -> String {
        written(Style::Line, |out| self.emit(out))
    }
}

/// What no other field has a place for: the rest of the payload, and what stood around it.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// Members of the payload that are left when all others have their field.
    pub(crate) rest: Option<Partial>,
    /// What stood beside the payload, by name.
    pub(crate) beside: Vec<(String, Partial)>,
    /// Whether the rest is that of a payload with `metadata` of its own, which belongs here and not one level below.
    pub(crate) has_own: bool,
    /// Departures that the reader met on the way.
    pub oddities: Vec<Oddity>,
}

impl Metadata {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.rest.is_none() && self.beside.is_empty() && self.oddities.is_empty()
    }

    /// The member of that name, but for the oddities.
    pub fn get(&self, name: &str) -> Option<Raw> {
        let json = |value: &Partial| Raw::known(written(Style::Line, |out| out.partial(value)));
        let mut found = self.beside.iter().find(|(key, _)| key == name).map(|(_, value)| json(value));
        if let Some(rest) = &self.rest {
            let _ = rest.try_each(|key, value| {
                if key == name {
                    found = Some(json(&value));
                }
                Ok::<(), ()>(())
            });
        }
        found
    }

    /// Members of the payload that are left when all others have their field, as one object.
    pub fn rest(&self) -> Option<Raw> {
        self.rest.as_ref().map(|rest| Raw::known(written(Style::Line, |out| out.partial(rest))))
    }

    /// What stood beside the payload, by name: `message` and `result` for their other members, `blocks` for images
    /// and the like, `text` for prose, `structuredContent` where it says something else.
    pub fn beside(&self) -> impl Iterator<Item = (&str, Raw)> {
        let json = |value: &Partial| Raw::known(written(Style::Line, |out| out.partial(value)));
        self.beside.iter().map(move |(name, value)| (name.as_str(), json(value)))
    }

    pub(crate) fn set(&mut self, name: &str, value: Partial) {
        self.beside.push((name.to_owned(), value));
    }

    /// Adds a member, or puts another value into the place of the one that was added before. Where the payload has a member
    /// of that name, both are written: this one with `retort:` before its name.
    ///
    /// ```
    /// use retort_core::{Envelope, Raw};
    ///
    /// let mut envelope = Envelope::read("[1, 2]", Some("list_numbers"));
    /// envelope.metadata.insert("servedBy", Raw::string("eu-1"));
    /// envelope.metadata.insert("milliseconds", Raw::of(&12).unwrap());
    /// assert!(envelope.to_json().ends_with(r#""metadata":{"servedBy":"eu-1","milliseconds":12}}"#));
    /// ```
    pub fn insert(&mut self, name: &str, value: Raw) {
        let value = Partial::whole(value);
        match self.beside.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.set(name, value),
        }
    }

    /// Takes a member out that stood beside the payload or was added.
    pub fn remove(&mut self, name: &str) -> Option<Raw> {
        let at = self.beside.iter().position(|(known, _)| known == name)?;
        let (_, value) = self.beside.remove(at);
        Some(Raw::known(written(Style::Line, |out| out.partial(&value))))
    }
}

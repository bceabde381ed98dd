//! Dialects: how one family of servers writes its results. Any envelope can be written in each of them, and
//! the reader reads each back.
//!
//! A dialect first tries to say an envelope the way its servers would; the result is read back, and where that
//! does not give the same envelope, the payload names its response type and fields itself. So a dialect cannot
//! drift from the reader: what it writes is what the reader understands.

mod failure;
mod result;
mod same;
mod success;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::envelope::{Code, Data, Envelope, ErrorInfo, Kind, Status};
use crate::json::{Raw, quote};
use crate::oddity::{Oddity, OddityKind};
use crate::read::read_result;
use result::Draft;
use same::missing;

/// How one family of servers writes its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The protocol's own way: text, and the same as `structuredContent`.
    Mcp,
    /// django-rest-framework-mcp: JSON text, and `Error executing tool: …`.
    Drf,
    /// yourls-mcp: JSON text with a `status`.
    Yourls,
    /// The FeathersJS server: indented JSON text, and `Error: …`.
    Feathers,
    /// What the client Omni asks of servers: JSON, Markdown or text, and `Error: …` without a flag.
    Omni,
    /// The envelope itself, as JSON text.
    Envelope,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 6] = [Self::Mcp, Self::Drf, Self::Yourls, Self::Feathers, Self::Omni, Self::Envelope];

    /// The name, such as `drf`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Drf => "drf",
            Self::Yourls => "yourls",
            Self::Feathers => "feathers",
            Self::Omni => "omni",
            Self::Envelope => "envelope",
        }
    }

    /// Writes an envelope.
    ///
    /// ```
    /// use retort_core::{Dialect, Envelope, EnvelopeKind, ErrorInfo};
    ///
    /// let envelope = Envelope::new("customers_retrieve", EnvelopeKind::Error(ErrorInfo::new("Not found.")));
    /// assert_eq!(
    ///     Dialect::Drf.write(&envelope).body.to_json(),
    ///     r#"{"content":[{"type":"text","text":"Error executing tool: Not found."}],"isError":true}"#,
    /// );
    /// ```
    pub fn write(self, envelope: &Envelope) -> Written {
        let mut written = match &envelope.kind {
            Kind::Error(error) => self.write_error(envelope, error),
            _ if self == Self::Envelope => settle(envelope, std::iter::once(Draft::text(stated(envelope).to_json()))),
            // Whatever it is: who says that it failed has failed.
            _ if envelope.status == Some(Status::Error) => self.write_error(envelope, &failure::of_status(envelope)),
            _ => self
                .write_nothing(envelope)
                .unwrap_or_else(|| settle(envelope, success::ways(self).iter().filter_map(|way| way(self, envelope)))),
        };
        written.lost.retain(|part| !self.has_to_state(part, envelope));
        written
    }

    /// Where there is nothing to write: what the dialect has for that, if nobody takes it for something else.
    fn write_nothing(self, envelope: &Envelope) -> Option<Written> {
        let written = settle(envelope, std::iter::once(success::nothing(self, envelope)?));
        written.lost.iter().all(|part| self.has_to_state(part, envelope)).then_some(written)
    }

    fn write_error(self, envelope: &Envelope, error: &ErrorInfo) -> Written {
        match self.protocol_error(error) {
            Some(error) => {
                let lost = missing(envelope, &read_error(&error, envelope));
                Written { body: Raw::known(error), is_protocol_error: true, lost }
            }
            None => settle(envelope, failure::drafts(self, envelope, error).into_iter()),
        }
    }

    /// Whether a part was not lost, but is stated because the dialect has to state something.
    fn has_to_state(self, part: &str, envelope: &Envelope) -> bool {
        let says_nothing = success::nothing(self, envelope).is_some();
        match part {
            "status" if envelope.status.is_none() => {
                self == Self::Yourls || self == Self::Envelope && matches!(envelope.kind, Kind::Action) || says_nothing
            }
            "data" | "message" if says_nothing => true,
            "message" | "error.message" => {
                let is_blank = |error: &ErrorInfo| failure::unlabelled(&error.message).is_empty();
                envelope.error().is_some_and(is_blank)
            }
            "error.code" => self == Self::Yourls && envelope.error().is_some_and(|error| error.code.is_none()),
            _ => false,
        }
    }

    /// The error of a JSON-RPC response, where the dialect reports this code outside of results.
    fn protocol_error(self, error: &ErrorInfo) -> Option<String> {
        let Some(Code::Number(code)) = error.code else { return None };
        let outside = match self {
            Self::Mcp => (-32768..=-32000).contains(&code),
            // The codes that its document names; whatever else fails is the failure of a tool.
            Self::Drf => matches!(code, -32700 | -32601 | -32603),
            Self::Yourls => code == -32602,
            Self::Feathers | Self::Omni | Self::Envelope => false,
        };
        let message = quote(&error.message);
        let data = match &error.details {
            Some(details) if self == Self::Mcp => format!(",\"data\":{}", details.to_json()),
            _ => String::new(),
        };
        outside.then(|| format!("{{\"code\":{code},\"message\":{message}{data}}}"))
    }
}

/// An envelope that is written as such: an action says how it went.
fn stated(envelope: &Envelope) -> Cow<'_, Envelope> {
    if envelope.status.is_some() || !matches!(envelope.kind, Kind::Action) {
        return Cow::Borrowed(envelope);
    }
    Cow::Owned(Envelope { status: Some(Status::Success), ..envelope.clone() })
}

/// The first draft that is read back as the same envelope; else the one that keeps the most. Readers keep one of two
/// equal keys, so that a draft that writes one twice comes last, unless the data has it so.
fn settle(envelope: &Envelope, drafts: impl Iterator<Item = Draft>) -> Written {
    let doubles_in_data = envelope.data.as_ref().is_some_and(Data::has_duplicate_keys);
    let mut best: Option<(bool, Written)> = None;
    for draft in drafts {
        let body = draft.into_raw();
        let read = Envelope::from_message(&read_result(&body), envelope.tool_name.as_deref());
        let lost = missing(envelope, &read);
        let is_double = |oddity: &Oddity| oddity.kind == OddityKind::DuplicateKey;
        let doubles = !doubles_in_data && read.metadata.oddities.iter().any(is_double);
        let faults = (doubles, lost.len());
        if best.as_ref().is_none_or(|(doubles, best)| faults < (*doubles, best.lost.len())) {
            best = Some((doubles, Written { body, is_protocol_error: false, lost }));
            if faults == (false, 0) {
                break;
            }
        }
    }
    let nothing = || Written { body: Raw::known("{}".to_owned()), is_protocol_error: false, lost: Vec::new() };
    best.map_or_else(nothing, |(_, written)| written)
}

fn read_error(error: &str, envelope: &Envelope) -> Envelope {
    let message = crate::read::read_error(&Raw::known(error.to_owned()));
    Envelope::from_message(&message, envelope.tool_name.as_deref())
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = crate::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|dialect| dialect.name() == name)
            .ok_or_else(|| crate::Error::UnknownDialect(name.to_owned()))
    }
}

/// An envelope, written in a dialect.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The result; or the error of a JSON-RPC response.
    pub body: Raw,
    /// Whether it is the error of a JSON-RPC response, and not a result.
    pub is_protocol_error: bool,
    /// The parts of the envelope that the dialect has no place for.
    pub lost: Vec<&'static str>,
}

impl Written {
    /// The whole JSON-RPC response to the request with this id.
    pub fn to_message(&self, id: Option<&Raw>) -> Raw {
        let id = id.map_or_else(|| "null".to_owned(), Raw::to_json);
        let member = if self.is_protocol_error { "error" } else { "result" };
        let body = self.body.as_str();
        Raw::known(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{body}}}"))
    }
}

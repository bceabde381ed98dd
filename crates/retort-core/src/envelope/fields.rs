//! The typed fields of an envelope. Each keeps, beside what it knows, the members that it does not.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;

use crate::json::{Kind, Partial, Raw};

/// Unknown members, kept as they were sent.
type Extra = Vec<(String, Raw)>;

/// How to get the other pages.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Pagination {
    /// Starting position
    #[schemars(with = "Option<f64>", range(min = 0))]
    pub offset: Option<u64>,
    /// Items per page
    #[schemars(with = "Option<f64>", range(min = 1))]
    pub limit: Option<u64>,
    /// Whether more items are available
    pub has_more: Option<bool>,
    /// Offset or cursor for the next page
    pub next_offset: Option<Cursor>,
    /// Cursor or id: the next page is before it
    pub before: Option<String>,
    /// Cursor or id: the next page is after it
    pub after: Option<String>,
    /// Members that it does not know.
    #[schemars(skip)]
    pub extra: Extra,
}

impl Pagination {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.offset.is_none()
            && self.limit.is_none()
            && self.has_more.is_none()
            && self.next_offset.is_none()
            && self.before.is_none()
            && self.after.is_none()
            && self.extra.is_empty()
    }
}

/// Where the next page starts: a number, or a text that only the server understands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cursor {
    /// An offset.
    Number(u64),
    /// A cursor.
    Text(String),
}

impl Cursor {
    /// Reads a number or a text that is not empty.
    pub(crate) fn read(raw: &Raw) -> Option<Self> {
        number_or_text(raw).map(|scalar| scalar.map_or_else(Self::Text, Self::Number))
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Reads a number as such where it fits, else as a text; a text that is not empty as a text.
fn number_or_text<N: FromStr>(raw: &Raw) -> Option<Result<N, String>> {
    match raw.kind() {
        Kind::Number => Some(raw.as_str().parse().map_err(|_| raw.as_str().to_owned())),
        Kind::String => raw.to_text().filter(|text| !text.is_empty()).map(|text| Err(text.into_owned())),
        _ => None,
    }
}

/// How much there is.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Summary {
    /// Total items available
    #[schemars(with = "Option<f64>", range(min = 0))]
    pub total: Option<u64>,
    /// Items in this response
    #[schemars(with = "Option<f64>", range(min = 0))]
    pub returned: Option<u64>,
    /// Whether more are available
    pub has_more: Option<bool>,
    /// Members that it does not know.
    #[schemars(skip)]
    pub extra: Extra,
}

impl Summary {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.total.is_none() && self.returned.is_none() && self.has_more.is_none() && self.extra.is_empty()
    }
}

/// What a response says about its own success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// The operation succeeded
    Success,
    /// The operation failed
    Error,
    /// The operation succeeded in part
    Partial,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Success, Self::Error, Self::Partial];

    /// The name, such as `success`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Error => "error",
            Self::Partial => "partial",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| name.eq_ignore_ascii_case(status.name()))
    }

    /// The status that a word in the place of one means.
    pub(crate) fn meant_by(word: &str) -> Option<Self> {
        Self::named(word).or_else(|| match word.trim().to_lowercase().as_str() {
            "ok" | "okay" | "succeeded" | "successful" | "done" | "completed" | "complete" => Some(Self::Success),
            "failed" | "failure" | "fail" => Some(Self::Error),
            "partial_success" | "partially" => Some(Self::Partial),
            _ => None,
        })
    }
}

/// What went wrong.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ErrorInfo {
    /// Error code
    pub code: Option<Code>,
    /// Error message
    #[schemars(with = "Option<String>")]
    pub message: String,
    /// Additional error information
    pub details: Option<Details>,
    /// Members that it does not know.
    #[schemars(skip)]
    pub extra: Extra,
}

impl ErrorInfo {
    /// An error with nothing but a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { code: None, message: message.into(), details: None, extra: Vec::new() }
    }
}

/// The code of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// A number, such as -32602.
    Number(i64),
    /// A word, such as `PERMISSION_DENIED`.
    Text(String),
}

impl Code {
    /// The word for an error that nothing more is known of.
    pub(crate) const UNKNOWN: &'static str = "unknown_error";

    /// The code as a word of small letters, digits, `_` and `:`.
    pub(crate) fn word(&self) -> Cow<'_, str> {
        let Self::Text(text) = self else { return Cow::Borrowed(Self::UNKNOWN) };
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b':');
        if text.starts_with(|first: char| first.is_ascii_lowercase()) && text.bytes().all(fits) {
            return Cow::Borrowed(text);
        }
        let lower = text.to_ascii_lowercase();
        let parts =
            lower.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != ':').filter(|part| !part.is_empty());
        let word = parts.collect::<Vec<_>>().join("_");
        let word = word.trim_start_matches(|sign: char| !sign.is_ascii_lowercase());
        Cow::Owned(if word.is_empty() { Self::UNKNOWN } else { word }.to_owned())
    }

    /// Reads a number or a text that is not empty.
    pub(crate) fn read(raw: &Raw) -> Option<Self> {
        number_or_text(raw).map(|scalar| scalar.map_or_else(Self::Text, Self::Number))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// More about an error: an object or a text.
#[derive(Clone, Debug)]
pub struct Details(pub(crate) Partial);

impl Details {
    /// Details from any value; what is neither an object nor a text becomes the member `data` of one.
    pub fn new(raw: &Raw) -> Option<Self> {
        match raw.kind() {
            Kind::Null => None,
            Kind::Object | Kind::String => Some(Self(Partial::whole(raw.clone()))),
            Kind::Array | Kind::Number | Kind::Bool => {
                Some(Self(Partial::whole(Raw::known(format!("{{\"data\":{}}}", raw.to_json())))))
            }
        }
    }

    /// The details as strict JSON on one line.
    pub fn to_json(&self) -> String {
        super::Data::part(self.0.clone()).to_json()
    }
}

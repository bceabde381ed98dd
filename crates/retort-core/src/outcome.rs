//! The outcome: a success flag and the extracted output, as clients such as Omni hand it to a model.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::failing::reports_failure;
use crate::format::reports_error;
use crate::json::{Emitter, Style};
use crate::message::{Body, Message, ResultKind, ToolResult};
use crate::oddity::OddityKind;
use crate::payload::{Content, Payload};

/// Whether a call succeeded, and what it gave.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the call succeeded.
    pub success: bool,
    /// The text that it gave.
    pub output: String,
}

impl Outcome {
    /// Writes it as JSON: `{"success": …, "output": …}`.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write_json(&self, out: impl Write, style: Style) -> io::Result<()> {
        let mut out = Emitter::new(out, style);
        out.begin_object()?;
        out.key("success")?;
        out.bool(self.success)?;
        out.key("output")?;
        out.string(&self.output)?;
        out.end_object()
    }
}

impl Message {
    /// Whether the call succeeded, and the text that it gave: texts joined by a line end, an item without text
    /// as compact JSON, `structuredContent` where the content carries nothing, else the whole result.
    pub fn outcome(&self) -> Outcome {
        Outcome { success: !self.failed(&self.payload()), output: self.output() }
    }

    pub(crate) fn output(&self) -> String {
        match &self.body {
            Body::Result(result) => result.output(),
            Body::Error(error) if error.message.is_empty() => error.raw.to_json(),
            Body::Error(error) => error.message.clone(),
            Body::Payload(raw) => match raw.to_text() {
                Some(text) => text.into_owned(),
                None => raw.to_json(),
            },
            Body::Text(text) => text.as_str().to_owned(),
            Body::Request { .. } | Body::Notification { .. } => self.sent.as_str().to_owned(),
        }
    }

    /// Whether the message itself says that the call failed.
    pub(crate) fn is_flagged(&self) -> bool {
        match &self.body {
            Body::Error(_) => true,
            Body::Result(result) => {
                let in_block = self.oddities.iter().any(|oddity| oddity.kind == OddityKind::ErrorFlagInBlock);
                result.kind == ResultKind::ToolCall && (result.is_error || in_block)
            }
            Body::Payload(_) | Body::Text(_) | Body::Request { .. } | Body::Notification { .. } => false,
        }
    }

    /// Whether the call failed, in any of the ways in which servers say so.
    pub(crate) fn failed(&self, payload: &Payload) -> bool {
        let reports = match &self.body {
            Body::Result(result) => result.kind == ResultKind::ToolCall,
            Body::Error(_) | Body::Payload(_) | Body::Text(_) => true,
            Body::Request { .. } | Body::Notification { .. } => false,
        };
        if !reports {
            // Other results of the protocol report nothing.
            return false;
        }
        self.is_flagged()
            || payload.failed
            || match &payload.content {
                Content::Json(document) => {
                    reports_failure(document) || payload.said.as_deref().is_some_and(reports_error)
                }
                Content::Text(text) => reports_error(text.as_str()),
                Content::Nothing => false,
            }
    }
}

impl ToolResult {
    fn output(&self) -> String {
        if self.kind != ResultKind::ToolCall || self.bare {
            return self.raw.to_text().map_or_else(|| self.raw.to_json(), Cow::into_owned);
        }
        let texts = self.blocks.iter().map(|block| block.to_text().unwrap_or_else(|| Cow::Owned(block.raw.to_json())));
        let output = texts.collect::<Vec<_>>().join("\n");
        if !output.trim().is_empty() {
            return output;
        }
        match &self.structured {
            Some(structured) => structured.to_text().map_or_else(|| structured.to_json(), Cow::into_owned),
            // An empty content is an empty output; only a result without any falls back to the whole.
            None if self.raw.get("content").is_some() => output,
            None => self.raw.to_json(),
        }
    }
}

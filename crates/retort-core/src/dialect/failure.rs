//! How each dialect reports that a call failed.

use std::borrow::Cow;
use std::io;

use super::Dialect;
use super::result::Draft;
use super::success::object;
use crate::envelope::{Code, Details, Envelope, ErrorInfo, emit_code, emit_error};
use crate::json::{Emitter, Kind, Partial, Raw, Style, written};
use crate::normalise::NO_REASON;

/// What a failed call may be written as, the usual way first.
pub(super) fn drafts(dialect: Dialect, envelope: &Envelope, error: &ErrorInfo) -> Vec<Draft> {
    match dialect {
        Dialect::Mcp => vec![mcp(envelope, error)],
        Dialect::Drf => vec![Draft::text(format!("Error executing tool: {}", sentence(envelope, error))).failed()],
        Dialect::Feathers => {
            let failed = Draft::text(format!("Error: {}", sentence(envelope, error))).failed();
            no_match(error).into_iter().chain([failed]).collect()
        }
        Dialect::Yourls => vec![Draft::text(yourls(error)).failed()],
        Dialect::Omni => {
            let plain = Draft::text(format!("Error: {}", sentence(envelope, error)));
            vec![plain, Draft::text(omni(error))]
        }
        Dialect::Envelope => vec![Draft::text(envelope.to_json()).failed()],
    }
}

/// What a response that is no error, but says that it failed, has to say about that.
pub(super) fn of_status(envelope: &Envelope) -> ErrorInfo {
    let mut error = ErrorInfo::new(envelope.message.clone().unwrap_or_default());
    error.details = envelope.data.as_ref().and_then(|data| Details::new(&Raw::known(data.to_json())));
    error
}

/// Labels that dialects put before a message, so that none stands there twice.
const LABELS: [&str; 3] = ["Error executing tool:", "Error calling tool:", "Error:"];

/// A message without the labels before it.
pub(super) fn unlabelled(message: &str) -> &str {
    let mut rest = message.trim();
    while let Some(unlabelled) = LABELS.iter().find_map(|label| rest.strip_prefix(label)) {
        rest = unlabelled.trim_start();
    }
    rest
}

/// A message that says something, without a label.
fn said(message: &str) -> &str {
    Some(unlabelled(message)).filter(|said| !said.is_empty()).unwrap_or(NO_REASON)
}

/// What a dialect with one line for an error says: the headline too, where it is another one.
fn sentence(envelope: &Envelope, error: &ErrorInfo) -> String {
    let message = said(&error.message);
    let headline = envelope.message.as_deref().map(unlabelled);
    match headline {
        Some(headline) if !headline.is_empty() && headline != message => format!("{headline}: {message}"),
        _ => message.to_owned(),
    }
}

/// The answer of the Feathers server where no template fits what was asked for: a payload like any other.
fn no_match(error: &ErrorInfo) -> Option<Draft> {
    let details = error.details.as_ref().filter(|details| details.0.raw.kind() == Kind::Object)?;
    let fits = error.code.is_none()
        && error.message.starts_with("No matching templates found")
        && speaks_of(&details.0, &["database"]);
    fits.then(|| {
        let payload = object(|out| {
            out.key("error")?;
            out.string(&error.message)?;
            out.members(&details.0)
        });
        Draft::text(written(Style::Indented, |out| out.raw(&Raw::known(payload))))
    })
}

fn mcp(envelope: &Envelope, error: &ErrorInfo) -> Draft {
    let headline = envelope.message.as_ref().filter(|headline| **headline != error.message);
    let says_more = error.code.is_some() || error.details.is_some() || headline.is_some() || envelope.data.is_some();
    let structured = says_more.then(|| {
        object(|out| {
            if let Some(headline) = headline {
                out.key("message")?;
                out.string(headline)?;
            }
            out.key("error")?;
            emit_error(error, out)
        })
    });
    // A message that is JSON itself would be taken for the data, and the data for something else.
    let is_json = Raw::parse(error.message.trim()).is_some_and(|raw| raw.kind().is_container());
    let text = structured.clone().filter(|_| is_json).unwrap_or_else(|| error.message.clone());
    Draft { structured, ..Draft::text(text).failed() }
}

/// The code is a word, always; one that is none stays beside it.
fn yourls(error: &ErrorInfo) -> String {
    object(|out| {
        out.key("status")?;
        out.string("error")?;
        out.key("message")?;
        out.string(said(&error.message))?;
        let word = error.code.as_ref().map_or(Cow::Borrowed(Code::UNKNOWN), Code::word);
        out.key("code")?;
        out.string(&word)?;
        if let Some(code) = error.code.as_ref().filter(|code| **code != Code::Text(word.to_string())) {
            out.key("errorCode")?;
            emit_code(code, out)?;
        }
        details(error, out, &["status", "message", "code", "error", "details", "errorCode", "errorcode", "error_code"])
    })
}

fn omni(error: &ErrorInfo) -> String {
    object(|out| {
        out.key("error")?;
        out.string(said(&error.message))?;
        if let Some(code) = &error.code {
            out.key("code")?;
            emit_code(code, out)?;
        }
        if let Some(details) = &error.details {
            out.key("details")?;
            out.partial(&details.0)?;
        }
        Ok(())
    })
}

/// Whether an object has a member of one of these names.
pub(super) fn speaks_of(object: &Partial, names: &[&str]) -> bool {
    object.try_each(|key, _| if names.contains(&key) { Err(()) } else { Ok(()) }).is_err()
}

/// Details that are an object stand as members of their own, unless one of them would be taken for another.
fn details(error: &ErrorInfo, out: &mut Emitter<&mut Vec<u8>>, taken: &[&str]) -> io::Result<()> {
    let Some(details) = &error.details else { return Ok(()) };
    if details.0.raw.kind() == Kind::Object && !speaks_of(&details.0, taken) {
        return out.members(&details.0);
    }
    out.key("details")?;
    out.partial(&details.0)
}

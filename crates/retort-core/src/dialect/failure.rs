//! How each dialect reports that a call failed.

use std::io;

use super::Dialect;
use super::result::Draft;
use super::success::object;
use crate::envelope::{Envelope, ErrorInfo, emit_code, emit_error};
use crate::json::{Emitter, Kind, Partial};

/// What a failed call may be written as, the usual way first.
pub(super) fn drafts(dialect: Dialect, envelope: &Envelope, error: &ErrorInfo) -> Vec<Draft> {
    match dialect {
        Dialect::Mcp => vec![mcp(envelope, error)],
        Dialect::Drf => vec![Draft::text(format!("Error executing tool: {}", sentence(envelope, error))).failed()],
        Dialect::Feathers => vec![Draft::text(format!("Error: {}", sentence(envelope, error))).failed()],
        Dialect::Yourls => vec![Draft::text(yourls(error)).failed()],
        Dialect::Omni => {
            let plain = Draft::text(format!("Error: {}", sentence(envelope, error)));
            vec![plain, Draft::text(omni(error))]
        }
        Dialect::Envelope => vec![Draft::text(envelope.to_json()).failed()],
    }
}

/// What a dialect with one line for an error says: the headline too, where it is another one.
fn sentence(envelope: &Envelope, error: &ErrorInfo) -> String {
    match &envelope.message {
        Some(headline) if *headline != error.message => format!("{headline}: {}", error.message),
        _ => error.message.clone(),
    }
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
    Draft { structured, ..Draft::text(error.message.as_str()).failed() }
}

fn yourls(error: &ErrorInfo) -> String {
    object(|out| {
        out.key("status")?;
        out.string("error")?;
        out.key("message")?;
        out.string(&error.message)?;
        code_and_details(error, out, true)
    })
}

fn omni(error: &ErrorInfo) -> String {
    object(|out| {
        out.key("error")?;
        out.string(&error.message)?;
        code_and_details(error, out, false)
    })
}

/// Whether an object has a member of one of these names.
fn speaks_of(object: &Partial, names: &[&str]) -> bool {
    object.try_each(|key, _| if names.contains(&key) { Err(()) } else { Ok(()) }).is_err()
}

/// Details that are an object may stand as members of their own, unless one of them would be taken for another.
fn code_and_details(error: &ErrorInfo, out: &mut Emitter<&mut Vec<u8>>, flat: bool) -> io::Result<()> {
    if let Some(code) = &error.code {
        out.key("code")?;
        emit_code(code, out)?;
    }
    let Some(details) = &error.details else { return Ok(()) };
    if flat
        && details.0.raw.kind() == Kind::Object
        && !speaks_of(&details.0, &["status", "message", "code", "error", "details"])
    {
        return out.members(&details.0);
    }
    out.key("details")?;
    out.partial(&details.0)
}

//! How each dialect says what a call gave.

use std::io;

use super::Dialect;
use super::result::Draft;
use crate::envelope::{Cursor, Data, Envelope, Kind, Status};
use crate::json::{Emitter, Raw, Style, written};

type Out<'a> = Emitter<&'a mut Vec<u8>>;

/// Writes an object into memory.
pub(super) fn object(write: impl FnOnce(&mut Out<'_>) -> io::Result<()>) -> String {
    written(Style::Line, |out| {
        out.begin_object()?;
        write(out)?;
        out.end_object()
    })
}

/// What a response may be written as, the usual way first and the explicit way last.
pub(super) fn drafts(dialect: Dialect, envelope: &Envelope) -> Vec<Draft> {
    if dialect == Dialect::Envelope {
        return vec![Draft::text(envelope.to_json())];
    }
    let mut drafts = Vec::new();
    // JSON is the rule in the other two; a text that a person reads stays a text where it may.
    if matches!(dialect, Dialect::Mcp | Dialect::Feathers | Dialect::Omni) {
        drafts.extend(plain_text(envelope).map(Draft::text));
    }
    let says = says(dialect, envelope);
    if let Some(data) = envelope.data.as_ref().filter(|_| !says.must) {
        drafts.extend(bare(dialect, envelope, data));
    }
    drafts.push(json_draft(dialect, &flat(envelope, &says)));
    if envelope.data.is_some() {
        drafts.push(json_draft(dialect, &wrapped(envelope, &says)));
    }
    drafts.push(json_draft(dialect, &explicit(envelope, &says)));
    drafts
}

/// What a dialect says about success, and whether it must.
struct Says {
    status: Option<(&'static str, &'static str)>,
    must: bool,
}

fn says(dialect: Dialect, envelope: &Envelope) -> Says {
    let status = match (dialect, envelope.status) {
        (Dialect::Omni, Some(Status::Success)) => Some(("success", "true")),
        (Dialect::Yourls, None) | (_, Some(Status::Success)) => Some(("status", "\"success\"")),
        (_, Some(Status::Partial)) => Some(("status", "\"partial\"")),
        (_, Some(Status::Error)) => Some(("status", "\"error\"")),
        (_, None) => None,
    };
    Says { status, must: dialect == Dialect::Yourls }
}

/// A text that stands for the whole response.
fn plain_text(envelope: &Envelope) -> Option<String> {
    match (&envelope.data, &envelope.message) {
        (Some(data), None) => {
            let raw = data.as_raw()?;
            let mut members = raw.members();
            match (members.next(), members.next()) {
                (Some((key, value)), None) if key == "text" => value.to_text().map(String::from),
                _ => None,
            }
        }
        (None, Some(message)) => Some(message.clone()),
        _ => None,
    }
}

/// The data and nothing else.
fn bare(dialect: Dialect, envelope: &Envelope, data: &Data) -> Option<Draft> {
    // Structured content has been an object for most of the protocol's life.
    let alone = envelope.status.is_none() && envelope.message.is_none() && envelope.pagination.is_none();
    let fits = alone && (dialect != Dialect::Mcp || !data.is_array());
    fits.then(|| json_draft(dialect, &data.to_json()))
}

fn json_draft(dialect: Dialect, json: &str) -> Draft {
    match dialect {
        Dialect::Mcp => Draft { text: json.to_owned(), structured: Some(json.to_owned()), is_error: false },
        // The server indents what it sends.
        Dialect::Feathers => Draft::text(written(Style::Indented, |out| out.raw(&Raw::known(json.to_owned())))),
        _ => Draft::text(json),
    }
}

/// Status, message and whatever no field has a place for, beside what the data says: the rows of a list under
/// one name, the members of an object as they are.
fn flat(envelope: &Envelope, says: &Says) -> String {
    object(|out| {
        status_and_message(envelope, says, out)?;
        match &envelope.data {
            Some(data) if data.is_array() => {
                out.key(if matches!(envelope.kind, Kind::ToolCatalog) { "tools" } else { "results" })?;
                out.partial(&data.0)?;
                counts(envelope, out)?;
            }
            Some(data) => out.members(&data.0)?,
            None => {}
        }
        rest(envelope, out)
    })
}

/// The data under a name of its own.
fn wrapped(envelope: &Envelope, says: &Says) -> String {
    object(|out| {
        status_and_message(envelope, says, out)?;
        if let Some(data) = &envelope.data {
            out.key("data")?;
            out.partial(&data.0)?;
        }
        counts(envelope, out)?;
        rest(envelope, out)
    })
}

/// Every field under the name that the envelope has for it.
fn explicit(envelope: &Envelope, says: &Says) -> String {
    // What was odd about one way of writing is not odd about this one.
    let mut envelope = envelope.clone();
    envelope.metadata.oddities.clear();
    object(|out| {
        if let (Some((key, value)), None) = (says.status, envelope.status) {
            out.key(key)?;
            out.literal(value)?;
        }
        envelope.emit_fields(out)
    })
}

fn status_and_message(envelope: &Envelope, says: &Says, out: &mut Out<'_>) -> io::Result<()> {
    if let Some((key, value)) = says.status {
        out.key(key)?;
        out.literal(value)?;
    }
    if let Some(message) = &envelope.message {
        out.key("message")?;
        out.string(message)?;
    }
    Ok(())
}

fn counts(envelope: &Envelope, out: &mut Out<'_>) -> io::Result<()> {
    if let Some(total) = envelope.summary.as_ref().and_then(|summary| summary.total) {
        out.key("total")?;
        out.count(total)?;
    }
    let Some(pagination) = &envelope.pagination else { return Ok(()) };
    for (key, value) in [("offset", pagination.offset), ("limit", pagination.limit)] {
        if let Some(value) = value {
            out.key(key)?;
            out.count(value)?;
        }
    }
    if let Some(more) = pagination.has_more {
        out.key("hasMore")?;
        out.bool(more)?;
    }
    match &pagination.next_offset {
        Some(Cursor::Number(number)) => {
            out.key("nextOffset")?;
            out.count(*number)?;
        }
        Some(Cursor::Text(text)) => {
            out.key("nextCursor")?;
            out.string(text)?;
        }
        None => {}
    }
    for (key, value) in [("before", &pagination.before), ("after", &pagination.after)] {
        if let Some(value) = value {
            out.key(key)?;
            out.string(value)?;
        }
    }
    Ok(())
}

fn rest(envelope: &Envelope, out: &mut Out<'_>) -> io::Result<()> {
    envelope.metadata.rest.as_ref().map_or(Ok(()), |rest| out.members(rest))
}

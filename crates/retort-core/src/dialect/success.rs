//! How each dialect says what a call gave.

use std::io;

use super::Dialect;
use super::failure::speaks_of;
use super::result::Draft;
use crate::envelope::{Cursor, Envelope, Kind, Status, Summary};
use crate::json::{self, Emitter, Partial, Raw, Style, written};

type Out<'a> = Emitter<&'a mut Vec<u8>>;

/// Writes an object into memory.
pub(super) fn object(write: impl FnOnce(&mut Out<'_>) -> io::Result<()>) -> String {
    written(Style::Line, |out| {
        out.begin_object()?;
        write(out)?;
        out.end_object()
    })
}

/// A way to write a response. None where it does not fit.
type Way = fn(Dialect, &Envelope) -> Option<Draft>;

/// The ways to write a response, the usual one first and the explicit one last.
pub(super) fn ways(dialect: Dialect) -> &'static [Way] {
    match dialect {
        // What was said about the data stands beside it, and the data stays one.
        Dialect::Omni => &[protocol, plain_text, bare, told, flat, wrapped, explicit],
        _ => &[protocol, blocks, plain_text, prose, bare, flat, wrapped, explicit],
    }
}

/// What a dialect writes where there is nothing to write.
pub(super) fn nothing(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    let is_empty = envelope.data.is_none()
        && envelope.message.is_none()
        && envelope.pagination.is_none()
        && envelope.summary.as_ref().is_none_or(Summary::is_empty)
        && envelope.metadata.rest.is_none()
        && envelope.metadata.beside.is_empty()
        && envelope.extra.is_empty();
    // A status is something, but for those that state one anyway.
    let states_one = matches!(dialect, Dialect::Yourls | Dialect::Omni);
    let is_told = match envelope.status {
        None => false,
        Some(Status::Success) => !states_one,
        Some(_) => true,
    };
    if !is_empty || is_told || matches!(envelope.kind, Kind::List | Kind::ToolCatalog | Kind::Error(_)) {
        return None;
    }
    match dialect {
        Dialect::Envelope => None,
        Dialect::Mcp => Some(Draft::default()),
        Dialect::Drf => Some(Draft::text("null")),
        Dialect::Yourls => Some(Draft::text("{\"status\":\"success\",\"result\":null}")),
        Dialect::Feathers => Some(Draft::text("{}")),
        Dialect::Omni => Some(Draft::text("{\"success\":true}")),
    }
}

/// What answers the protocol's own requests is the same in every dialect: a list of tools, and the greeting.
fn protocol(_: Dialect, envelope: &Envelope) -> Option<Draft> {
    if envelope.message.is_some() || envelope.status.is_some() {
        return None;
    }
    let data = envelope.data.as_ref()?;
    if matches!(envelope.kind, Kind::ToolCatalog) {
        let tools = object(|out| {
            out.key("tools")?;
            out.partial(&data.value)?;
            if let Some(Cursor::Text(cursor)) =
                envelope.pagination.as_ref().and_then(|pages| pages.next_offset.as_ref())
            {
                out.key("nextCursor")?;
                out.string(cursor)?;
            }
            rest(envelope, out)
        });
        return Some(Draft::whole(tools));
    }
    let is = |name: &str, kind: json::Kind| data.value.raw.get(name).is_some_and(|value| value.kind() == kind);
    let greets = is("protocolVersion", json::Kind::String)
        && is("capabilities", json::Kind::Object)
        && is("serverInfo", json::Kind::Object);
    greets.then(|| Draft::whole(data.to_json()))
}

/// What only the protocol's own dialect has: blocks that are no text.
fn blocks(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    if dialect != Dialect::Mcp || envelope.message.is_some() {
        return None;
    }
    let data = envelope.data.as_ref()?;
    let raw = data.as_raw()?;
    let is_media = |block: &Raw| {
        let kind = block.get("type").and_then(|kind| kind.to_text().map(String::from));
        matches!(kind.as_deref(), Some("image" | "audio" | "resource" | "resource_link"))
    };
    let fits = if data.is_array() {
        raw.items().next().is_some() && raw.items().all(|item| is_media(&item))
    } else {
        is_media(raw)
    };
    let blocks =
        || if data.is_array() { raw.items().map(|item| item.to_json()).collect() } else { vec![raw.to_json()] };
    fits.then(|| Draft { blocks: blocks(), ..with_surroundings(envelope) })
}

/// What stood around the payload, where a result has a place for it.
fn with_surroundings(envelope: &Envelope) -> Draft {
    let beside = |name: &str| envelope.metadata.beside.iter().find(|(key, _)| key == name).map(|(_, value)| value);
    let blocks: Vec<Raw> = beside("blocks").map(|blocks| blocks.raw.items().collect()).unwrap_or_default();
    // What a text block said beside its text goes back to it. Where there were several, nobody knows to which.
    let is_remark =
        |block: &Raw| block.get("text").is_none() && block.get("type").is_some_and(|kind| kind.to_plain() == "text");
    let (remarks, blocks): (Vec<Raw>, Vec<Raw>) = blocks.into_iter().partition(is_remark);
    let remark = match remarks.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    };
    let blocks = blocks.iter().map(Raw::to_json).collect();
    Draft { blocks, remark, beside: beside("result").cloned(), ..Draft::default() }
}

/// What a dialect says about success.
fn status(dialect: Dialect, envelope: &Envelope) -> Option<(&'static str, &'static str)> {
    match (dialect, envelope.status) {
        (Dialect::Omni, Some(Status::Success)) => Some(("success", "true")),
        // It knows two; what went well only in part says so beside it.
        (Dialect::Yourls, None | Some(Status::Partial)) | (_, Some(Status::Success)) => Some(("status", "\"success\"")),
        (_, Some(Status::Partial)) => Some(("status", "\"partial\"")),
        (_, Some(Status::Error)) => Some(("status", "\"error\"")),
        (_, None) => None,
    }
}

/// A text that stands for the whole response. Where JSON is the rule, only one that is JSON already: a number, a word
/// in quotes, `null`.
fn plain_text(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    let text = match (&envelope.data, &envelope.message) {
        (Some(data), None) => {
            let raw = data.as_raw()?;
            let mut members = raw.members();
            match (members.next(), members.next()) {
                (Some((key, value)), None) if key == "text" => value.to_text().map(String::from)?,
                _ => return None,
            }
        }
        (None, Some(message)) => message.clone(),
        _ => return None,
    };
    let fits = match dialect {
        Dialect::Mcp | Dialect::Omni => true,
        Dialect::Drf | Dialect::Feathers => is_scalar(&text),
        Dialect::Yourls | Dialect::Envelope => false,
    };
    fits.then(|| text_draft(dialect, envelope, text))
}

/// Whether a text is a JSON scalar as strict readers want it.
fn is_scalar(text: &str) -> bool {
    Raw::parse(text).is_some_and(|raw| raw.is_clean() && !raw.kind().is_container() && raw.as_str() == text)
}

/// What was said to a person as the text, and the data as structured content.
fn prose(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    let (data, message) = (envelope.data.as_ref()?, envelope.message.as_ref()?);
    let fits = dialect == Dialect::Mcp && !data.is_array() && envelope.status.is_none();
    fits.then(|| {
        let draft = text_draft(dialect, envelope, message.clone());
        Draft { structured: Some(data.to_json()), ..draft }
    })
}

/// The data and nothing else.
fn bare(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    let data = envelope.data.as_ref()?;
    let alone = envelope.status.is_none() && envelope.message.is_none() && envelope.pagination.is_none();
    // Structured content has been an object for most of the protocol's life, and YOURLS always states a status.
    let fits = alone && dialect != Dialect::Yourls && (dialect != Dialect::Mcp || !data.is_array());
    fits.then(|| json_draft(dialect, envelope, data.to_json()))
}

/// The data under a name of its own, where something is said about it.
fn told(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    let is_told = envelope.status.is_some() || envelope.message.is_some();
    is_told.then(|| wrapped(dialect, envelope)).flatten()
}

/// Status, message and whatever no field has a place for, beside what the data says: the rows of a list under
/// one name, the members of an object as they are.
fn flat(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    let members = envelope.data.as_ref().filter(|data| !data.is_array()).map(|data| &data.value);
    if members.is_some_and(|members| clashes(dialect, members)) || rest_clashes(dialect, envelope) {
        return None;
    }
    // The Feathers server tells what was asked for before what was found.
    let rest_comes_first = dialect == Dialect::Feathers;
    let json = object(|out| {
        if rest_comes_first {
            rest(envelope, out)?;
        }
        status_and_message(dialect, envelope, out)?;
        match &envelope.data {
            Some(data) if data.is_array() => {
                out.key(if matches!(envelope.kind, Kind::ToolCatalog) { "tools" } else { "results" })?;
                out.partial(&data.value)?;
                counts(envelope, out)?;
            }
            Some(data) => out.members(&data.value)?,
            None => {}
        }
        if rest_comes_first { Ok(()) } else { rest(envelope, out) }
    });
    Some(json_draft(dialect, envelope, json))
}

/// The data under a name of its own.
fn wrapped(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    let data = envelope.data.as_ref().filter(|_| !rest_clashes(dialect, envelope))?;
    let json = object(|out| {
        status_and_message(dialect, envelope, out)?;
        out.key("data")?;
        out.partial(&data.value)?;
        counts(envelope, out)?;
        rest(envelope, out)
    });
    Some(json_draft(dialect, envelope, json))
}

/// Whether members would be taken for words of the dialect: YOURLS says in these how it went.
fn clashes(dialect: Dialect, members: &Partial) -> bool {
    dialect == Dialect::Yourls && speaks_of(members, &["status", "message", "code"])
}

fn rest_clashes(dialect: Dialect, envelope: &Envelope) -> bool {
    envelope.metadata.rest.as_ref().is_some_and(|rest| clashes(dialect, rest))
}

/// Every field under the name that the envelope has for it.
#[expect(clippy::unnecessary_wraps, reason = "a way like the others")]
fn explicit(dialect: Dialect, envelope: &Envelope) -> Option<Draft> {
    // What was odd about one way of writing is not odd about this one.
    let mut envelope = envelope.clone();
    envelope.metadata.oddities.clear();
    if dialect == Dialect::Yourls && envelope.status == Some(Status::Partial) {
        envelope.status = Some(Status::Success);
        envelope.extra.push(("partial".to_owned(), Raw::known("true".to_owned())));
    }
    let json = object(|out| {
        if let (Some((key, value)), None) = (status(dialect, &envelope), envelope.status) {
            out.key(key)?;
            out.literal(value)?;
        }
        envelope.emit_fields(out)
    });
    // What stood around the payload is among the fields.
    envelope.metadata.beside.clear();
    Some(json_draft(dialect, &envelope, json))
}

fn text_draft(dialect: Dialect, envelope: &Envelope, text: String) -> Draft {
    let around = if dialect == Dialect::Mcp { with_surroundings(envelope) } else { Draft::default() };
    Draft { text: Some(text), ..around }
}

fn json_draft(dialect: Dialect, envelope: &Envelope, json: String) -> Draft {
    match dialect {
        Dialect::Mcp => {
            let draft = text_draft(dialect, envelope, json.clone());
            Draft { structured: Some(json), ..draft }
        }
        // The server indents what it sends.
        Dialect::Feathers => Draft::text(written(Style::Indented, |out| out.raw(&Raw::known(json)))),
        _ => Draft::text(json),
    }
}

fn status_and_message(dialect: Dialect, envelope: &Envelope, out: &mut Out<'_>) -> io::Result<()> {
    if let Some((key, value)) = status(dialect, envelope) {
        out.key(key)?;
        out.literal(value)?;
    }
    if dialect == Dialect::Yourls && envelope.status == Some(Status::Partial) {
        out.key("partial")?;
        out.bool(true)?;
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
    pagination.extra.iter().try_for_each(|(key, value)| {
        out.key(key)?;
        out.raw(value)
    })
}

fn rest(envelope: &Envelope, out: &mut Out<'_>) -> io::Result<()> {
    envelope.metadata.rest.as_ref().map_or(Ok(()), |rest| out.members(rest))
}

//! Reading an envelope that is one already: sent by a server that speaks this form, or written by Retort.

use super::settle::Misfits;
use super::write::OWN;
use super::{
    Code, Cursor, Data, Details, Envelope, ErrorInfo, Kind, Metadata, Pagination, ResponseType, Status, Summary,
};
use crate::json::{self, Partial, Raw};
use crate::main_list::main_list;
use crate::normalise::NO_REASON;
use crate::oddity::Oddity;
use crate::payload::Document;
use crate::pointer::Pointer;
use crate::tool_name::{Purpose, ToolName, UNKNOWN};

/// The fields of an envelope beside its response type.
const FIELDS: [&str; 8] = ["toolName", "data", "pagination", "summary", "status", "message", "error", "metadata"];

/// Whether an object is an envelope: it names a response type and has what such a response has, or it names a tool and has
/// nothing but what envelopes have.
pub(crate) fn looks_like_envelope(document: &Document) -> bool {
    if document.outline.kind != json::Kind::Object {
        return false;
    }
    let node = |name: &str| document.members(None).find(|(_, node)| node.name == name).map(|(_, node)| node);
    let alone = document.outline.nodes.len() == 1;
    if response_type(document).is_some() {
        return alone || FIELDS.iter().any(|name| node(name).is_some());
    }
    let is_text = |name: &str| node(name).is_some_and(|node| node.kind == json::Kind::String);
    let answers = ["data", "error", "pagination", "summary"].iter().any(|name| node(name).is_some());
    let only_fields = || document.members(None).all(|(_, node)| FIELDS.contains(&node.name.as_str()));
    is_text("toolName") && answers && (is_text("responseType") || only_fields())
}

/// The response type that an object names.
fn response_type(document: &Document) -> Option<ResponseType> {
    let (_, node) = document.members(None).find(|(_, node)| node.name == "responseType")?;
    ResponseType::named(&document.part(node.value).to_text()?)
}

/// Whether an envelope reports that the call failed.
pub(crate) fn envelope_fails(document: &Document) -> bool {
    let has_error = || document.get("error").is_some_and(|error| !error.is_blank());
    let failed = || {
        let status = document.get("status").and_then(|status| Status::meant_by(&status.to_text()?));
        status == Some(Status::Error)
    };
    match response_type(document) {
        Some(ResponseType::Error) => true,
        Some(_) => has_error() && failed(),
        None => has_error() && (failed() || document.get("data").is_none_or(|data| data.is_blank())),
    }
}

/// What kind of response an envelope is. One of a type that nobody knows is what its data says.
fn kind_of(document: &Document, tool: Option<&str>, misfits: &mut Misfits) -> Kind {
    if envelope_fails(document) {
        return Kind::Error(error(&document.raw, misfits));
    }
    match response_type(document) {
        Some(ResponseType::List) => Kind::List,
        Some(ResponseType::Action) => Kind::Action,
        Some(ResponseType::ToolCatalog) => Kind::ToolCatalog,
        None if document.get("data").is_some_and(|data| data.kind() == json::Kind::Array) => Kind::List,
        None if ToolName::new(tool.unwrap_or_default()).purpose() == Some(Purpose::Acts) => Kind::Action,
        Some(ResponseType::Single | ResponseType::Error) | None => Kind::Single,
    }
}

/// The envelope that an object is. A name that was given outweighs the one in it.
pub(crate) fn from_document(document: &Document, told: Option<&str>) -> Envelope {
    let raw = &document.raw;
    let named = raw.get("toolName").and_then(|name| name.to_text().map(String::from));
    // The word for a name that nobody told is none.
    let tool = told.or(named.as_deref().filter(|name| *name != UNKNOWN));
    let mut misfits = Misfits::default();
    let kind = kind_of(document, tool, &mut misfits);
    let is_known = response_type(document).is_some();
    let mut envelope = Envelope::new(tool, kind);
    let mut read: Vec<String> = Vec::new();
    for (key, value) in raw.members() {
        let again = read.iter().any(|known| *known == key);
        let taken = !again
            && match key.as_ref() {
                "responseType" => is_known,
                "toolName" => named.is_some() && named.as_deref() == envelope.tool_name.as_deref().or(Some(UNKNOWN)),
                "data" => read_data(&value, &mut envelope),
                "pagination" => {
                    pagination(&value, &mut misfits).map(|found| envelope.pagination = Some(found)).is_some()
                }
                "summary" => summary(&value, &mut misfits).map(|found| envelope.summary = Some(found)).is_some(),
                "status" => {
                    let status = value.to_text().and_then(|name| Status::meant_by(&name));
                    status.map(|status| envelope.status = Some(status)).is_some()
                }
                "message" => value.to_text().map(|message| envelope.message = Some(message.into_owned())).is_some(),
                "error" => envelope.error().is_some() && !matches!(value.kind(), json::Kind::Array),
                "metadata" if value.kind() == json::Kind::Object => {
                    read_metadata(&value, &mut envelope.metadata);
                    true
                }
                _ => false,
            };
        if taken {
            read.push(key.into_owned());
        } else if !FIELDS.contains(&key.as_ref()) && key != "responseType" {
            envelope.extra.push((key.into_owned(), value));
        } else if value.kind() != json::Kind::Null {
            // A field that does not hold what it should, or is there twice. `null` says that it is not there.
            envelope.metadata.set(&key, Partial::whole(value));
        }
    }
    // Where a status is `success` or `error` and nothing else, a flag says that it was in part.
    let partial = envelope.extra.iter().position(|(key, value)| key == "partial" && value.says(true));
    if let (Some(Status::Success), Some(at)) = (envelope.status, partial) {
        envelope.status = Some(Status::Partial);
        envelope.extra.remove(at);
    }
    if !misfits.is_empty() {
        envelope.pagination = envelope.pagination.take().filter(|pagination| !pagination.is_empty());
        envelope.summary = envelope.summary.take().filter(|summary| !summary.is_empty());
    }
    misfits.keep(&mut envelope);
    // What was sent as a list is counted already.
    let sent = document.rows(Some("data")).map(|(rows, _)| rows);
    let list = envelope.data.as_ref().filter(|data| data.is_array());
    if let Some(rows) = list.and_then(|list| sent.or_else(|| list.as_raw().map(|rows| rows.items().count()))) {
        envelope.settle_rows(rows as u64);
    }
    envelope
}

/// Takes the data, in the form that responses of the type have: a list in an object is taken out of it.
fn read_data(value: &Raw, envelope: &mut Envelope) -> bool {
    let is_list = matches!(envelope.kind, Kind::List | Kind::ToolCatalog);
    let mut pointer = Pointer::root().key("data");
    if matches!(envelope.kind, Kind::Error(_)) {
        envelope.data = Data::new(value.clone()).map(|data| data.at(pointer));
        return envelope.data.is_some();
    }
    if is_list
        && value.kind() == json::Kind::Object
        && let Some(document) = Document::of(value)
        && let Some(found) = main_list(&document, &ToolName::new(envelope.tool_name.as_deref().unwrap_or_default()))
        && let Some(node) = found.node.and_then(|index| document.outline.nodes.get(index))
    {
        pointer.push(&document.pointer_to(found.node));
        envelope.data = Data::new(document.part(node.value)).map(|data| data.at(pointer));
        let rest = Partial::without(value.clone(), vec![node.hole()]);
        if !rest.is_empty() {
            envelope.metadata.set("data", rest);
        }
        return true;
    }
    let fits = value.kind() == if is_list { json::Kind::Array } else { json::Kind::Object };
    let data = Data::fit(value.clone(), is_list);
    envelope.data = if fits { data.map(|data| data.at(pointer)) } else { data };
    envelope.data.is_some()
}

/// Reads metadata that Retort may have written: then the oddities stand last.
fn read_metadata(raw: &Raw, metadata: &mut Metadata) {
    let mut holes = Vec::new();
    let Some(document) = Document::of(raw) else { return };
    let is_ours = |name: &str| {
        let name = name.strip_prefix(OWN).unwrap_or(name);
        let (name, number) = name.split_once('-').unwrap_or((name, ""));
        name == "oddities" && number.bytes().all(|digit| digit.is_ascii_digit())
    };
    let last = document.members(None).last().filter(|(_, node)| is_ours(&node.name));
    if let Some((_, node)) = last
        && let Some(oddities) = Oddity::read_all(&document.part(node.value))
    {
        metadata.oddities = oddities;
        holes.push(node.hole());
    }
    let rest = Partial::without(raw.clone(), holes);
    metadata.rest = (!rest.is_empty()).then_some(rest);
}

fn error(raw: &Raw, misfits: &mut Misfits) -> ErrorInfo {
    let said = raw.get("message").and_then(|message| message.to_text().map(String::from));
    let said = said.filter(|message| !message.trim().is_empty());
    let Some(error) = raw.get("error").filter(|error| error.kind() != json::Kind::Null) else {
        return ErrorInfo::new(said.unwrap_or_else(|| NO_REASON.to_owned()));
    };
    match error.kind() {
        json::Kind::Object => {}
        // What is only a flag, or several things, says less than the message.
        json::Kind::Bool | json::Kind::Array => return ErrorInfo::new(said.unwrap_or_else(|| error.to_json())),
        _ => return ErrorInfo::new(error.to_plain()),
    }
    let mut info = ErrorInfo::new(String::new());
    let mut message = None;
    for (key, value) in error.members() {
        match key.as_ref() {
            _ if value.kind() == json::Kind::Null => {}
            "code" if info.code.is_none() => match Code::read(&value) {
                Some(code) => info.code = Some(code),
                None => misfits.add("error", &key, value),
            },
            "message" if message.is_none() => {
                message = Some(value.to_text().map_or_else(|| value.to_json(), String::from));
            }
            "details" if info.details.is_none() => info.details = Details::new(&value),
            "code" | "message" | "details" => misfits.add("error", &key, value),
            _ => info.extra.push((key.into_owned(), value)),
        }
    }
    info.message = message.or(said).unwrap_or_else(|| error.to_json());
    info
}

fn pagination(raw: &Raw, misfits: &mut Misfits) -> Option<Pagination> {
    if raw.kind() != json::Kind::Object {
        return None;
    }
    let mut pagination = Pagination::default();
    for (key, value) in raw.members() {
        let id =
            || matches!(value.kind(), json::Kind::String | json::Kind::Number).then(|| value.to_plain().into_owned());
        let taken = match key.as_ref() {
            "offset" => put(&mut pagination.offset, value.to_count()),
            "limit" => put(&mut pagination.limit, value.to_count().filter(|limit| *limit > 0)),
            "hasMore" => put(&mut pagination.has_more, flag(&value)),
            "nextOffset" => put(&mut pagination.next_offset, Cursor::read(&value)),
            "before" => put(&mut pagination.before, id()),
            "after" => put(&mut pagination.after, id()),
            _ => {
                pagination.extra.push((key.into_owned(), value));
                continue;
            }
        };
        if !taken && value.kind() != json::Kind::Null {
            misfits.add("pagination", &key, value);
        }
    }
    Some(pagination)
}

fn summary(raw: &Raw, misfits: &mut Misfits) -> Option<Summary> {
    if raw.kind() != json::Kind::Object {
        return None;
    }
    let mut summary = Summary::default();
    for (key, value) in raw.members() {
        let taken = match key.as_ref() {
            "total" => put(&mut summary.total, value.to_count()),
            "returned" => put(&mut summary.returned, value.to_count()),
            "hasMore" => put(&mut summary.has_more, flag(&value)),
            _ => {
                summary.extra.push((key.into_owned(), value));
                continue;
            }
        };
        if !taken && value.kind() != json::Kind::Null {
            misfits.add("summary", &key, value);
        }
    }
    Some(summary)
}

/// Fills an empty field; false where there is nothing to fill it with, or it is full.
fn put<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let fits = field.is_none() && value.is_some();
    if fits {
        *field = value;
    }
    fits
}

/// A flag, however it was sent.
fn flag(raw: &Raw) -> Option<bool> {
    match raw.to_plain().trim().to_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

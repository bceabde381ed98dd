//! Reading an envelope that is one already: sent by a server that speaks this form, or written by Retort.

use super::{
    Code, Cursor, Data, Details, Envelope, ErrorInfo, Kind, Metadata, Pagination, ResponseType, Status, Summary,
};
use crate::json::{self, Partial, Raw};
use crate::normalise::NO_REASON;
use crate::oddity::Oddity;
use crate::payload::Document;
use crate::tool_name::UNKNOWN;

/// The fields of an envelope beside its response type.
const FIELDS: [&str; 8] = ["toolName", "data", "pagination", "summary", "status", "message", "error", "metadata"];

/// Whether an object is an envelope: it names a response type, and has what such a response has.
pub(crate) fn looks_like_envelope(document: &Document) -> bool {
    let has = |name: &str| document.members(None).any(|(_, node)| node.name == name);
    let alone = document.outline.nodes.len() == 1;
    response_type(document).is_some() && (alone || FIELDS.iter().any(|name| has(name)))
}

/// The response type that an object names.
pub(crate) fn response_type(document: &Document) -> Option<ResponseType> {
    let (_, node) = document.members(None).find(|(_, node)| node.name == "responseType")?;
    ResponseType::named(&document.part(node.value).to_text()?)
}

/// The envelope that an object is. A name that was given outweighs the one in it.
pub(crate) fn from_document(document: &Document, told: Option<&str>) -> Envelope {
    let raw = &document.raw;
    let kind = match response_type(document) {
        Some(ResponseType::List) => Kind::List,
        Some(ResponseType::Action) => Kind::Action,
        Some(ResponseType::ToolCatalog) => Kind::ToolCatalog,
        Some(ResponseType::Error) => Kind::Error(error(raw)),
        Some(ResponseType::Single) | None => Kind::Single,
    };
    let named = raw.get("toolName").and_then(|name| name.to_text().map(String::from));
    let tool = told.map(str::to_owned).or_else(|| named.clone()).unwrap_or_else(|| UNKNOWN.to_owned());
    let mut envelope = Envelope::new(tool, kind);
    let mut read: Vec<String> = Vec::new();
    for (key, value) in raw.members() {
        let again = read.iter().any(|known| *known == key);
        let taken = !again
            && match key.as_ref() {
                "responseType" => true,
                "toolName" => named.as_ref() == Some(&envelope.tool_name),
                "data" => Data::new(value.clone()).map(|data| envelope.data = Some(data)).is_some(),
                "pagination" => pagination(&value).map(|found| envelope.pagination = Some(found)).is_some(),
                "summary" => summary(&value).map(|found| envelope.summary = Some(found)).is_some(),
                "status" => {
                    let status = value.to_text().and_then(|name| Status::named(&name));
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
    envelope
}

/// Reads metadata that Retort may have written: then the oddities stand last.
fn read_metadata(raw: &Raw, metadata: &mut Metadata) {
    let mut holes = Vec::new();
    let Some(document) = Document::of(raw) else { return };
    let last = document.members(None).last().filter(|(_, node)| node.name.trim_start_matches("retort:") == "oddities");
    if let Some((_, node)) = last
        && let Some(oddities) = Oddity::read_all(&document.part(node.value))
    {
        metadata.oddities = oddities;
        holes.push(node.hole());
    }
    let rest = Partial::without(raw.clone(), holes);
    metadata.rest = (!rest.is_empty()).then_some(rest);
}

fn error(raw: &Raw) -> ErrorInfo {
    let said = raw.get("message").and_then(|message| message.to_text().map(String::from));
    let Some(error) = raw.get("error").filter(|error| error.kind() != json::Kind::Null) else {
        return ErrorInfo::new(said.unwrap_or_else(|| NO_REASON.to_owned()));
    };
    if error.kind() != json::Kind::Object {
        return ErrorInfo::new(error.to_plain());
    }
    let mut info = ErrorInfo::new(String::new());
    let mut message = None;
    for (key, value) in error.members() {
        let taken = match key.as_ref() {
            "code" => Code::read(&value).map(|code| info.code = Some(code)).is_some(),
            "message" => {
                message = Some(value.to_text().map_or_else(|| value.to_json(), String::from));
                value.kind() != json::Kind::Null
            }
            "details" if matches!(value.kind(), json::Kind::Object | json::Kind::String) => {
                info.details = Details::new(&value);
                true
            }
            _ => false,
        };
        if !taken && value.kind() != json::Kind::Null {
            info.extra.push((key.into_owned(), value));
        }
    }
    info.message = message.or(said).unwrap_or_else(|| error.to_json());
    info
}

fn pagination(raw: &Raw) -> Option<Pagination> {
    if raw.kind() != json::Kind::Object {
        return None;
    }
    let mut pagination = Pagination::default();
    for (key, value) in raw.members() {
        let text = || value.to_text().map(String::from);
        let taken = match key.as_ref() {
            "offset" => number(&value).map(|offset| pagination.offset = Some(offset)).is_some(),
            "limit" => number(&value).filter(|limit| *limit > 0).map(|limit| pagination.limit = Some(limit)).is_some(),
            "hasMore" => value.to_bool().map(|more| pagination.has_more = Some(more)).is_some(),
            "nextOffset" => Cursor::read(&value).map(|next| pagination.next_offset = Some(next)).is_some(),
            "before" => text().map(|before| pagination.before = Some(before)).is_some(),
            "after" => text().map(|after| pagination.after = Some(after)).is_some(),
            _ => false,
        };
        if !taken && value.kind() != json::Kind::Null {
            pagination.extra.push((key.into_owned(), value));
        }
    }
    Some(pagination)
}

fn summary(raw: &Raw) -> Option<Summary> {
    if raw.kind() != json::Kind::Object {
        return None;
    }
    let mut summary = Summary::default();
    for (key, value) in raw.members() {
        let taken = match key.as_ref() {
            "total" => number(&value).map(|total| summary.total = Some(total)).is_some(),
            "returned" => number(&value).map(|returned| summary.returned = Some(returned)).is_some(),
            "hasMore" => value.to_bool().map(|more| summary.has_more = Some(more)).is_some(),
            _ => false,
        };
        if !taken && value.kind() != json::Kind::Null {
            summary.extra.push((key.into_owned(), value));
        }
    }
    Some(summary)
}

fn number(raw: &Raw) -> Option<u64> {
    raw.as_str().parse().ok()
}

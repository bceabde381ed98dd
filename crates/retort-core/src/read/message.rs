//! One value becomes a message: which form it has, what is wrong with it as JSON-RPC, and where its result is.

use super::result::{is_task, tool_result};
use super::scan::{KnownFields, Source, Value};
use crate::json::{Hole, Kind, Partial};
use crate::message::{Body, Form, Message, RpcError, Text};
use crate::oddity::{Oddities, Oddity, OddityKind};
use crate::pointer::Pointer;

/// The members of a JSON-RPC response.
const RESPONSE: [&str; 5] = ["jsonrpc", "id", "result", "error", "_meta"];

/// What a value is to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Message,
    Result,
    Payload,
}

impl Role {
    pub(super) fn form(self) -> Form {
        match self {
            Self::Message => Form::Message,
            Self::Result => Form::Result,
            Self::Payload => Form::Payload,
        }
    }
}

/// What a value is, judged by its members.
pub(super) fn role_of(value: &Value, source: &Source<'_>) -> Role {
    let Some(fields) = value.fields() else {
        // Rows may have a `text` too: only a type makes them blocks.
        let typed = value.items().first().and_then(Value::fields).is_some_and(|first| first.has("type"));
        return if typed && is_block_list(value, source) { Role::Result } else { Role::Payload };
    };
    if is_message(fields) {
        Role::Message
    } else if is_result(fields, source) {
        Role::Result
    } else {
        Role::Payload
    }
}

fn is_message(fields: &KnownFields) -> bool {
    let answers = fields.has("result") || fields.has("error");
    if fields.has("jsonrpc") {
        return answers || fields.has("method") || fields.has("id");
    }
    if fields.has("method") && (fields.has("params") || fields.has("id")) {
        return fields.only(&["method", "params", "id"]);
    }
    if !answers || !fields.only(&RESPONSE) {
        return false;
    }
    // Without `jsonrpc`, `id`, `result` and `error` are words that payloads use too.
    speaks_the_protocol(fields)
        || fields.has("id")
            && match (fields.get("result"), fields.get("error")) {
                (_, Some(error)) if error.kind != Kind::Null => true,
                (Some(result), _) => result.kind.is_container(),
                _ => false,
            }
}

/// Whether what a message holds can be nothing but a result or an error.
pub(super) fn speaks_the_protocol(fields: &KnownFields) -> bool {
    let inside = |name: &str| fields.get(name).and_then(Value::fields);
    fields.has("jsonrpc")
        || inside("result")
            .is_some_and(|result| ["content", "structuredContent", "tools"].iter().any(|name| result.has(name)))
        || inside("error").is_some_and(|error| {
            error.has("message") && error.get("code").is_some_and(|code| code.kind == Kind::Number)
        })
}

/// Whether an object is a result: it has members that only results have, or a content made of blocks.
pub(super) fn is_result(fields: &KnownFields, source: &Source<'_>) -> bool {
    if fields.has("responseType") {
        // An envelope may hold anything.
        return false;
    }
    if ["structuredContent", "isError", "toolResult", "resultType"].iter().any(|name| fields.has(name)) {
        return true;
    }
    if is_task(fields) && fields.only(&["task", "_meta"]) {
        return true;
    }
    if let Some(content) = fields.get("content") {
        let alone = fields.only(&["content", "_meta"]);
        return match content.kind {
            Kind::Array if content.is_closed_list() => alone,
            Kind::Array => alone || content.items().is_empty() || is_block_list(content, source),
            Kind::Object => alone || content.fields().is_some_and(is_bare_block),
            // What a tool returns inside a server: its answer as a string, and `metadata` that names the tool.
            Kind::String => {
                alone || fields.only(&["content", "metadata", "_meta"]) && named_tool(fields, source).is_some()
            }
            _ => alone,
        };
    }
    let tools = fields.get("tools").filter(|tools| tools.kind == Kind::Array);
    if let Some(tools) = tools {
        let named = |tool: &Value| tool.span.of(source.text).contains("\"name\"");
        return tools.items().first().is_none_or(named) && fields.only(&["tools", "nextCursor", "_meta"]);
    }
    false
}

/// Whether an object can be nothing but a block with a text.
fn is_bare_block(fields: &KnownFields) -> bool {
    let is_text = fields.get("text").is_some_and(|text| text.kind == Kind::String);
    is_text && (fields.has("type") || fields.only(&["text", "annotations", "_meta"]))
}

/// Whether an object that stands where a result belongs is one, with further members beside its content.
pub(super) fn has_content(fields: &KnownFields) -> bool {
    !fields.has("responseType")
        && fields.get("content").is_some_and(|content| match content.kind {
            Kind::String | Kind::Number | Kind::Bool => true,
            Kind::Object => content.fields().is_some_and(is_bare_block),
            Kind::Array | Kind::Null => false,
        })
}

/// The tool that `metadata` beside a content names.
pub(super) fn named_tool(fields: &KnownFields, source: &Source<'_>) -> Option<String> {
    let metadata = source.raw(fields.get("metadata")?);
    metadata.get("tool")?.to_text().map(String::from)
}

/// Whether an array's first item is a block.
fn is_block_list(value: &Value, source: &Source<'_>) -> bool {
    const TYPES: [&str; 5] = ["text", "image", "audio", "resource", "resource_link"];
    let Some(first) = value.items().first().and_then(Value::fields) else { return false };
    let of_known_type = || {
        let name = first.get("type").and_then(|name| source.string(name));
        name.is_some_and(|name| TYPES.iter().any(|known| name.eq_ignore_ascii_case(known)))
    };
    let says = |names: &[&str]| names.iter().any(|name| first.has(name));
    if value.kind != Kind::Array {
        return false;
    }
    if says(&["type"]) {
        of_known_type() && says(&["text", "data", "resource", "uri"])
    } else {
        says(&["text"]) && first.only(&["text"])
    }
}

/// Reads a value as the message that it is.
pub(super) fn message(value: &Value, source: &Source<'_>, role: Role) -> Message {
    listing(value, source, role, Oddities::default())
}

/// The same, with as many oddities as the collector takes.
pub(super) fn listing(value: &Value, source: &Source<'_>, role: Role, mut oddities: Oddities) -> Message {
    let mut message = Message {
        sent: Text::part(source.text, value.span),
        id: None,
        body: Body::Payload(source.raw(value)),
        tool: None,
        direction: None,
        batch: None,
        oddities: Vec::new(),
        rest: None,
        sound: Some(source.quirks.clean(value.span.start, value.span.end)),
    };
    match (role, value.fields()) {
        (Role::Message, Some(fields)) => {
            let read = read_fields(value, fields, source, &Pointer::root(), &mut oddities);
            let rest = read.consumed.map(|holes| Partial::without(source.raw(value), holes));
            message.id = fields.get("id").map(|id| source.raw(id));
            message.body = read.body;
            message.rest = rest.filter(|rest| !rest.is_empty());
        }
        (Role::Result, fields) => {
            message.tool = fields.and_then(|fields| named_tool(fields, source));
            message.body = Body::Result(tool_result(value, source, &Pointer::root(), &mut oddities));
        }
        _ => {}
    }
    message.oddities = oddities.into_vec();
    message
}

/// What a message says, and which of its members were read for that; none where nothing is left of it.
struct Read {
    body: Body,
    consumed: Option<Vec<Hole>>,
}

fn read_fields(
    value: &Value,
    fields: &KnownFields,
    source: &Source<'_>,
    pointer: &Pointer,
    oddities: &mut Oddities,
) -> Read {
    match fields.get("jsonrpc") {
        None => oddities.note(OddityKind::JsonrpcMissing, pointer, "no jsonrpc"),
        Some(version) if source.str(version) == "\"2.0\"" => {}
        Some(version) => oddities.note(OddityKind::JsonrpcWrong, pointer.key("jsonrpc"), source.str(version)),
    }
    let result = fields.get("result");
    let error = fields.get("error");
    if let (Some(method), None, None) = (fields.get("method"), result, error) {
        let method = source.string(method).map_or_else(|| source.str(method).to_owned(), String::from);
        let params = fields.get("params").map(|params| source.raw(params));
        let body = match fields.get("id") {
            Some(id) => Body::Request { id: source.raw(id), method, params },
            None => Body::Notification { method, params },
        };
        return Read { body, consumed: None };
    }
    judge_id(fields, error.is_some(), source, pointer, oddities);
    note_extra_keys(fields, source, pointer, &RESPONSE, OddityKind::MessageExtraKey, oddities);
    // Where it may be a payload after all, its id is not the message's affair alone.
    let own: &[&str] = if fields.has("jsonrpc") { &["jsonrpc", "id"] } else { &[] };
    let mut consumed = fields.holes(own);
    let place = pointer.key("result");
    let body = match (result, error.filter(|error| error.kind != Kind::Null)) {
        (None, None) => {
            oddities.note(OddityKind::ResultMissing, pointer, "neither result nor error");
            return Read { body: Body::Payload(source.raw(value)), consumed: None };
        }
        (Some(result), None) => {
            if error.is_some() {
                oddities.note(OddityKind::ErrorNull, pointer.key("error"), "null");
            }
            consumed.extend(fields.holes(&["error"]));
            let nested = result.fields().filter(|_| role_of(result, source) == Role::Message);
            if let Some(inner) = nested {
                // A whole message where a result belongs: the inner one counts.
                oddities.note(OddityKind::NestedMessage, &place, source.str(result));
                let read = read_fields(result, inner, source, &place, oddities);
                consumed.extend(read.consumed.unwrap_or_else(|| fields.holes(&["result"])));
                read.body
            } else {
                consumed.extend(fields.holes(&["result"]));
                Body::Result(tool_result(result, source, &place, oddities))
            }
        }
        (result, Some(error)) => {
            match result {
                Some(result) if result.kind == Kind::Null => {
                    consumed.extend(fields.holes(&["result"]));
                    oddities.note(OddityKind::ResultNull, place, "null");
                }
                // It stays with what is left of the message.
                Some(result) => oddities.note(OddityKind::ResultBesideError, place, source.str(result)),
                None => {}
            }
            consumed.extend(fields.holes(&["error"]));
            Body::Error(rpc_error(error, source, pointer, oddities))
        }
    };
    Read { body, consumed: Some(consumed) }
}

/// Notes the members that do not belong to an object.
pub(super) fn note_extra_keys(
    fields: &KnownFields,
    source: &Source<'_>,
    pointer: &Pointer,
    expected: &[&str],
    kind: OddityKind,
    oddities: &mut Oddities,
) {
    if fields.only(expected) {
        return;
    }
    let mut keys: Vec<&str> = fields.names().filter(|name| !expected.contains(name)).collect();
    keys.extend(fields.others.iter().map(|key| key.of(source.text)));
    for key in keys {
        oddities.note(kind, pointer.key(key), key);
    }
    if fields.more_others > 0 {
        let mut more = Oddity::new(kind, pointer, "and more");
        more.times = u32::try_from(fields.more_others).unwrap_or(u32::MAX);
        oddities.push(more);
    }
}

fn judge_id(fields: &KnownFields, is_error: bool, source: &Source<'_>, pointer: &Pointer, oddities: &mut Oddities) {
    let place = || pointer.key("id");
    match fields.get("id") {
        // An error for a request that could not be read has no id to answer to.
        None if is_error => {}
        None => oddities.note(OddityKind::IdMissing, pointer, "no id"),
        Some(id) => match id.kind {
            Kind::String | Kind::Number => {}
            Kind::Null if is_error => {}
            Kind::Null => oddities.note(OddityKind::IdNull, place(), "null"),
            _ => oddities.note(OddityKind::IdWrongType, place(), source.str(id)),
        },
    }
}

fn rpc_error(error: &Value, source: &Source<'_>, pointer: &Pointer, oddities: &mut Oddities) -> RpcError {
    let pointer = pointer.key("error");
    let raw = source.raw(error);
    let Some(fields) = error.fields() else {
        oddities.note(OddityKind::ErrorNotObject, &pointer, source.str(error));
        let message = raw.to_plain().into_owned();
        let data = (error.kind != Kind::String).then(|| raw.clone());
        return RpcError { raw, code: None, message, data, pointer, rest: None };
    };
    let mut consumed = vec!["message"];
    let code = fields.get("code").filter(|code| matches!(code.kind, Kind::Number | Kind::String));
    match fields.get("code") {
        None => oddities.note(OddityKind::ErrorCodeMissing, &pointer, "no code"),
        Some(code) if source.str(code).parse::<i64>().is_ok() => {}
        Some(code) => oddities.note(OddityKind::ErrorCodeNotInteger, pointer.key("code"), source.str(code)),
    }
    consumed.extend(code.map(|_| "code"));
    let message = match fields.get("message").map(|message| (message, source.string(message))) {
        None => {
            oddities.note(OddityKind::ErrorMessageMissing, &pointer, "no message");
            String::new()
        }
        Some((_, Some(message))) => message.into_owned(),
        Some((message, None)) => {
            oddities.note(OddityKind::ErrorMessageNotString, pointer.key("message"), source.str(message));
            source.raw(message).to_json()
        }
    };
    let data = fields.get("data").filter(|data| data.kind != Kind::Null);
    consumed.push("data");
    let rest = Partial::without(raw.clone(), fields.holes(&consumed));
    RpcError {
        raw,
        code: code.map(|code| source.raw(code)),
        message,
        data: data.map(|data| source.raw(data)),
        pointer,
        rest: (!rest.is_empty()).then_some(rest),
    }
}

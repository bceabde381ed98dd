//! One value becomes a message: which form it has, what is wrong with it as JSON-RPC, and where its result is.

use super::result::{is_task, tool_result};
use super::scan::{Fields, Source, Value};
use crate::json::{Kind, Partial};
use crate::message::{Body, Form, Message, RpcError, Text};
use crate::oddity::{Oddity, OddityKind};

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

fn is_message(fields: &Fields) -> bool {
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
pub(super) fn speaks_the_protocol(fields: &Fields) -> bool {
    let inside = |name: &str| fields.get(name).and_then(Value::fields);
    fields.has("jsonrpc")
        || inside("result")
            .is_some_and(|result| ["content", "structuredContent", "tools"].iter().any(|name| result.has(name)))
        || inside("error").is_some_and(|error| {
            error.has("message") && error.get("code").is_some_and(|code| code.kind == Kind::Number)
        })
}

/// Whether an object is a result: it has members that only results have, or a content made of blocks.
pub(super) fn is_result(fields: &Fields, source: &Source<'_>) -> bool {
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
            Kind::Array => alone || content.items().is_empty() || is_block_list(content, source),
            Kind::Object => alone || content.fields().is_some_and(|block| block.has("type") && block.has("text")),
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
    let mut oddities = Vec::new();
    let mut message = Message {
        sent: Text::part(source.text, value.span),
        id: None,
        body: Body::Payload(source.raw(value)),
        tool: None,
        oddities: Vec::new(),
        rest: None,
    };
    match (role, value.fields()) {
        (Role::Message, Some(fields)) => {
            message.id = fields.get("id").map(|id| source.raw(id));
            message.body = body(value, fields, source, &mut oddities);
            // Where it may be a payload after all, its id is not the message's affair alone.
            let known: &[&str] =
                if fields.has("jsonrpc") { &["jsonrpc", "id", "result", "error"] } else { &["result", "error"] };
            let rest = Partial::without(source.raw(value), fields.holes(known));
            let is_request = matches!(message.body, Body::Request { .. });
            message.rest = (!is_request && !rest.is_empty()).then_some(rest);
        }
        (Role::Result, _) => message.body = Body::Result(tool_result(value, source, "", &mut oddities)),
        _ => {}
    }
    message.oddities = oddities;
    message
}

fn body(value: &Value, fields: &Fields, source: &Source<'_>, oddities: &mut Vec<Oddity>) -> Body {
    let mut note = |kind, pointer: &str, value: &str| oddities.push(Oddity::new(kind, pointer, value));
    match fields.get("jsonrpc") {
        None => note(OddityKind::JsonrpcMissing, "", "no jsonrpc"),
        Some(version) if source.str(version) == "\"2.0\"" => {}
        Some(version) => note(OddityKind::JsonrpcWrong, "/jsonrpc", source.str(version)),
    }
    let result = fields.get("result");
    let error = fields.get("error");
    if let (Some(method), None, None) = (fields.get("method"), result, error) {
        let method = source.string(method).map_or_else(|| source.str(method).to_owned(), String::from);
        return Body::Request { method, params: fields.get("params").map(|params| source.raw(params)) };
    }
    judge_id(fields, error.is_some(), source, &mut note);
    for key in &fields.others {
        let key = key.of(source.text);
        note(OddityKind::MessageExtraKey, &format!("/{key}"), key);
    }
    for key in fields.names().filter(|name| !RESPONSE.contains(name)) {
        note(OddityKind::MessageExtraKey, &format!("/{key}"), key);
    }
    let not_null = |value: &&Value| value.kind != Kind::Null;
    match (result, error) {
        (None, None) => {
            note(OddityKind::ResultMissing, "", "neither result nor error");
            Body::Payload(source.raw(value))
        }
        (Some(result), Some(error)) if error.kind == Kind::Null => {
            note(OddityKind::ErrorNull, "/error", "null");
            Body::Result(tool_result(result, source, "/result", oddities))
        }
        (result, Some(error)) => {
            match result {
                Some(null) if null.kind == Kind::Null => note(OddityKind::ResultNull, "/result", "null"),
                Some(result) => note(OddityKind::ResultBesideError, "/result", source.str(result)),
                None => {}
            }
            let mut error = rpc_error(error, source, oddities);
            // Nothing that the server sent beside its error is lost.
            if let Some(result) = result.filter(not_null) {
                error.data = error.data.or_else(|| Some(source.raw(result)));
            }
            Body::Error(error)
        }
        (Some(result), None) => Body::Result(tool_result(result, source, "/result", oddities)),
    }
}

fn judge_id(fields: &Fields, is_error: bool, source: &Source<'_>, note: &mut impl FnMut(OddityKind, &str, &str)) {
    match fields.get("id") {
        // An error for a request that could not be read has no id to answer to.
        None if is_error => {}
        None => note(OddityKind::IdMissing, "", "no id"),
        Some(id) => match id.kind {
            Kind::String | Kind::Number => {}
            Kind::Null if is_error => {}
            Kind::Null => note(OddityKind::IdNull, "/id", "null"),
            _ => note(OddityKind::IdWrongType, "/id", source.str(id)),
        },
    }
}

fn rpc_error(error: &Value, source: &Source<'_>, oddities: &mut Vec<Oddity>) -> RpcError {
    let mut note = |kind, pointer: &str, value: &str| oddities.push(Oddity::new(kind, pointer, value));
    let raw = source.raw(error);
    let Some(fields) = error.fields() else {
        note(OddityKind::ErrorNotObject, "/error", source.str(error));
        let message = raw.to_plain().into_owned();
        let data = (error.kind != Kind::String).then(|| raw.clone());
        return RpcError { raw, code: None, message, data, rest: None };
    };
    match fields.get("code") {
        None => note(OddityKind::ErrorCodeMissing, "/error", "no code"),
        Some(code) if source.str(code).parse::<i64>().is_ok() => {}
        Some(code) => note(OddityKind::ErrorCodeNotInteger, "/error/code", source.str(code)),
    }
    let message = match fields.get("message").map(|message| (message, source.string(message))) {
        None => {
            note(OddityKind::ErrorMessageMissing, "/error", "no message");
            String::new()
        }
        Some((_, Some(message))) => message.into_owned(),
        Some((message, None)) => {
            note(OddityKind::ErrorMessageNotString, "/error/message", source.str(message));
            source.raw(message).to_json()
        }
    };
    let rest = Partial::without(raw.clone(), fields.holes(&["code", "message", "data"]));
    RpcError {
        raw,
        code: fields.get("code").filter(|code| code.kind != Kind::Null).map(|code| source.raw(code)),
        message,
        data: fields.get("data").filter(|data| data.kind != Kind::Null).map(|data| source.raw(data)),
        rest: (!rest.is_empty()).then_some(rest),
    }
}

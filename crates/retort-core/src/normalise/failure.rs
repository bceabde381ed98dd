//! Failure: whether a payload reports one, and what it says about it.

use crate::envelope::{Code, Details, Envelope, ErrorInfo, Kind, ResponseType, looks_like_envelope, response_type};
use crate::format::error_text;
use crate::json::{self, Hole, Partial, Raw};
use crate::main_list::{MainList, main_list};
use crate::message::{Body, Message, RpcError};
use crate::outline::{Node, plain_name};
use crate::payload::{Content, Document, Payload};
use crate::tool_name::ToolName;

/// Members that hold the answer: an `error` beside one of them that is not empty is a remark.
const ANSWERS: &[&str] = &["data", "result", "results", "items", "rows", "records", "response", "output", "value"];

/// The words of which a body is made that says nothing but what went wrong.
const ERROR_WORDS: &[&str] = &[
    "error",
    "errors",
    "code",
    "message",
    "msg",
    "status",
    "statuscode",
    "detail",
    "details",
    "title",
    "type",
    "instance",
    "path",
    "timestamp",
    "requestid",
    "reason",
    "hint",
    "errorcode",
    "name",
    "classname",
    "documentationurl",
    "method",
    "success",
    "ok",
    "traceid",
    "data",
    "stack",
    "description",
];

const MESSAGES: &[&str] =
    &["message", "errormessage", "errordescription", "msg", "detail", "reason", "description", "title", "text"];
const CODES: &[&str] = &["code", "errorcode", "statuscode", "status", "errno", "type"];

/// Whether an object reports a failure.
pub(crate) fn reports_failure(document: &Document) -> bool {
    if document.outline.kind != json::Kind::Object {
        return false;
    }
    if looks_like_envelope(document) {
        return response_type(document) == Some(ResponseType::Error);
    }
    let value = |name: &str| {
        let mut members = document.members(None);
        members.find(|(_, node)| node.name.eq_ignore_ascii_case(name)).map(|(_, node)| document.part(node.value))
    };
    let is = |name: &str, flag: bool| value(name).is_some_and(|raw| raw.says(flag));
    if is("success", false) || is("ok", false) || is("isError", true) {
        return true;
    }
    if let Some(status) = value("status").filter(|status| status.kind() == json::Kind::String) {
        let status = status.to_plain().to_lowercase();
        // JSend calls a refused request a `fail`; a `failed` build is another matter.
        if status == "error" || status == "fail" {
            return true;
        }
    }
    if has_answer(document) {
        return false;
    }
    // A thing that has an `error` among its members is not one itself.
    let is_id = |node: &Node| matches!(node.name.as_str(), "id" | "_id" | "uuid");
    let is_of_error = |node: &Node| ERROR_WORDS.contains(&node.plain_name.as_str()) && node.plain_name != "status";
    let speaks_of_a_thing = document.members(None).any(|(_, node)| is_id(node))
        && document.members(None).any(|(_, node)| !is_id(node) && !is_of_error(node))
        && value("jsonrpc").is_none();
    let error = value("error").is_some_and(|error| !error.is_blank());
    let errors = value("errors")
        .is_some_and(|errors| matches!(errors.kind(), json::Kind::Array | json::Kind::String) && !errors.is_blank());
    let listed = errors && document.members(None).all(|(_, node)| ERROR_WORDS.contains(&node.plain_name.as_str()));
    (error || listed) && !speaks_of_a_thing || is_http_error(document)
}

/// Whether an answer stands beside the error.
fn has_answer(document: &Document) -> bool {
    let answer = document
        .members(None)
        .any(|(_, node)| ANSWERS.contains(&node.name.as_str()) && !document.part(node.value).is_blank());
    let list = main_list(document, &ToolName::default());
    // What is listed as part of the error is no answer.
    let in_error =
        |list: &MainList| document.top_of(list.node).is_some_and(|top| ERROR_WORDS.contains(&top.plain_name.as_str()));
    answer || list.filter(|list| !in_error(list)).and_then(|list| list.of(document)).is_some_and(|list| list.rows > 0)
}

/// A body made of nothing but an HTTP error: its status from 400 on, and words about it.
fn is_http_error(document: &Document) -> bool {
    let mut coded = false;
    let mut worded = false;
    for (_, node) in document.members(None) {
        let name = &node.plain_name;
        if !ERROR_WORDS.contains(&name.as_str()) {
            return false;
        }
        let value = document.part(node.value);
        match name.as_str() {
            "code" | "status" | "statuscode" => {
                coded |=
                    node.kind == json::Kind::Number && value.to_count().is_some_and(|code| (400..600).contains(&code));
            }
            "message" | "detail" | "title" | "msg" => worded |= node.kind == json::Kind::String,
            _ => {}
        }
    }
    coded && worded
}

/// The envelope of a call that failed.
pub(super) fn envelope(message: &Message, payload: &Payload, tool: &str) -> Envelope {
    if let Body::Error(error) = &message.body {
        return from_rpc(error, tool);
    }
    match &payload.content {
        Content::Json(document) => from_document(document, payload.said.as_deref(), tool),
        Content::Text(text) => from_text(text.as_str(), tool),
        Content::Nothing => Envelope::new(tool, Kind::Error(ErrorInfo::new("The call failed and gave no reason."))),
    }
}

fn from_rpc(error: &RpcError, tool: &str) -> Envelope {
    let said = error_text(&error.message);
    let message = if said.message.is_empty() { error.raw.to_json() } else { said.message.to_owned() };
    let mut info = ErrorInfo::new(message);
    info.code = error.code.as_ref().and_then(Code::read).or_else(|| said.code.map(code_of));
    info.details = error.data.as_ref().and_then(Details::new);
    let mut envelope = Envelope::new(tool, Kind::Error(info));
    if let Some(rest) = &error.rest {
        envelope.metadata.set("error", rest.clone());
    }
    envelope
}

fn from_text(text: &str, tool: &str) -> Envelope {
    let said = error_text(text);
    let message = if said.message.trim().is_empty() { text } else { said.message };
    let mut info = ErrorInfo::new(message);
    info.code = said.code.map(code_of);
    Envelope::new(tool, Kind::Error(info))
}

fn code_of(code: &str) -> Code {
    code.parse().map_or_else(|_| Code::Text(code.to_owned()), Code::Number)
}

/// Takes members out of an object by the names that they go by.
struct Taker<'a> {
    document: &'a Document,
    holes: Vec<Hole>,
}

impl Taker<'_> {
    fn take<T>(&mut self, parent: Option<usize>, names: &[&str], read: impl Fn(&Raw) -> Option<T>) -> Option<T> {
        let document = self.document;
        names.iter().find_map(|name| {
            let fits = |node: &Node| !self.holes.contains(&node.hole()) && node.plain_name == *name;
            let (_, node) = document.members(parent).find(|(_, node)| fits(node))?;
            let taken = read(&document.part(node.value))?;
            self.holes.push(node.hole());
            Some(taken)
        })
    }
}

fn from_document(document: &Document, said: Option<&str>, tool: &str) -> Envelope {
    let text = |raw: &Raw| raw.to_text().filter(|text| !text.trim().is_empty()).map(String::from);
    let code = |raw: &Raw| match raw.kind() {
        // A status such as `error` says nothing that the envelope does not say.
        json::Kind::String if matches!(raw.to_plain().to_lowercase().as_str(), "error" | "fail" | "success") => None,
        _ => Code::read(raw),
    };
    let details = |raw: &Raw| (!matches!(raw.kind(), json::Kind::Null)).then(|| raw.clone());
    let mut taker = Taker { document, holes: Vec::new() };
    let error = document.members(None).find(|(_, node)| node.name.eq_ignore_ascii_case("error"));
    let inner = error.filter(|(_, node)| node.kind == json::Kind::Object).map(|(index, _)| index);
    let mut info = ErrorInfo::new(String::new());
    let mut headline = None;
    let mut found;
    if let Some(inner) = inner {
        found = taker.take(Some(inner), MESSAGES, text);
        info.code = taker.take(Some(inner), CODES, code);
        info.details = taker.take(Some(inner), &["details", "data"], details).as_ref().and_then(Details::new);
        headline = taker.take(None, &["message"], text);
    } else {
        found = taker.take(None, MESSAGES, text);
        info.code = taker.take(None, CODES, code);
        let word = taker.take(None, &["error", "errors"], text);
        match (&found, word) {
            (Some(_), Some(word)) if info.code.is_none() && !word.contains(char::is_whitespace) => {
                // Where there is a message, a short word under `error` is its code.
                info.code = Some(Code::Text(word));
            }
            (Some(_), Some(word)) => headline = Some(word),
            (None, Some(word)) => {
                info.code = info.code.or_else(|| is_code(&word).then(|| Code::Text(word.clone())));
                found = Some(word);
            }
            (_, None) => {}
        }
    }
    if info.code.is_none() {
        info.code = taker.take(None, CODES, code);
    }
    if info.details.is_none() {
        info.details = taker.take(None, &["details", "detail"], details).as_ref().and_then(Details::new);
    }
    for (_, node) in document.members(None) {
        // What only says that the call failed is said by the envelope.
        let only_a_flag = match node.name.as_str() {
            "success" | "ok" => document.part(node.value).says(false),
            "isError" => document.part(node.value).says(true),
            "status" => document.part(node.value).to_plain().eq_ignore_ascii_case("error"),
            "error" => inner.is_none() && document.part(node.value).says(true),
            _ => false,
        };
        if only_a_flag {
            taker.holes.push(node.hole());
        }
    }
    found = found.or_else(|| listed_message(document)).or_else(|| said.map(str::to_owned));
    info.message = found.map_or_else(|| document.raw.to_json(), |message| unlabelled(&message, &mut info.code));
    // What else the payload says is more about the error.
    let rest = Partial::without(document.raw.clone(), taker.holes);
    let mut metadata = None;
    if document.outline.kind == json::Kind::Object && !rest.is_empty() {
        if info.details.is_none() {
            info.details = Some(Details(rest));
        } else {
            metadata = Some(rest);
        }
    } else if document.outline.kind == json::Kind::Array {
        info.details = Details::new(&document.raw);
    }
    let mut envelope = Envelope::new(tool, Kind::Error(info));
    envelope.message = headline.or(envelope.message);
    envelope.metadata.rest = metadata;
    envelope
}

/// The message of the first of several errors.
fn listed_message(document: &Document) -> Option<String> {
    let errors = match document.outline.kind {
        json::Kind::Array => document.raw.clone(),
        _ => document.raw.get("errors")?,
    };
    let first = errors.items().next()?;
    let text = |raw: &Raw| raw.to_text().map(String::from);
    text(&first).or_else(|| {
        first
            .members()
            .find(|(key, _)| MESSAGES.contains(&plain_name(key).as_str()))
            .and_then(|(_, value)| text(&value))
    })
}

/// Whether a word is a code rather than a sentence of one word.
fn is_code(word: &str) -> bool {
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    plain && word.len() > 2 && (word.contains('_') || word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// A message without the prefix that a client or a framework put before it. The code in it is kept.
fn unlabelled(message: &str, code: &mut Option<Code>) -> String {
    let prefixes = ["MCP error", "Error executing tool", "Error calling tool"];
    if !prefixes.iter().any(|prefix| message.starts_with(prefix)) {
        return message.to_owned();
    }
    let said = error_text(message);
    if code.is_none() {
        *code = said.code.map(code_of);
    }
    said.message.to_owned()
}

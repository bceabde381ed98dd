//! Failure: what a response says about it.

use crate::envelope::{Code, Details, Envelope, ErrorInfo, Kind};
use crate::failing::{reports_failure, wrapped};
use crate::format::{error_text, is_http_reason};
use crate::json::{self, Hole, Partial, Raw};
use crate::message::{Body, Message, RpcError};
use crate::outline::{Node, plain_name};
use crate::payload::{Content, Document, Payload};

const MESSAGES: &[&str] = &["message", "errormessage", "errordescription", "msg", "detail", "reason"];
/// What may be a message where there is no better one: it may as well be about what was asked for.
const HEADINGS: &[&str] = &["description", "title", "text"];
const CODES: &[&str] = &["code", "errorcode", "statuscode", "status", "errno", "type"];

/// What is said of a failure that says nothing.
pub(crate) const NO_REASON: &str = "The call failed and gave no reason.";

/// The envelope of a call that failed.
pub(super) fn envelope(message: &Message, payload: &Payload, tool: Option<&str>) -> Envelope {
    if let Body::Error(error) = &message.body {
        return from_rpc(error, tool);
    }
    match &payload.content {
        Content::Json(document) => {
            let inner = wrapped(document).filter(reports_failure);
            from_document(inner.as_ref().unwrap_or(document), payload.said.as_deref(), tool)
        }
        Content::Text(text) => from_text(text.as_str(), tool),
        Content::Nothing => Envelope::new(tool, Kind::Error(ErrorInfo::new(NO_REASON))),
    }
}

fn from_rpc(error: &RpcError, tool: Option<&str>) -> Envelope {
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

fn from_text(text: &str, tool: Option<&str>) -> Envelope {
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

fn from_document(document: &Document, said: Option<&str>, tool: Option<&str>) -> Envelope {
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
        found = taker.take(Some(inner), MESSAGES, text).or_else(|| taker.take(Some(inner), HEADINGS, text));
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
            // HTTP's words for a status, or a name for what failed, say less than the message.
            (Some(_), Some(word)) if names_failure(&word) => headline = Some(word),
            // The text under `error` is that of the error, and the message stands above it.
            (Some(message), Some(word)) if says(document, &["message", "msg"], message) => {
                headline = found.replace(word);
            }
            (Some(_), Some(word)) => headline = Some(word),
            (None, Some(word)) => {
                info.code = info.code.or_else(|| is_code(&word).then(|| Code::Text(word.clone())));
                found = Some(word);
            }
            (_, None) => {}
        }
        found = found.or_else(|| taker.take(None, HEADINGS, text));
    }
    if info.code.is_none() {
        info.code = taker.take(None, CODES, code);
    }
    // A code that is no word may stand beside the word for it.
    if let Some(word) = info.code.as_ref().map(|code| code.word().into_owned()) {
        let whole = |raw: &Raw| Code::read(raw).filter(|code| code.word() == word);
        info.code = taker.take(None, &["errorcode"], whole).or(info.code);
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
    found = found.or_else(|| info.code.as_ref().and_then(in_words));
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

/// A code that is made of words, as a person says it: `task_not_found`.
fn in_words(code: &Code) -> Option<String> {
    let Code::Text(code) = code else { return None };
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let words: Vec<&str> = code.split(['_', '-', ' ']).collect();
    (words.len() > 1 && words.iter().all(|word| is_word(word))).then(|| words.join(" ").to_lowercase())
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
            .find(|(key, _)| [MESSAGES, HEADINGS].concat().contains(&plain_name(key).as_str()))
            .and_then(|(_, value)| text(&value))
    })
}

/// Whether a member of one of these names is this text.
fn says(document: &Document, names: &[&str], text: &str) -> bool {
    document.members(None).any(|(_, node)| {
        names.contains(&node.plain_name.as_str())
            && document.part(node.value).to_text().is_some_and(|said| said == text)
    })
}

/// Whether a text only names a kind of failure: `Bad Request`, `Validation failed`.
fn names_failure(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let is_kind = ["error", "failed", "failure", "exception"].iter().any(|end| text.ends_with(end));
    is_http_reason(&text) || is_kind && text.split_whitespace().count() <= 3
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

//! What a client sent, as a server hears it: requests, what wants no answer, and what is no message. Bytes come in; it knows
//! neither streams nor HTTP.

use retort_core::Revision;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Codes of JSON-RPC.
pub(super) const PARSE_ERROR: i32 = -32700;
pub(super) const INVALID_REQUEST: i32 = -32600;
pub(super) const METHOD_NOT_FOUND: i32 = -32601;
pub(super) const INVALID_PARAMS: i32 = -32602;
pub(super) const INTERNAL_ERROR: i32 = -32603;
/// Codes of MCP.
pub(super) const HEADER_MISMATCH: i32 = -32020;
pub(super) const UNSUPPORTED_REVISION: i32 = -32022;

/// Most messages in one batch.
const MOST_IN_BATCH: usize = 100;

/// What a client sent.
#[derive(Debug)]
pub(crate) enum Heard {
    /// It wants no answer.
    Nothing,
    /// A request of this id, which is JSON, is no longer wanted.
    Cancelled(String),
    Request(Request),
    /// It is no message.
    Fault(Fault),
    /// Several at once, none of which is a batch.
    Batch(Vec<Heard>),
}

#[derive(Debug)]
pub(crate) struct Request {
    /// As JSON, in the spelling of the client.
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) params: Value,
}

impl Request {
    /// The id in the one spelling by which ids are compared.
    pub(crate) fn key(&self) -> String {
        serde_json::from_str::<Value>(&self.id).map_or_else(|_| self.id.clone(), |id| id.to_string())
    }
}

/// An error of JSON-RPC.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The id of what was asked, as JSON, where it can be read.
    pub(crate) id: Option<String>,
    pub(crate) code: i32,
    pub(crate) message: String,
    pub(crate) data: Option<Value>,
}

impl Fault {
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { id: None, code, message: message.into(), data: None }
    }

    pub(super) fn with(self, data: Value) -> Self {
        Self { data: Some(data), ..self }
    }

    /// The whole response. Only what cannot be read has no id of its own: then it is `null`.
    pub(crate) fn to_message(&self, id: &str) -> String {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#)
    }
}

/// The members of a message that say what it is.
#[derive(Deserialize)]
struct Sent<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(default)]
    method: Option<Value>,
    #[serde(default)]
    params: Option<Value>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

impl Heard {
    /// Reads what came, where this revision was agreed on; `None` before anything was.
    pub(crate) fn read(bytes: &[u8], revision: Option<Revision>) -> Self {
        if bytes.trim_ascii_start().first() != Some(&b'[') {
            return Self::one(bytes);
        }
        let Ok(batch) = serde_json::from_slice::<Vec<&RawValue>>(bytes) else {
            return Self::Fault(Fault::new(PARSE_ERROR, "Parse error"));
        };
        let words = match batch.len() {
            _ if revision.is_some_and(|revision| revision >= Revision::V2025_06_18) => {
                "Invalid Request: this revision has no batches"
            }
            0 => "Invalid Request: the batch is empty",
            1..=MOST_IN_BATCH => return Self::Batch(batch.iter().map(|one| Self::one(one.get().as_bytes())).collect()),
            _ => "Invalid Request: a batch has at most 100 messages",
        };
        Self::Fault(Fault::new(INVALID_REQUEST, words))
    }

    fn one(bytes: &[u8]) -> Self {
        let invalid = |words: &str| Self::Fault(Fault::new(INVALID_REQUEST, words));
        // A list of values is read as an object would be.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            return invalid("Invalid Request: a batch has no batches in it");
        }
        let sent = match serde_json::from_slice::<Sent<'_>>(bytes) {
            Ok(sent) => sent,
            Err(error) if error.is_data() => return invalid("Invalid Request"),
            Err(error) => return Self::Fault(Fault::new(PARSE_ERROR, "Parse error").with(json!(error.to_string()))),
        };
        let Some(Value::String(method)) = sent.method else {
            // An answer to a question that this server never asks.
            if sent.result.is_some() || sent.error.is_some() {
                return Self::Nothing;
            }
            let id = sent.id.map(RawValue::get).filter(|id| is_id(id)).map(str::to_owned);
            return Self::Fault(Fault { id, ..Fault::new(INVALID_REQUEST, "Invalid Request: it has no method") });
        };
        let params = sent.params.unwrap_or_default();
        // One that is null is none: some clients write so.
        let Some(id) = sent.id else {
            let cancelled =
                (method == "notifications/cancelled").then(|| params.get("requestId").map(Value::to_string));
            return cancelled.flatten().map_or(Self::Nothing, Self::Cancelled);
        };
        if !is_id(id.get()) {
            return invalid("Invalid Request: the id is neither a string nor a number");
        }
        Self::Request(Request { id: id.get().to_owned(), method, params })
    }
}

/// Whether JSON is an id: a string or a number.
fn is_id(json: &str) -> bool {
    json.starts_with(['"', '-']) || json.starts_with(|start: char| start.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(bytes: &str, revision: Option<Revision>) -> i32 {
        match Heard::read(bytes.as_bytes(), revision) {
            Heard::Fault(fault) => fault.code,
            Heard::Nothing => 0,
            Heard::Cancelled(_) => 1,
            Heard::Request(_) => 2,
            Heard::Batch(_) => 3,
        }
    }

    #[test]
    fn every_message_is_known_for_what_it_is() {
        for (bytes, expected) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, 2),
            (r#" {"id":"a","method":"x","params":[1]}"#, 2),
            (r#"{"id":-1,"method":"x"}"#, 2),
            (r#"{"method":"notifications/initialized"}"#, 0),
            (r#"{"method":"notifications/cancelled","params":{"requestId":7}}"#, 1),
            (r#"{"method":"notifications/cancelled"}"#, 0),
            (r#"{"id":1,"result":{}}"#, 0),
            (r#"{"id":1,"error":{"code":1,"message":"x"}}"#, 0),
            (r#"{"id":null,"method":"notifications/x"}"#, 0),
            (r#"{"id":null,"method":"x"}"#, 0),
            (r#"[[7,"ping"]]"#, 3),
            (r#"{"id":true,"method":"x"}"#, INVALID_REQUEST),
            (r#"{"id":{},"method":"x"}"#, INVALID_REQUEST),
            (r#"{"id":1}"#, INVALID_REQUEST),
            (r#"{"id":1,"method":7}"#, INVALID_REQUEST),
            ("7", INVALID_REQUEST),
            ("null", INVALID_REQUEST),
            ("", PARSE_ERROR),
            ("{", PARSE_ERROR),
            ("[1,", PARSE_ERROR),
            ("\u{feff}{}", PARSE_ERROR),
            ("[]", INVALID_REQUEST),
            (r#"[{"id":1,"method":"ping"}]"#, 3),
        ] {
            assert_eq!(code(bytes, None), expected, "{bytes}");
        }
    }

    #[test]
    fn an_id_is_kept_and_compared_whatever_its_spelling() {
        let Heard::Request(request) = Heard::read(br#"{"id":"\u00e9","method":"x"}"#, None) else { panic!() };
        assert_eq!((request.id.as_str(), request.key().as_str()), (r#""\u00e9""#, r#""é""#));
        let Heard::Fault(fault) = Heard::read(br#"{"id":7,"method":5}"#, None) else { panic!() };
        assert_eq!(fault.id.as_deref(), Some("7"));
        let Heard::Batch(batch) = Heard::read(br#"[[7,"ping"]]"#, None) else { panic!() };
        assert!(matches!(batch[0], Heard::Fault(_)));
    }

    #[test]
    fn batches_are_taken_where_the_revision_has_them() {
        let batch = r#"[{"id":1,"method":"ping"}]"#;
        for revision in Revision::ALL {
            let has_batches = matches!(revision, Revision::V2024_11_05 | Revision::V2025_03_26);
            let expected = if has_batches { 3 } else { INVALID_REQUEST };
            assert_eq!(code(batch, Some(revision)), expected, "{revision:?}");
        }
        assert_eq!(code(&format!("[{}1]", "1,".repeat(100)), None), INVALID_REQUEST);
    }
}

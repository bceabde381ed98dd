//! The part of the protocol that is not odd: what a message from a client asks for, and sound answers to all of it
//! but `tools/call`.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::case::Case;
use super::cases::cases;

const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// What a message from a client asks for.
#[derive(Debug)]
pub(super) enum Asked {
    /// Nothing: it is a notification.
    Nothing,
    /// A sound answer, which is this.
    Answer(Value),
    /// The first request of a connection, with its answer.
    Initialize(Value),
    /// An odd answer.
    Call {
        case: &'static Case,
        /// As JSON.
        id: String,
    },
    /// Nothing: it answers the server's own request with this id, as JSON.
    Answered(String),
    /// Nothing that can be read: the code and the words of an error.
    Unread { code: i32, words: &'static str },
}

pub(super) fn asked(message: &[u8]) -> Asked {
    let Ok(message) = serde_json::from_slice::<Value>(message) else {
        return Asked::Unread { code: -32700, words: "this is no JSON" };
    };
    let id = message.get("id");
    let Some(method) = message.get("method").and_then(Value::as_str) else {
        return match id {
            Some(id) if message.get("result").or(message.get("error")).is_some() => Asked::Answered(id.to_string()),
            _ => Asked::Unread { code: -32600, words: "this is no request" },
        };
    };
    let Some(id) = id else { return Asked::Nothing };
    match method {
        "initialize" => Asked::Initialize(result(id, &initialized(&message["params"]["protocolVersion"]))),
        "ping" => Asked::Answer(result(id, &json!({}))),
        "tools/list" => Asked::Answer(result(id, &json!({ "tools": tools() }))),
        "tools/call" => {
            let name = message["params"]["name"].as_str().unwrap_or_default();
            match cases().iter().find(|case| case.name == name) {
                Some(case) => Asked::Call { case, id: id.to_string() },
                None => {
                    Asked::Answer(error(id, -32602, &format!("there is no tool `{name}`; `tools/list` names them")))
                }
            }
        }
        method => Asked::Answer(error(id, -32601, &format!("the method `{method}` is not known here"))),
    }
}

fn initialized(version: &Value) -> Value {
    let version = version.as_str().filter(|version| VERSIONS.contains(version)).unwrap_or(VERSIONS[3]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "oddities", "title": "Oddities", "version": env!("CARGO_PKG_VERSION") },
        "instructions": "Every tool answers in one odd way; its description says in which.",
    })
}

fn tools() -> Vec<Value> {
    let tool =
        |case: &Case| json!({ "name": case.name, "description": case.about, "inputSchema": { "type": "object" } });
    cases().iter().map(tool).collect()
}

fn result(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

pub(super) fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

/// The server's own requests that a client has not answered yet, by id.
#[derive(Debug, Default)]
pub(super) struct OwnRequests(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    answered: HashMap<String, oneshot::Sender<()>>,
    in_vain: bool,
}

/// How long the server waits for an answer before it says that none came.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

impl OwnRequests {
    /// Before the request is sent, so that no answer can be too early.
    pub(super) fn expect(&self, id: &str) -> oneshot::Receiver<()> {
        let (answered, answer) = oneshot::channel();
        let mut waiting = self.waiting();
        // Whoever gave up waiting is forgotten.
        waiting.answered.retain(|_, answered| !answered.is_closed());
        if !waiting.in_vain {
            waiting.answered.insert(id.to_owned(), answered);
        }
        answer
    }

    pub(super) fn answered(&self, id: &str) {
        if let Some(answered) = self.waiting().answered.remove(id) {
            // Whoever waited may have given up.
            let _ = answered.send(());
        }
    }

    /// No more answers can come, neither to these requests nor to later ones.
    pub(super) fn give_up(&self) {
        *self.waiting() = Waiting { answered: HashMap::new(), in_vain: true };
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the answer came in time.
pub(super) async fn came(answer: oneshot::Receiver<()>) -> bool {
    matches!(tokio::time::timeout(ANSWER_TIMEOUT, answer).await, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(message: &str) -> Value {
        match asked(message.as_bytes()) {
            Asked::Answer(answer) | Asked::Initialize(answer) => answer,
            Asked::Unread { code, words } => error(&Value::Null, code, words),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_known_version_is_kept_and_another_becomes_the_latest_with_initialize() {
        for (asked, given) in [("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("2026-07-28", "2025-11-25")]
        {
            let request =
                json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": asked}});
            assert_eq!(answer(&request.to_string())["result"]["protocolVersion"], given);
        }
    }

    #[test]
    fn every_case_is_listed_as_a_tool() {
        let listed = answer(r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#);
        assert_eq!(listed["id"], "a");
        let tools = listed["result"]["tools"].as_array().unwrap();
        assert_eq!(tools.len(), cases().len());
        assert!(tools.iter().all(|tool| tool["inputSchema"]["type"] == "object"));
    }

    #[test]
    fn what_is_not_known_is_refused_with_its_code() {
        let cases = [
            ("{", -32700),
            ("[]", -32600),
            (r#"{"id":1}"#, -32600),
            (r#"{"id":1,"method":"server/discover"}"#, -32601),
            (r#"{"id":1,"method":"tools/call","params":{"name":"no-such"}}"#, -32602),
            (r#"{"id":1,"method":"tools/call"}"#, -32602),
        ];
        for (message, code) in cases {
            assert_eq!(answer(message)["error"]["code"], code, "{message}");
        }
    }

    #[test]
    fn requests_that_nobody_waits_for_are_forgotten() {
        let own = OwnRequests::default();
        for number in 0..100 {
            drop(own.expect(&number.to_string()));
        }
        let _waits = own.expect("last");
        assert_eq!(own.waiting().answered.len(), 1);
    }

    #[test]
    fn notifications_and_answers_get_none() {
        assert!(matches!(asked(br#"{"method":"notifications/initialized"}"#), Asked::Nothing));
        assert!(matches!(asked(br#"{"id":"x","result":{}}"#), Asked::Answered(id) if id == "\"x\""));
        assert!(matches!(asked(br#"{"id":5,"error":{}}"#), Asked::Answered(id) if id == "5"));
    }
}

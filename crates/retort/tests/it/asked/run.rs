//! Runs a case. Calls of a server go into one session for all rows, and what was run before is not run again: a server
//! takes longer to start than to answer.

use std::collections::BTreeMap;
use std::process::Output;
use std::sync::{Arc, Mutex, OnceLock};

use serde_json::{Value, json};

use super::row::{Case, lines};
use crate::{retort, stdout};

/// What came of a case.
pub(super) struct Ran {
    pub(super) exit: Option<i32>,
    pub(super) printed: String,
    pub(super) told: String,
    /// The output as JSON: one value, or a list of all where there are several. Answers in a session are by their ids.
    pub(super) value: Option<Value>,
}

impl Ran {
    fn of(output: &Output) -> Self {
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let values: Result<Vec<Value>, _> = serde_json::Deserializer::from_str(&printed).into_iter().collect();
        let value = values.ok().map(|mut values| if values.len() == 1 { values.remove(0) } else { values.into() });
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        Self { exit: output.status.code(), printed, told, value }
    }

    /// What a server answered.
    fn said(value: Value) -> Self {
        Self { exit: Some(0), printed: value.to_string(), told: String::new(), value: Some(value) }
    }
}

/// The commands of a case, each with its words. What one prints is what the next reads.
fn commands(run: &str) -> Vec<Vec<String>> {
    let command = |words: &str| {
        let mut words = shell_words::split(words).unwrap();
        if words[0] == "check" {
            words.push("-".to_owned());
            if words.iter().all(|word| word != "--fix") {
                words.extend(["--format", "json"].map(String::from));
            }
        }
        words
    };
    run.split(" | ").map(command).collect()
}

/// The answers of a server to what a client sends, by their ids.
fn session(server: &[String], messages: &str) -> BTreeMap<String, Value> {
    let arguments: Vec<&str> = server.iter().map(String::as_str).collect();
    let output = retort(&arguments, messages.as_bytes());
    let answers = stdout(&output).lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let id = |answer: &Value| {
        answer.get("id").map_or("none".to_owned(), |id| id.as_str().map_or(id.to_string(), String::from))
    };
    answers.map(|answer| (id(&answer), answer)).collect()
}

/// What opens a session.
fn opening() -> [Value; 2] {
    let client = json!({ "name": "conformance", "version": "1" });
    let params = json!({ "protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": client });
    [
        json!({ "jsonrpc": "2.0", "id": "opening", "method": "initialize", "params": params }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
    ]
}

/// A command, and what it is given.
type Asked = (String, String);

/// The answers to the calls of all cases, for each server and call, and what was run already.
pub(super) struct Runs {
    calls: BTreeMap<Asked, Value>,
    ran: Mutex<BTreeMap<Asked, Arc<OnceLock<Ran>>>>,
}

impl Runs {
    /// Puts all calls to their servers.
    pub(super) fn of<'a>(cases: impl Iterator<Item = &'a Case>) -> Self {
        let mut servers: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
        for case in cases {
            servers.entry(&case.run).or_default().extend(case.calls.iter().flatten());
        }
        let mut answers = BTreeMap::new();
        for (server, calls) in servers.into_iter().filter(|(_, calls)| !calls.is_empty()) {
            let asked = calls
                .iter()
                .enumerate()
                .map(|(id, params)| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
            let messages: Vec<Value> = opening().into_iter().chain(asked).collect();
            let mut said = session(&shell_words::split(server).unwrap(), &lines(&messages));
            for (id, params) in calls.iter().enumerate() {
                let answer = said.remove(&id.to_string()).unwrap_or_default();
                answers.insert((server.to_owned(), params.to_string()), answer);
            }
        }
        Self { calls: answers, ran: Mutex::default() }
    }

    /// Runs a case, or looks up what came of it, and lets `look` see it.
    pub(super) fn run<T>(&self, case: &Case, look: impl FnOnce(&Ran) -> T) -> T {
        if let Some(calls) = &case.calls {
            let answer = |params: &Value| self.calls[&(case.run.clone(), params.to_string())].clone();
            return look(&Ran::said(calls.iter().map(answer).collect::<Vec<_>>().into()));
        }
        let key = (case.run.clone(), case.input());
        let ran = Arc::clone(self.ran.lock().unwrap().entry(key).or_default());
        look(ran.get_or_init(|| run(case)))
    }
}

/// Runs the commands of a case.
fn run(case: &Case) -> Ran {
    let commands = commands(&case.run);
    if commands[0][0] == "serve" {
        return Ran::said(json!(session(&commands[0], &case.input())));
    }
    let mut input = case.input().into_bytes();
    let mut last = None;
    for words in &commands {
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = retort(&arguments, &input);
        input.clone_from(&output.stdout);
        last = Some(output);
    }
    Ran::of(&last.unwrap())
}

//! The two ways to a server, and what is read from it on each.

use std::process::Command;

use serde_json::{Value, json};

use crate::servers::Served;
use crate::{root, run, stderr, stdout};

/// How the server is reached.
pub(crate) enum Way {
    Stdio(Vec<String>),
    Http(Served),
}

impl Way {
    /// Both ways to one server.
    pub(crate) fn both(server: &[&str]) -> [Self; 2] {
        let command = ["serve"].iter().chain(server).map(|word| (*word).to_owned());
        [Self::Stdio(command.collect()), Self::Http(Served::start_with(server))]
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Stdio(_) => "stdio",
            Self::Http(_) => "HTTP",
        }
    }

    /// Runs the client; gives what it prints, line by line.
    pub(crate) fn client(&self, python: &str, mode: &str, lines: &[Value]) -> Vec<Value> {
        let mut client = Command::new(python);
        client.arg(root().join("tests/peers/client.py")).arg(mode);
        match self {
            Self::Stdio(arguments) => client.arg(env!("CARGO_BIN_EXE_retort")).args(arguments),
            Self::Http(served) => client.arg(&served.url),
        };
        let input: Vec<String> = lines.iter().map(Value::to_string).collect();
        let output = run(&mut client, input.join("\n").as_bytes());
        assert!(output.status.success(), "{}: {}{}", self.name(), stdout(&output), stderr(&output));
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The answers to messages, after the session was opened as the reference opens it; that of `initialize` is the
    /// first.
    pub(crate) fn wire(&self, messages: &[Value]) -> Vec<Value> {
        let opening = [
            json!({
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {
                    "protocolVersion": "2024-11-05",
                    "capabilities": {},
                    "clientInfo": { "name": "your-client", "version": "1.0.0" }
                }
            }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        ];
        let answers = self.client("python3", "wire", &[&opening, messages].concat());
        // Revisions as early as this know no kinds of result.
        let fits = |answer: &Value| answer["jsonrpc"] == "2.0" && answer["result"].get("resultType").is_none();
        assert!(answers.iter().all(fits), "{answers:?}");
        answers
    }

    /// The results of calls with these `params`, as they are on the wire.
    pub(crate) fn calls(&self, calls: &[Value]) -> Vec<Value> {
        let message = |(index, params): (usize, &Value)| json!({ "jsonrpc": "2.0", "id": index + 10, "method": "tools/call", "params": params });
        let messages: Vec<Value> = calls.iter().enumerate().map(message).collect();
        let answers = self.wire(&messages);
        answers.into_iter().skip(1).map(|answer| answer["result"].clone()).collect()
    }
}

/// The one text of a result.
pub(crate) fn text(result: &Value) -> String {
    let blocks = result["content"].as_array().unwrap_or_else(|| panic!("{result}"));
    assert_eq!((blocks.len(), &blocks[0]["type"]), (1, &json!("text")), "{result}");
    blocks[0]["text"].as_str().unwrap().to_owned()
}

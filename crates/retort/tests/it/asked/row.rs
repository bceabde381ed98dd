//! The rows: each line of `tests/conformance/*.jsonl` is one thing that a document asks for, with what shows that it is
//! met. The README beside them says how a line is written.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Map, Value};

/// A document: the name of its file, what it is about, and its rows.
pub(super) struct Document {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) about: &'static str,
    pub(super) rows: Vec<Row>,
}

const DOCUMENTS: [(&str, &str, &str); 5] = [
    (
        "envelope",
        "One envelope for all responses",
        "The schema of a generic response parser, made for Discord's tools and n8n.",
    ),
    ("drf", "django-rest-framework-mcp", "The response schemas of a library that makes tools of Django's views."),
    ("omni", "Omni", "How a client extracts, recognises and shows what servers answer, and what it asks of them."),
    ("yourls", "yourls-mcp", "The response format of a server for a link shortener."),
    ("feathers", "FeathersJS", "The query and return formats of a server that knows FeathersJS."),
];

/// One thing that is asked for. `cases` are run; `tests` are named where a case cannot be data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) id: String,
    /// The section of the document.
    pub(super) from: String,
    /// What is asked, in our words.
    pub(super) asks: String,
    #[serde(default)]
    pub(super) cases: Vec<Case>,
    #[serde(default)]
    pub(super) tests: Vec<String>,
}

/// One run of `retort`: what it is given, and what is wanted of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub(super) run: String,
    /// JSON in the one text block of a result.
    pub(super) payload: Option<Value>,
    /// The text of the one text block of a result.
    pub(super) text: Option<String>,
    /// The flag of that result.
    #[serde(rename = "isError")]
    pub(super) is_error: Option<Value>,
    pub(super) result: Option<Value>,
    pub(super) message: Option<Value>,
    /// A transcript, or what a client sends to a server.
    pub(super) messages: Option<Vec<Value>>,
    /// Bytes, as they are.
    pub(super) raw: Option<String>,
    /// `params` of calls, put to one server that all rows share.
    pub(super) calls: Option<Vec<Value>>,

    pub(super) exit: Option<i32>,
    /// The whole output as JSON.
    pub(super) is: Option<Value>,
    /// Places in the output, and what is there.
    #[serde(default)]
    pub(super) has: Map<String, Value>,
    #[serde(default)]
    pub(super) lacks: Vec<String>,
    /// Rules that are broken; `*` for any.
    #[serde(default)]
    pub(super) finds: Vec<String>,
    /// Rules that are kept; `*` for all.
    #[serde(default)]
    pub(super) spares: Vec<String>,
    #[serde(default)]
    pub(super) says: Vec<String>,
    #[serde(default)]
    pub(super) omits: Vec<String>,
    /// What standard error says.
    #[serde(default)]
    pub(super) tells: Vec<String>,
}

impl Case {
    /// What the command reads.
    pub(super) fn input(&self) -> String {
        let block = |text: String| {
            let mut result = serde_json::json!({ "content": [{ "type": "text", "text": text }] });
            if let Some(flag) = &self.is_error {
                result["isError"] = flag.clone();
            }
            result.to_string()
        };
        if let Some(payload) = &self.payload {
            return block(payload.to_string());
        }
        if let Some(text) = &self.text {
            return block(text.clone());
        }
        if let Some(messages) = &self.messages {
            return lines(messages);
        }
        let whole = self.result.as_ref().or(self.message.as_ref()).map(Value::to_string);
        whole.or_else(|| self.raw.clone()).unwrap_or_default()
    }

    /// What is wrong with the case itself.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let given = [
            self.payload.is_some(),
            self.text.is_some(),
            self.result.is_some(),
            self.message.is_some(),
            self.messages.is_some(),
            self.raw.is_some(),
            self.calls.is_some(),
        ];
        let lists = [&self.lacks, &self.finds, &self.spares, &self.says, &self.omits, &self.tells];
        let wants = self.exit.is_some() || self.is.is_some() || !self.has.is_empty();
        if given.iter().filter(|given| **given).count() > 1 {
            Some("has more than one input")
        } else if self.is_error.is_some() && self.payload.is_none() && self.text.is_none() {
            Some("has a flag without a payload or a text")
        } else if !wants && lists.iter().all(|list| list.is_empty()) {
            Some("wants nothing")
        } else {
            None
        }
    }
}

/// Messages, one a line.
pub(super) fn lines(messages: &[Value]) -> String {
    messages.iter().map(Value::to_string).chain([String::new()]).collect::<Vec<_>>().join("\n")
}

/// The folder of the rows.
pub(super) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

/// All documents with their rows.
pub(super) fn documents() -> Vec<Document> {
    let document = |(name, title, about): (&'static str, _, _)| {
        let path = folder().join(format!("{name}.jsonl"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let read = |(index, line): (usize, &str)| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}.jsonl, line {}: {error}", index + 1))
        };
        Document { name, title, about, rows: text.lines().enumerate().map(read).collect() }
    };
    DOCUMENTS.map(document).into()
}

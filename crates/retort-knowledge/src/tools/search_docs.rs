//! `search_docs`: the entries that answer a question best.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use super::{Tool, ToolError, ToolResult};
use crate::entry::{Source, Version};
use crate::search::{Hit, Index, Versions};

const DEFAULT_LIMIT: usize = 10;
const MAX_LIMIT: u8 = 50;
/// What the arguments mean.
const DESCRIPTIONS: [(&str, &str); 3] = [
    ("query", "What to look for: a question, words or an identifier"),
    ("limit", "How many entries to return at most; 10 if it is left out"),
    ("version", "Only entries of this version, where they have one; all if it is left out"),
];

/// Searches a knowledge base.
pub struct SearchDocs {
    index: Arc<Index>,
    /// Whose documentation it is.
    subject: String,
    description: String,
    /// Whether the entries are of different versions.
    versioned: bool,
}

#[derive(Serialize)]
struct Payload<'a> {
    query: &'a str,
    version: &'static str,
    results: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    id: String,
    title: String,
    version: Version,
    category: String,
    source: Source,
    score: f64,
    snippet: String,
}

impl From<Hit> for Found {
    fn from(hit: Hit) -> Self {
        let Hit { entry, score, snippet } = hit;
        Self {
            id: entry.id,
            title: entry.title,
            version: entry.version,
            category: entry.category,
            source: entry.source,
            // As many digits as mean something, and the same in text and value.
            score: (f64::from(score) * 1e4).round() / 1e4,
            snippet,
        }
    }
}

impl SearchDocs {
    /// A search over the documentation of `FeathersJS`.
    pub fn feathers(index: Arc<Index>) -> Self {
        let description =
            "Searches the FeathersJS documentation knowledge base and returns the most relevant entries.".to_owned();
        Self { index, subject: "FeathersJS".to_owned(), description, versioned: true }
    }

    /// A search over any documentation.
    pub fn over(index: Arc<Index>, subject: impl Into<String>) -> Self {
        let subject = subject.into();
        let description = format!("Searches the documentation of {subject} and returns the most relevant entries.");
        Self { index, subject, description, versioned: false }
    }
}

impl Tool for SearchDocs {
    fn name(&self) -> &'static str {
        "search_docs"
    }

    fn title(&self) -> &str {
        if self.versioned { "Search the FeathersJS documentation" } else { "Search the documentation" }
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn input_schema(&self) -> Value {
        let mut schema = json!({
            "type": "object",
            "properties": {
                "query": { "type": "string" },
                "limit": { "type": "number", "minimum": 1, "maximum": MAX_LIMIT },
                "version": { "type": "string", "enum": ["v4", "v5", "both", "all"] }
            },
            "required": ["query"],
            "additionalProperties": false
        });
        // The reference gives the schema of the Feathers server exactly, without descriptions.
        if !self.versioned {
            for (name, description) in DESCRIPTIONS {
                schema["properties"][name]["description"] = json!(description);
            }
        }
        schema
    }

    fn output_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "query": { "type": "string", "description": "What was looked for" },
                "version": { "type": "string", "enum": ["v4", "v5", "both", "all"] },
                "results": {
                    "type": "array",
                    "description": "What was found, the best first",
                    "items": {
                        "type": "object",
                        "properties": {
                            "id": { "type": "string" },
                            "title": { "type": "string" },
                            "version": { "type": "string", "enum": ["v4", "v5", "both"] },
                            "category": { "type": "string" },
                            "source": {
                                "type": "object",
                                "properties": { "url": { "type": "string" }, "path": { "type": "string" } }
                            },
                            "score": { "type": "number", "minimum": 0, "maximum": 1 },
                            "snippet": { "type": "string" }
                        },
                        "required": ["id", "title", "version", "category", "source", "score", "snippet"]
                    }
                }
            },
            "required": ["query", "version", "results"]
        })
    }

    /// A query that is no text says nothing, as an empty one does, and finds nothing. Only one that is missing is refused.
    fn taken(&self, mut arguments: Value) -> Value {
        if let Some(query) = arguments.get_mut("query").filter(|query| !query.is_string()) {
            *query = Value::String(String::new());
        }
        arguments
    }

    fn execute(&self, arguments: &Value) -> Result<ToolResult, ToolError> {
        // Whoever calls the tool directly is not checked by a schema: a query that is none finds nothing.
        let query = arguments.get("query").and_then(Value::as_str).unwrap_or_default();
        let named = arguments.get("version").and_then(Value::as_str);
        let default = if self.versioned { Versions::V5 } else { Versions::All };
        let versions = named.and_then(Versions::named).unwrap_or(default);
        let limit = arguments.get("limit").and_then(Value::as_f64).map_or(DEFAULT_LIMIT, |limit| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped first")]
            let limit = limit.clamp(1.0, f64::from(MAX_LIMIT)) as usize;
            limit
        });
        // What is wrong with a file of the index is nobody's business outside.
        let failed = |_| ToolError::Broken(format!("The documentation of {} cannot be searched now", self.subject));
        let hits = self.index.search(query, versions, limit).map_err(failed)?;
        let results: Vec<Found> = hits.into_iter().map(Found::from).collect();
        let metadata = json!({
            "tool": self.name(), "query": query, "version": versions.name(), "limit": limit, "resultCount": results.len()
        });
        ToolResult::of(&Payload { query, version: versions.name(), results }, metadata)
    }
}

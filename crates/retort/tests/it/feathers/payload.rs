//! What the server that knows Feathers gives, as its reference wraps it.

use serde_json::{Value, json};

use crate::ways::{Way, text};

/// A payload: its text, and what that says.
pub(super) struct Payload {
    pub(super) text: String,
    pub(super) value: Value,
}

impl Payload {
    /// That of each of the calls, all of which must go well.
    pub(super) fn of_all(way: &Way, calls: &[Value]) -> Vec<Self> {
        way.calls(calls).iter().map(Self::of).collect()
    }

    /// That of a result, which must be wrapped as the reference wraps it.
    pub(super) fn of(result: &Value) -> Self {
        assert_ne!(result["isError"], json!(true), "{result}");
        let text = text(result);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(result["structuredContent"], value, "it says the same twice");
        // Metadata is for those who call a tool directly.
        let members: Vec<&String> = result.as_object().unwrap().keys().collect();
        assert!(members.iter().all(|name| ["content", "structuredContent", "isError"].contains(&name.as_str())));
        assert!(text.starts_with("{\n  \""), "it is for people too: {text}");
        Self { text, value }
    }

    /// The keys that stand at a depth, in their order, over the whole text.
    pub(super) fn keys(&self, depth: usize) -> Vec<&str> {
        let margin = "  ".repeat(depth);
        let key = |line: &'_ str| -> Option<(usize, usize)> {
            let rest = line.strip_prefix(&margin)?.strip_prefix('"')?;
            let end = rest.find("\": ")?;
            Some((margin.len() + 1, margin.len() + 1 + end))
        };
        self.text.lines().filter_map(|line| key(line).map(|(from, to)| &line[from..to])).collect()
    }
}

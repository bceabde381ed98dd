//! A result in the making.

use crate::json::quote;

/// What goes into a result.
pub(super) struct Draft {
    pub(super) text: String,
    pub(super) structured: Option<String>,
    pub(super) is_error: bool,
}

impl Draft {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), structured: None, is_error: false }
    }

    /// Says that the call failed.
    pub(super) fn failed(mut self) -> Self {
        self.is_error = true;
        self
    }

    pub(super) fn to_json(&self) -> String {
        let mut json = format!("{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]", quote(&self.text));
        if let Some(structured) = &self.structured {
            json.push_str(",\"structuredContent\":");
            json.push_str(structured);
        }
        if self.is_error {
            json.push_str(",\"isError\":true");
        }
        json.push('}');
        json
    }
}

//! A reply that was written: the `result` of a response, or its `error`.

use std::fmt;

use crate::context::Denied;

/// A reply as a dialect writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub(crate) json: String,
    pub(crate) is_error: bool,
    pub(crate) is_protocol_error: bool,
    /// Why the caller may not call, where that is what it says.
    pub(crate) denied: Option<Denied>,
}

impl Answer {
    /// A result of one text block whose text is written already, for a server whose clients know every space of it.
    ///
    /// ```
    /// use retort_server::Answer;
    ///
    /// let answer = Answer::text(r#"{"id": 1}"#);
    /// assert_eq!(answer.as_json(), r#"{"content":[{"type":"text","text":"{\"id\": 1}"}]}"#);
    /// ```
    pub fn text(text: &str) -> Self {
        // A text can always be written as JSON.
        let quoted = serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned());
        let json = ["{\"content\":[{\"type\":\"text\",\"text\":", &quoted, "}]}"].concat();
        Self { json, is_error: false, is_protocol_error: false, denied: None }
    }

    /// The JSON of the `result`, or of the `error` where it [is one](Self::is_protocol_error).
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// The same, without a copy.
    pub fn into_json(self) -> String {
        self.json
    }

    /// Whether the call failed, in either way.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// Why the caller may not call, where that is what it says: over HTTP the status tells it too.
    pub fn denied(&self) -> Option<&Denied> {
        self.denied.as_ref()
    }

    /// Whether it goes to `error` of a response, and not to `result`.
    pub fn is_protocol_error(&self) -> bool {
        self.is_protocol_error
    }

    /// The same with one member more, whose value is JSON.
    pub(crate) fn with_member(mut self, name: &str, json: &str) -> Self {
        if self.json.pop() == Some('}') {
            let comma = if self.json.ends_with('{') { "" } else { "," };
            self.json.extend([comma, "\"", name, "\":", json, "}"]);
        }
        self
    }

    /// The whole response to the request with this id, which is JSON.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::list([7]).into_result(Dialect::Drf);
    /// assert_eq!(
    ///     answer.to_message("\"a\""),
    ///     r#"{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"[7]"}]}}"#
    /// );
    /// ```
    pub fn to_message(&self, id: &str) -> String {
        let member = if self.is_protocol_error { "error" } else { "result" };
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{}}}", self.json)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json)
    }
}

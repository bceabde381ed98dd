//! The parameters of a request: a JSON object whose values are kept as the text they were given as, so that the
//! digits of a number reach the server as a person typed them.

use std::fmt::Write;

use retort_core::Raw;
use serde::Serialize;

/// A JSON object that is being written.
#[derive(Clone, Debug, Default)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// An object without members.
    pub fn new() -> Self {
        Self::default()
    }

    /// With a member more, in place of an earlier one of the same name.
    #[must_use]
    pub fn with(self, key: &str, value: impl Serialize) -> Self {
        // What is given here are plain values; one that cannot be written would be a map with strange keys.
        self.with_json(key, serde_json::to_string(&value).unwrap_or_else(|_| "null".to_owned()))
    }

    /// With a member more, whose value is JSON already.
    #[must_use]
    pub fn with_json(mut self, key: &str, json: impl Into<String>) -> Self {
        match self.0.iter_mut().find(|(known, _)| known == key) {
            Some((_, value)) => *value = json.into(),
            None => self.0.push((key.to_owned(), json.into())),
        }
        self
    }

    /// The text of a member that is a string.
    pub fn text(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.json(key)?).ok()
    }

    /// The JSON of a member.
    pub fn json(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, json)| json.as_str())
    }

    /// The object as JSON, on one line.
    pub fn to_json(&self) -> String {
        let mut json = String::from("{");
        for (index, (key, value)) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            // Writing to a string does not fail.
            let _ = write!(json, "{comma}{}:{value}", Raw::string(key).as_str());
        }
        json.push('}');
        json
    }
}

//! The parameters of a request: a JSON object whose values are kept as the text they were given as, so that the
//! digits of a number reach the server as a person typed them.

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
        let size: usize = self.0.iter().map(|(key, value)| key.len() + value.len() + 4).sum();
        let mut json = String::with_capacity(size + 2);
        json.push('{');
        for (index, (key, value)) in self.0.iter().enumerate() {
            if index > 0 {
                json.push(',');
            }
            put_string(&mut json, key);
            json.push(':');
            json.push_str(value);
        }
        json.push('}');
        json
    }
}

/// Writes a text as a JSON string.
pub(crate) fn put_string(json: &mut String, text: &str) {
    let is_plain = text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\' && byte != 0x7F);
    if is_plain {
        json.push('"');
        json.push_str(text);
        json.push('"');
    } else {
        json.push_str(Raw::string(text).as_str());
    }
}

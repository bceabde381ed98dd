//! What is wrong with arguments by the schema of a tool: everything, within bounds that no caller can stretch.

use std::fmt::{self, Display, Write};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde::Serialize;
use serde_json::Value;

use crate::quoted::Quoted;

/// With so many values in them, arguments are not searched for every violation.
pub(crate) const MANY_VALUES: usize = 2_000;
/// How many bytes of a violation are told, which may have the whole value in it.
const LONGEST_MESSAGE: usize = 500;

/// Something that is wrong with arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// Where, as a JSON pointer; empty for the arguments as a whole.
    pub path: String,
    /// What is wrong there.
    pub message: String,
}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.trim_start_matches('/') {
            "" => f.write_str(&self.message),
            name => write!(f, "{name}: {}", self.message),
        }
    }
}

/// A schema that arguments are held to.
///
/// ```
/// use retort_server::ArgumentSchema;
/// use serde_json::json;
///
/// let schema = ArgumentSchema::new(&json!({"required": ["name"], "properties": {"age": {"type": "integer"}}}))?;
/// let violations = schema.violations(&json!({"age": "old"}));
/// assert_eq!(violations[0].to_string(), "\"name\" is a required property");
/// assert_eq!(violations[1].to_string(), "age: \"old\" is not of type \"integer\"");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct ArgumentSchema(pub(crate) Validator);

impl ArgumentSchema {
    /// A checker by a JSON Schema.
    ///
    /// # Errors
    ///
    /// Where the schema itself is wrong; it says why.
    pub fn new(schema: &Value) -> Result<Self, String> {
        jsonschema::validator_for(schema).map(Self).map_err(|error| shortened(&error))
    }

    /// All that is wrong with arguments. Where they are so large that there may be millions, only the first.
    pub fn violations(&self, arguments: &Value) -> Vec<Violation> {
        if self.0.is_valid(arguments) {
            return Vec::new();
        }
        if has_fewer_values(arguments, &mut { MANY_VALUES }) {
            return self.0.iter_errors(arguments).map(|error| violation(&error)).collect();
        }
        let first = self.0.validate(arguments).err().map(|error| violation(&error));
        let message = "the arguments are so large that only the first violation is told".to_owned();
        first.into_iter().chain([Violation { path: String::new(), message }]).collect()
    }
}

/// Whether there are fewer values in a value than are left. JSON is read no deeper than the parser's limit.
pub(crate) fn has_fewer_values(value: &Value, left: &mut usize) -> bool {
    *left = left.saturating_sub(1);
    *left > 0
        && match value {
            Value::Array(items) => items.iter().all(|item| has_fewer_values(item, left)),
            Value::Object(members) => members.values().all(|member| has_fewer_values(member, left)),
            _ => true,
        }
}

fn violation(error: &ValidationError<'_>) -> Violation {
    let message = match error.kind() {
        // All choices, where its own words name but a few.
        ValidationErrorKind::Enum { options } => {
            let options: Vec<String> = options.as_array().into_iter().flatten().map(Value::to_string).collect();
            shortened(&format_args!("{} is not one of {}", Brief(error.instance()), options.join(", ")))
        }
        _ => shortened(error),
    };
    Violation { path: shortened(error.instance_path()), message }
}

/// The beginning of a text that may be long.
pub(crate) fn shortened(text: &dyn Display) -> String {
    let mut short = Short(String::new());
    // It ends early where there is no more room.
    let _ = write!(short, "{text}");
    short.0
}

/// A value that is written only where it is short: what stands behind it is to be seen too.
struct Brief<'a>(&'a Value);

impl Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Array(_) => f.write_str("an array"),
            Value::Object(_) => f.write_str("an object"),
            Value::String(text) => write!(f, "{}", Quoted::new(text)),
            other => write!(f, "{other}"),
        }
    }
}

/// The beginning of what is written to it: the rest is not even made.
struct Short(String);

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = LONGEST_MESSAGE.saturating_sub(self.0.len());
        let end = text.floor_char_boundary(room);
        self.0.push_str(text.get(..end).unwrap_or_default());
        if end == text.len() {
            return Ok(());
        }
        self.0.push('…');
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(schema: &Value, arguments: &Value) -> Vec<Violation> {
        ArgumentSchema::new(schema).unwrap().violations(arguments)
    }

    #[test]
    fn every_violation_is_told() {
        let schema = json!({ "properties": { "a": { "type": "string" }, "b": { "items": { "type": "string" } } } });
        let found = found(&schema, &json!({ "a": 1, "b": [1, "x", 2] }));
        let paths: Vec<&str> = found.iter().map(|violation| violation.path.as_str()).collect();
        assert_eq!(paths, ["/a", "/b/0", "/b/2"]);
    }

    #[test]
    fn arguments_without_end_have_a_short_answer() {
        let schema = json!({ "items": { "type": "string" } });
        let many = found(&schema, &json!(vec![1; 1_000_000]));
        assert_eq!((many.len(), many[0].path.as_str()), (2, "/0"));
        let long = found(&schema, &json!([vec!["é".repeat(1_000_000)]]));
        let message = &long[0].message;
        assert!(message.ends_with('…') && message.len() <= LONGEST_MESSAGE + '…'.len_utf8(), "{}", message.len());
    }
}

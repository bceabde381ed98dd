//! What is wrong with arguments by the schema of a tool: everything, within bounds that no caller can stretch.

use std::fmt::{self, Display, Write};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};

use crate::quoted::Quoted;

/// With so many values in them, arguments are not searched for every violation.
const MANY_VALUES: usize = 2_000;
/// How many bytes of a violation are told, which may have the whole value in it.
const LONGEST_MESSAGE: usize = 500;

/// All that is wrong with arguments. Where they are so large that there may be millions, only the first.
pub(crate) fn violations(checker: &Validator, arguments: &Value) -> Vec<Value> {
    if checker.is_valid(arguments) {
        return Vec::new();
    }
    if has_fewer_values(arguments, &mut { MANY_VALUES }) {
        return checker.iter_errors(arguments).map(|error| violation(&error)).collect();
    }
    let first = checker.validate(arguments).err().map(|error| violation(&error));
    let rest = json!({ "path": "", "message": "the arguments are so large that only the first violation is told" });
    first.into_iter().chain([rest]).collect()
}

/// Whether there are fewer values in a value than are left.
fn has_fewer_values(value: &Value, left: &mut usize) -> bool {
    *left = left.saturating_sub(1);
    *left > 0
        && match value {
            Value::Array(items) => items.iter().all(|item| has_fewer_values(item, left)),
            Value::Object(members) => members.values().all(|member| has_fewer_values(member, left)),
            _ => true,
        }
}

fn violation(error: &ValidationError<'_>) -> Value {
    let shortened = |text: &dyn Display| {
        let mut short = Short(String::new());
        // It ends early where there is no more room.
        let _ = write!(short, "{text}");
        short.0
    };
    let message = match error.kind() {
        // All choices, where its own words name but a few.
        ValidationErrorKind::Enum { options } => {
            let options: Vec<String> = options.as_array().into_iter().flatten().map(Value::to_string).collect();
            shortened(&format_args!("{} is not one of {}", Brief(error.instance()), options.join(", ")))
        }
        _ => shortened(error),
    };
    json!({ "path": shortened(error.instance_path()), "message": message })
}

/// A value that is told only where it is short: what stands behind it is to be seen too.
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
    use super::*;

    fn found(schema: &Value, arguments: &Value) -> Vec<Value> {
        violations(&jsonschema::validator_for(schema).unwrap(), arguments)
    }

    #[test]
    fn every_violation_is_told() {
        let schema = json!({ "properties": { "a": { "type": "string" }, "b": { "items": { "type": "string" } } } });
        let found = found(&schema, &json!({ "a": 1, "b": [1, "x", 2] }));
        let paths: Vec<&str> = found.iter().filter_map(|violation| violation["path"].as_str()).collect();
        assert_eq!(paths, ["/a", "/b/0", "/b/2"]);
    }

    #[test]
    fn arguments_without_end_have_a_short_answer() {
        let schema = json!({ "items": { "type": "string" } });
        let many = found(&schema, &json!(vec![1; 1_000_000]));
        assert_eq!((many.len(), &many[0]["path"]), (2, &json!("/0")));
        let long = found(&schema, &json!([vec!["é".repeat(1_000_000)]]));
        let message = long[0]["message"].as_str().unwrap();
        assert!(message.ends_with('…') && message.len() <= LONGEST_MESSAGE + '…'.len_utf8(), "{}", message.len());
    }
}

//! Arguments, by the type that a tool takes: its schema is shown to clients, and what they send is held to the same one. A
//! value in another spelling (`"7"` for `7`, `"true"` for `true`, JSON in a string) is taken for what it says; models write such.
//! What is wrong is listed in full, within bounds that no caller can stretch.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::room::weight;
use crate::violations::{ArgumentSchema, MANY_VALUES, Violation, has_fewer_values, shortened};

/// The largest text that is read as something else, as it weighs once it is read.
const LARGEST_SPELLING: usize = 64 << 10;
/// How often spellings are looked at again: one that is read may show others inside it.
const MOST_ROUNDS: usize = 4;

/// What the arguments of a tool are held to.
pub(crate) struct Arguments {
    schema: Value,
    /// `None` where the schema is none that a validator takes; then only the type decides.
    checker: Option<ArgumentSchema>,
    /// Whether the type has no members: then whatever an object has is passed over, as others pass over what they do not know.
    takes_nothing: bool,
}

impl Arguments {
    /// By the type that they are read as.
    pub(crate) fn of<A: JsonSchema>() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
        let mut schema = settings.into_generator().into_root_schema_for::<A>().to_value();
        let mut takes_nothing = false;
        if let Some(members) = schema.as_object_mut() {
            members.remove("$schema");
            members.remove("title");
            // `()` has no members, and a client wants an object.
            takes_nothing = members.get("type").is_none_or(|kind| kind != "object");
            if takes_nothing {
                *members = Map::from_iter([("type".to_owned(), json!("object"))]);
            }
        }
        let checker = ArgumentSchema::new(&schema).ok();
        Self { schema, checker, takes_nothing }
    }

    pub(crate) fn schema(&self) -> &Value {
        &self.schema
    }

    /// Reads what a client sent; or says all that is wrong with it.
    pub(crate) fn read<A: DeserializeOwned>(&self, given: Value) -> Result<A, Vec<Violation>> {
        let mut given = if given.is_null() { Value::Object(Map::new()) } else { given };
        if let Some(checker) = &self.checker {
            for _ in 0..MOST_ROUNDS {
                if checker.0.is_valid(&given) || !respell(&checker.0, &mut given) {
                    break;
                }
            }
            let violations = checker.violations(&given);
            if !violations.is_empty() {
                return Err(violations);
            }
        }
        let whole = |error: serde_json::Error| Violation { path: String::new(), message: shortened(&error) };
        // `()` reads as null.
        let given = if self.takes_nothing { Value::Null } else { with_whole_numbers(given) };
        serde_json::from_value(given).map_err(|error| vec![whole(error)])
    }
}

/// `2.0` is a whole number to a schema, and to no type. JSON is read no deeper than the parser's limit.
fn with_whole_numbers(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(with_whole_numbers).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, member)| (name, with_whole_numbers(member))).collect()
        }
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 9e15);
            #[expect(clippy::cast_possible_truncation, reason = "it is whole, and within what both have exactly")]
            whole.map_or(Value::Number(number), |whole| Value::from(whole as i64))
        }
        other => other,
    }
}

/// Reads values in another spelling where one of another type is wanted; `false` where nothing was changed.
fn respell(validator: &Validator, given: &mut Value) -> bool {
    if !has_fewer_values(given, &mut { MANY_VALUES }) {
        return false;
    }
    let wanted: Vec<(String, Value)> = validator
        .iter_errors(given)
        .filter(|error| matches!(error.kind(), ValidationErrorKind::Type { .. }))
        .filter_map(|error| {
            let path = error.instance_path().to_string();
            respelled(error.instance(), &types(&error)).map(|value| (path, value))
        })
        .collect();
    let mut is_changed = false;
    for (path, value) in wanted {
        if let Some(place) = given.pointer_mut(&path) {
            *place = value;
            is_changed = true;
        }
    }
    is_changed
}

/// The names of the types that would have been right.
fn types(error: &ValidationError<'_>) -> Vec<String> {
    use jsonschema::error::TypeKind;

    match error.kind() {
        ValidationErrorKind::Type { kind: TypeKind::Single(one) } => vec![one.to_string()],
        ValidationErrorKind::Type { kind: TypeKind::Multiple(several) } => {
            several.iter().map(|one| one.to_string()).collect()
        }
        _ => Vec::new(),
    }
}

/// A value as one of the wanted types, where it says nothing else.
fn respelled(value: &Value, wanted: &[String]) -> Option<Value> {
    let wants = |kind: &str| wanted.iter().any(|wanted| wanted == kind);
    match value {
        Value::String(text) => {
            // What is read takes many times the room of its text, and no room was made for it.
            if weight(text.as_bytes()) > LARGEST_SPELLING {
                return None;
            }
            let read: Value = serde_json::from_str(text.trim()).ok()?;
            let fits = match &read {
                Value::Number(number) => {
                    wants("number") || wants("integer") && number.as_f64().is_some_and(|number| number.fract() == 0.0)
                }
                Value::Bool(_) => wants("boolean"),
                Value::Null => wants("null"),
                Value::Array(_) => wants("array"),
                Value::Object(_) => wants("object"),
                Value::String(_) => false,
            };
            fits.then_some(read)
        }
        Value::Number(_) | Value::Bool(_) if wants("string") => Some(Value::String(value.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Wanted {
        count: u32,
        name: Option<String>,
        #[serde(default)]
        is_new: bool,
        #[serde(default)]
        tags: Vec<String>,
    }

    fn read(given: Value) -> Result<Wanted, Vec<Violation>> {
        Arguments::of::<Wanted>().read(given)
    }

    #[test]
    fn what_is_spelled_otherwise_is_taken_for_what_it_says() {
        let expected = Wanted { count: 7, name: Some("8".to_owned()), is_new: true, tags: vec!["1".to_owned()] };
        assert_eq!(read(json!({ "count": "7", "name": 8, "is_new": "true", "tags": "[1]" })), Ok(expected));
    }

    #[test]
    fn everything_that_is_wrong_is_listed() {
        let wrong = read(json!({ "count": "7.5", "tags": [true, {}] })).unwrap_err();
        let paths: Vec<&str> = wrong.iter().map(|violation| violation.path.as_str()).collect();
        assert_eq!(paths, ["/count", "/tags/1"]);
        assert_eq!(read(json!({})).unwrap_err()[0].to_string(), "\"count\" is a required property");
    }

    #[test]
    fn arguments_without_end_have_a_short_answer() {
        let many = read(json!({ "count": 1, "tags": vec![Value::Null; 100_000] })).unwrap_err();
        assert_eq!((many.len(), many[0].path.as_str()), (2, "/tags/0"));
        let long = read(json!({ "count": { "a": "é".repeat(100_000) } })).unwrap_err();
        assert!(long[0].message.len() < 1_000);
    }

    #[test]
    fn a_tool_without_arguments_takes_an_empty_object_and_none() {
        let nothing = Arguments::of::<()>();
        assert_eq!(nothing.schema(), &json!({ "type": "object" }));
        assert_eq!((nothing.read::<()>(json!({})), nothing.read::<()>(Value::Null)), (Ok(()), Ok(())));
        assert_eq!(nothing.read::<()>(json!({"unknown": 1})), Ok(()));
        assert!(nothing.read::<()>(json!([])).is_err());
        assert_eq!(read(json!({ "count": 7.0 })).unwrap().count, 7);
    }
}

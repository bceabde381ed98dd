//! Schemas that are plain: whoever reads their keywords sees that nothing is wrong with them. Compiling takes a hundred times
//! as long, so it is left for the others: those with patterns, identifiers, references beyond themselves, or a fault.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{MOST_PLACES, Way};

const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// The versions whose keywords mean what is assumed here.
const VERSIONS: [&str; 4] = ["draft-06/schema", "draft-07/schema", "draft/2019-09/schema", "draft/2020-12/schema"];

/// Whether a schema with these places in it is surely valid.
pub(super) fn is_plain(root: &Value, places: &[(Way<'_>, &Map<String, Value>)]) -> bool {
    places.len() < MOST_PLACES
        && places.iter().enumerate().all(|(at, (_, place))| {
            place.iter().all(|(key, value)| match key.as_str() {
                "$schema" => at == 0 && is_known(value),
                "$ref" => leads_inside(root, value),
                key => is_right(key, value),
            })
        })
}

/// Whether a keyword has a value that it can have; false where that is not easily seen.
fn is_right(key: &str, value: &Value) -> bool {
    match key {
        "type" => match value {
            Value::String(word) => TYPES.contains(&word.as_str()),
            Value::Array(words) => {
                !words.is_empty() && are_unique(words) && words.iter().all(|word| is_right(key, word))
            }
            _ => false,
        },
        "title" | "description" | "$comment" | "format" | "contentEncoding" | "contentMediaType" => value.is_string(),
        "enum" | "examples" => value.is_array(),
        "required" => value.as_array().is_some_and(|names| are_unique(names)),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => value.is_number(),
        "multipleOf" => value.as_f64().is_some_and(|step| step > 0.0),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" | "minContains"
        | "maxContains" => value.is_u64(),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => value.is_boolean(),
        "not"
        | "if"
        | "then"
        | "else"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "items"
        | "contains"
        | "unevaluatedItems"
        | "propertyNames"
        | "contentSchema" => is_schema(value),
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
            value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(is_schema))
        }
        "properties" | "$defs" | "definitions" | "dependentSchemas" => {
            value.as_object().is_some_and(|map| map.values().all(is_schema))
        }
        "$id" | "id" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" | "$dynamicRef" | "$recursiveRef"
        | "$vocabulary" | "pattern" | "patternProperties" | "additionalItems" | "dependencies"
        | "dependentRequired" => false,
        // What no version knows says nothing to a validator; `default` and `const` may be anything.
        _ => true,
    }
}

fn is_schema(value: &Value) -> bool {
    value.is_object() || value.is_boolean()
}

/// Whether these are words, and none is there twice.
fn are_unique(words: &[Value]) -> bool {
    // Most lists are short.
    const SHORT: usize = 8;
    if words.len() <= SHORT {
        let is_alone =
            |at: usize, word: &Value| word.is_string() && !words.iter().skip(at + 1).any(|other| other == word);
        return words.iter().enumerate().all(|(at, word)| is_alone(at, word));
    }
    let mut seen = HashSet::with_capacity(words.len());
    words.iter().all(|word| word.as_str().is_some_and(|word| seen.insert(word)))
}

fn is_known(version: &Value) -> bool {
    let version = version.as_str().map(|uri| uri.split_once("://").map_or(uri, |(_, rest)| rest).trim_end_matches('#'));
    let version = version.and_then(|version| version.strip_prefix("json-schema.org/"));
    version.is_some_and(|version| VERSIONS.contains(&version))
}

/// Whether a reference leads to a schema inside the same one.
fn leads_inside(root: &Value, reference: &Value) -> bool {
    let pointer = reference.as_str().and_then(|reference| reference.strip_prefix('#'));
    let pointer = pointer.filter(|pointer| pointer.is_empty() || pointer.starts_with('/') && !pointer.contains('%'));
    // What stands where no schema is looked for was not looked at.
    let is_usual = |pointer: &str| {
        pointer.is_empty()
            || pointer.starts_with("/$defs/")
            || pointer.starts_with("/definitions/")
            || pointer.starts_with("/properties/")
    };
    pointer.is_some_and(|pointer| is_usual(pointer) && root.pointer(pointer).is_some_and(is_schema))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::super::{compile, places};
    use super::*;

    fn plain(schema: &Value) -> bool {
        is_plain(schema, &places::of(schema, MOST_PLACES))
    }

    #[test]
    fn what_servers_mostly_send_is_plain() {
        for schema in [
            json!({}),
            json!({"type": "object", "properties": {"a": {"type": ["string", "null"], "default": 1, "x-mine": {"type": 5}}}, "required": ["a"]}),
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "additionalProperties": false}),
            json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"n": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"anyOf": [{"type": "null"}, {"$ref": "#"}]}}}),
        ] {
            assert!(plain(&schema), "{schema}");
            assert!(compile(&schema).is_ok(), "{schema}");
        }
    }

    #[test]
    fn what_is_wrong_is_never_plain() {
        for schema in [
            json!({"type": "strin"}),
            json!({"type": []}),
            json!({"type": ["string", "string"]}),
            json!({"type": [["string"]]}),
            json!({"properties": {"a": 5}}),
            json!({"properties": []}),
            json!({"required": "a"}),
            json!({"required": ["a", "a"]}),
            json!({"items": {"minLength": -1}}),
            json!({"anyOf": []}),
            json!({"enum": "a"}),
            json!({"pattern": "("}),
            json!({"$ref": "#/$defs/missing"}),
            json!({"properties": {"a": {"description": 7}}}),
            json!({"multipleOf": 0}),
        ] {
            assert!(!plain(&schema), "{schema}");
            assert!(compile(&schema).is_err(), "{schema}");
        }
    }

    fn schemas() -> impl Strategy<Value = Value> {
        let words = prop::sample::select(vec![
            json!("object"),
            json!("string"),
            json!("strin"),
            json!(7),
            json!(-1),
            json!(0),
            json!(true),
            json!([]),
            json!({}),
            json!(["string"]),
            json!(["a", "a"]),
            json!([{}]),
            json!([5]),
            json!({"a": {}}),
            json!({"a": 5}),
            json!("#"),
            json!("#/properties/a"),
            json!("#/nowhere"),
            json!(null),
            json!(1.5),
            json!({"type": "number"}),
            json!("("),
            json!("https://json-schema.org/draft/2020-12/schema"),
        ]);
        let keys = prop::sample::select(vec![
            "type",
            "properties",
            "required",
            "items",
            "additionalProperties",
            "anyOf",
            "enum",
            "const",
            "default",
            "minLength",
            "minimum",
            "multipleOf",
            "description",
            "title",
            "format",
            "$ref",
            "$defs",
            "pattern",
            "not",
            "prefixItems",
            "uniqueItems",
            "examples",
            "$schema",
            "x",
            "dependentRequired",
            "contains",
            "propertyNames",
            "if",
            "id",
            "nullable",
        ]);
        let flat = prop::collection::vec((keys.clone(), words), 0..4).prop_map(|members| {
            Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        });
        (flat.clone(), flat, keys).prop_map(|(mut outer, inner, key)| {
            let inner = if matches!(key, "properties" | "$defs") { json!({"a": inner}) } else { inner };
            outer[key] = if key == "anyOf" { json!([inner]) } else { inner };
            outer
        })
    }

    proptest! {
        #![proptest_config(trials::cases(512))]

        #[test]
        fn what_is_plain_compiles(schema in schemas()) {
            if plain(&schema) {
                prop_assert!(compile(&schema).is_ok(), "{schema}");
            }
        }
    }
}

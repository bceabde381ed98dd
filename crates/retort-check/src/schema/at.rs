//! What a schema says of one place in a value: of which types that may be. Alternatives are taken together, and a reference is
//! followed only so often, because it may lead back.

use std::collections::BTreeSet;

use retort_core::Pointer;
use serde_json::Value;

use super::Schema;

/// So many schemas are looked at for one place.
const MOST_ALTERNATIVES: usize = 64;

impl Schema {
    /// The types that the value at a pointer may have; none where the schema does not say.
    pub(crate) fn types_at(&self, pointer: &str) -> BTreeSet<&str> {
        let mut here = self.alternatives(vec![&self.root]);
        for step in Pointer::steps_of(pointer) {
            let below = here.into_iter().filter_map(|place| child(place, &step)).collect();
            here = self.alternatives(below);
        }
        let mut types = BTreeSet::new();
        for place in here {
            match place.get("type") {
                Some(Value::String(word)) => types.extend([word.as_str()]),
                Some(Value::Array(words)) => types.extend(words.iter().filter_map(Value::as_str)),
                // Only what refers to others, or lists them, says nothing itself.
                _ if ["$ref", "anyOf", "oneOf", "allOf"].iter().any(|key| place.get(*key).is_some()) => {}
                _ => return BTreeSet::new(),
            }
        }
        types
    }

    /// The only member of an object that may have one of these types, where all others may not.
    pub(crate) fn member_of_types(&self, wanted: &[&str]) -> Option<String> {
        let mut fitting: Vec<&String> = Vec::new();
        for place in self.alternatives(vec![&self.root]) {
            let members = place.get("properties").and_then(Value::as_object).into_iter().flatten();
            fitting.extend(members.map(|(name, _)| name).filter(|name| {
                let types = self.types_at(&Pointer::root().key(name));
                wanted.iter().any(|wanted| types.contains(wanted))
            }));
            if fitting.len() > 1 {
                return None;
            }
        }
        fitting.first().map(|name| (*name).clone())
    }

    /// Some schemas, what they refer to, and their alternatives.
    fn alternatives<'a>(&'a self, mut places: Vec<&'a Value>) -> Vec<&'a Value> {
        let mut at = 0;
        while let Some(place) = places.get(at).copied().filter(|_| places.len() < MOST_ALTERNATIVES) {
            at += 1;
            let referred = place.get("$ref").and_then(Value::as_str).and_then(|reference| self.target(reference));
            let listed = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| place.get(key)?.as_array()).flatten();
            places.extend(referred.into_iter().chain(listed).take(MOST_ALTERNATIVES));
        }
        places
    }
}

/// The schema of a member or an item.
fn child<'a>(place: &'a Value, step: &str) -> Option<&'a Value> {
    let named = place.get("properties").and_then(|members| members.get(step));
    let item = || place.get("items").filter(|items| items.is_object() && step.parse::<usize>().is_ok());
    named.or_else(item).or_else(|| place.get("additionalProperties").filter(|others| others.is_object()))
}

#[cfg(test)]
mod tests {
    use retort_core::Raw;

    use super::*;

    fn types(schema: &str, pointer: &str) -> String {
        let schema = Schema::read(&Raw::parse(schema).unwrap()).unwrap();
        schema.types_at(pointer).into_iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_types_of_a_place_are_those_of_all_that_speak_of_it() {
        let schema = r##"{"type": "object", "properties": {"rows": {"type": "array", "items": {"$ref": "#/$defs/row"}}},
            "$defs": {"row": {"type": "object", "properties": {"id": {"type": "integer"},
                "name": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "any": {}, "self": {"$ref": "#/$defs/row"},
                "both": {"type": ["number", "string"]}}, "additionalProperties": {"type": "boolean"}}}}"##;
        for (pointer, told) in [
            ("", "object"),
            ("/rows", "array"),
            ("/rows/17/id", "integer"),
            ("/rows/0/name", "null string"),
            ("/rows/0/any", ""),
            ("/rows/0/other", "boolean"),
            ("/rows/0/self/self/self/id", "integer"),
            ("/rows/0/both", "number string"),
            ("/nope", ""),
            ("/rows/0/id/deeper", ""),
        ] {
            assert_eq!(types(schema, pointer), told, "{pointer}");
        }
        assert_eq!(types(r##"{"$ref": "#"}"##, "/a/b"), "");
    }

    #[test]
    fn the_only_member_that_fits_is_the_one_that_is_meant() {
        let member = |schema: &str| Schema::read(&Raw::parse(schema).unwrap()).unwrap().member_of_types(&["array"]);
        let list = r#"{"properties": {"items": {"type": "array"}, "total": {"type": "integer"}}}"#;
        assert_eq!(member(list).as_deref(), Some("items"));
        assert_eq!(member(r#"{"properties": {"a": {"type": "array"}, "b": {"type": "array"}}}"#), None);
        assert_eq!(member("{}"), None);
    }
}

//! A tool's `inputSchema` as the rest of this module sees it: references are followed, `allOf`, `anyOf` and `oneOf`
//! are looked through, and every walk has an end, whatever the schema refers to.

use retort_core::Raw;
use serde_json::Value;

/// A schema that is longer is not read.
const LONGEST_SCHEMA: usize = 4 * 1024 * 1024;
/// So many references in a row are followed, and so many parts of one place looked at.
const MOST_STEPS: usize = 256;

/// A schema that could be read.
#[derive(Debug)]
pub(super) struct InputSchema {
    pub(super) root: Value,
}

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Type {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Type {
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "null" => Self::Null,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "string" => Self::String,
            "array" => Self::Array,
            "object" => Self::Object,
            _ => return None,
        })
    }
}

impl InputSchema {
    /// The schema, or a note that says why there is none.
    pub(super) fn read(raw: &Raw) -> Result<Self, String> {
        if raw.as_str().len() > LONGEST_SCHEMA {
            return Err(format!(
                "the tool's inputSchema has more than {LONGEST_SCHEMA} bytes: the arguments are not checked"
            ));
        }
        match serde_json::from_str::<Value>(&raw.to_json()) {
            Ok(Value::Object(mut root)) => {
                // A version of one's own says nothing to a validator; the usual one is then the best guess.
                if root.get("$schema").is_some_and(|version| !is_known(version)) {
                    root.remove("$schema");
                }
                Ok(Self { root: Value::Object(root) })
            }
            Ok(_) => Err("the tool's inputSchema is not an object: the arguments are not checked".to_owned()),
            Err(error) => {
                Err(format!("the tool's inputSchema cannot be read ({error}): the arguments are not checked"))
            }
        }
    }

    /// What a reference within the schema points to.
    pub(super) fn target(&self, reference: &str) -> Option<&Value> {
        let pointer = reference.strip_prefix('#')?;
        if !pointer.contains('%') {
            return self.root.pointer(pointer);
        }
        let decoded = pointer.replace("%24", "$").replace("%20", " ").replace("%7E", "~").replace("%25", "%");
        self.root.pointer(&decoded)
    }

    /// A place with all that speaks about the same value: what it refers to, and the branches of `allOf`, `anyOf` and
    /// `oneOf`.
    pub(super) fn parts<'a>(&'a self, node: &'a Value) -> Vec<&'a Value> {
        let mut parts: Vec<&Value> = vec![node];
        let mut at = 0;
        while let Some(&part) = parts.get(at) {
            at += 1;
            let referred = part.get("$ref").and_then(Value::as_str).and_then(|reference| self.target(reference));
            let branches =
                ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|key| part.get(key)?.as_array()).flatten();
            for next in referred.into_iter().chain(branches) {
                if parts.len() < MOST_STEPS && !parts.iter().any(|known| std::ptr::eq(*known, next)) {
                    parts.push(next);
                }
            }
        }
        parts
    }

    /// The types that a place allows, the narrowest first; none where it does not say.
    pub(super) fn types(&self, node: &Value) -> Vec<Type> {
        let mut types = Vec::new();
        for part in self.parts(node) {
            match part.get("type") {
                Some(Value::String(word)) => types.extend(Type::of(word)),
                Some(Value::Array(words)) => types.extend(words.iter().filter_map(Value::as_str).filter_map(Type::of)),
                _ if part.get("properties").is_some() => types.push(Type::Object),
                _ if part.get("items").is_some() || part.get("prefixItems").is_some() => types.push(Type::Array),
                _ => {}
            }
            if part.get("nullable") == Some(&Value::Bool(true)) {
                types.push(Type::Null);
            }
        }
        types.sort_unstable();
        types.dedup();
        types
    }

    /// The values that `enum` and `const` list for a place.
    pub(super) fn values<'a>(&'a self, node: &'a Value) -> Vec<&'a Value> {
        let mut values = Vec::new();
        for part in self.parts(node) {
            values.extend(part.get("enum").and_then(Value::as_array).into_iter().flatten());
            values.extend(part.get("const"));
        }
        values
    }

    /// The names that a place has properties for, in alphabetical order.
    pub(super) fn properties<'a>(&'a self, node: &'a Value) -> Vec<&'a str> {
        let parts = self.parts(node);
        let objects = parts.iter().filter_map(|part| part.get("properties")?.as_object());
        let mut names: Vec<&str> = objects.flat_map(|properties| properties.keys().map(String::as_str)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The schema of a property by its name.
    pub(super) fn property<'a>(&'a self, node: &'a Value, name: &str) -> Option<&'a Value> {
        self.parts(node).into_iter().find_map(|part| part.get("properties")?.get(name))
    }

    /// The schema of a member: of its property, or of all that have none.
    pub(super) fn member<'a>(&'a self, node: &'a Value, name: &str) -> Option<&'a Value> {
        self.property(node, name).or_else(|| {
            self.parts(node)
                .into_iter()
                .find_map(|part| part.get("additionalProperties").filter(|rest| rest.is_object()))
        })
    }

    /// The schema of an item of a list.
    pub(super) fn item<'a>(&'a self, node: &'a Value, index: usize) -> Option<&'a Value> {
        self.parts(node).into_iter().find_map(|part| {
            let tuple = part.get("prefixItems").or_else(|| part.get("items")).and_then(Value::as_array);
            tuple.and_then(|items| items.get(index)).or_else(|| part.get("items").filter(|items| items.is_object()))
        })
    }

    /// The place that a JSON pointer into the arguments leads to.
    pub(super) fn at(&self, path: &[Step<'_>]) -> Option<&Value> {
        let mut node = &self.root;
        for step in path {
            node = match step {
                Step::Key(key) => self.member(node, key)?,
                Step::Index(index) => self.item(node, *index)?,
            };
        }
        Some(node)
    }
}

/// Whether it names a version of JSON Schema that a validator knows.
fn is_known(version: &Value) -> bool {
    let version = version.as_str().unwrap_or_default().trim_end_matches('#');
    let name = version.strip_prefix("http://").or_else(|| version.strip_prefix("https://")).unwrap_or_default();
    let name = name.strip_prefix("json-schema.org/").and_then(|name| name.strip_suffix("/schema"));
    name.is_some_and(|name| matches!(name, "draft-04" | "draft-06" | "draft-07" | "draft/2019-09" | "draft/2020-12"))
}

/// One step from a value to one inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step<'a> {
    Key(std::borrow::Cow<'a, str>),
    Index(usize),
}

//! The schemas of a tool: read once, compiled once and only where that is needed, and never followed without end, whatever
//! they refer to.

mod at;
mod places;
mod plain;

use std::borrow::Cow;
use std::sync::OnceLock;

use jsonschema::{Draft, PatternOptions, Validator};
use retort_core::{Kind, Pointer, Raw};
use serde_json::{Map, Value};

pub(crate) use places::Way;

/// A schema that is longer is not read.
const LONGEST_SCHEMA: usize = 1 << 20;
/// A value that is longer is not held against one.
const LONGEST_VALUE: usize = 1 << 20;
/// So many places of a schema are looked at; one that has more is not compiled.
const MOST_PLACES: usize = 2_000;
/// A default is held against a schema with no more places than this: each schema around it may have a default of its own.
const MOST_PLACES_OF_DEFAULT: usize = 100;
/// A value is held against a schema in at most so many steps, and so deep.
const MOST_STEPS: usize = 100_000;
const DEEPEST: usize = 200;
const SOUGHT_IN_A_STEP: usize = 8;
/// What a pattern may cost.
const BACKTRACKS: usize = 20_000;
const PATTERN_SIZE: usize = 1 << 20;

/// Where keywords hold one schema, a list of them, or one a name.
const ONE: [&str; 12] = [
    "not",
    "if",
    "then",
    "else",
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "additionalItems",
    "contains",
    "unevaluatedItems",
    "propertyNames",
    "contentSchema",
];
const LISTS: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const MAPS: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// How many of the keywords in `ONE` and `LISTS` speak of the same value, and not of what is inside it.
const ONE_HERE: usize = 4;
const LISTS_HERE: usize = 3;

/// A schema that could be read.
#[derive(Debug)]
pub(crate) struct Schema {
    /// The schema itself.
    pub(crate) root: Value,
    facts: OnceLock<Facts>,
    compiled: OnceLock<Option<Result<Validator, Fault>>>,
}

/// What a schema can have that several rules look for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Keyword {
    Array,
    Default,
    Description,
    Enum,
    Reference,
    Required,
}

/// What one walk through all places of a schema finds out for everybody: most schemas have little of what the rules look for.
#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    is_plain: bool,
    /// A bit for each keyword that is somewhere in it.
    keywords: u8,
}

/// What is wrong with a schema, or a value.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// The JSON pointer to the place.
    pub(crate) pointer: String,
    /// What is wrong there.
    pub(crate) words: String,
}

impl Fault {
    /// What is wrong, at a length that can be read.
    pub(crate) fn told(&self) -> String {
        const LONGEST_SCHEMA: usize = 160;
        let plain = self.words.chars().map(|char| if char.is_control() { ' ' } else { char });
        let mut told: String = plain.take(LONGEST_SCHEMA + 1).collect();
        if let Some((end, _)) = told.char_indices().nth(LONGEST_SCHEMA) {
            told.truncate(end);
            told.push('…');
        }
        told
    }
}

impl Schema {
    /// The schema that a value is; none where it is no object, or too long or too deep to be read.
    pub(crate) fn read(raw: &Raw) -> Option<Self> {
        if raw.kind() != Kind::Object || raw.as_str().len() > LONGEST_SCHEMA {
            return None;
        }
        let mut root: Value = serde_json::from_str(&strictly(raw)).ok()?;
        let members = root.as_object_mut()?;
        // A version of one's own says nothing to a validator; the usual one is then the best guess.
        if members.get("$schema").is_some_and(|version| !is_known(version)) {
            members.remove("$schema");
        }
        Some(Self::of(root))
    }

    fn of(root: Value) -> Self {
        Self { root, facts: OnceLock::new(), compiled: OnceLock::new() }
    }

    fn facts(&self) -> Facts {
        *self.facts.get_or_init(|| {
            let places = self.places();
            let keywords = places
                .iter()
                .flat_map(|(_, place)| place.iter())
                .fold(0, |known, (key, value)| known | Keyword::of(key, value).map_or(0, Keyword::bit));
            Facts { is_plain: plain::is_plain(&self.root, &places), keywords }
        })
    }

    /// Every schema in it with its pointer, where one of them has a keyword; none otherwise.
    pub(crate) fn places_with(&self, keyword: Keyword) -> Vec<(Way<'_>, &Map<String, Value>)> {
        if self.facts().keywords & keyword.bit() == 0 { Vec::new() } else { self.places() }
    }

    /// Why it cannot be used, if so. Most schemas are plain enough to see that there is nothing wrong with them; only the
    /// others are compiled for it.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        if self.compiled.get().is_none() && self.facts().is_plain {
            return None;
        }
        self.compiled()?.as_ref().err()
    }

    /// The first reference that leads out of it, with its pointer.
    pub(crate) fn outside(&self) -> Option<(String, &str)> {
        let own = self.root.get("$id").and_then(Value::as_str);
        self.places_with(Keyword::Reference).into_iter().find_map(|(pointer, place)| {
            let reference = place.get("$ref")?.as_str()?;
            let is_own = reference.starts_with('#') || own.is_some_and(|own| reference.starts_with(own));
            let leads_out = reference.contains("://") && !is_own && !is_meta_schema(reference);
            leads_out.then(|| (format!("{pointer}/$ref"), reference))
        })
    }

    /// What came of compiling it; none where it is too large for that.
    fn compiled(&self) -> Option<&Result<Validator, Fault>> {
        let compile = || (self.places().len() < MOST_PLACES).then(|| compile(&self.root));
        self.compiled.get_or_init(compile).as_ref()
    }

    fn validator(&self) -> Option<&Validator> {
        self.compiled()?.as_ref().ok()
    }

    /// Every schema in it with its pointer, itself first, up to some thousand.
    pub(crate) fn places(&self) -> Vec<(Way<'_>, &Map<String, Value>)> {
        places::of(&self.root, MOST_PLACES)
    }

    /// What a reference within it points to.
    pub(crate) fn target(&self, reference: &str) -> Option<&Value> {
        self.root.pointer(&reference.strip_prefix('#')?.replace("%24", "$"))
    }

    /// Whether a part of a schema that stands for itself refuses a value.
    pub(crate) fn refuses(part: &Map<String, Value>, value: &Value) -> bool {
        let mut root = Value::Object(part.clone());
        if let Some(members) = root.as_object_mut() {
            // What is said about the schema around it says nothing about this.
            members.remove("$schema");
            members.remove("default");
        }
        let schema = Self::of(root);
        let refers =
            |(_, place): &(Way<'_>, &Map<String, Value>)| place.keys().any(|key| key.ends_with("Ref") || key == "$ref");
        let places = schema.places();
        if places.len() > MOST_PLACES_OF_DEFAULT || places.iter().any(refers) || !schema.is_bounded(value) {
            return false;
        }
        schema.validator().is_some_and(|validator| !validator.is_valid(value))
    }

    /// Where a value does not fit, up to `most` places; none where it fits or that cannot be told.
    pub(crate) fn misfits(&self, raw: &Raw, most: usize) -> Vec<Fault> {
        if raw.as_str().len() > LONGEST_VALUE {
            return Vec::new();
        }
        let Ok(value) = serde_json::from_str::<Value>(&strictly(raw)) else { return Vec::new() };
        let Some(validator) = self.validator() else { return Vec::new() };
        if !self.is_bounded(&value) {
            return Vec::new();
        }
        let fault = |error: jsonschema::ValidationError<'_>| Fault {
            pointer: error.instance_path().as_str().to_owned(),
            words: error.to_string(),
        };
        validator.iter_errors(&value).take(most).map(fault).collect()
    }

    /// Whether a value surely fits: it was held against the schema, and nothing was wrong.
    pub(crate) fn accepts(&self, json: &str) -> bool {
        let Ok(value) = serde_json::from_str::<Value>(json) else { return false };
        json.len() <= LONGEST_VALUE
            && self.is_bounded(&value)
            && self.validator().is_some_and(|validator| validator.is_valid(&value))
    }

    /// Whether holding the value against it ends soon: the steps that a validator takes are walked first, with a
    /// budget and without recursion.
    fn is_bounded(&self, value: &Value) -> bool {
        let mut steps = 0;
        let mut open: Vec<(&Value, &Value, usize)> = vec![(&self.root, value, 0)];
        while let Some((node, value, depth)) = open.pop() {
            let Some(place) = node.as_object() else { continue };
            if depth > DEEPEST || depth > 0 && place.contains_key("$id") {
                return false;
            }
            let before = open.len();
            for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
                if let Some(reference) = place.get(key).and_then(Value::as_str) {
                    let Some(target) = self.target(reference) else { return false };
                    open.push((target, value, depth + 1));
                }
            }
            let lists = LISTS.iter().take(LISTS_HERE).filter_map(|key| place.get(*key)?.as_array()).flatten();
            let dependent =
                ["dependentSchemas", "dependencies"].into_iter().filter_map(|key| place.get(key)?.as_object());
            let here = ONE.iter().take(ONE_HERE).filter_map(|key| place.get(*key)).chain(lists);
            open.extend(here.chain(dependent.flat_map(Map::values)).map(|next| (next, value, depth + 1)));
            // Every schema for what is inside is taken to hold for everything inside: more than a validator does.
            let one = ONE.iter().skip(ONE_HERE).filter_map(|key| place.get(*key));
            let lists = LISTS.iter().skip(LISTS_HERE).filter_map(|key| place.get(*key)?.as_array()).flatten();
            let patterns = place.get("patternProperties").and_then(Value::as_object).into_iter().flat_map(Map::values);
            let general: Vec<&Value> = one.chain(lists).chain(patterns).collect();
            let named = place.get("properties").and_then(Value::as_object);
            let children: Vec<&Value> = match value {
                Value::Object(members) => {
                    let own = members.iter().filter_map(|(key, member)| Some((named?.get(key)?, member, depth + 1)));
                    open.extend(own);
                    members.values().collect()
                }
                Value::Array(items) => items.iter().collect(),
                _ => Vec::new(),
            };
            // Names and values that are looked for are steps too, if small ones.
            let sought = ["required", "enum"].iter().filter_map(|key| place.get(*key)?.as_array()).map(Vec::len);
            steps += 1 + sought.sum::<usize>() / SOUGHT_IN_A_STEP;
            steps += open.len().saturating_sub(before) + general.len().saturating_mul(children.len());
            if steps > MOST_STEPS {
                return false;
            }
            open.extend(children.iter().flat_map(|&child| general.iter().map(move |&node| (node, child, depth + 1))));
        }
        true
    }
}

impl Keyword {
    fn bit(self) -> u8 {
        1 << self as u8
    }

    fn of(key: &str, value: &Value) -> Option<Self> {
        Some(match key {
            "type" if *value == "array" || value.is_array() => Self::Array,
            "default" => Self::Default,
            "description" => Self::Description,
            "enum" => Self::Enum,
            "$ref" => Self::Reference,
            "required" => Self::Required,
            _ => return None,
        })
    }
}

/// A value as strict JSON, which it mostly is as it was sent.
fn strictly(raw: &Raw) -> Cow<'_, str> {
    if raw.is_clean() { Cow::Borrowed(raw.as_str()) } else { Cow::Owned(raw.to_json()) }
}

/// A name as a step of a JSON pointer.
pub(crate) fn escaped(name: &str) -> String {
    Pointer::root().key(name).trim_start_matches('/').to_owned()
}

fn compile(root: &Value) -> Result<Validator, Fault> {
    let options = || {
        let patterns = PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS).size_limit(PATTERN_SIZE);
        jsonschema::options().with_pattern_options(patterns)
    };
    let newest = match options().build(root) {
        Ok(validator) => return Ok(validator),
        Err(error) => Fault { pointer: error.instance_path().as_str().to_owned(), words: error.to_string() },
    };
    // Many servers write draft 7 and do not say so.
    if root.get("$schema").is_none()
        && let Ok(validator) = options().with_draft(Draft::Draft7).build(root)
    {
        return Ok(validator);
    }
    Err(newest)
}

/// Whether a schema's version is one that validators know.
fn is_known(version: &Value) -> bool {
    version.as_str().is_some_and(is_meta_schema)
}

fn is_meta_schema(uri: &str) -> bool {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest).trim_end_matches('#');
    let versions =
        ["draft-04/schema", "draft-06/schema", "draft-07/schema", "draft/2019-09/schema", "draft/2020-12/schema"];
    rest.strip_prefix("json-schema.org/").is_some_and(|version| versions.contains(&version))
}

#[cfg(test)]
mod tests {
    use retort_core::Raw;

    use super::Schema;

    fn schema(json: &str) -> Schema {
        Schema::read(&Raw::parse(json).unwrap()).unwrap()
    }

    #[test]
    fn a_schema_that_never_ends_is_left_alone() {
        let value = Raw::parse("{}").unwrap();
        let doubling: Vec<String> = (0..40)
            .map(|at| {
                format!(r##""n{at}": {{"allOf": [{{"$ref": "#/$defs/n{0}"}}, {{"$ref": "#/$defs/n{0}"}}]}}"##, at + 1)
            })
            .collect();
        let doubling =
            format!(r##"{{"$ref": "#/$defs/n0", "$defs": {{{}, "n40": {{"required": ["a"]}}}}}}"##, doubling.join(","));
        for hostile in [r##"{"$ref": "#"}"##, r##"{"allOf": [{"$ref": "#"}, {"$ref": "#"}]}"##, &doubling] {
            assert!(schema(hostile).misfits(&value, 5).is_empty());
            let _ = schema(hostile).fault();
        }
    }

    #[test]
    fn a_long_chain_of_references_is_left_alone() {
        let chain: Vec<String> =
            (0..1_900).map(|at| format!(r##""n{at}": {{"$ref": "#/$defs/n{}"}}"##, at + 1)).collect();
        let chain = format!(r##"{{"$ref": "#/$defs/n0", "$defs": {{{}, "n1900": {{}}}}}}"##, chain.join(","));
        assert!(schema(&chain).misfits(&Raw::parse("{}").unwrap(), 5).is_empty());
        let _ = schema(&chain).fault();
    }

    #[test]
    fn faults_have_their_places() {
        let broken = schema(r#"{"type": "object", "properties": {"a": {"type": "strin"}}}"#);
        assert_eq!(broken.fault().unwrap().pointer, "/properties/a/type");
        let sound = schema(r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#);
        assert!(sound.fault().is_none());
        let misfits = sound.misfits(&Raw::parse(r#"{"a": 1}"#).unwrap(), 5);
        assert_eq!(misfits.first().unwrap().pointer, "/a");
        assert_eq!(schema(r#"{"$ref": "https://example.com/x"}"#).outside().unwrap().0, "/$ref");
        assert!(schema(r#"{"items": [{"type": "string"}]}"#).fault().is_none());
    }
}

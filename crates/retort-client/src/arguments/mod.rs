//! What a person typed becomes the arguments of a call. The tool's `inputSchema` says what a text stands for, and
//! all that does not fit it is told before the call. Digits and order stay as they were given.
//!
//! A word is one of these:
//!
//! | word | meaning |
//! |---|---|
//! | `name=text` | the text, turned into what the schema says: a number, a boolean, a list … |
//! | `name:=json` | the JSON value, as it is written |
//! | `name=@path` | the text of a file, turned in the same way; `name=@@x` is the text `@x` |
//! | `name:=@path` | the JSON value in a file |
//! | `name.inner=text` | a member of an object, where the schema says that `name` is one |
//!
//! What a text becomes:
//!
//! - A **string** stays as it is, and so does everything that the schema says nothing about.
//! - A **number** is written as in JSON; its digits are sent as they are typed.
//! - A **boolean** is `true` or `false`, and where no text is allowed in its place also `yes`, `no`, `on`, `off`, and
//!   `1` or `0` where no number is.
//! - **null** is `null`, also where a string is allowed in its place; the word itself is `name:='"null"'`.
//! - A **list** is split at its commas, or JSON. A name that is given several times is a list too, and then each value
//!   is one item as it stands, commas included, where items may be texts; a note says so.
//! - An **object** is JSON, or made of dotted names.
//! - Where several types are allowed the narrowest counts: `5` is a number before it is a string.
//!
//! ```
//! use retort_client::arguments::build;
//! use retort_core::Raw;
//!
//! let schema = Raw::parse(r#"{"type": "object", "properties": {
//!     "city": {"type": "string"}, "limit": {"type": "integer", "minimum": 1, "maximum": 50},
//!     "tags": {"type": "array", "items": {"type": "string"}}
//! }}"#).unwrap();
//! let words = ["city=Köln", "limit=5", "tags=a,b"].map(String::from);
//! let arguments = build(&words, None, Some(&schema)).unwrap();
//! assert_eq!(arguments.as_json(), r#"{"city":"Köln","limit":5,"tags":["a","b"]}"#);
//!
//! let problems = build(&["limit=ten".to_owned()], None, Some(&schema)).unwrap_err();
//! assert_eq!(
//!     problems[0].to_string(),
//!     r#"argument limit: "ten" is not an integer; allowed: an integer from 1 to 50"#,
//! );
//! ```

mod allowed;
mod bounds;
mod check;
mod coerce;
mod draft;
mod names;
mod problem;
mod schema;
mod strict;
mod word;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use retort_core::{Kind, Raw};
use retort_wire::one_line;

pub use problem::Problem;

use draft::Draft;
use names::Target;
use schema::InputSchema;
use word::{Given, Word};

/// The arguments of a call: an object as JSON text, with digits and order as they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    json: String,
    notes: Vec<String>,
}

impl Arguments {
    /// The object as strict JSON on one line.
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// The object, to be put into a message.
    pub fn into_json(self) -> String {
        self.json
    }

    /// What is worth telling although it does not stop the call: names that the schema does not have, and why the
    /// arguments could not be checked.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

/// Makes the arguments of a call of `words` and of `given`, the JSON text of an object; where both have a name, the
/// word counts. `schema` is the tool's `inputSchema`.
///
/// A schema that cannot be used never stops a call: then the arguments go out as far as they could be made, with a
/// note.
///
/// # Errors
/// All that does not fit the schema, or cannot be read, each as a problem of its own.
pub fn build(words: &[String], given: Option<&str>, schema: Option<&Raw>) -> Result<Arguments, Vec<Problem>> {
    let mut notes = Vec::new();
    let schema = schema.and_then(|raw| InputSchema::read(raw).map_err(|note| notes.push(note)).ok());
    let mut problems = Vec::new();
    let mut draft = match given.map(Draft::parse).transpose() {
        Ok(draft) => draft.unwrap_or_default(),
        Err(what) => {
            problems.push(Problem::of_all(what));
            Draft::default()
        }
    };
    let mut unread: Vec<String> = Vec::new();
    let mut paths = BTreeMap::new();
    for given in word::gather(words) {
        match given {
            Ok(given) => paths.extend(put(&given, schema.as_ref(), &mut draft, &mut problems, &mut notes)),
            Err(problem) => {
                unread.extend(problem.argument.clone());
                problems.push(problem);
            }
        }
    }
    problems.extend(given_twice(&paths, &mut notes));
    problems.extend(given.and_then(Raw::parse).iter().flat_map(|given| replaced(given, &paths)));
    let json = draft.into_json();
    if let Some(schema) = &schema {
        let checked = check::check(schema, &json);
        notes.extend(checked.notes);
        // What could not be read is no missing argument, and what is told already is not told twice.
        let told: Vec<String> = problems.iter().filter_map(|problem| problem.argument.clone()).chain(unread).collect();
        problems.extend(checked.problems.into_iter().filter(|problem| {
            problem.argument.as_ref().is_none_or(|argument| !told.iter().any(|other| other == argument))
        }));
    }
    if problems.is_empty() { Ok(Arguments { json, notes }) } else { Err(problems) }
}

/// The arguments that are given as a whole that is no object, and by members too: one of the two would be lost. Where the whole has
/// the member itself, the one by name counts, and a note says so. Each path comes with its value.
fn given_twice(paths: &BTreeMap<Vec<String>, String>, notes: &mut Vec<String>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (whole, json) in paths {
        let value = Raw::parse(json.as_str());
        // In their order, what is inside of something comes right behind it.
        let parts = paths.range(whole.clone()..).skip(1).map(|(part, _)| part);
        for part in parts.take_while(|part| part.starts_with(whole)) {
            let inner = part.get(whole.len()..).unwrap_or_default();
            let (whole, part) = (whole.join("."), part.join("."));
            match &value {
                Some(value) if value.kind() == Kind::Object && at(value, inner).is_none() => {}
                Some(value) if value.kind() == Kind::Object => notes.push(format!(
                    "argument {} is given twice, in {} and by its name; the one by its name counts",
                    one_line(&part, 100),
                    one_line(&whole, 100)
                )),
                _ => {
                    let what = format!("it is given as a whole and by its member {part}; give one of the two");
                    problems.push(Problem::of(&whole, what));
                    break;
                }
            }
        }
    }
    problems
}

/// The members that words give of something that `--args` gives as another kind of value.
fn replaced(given: &Raw, paths: &BTreeMap<Vec<String>, String>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for part in paths.keys() {
        let wholes = (1..part.len()).filter_map(|length| part.get(..length));
        let is_lost = |whole: &&[String]| {
            at(given, whole).is_some_and(|value| !matches!(value.kind(), Kind::Object | Kind::Null))
        };
        if let Some(whole) = wholes.into_iter().find(is_lost) {
            let what =
                format!("--args gives it as no object, and {} is a member of it; give one of the two", part.join("."));
            problems.push(Problem::of(&whole.join("."), what));
        }
    }
    problems
}

/// The value that a path leads to.
fn at(value: &Raw, path: &[String]) -> Option<Raw> {
    path.iter().try_fold(value.clone(), |value, key| value.get(key))
}

/// Puts one name with its values into the draft; gives its place there, and what was put.
fn put(
    given: &Given,
    schema: Option<&InputSchema>,
    draft: &mut Draft,
    problems: &mut Vec<Problem>,
    notes: &mut Vec<String>,
) -> Option<(Vec<String>, String)> {
    let target = schema.map_or_else(|| Target::plain(&given.name), |schema| Target::find(schema, &given.name));
    match target.unknown(schema) {
        Some(names::Unknown::Typo(what)) => {
            problems.push(Problem::of(&given.name, what).or_as_json());
            return None;
        }
        Some(names::Unknown::Extra(what)) => notes.push(what),
        None => {}
    }
    let shape = schema.zip(target.node);
    let json = match given.words.as_slice() {
        [Word::Json(json)] => json.clone(),
        [Word::Text(text)] => coerce::value(shape, text),
        many if shape.is_none_or(|(schema, node)| coerce::takes_many(schema, node)) => {
            if coerce::keeps_commas(shape, many) {
                let name = one_line(&given.name, 60);
                notes.push(format!(
                    "argument {name} is given {} times, so each value is one item, commas included; give it once to have it \
                     split",
                    many.len()
                ));
            }
            coerce::list(shape, many)
        }
        many => {
            let what = format!("it is given {} times and takes one value; give it once", many.len());
            problems.push(Problem::of(&given.name, what).or_as_json());
            return None;
        }
    };
    draft.set(&target.path, json.clone());
    Some((target.path, json))
}

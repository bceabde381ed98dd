//! Which place a name means: a property, a member of an object by a dotted name, or none that the schema has. A name
//! that is close to a known one is taken for a slip of the hand; `--args` is the way to pass it all the same.

use serde_json::Value;

use super::schema::{InputSchema, Type};
use crate::nearest::nearest;
use retort_wire::one_line;

/// A dotted name has no more parts than this.
const DEEPEST: usize = 32;
/// A message lists so many names.
const LISTED: usize = 20;

/// Where the value of a name goes.
#[derive(Debug)]
pub(super) struct Target<'a> {
    /// The keys that lead there.
    pub(super) path: Vec<String>,
    /// What the schema says about the value.
    pub(super) node: Option<&'a Value>,
    /// What the schema says about the object around it.
    around: Option<&'a Value>,
    is_property: bool,
}

/// What is to be said about a name that the schema does not have.
pub(super) enum Unknown {
    /// It is close to a known one.
    Typo(String),
    /// It may be meant.
    Extra(String),
}

impl<'a> Target<'a> {
    /// A name about which nothing is known.
    pub(super) fn plain(name: &str) -> Self {
        Self { path: vec![name.to_owned()], node: None, around: None, is_property: false }
    }

    pub(super) fn find(schema: &'a InputSchema, name: &str) -> Self {
        let mut around = &schema.root;
        let mut path = Vec::new();
        let mut rest = name;
        while path.len() < DEEPEST {
            let Some((head, tail)) = inner(schema, around, rest) else { break };
            let Some(node) = schema.member(around, head) else { break };
            path.push(head.to_owned());
            around = node;
            rest = tail;
        }
        path.push(rest.to_owned());
        let is_property = schema.property(around, rest).is_some();
        Self { path, node: schema.member(around, rest), around: Some(around), is_property }
    }

    /// What is to be said about the name, if the schema does not have it. What a closed object does not allow is left
    /// to the check of the whole.
    pub(super) fn unknown(&self, schema: Option<&InputSchema>) -> Option<Unknown> {
        let (schema, around) = schema.zip(self.around)?;
        let known = schema.properties(around);
        if self.is_property || known.is_empty() {
            return None;
        }
        let parts = schema.parts(around);
        if parts.iter().any(|part| part.get("additionalProperties") == Some(&Value::Bool(false))) {
            return None;
        }
        if let Some(meant) = nearest(self.path.last()?, known.iter().copied()).first() {
            let meant = one_line(meant, 100);
            let what = format!("the tool has none of that name; did you mean {meant}?");
            return Some(Unknown::Typo(what));
        }
        let says_more =
            |part: &&Value| part.get("additionalProperties").is_some() || part.get("patternProperties").is_some();
        if parts.iter().any(says_more) {
            return None;
        }
        let path = one_line(&self.path.join("."), 100);
        Some(Unknown::Extra(format!(
            "argument {path} is not in the tool's schema and is sent as it is; {}",
            has(&known)
        )))
    }
}

/// The first part of a dotted name and what follows it, where the part is an object and the whole is no property.
fn inner<'n>(schema: &InputSchema, around: &Value, name: &'n str) -> Option<(&'n str, &'n str)> {
    if schema.property(around, name).is_some() {
        return None;
    }
    let parts =
        name.match_indices('.').take(DEEPEST).filter_map(|(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)));
    let is_object =
        |head: &str| schema.property(around, head).is_some_and(|node| schema.types(node).contains(&Type::Object));
    parts.filter(|(_, tail)| !tail.is_empty()).find(|(head, _)| is_object(head))
}

/// `it has limit and offset`
fn has(known: &[&str]) -> String {
    let mut names: Vec<String> = known.iter().take(LISTED).map(|name| one_line(name, 60)).collect();
    if known.len() > LISTED {
        names.push(format!("{} more", known.len() - LISTED));
    }
    match names.split_last() {
        None => "it has none".to_owned(),
        Some((only, [])) => format!("it has {only}"),
        Some((last, first)) => format!("it has {} and {last}", first.join(", ")),
    }
}

/// What is wrong with a name that a closed object does not allow.
pub(super) fn refused(name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()).first() {
        Some(meant) => format!("the tool has none of that name; did you mean {}?", one_line(meant, 100)),
        None => format!("the tool has none of that name; {}", has(known)),
    }
}

//! What a rule of a profile file asks of an answer: a place in its payload, and what must be there. One function checks all
//! such rules, so that a rule is data and nothing else.

use std::borrow::Cow;
use std::collections::BTreeMap;

use regex::Regex;
use retort_core::{Document, Kind, Pointer, Raw};

use crate::call::Call;
use crate::finding::{Findings, quoted, shortened};
use crate::schema::Schema;
use crate::within::listed;

/// So many places of one payload are looked at.
const MOST_PLACES: usize = 10_000;
/// So many places of an answer that does not fit its schema are told.
const MOST_MISFITS: usize = 5;

/// What a rule asks of an answer.
#[derive(Debug, Default)]
pub struct Shape {
    pub(super) tools: Vec<String>,
    pub(super) when: Vec<(String, Vec<String>)>,
    pub(super) flagged: Option<bool>,
    pub(super) text: bool,
    /// The steps to the place; `*` is every one.
    pub(super) at: Vec<String>,
    pub(super) required: Vec<String>,
    pub(super) required_of: BTreeMap<String, Vec<String>>,
    pub(super) forbidden: Vec<String>,
    pub(super) allowed: Option<Vec<String>>,
    pub(super) types: Vec<Type>,
    pub(super) words: Option<Vec<String>>,
    pub(super) not_words: Vec<String>,
    pub(super) pattern: Option<Regex>,
    pub(super) not_pattern: Option<Regex>,
    pub(super) blank: bool,
    pub(super) says: Option<String>,
    pub(super) schema: Option<Schema>,
}

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Kind(Kind),
    Integer,
}

impl Type {
    /// The type of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "string" => Self::Kind(Kind::String),
            "number" => Self::Kind(Kind::Number),
            "boolean" => Self::Kind(Kind::Bool),
            "array" => Self::Kind(Kind::Array),
            "object" => Self::Kind(Kind::Object),
            "null" => Self::Kind(Kind::Null),
            "integer" => Self::Integer,
            _ => return None,
        })
    }

    fn fits(self, value: &Raw) -> bool {
        match self {
            Self::Kind(kind) => value.kind() == kind,
            Self::Integer => value.kind() == Kind::Number && !value.as_str().contains(['.', 'e', 'E', 'N', 'I']),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Kind(kind) => kind.to_string(),
            Self::Integer => "integer".to_owned(),
        }
    }
}

impl Shape {
    /// Looks at an answer.
    pub(crate) fn check(&self, call: &Call<'_>, findings: &mut Findings<'_>) {
        if !self.is_meant(call) {
            return;
        }
        if self.text {
            if let Some((pointer, text)) = call.first_text() {
                let value = Raw::string(&text);
                self.judge(call, None, &value, |words, _| findings.add(pointer.as_str(), words));
            }
            return;
        }
        let Some(document) = call.document().filter(|_| call.error().is_none()) else { return };
        let holds = |(place, words): &(String, Vec<String>)| {
            let mut steps = Pointer::steps_of(place);
            let first = steps.next().and_then(|name| member(document, &name));
            let value = steps.try_fold(first, |value, name| Some(value?.get(&name))).flatten();
            value.is_some_and(|value| words.iter().any(|word| *word == value.to_plain()))
        };
        if !self.when.iter().all(holds) {
            return;
        }
        if let Some(schema) = &self.schema {
            for fault in schema.misfits(document.raw(), MOST_MISFITS) {
                findings.add_in(call, &fault.pointer, fault.told());
            }
        }
        for (pointer, value) in self.places(document) {
            let whole = Some(document).filter(|_| pointer.is_root());
            self.judge(call, whole, &value, |words, below| match below {
                Some(name) => findings.add_in(call, pointer.key(name), words),
                None => findings.add_in(call, &pointer, words),
            });
        }
    }

    /// Whether the answer is one that the rule is about.
    fn is_meant(&self, call: &Call<'_>) -> bool {
        let tool = call.tool.as_deref().unwrap_or_default();
        let is_named = self.tools.is_empty() || self.tools.iter().any(|pattern| fits(pattern, tool));
        is_named && self.flagged.is_none_or(|flagged| call.is_flagged() == flagged)
    }

    /// The places that are there, with their pointers.
    fn places(&self, document: &Document) -> Vec<(Pointer, Raw)> {
        let root = document.raw();
        let first = self.at.first().filter(|first| *first != "*" && root.kind() == Kind::Object);
        let mut places = match first {
            Some(name) => member(document, name).map(|value| (Pointer::root().key(name), value)).into_iter().collect(),
            None => vec![(Pointer::root(), root.clone())],
        };
        for step in self.at.iter().skip(usize::from(first.is_some())) {
            let mut next = Vec::new();
            for (pointer, value) in places {
                match (value.kind(), step.as_str()) {
                    (Kind::Array, "*") => {
                        let items = value.items().enumerate().map(|(index, item)| (pointer.index(index), item));
                        next.extend(items.take(MOST_PLACES));
                    }
                    (Kind::Object, "*") => {
                        next.extend(value.members().map(|(name, value)| (pointer.key(&name), value)).take(MOST_PLACES));
                    }
                    (Kind::Array, step) => {
                        let item = step.parse().ok().and_then(|index| value.items().nth(index));
                        next.extend(item.map(|item| (pointer.key(step), item)));
                    }
                    (_, step) => next.extend(value.get(step).map(|value| (pointer.key(step), value))),
                }
                if next.len() >= MOST_PLACES {
                    break;
                }
            }
            places = next;
        }
        places
    }

    /// Holds one value to the rule; `tell` gets what is wrong, and the member that it is wrong with.
    fn judge(
        &self,
        call: &Call<'_>,
        whole: Option<&Document>,
        value: &Raw,
        mut tell: impl FnMut(String, Option<&str>),
    ) {
        let mut wrong = |name: &str, below: Option<&str>, words: &dyn Fn() -> String| {
            let tool = call.tool.as_deref().unwrap_or("a tool");
            let said = self.says.as_ref().map(|says| filled(says, value, name).replace("{tool}", tool));
            tell(said.unwrap_or_else(words), below);
        };
        let asks_for_value =
            self.words.is_some() || !self.not_words.is_empty() || self.pattern.is_some() || self.not_pattern.is_some();
        if self.blank && value.is_blank() {
            return;
        }
        if !self.types.is_empty() && !self.types.iter().any(|kind| kind.fits(value)) {
            let names: Vec<String> = self.types.iter().map(|kind| kind.name()).collect();
            return wrong("", None, &|| format!("{} is no {}", quoted(value), names.join(" or ")));
        }
        // A whole payload is not read for what nobody asks.
        let plain = if asks_for_value { value.to_plain() } else { Cow::Borrowed("") };
        if let Some(words) = self.words.as_ref().filter(|words| words.iter().all(|word| *word != plain)) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            return wrong("", None, &|| format!("{} is none of {}", quoted(value), listed(&words)));
        }
        if self.not_words.iter().any(|word| *word == plain) {
            return wrong("", None, &|| format!("it is {}", quoted(value)));
        }
        let is_text = value.kind() == Kind::String;
        if self.pattern.as_ref().is_some_and(|pattern| !is_text || !pattern.is_match(&plain)) {
            return wrong("", None, &|| format!("{} does not have the form that is asked for", quoted(value)));
        }
        if self.not_pattern.as_ref().is_some_and(|pattern| is_text && pattern.is_match(&plain)) {
            return wrong("", None, &|| format!("{} has a form that is ruled out", quoted(value)));
        }
        if value.kind() != Kind::Object {
            return;
        }
        let of_tool = call.tool.as_ref().and_then(|tool| self.required_of.get(tool));
        let required = self.required.iter().chain(of_tool.into_iter().flatten());
        let has = |name: &str| match whole {
            Some(document) => member(document, name).is_some(),
            None => value.get(name).is_some(),
        };
        let is_there = |names: &&String| names.split('|').any(has);
        let missing: Vec<&str> = required.filter(|names| !is_there(names)).map(String::as_str).collect();
        if !missing.is_empty() {
            let told = listed(&missing).replace('|', "` or `");
            wrong(&told, None, &|| format!("there is no {told}"));
        }
        if self.forbidden.is_empty() && self.allowed.is_none() {
            return;
        }
        for (name, _) in value.members() {
            let is_forbidden = self.forbidden.iter().any(|pattern| fits(pattern, &name));
            let is_unknown = self.allowed.as_ref().is_some_and(|allowed| allowed.iter().all(|known| *known != name));
            if is_forbidden || is_unknown {
                let told = format!("`{}`", shortened(&name));
                wrong(&told, Some(&name), &|| format!("{told} must not be there"));
            }
        }
    }
}

/// A member of a payload. Those near the top of a long one were found when it was read.
fn member(document: &Document, name: &str) -> Option<Raw> {
    let known = document.get(name);
    if known.is_some() || document.knows_all() { known } else { document.raw().get(name) }
}

/// Words with the value and the name in them.
fn filled(says: &str, value: &Raw, name: &str) -> String {
    says.replace("{value}", &quoted(value)).replace("{plain}", &shortened(&value.to_plain())).replace("{name}", name)
}

/// Whether a name fits a pattern in which `*` stands for any letters.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_any_letters() {
        for (pattern, name) in
            [("a", "a"), ("*", ""), ("orders_*", "orders_list"), ("*_list", "a_list"), ("a*b*c", "axxbc")]
        {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("a", "ab"), ("", "a"), ("orders_*", "order_list"), ("a*b", "a"), ("ab*ba", "aba"), ("a*b*c", "ac")]
        {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}

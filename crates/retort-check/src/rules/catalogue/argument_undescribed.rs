//! `argument-undescribed`: every argument of a tool has a description.

use std::collections::HashSet;

use serde_json::Value;

use super::listing::{MOST_NAMES, listed};
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::Schema;
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT025",
    name: "argument-undescribed",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "Every argument of a tool is described, by the schema or in the description of the tool.",
    why: "The model writes arguments by what it is told of them. A name alone leaves units, formats and meanings to \
          guessing.",
    remedy: "Add a `description` to each property.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.input() else { return };
    let Some(properties) = schema.root.get("properties").and_then(Value::as_object) else { return };
    let is_told = |part: &&Value| part.get("description").is_some() || tells_inside(part);
    let is_bare = |property: &Value| !parts(schema, property).iter().any(is_told);
    let description = tool.text("description").unwrap_or_default();
    let mut documented: Option<Documented<'_>> = None;
    let mut is_named = |name: &str| documented.get_or_insert_with(|| Documented::of(&description)).has(name);
    let bare = properties.iter().filter(|(name, property)| is_bare(property) && !is_named(name));
    // More than these are not named.
    let bare: Vec<&str> = bare.map(|(name, _)| name.as_str()).take(MOST_NAMES + 1).collect();
    if !bare.is_empty() {
        let words = format!("no description for {}", listed(&bare));
        findings.add(format!("{}/inputSchema/properties", tool.pointer), words);
    }
}

/// The arguments that a text documents: their names stand in quotes, or before a colon, a bracket or a dash. Its words are gone
/// through once, because a tool may have as many arguments as its description has words.
struct Documented<'a> {
    text: &'a str,
    words: HashSet<&'a str>,
    /// How many names that are no words may still be looked for.
    left: usize,
}

fn is_of_name(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '-')
}

impl<'a> Documented<'a> {
    /// So many names that are no words are looked for one by one.
    const MOST_SEARCHES: usize = 64;

    fn of(text: &'a str) -> Self {
        let mut words = HashSet::new();
        let mut at = 0;
        for word in text.split(|char| !is_of_name(char)) {
            if !word.is_empty() && Self::is_marked(text, at, word.len()) {
                words.insert(word);
            }
            let separator = text.get(at + word.len()..).and_then(|rest| rest.chars().next());
            at += word.len() + separator.map_or(0, char::len_utf8);
        }
        Self { text, words, left: Self::MOST_SEARCHES }
    }

    fn has(&mut self, name: &str) -> bool {
        if name.chars().all(is_of_name) {
            return self.words.contains(name);
        }
        let Some(left) = self.left.checked_sub(1) else { return true };
        self.left = left;
        self.text.match_indices(name).any(|(at, _)| {
            let before = self.text.get(..at).and_then(|before| before.chars().next_back());
            let behind = self.text.get(at + name.len()..).unwrap_or_default();
            let is_whole = !before.is_some_and(is_of_name) && !behind.starts_with(is_of_name);
            is_whole && Self::is_marked(self.text, at, name.len())
        })
    }

    /// Whether what stands around a name marks it as one.
    fn is_marked(text: &str, at: usize, length: usize) -> bool {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + length..).unwrap_or_default().trim_start_matches([' ', '*']);
        before.is_some_and(|before| matches!(before, '`' | '"' | '\'' | '*'))
            || behind.starts_with([':', '(', '-', '–', '—', '='])
    }
}

/// So many members of an object are looked at, which many arguments may refer to.
const MOST_INSIDE: usize = 64;

/// Whether the members of an object, or of the objects in a list, are described.
fn tells_inside(part: &Value) -> bool {
    let inside = part.get("items").unwrap_or(part).get("properties").and_then(Value::as_object);
    let mut members = inside.into_iter().flat_map(|inside| inside.values().take(MOST_INSIDE));
    members.any(|member| member.get("description").is_some())
}

/// A property, what it refers to, and its alternatives.
fn parts<'a>(schema: &'a Schema, property: &'a Value) -> Vec<&'a Value> {
    let mut parts = vec![property];
    for key in ["anyOf", "oneOf", "allOf"] {
        parts.extend(property.get(key).and_then(Value::as_array).into_iter().flatten());
    }
    let referred = parts.iter().filter_map(|part| schema.target(part.get("$ref")?.as_str()?));
    let referred: Vec<&Value> = referred.collect();
    parts.extend(referred);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_documents_what_it_lists() {
        for text in ["Args:\n    city: Where.", "Takes `city`.", "- **city** (string): where", "city - where", "with 'city' set", "city = where"] {
            assert!(Documented::of(text).has("city"), "{text}");
        }
        for text in ["Tells the weather in a city.", "capacity: how much", "city_name: which", ""] {
            assert!(!Documented::of(text).has("city"), "{text}");
        }
    }
}

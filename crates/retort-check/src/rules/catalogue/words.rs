//! What the names and descriptions of a tool say.

use retort_core::Raw;

use crate::schema::Keyword;
use crate::session::Tool;

/// First words of names that tell of reading, whatever follows.
const READING: [&str; 18] = [
    "get", "list", "search", "find", "read", "show", "fetch", "check", "count", "describe", "view", "query", "is",
    "has", "can", "preview", "validate", "explain",
];
/// Words that destroy, wherever they stand.
const DESTROYING: [&str; 5] = ["delete", "destroy", "purge", "wipe", "erase"];
/// Words that change something where they come first; most are nouns elsewhere.
const CHANGING: [&str; 10] =
    ["create", "insert", "update", "send", "publish", "deploy", "upload", "rename", "write", "overwrite"];

/// The words of a name, in small letters.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut was_small = false;
    for char in name.chars() {
        if !char.is_alphanumeric() || char.is_uppercase() && was_small {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| char.is_alphanumeric()) {
            word.extend(char.to_lowercase());
        }
        was_small = char.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether two texts have the same words.
pub(super) fn says_the_same(one: &str, other: &str) -> bool {
    const LONGEST_COMPARED: usize = 200;
    one.len() <= LONGEST_COMPARED && words(one).concat() == words(other).concat()
}

/// The word in a name that tells of destroying.
pub(super) fn destroying(name: &str) -> Option<&'static str> {
    let words = words(name);
    let reads = words.first().is_some_and(|first| READING.contains(&first.as_str()));
    DESTROYING.into_iter().find(|verb| !reads && words.iter().any(|word| word == verb))
}

/// The word in a name that tells of a change.
pub(super) fn changing(name: &str) -> Option<&'static str> {
    let first = words(name).into_iter().next();
    destroying(name).or_else(|| CHANGING.into_iter().find(|verb| first.as_deref() == Some(verb)))
}

/// So many texts of a tool are looked at.
const MOST_TEXTS: usize = 500;

/// Calls `each` with the texts that a tool gives to the model and to people, and with what writes their pointers: most texts are
/// looked at and never told of.
pub(super) fn each_text(tool: &Tool, mut each: impl FnMut(&str, &dyn Fn() -> String)) {
    for name in ["title", "description"] {
        if let Some(text) = tool.text(name) {
            each(&text, &|| format!("{}/{name}", tool.pointer));
        }
    }
    if let Some(title) = tool.annotation("title").and_then(Raw::to_text) {
        each(&title, &|| format!("{}/annotations/title", tool.pointer));
    }
    let Some(schema) = tool.input() else { return };
    let described = schema.places_with(Keyword::Description);
    let described = described.iter().filter_map(|(way, place)| Some((way, place.get("description")?.as_str()?)));
    for (way, text) in described.take(MOST_TEXTS) {
        each(text, &|| format!("{}/inputSchema{way}/description", tool.pointer));
    }
}

#[cfg(test)]
mod tests {
    use super::{changing, destroying, says_the_same};

    #[test]
    fn names_tell_what_a_tool_changes() {
        assert_eq!(changing("createNote"), Some("create"));
        assert_eq!(changing("notes.delete"), Some("delete"));
        assert_eq!(changing("weather_update"), None);
        assert_eq!(changing("get_deleted_items"), None);
        assert_eq!(destroying("list_delete_requests"), None);
        assert_eq!(destroying("remove_background"), None);
        assert!(says_the_same("Get weather.", "get_weather"));
        assert!(says_the_same("getWeather", "get-weather"));
        assert!(!says_the_same("Get the weather", "get_weather"));
    }
}

//! `omni-base64-unmarked`: base64 in a text says what it is.

use retort_core::{Kind, Raw};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN008",
    name: "omni-base64-unmarked",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "Base64 in a text says what it is.",
    why: "People see a wall of letters, and no client can tell a picture from a program.",
    remedy: "Send a URL, a `data:` URL, or an object with the mime type beside the data.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"mimeType\": \"image/png\", \"base64\": \"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk\"}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Best Practices, DON'T 1\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// Longer texts of these letters are no ids or tokens.
const SHORTEST: usize = 256;
/// From here on, the signs that only base64 has are enough.
const SHORTEST_WITH_SIGNS: usize = 64;
/// And from here on the beginning of a file.
const SHORTEST_FILE: usize = 16;
/// How many strings and words are looked at.
const MOST_STRINGS: usize = 2000;

/// How deep they are looked for.
const DEEPEST: usize = 16;

/// How files begin once they are encoded.
#[rustfmt::skip]
const BEGINNINGS: [&str; 13] = [
    "iVBORw0KGgo", "/9j/", "R0lGOD", "JVBERi0", "UEsDB", "UklGR", "H4sIA", "T2dnUw", "SUQz", "PHN2Zy", "SUkqA", "f0VMR", "AAAAIGZ0eX",
];

/// Words in the names of members that say what stands there or beside it.
const MARKS: [&str; 11] = [
    "base64", "b64", "mime", "contenttype", "content_type", "mediatype", "media_type", "encoding", "format", "data_url", "dataurl",
];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if let Some(document) = call.document() {
        if let Some((name, length)) = unmarked(document.raw()) {
            let message = format!("`{name}` is {length} characters of base64, and nothing says of what");
            findings.add_in(call, "", message);
        }
        return;
    }
    let Some(text) = call.plain_text() else { return };
    let said = text.get(..text.floor_char_boundary(1000)).unwrap_or_default().to_lowercase();
    if said.contains("base64") || said.contains("data:") || said.contains("image/") || said.contains("mime") {
        return;
    }
    // Lines of an even length are one file.
    let whole: String = text.split_whitespace().collect();
    let is_even = text.trim().lines().rev().skip(1).all(|line| line.trim().len() >= 60);
    let word = text.split_whitespace().take(MOST_STRINGS).find(|word| is_base64(word) && word.len() >= SHORTEST_WITH_SIGNS);
    let found = if is_even && is_base64(&whole) { Some(whole.len()) } else { word.map(str::len) };
    if let (Some(length), Some(block)) = (found, call.text_blocks().next()) {
        findings.add(block.text_pointer(), format!("{length} characters of base64, and nothing says of what"));
    }
}

/// The first member of a payload that is base64 and stands in an object without a word about it.
fn unmarked(raw: &Raw) -> Option<(String, usize)> {
    let mut open = vec![(raw.clone(), 0)];
    for _ in 0..MOST_STRINGS {
        let (value, depth) = open.pop()?;
        // Each level is read once more than the one around it.
        if depth > DEEPEST {
            continue;
        }
        if value.kind() == Kind::Array {
            let inside = value.items().take(MOST_STRINGS).filter(|item| item.kind().is_container());
            open.extend(inside.map(|item| (item, depth + 1)));
            continue;
        }
        let names: Vec<String> = value.members().take(MOST_STRINGS).map(|(name, _)| name.to_lowercase()).collect();
        let is_marked = names.iter().any(|name| MARKS.iter().any(|mark| name.contains(mark)));
        for (name, member) in value.members().take(MOST_STRINGS) {
            if member.kind().is_container() {
                open.push((member, depth + 1));
            } else if !is_marked && member.to_text().is_some_and(|text| is_base64(&text)) {
                return Some((name.into_owned(), member.as_str().len() - 2));
            }
        }
    }
    None
}

/// Whether a word can be nothing but a file in base64.
fn is_base64(word: &str) -> bool {
    let digits = word.trim_end_matches('=');
    let has = |is: fn(&u8) -> bool| digits.bytes().any(|byte| is(&byte));
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
    if word.len() < SHORTEST_FILE || word.len() - digits.len() > 2 || !digits.bytes().all(is_digit) {
        return false;
    }
    if BEGINNINGS.iter().any(|start| digits.starts_with(start)) {
        return true;
    }
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
    // A path has few letters between its slashes, and its words are in one case.
    let is_path = digits.split('/').count() > 1 + digits.len() / 16;
    let has_signs = word.len().is_multiple_of(4) && (digits.len() < word.len() || digits.contains('+'));
    is_mixed && !is_path && (word.len() >= SHORTEST || word.len() >= SHORTEST_WITH_SIGNS && has_signs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_told_from_ids_and_paths() {
        for word in ["iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB", "JVBERi0xLjcKJeLjz9MK", "/9j/4AAQSkZJRgABAQAAAQ"] {
            assert!(is_base64(word), "{word}");
        }
        assert!(is_base64(&("Ab3+".repeat(15) + "Ab3=" )) && is_base64(&"Ab3d".repeat(64)));
        let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        for word in [hash, "camp_123", "ghp_0123456789abcdefABCDEF0123456789abcd", "https://example.com/a", "src/App1/Index2/Main3/Util4/More5/Last6/X7.ts"] {
            assert!(!is_base64(word), "{word}");
        }
    }

    #[test]
    fn a_word_beside_it_marks_it() {
        let sent = |json: &str| unmarked(&Raw::parse(json).unwrap()).map(|(name, _)| name);
        assert_eq!(sent(r#"{"qr": {"data": "iVBORw0KGgoAAAANSUhEUgAA"}}"#).as_deref(), Some("data"));
        assert_eq!(sent(r#"{"mimeType": "image/png", "data": "iVBORw0KGgoAAAANSUhEUgAA"}"#), None);
        assert_eq!(sent(r#"{"image_base64": "iVBORw0KGgoAAAANSUhEUgAA"}"#), None);
        assert_eq!(sent(r#"{"data": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"}"#), None);
    }
}

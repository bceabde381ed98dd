//! Takes colours out of a text. They say nothing that the words do not, so that nothing is lost; other sequences may
//! change what is seen, and stay.

use retort_core::Kind;

use crate::repair::Edits;

/// Takes the colours out of the text, or out of the strings of the value, at a place.
pub(super) fn without_colours(edits: &mut Edits, pointer: &str) {
    let Some(place) = edits.get(pointer) else { return };
    if place.kind() == Kind::String {
        return edits.rewrite(pointer, |text| Some(plain(text)));
    }
    let (json, sent) = (place.to_json(), place.as_str());
    let plain = plain(&json);
    if plain != json || sent != json {
        edits.replace(pointer, plain);
    }
}

/// The text without colours. In JSON, the escape character may be spelled.
fn plain(text: &str) -> String {
    let is_json = text.trim_start().starts_with(['{', '[', '"']);
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '\\']) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let spelled = from.get(..6).filter(|escape| is_json && escape.eq_ignore_ascii_case("\\u001b"));
        let opening = if from.starts_with('\u{1b}') { 1 } else { spelled.map_or(0, str::len) };
        let behind = from.get(opening..).unwrap_or_default();
        let colour = behind.strip_prefix('[').filter(|_| opening > 0).and_then(|inside| {
            let end = inside.find(|char: char| !char.is_ascii_digit() && !matches!(char, ';' | ':'))?;
            inside.get(end..)?.strip_prefix('m')
        });
        if let Some(behind) = colour {
            rest = behind;
        } else {
            // An escape of JSON has a second character, which may be a backslash too.
            let chars = if from.starts_with('\\') { 2 } else { 1 };
            let behind = from.char_indices().nth(chars).map_or(from.len(), |(at, _)| at);
            kept.push_str(from.get(..behind).unwrap_or_default());
            rest = from.get(behind..).unwrap_or_default();
        }
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn colours_go_and_the_rest_stays() {
        assert_eq!(plain("\u{1b}[1;31mred\u{1b}[0m \u{1b}[2J \\u001b[0m"), "red \u{1b}[2J \\u001b[0m");
        assert_eq!(plain(r#"{"a": "\u001b[31mred\u001B[0m \\u001b[0m"}"#), r#"{"a": "red \\u001b[0m"}"#);
    }
}

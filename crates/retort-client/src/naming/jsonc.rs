//! JSON with comments, as editors write it. Comments become blanks of the same length, so that every offset stays
//! right and the lenient reader of `retort-core` can take the rest, trailing commas included.

use retort_core::Raw;

/// Where a text stops being JSON, and why.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) reason: String,
}

/// The value that the text holds.
pub(super) fn parse(text: &str) -> Result<Raw, Fault> {
    let text = without_comments(text.strip_prefix('\u{feff}').unwrap_or(text));
    Raw::parse(text.as_str()).ok_or_else(|| fault(&text))
}

/// The text with blanks where comments were.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, here) = rest.split_at(at);
        kept.push_str(before);
        let end = comment_end(here);
        let (token, after) = here.split_at(end.unwrap_or_else(|| string_end(here)));
        if end.is_some() {
            blank(token, &mut kept);
        } else {
            kept.push_str(token);
        }
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// Where the comment that starts the text ends, if one does.
fn comment_end(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let inside = text.strip_prefix("/*")?;
    Some(inside.find("*/").map_or(text.len(), |end| end + 4))
}

/// Where the string that starts the text ends; one byte on for a slash that starts nothing.
fn string_end(text: &str) -> usize {
    if !text.starts_with('"') {
        return 1;
    }
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn blank(comment: &str, kept: &mut String) {
    kept.extend(comment.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

/// What a strict parser says about a text that not even the lenient reader takes. Trailing commas are read past, so
/// they are taken away first: else the parser would name the first of them instead of the fault.
fn fault(text: &str) -> Fault {
    let strict = without_trailing_commas(text);
    let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&strict) else {
        return Fault { line: 1, column: 1, reason: "it is nested too deep or has stray bytes".to_owned() };
    };
    let said = error.to_string();
    let reason = said.split(" at line ").next().unwrap_or_default().to_owned();
    let line = strict.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let before = line.get(..error.column().saturating_sub(1)).unwrap_or(line);
    Fault { line: error.line().max(1), column: before.chars().count() + 1, reason }
}

fn without_trailing_commas(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', ',']) {
        let (before, here) = rest.split_at(at);
        kept.push_str(before);
        let (token, after) = here.split_at(if here.starts_with('"') { string_end(here) } else { 1 });
        let trails = token == "," && after.trim_start().starts_with(['}', ']']);
        kept.push_str(if trails { " " } else { token });
        rest = after;
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_read_past() {
        let text = "\u{feff}// ä\n{\"a\": \"http://x /* no */ \\\" //\", /* ö\n */ \"b\": [1, 2,], // end\n}\n// last";
        let raw = parse(text).unwrap();
        assert_eq!(raw.get("a").unwrap().to_text().unwrap(), "http://x /* no */ \" //");
        assert_eq!(raw.get("b").unwrap().items().count(), 2);
    }

    #[test]
    fn a_fault_has_a_place() {
        let fault = parse("{\n  // comment,\n  \"ä\": [1,], \"b\" 2\n}").unwrap_err();
        assert_eq!((fault.line, fault.column), (3, 18), "{fault:?}");
        assert_eq!(fault.reason, "expected `:`");
        for text in ["", "{", "{\"a\": /* open", "[1, 2", "/", "\"", "{} {}", "{'a': 1}"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}

//! JSON that stands in a Markdown text without a fence gets one before it is drawn: its asterisks, underscores and
//! backslashes are no marks, and its lines are no paragraph.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::view::{Inside, values_in};

/// The text with fences and backticks around its JSON; as it is where it has none.
pub(crate) fn with_fences(text: &str, options: Options) -> Cow<'_, str> {
    if !text.contains('"') && !text.contains('\'') || !text.contains(['{', '[']) {
        return Cow::Borrowed(text);
    }
    let taken = taken(text, options);
    let is_free = |found: &Inside| {
        // Ranges are in their order, and the last that begins before the end of this one is the only one to meet it.
        let next = taken.partition_point(|range| range.start < found.range.end);
        next.checked_sub(1).and_then(|at| taken.get(at)).is_none_or(|range| range.end <= found.range.start)
    };
    let is_label = |found: &Inside| {
        let behind = text.get(found.range.end..).unwrap_or_default();
        found.value.kind() == retort_core::Kind::Array && behind.starts_with(['(', '[', ':'])
    };
    let mut fenced = String::new();
    let mut from = 0;
    for found in values_in(text).filter(|found| is_free(found) && !is_label(found)) {
        fenced.push_str(text.get(from..found.range.start).unwrap_or_default());
        fence(text, &found.range, &mut fenced);
        from = found.range.end;
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    fenced.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(fenced)
}

/// What is code, HTML, a table or a link already, in its order.
fn taken(text: &str, options: Options) -> Vec<Range<usize>> {
    let mut taken: Vec<Range<usize>> = Vec::new();
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        let is_taken = matches!(
            event,
            Event::Start(
                Tag::CodeBlock(_)
                    | Tag::HtmlBlock
                    | Tag::MetadataBlock(_)
                    | Tag::Table(_)
                    | Tag::Link { .. }
                    | Tag::Image { .. }
            ) | Event::Code(_)
                | Event::InlineHtml(_)
        );
        let is_inside = taken.last().is_some_and(|last| range.start < last.end);
        if is_taken && !is_inside {
            taken.push(range);
        }
    }
    taken
}

/// Writes a value with what makes it code: a block where it has lines of its own or several of them.
fn fence(text: &str, range: &Range<usize>, out: &mut String) {
    let value = text.get(range.clone()).unwrap_or_default();
    // Only the blanks beside it are looked at: a line may be as long as the text, and have many values.
    let is_blank = |char: char| char != '\n' && char.is_whitespace();
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default().trim_start_matches(is_blank);
    let (before, line) = before.split_at(before.trim_end_matches(is_blank).len());
    let starts_line = before.is_empty() || before.ends_with('\n');
    let ends_line = behind.is_empty() || behind.starts_with('\n');
    // One more than there are in it, and a block has at least three.
    let longest = value.split(|char: char| char != '`').map(str::len).max().unwrap_or_default();
    if value.contains('\n') || starts_line && ends_line {
        let marks = "`".repeat(longest.max(2) + 1);
        let indent = if starts_line { line } else { "" };
        let open = if starts_line { "" } else { "\n\n" };
        let close = if ends_line { "" } else { "\n" };
        out.extend([open, &marks, "json\n", indent, value, "\n", indent, &marks, close]);
    } else {
        let marks = "`".repeat(longest + 1);
        let blank = if longest > 0 { " " } else { "" };
        out.extend([&marks, blank, value, blank, &marks]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> Cow<'_, str> {
        with_fences(text, Options::ENABLE_TABLES)
    }

    #[test]
    fn json_between_words_becomes_code() {
        assert_eq!(with("# A\n\nGot {\"a\": \"*b*\"} now"), "# A\n\nGot `{\"a\": \"*b*\"}` now");
        assert_eq!(with("x\n{\"a\": \"_b_\"}\ny"), "x\n```json\n{\"a\": \"_b_\"}\n```\ny");
        assert_eq!(with("Is: {\n  \"a\": 1\n}"), "Is: \n\n```json\n{\n  \"a\": 1\n}\n```");
        assert_eq!(with("{\"a\": \"`\"} it"), "`` {\"a\": \"`\"} `` it");
        assert_eq!(with("{'a': '__init__'}"), "```json\n{'a': '__init__'}\n```");
    }

    #[test]
    fn what_is_code_or_a_link_already_stays() {
        for text in [
            "```\n{\"a\": 1}\n```",
            "`{\"a\": 1}`",
            "    {\"a\": 1}",
            "[\"quoted\"](https://a.example) x",
            "[\"ref\"]: https://a.example",
            "| a |\n|---|\n| {\"a\": 1} |",
            "- [ ] it's\n- [x] that's",
            "<p data='{\"a\": 1}'>x</p>",
        ] {
            assert_eq!(with(text), text);
        }
    }
}

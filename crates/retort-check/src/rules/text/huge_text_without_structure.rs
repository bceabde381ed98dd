//! `huge-text-without-structure`: a long text has lines, items or headings.

use retort_core::Kind;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::long::{filled, text};

pub(super) const RULE: Rule = Rule {
    id: "TXT009",
    name: "huge-text-without-structure",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "A long text has lines, items or headings.",
    why: "Ten thousand characters without a break can be neither folded, paged nor quoted. Clients cut them \
          somewhere, and a model loses the thread.",
    remedy: "Break it into items or paragraphs, send a summary with a link to the rest, or page through it.",
    bad: BAD,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The chronicle, chapter by chapter:\n\n1. How it began\n2. How it went on"}]}}"#,
    source: "Omni, \"Don't return huge strings without structure\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

const STORY: [u8; 10_400] = filled(
    r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Once there was a town, "#,
    "and the story goes on, ",
    r#"and that was all of it."}]}}"#,
);
const BAD: &str = text(&STORY);

/// From here on a text is long.
const LONG: usize = 10_000;
/// A text with a break at least so often has structure.
const UNBROKEN: usize = 1_000;
/// So much of a text tells how it is made.
const SAMPLED: usize = 1 << 16;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if let Some(document) = call.document() {
        for member in document.near_members().filter(|member| member.kind == Kind::String) {
            if is_huge(member.value, "\\n") {
                let message = format!("`{}` has {} bytes without structure", member.name, member.value.len());
                findings.add_in(call, document.pointer_of(&member), message);
            }
        }
        for list in document.lists() {
            for column in list.columns().filter(|column| is_huge(column.longest, "\\n")) {
                let message = format!("`{}` holds {} bytes without structure", column.name, column.longest.len());
                findings.add_in(call, list.pointer(), message);
            }
        }
    } else {
        for (pointer, text) in call.texts().filter(|(_, text)| is_huge(text, "\n")) {
            findings.add(pointer, format!("the text has {} bytes without structure", text.len()));
        }
    }
}

fn is_huge(text: &str, line_end: &str) -> bool {
    if text.len() <= LONG {
        return false;
    }
    let sample = text.as_bytes().get(..SAMPLED).unwrap_or(text.as_bytes());
    // What has no words is no prose: an image as base64, a key.
    let blanks = memchr::memchr_iter(b' ', sample).count();
    let breaks = memchr::memmem::find_iter(sample, line_end).count();
    breaks * UNBROKEN < sample.len() && blanks * UNBROKEN >= sample.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_prose_wants_structure() {
        assert!(is_huge(&"one word and another ".repeat(600), "\n"));
        assert!(!is_huge(&"one word and another\n".repeat(600), "\n"));
        assert!(!is_huge(&"iVBORw0KGgoAAAAN".repeat(800), "\n"));
        assert!(!is_huge("short", "\n"));
    }
}

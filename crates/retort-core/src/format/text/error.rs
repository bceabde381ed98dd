//! Texts that report an error, judged by their first line alone. The shape decides, not the word: `Error: …`,
//! `Error (401): …`, `ValueError: …` and `Failed to …` report one; `Error handling in Rust`, `Errors: 0` and
//! `Failed logins: 3` do not.

mod shapes;
pub(super) mod words;

use super::{lines, log};
use shapes::names_error;

/// Whether a text in lower case is no more than the reason that HTTP gives for a status of 4xx or 5xx.
pub(crate) fn is_http_reason(lower: &str) -> bool {
    words::REASONS.iter().any(|reason| reason.eq_ignore_ascii_case(lower))
}

/// Whether the first non-blank line of a text reports an error.
pub(crate) fn reports_error(text: &str) -> bool {
    confidence(lines::head(lines::without_bom(text))).is_some()
}

/// How sure it is that a text reports an error; nothing if it does not.
pub(super) fn confidence(head: &str) -> Option<f32> {
    let mut lines = lines::non_blank(head);
    let first = lines.next()?.trim();
    if log::is_timestamped(first) {
        return None;
    }
    let mut siblings = lines.take(20);
    // A heading above a text is what the text is about, unless it says what failed.
    if first.starts_with('#') && siblings.clone().next().is_some() {
        return shapes::heads_failure(first.trim_start_matches('#').trim()).then_some(0.85);
    }
    let unmarked = first.trim_start_matches(is_mark);
    if first.chars().take_while(|c| is_mark(*c)).any(is_cross) {
        // A list of what is up and what is down is a report, whatever stands first.
        return (!siblings.any(|line| line.trim_start().starts_with(['✅', '✓', '✔']))).then_some(0.95);
    }
    // Emphasis around the label changes nothing; a report needs no more than its first words.
    let emphasised = first.starts_with('*');
    let line: String = unmarked.chars().filter(|c| !emphasised || *c != '*').take(400).collect();
    let alone = siblings.clone().next().is_none();
    // The word alone is a report only as the headline of one.
    if !alone && line.trim().trim_end_matches('!').eq_ignore_ascii_case("error") && !first.starts_with('#') {
        return Some(0.8);
    }
    if is_captioned_failure(head) {
        return Some(0.9);
    }
    let all_failed =
        || lines::non_blank(head).filter(|line| !lines::is_rule(line)).all(|line| shapes::is_told_of_one(line.trim()));
    if !alone && all_failed() {
        return Some(0.9);
    }
    if !names_error(line.trim(), alone) {
        return None;
    }
    let in_log = siblings.any(|line| log::level(line).is_some_and(|level| !matches!(level, "ERROR" | "FATAL")));
    (!in_log).then_some(if line.to_lowercase().starts_with("error:") { 0.99 } else { 0.93 })
}

/// How many lines may stand above what went wrong.
const MOST_CAPTIONS: usize = 5;

/// An exception below captions and nothing else: what ran a program tells that it failed. The last caption says so, or
/// there is a traceback, up to the exception at its end.
fn is_captioned_failure(head: &str) -> bool {
    const TRACEBACK: &str = "Traceback (most recent call last)";
    let label = |line: &str| line.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let names_failure = |label: &str| matches!(label, "error" | "errors" | "stderr" | "exception" | "traceback");
    let is_caption = |line: &str| {
        let label = label(line);
        let code = label.strip_prefix("exit code").map(|code| code.trim_start_matches([':', ' ']));
        let first = label.split_whitespace().next().unwrap_or_default();
        code.is_some_and(|code| code != "0")
            || names_failure(&label)
            || matches!(label.as_str(), "empty" | "none" | "no output")
            || line.trim().ends_with(':')
                && !words::ABOUT.contains(&first)
                && !matches!(first, "here" | "example" | "sample")
    };
    let mut lines = lines::non_blank(head);
    let mut above = None;
    let mut captions = 0;
    let body = loop {
        let Some(line) = lines.next() else { return false };
        if line.starts_with(TRACEBACK) || !is_caption(line) {
            break line;
        }
        above = Some(line);
        captions += 1;
    };
    let Some(above) = above.filter(|_| captions <= MOST_CAPTIONS) else { return false };
    if body.starts_with(TRACEBACK) {
        let last = lines.filter(|line| !line.starts_with([' ', '\t'])).last().unwrap_or_default();
        return names_error(last.trim(), true);
    }
    names_failure(&label(above)) && names_error(body.trim(), true) && lines.all(|line| line.starts_with([' ', '\t']))
}

/// What may stand before the first word of a report: emphasis, heading signs, emoji.
pub(super) fn is_mark(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '*' | '#' | '\u{fe0f}' | '\u{200d}')
        || matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

fn is_cross(c: char) -> bool {
    matches!(c, '❌' | '✗' | '✘' | '✖' | '⛔' | '🚫' | '💥' | '🛑')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_report() {
        for text in ["Error: no", "Error", "# Error\n\nA page about it."] {
            assert!(!reports_error(text), "{text}");
        }
        for text in [
            "Error: 404",
            "Error:\nbroken",
            "Error\nSomething broke",
            "ERROR 1146 (42S02): Table 'a' doesn't exist",
            "MCP error -32603: x",
            "TypeError [ERR_INVALID_ARG]: x",
            "Error in line 4: unexpected token",
            "Build failed: no space left",
            "HTTP 404: Not Found",
            "** (RuntimeError) boom",
            "## Error: page is locked",
        ] {
            assert!(reports_error(text), "{text}");
        }
    }

    #[test]
    fn words_that_do_not() {
        for text in [
            "Errors: 0\nWarnings: 1",
            "Error: 3\nWarnings: 1",
            "Error handling: a guide",
            "Mean error: 0.2",
            "Tests failed: 3\nTests passed: 4",
            "lastError: x\nstate: y",
            "No error: all good",
            "ERROR: disk\nINFO: up",
            "404 pages were printed",
        ] {
            assert!(!reports_error(text), "{text}");
        }
    }
}

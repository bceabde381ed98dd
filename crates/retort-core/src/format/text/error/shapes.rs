//! The shapes that a line has when it reports an error: a label and a colon, an exception's name, a place and a
//! label, a verb that went wrong.

use super::words::{
    ABOUT, ARGUMENTS, ELSEWHERE, ENDINGS, ERRNOS, GIVEN, MEASURES, NEEDED, OPENINGS, QUALIFIERS, REASONS, REFUSING,
    SUBJECTS,
};
use crate::format::text::log;

/// Whether a line has one of the shapes. `alone` says that no other line follows it.
pub(super) fn names_error(line: &str, alone: bool) -> bool {
    let lower = line.to_lowercase();
    let goes_on = |opening: &&str| lower.strip_prefix(*opening);
    // `Permission denied is a film`, `Could not be better`: sentences that begin in the same way.
    let is_sentence = |rest: &str| {
        let starts = ["is ", " is ", "be better", "be happier", "agree more", "find any "];
        rest.contains("? ") || rest.ends_with('?') || starts.iter().any(|start| rest.starts_with(start))
    };
    OPENINGS.iter().filter_map(goes_on).any(|rest| !is_sentence(rest))
        || ENDINGS.iter().any(|ending| lower.ends_with(ending))
        || lower.starts_with("thread '") && lower.contains("panicked at")
        || matches!(log::level(line), Some("ERROR" | "FATAL")) && line.starts_with('[')
        || is_named_elsewhere(&lower, alone)
        || is_labelled(&lower, alone)
        || is_gerund(&lower)
        || qualified(&lower)
            .is_some_and(|error| is_gerund(error) || OPENINGS.iter().any(|start| error.starts_with(start)))
        || alone && refuses(line)
        || alone && is_told_of_one(line)
        || is_exception(line, alone)
        || is_errno(line)
        || is_located(&lower, alone)
        || has_failed(&lower, alone)
        || alone && is_missing(&lower)
        || is_http_status(line)
}

/// `Fehler: …`, `Ошибка: …`, `错误：…`
fn is_named_elsewhere(lower: &str, alone: bool) -> bool {
    ELSEWHERE
        .iter()
        .any(|name| lower.strip_prefix(name).and_then(after_colon).is_some_and(|what| says_what(what, alone)))
}

/// `error: …`, `API error (503): …`, `MCP error -32603: …`, `error[E0382]: …`, `Error - …`
fn is_labelled(lower: &str, alone: bool) -> bool {
    let Some(at) = lower.find("error") else {
        return false;
    };
    let before = lower[..at].trim_end();
    let words: Vec<&str> = before.split_whitespace().collect();
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'));
    if words.len() > 3 || !words.iter().all(is_word) || words.iter().any(|word| MEASURES.contains(word)) {
        return false;
    }
    // `lasterror:` is one word, `stderror` too.
    if before.len() == at && at > 0 {
        return false;
    }
    let rest = &lower[at + "error".len()..];
    let (rest, coded) = without_code(rest);
    if let Some(what) = after_colon(rest) {
        return says_what(what, alone || coded);
    }
    // `A database error occurred: …`
    if rest.trim_start().strip_prefix("occurred").and_then(after_colon).is_some_and(|what| says_what(what, alone)) {
        return true;
    }
    words.len() < 2
        && (rest.starts_with(" - ")
            || rest.starts_with(" – ")
            || rest.starts_with(" — ")
            || rest.starts_with('!')
            || rest.is_empty() && coded)
}

/// What follows the code in `error (401)`, `error[E0382]`, `error -32603`, `error 404`, `error code 5`, `error TS12`.
fn without_code(rest: &str) -> (&str, bool) {
    let trimmed = rest.trim_start();
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(inside) = trimmed.strip_prefix(open) {
            return match inside.split_once(close) {
                Some((_, rest)) => (rest, true),
                None => (rest, false),
            };
        }
    }
    let trimmed = trimmed.strip_prefix("code ").unwrap_or(trimmed);
    let end = trimmed.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))).unwrap_or(trimmed.len());
    let (code, rest_behind) = trimmed.split_at(end);
    if rest.starts_with(' ') && code.contains(|c: char| c.is_ascii_digit()) {
        // `ERROR 1146 (42S02): …` has two.
        return match rest_behind.strip_prefix(" (").and_then(|inside| inside.split_once(')')) {
            Some((_, rest)) => (rest, true),
            None => (rest_behind, true),
        };
    }
    (rest, false)
}

fn after_colon(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let what = rest.strip_prefix(':').or_else(|| rest.strip_prefix('：'))?;
    (!what.starts_with([':', '/'])).then(|| what.trim())
}

/// `Error: none` and `Error: 0` deny it; a number with lines below it is a count among others.
fn says_what(what: &str, alone: bool) -> bool {
    let denies = matches!(
        what.trim_end_matches('.'),
        "none" | "no" | "null" | "nil" | "false" | "n/a" | "na" | "-" | "—" | "–" | "no error" | "no errors" | "keine"
    );
    let number = what.trim_end_matches(['%', ' ']);
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_zero = is_number && !number.contains(|c| matches!(c, '1'..='9'));
    !denies && !is_zero && (alone || !is_number)
}

/// `Error executing tool: …`, `Error reading file /x`; not `Error handling in Rust`.
fn is_gerund(lower: &str) -> bool {
    let Some(rest) = lower.strip_prefix("error ") else {
        return false;
    };
    let mut words = rest.split_whitespace();
    let Some(first) = words.next() else {
        return false;
    };
    let verb = first.trim_end_matches(':');
    if !verb.ends_with("ing") || SUBJECTS.contains(&verb) {
        return matches!(first, "in" | "at" | "on" | "for" | "with") && rest.contains(": ");
    }
    let goes_on = words.next().is_none_or(|next| {
        !matches!(next, "is" | "in" | "and" | "was" | "are" | "of" | "or" | "can" | "has" | "should" | "for" | "with")
    });
    goes_on && !rest.ends_with('?')
}

/// `ValueError: …`, `java.lang.NullPointerException`, `TypeError [ERR_X]: …`, `(RuntimeError) boom`
fn is_exception(line: &str, alone: bool) -> bool {
    let line = line.strip_prefix('(').unwrap_or(line);
    let end = line.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '\\'))).unwrap_or(line.len());
    let (path, rest) = line.split_at(end);
    let name = path.rsplit(['.', '$', '\\']).next().unwrap_or(path);
    let named = ["Error", "Exception", "Panic", "Fault"]
        .iter()
        .any(|kind| name.ends_with(kind) && path.len() > kind.len() || name == "Exception");
    let from_library = path.contains(".errors.") || path.contains(".exceptions.");
    if !(named || from_library) || !name.starts_with(|c: char| c.is_uppercase()) {
        return false;
    }
    let rest = match rest.strip_prefix(" [").and_then(|inside| inside.split_once(']')) {
        Some((_, rest)) => rest,
        None => rest,
    };
    rest.is_empty() && alone
        || rest.starts_with(')')
        || rest.strip_prefix(':').is_some_and(|what| {
            (what.is_empty() || what.starts_with(' ')) && says_what(&what.trim().to_lowercase(), alone)
        })
}

/// `error in X: …` behind a word that says which: `Unexpected error in X: …`
fn qualified(lower: &str) -> Option<&str> {
    let (word, error) = lower.split_once(' ')?;
    (QUALIFIERS.contains(&word) && error.starts_with("error ")).then_some(error)
}

/// `Invalid package name: x;rm`, `Unknown tool: x`: what was given is refused, and nothing else is said. A title has capitals
/// (`Unknown Pleasures: …`), and several things that are found to be invalid are an answer (`Invalid emails: a, b`).
fn refuses(line: &str) -> bool {
    let Some((what, given)) = line.split_once(": ") else { return false };
    let mut words = what.split_whitespace();
    let first = words.next().unwrap_or_default();
    let nouns: Vec<&str> = words.collect();
    let Some(last) = nouns.last() else { return false };
    let is_plain = |word: &&str| {
        let is_name = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '"' | '`'));
        let starts_small = word.trim_start_matches(['\'', '"', '`']).starts_with(|c: char| c.is_lowercase());
        is_name && (starts_small || word.chars().all(|c| c.is_uppercase() || c == '-'))
    };
    let is_one = !last.ends_with('s') || last.ends_with("ss") || last.ends_with("us") || GIVEN.contains(last);
    let refused = REFUSING.contains(&first) || first == "Missing" && nouns.iter().any(|noun| NEEDED.contains(noun));
    // What else is refused may be what a text is about: `Illegal parking: what to do`.
    let is_given = ARGUMENTS.contains(&last.to_lowercase().as_str())
        || GIVEN.contains(last)
        || !given.trim().contains(char::is_whitespace)
        || given.trim_start().starts_with(['\'', '"', '`']);
    refused
        && is_given
        && nouns.len() <= 4
        && nouns.iter().all(is_plain)
        && is_one
        && line.len() < 400
        && says_what(&given.trim().to_lowercase(), false)
}

/// `Nope.md: Error - ENOENT: …`: what befell one of the things that were asked for.
pub(super) fn is_told_of_one(line: &str) -> bool {
    let Some((name, told)) = line.split_once(": Error - ").or_else(|| line.split_once(": Error: ")) else {
        return false;
    };
    // A name with blanks needs a sign that it is one.
    let is_name = !name.contains(char::is_whitespace) || name.contains(['/', '\\', '.']);
    is_name && name.len() < 300 && !name.contains(": ") && !told.trim().is_empty()
}

fn is_errno(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, _)| ERRNOS.contains(&name))
}

/// `src/list.c:14:9: error: …`, `psql: error: …`: a place or a program in one word, then the label.
fn is_located(lower: &str, alone: bool) -> bool {
    [": error: ", ": fatal: ", ": fatal error: ", ": error ts", ": syntax error", ": error response from "].iter().any(
        |mark| {
            // With lines below it, a plain word before a colon is a key: `title: Error: …`.
            let is_place = |place: &str| alone || place.contains(|c: char| !c.is_alphabetic());
            lower.find(mark).is_some_and(|at| !lower[..at].contains(char::is_whitespace) && is_place(&lower[..at]))
        },
    )
}

/// `Build failed: …`, `make failed with exit code 2`; not `Tests failed: 3`.
fn has_failed(lower: &str, alone: bool) -> bool {
    let short = |at: usize| lower[..at].split_whitespace().count() <= 4 && !lower[..at].contains([',', '.', ':']);
    lower.find(" failed: ").is_some_and(|at| short(at) && says_what(&lower[at + 9..], false))
        || alone
            && [" failed with exit code", " failed with status", " failed with code", " failed with error"]
                .iter()
                .any(|mark| lower.find(mark).is_some_and(short))
}

/// `# Search Failed`, `# Move Failed - no such note`; not `# Why searches failed` or `# Failed logins`.
pub(super) fn heads_failure(heading: &str) -> bool {
    let lower = heading.to_lowercase();
    let what = lower.split([':', '—', '–']).next().unwrap_or_default();
    let what = what.split(" - ").next().unwrap_or_default().trim().trim_end_matches('!');
    let Some(subject) = what.strip_suffix(" failed") else { return false };
    let words: Vec<&str> = subject.split_whitespace().collect();
    let is_about = |word: &&str| ABOUT.contains(word);
    words.len() <= 4 && !words.iter().any(is_about)
}

/// `File /a does not exist`, `Key 'x' does not exist in the store`: a short line that says nothing else.
fn is_missing(lower: &str) -> bool {
    let line = lower.trim_end_matches(['.', '!']);
    let marks = [" does not exist", " doesn't exist", " do not exist"];
    let Some((subject, rest)) = marks.iter().find_map(|mark| line.split_once(mark)) else { return false };
    let first = subject.split_whitespace().next().unwrap_or_default();
    let goes_on =
        rest.is_empty() || [" in ", " at ", " on ", " for ", ": ", " or "].iter().any(|word| rest.starts_with(word));
    goes_on
        && line.len() < 300
        && rest.split_whitespace().count() <= 12
        && subject.split_whitespace().count() <= 10
        && !rest.contains([',', ';'])
        && !subject.contains(". ")
        && !ABOUT.contains(&first)
}

/// `HTTP 404: Not Found`, `503 Service Unavailable`
fn is_http_status(line: &str) -> bool {
    let (rest, labelled) = match line.strip_prefix("HTTP ") {
        Some(rest) => (rest, true),
        None => (line, false),
    };
    let bytes = rest.as_bytes();
    let is_status = bytes.len() >= 3
        && matches!(bytes[0], b'4' | b'5')
        && bytes[1..3].iter().all(u8::is_ascii_digit)
        && bytes.get(3).is_none_or(|next| matches!(next, b' ' | b':'));
    if !is_status {
        return false;
    }
    let reason = rest[3..].trim_start_matches([':', ' ']);
    labelled && rest.len() < 200 || REASONS.iter().any(|known| reason.starts_with(known))
}

//! The words of a notice: numbers and ranges, names of arguments with their values, and what says that something was cut off.

use crate::paging_names::PagingArgument;

/// The number that a line states under one of some names, and the one that it is of: `- **Current page:** 1 / 2`.
pub(super) fn fact(line: &str, names: &[&str]) -> Option<(u64, Option<u64>)> {
    let plain = line.replace(['*', '`', '_'], "").to_lowercase();
    let (name, value) = plain.split_once(':')?;
    let name = name.trim_matches(|c: char| !c.is_alphanumeric());
    let mut words = value.split([' ', '/']).filter(|word| !word.is_empty() && *word != "of");
    let value = names.contains(&name).then(|| number(words.next()?)).flatten()?;
    let of = words.next().map(number);
    // Whatever else stands there makes it a sentence.
    (words.next().is_none() && of != Some(None)).then_some((value, of.flatten()))
}

/// A number, perhaps with commas between its digits.
pub(super) fn number(word: &str) -> Option<u64> {
    word.trim_matches(',').replace(',', "").parse().ok()
}

/// `20`, or `1-20` with its start.
pub(super) fn range(word: &str) -> Option<(Option<u64>, u64)> {
    let Some((first, last)) = word.split_once('-') else { return Some((None, number(word)?)) };
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some((Some(first), last))
}

/// `1 to 20`.
pub(super) fn spelled_range(words: &[&str]) -> Option<(Option<u64>, u64)> {
    let [.., first, "to" | "through" | "-", last] = words else { return None };
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some((Some(first), last))
}

/// The name of an argument at the start of a text, in one word or up to three, and what follows it.
pub(super) fn argument_at(text: &str) -> Option<(String, &str)> {
    let mut found = None;
    let mut name = String::new();
    let mut rest = text;
    for _ in 0..3 {
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        if word.is_empty() {
            break;
        }
        name.push_str(word);
        let names_a_place =
            !matches!(PagingArgument::named(&name), None | Some(PagingArgument::Limit | PagingArgument::Before));
        if names_a_place {
            found = Some((name.clone(), after));
        }
        let Some(after) = after.strip_prefix(' ') else { break };
        rest = after;
    }
    found
}

/// What follows a name, and whether a sign assigns it: `=`, `:`, or a mark around the name.
pub(super) fn after_name(text: &str) -> (bool, &str) {
    let closed = text.trim_start_matches(['`', '"', '\'', '*']);
    let mut rest = closed.trim_start();
    let mut assigned = closed.len() < text.len();
    if let Some(value) = rest.strip_prefix(['=', ':']) {
        assigned = true;
        rest = value.trim_start();
    }
    for word in ["parameter", "argument", "set", "value", "of", "to", "is", "as", "="] {
        rest = rest.strip_prefix(word).filter(|rest| rest.starts_with(' ')).map_or(rest, str::trim_start);
    }
    (assigned, rest)
}

/// The value at the start of a text, and whether it stands in quotes.
pub(super) fn value_at(text: &str) -> (&str, bool) {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    if let Some(quote) = quote {
        let inside = &text[quote.len_utf8()..];
        return (inside.split(quote).next().unwrap_or_default(), true);
    }
    let word = text.split(|c: char| c.is_whitespace() || c == '<').next().unwrap_or_default();
    (word.trim_end_matches(['.', ',', ';', ')', ']', '>', '`', '*', '"', '\'', '!']), false)
}

/// What is said to be cut off.
const SUBJECTS: &[&str] = &[
    "content",
    "contents",
    "output",
    "result",
    "results",
    "response",
    "text",
    "file",
    "list",
    "data",
    "search results",
];

/// Whether a line says that something was cut off, or that there is more.
pub(super) fn says_cut(lower: &str) -> bool {
    let line = match lower.trim().strip_prefix('<').and_then(|tag| tag.split_once('>')) {
        Some((_, rest)) => rest,
        None => lower,
    };
    let line = line.trim_matches(|c: char| !c.is_alphanumeric());
    let cut = |rest: &str| {
        let rest = ["was ", "were ", "is ", "are ", "has been ", "have been "]
            .iter()
            .find_map(|word| rest.strip_prefix(word))
            .unwrap_or(rest);
        rest.strip_prefix("truncated").is_some_and(|after| {
            let after = after.trim_start();
            let goes_on = ["at ", "to ", "after ", "by ", "due ", "because ", "for "];
            !after.starts_with(char::is_alphanumeric) || goes_on.iter().any(|word| after.starts_with(word))
        })
    };
    let subject = SUBJECTS.iter().find_map(|subject| line.strip_prefix(subject)?.strip_prefix(' '));
    let more_of = [
        "more results",
        "more items",
        "more rows",
        "more records",
        "additional results",
        "more pages",
        "there are more",
    ];
    cut(line)
        || subject.is_some_and(cut)
        || ["(truncated)", "[truncated]", "<truncated>", "...truncated"]
            .iter()
            .any(|end| lower.trim_end().ends_with(end))
        || more_of.iter().any(|more| line.starts_with(more))
            && (line.contains("available") || line.contains("exist") || line.starts_with("there"))
        || matches!(line, "has more: true" | "has more: yes" | "has_more: true" | "hasmore: true")
}

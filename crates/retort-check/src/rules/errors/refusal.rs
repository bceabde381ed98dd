//! Refusals in a text that is marked as a success: what the call asked for is not there, or an argument will not do. Words
//! alone do not tell these from what a text is about; here the arguments are known, and they do.

use std::borrow::Cow;

use retort_core::{Kind, Raw};

use crate::call::Call;

/// Words in the names of tools that look for something: that it is not there is their answer, unless it is where they look.
const SEEKING: [&str; 8] = ["search", "find", "lookup", "locate", "match", "grep", "suggest", "count"];
/// And of those that are asked whether it is there, wherever they look.
const ASKED_WHETHER: [&str; 5] = ["exist", "has", "contain", "is", "have"];
/// Words in the names of arguments that say where to look.
#[rustfmt::skip]
const PLACES: [&str; 18] = [
    "path", "file", "filename", "dir", "directory", "folder", "db", "database", "table", "document", "doc", "repo",
    "repository", "project", "root", "cwd", "vault", "workspace",
];
/// Arguments that say what to look for, or what to write, and not what to look at.
#[rustfmt::skip]
const SOUGHT: [&str; 20] = [
    "query", "q", "pattern", "term", "terms", "keyword", "keywords", "search", "needle", "filter", "regex", "text",
    "content", "contents", "message", "body", "prompt", "question", "value", "description",
];
/// What follows the name of something that is not there.
const MISSING: [&str; 5] =
    [" not found", " does not exist", " doesn't exist", " could not be found", " cannot be found"];
/// Words with which a sentence begins that is about something else.
#[rustfmt::skip]
const ABOUT: [&str; 14] = [
    "if", "when", "why", "what", "how", "where", "which", "that", "there", "because", "no", "warning:", "note:", "this",
];
/// What comes behind a refusal: the way to a better call.
#[rustfmt::skip]
const ADVICE: [&str; 12] = [
    "available", "here are", "did you mean", "use ", "try ", "similar", "valid ", "known ", "supported", "existing",
    "closest", "please ",
];
/// With these words the name of an argument refuses it.
#[rustfmt::skip]
const MUST: [&str; 9] = [
    " must be ", " must not ", " must have ", " must contain ", " is required", " is invalid", " is not valid",
    " cannot be ", " is not supported",
];
/// With these before it, too.
const BEFORE: [&str; 3] = ["invalid ", "unknown ", "unsupported "];

/// A refusal is one sentence, no longer than this in bytes.
const LONGEST_REFUSAL: usize = 300;
/// And where no advice follows, all that is said is no longer than this.
const LONGEST_TEXT: usize = 400;
/// How much may stand before the words that something is missing.
const MOST_WORDS: usize = 9;

/// The line in which a result refuses what it was asked for; nothing where it does not.
pub(super) fn refusal(call: &Call<'_>) -> Option<String> {
    let given = call.arguments().filter(|given| given.members().next().is_some())?;
    let text = said(call)?;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line =
        lines.next().filter(|line| line.len() <= LONGEST_REFUSAL && !line.starts_with(['{', '[', '<', '|', '#']))?;
    let goes_on = lines.next().map(str::to_lowercase);
    let advises = goes_on.as_ref().is_some_and(|next| ADVICE.iter().any(|word| next.starts_with(word)));
    let may_go_on = advises && !call.hands_on();
    if call.judges() || text.len() > LONGEST_TEXT && !may_go_on {
        return None;
    }
    let sentence = line.split_once(". ").map_or(line, |(first, _)| first).trim_end_matches(['.', '!']);
    let refuses = is_missing(sentence, &given, call) || goes_on.is_none() && is_unfit(sentence, &given);
    refuses.then(|| line.to_owned())
}

/// The text of a result that is nothing else, also where it was spelled as a JSON string.
fn said(call: &Call<'_>) -> Option<String> {
    let text = call.plain_text()?.trim();
    let spelled = text.starts_with('"').then(|| Raw::parse(text)).flatten();
    Some(spelled.and_then(|raw| raw.to_text().map(Cow::into_owned)).unwrap_or_else(|| text.to_owned()))
}

/// `Icon "x" not found`, `Image file not found: /x.png`, `Task 7 does not exist in the list`: a sentence that says no more, and
/// names what the call named.
fn is_missing(sentence: &str, given: &Raw, call: &Call<'_>) -> bool {
    let lower = sentence.to_lowercase();
    let Some((subject, rest)) = MISSING.iter().find_map(|mark| lower.split_once(mark)) else { return false };
    let first = subject.split_whitespace().next().unwrap_or_default();
    let ends = rest.is_empty()
        || [":", " in ", " at ", " on ", " for ", " (", " or "].iter().any(|word| rest.starts_with(word));
    // `File not found, a new one was made` is another matter.
    let is_plain = ends && !rest.contains([',', ';']) && !subject.contains([',', ';']) && !rest.contains(" but ");
    is_plain
        && !ABOUT.contains(&first)
        && subject.split_whitespace().count() <= MOST_WORDS
        && !answers(call, &lower)
        && asked_for(given).any(|(_, value)| is_named_in(&lower, &value))
}

/// Whether a sentence says that something is not there, to whoever asked just that.
pub(super) fn answers(call: &Call<'_>, sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let is_place = |name: &str, value: &str| {
        let is_called_so = name.split(' ').any(|word| PLACES.contains(&word));
        (is_called_so || value.contains(['/', '\\'])) && is_named_in(&lower, value)
    };
    let names_place =
        || call.arguments().is_some_and(|given| asked_for(&given).any(|(name, value)| is_place(&name, &value)));
    MISSING.iter().any(|mark| lower.contains(mark))
        && (call.is_named_after(&ASKED_WHETHER) || call.is_named_after(&SEEKING) && !names_place())
}

/// The values that name what a call is about, in lower case, with the names of their arguments.
fn asked_for(given: &Raw) -> impl Iterator<Item = (String, String)> {
    let names_it = |name: &str| !SOUGHT.contains(&name.to_lowercase().as_str());
    given.members().filter(move |(name, _)| names_it(name)).filter_map(|(name, value)| {
        // Of several things each is told for itself.
        let value = match value.kind() {
            Kind::Array => Some(value.items()).and_then(|mut items| items.next().filter(|_| items.next().is_none()))?,
            _ => value,
        };
        let is_name = matches!(value.kind(), Kind::String | Kind::Number);
        is_name.then(|| (spoken(&name), value.to_plain().trim().to_lowercase()))
    })
}

/// Whether a sentence has a value as a word of its own; of a path, its last step is enough.
fn is_named_in(sentence: &str, value: &str) -> bool {
    let is_word = |value: &str| {
        !value.is_empty()
            && sentence.match_indices(value).any(|(at, found)| {
                let is_part = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
                !is_part(sentence[..at].chars().next_back()) && !is_part(sentence[at + found.len()..].chars().next())
            })
    };
    let last = value.rsplit(['/', '\\']).next().unwrap_or_default();
    is_word(value) || last.len() > 2 && is_word(last)
}

/// `Invalid paragraph index`, `url must be of the same domain`: an argument is refused by its name.
fn is_unfit(sentence: &str, given: &Raw) -> bool {
    let lower = sentence.to_lowercase().replace(['_', '"', '\'', '`'], " ");
    let lower = lower.trim_start();
    let names = || given.members().filter(|(name, _)| !SOUGHT.contains(&name.to_lowercase().as_str()));
    names().map(|(name, _)| spoken(&name)).filter(|name| name.len() > 1).any(|name| {
        let behind = |start: &str| lower.strip_prefix(start).and_then(|rest| rest.strip_prefix(name.as_str()));
        let is_whole = |rest: &str| !rest.starts_with(|char: char| char.is_alphanumeric());
        BEFORE.iter().filter_map(|word| behind(word)).any(is_whole)
            || ["", "the ", "argument ", "parameter "]
                .iter()
                .filter_map(|start| behind(start))
                .any(|rest| MUST.iter().any(|word| format!(" {} ", rest.trim()).starts_with(word)))
    })
}

/// The name of an argument in words: `paragraphIndex` and `paragraph_index` are “paragraph index”.
fn spoken(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut was_small = false;
    for char in name.chars() {
        if char.is_uppercase() && was_small || matches!(char, '_' | '-') {
            words.push(' ');
        }
        was_small = char.is_lowercase() || char.is_ascii_digit();
        words.extend(char.to_lowercase().filter(|char| char.is_alphanumeric()));
    }
    words
}

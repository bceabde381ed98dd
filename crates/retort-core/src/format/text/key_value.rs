//! Pairs, one a line: `Key: value` or `key=value`. Logs, dialogue, times of day and sentences with a colon look
//! alike from afar and are told apart here.

use super::{lines, log};

/// One line of a text of pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// What stands before the colon or the equals sign.
    pub key: String,
    /// What stands behind it; may be empty.
    pub value: String,
}

/// The pair that a line is, where it is one.
///
/// ```
/// assert_eq!(retort_core::pair_of("Name: Ann").unwrap().value, "Ann");
/// assert!(retort_core::pair_of("at 12:30").is_none());
/// ```
pub fn pair_of(line: &str) -> Option<Pair> {
    line_pair(line).map(|pair| Pair { key: pair.key.to_owned(), value: pair.value.to_owned() })
}

/// A text of more pairs than this stays a text: each would take ten times the room of its line.
const MOST_PAIRS: usize = 10_000;

/// The pairs of a text if every non-blank line is one; a comment or a heading among them gives nothing, and so do more pairs
/// than anybody names things.
pub(crate) fn pairs(text: &str) -> Option<Vec<Pair>> {
    let lines = || lines::non_blank(lines::without_bom(text));
    if lines().nth(MOST_PAIRS).is_some() {
        return None;
    }
    let pairs = lines().map(pair_of).collect::<Option<Vec<_>>>()?;
    (!pairs.is_empty()).then_some(pairs)
}

/// The number of lines that are pairs.
pub(super) fn count(text: &str) -> usize {
    lines::non_blank(text).filter(|line| line_pair(line).is_some()).count()
}

/// Whether a text holds `key=value` settings and `# comments`, as environment files do.
pub(super) fn is_commented_settings(head: &str) -> bool {
    let lines = sort(head);
    lines.pairs.len() >= 2
        && lines.others == 0
        && lines.comments > 0
        && lines.pairs.iter().all(|pair| pair.separator != Separator::Colon)
}

/// How sure it is that a text is a list of pairs; nothing if it is not one.
pub(super) fn confidence(head: &str) -> Option<f32> {
    let lines = sort(head);
    let pairs = &lines.pairs;
    let settings = pairs.iter().all(|pair| pair.separator != Separator::Colon);
    let others = lines.others + if settings { 0 } else { lines.comments + lines.sections };
    let filled = pairs.iter().filter(|pair| !pair.value.is_empty()).count();
    if pairs.len() < 2 || others * 4 > pairs.len() || filled < 2 || filled * 2 < pairs.len() {
        return None;
    }
    if log::is_log(head) || is_dialogue(pairs) || is_prose(pairs) || is_outline(head) {
        return None;
    }
    Some(match (others, lines.sections + lines.comments) {
        (0, 0) => 0.95,
        (0, _) => 0.8,
        _ => 0.65,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    /// A colon and a blank, or a full-width colon.
    Colon,
    /// A colon with the value right behind it, as in `redis_mode:standalone`.
    TightColon,
    Equals,
}

struct LinePair<'a> {
    key: &'a str,
    value: &'a str,
    separator: Separator,
}

#[derive(Default)]
struct SortedLines<'a> {
    pairs: Vec<LinePair<'a>>,
    comments: usize,
    sections: usize,
    others: usize,
}

fn sort(text: &str) -> SortedLines<'_> {
    let mut sorted = SortedLines::default();
    for line in lines::non_blank(text) {
        let trimmed = line.trim();
        if let Some(pair) = line_pair(line) {
            sorted.pairs.push(pair);
        } else if trimmed.starts_with(['#', ';']) {
            sorted.comments += 1;
        } else if trimmed.starts_with('[') && trimmed.ends_with(']') {
            sorted.sections += 1;
        } else if !lines::is_rule(trimmed) {
            sorted.others += 1;
        }
    }
    sorted
}

fn line_pair(line: &str) -> Option<LinePair<'_>> {
    let line = line.trim();
    let at = line.find([':', '：', '='])?;
    let key = line[..at].trim_end();
    let sign = line[at..].chars().next()?;
    let rest = &line[at + sign.len_utf8()..];
    let separator = match sign {
        '=' => Separator::Equals,
        ':' if !rest.is_empty() && !rest.starts_with([' ', '\t']) => Separator::TightColon,
        _ => Separator::Colon,
    };
    let fits = match separator {
        Separator::Equals => is_setting(key) && !rest.starts_with(['=', '>', '~']),
        Separator::TightColon => is_name(key) && is_tight_value(key, rest),
        Separator::Colon => is_label(key),
    };
    fits.then(|| LinePair { key, value: rest.trim(), separator })
}

/// What may stand before a colon: a few words, no sentence, no markup.
fn is_label(key: &str) -> bool {
    let words = key.split_whitespace().count();
    let first_is_fine = key
        .chars()
        .next()
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '@' | '$' | '.') || !c.is_ascii() && c != '•');
    first_is_fine
        && key.len() <= 120
        && (1..=6).contains(&words)
        && !key.contains(['{', '}', '<', '>', ';', ',', '|', '"', '?', '!', '`', '\t', '\\', '。', '，'])
        && !(words > 1 && (has_inner_dot(key) || opens_with_hash(key)))
        && !is_line_number(key)
        && lines::behind_number(key).is_none()
}

/// `93.184.216.34` inside a key of several words: a sentence about an address, not a label.
fn has_inner_dot(key: &str) -> bool {
    key.as_bytes()
        .windows(3)
        .any(|three| three[1] == b'.' && three[0].is_ascii_alphanumeric() && three[2].is_ascii_alphanumeric())
}

/// `4f2c1aa fix`: a commit and its message, not a label.
fn opens_with_hash(key: &str) -> bool {
    let word = key.split_whitespace().next().unwrap_or_default();
    let is_hex = word.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    (7..=40).contains(&word.len()) && is_hex && word.bytes().any(|c| c.is_ascii_digit())
}

/// Digits alone number a line, unless they are a year.
fn is_line_number(key: &str) -> bool {
    key.bytes().all(|c| c.is_ascii_digit()) && key.len() != 4
}

/// What may stand before an equals sign: `user.name`, `PATH`, `max connections`.
fn is_setting(key: &str) -> bool {
    key.len() <= 120
        && key.split_whitespace().count() <= 4
        && key.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '@' | '%'))
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/' | '@' | '[' | ']' | ' ' | '%'))
}

fn is_name(key: &str) -> bool {
    key.len() >= 2
        && key.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// A value right behind its colon; not `://`, `::`, `C:\`, `main.rs:12:5` or `host.example:443`.
fn is_tight_value(key: &str, value: &str) -> bool {
    let number = value.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = number.len() < value.len();
    let elsewhere = value.starts_with("//") || value.starts_with([':', '\\']);
    let position = numbered && number.starts_with(':');
    let port = numbered && number.is_empty() && key.contains('.');
    !(elsewhere || position || port)
}

/// Pairs below pairs below pairs: without the indentation, nobody knows of what they speak. A section and its pairs are no
/// outline, unless a key comes again in another section.
fn is_outline(head: &str) -> bool {
    let mut depths: Vec<usize> = Vec::new();
    let mut keys: Vec<(usize, &str)> = Vec::new();
    let mut again = false;
    // Keys that end in one column are set flush with the signs behind them, as databases print a row.
    let mut flush = None;
    let mut is_flush = true;
    for line in lines::non_blank(head).take(200) {
        let Some(pair) = line_pair(line) else { continue };
        let depth = line.len() - line.trim_start().len();
        if !depths.contains(&depth) {
            depths.push(depth);
        }
        let end = depth + pair.key.chars().count();
        is_flush &= *flush.get_or_insert(end) == end;
        again |= depth > 0 && keys.contains(&(depth, pair.key));
        keys.push((depth, pair.key));
    }
    !is_flush && (depths.len() > 2 || depths.len() == 2 && again)
}

/// People talking: most values are sentences, and someone asks, shouts or speaks twice.
fn is_dialogue(pairs: &[LinePair<'_>]) -> bool {
    let spoken = pairs.iter().filter(|pair| words(pair.value) >= 2 && ends_a_sentence(pair.value)).count();
    let lively = pairs.iter().any(|pair| pair.value.ends_with(['?', '!', '？', '！']));
    let again =
        pairs.iter().enumerate().take(40).any(|(n, pair)| pairs[..n].iter().any(|earlier| earlier.key == pair.key));
    let names = pairs.iter().all(|pair| words(pair.key) <= 2);
    spoken * 5 >= pairs.len() * 3 && names && (lively || again)
}

/// Sentences that happen to hold a colon.
fn is_prose(pairs: &[LinePair<'_>]) -> bool {
    let sentences =
        pairs.iter().filter(|pair| words(pair.key) + words(pair.value) >= 7 && ends_a_sentence(pair.value)).count();
    sentences * 5 >= pairs.len() * 4
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn ends_a_sentence(text: &str) -> bool {
    text.ends_with(['.', '?', '!', '…', '。', '？', '！'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_a_pair_or_nothing() {
        let found = pairs("\u{feff}user.name=Ada\r\nTotal time: 12.4 s\n").unwrap();
        assert_eq!(found[0].key, "user.name");
        assert_eq!(found[1], Pair { key: "Total time".into(), value: "12.4 s".into() });
        assert_eq!(pairs("# settings\nA=1\nB=2"), None);
        assert_eq!(pairs(""), None);
    }

    #[test]
    fn comments_do_not_hide_settings() {
        assert!(is_commented_settings("# db\nA=1\nB=2"));
        assert!(confidence("# db\nA=1\nB=2").is_some());
        assert!(confidence("# Weather\n\nToday: rain\nTomorrow: sun").is_none());
    }

    #[test]
    fn look_alikes() {
        for text in [
            "12:30\n14:00",
            "Schema: main\n  Table: a\n    Rows: 1\n  Table: b\n    Rows: 2",
            "UTC: now\n  From: a\n  To: b\nLocal: then\n  From: c\n  To: d",
            "https://a.example\nhttps://b.example",
            "INFO: up\nWARN: slow",
            "Ann: Hello, how are you?\nBob: Fine, thanks.",
            "main.rs:12:5\nlib.rs:4:1",
            "1: let x\n2: let y",
        ] {
            assert!(confidence(text).is_none(), "{text}");
        }
    }
}

//! Text of servers, made harmless: whatever a terminal would obey, turn around or hide is written so that it can be
//! seen. Signs that join what stands beside them stay: families of emoji and words of Persian and Hindi need them.

use std::borrow::Cow;
use std::fmt::Write;

use retort_core::is_hidden;

/// A text without anything that a terminal would obey or hide, on one line: such characters are written as
/// `\u{1b}`, line ends as `⏎` and tabs as a blank.
///
/// ```
/// assert_eq!(retort_render::harmless("a\u{1b}[2J\u{202e}b"), "a\\u{1b}[2J\\u{202e}b");
/// assert_eq!(retort_render::harmless("👩\u{200d}🚀"), "👩\u{200d}🚀");
/// ```
pub fn harmless(text: &str) -> Cow<'_, str> {
    // Almost all text is fine as it is.
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control()) {
        return Cow::Borrowed(text);
    }
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut chars = text.chars().peekable();
    let mut before = None;
    let mut safe = String::with_capacity(text.len() + 16);
    while let Some(char) = chars.next() {
        match char {
            '\n' => safe.push('⏎'),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\t' => safe.push(' '),
            _ if must_be_told(before, char, chars.peek().copied()) => safe.extend(char.escape_unicode()),
            _ => safe.push(char),
        }
        before = Some(char);
    }
    Cow::Owned(safe)
}

/// Whether a character between two others has to be told, because it cannot be seen or turns others around.
pub(crate) fn must_be_told(before: Option<char>, char: char, after: Option<char>) -> bool {
    is_hidden(char) && !(matches!(char, '\u{200c}' | '\u{200d}') && joins(before, after))
}

/// A JSON string without anything that a terminal would obey or hide, still the same string: such characters are
/// written as `\\u001b`. Escapes that stand for plain letters become those letters.
pub(crate) fn harmless_json(json: Cow<'_, str>) -> Cow<'_, str> {
    if json.is_ascii() && !json.contains("\\u") && !json.bytes().any(|byte| byte.is_ascii_control()) {
        return json;
    }
    let mut safe = String::with_capacity(json.len() + 16);
    let mut rest: &str = &json;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let (char, taken) = match first {
            '\\' => escape(rest),
            _ => (Some(first), first.len_utf8()),
        };
        let (this, behind) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        match char {
            Some(joiner @ ('\u{200c}' | '\u{200d}')) if joins(before, next_in(behind)) => safe.push(joiner),
            Some(char) if !is_hidden(char) => safe.push(char),
            // It was sent as an escape, and stays one.
            _ if first == '\\' => safe.push_str(this),
            _ => {
                for unit in first.encode_utf16(&mut [0; 2]) {
                    let _ = write!(safe, "\\u{unit:04x}");
                }
            }
        }
        before = char;
        rest = behind;
    }
    Cow::Owned(safe)
}

/// The character that the escape at the start of a text stands for, where it can be written without one, and how
/// many bytes the escape takes.
fn escape(text: &str) -> (Option<char>, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
    };
    let Some(high) = unit(0) else { return (None, text.chars().take(2).map(char::len_utf8).sum()) };
    let (char, taken) = match char::from_u32(u32::from(high)) {
        Some(char) => (Some(char), 6),
        None => match unit(6).map(|low| char::decode_utf16([high, low]).next()) {
            Some(Some(Ok(char))) => (Some(char), 12),
            _ => (None, 6),
        },
    };
    (char.filter(|char| !matches!(char, '"' | '\\')), taken)
}

/// The character that a piece of a JSON string begins with.
fn next_in(text: &str) -> Option<char> {
    if text.starts_with('\\') { escape(text).0 } else { text.chars().next() }
}

/// Whether a joiner between two characters does what joiners are for.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    let is_emoji = |char: char| matches!(char, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}');
    // Arabic and its kin, and the scripts of India and its neighbours.
    let is_joined =
        |char: char| matches!(char, '\u{620}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}');
    is_emoji(before) && is_emoji(after) || is_joined(before) && is_joined(after)
}

/// Whether a text has letters that run from right to left.
pub(crate) fn runs_left(text: &str) -> bool {
    !text.is_ascii()
        && text.chars().any(|char| {
            matches!(char, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        })
}

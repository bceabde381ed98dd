//! Text of servers, made harmless: whatever a terminal would obey, turn around or hide is written so that it can be
//! seen. Signs that join what stands beside them stay, and so do those that choose the look of an emoji: families of emoji and
//! words of Persian and Hindi need them.

use std::borrow::Cow;
use std::fmt::Write;
use std::io;

use retort_core::{is_hidden, selects_look};

/// A text without anything that a terminal would obey or hide, on one line: such characters are written as
/// `\u{1b}`, line ends as `⏎` and tabs as a blank. Colours that a program wrote are left out.
///
/// ```
/// assert_eq!(retort_render::harmless("a\u{1b}[2J\u{202e}b"), "a\\u{1b}[2J\\u{202e}b");
/// assert_eq!(retort_render::harmless("\u{1b}[1;31mred\u{1b}[0m"), "red");
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
    let mut safe = String::with_capacity(text.len() + 16);
    // Nothing fails that is not written.
    let _ = push_harmless(text, &mut safe, |_| Ok(()));
    Cow::Owned(safe)
}

/// Writes such a text, of which no more than a piece is held at a time.
pub(crate) fn write_harmless(text: &str, out: &mut dyn io::Write) -> io::Result<()> {
    const GATHERED: usize = 1 << 13;
    if text.len() <= GATHERED {
        return out.write_all(harmless(text).as_bytes());
    }
    let mut safe = String::new();
    push_harmless(text, &mut safe, |safe| {
        if safe.len() < GATHERED {
            return Ok(());
        }
        out.write_all(safe.as_bytes())?;
        safe.clear();
        Ok(())
    })?;
    out.write_all(safe.as_bytes())
}

/// Adds the characters of such a text, and calls `pushed` behind each.
fn push_harmless(
    text: &str,
    safe: &mut String,
    mut pushed: impl FnMut(&mut String) -> io::Result<()>,
) -> io::Result<()> {
    let mut chars = told_apart(chars_without_colours(text)).peekable();
    while let Some((char, is_told)) = chars.next() {
        match char {
            '\n' => safe.push('⏎'),
            '\r' if matches!(chars.peek(), Some(('\n', _))) => {}
            '\t' => safe.push(' '),
            _ if is_told => safe.extend(char.escape_unicode()),
            _ => safe.push(char),
        }
        pushed(safe)?;
    }
    Ok(())
}

/// A text without the colours and other looks that a program wrote for a terminal: `\u{1b}[1;31m` says nothing of its own, and
/// nothing is hidden by leaving it out. All other sequences stay, to be told.
pub(crate) fn without_colours(text: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let (mut kept, mut from) = (0, 0);
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("\u{1b}[")).map(|at| from + at) {
        from = at + 2;
        if let Some(end) = look(text, from) {
            plain.push_str(text.get(kept..at).unwrap_or_default());
            (kept, from) = (end, end);
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    plain.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(plain)
}

/// The characters of such a text, for whoever does not want it as a whole.
pub(crate) fn chars_without_colours(text: &str) -> impl Iterator<Item = char> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while rest.starts_with("\u{1b}[")
            && let Some(end) = look(rest, 2)
        {
            rest = rest.get(end..)?;
        }
        let mut chars = rest.chars();
        let char = chars.next();
        rest = chars.as_str();
        char
    })
}

/// The same for a JSON string, in which the sequence begins with an escape.
pub(crate) fn json_without_colours(json: Cow<'_, str>) -> Cow<'_, str> {
    if !json.contains("\\u001") {
        return json;
    }
    let mut plain = String::with_capacity(json.len());
    let mut rest = &*json;
    while let Some((before, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        let colour = colour_in_json(escape);
        // A backslash says what the sign behind it means: both are passed over.
        let taken = if colour > 0 { colour } else { escape.chars().take(2).map(char::len_utf8).sum() };
        let (this, behind) = escape.split_at_checked(taken).unwrap_or((escape, ""));
        plain.push_str(before);
        if colour == 0 {
            plain.push_str(this);
        }
        rest = behind;
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// How many bytes the colour takes that the escape at the start of a JSON string begins; 0 where it begins none.
pub(crate) fn colour_in_json(text: &str) -> usize {
    let begins = text.get(..ESCAPE.len()).is_some_and(|start| start.eq_ignore_ascii_case(ESCAPE));
    if begins { look(text, ESCAPE.len()).unwrap_or_default() } else { 0 }
}

/// How JSON writes the sign that begins a sequence, and what follows it.
const ESCAPE: &str = "\\u001b[";

/// Where a sequence ends whose numbers begin at an offset, where it changes looks and nothing else.
fn look(text: &str, numbers: usize) -> Option<usize> {
    let rest = text.as_bytes().get(numbers..)?;
    let count = rest.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b';' | b':')).count();
    (rest.get(count) == Some(&b'm')).then_some(numbers + count + 1)
}

/// Whether a character between two others has to be told, because it cannot be seen or turns others around.
fn must_be_told(before: Option<char>, char: char, after: Option<char>) -> bool {
    let is_at_work = matches!(char, '\u{200c}' | '\u{200d}') && joins(before, after);
    is_hidden(char) && !is_at_work && !selects_look(before, char, after)
}

/// Characters, each with whether it has to be told. One that is told joins nothing any more, so that what was made
/// harmless stays as it is when that is done again.
pub(crate) fn told_apart(chars: impl Iterator<Item = char>) -> impl Iterator<Item = (char, bool)> {
    let mut chars = chars.peekable();
    let mut before = None;
    std::iter::from_fn(move || {
        let char = chars.next()?;
        let told = must_be_told(before, char, chars.peek().copied());
        before = Some(char).filter(|_| !told);
        Some((char, told))
    })
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
        let plain = char.filter(|char| !must_be_told(before, *char, next_in(behind)));
        match plain {
            Some(char) => safe.push(char),
            // It was sent as an escape, and stays one.
            None if first == '\\' => safe.push_str(this),
            None => {
                for unit in first.encode_utf16(&mut [0; 2]) {
                    let _ = write!(safe, "\\u{unit:04x}");
                }
            }
        }
        before = plain;
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
    let is_emoji = |char: char| matches!(char, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    // Arabic and its kin, and the scripts of India and its neighbours.
    let is_joined =
        |char: char| matches!(char, '\u{620}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}');
    (is_emoji(before) || before == '\u{fe0f}') && is_emoji(after) || is_joined(before) && is_joined(after)
}

/// Whether a text has letters that run from right to left.
pub(crate) fn runs_left(text: &str) -> bool {
    !text.is_ascii()
        && text.chars().any(|char| {
            matches!(char, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_cannot_be_seen_are_told_and_emoji_stay_whole() {
        for whole in ["❤\u{fe0f}", "🏳\u{fe0f}\u{200d}🌈", "1\u{fe0f}\u{20e3}", "⚠\u{fe0f} careful", "☎\u{fe0e}"]
        {
            assert_eq!(harmless(whole), whole);
            assert_eq!(harmless_json(format!("\"{whole}\"").into()), format!("\"{whole}\""));
        }
        for hidden in [
            '\u{1d173}',
            '\u{1d17a}',
            '\u{1bca0}',
            '\u{17b4}',
            '\u{fe00}',
            '\u{fe0f}',
            '\u{115f}',
            '\u{fff0}',
            '\u{e0100}',
        ] {
            assert_eq!(harmless(&format!("a{hidden}b")), format!("a{}b", hidden.escape_unicode()));
            let json = harmless_json(format!("\"a{hidden}b\"").into()).into_owned();
            assert!(json.is_ascii() && json.starts_with("\"a\\u"), "{json}");
        }
    }

    /// What is measured, cut and drawn in turn is made harmless more than once.
    #[test]
    fn what_is_harmless_stays_as_it_is() {
        for sent in [
            "\u{fe0f}\u{200d}🇵",
            "🏽\u{200d}\u{fe0f}🇯a",
            "👩\u{200d}\u{200d}🚀",
            "🏳\u{fe0f}\u{200d}🌈",
            "a\u{fe0f}\u{fe0f}\u{200d}🌈",
            "א\u{200c}\u{200c}א\t\u{200d}",
        ] {
            let once = harmless(sent).into_owned();
            assert_eq!(harmless(&once), once, "{sent:?}");
            let told: String = told_apart(sent.chars())
                .map(|(char, told)| if told { char.escape_unicode().to_string() } else { char.to_string() })
                .collect::<Vec<_>>()
                .concat();
            assert_eq!(told.replace('\t', " ").replace("\\u{9}", " "), once, "{sent:?}");
        }
    }

    #[test]
    fn colours_are_left_out_and_nothing_else() {
        for (sent, seen) in [
            ("\u{1b}[31mred\u{1b}[0m", "red"),
            ("\u{1b}[m\u{1b}[1;38;2;1;2;3mx\u{1b}[4:3m", "x"),
            ("\u{1b}[\u{1b}[31mx", "\\u{1b}[x"),
            ("\u{1b}[31", "\\u{1b}[31"),
            ("\u{1b}[?25l\u{1b}[2J\u{1b}[Kx", "\\u{1b}[?25l\\u{1b}[2J\\u{1b}[Kx"),
            ("\u{1b}]8;;http://x\u{7}m", "\\u{1b}]8;;http://x\\u{7}m"),
            ("\u{1b}[31 m\u{9b}31mx", "\\u{1b}[31 m\\u{9b}31mx"),
            ("[31m é", "[31m é"),
        ] {
            assert_eq!(harmless(sent), seen, "{sent:?}");
        }
        for (sent, seen) in [
            (r#""\u001b[31mred\u001B[0m""#, r#""red""#),
            (r#""\\u001b[31m\u001b[2J\u001bc""#, r#""\\u001b[31m\u001b[2J\u001bc""#),
            (r#""\u001b[31""#, r#""\u001b[31""#),
            (r#""é\n""#, r#""é\n""#),
        ] {
            assert_eq!(json_without_colours(sent.into()), seen);
        }
    }
}

//! How wide text is on a terminal, and text cut or wrapped to a width: Chinese letters and emoji are two columns
//! wide, combining signs none.

use std::borrow::Cow;
use std::ops::Range;

use textwrap::WordSeparator;
use unicode_segmentation::GraphemeCursor;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
///
/// ```
/// assert_eq!(retort_render::width("日本"), 4);
/// assert_eq!(retort_render::width("e\u{301}"), 1);
/// ```
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { measured(text).map(|(_, wide)| wide).sum() }
}

/// The signs of a text with what belongs to each of them: accents, selectors, joined emoji.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = &str> {
    measured(text).map(|(cluster, _)| cluster)
}

/// The signs of a text, and how wide each is. Where one ends is told by what it begins with and nothing before that:
/// so a text that is cut between two signs is as wide as its pieces are, which no other measure of joined emoji is.
fn measured(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (end, wide) = first(rest)?;
        let (cluster, behind) = rest.split_at_checked(end)?;
        rest = behind;
        Some((cluster, wide))
    })
}

/// Nothing is wider than this, or a line could not hold it: what strangers pile up beyond that is a sign of its own.
const WIDEST: usize = 2;
/// What is longer than this in two columns is a trap, and measuring it again and again would take for ever.
const LONGEST_CLUSTER: usize = 64;

/// Where the first sign of a text ends, and how wide it is.
fn first(text: &str) -> Option<(usize, usize)> {
    let mut end = part(text, 0)?;
    let mut wide = UnicodeWidthStr::width(text.get(..end)?);
    while end < LONGEST_CLUSTER && wide <= WIDEST {
        let Some(next) = part(text, end).filter(|_| belongs(text, end)) else { break };
        let more = UnicodeWidthStr::width(text.get(..next)?);
        if more > WIDEST {
            break;
        }
        (end, wide) = (next, more);
    }
    Some((end, wide))
}

/// Where a character ends that stands at an offset, with those behind it that take no room of their own.
fn part(text: &str, from: usize) -> Option<usize> {
    let mut chars = text.get(from..)?.char_indices();
    chars.next()?;
    let takes_room = |char: char| char.is_ascii() || UnicodeWidthChar::width(char) != Some(0);
    Some(chars.find(|(_, char)| takes_room(*char)).map_or(text.len(), |(at, _)| from + at))
}

/// Whether what stands behind an offset belongs to what stands before it.
fn belongs(text: &str, at: usize) -> bool {
    let is_plain = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii);
    let bytes = text.as_bytes();
    if is_plain(at.checked_sub(1).and_then(|before| bytes.get(before))) && is_plain(bytes.get(at)) {
        return false;
    }
    GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0) == Ok(false)
}

/// Signs that join what stands on both sides of them: at the end of a text they are of no use.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// A text cut to a width, with an ellipsis where something was cut; and how wide it is.
pub(crate) fn fit(text: &str, most: usize) -> (Cow<'_, str>, usize) {
    let whole = width(text);
    if whole <= most {
        return (Cow::Borrowed(text), whole);
    }
    let room = most.saturating_sub(1);
    if let Some(start) = text.get(..room).filter(|_| most > 0 && text.is_ascii()) {
        return (Cow::Owned(format!("{start}…")), most);
    }
    let mut cut = String::new();
    let mut taken = 0;
    for (cluster, wide) in measured(text) {
        if taken + wide > room {
            break;
        }
        cut.push_str(cluster);
        taken += wide;
    }
    cut.truncate(cut.trim_end_matches(JOINERS).len());
    if most > 0 {
        cut.push('…');
        taken += 1;
    }
    (Cow::Owned(cut), taken)
}

/// A line wrapped to a width; as it is where there is none.
pub fn wrap(line: &str, most: Option<usize>) -> Vec<Cow<'_, str>> {
    let Some(most) = most.filter(|most| line.len() > *most) else { return vec![Cow::Borrowed(line)] };
    lines(line, most).into_iter().map(|at| Cow::Borrowed(line.get(at).unwrap_or_default())).collect()
}

/// Where the lines of a text begin and end that is wrapped to a width: between words, and inside a word only where it
/// is longer than a line. No line ends in blanks. There is always a line.
pub(crate) fn lines(text: &str, most: usize) -> Vec<Range<usize>> {
    let most = most.max(1);
    let text = text.trim_end();
    let mut lines = Vec::new();
    let (mut from, mut window) = (0, WINDOW.max(4 * most));
    // What finds the words takes many times the room of a text, so that a long one is looked at through a window.
    while text.len() - from > window {
        let end = text.floor_char_boundary(from + window);
        let seen = text.get(from..end).unwrap_or_default();
        let mut found = broken(seen, most);
        // The last line may go on beyond it.
        let last = found.pop().unwrap_or(0..0);
        if found.is_empty() {
            window *= 2;
            continue;
        }
        lines.extend(found.into_iter().map(|line| from + line.start..from + line.end));
        from += last.start;
    }
    let rest = text.get(from..).unwrap_or_default();
    lines.extend(broken(rest, most).into_iter().map(|line| from + line.start..from + line.end));
    for line in &mut lines {
        let said = text.get(line.clone()).map_or(0, |line| line.trim_end_matches(' ').trim_end_matches(JOINERS).len());
        line.end = line.start + said;
    }
    lines
}

/// So many bytes of a text are wrapped at a time, and more where lines are longer.
const WINDOW: usize = 1 << 14;

/// Where the lines begin and end of a text that ends with a word.
fn broken(text: &str, most: usize) -> Vec<Range<usize>> {
    if width(text) <= most {
        return std::iter::once(0..text.len()).collect();
    }
    let mut words = WordSeparator::UnicodeBreakProperties.find_words(text).scan(0, |end, word| {
        let start = *end;
        *end += word.word.len() + word.whitespace.len();
        Some(start)
    });
    let mut word = words.next();
    let mut lines = Vec::new();
    let (mut from, mut used, mut at) = (0, 0, 0);
    // Where the last word of the line begins, and how wide the line is up to it. A word that begins within a sign does
    // not begin there for whoever looks at it.
    let mut last = (0, 0);
    for (cluster, wide) in measured(text) {
        while word.is_some_and(|start| start < at) {
            word = words.next();
        }
        if word == Some(at) {
            last = (at, used);
        }
        let is_blank = cluster == " ";
        if !is_blank && used + wide > most && last.0 > from {
            // Blanks before a word that does not fit beside them go with the line.
            if text.get(from..last.0).is_some_and(|line| !line.trim_end_matches(' ').is_empty()) {
                lines.push(from..last.0);
            }
            (from, used) = (last.0, used - last.1);
            last = (from, 0);
        }
        if !is_blank && used + wide > most && at > from {
            lines.push(from..at);
            (from, used) = (at, 0);
            last = (from, 0);
        }
        used += wide;
        at += cluster.len();
    }
    lines.push(from..text.len());
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wrapped(text: &str, most: usize) -> Vec<&str> {
        lines(text, most).into_iter().map(|line| &text[line]).collect()
    }

    #[test]
    fn text_is_wrapped_between_words_or_where_it_must() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two  ", 7), ["one two"]);
        assert_eq!(wrapped("one twothree", 5), ["one", "twoth", "ree"]);
        assert_eq!(wrapped("a abcdefgh b", 3), ["a", "abc", "def", "gh", "b"]);
        assert_eq!(wrapped("日本語のテキスト", 6), ["日本語", "のテキ", "スト"]);
        assert_eq!(wrapped("", 3), [""]);
    }

    #[test]
    fn signs_that_are_piled_up_are_broken() {
        assert_eq!(width("a🏽🏽🏽"), 7);
        assert_eq!(wrapped("a🏽🏽🏽", 4), ["a🏽", "🏽🏽"]);
        assert_eq!(wrapped("☺\u{fe0f}☺\u{fe0f}☺\u{fe0f}", 5), ["☺\u{fe0f}☺\u{fe0f}", "☺\u{fe0f}"]);
    }

    #[test]
    fn signs_are_as_wide_as_terminals_draw_them() {
        let cases = [
            ("👩\u{200d}🚀", 2, 1),
            ("👩🏽\u{200d}🚀", 2, 1),
            ("👨\u{200d}👩\u{200d}👧\u{200d}👦", 2, 1),
            ("🏳\u{fe0f}\u{200d}🌈", 2, 1),
            ("🇯🇵🇫🇷", 4, 2),
            ("🇯", 1, 1),
            ("1\u{fe0f}\u{20e3}", 2, 1),
            ("🏽", 2, 1),
            ("⌚\u{fe0e}", 1, 1),
            // The selector stands between her and the tone of her skin, and what follows joins neither.
            ("👩\u{fe0e}🏽\u{200d}🚀", 6, 3),
            ("\u{1112}\u{1161}\u{11ab}", 2, 1),
            ("한글", 4, 2),
            ("\u{301}a", 1, 2),
            ("e\u{301}\u{327}", 1, 1),
            ("क्ष", 2, 1),
            ("a\u{200d}b", 2, 2),
        ];
        for (text, wide, count) in cases {
            let found: Vec<&str> = clusters(text).collect();
            assert_eq!((width(text), found.len()), (wide, count), "{text:?} {found:?}");
        }
    }

    #[test]
    fn a_long_text_is_wrapped_as_its_lines_are() {
        let text = "the quick brown fox, (jumps) over-the lazy-dog 日本語 https://a.example/b ".repeat(2_000);
        let long = wrapped(&text, 30);
        assert_eq!(long, broken(text.trim_end(), 30).into_iter().map(|line| text[line].trim_end()).collect::<Vec<_>>());
        assert_eq!(wrapped(&"x".repeat(100_000), 30).len(), 100_000_usize.div_ceil(30));
        assert_eq!(wrapped(&"\u{301}".repeat(50_000), 30).len(), 1);
    }

    #[test]
    fn a_pile_takes_no_time() {
        for pile in ["🏽", "\u{301}", "🇯", "👩\u{200d}", "क्", "\u{600}", "\u{1112}"] {
            let text = pile.repeat(100_000);
            assert!(lines(&text, 80).len() < 4_000, "{pile:?}");
        }
    }

    #[test]
    fn a_tiny_width_still_ends() {
        assert_eq!(wrapped("日本", 1), ["日", "本"]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }

    /// Text of what joins, widens, narrows, stacks or turns around, among what does not.
    fn any_text() -> impl Strategy<Value = String> {
        let emoji = "[👩\u{200d}🚀👍🏽🇯🇵🏳☠❤☺♂1#\u{fe0f}\u{fe0e}\u{20e3}\u{200c}\u{e0067}\u{e007f}ab -]{0,24}";
        let scripts = "[\u{627}\u{644}\u{64b}\u{915}\u{94d}\u{937}\u{93f}\u{301}\u{600}\u{d4e}\u{e33}\u{200d}\u{2d31}\u{2d7f}\u{17d2}\u{1780} a]{0,24}";
        let jamo = "[\u{1100}-\u{11ff}\u{a960}-\u{a97c}\u{d7b0}-\u{d7fb}가각\u{115f}\u{3000}日ﾞｶ e\u{308}]{0,24}";
        prop_oneof![emoji, scripts, jamo, "\\PC{0,24}"]
    }

    proptest! {
        #![proptest_config(trials::cases(512))]

        #[test]
        fn what_is_cut_or_wrapped_is_as_wide_as_it_is_measured(text in any_text(), most in 3..12_usize) {
            let text = crate::harmless(&text);
            let (cut, wide) = fit(&text, most);
            prop_assert_eq!(width(&cut), wide);
            prop_assert!(wide <= most);
            for line in wrap(&text, Some(most)) {
                let written = crate::harmless(&line);
                prop_assert!(width(&written) <= most, "{} of {most}: {written:?}", width(&written));
            }
        }

        #[test]
        fn a_text_is_as_wide_as_its_pieces(text in any_text()) {
            let signs: Vec<&str> = clusters(&text).collect();
            prop_assert_eq!(signs.concat(), text.as_str());
            let mut at = 0;
            for sign in &signs {
                let (before, behind) = text.split_at(at);
                prop_assert_eq!(width(before) + width(behind), width(&text), "at {}", at);
                prop_assert_eq!(clusters(behind).next(), Some(*sign));
                at += sign.len();
            }
        }

        #[test]
        fn only_blanks_are_lost_where_lines_end(text in any_text(), most in 1..12_usize) {
            let text = crate::harmless(&text);
            let bare = |text: &str| text.replace([' ', '\u{3000}'], "").replace(JOINERS, "");
            let wrapped: String = lines(&text, most).into_iter().map(|line| &text[line]).collect();
            prop_assert_eq!(bare(&wrapped), bare(text.trim_end()));
        }
    }
}

//! How wide text is on a terminal, and text cut or wrapped to a width: Chinese letters and emoji are two columns
//! wide, combining signs none.

use std::borrow::Cow;
use std::ops::Range;

use textwrap::WordSeparator;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
///
/// ```
/// assert_eq!(retort_render::width("日本"), 4);
/// assert_eq!(retort_render::width("e\u{301}"), 1);
/// ```
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { clusters(text).map(UnicodeWidthStr::width).sum() }
}

/// The signs of a text with what belongs to each of them: accents, selectors, joined emoji. Nothing is wider than two
/// columns, or a line could not hold it: what strangers pile up beyond that is a cluster of its own.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true).flat_map(|cluster| {
        let is_wide = UnicodeWidthStr::width(cluster) > 2;
        let mut rest = cluster;
        std::iter::from_fn(move || {
            let end = if is_wide { narrow_end(rest) } else { rest.len() };
            let (first, behind) = rest.split_at_checked(end).filter(|(first, _)| !first.is_empty())?;
            rest = behind;
            Some(first)
        })
    })
}

/// Where the longest beginning of a pile ends that takes two columns.
fn narrow_end(pile: &str) -> usize {
    // What is longer than this in two columns is a trap, and measuring it again and again would take for ever.
    const LONGEST: usize = 64;
    let takes_room = |(at, char): &(usize, char)| *at > 0 && UnicodeWidthChar::width(*char) > Some(0);
    let mut ends = pile.char_indices().filter(takes_room).map(|(at, char)| (at, at + char.len_utf8()));
    let is_more = |(at, end): &(usize, usize)| {
        *at >= LONGEST || pile.get(..*end).is_none_or(|start| UnicodeWidthStr::width(start) > 2)
    };
    ends.find(is_more).map_or(pile.len(), |(at, _)| at)
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
    for cluster in clusters(text) {
        let wide = UnicodeWidthStr::width(cluster);
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
pub(crate) fn wrap(line: &str, most: Option<usize>) -> Vec<Cow<'_, str>> {
    let Some(most) = most.filter(|most| line.len() > *most) else { return vec![Cow::Borrowed(line)] };
    lines(line, most).into_iter().map(|at| Cow::Borrowed(line.get(at).unwrap_or_default())).collect()
}

/// Where the lines of a text begin and end that is wrapped to a width: between words, and inside a word only where it
/// is longer than a line. No line ends in blanks. There is always a line.
pub(crate) fn lines(text: &str, most: usize) -> Vec<Range<usize>> {
    let most = most.max(1);
    let whole = text.trim_end().len();
    if width(text.get(..whole).unwrap_or_default()) <= most {
        return std::iter::once(0..whole).collect();
    }
    let mut lines = Vec::new();
    let (mut from, mut end, mut used, mut at) = (0, 0, 0, 0);
    for word in WordSeparator::UnicodeBreakProperties.find_words(text) {
        let wide = width(word.word);
        if at > from && used + wide > most {
            // Blanks before a word that does not fit beside them go with the line.
            if end > from {
                lines.push(from..end);
            }
            (from, used) = (at, 0);
        }
        if wide > most {
            for cluster in clusters(word.word) {
                let wide = UnicodeWidthStr::width(cluster);
                if at > from && used + wide > most {
                    lines.push(from..at);
                    (from, used) = (at, 0);
                }
                used += wide;
                at += cluster.len();
            }
        } else {
            used += wide;
            at += word.word.len();
        }
        end = at;
        used += width(word.whitespace);
        at += word.whitespace.len();
    }
    lines.push(from..end);
    for line in &mut lines {
        line.end = line.start + text.get(line.clone()).map_or(0, |line| line.trim_end_matches(JOINERS).len());
    }
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
    fn a_tiny_width_still_ends() {
        assert_eq!(wrapped("日本", 1), ["日", "本"]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }

    proptest! {
        #![proptest_config(trials::cases(512))]

        #[test]
        fn what_is_cut_or_wrapped_is_as_wide_as_it_is_measured(
            text in "[👩\u{200d}🚀👍🏽🇯🇵☺♂1#\u{fe0f}\u{fe0e}\u{20e3}\u{200c}\u{627}\u{644}\u{915}\u{94d}\u{301}ab -]{0,24}",
            most in 2..12_usize,
        ) {
            let text = crate::harmless(&text);
            let (cut, wide) = fit(&text, most);
            prop_assert_eq!(width(&cut), wide);
            prop_assert!(wide <= most);
            for line in wrap(&text, Some(most)) {
                let written = crate::harmless(&line);
                prop_assert!(width(&written) <= most, "{} of {most}: {written:?}", width(&written));
            }
        }
    }
}

//! How wide text is on a terminal, and text cut or wrapped to a width: Chinese letters and emoji are two columns
//! wide, combining signs none.

use std::borrow::Cow;

use textwrap::{Options, WordSplitter};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
///
/// ```
/// assert_eq!(retort_render::width("日本"), 4);
/// assert_eq!(retort_render::width("e\u{301}"), 1);
/// ```
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).map(UnicodeWidthStr::width).sum() }
}

/// Signs that join what stands on both sides of them: at the end of a text they are of no use.
pub(crate) const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

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
    for cluster in text.graphemes(true) {
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

/// A line wrapped to a width; as it is where there is none. Words longer than a line are broken.
pub(crate) fn wrap(line: &str, most: Option<usize>) -> Vec<Cow<'_, str>> {
    let Some(most) = most else { return vec![Cow::Borrowed(line)] };
    if line.len() <= most || width(line) <= most {
        return vec![Cow::Borrowed(line)];
    }
    let options = Options::new(most.max(1)).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(line, options)
}

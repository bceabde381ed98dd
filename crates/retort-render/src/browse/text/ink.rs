//! Text that the terminal has drawn, taken apart again: the words, and the style from each place on.

use ratatui::style::Style;

use crate::browse::look::style_of;

/// Words with styles: each holds from its offset on.
#[derive(Debug, Default)]
pub(super) struct Inked {
    pub(super) words: String,
    pub(super) styles: Vec<(usize, Style)>,
}

impl Inked {
    /// What a terminal would show for a text. Only the sequences of styles are in it; of others nothing is obeyed.
    pub(super) fn of(drawn: &str) -> Self {
        let mut inked = Self { words: String::with_capacity(drawn.len()), styles: Vec::new() };
        let mut pieces = drawn.split('\u{1b}');
        inked.words.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let code = piece.strip_prefix('[').and_then(|rest| rest.split_once('m'));
            let code = code.filter(|(code, _)| code.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b';')));
            let Some((code, rest)) = code else {
                inked.words.push_str(piece);
                continue;
            };
            inked.styles.push((inked.words.len(), style_of(code)));
            inked.words.push_str(rest);
        }
        inked
    }

    /// The style at an offset, and the offset of the next one.
    pub(super) fn style_at(&self, offset: usize) -> (Style, usize) {
        let next = self.styles.partition_point(|(at, _)| *at <= offset);
        let style = next.checked_sub(1).and_then(|at| self.styles.get(at)).map(|(_, style)| *style);
        (style.unwrap_or_default(), self.styles.get(next).map_or(usize::MAX, |(at, _)| *at))
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Modifier;

    use super::*;

    #[test]
    fn sequences_are_styles_and_nothing_else() {
        let inked = Inked::of("a\u{1b}[1mb\u{1b}[0mc\u{1b}]8;;x");
        assert_eq!(inked.words, "abc]8;;x");
        assert_eq!(inked.style_at(0), (Style::new(), 1));
        assert_eq!(inked.style_at(1), (Style::new().add_modifier(Modifier::BOLD), 2));
        assert_eq!(inked.style_at(2), (Style::new(), usize::MAX));
    }
}

//! How things look: the colours of the terminal as the viewer's styles, and the one way by which text reaches the
//! screen, which makes it harmless.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::needle::Needle;
use crate::measure::fit;
use crate::safe::harmless;
use crate::terminal::{Ink, Palette};

/// How things look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) palette: Option<Palette>,
}

impl Look {
    pub(super) fn ink(self, ink: Ink) -> Style {
        match (self.palette, ink) {
            (Some(palette), _) => style_of(ink.code(palette)),
            (None, Ink::Heading | Ink::Strong) => Style::new().add_modifier(Modifier::BOLD),
            (None, _) => Style::new(),
        }
    }

    /// A style on the line or cell of the cursor, where faint text would not be read.
    pub(super) fn ink_at_cursor(self, ink: Ink) -> Style {
        let ink = if ink == Ink::Faint { Ink::Plain } else { ink };
        self.ink(ink).patch(self.cursor())
    }

    /// The line or cell that the cursor is on.
    pub(super) fn cursor(self) -> Style {
        match self.palette {
            None => Style::new().add_modifier(Modifier::REVERSED),
            Some(Palette::Light) => Style::new().bg(Color::Indexed(153)),
            Some(_) => Style::new().bg(Color::Indexed(24)),
        }
    }

    /// The row beside the cell that the cursor is on.
    pub(super) fn row(self) -> Style {
        match self.palette {
            None => Style::new(),
            Some(Palette::Light) => Style::new().bg(Color::Indexed(254)),
            Some(_) => Style::new().bg(Color::Indexed(236)),
        }
    }

    /// What a search has found.
    pub(super) fn found(self) -> Style {
        match self.palette {
            None => Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
            Some(_) => Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(221)),
        }
    }

    /// The bars above and below.
    pub(super) fn bar(self) -> Style {
        match self.palette {
            None => Style::new().add_modifier(Modifier::REVERSED),
            Some(Palette::Light) => Style::new().bg(Color::Indexed(253)),
            Some(_) => Style::new().bg(Color::Indexed(237)),
        }
    }
}

/// The style that a sequence such as `1;38;5;110` selects.
pub(super) fn style_of(code: &str) -> Style {
    let mut style = Style::new();
    let mut numbers = code.split(';').map(|number| number.parse::<u8>().unwrap_or_default());
    while let Some(number) = numbers.next() {
        style = match number {
            0 => Style::new(),
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            3 => style.add_modifier(Modifier::ITALIC),
            4 => style.add_modifier(Modifier::UNDERLINED),
            7 => style.add_modifier(Modifier::REVERSED),
            9 => style.add_modifier(Modifier::CROSSED_OUT),
            30..=37 => style.fg(Color::Indexed(number - 30)),
            90..=97 => style.fg(Color::Indexed(number - 82)),
            38 | 48 => {
                let colour = match numbers.next() {
                    Some(5) => numbers.next().map(Color::Indexed),
                    Some(2) => match (numbers.next(), numbers.next(), numbers.next()) {
                        (Some(red), Some(green), Some(blue)) => Some(Color::Rgb(red, green, blue)),
                        _ => None,
                    },
                    _ => None,
                };
                match colour {
                    Some(colour) if number == 38 => style.fg(colour),
                    Some(colour) => style.bg(colour),
                    None => style,
                }
            }
            _ => style,
        };
    }
    style
}

/// A place on the screen at which text is put, from left to right and never beyond the end.
pub(super) struct Pen<'a> {
    buffer: &'a mut Buffer,
    pub(super) at: u16,
    row: u16,
    end: u16,
}

impl<'a> Pen<'a> {
    /// A pen that writes a row of the screen from one column to another.
    pub(super) fn new(buffer: &'a mut Buffer, start: u16, row: u16, end: u16) -> Self {
        let area = *buffer.area();
        let (start, end) = (start.max(area.x), end.min(area.right()));
        let end = if (area.top()..area.bottom()).contains(&row) { end } else { start };
        Self { buffer, at: start, row, end: end.max(start) }
    }

    /// The same pen, for so many columns at most.
    pub(super) fn narrowed(mut self, most: usize) -> Self {
        self.end = self.end.min(self.at.saturating_add(u16::try_from(most).unwrap_or(u16::MAX)));
        self
    }

    /// How many columns are left.
    pub(super) fn room(&self) -> usize {
        usize::from(self.end - self.at)
    }

    /// Puts text of anybody, as much of it as there is room for; an ellipsis tells that something was cut.
    pub(super) fn put(&mut self, text: &str, style: Style) {
        let safe = harmless(text);
        let (cut, _) = fit(&safe, self.room());
        self.write(&cut, style);
    }

    /// Puts text of anybody, with what is looked for in its own style.
    pub(super) fn say(&mut self, text: &str, style: Style, sought: Option<(&Needle, Style)>) {
        let Some((needle, found_style)) = sought else { return self.put(text, style) };
        let safe = harmless(text);
        let (cut, _) = fit(&safe, self.room());
        let mut at = 0;
        for found in needle.all_in(&cut) {
            self.write(cut.get(at..found.start).unwrap_or_default(), style);
            self.write(cut.get(found.clone()).unwrap_or_default(), style.patch(found_style));
            at = found.end;
        }
        self.write(cut.get(at..).unwrap_or_default(), style);
    }

    /// Blanks, in a style.
    pub(super) fn blanks(&mut self, count: usize, style: Style) {
        for _ in 0..count.min(self.room()) {
            self.write(" ", style);
        }
    }

    /// Blanks to the end.
    pub(super) fn fill(&mut self, style: Style) {
        self.blanks(self.room(), style);
    }

    fn write(&mut self, text: &str, style: Style) {
        let room = self.room();
        if room > 0 && !text.is_empty() {
            (self.at, _) = self.buffer.set_stringn(self.at, self.row, text, room, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_become_styles() {
        assert_eq!(style_of("4;38;5;117"), Style::new().fg(Color::Indexed(117)).add_modifier(Modifier::UNDERLINED));
        assert_eq!(style_of("1"), Style::new().add_modifier(Modifier::BOLD));
        assert_eq!(style_of("48;2;1;2;3"), Style::new().bg(Color::Rgb(1, 2, 3)));
        assert_eq!(style_of("38;5"), Style::new());
    }
}

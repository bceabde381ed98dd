//! Text without a form of its own: wrapped, and green where it says that something went well.

use std::borrow::Cow;
use std::io;

use retort_core::Tone;

use super::{Canvas, Ink};
use crate::measure::{width, wrap};
use crate::safe::harmless;

/// How far apart the places are to which a tab leads.
const TAB: usize = 8;

pub(super) fn draw(text: &str, tone: Tone, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let ink = match tone {
        Tone::Success => Ink::Good,
        Tone::Error => Ink::Bad,
        _ => Ink::Plain,
    };
    if canvas.options().width.is_none() && ink == Ink::Plain {
        return draw_as_sent(text, canvas);
    }
    draw_lines(text.trim_end(), ink, canvas)
}

/// Draws every line of a text as it is, with its tabs: what is read from a pipe may need them.
pub(super) fn draw_as_sent(text: &str, canvas: &mut Canvas<'_>) -> io::Result<()> {
    for line in text.trim_end().lines() {
        draw_tabbed(Ink::Plain, line, canvas)?;
        canvas.end_line()?;
    }
    Ok(())
}

/// Draws a piece of a line as it is.
pub(super) fn draw_tabbed(ink: Ink, text: &str, canvas: &mut Canvas<'_>) -> io::Result<()> {
    for (index, text) in text.split('\t').enumerate() {
        if index > 0 {
            canvas.tab()?;
        }
        canvas.text(ink, text)?;
    }
    Ok(())
}

/// Draws every line of a text, wrapped under its own indentation.
pub(super) fn draw_lines(text: &str, ink: Ink, canvas: &mut Canvas<'_>) -> io::Result<()> {
    draw_lines_at(text, 0, ink, canvas)
}

/// The same from a column on.
pub(super) fn draw_lines_at(text: &str, column: usize, ink: Ink, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let most = canvas.options().width.map(|most| most.saturating_sub(column).max(1));
    for line in text.lines() {
        // A return to the start of a line that has only begun does nothing.
        let line = spread(line.trim_start_matches('\r'));
        let line = harmless(line.trim_end());
        let said = line.trim_start_matches(' ');
        // Text that is set in further than half of the line is better off at its start.
        let indent = most.map_or(line.len() - said.len(), |most| (line.len() - said.len()).min(most / 2));
        for piece in wrap(said, most.map(|most| most - indent)) {
            if !piece.is_empty() {
                canvas.blanks(column + indent)?;
            }
            canvas.line(ink, &piece)?;
        }
    }
    Ok(())
}

/// A line with blanks for its tabs.
fn spread(line: &str) -> Cow<'_, str> {
    if !line.contains('\t') {
        return Cow::Borrowed(line);
    }
    let mut spread = String::with_capacity(line.len() + TAB);
    let mut column = 0;
    for (index, piece) in line.split('\t').enumerate() {
        if index > 0 {
            let blanks = TAB - column % TAB;
            spread.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        }
        spread.push_str(piece);
        column += width(piece);
    }
    Cow::Owned(spread)
}

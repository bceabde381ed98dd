//! Cards: a title that can be clicked, where it leads, and what it is about.

use std::io;

use super::{Canvas, Ink};
use crate::view::Card;

pub(super) fn draw(cards: &[Card], canvas: &mut Canvas<'_>) -> io::Result<()> {
    for card in cards {
        canvas.link(Ink::Heading, &card.title, card.link.as_ref())?;
        canvas.end_line()?;
    }
    Ok(())
}

//! Links, one a line. Addresses are never broken, so that they can be copied.

use std::io;

use super::{Canvas, Ink};
use crate::view::Link;

pub(super) fn draw(links: &[Link], canvas: &mut Canvas<'_>) -> io::Result<()> {
    let shown = canvas.options().rows.unwrap_or(links.len()).min(links.len());
    for link in links.iter().take(shown) {
        let ink = if link.target.is_some() { Ink::Link } else { Ink::Plain };
        canvas.link(ink, &link.address, Some(link))?;
        canvas.end_line()?;
    }
    canvas.more(links.len() - shown, "link")
}

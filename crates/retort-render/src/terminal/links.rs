//! Links, one a line.

use std::io;

use super::{Canvas, Ink};
use crate::view::Link;

pub(super) fn draw(links: &[Link], canvas: &mut Canvas<'_>) -> io::Result<()> {
    for link in links {
        canvas.link(Ink::Link, &link.address, Some(link))?;
        canvas.end_line()?;
    }
    Ok(())
}

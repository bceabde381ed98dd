//! Tables, fitted to the width of the terminal.

use std::io;

use super::{Canvas, Ink};
use crate::view::Table;

pub(super) fn draw(table: &Table, canvas: &mut Canvas<'_>) -> io::Result<()> {
    for row in table.rows() {
        for cell in row {
            canvas.text(Ink::Plain, cell.as_ref().map(crate::view::Cell::text).as_deref().unwrap_or_default())?;
            canvas.blanks(2)?;
        }
        canvas.end_line()?;
    }
    Ok(())
}

//! How wide the columns of a table are: as wide as what the first rows say, up to a most.

use crate::browse::excerpt;
use crate::measure::width;
use crate::safe::harmless;
use crate::view::{Cell, Row};

use super::grid::Grid;

/// How many rows are measured.
const MEASURED: usize = 200;
/// How wide a column is at most before it is widened, and after.
const WIDEST_AT_FIRST: usize = 32;
const WIDEST: usize = 1000;
/// Blanks between two columns.
pub(super) const GAP: usize = 2;

pub(super) struct Widths {
    natural: Vec<usize>,
    wide: Vec<bool>,
}

impl Widths {
    pub(super) fn of(grid: &Grid) -> Self {
        // A name has the sign of the order beside it.
        let natural: Vec<usize> =
            grid.columns().iter().map(|column| width(&harmless(excerpt::beginning(&column.name))) + 2).collect();
        let mut widths = Self { wide: vec![false; natural.len()], natural };
        for index in 0..grid.found().min(MEASURED) {
            widths.measure(&grid.row(index));
        }
        widths
    }

    /// Gives a row the room that it needs.
    pub(super) fn measure(&mut self, row: &Row) {
        for (natural, cell) in self.natural.iter_mut().zip(row) {
            let wide = cell.as_ref().map_or(0, |cell| width(&harmless(&shown(cell))));
            *natural = (*natural).max(wide).min(WIDEST);
        }
    }

    /// Shows a column as wide as it is; again, as wide as the others.
    pub(super) fn widen(&mut self, column: usize) {
        if let Some(wide) = self.wide.get_mut(column) {
            *wide = !*wide;
        }
    }

    /// The widths in so many columns of the screen: as much as fits, without making any column poor.
    pub(super) fn fitted(&self, room: usize) -> Vec<usize> {
        let at_most = |most: usize| -> Vec<usize> {
            let wide = self.wide.iter().chain(std::iter::repeat(&false));
            self.natural
                .iter()
                .zip(wide)
                .map(|(natural, wide)| if *wide { *natural } else { most.min(*natural) })
                .collect()
        };
        let takes = |widths: &[usize]| widths.iter().map(|width| width + GAP).sum::<usize>();
        let (mut low, mut high) = (WIDEST_AT_FIRST, WIDEST);
        if takes(&at_most(WIDEST_AT_FIRST)) > room {
            return at_most(WIDEST_AT_FIRST);
        }
        // The most that still fits, where all columns do.
        while low < high {
            let middle = (low + high).div_ceil(2);
            if takes(&at_most(middle)) <= room {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        at_most(low)
    }
}

/// What a cell says, or the beginning of that.
pub(super) fn shown(cell: &Cell) -> std::borrow::Cow<'_, str> {
    match cell {
        Cell::Field(text) => std::borrow::Cow::Borrowed(excerpt::beginning(text)),
        Cell::Value(raw) if raw.kind().is_container() => excerpt::line(raw).into(),
        Cell::Value(raw) => excerpt::plain(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_room() {
        let widths = Widths { natural: vec![5, 100], wide: vec![false, false] };
        assert_eq!(widths.fitted(80), [5, 71]);
        assert_eq!(widths.fitted(300), [5, 100]);
        assert_eq!(widths.fitted(20), [5, 32]);
        let widths = Widths { natural: vec![5, 100], wide: vec![false, true] };
        assert_eq!(widths.fitted(20), [5, 100]);
    }
}

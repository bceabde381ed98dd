//! Where the rows of a table stand, so that any of them can be read without those before it.

use std::ops::Range;

use retort_core::{Raw, csv_ranges, csv_records};

use super::{Cell, Row, Rows, Table};

/// Where a row stands.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// A slice of JSON.
    Value(Raw),
    /// A slice of the text.
    Record(Range<usize>),
}

impl Table {
    /// Where the rows stand, one after the other.
    pub(crate) fn places(&self) -> Box<dyn Iterator<Item = Place> + '_> {
        match &self.rows {
            Rows::Objects(raw) | Rows::Lists(raw) => Box::new(raw.items().map(Place::Value)),
            Rows::Records { text, delimiter, header } => {
                Box::new(csv_ranges(text, *delimiter).skip(usize::from(*header)).map(Place::Record))
            }
        }
    }

    /// The row at a place.
    pub(crate) fn row_at(&self, place: &Place) -> Row {
        let mut row: Row = match (&self.rows, place) {
            (Rows::Objects(_), Place::Value(raw)) => self.of_object(raw, &mut Vec::new()),
            (_, Place::Value(raw)) => raw.items().map(|value| Some(Cell::Value(value))).collect(),
            (Rows::Records { delimiter, .. }, Place::Record(_)) => {
                let record = csv_records(self.text_at(place), *delimiter).next().unwrap_or_default();
                record.into_iter().map(|field| (!field.is_empty()).then_some(Cell::Field(field))).collect()
            }
            _ => Vec::new(),
        };
        row.resize(row.len().max(self.columns.len()), None);
        row
    }

    /// One cell of the row at a place, without making the others.
    pub(crate) fn cell_at(&self, place: &Place, column: usize) -> Option<Cell> {
        match (&self.rows, place) {
            (Rows::Objects(_), Place::Value(raw)) => {
                let name = self.columns.get(column)?.name.as_str();
                raw.get(name).map(Cell::Value)
            }
            (_, Place::Value(raw)) => raw.items().nth(column).map(Cell::Value),
            _ => self.row_at(place).into_iter().nth(column).flatten(),
        }
    }

    /// The text of the row at a place, as it was sent.
    pub(crate) fn text_at<'a>(&'a self, place: &'a Place) -> &'a str {
        match (&self.rows, place) {
            (_, Place::Value(raw)) => raw.as_str(),
            (Rows::Records { text, .. }, Place::Record(range)) => text.get(range.clone()).unwrap_or_default(),
            _ => "",
        }
    }
}

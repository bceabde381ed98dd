//! Tables: columns with types, and rows that are read one after the other from what was sent, so that a table of
//! many rows costs no more memory than it does already.

use std::borrow::Cow;

use retort_core::{ColumnType, Delimiter, Facts, Kind, Listing, Payload, Raw, csv_records, detect};

/// Rows and columns.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Table {
    /// The columns, in the order in which they first occur.
    pub columns: Vec<TableColumn>,
    rows: Rows,
    count: usize,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableColumn {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: ColumnType,
}

#[derive(Clone, Debug)]
enum Rows {
    /// A list of objects.
    Objects(Raw),
    /// A list of lists.
    Lists(Raw),
    /// Records of a text, the first of them left out where it names the columns.
    Records { text: String, delimiter: Delimiter, header: bool },
}

/// A row: a cell for each column, `None` where it has nothing there.
pub type Row = Vec<Option<Cell>>;

/// What stands in one place of a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Cell {
    /// A JSON value.
    Value(Raw),
    /// A field of a text.
    Field(String),
}

impl Cell {
    /// It as a person reads it: a string without quotes, an object or a list as JSON on one line, `null` as nothing.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Field(text) => Cow::Borrowed(text),
            Self::Value(raw) => match raw.kind() {
                Kind::Null => Cow::Borrowed(""),
                Kind::Object | Kind::Array => Cow::Owned(raw.to_json()),
                _ => raw.to_plain(),
            },
        }
    }

    /// The object or list that it is.
    pub fn nested(&self) -> Option<&Raw> {
        match self {
            Self::Value(raw) if raw.kind().is_container() => Some(raw),
            _ => None,
        }
    }

    /// Whether it says that there is nothing, which is more than saying nothing.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Value(raw) if raw.kind() == Kind::Null)
    }
}

impl Table {
    /// The table that a list is.
    pub(super) fn of_listing(list: &Listing<'_>, facts: &Facts) -> Self {
        let columns: Vec<TableColumn> = if let Facts::Rows { columns, .. } = facts {
            columns.iter().map(|column| TableColumn { name: column.name.clone(), kind: column.kind }).collect()
        } else {
            let columns = list.columns();
            columns.map(|column| TableColumn { name: column.name.into_owned(), kind: column.kind }).collect()
        };
        let raw = list.raw();
        let rows = if list.of_objects() { Rows::Objects(raw) } else { Rows::Lists(raw) };
        Self { columns, rows, count: list.rows() }
    }

    /// The table that a text of records is.
    pub(super) fn of_csv(text: &str, facts: &Facts) -> Self {
        let Facts::Csv { rows, columns, delimiter, header } = facts else {
            return Self { columns: Vec::new(), rows: Rows::Lists(Raw::string("")), count: 0 };
        };
        Self {
            columns: columns
                .iter()
                .map(|column| TableColumn { name: column.name.clone(), kind: column.kind })
                .collect(),
            rows: Rows::Records { text: text.to_owned(), delimiter: *delimiter, header: *header },
            count: *rows,
        }
    }

    /// The table that a text may be: with the delimiter that the detector finds, else the one that divides its first
    /// line the most.
    pub(super) fn guessed(text: &str) -> Option<Self> {
        let found = detect(&Payload::of_text(text), false);
        if let Facts::Csv { .. } = found.facts {
            return Some(Self::of_csv(text, &found.facts));
        }
        let first = text.lines().find(|line| !line.trim().is_empty())?;
        let delimiters = [Delimiter::Tab, Delimiter::Semicolon, Delimiter::Pipe, Delimiter::Comma];
        let divides = |delimiter: &Delimiter| first.matches(delimiter.as_char()).count();
        let delimiter = delimiters.into_iter().max_by_key(divides).filter(|delimiter| divides(delimiter) > 0)?;
        let mut records = csv_records(text, delimiter);
        let names = records.next()?;
        let count = records.count();
        let columns = names.into_iter().map(|name| TableColumn { name, kind: ColumnType::Text }).collect();
        Some(Self { columns, rows: Rows::Records { text: text.to_owned(), delimiter, header: true }, count })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a row may have more cells than there are columns.
    pub(crate) fn is_ragged(&self) -> bool {
        !matches!(self.rows, Rows::Objects(_))
    }

    /// The list that it was made from, where that is JSON.
    pub fn raw(&self) -> Option<&Raw> {
        match &self.rows {
            Rows::Objects(raw) | Rows::Lists(raw) => Some(raw),
            Rows::Records { .. } => None,
        }
    }

    /// The rows, one after the other. A row may have more cells than there are columns, where it was sent so.
    pub fn rows(&self) -> Box<dyn Iterator<Item = Row> + '_> {
        match &self.rows {
            Rows::Objects(raw) => Box::new(raw.items().map(|row| self.of_object(&row))),
            Rows::Lists(raw) => {
                Box::new(raw.items().map(|row| row.items().map(|value| Some(Cell::Value(value))).collect()))
            }
            Rows::Records { text, delimiter, header } => {
                let records = csv_records(text, *delimiter).skip(usize::from(*header));
                let cell = |field: String| (!field.is_empty()).then_some(Cell::Field(field));
                Box::new(records.map(move |record| {
                    let mut row: Row = record.into_iter().map(cell).collect();
                    row.resize(row.len().max(self.columns.len()), None);
                    row
                }))
            }
        }
    }

    fn of_object(&self, object: &Raw) -> Row {
        let mut row: Row = vec![None; self.columns.len()];
        // Most rows have their members in the order of the columns.
        let mut next = 0;
        for (key, value) in object.members() {
            let is_here = |at: usize| self.columns.get(at).is_some_and(|column| *column.name == *key);
            let at =
                if is_here(next) { Some(next) } else { self.columns.iter().position(|column| *column.name == *key) };
            if let Some(at) = at
                && let Some(cell) = row.get_mut(at)
            {
                *cell = Some(Cell::Value(value));
                next = at + 1;
            }
        }
        row
    }
}

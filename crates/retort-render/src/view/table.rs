//! Tables: columns with types, and rows that are read one after the other from what was sent, so that a table of
//! many rows costs no more memory than it does already.

mod marked;
#[cfg(feature = "browse")]
mod places;

use std::borrow::Cow;

use retort_core::{ColumnType, Content, Delimiter, Facts, Kind, Listing, Payload, Pointer, Raw, csv_records, detect};

#[cfg(feature = "browse")]
pub(crate) use places::Place;

/// Most columns that a text may be guessed to have: every row has a cell for each of them, however short it is.
const MOST_COLUMNS: usize = 1_000;

/// Rows and columns.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Table {
    /// The columns, in the order in which they first occur.
    pub columns: Vec<TableColumn>,
    /// The JSON pointer to its list in the payload; `None` where it is made from text.
    pub pointer: Option<Pointer>,
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
        // The detector counts the columns of lists that have no names; a number is no name that anybody gave.
        let is_counted =
            !list.of_objects() && columns.iter().zip(1..).all(|(column, at)| column.name == at.to_string());
        let unnamed = |column: TableColumn| TableColumn { name: String::new(), ..column };
        let columns = if is_counted { columns.into_iter().map(unnamed).collect() } else { columns };
        let raw = list.raw();
        let rows = if list.of_objects() { Rows::Objects(raw) } else { Rows::Lists(raw) };
        Self { columns, pointer: Some(list.pointer()), rows, count: list.rows() }
    }

    /// The table that a JSON list of objects is, whatever keys they have.
    pub(crate) fn of_value(value: &Raw) -> Option<Self> {
        let payload = Payload::of_text(value.as_str());
        let Content::Json(document) = &payload.content else { return None };
        let list = document.lists().find(|list| list.pointer().is_empty() && list.of_objects() && list.rows() > 0)?;
        Some(Self::of_listing(&list, &Facts::None))
    }

    /// The table that a text of records is.
    pub(super) fn of_csv(text: &str, facts: &Facts) -> Self {
        let Facts::Csv { rows, columns, delimiter, header } = facts else {
            return Self { columns: Vec::new(), pointer: None, rows: Rows::Lists(Raw::string("")), count: 0 };
        };
        Self {
            columns: columns
                .iter()
                .map(|column| TableColumn { name: column.name.clone(), kind: column.kind })
                .collect(),
            pointer: None,
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
        let delimiter = delimiters
            .into_iter()
            .max_by_key(divides)
            .filter(|delimiter| (1..MOST_COLUMNS).contains(&divides(delimiter)))?;
        let mut records = csv_records(text, delimiter);
        let names = records.next()?;
        let count = records.count();
        let columns = names.into_iter().map(|name| TableColumn { name, kind: ColumnType::Text }).collect();
        let rows = Rows::Records { text: text.to_owned(), delimiter, header: true };
        Some(Self { columns, pointer: None, rows, count })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a column has a name.
    pub(crate) fn is_named(&self) -> bool {
        self.columns.iter().any(|column| !column.name.trim().is_empty())
    }

    /// The name of the member that it is, where nothing else says it: rows without names of their own.
    pub(super) fn caption(&self) -> Option<String> {
        let keys: Vec<Cow<'_, str>> = self.pointer.as_ref().filter(|_| !self.is_named())?.steps().collect();
        (!keys.is_empty()).then(|| keys.join("."))
    }

    /// How many cells the longest row has, where that is more than there are columns; else how many columns there are.
    pub(crate) fn widest(&self) -> usize {
        self.rows().map(|row| row.len()).fold(self.columns.len(), usize::max)
    }

    /// The list that it was made from, where that is JSON.
    pub fn raw(&self) -> Option<&Raw> {
        match &self.rows {
            Rows::Objects(raw) | Rows::Lists(raw) => Some(raw),
            Rows::Records { .. } => None,
        }
    }

    /// The rows, one after the other. A row may have more cells than there are columns, where it was sent so: more
    /// fields, or members that no column stands for, as one object.
    pub fn rows(&self) -> Box<dyn Iterator<Item = Row> + '_> {
        match &self.rows {
            Rows::Objects(raw) => {
                let mut order = Vec::new();
                Box::new(raw.items().map(move |row| self.of_object(&row, &mut order)))
            }
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

    /// The row that an object is. `order` is where the members of the row before it stood: most rows repeat it.
    fn of_object(&self, object: &Raw, order: &mut Vec<usize>) -> Row {
        let mut row: Row = vec![None; self.columns.len()];
        let mut rest: Vec<(Cow<'_, str>, Raw)> = Vec::new();
        for (index, (key, value)) in object.members().enumerate() {
            let is_here = |at: &usize| self.columns.get(*at).is_some_and(|column| *column.name == *key);
            let known = order.get(index).copied().filter(is_here);
            let at = known.or_else(|| self.columns.iter().position(|column| *column.name == *key));
            let Some((at, cell)) = at.and_then(|at| Some((at, row.get_mut(at)?))) else {
                rest.push((key, value));
                continue;
            };
            if known.is_none() {
                order.resize(order.len().max(index + 1), usize::MAX);
                if let Some(place) = order.get_mut(index) {
                    *place = at;
                }
            }
            // Of two members with one name the last counts, as most parsers have it.
            if let Some(Cell::Value(before)) = cell.replace(Cell::Value(value)) {
                rest.push((key, before));
            }
        }
        if !rest.is_empty() {
            row.push(Some(Cell::Value(object_of(&rest))));
        }
        row
    }
}

/// Members as one object: what no column holds is not lost.
pub(super) fn object_of(members: &[(Cow<'_, str>, Raw)]) -> Raw {
    let members = members.iter().map(|(key, value)| format!("{}:{}", Raw::string(key).as_str(), value.to_json()));
    let json = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    Raw::parse(json.as_str()).unwrap_or_else(|| Raw::string(&json))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(list: &str, names: &[&str]) -> Vec<Vec<Option<String>>> {
        let column = |name: &&str| TableColumn { name: (*name).to_owned(), kind: ColumnType::Mixed };
        let columns = names.iter().map(column).collect();
        let rows = Rows::Objects(Raw::parse(list).unwrap());
        let table = Table { columns, pointer: None, rows, count: 1 };
        let texts = |row: Row| row.iter().map(|cell| cell.as_ref().map(|cell| cell.text().into_owned())).collect();
        table.rows().map(texts).collect()
    }

    fn some(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|text| (*text != "-").then(|| (*text).to_owned())).collect()
    }

    #[test]
    fn members_find_their_columns_in_any_order() {
        let list = r#"[{"a": 1, "b": 2}, {"b": 3, "a": 4}, {"b": 5}, {"b": 6, "a": 7}, {}]"#;
        let expected = [["1", "2"], ["4", "3"], ["-", "5"], ["7", "6"], ["-", "-"]];
        assert_eq!(rows(list, &["a", "b"]), expected.map(|row| some(&row)));
    }

    #[test]
    fn a_member_without_a_column_and_one_that_is_sent_twice_are_kept() {
        let list = r#"[{"a": 1, "x\"y": [1], "a": 2}, {"a": 3}]"#;
        assert_eq!(rows(list, &["a"]), [some(&["2", r#"{"x\"y":[1],"a":1}"#]), some(&["3"])]);
    }
}

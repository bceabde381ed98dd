//! Where the rows of a table come from: a list, the records of a text, or cards. Any row is read when it is needed.

use std::sync::Arc;

use retort_core::{ColumnType, Kind, Pointer, Raw};

use crate::browse::job::{GivenUp, Progress};
use crate::view::{Card, Cell, Place, Row, Table, TableColumn};

/// Where the rows of a table come from.
#[derive(Clone)]
pub(super) enum Grid {
    Table {
        table: Arc<Table>,
        places: Arc<Vec<Place>>,
    },
    /// Cards, with the JSON pointer to their list.
    Cards {
        cards: Arc<Vec<Card>>,
        columns: Arc<Vec<TableColumn>>,
        pointer: Arc<Pointer>,
    },
}

/// How many rows are found before the first screen is drawn.
const FIRST: usize = 1000;

impl Grid {
    /// The grid of a table, of which only the first rows are found.
    pub(super) fn of_table(table: Table) -> Self {
        let places = Arc::new(table.places().take(FIRST).collect());
        Self::Table { table: Arc::new(table), places }
    }

    pub(super) fn of_cards(cards: Vec<Card>, pointer: Pointer) -> Self {
        let column = |name: &str, kind| TableColumn { name: name.to_owned(), kind };
        let mut columns = vec![column("title", ColumnType::Text)];
        let optional = [
            ("date", ColumnType::Date),
            ("author", ColumnType::Text),
            ("description", ColumnType::Text),
            ("place", ColumnType::Text),
            ("link", ColumnType::Url),
        ];
        let is_used = |name: &str| cards.iter().any(|card| field_of(card, name).is_some());
        columns.extend(optional.iter().filter(|(name, _)| is_used(name)).map(|(name, kind)| column(name, *kind)));
        Self::Cards { cards: Arc::new(cards), columns: Arc::new(columns), pointer: Arc::new(pointer) }
    }

    pub(super) fn columns(&self) -> &[TableColumn] {
        match self {
            Self::Table { table, .. } => &table.columns,
            Self::Cards { columns, .. } => columns,
        }
    }

    /// How many rows there are.
    pub(super) fn total(&self) -> usize {
        match self {
            Self::Table { table, .. } => table.len(),
            Self::Cards { cards, .. } => cards.len(),
        }
    }

    /// How many rows are found.
    pub(super) fn found(&self) -> usize {
        match self {
            Self::Table { places, .. } => places.len(),
            Self::Cards { cards, .. } => cards.len(),
        }
    }

    /// The grid with all its rows found.
    pub(super) fn complete(&self, progress: &Progress) -> Result<Self, GivenUp> {
        let Self::Table { table, .. } = self else { return Ok(self.clone()) };
        let mut places = Vec::with_capacity(table.len().min(10_000_000));
        for place in table.places() {
            places.push(place);
            if places.len().is_multiple_of(4096) {
                progress.tell(places.len())?;
            }
        }
        Ok(Self::Table { table: Arc::clone(table), places: Arc::new(places) })
    }

    /// A row, with a cell for each column at least.
    pub(super) fn row(&self, index: usize) -> Row {
        match self {
            Self::Table { table, places } => places.get(index).map(|place| table.row_at(place)).unwrap_or_default(),
            Self::Cards { cards, columns, .. } => match cards.get(index) {
                Some(card) => columns.iter().map(|column| field_of(card, &column.name)).collect(),
                None => Row::new(),
            },
        }
    }

    /// One cell of a row.
    pub(super) fn cell(&self, index: usize, column: usize) -> Option<Cell> {
        match self {
            Self::Table { table, places } => table.cell_at(places.get(index)?, column),
            Self::Cards { cards, columns, .. } => field_of(cards.get(index)?, &columns.get(column)?.name),
        }
    }

    /// The text of a row as it was sent.
    pub(super) fn text(&self, index: usize) -> &str {
        match self {
            Self::Table { table, places } => places.get(index).map(|place| table.text_at(place)).unwrap_or_default(),
            Self::Cards { cards, .. } => cards.get(index).map(|card| card.sent.as_str()).unwrap_or_default(),
        }
    }

    /// A row as a JSON value.
    pub(super) fn value(&self, index: usize) -> Option<Raw> {
        match self {
            Self::Cards { cards, .. } => cards.get(index).map(|card| card.sent.clone()),
            Self::Table { places, .. } => match places.get(index)? {
                Place::Value(raw) => Some(raw.clone()),
                Place::Record(_) => self.object_of(index),
            },
        }
    }

    /// The record of a text as an object.
    fn object_of(&self, index: usize) -> Option<Raw> {
        let mut json = String::from("{");
        for (at, cell) in self.row(index).iter().enumerate() {
            let name = self.columns().get(at).map_or_else(|| (at + 1).to_string(), |column| column.name.clone());
            let text = cell.as_ref().map(Cell::text).unwrap_or_default();
            if at > 0 {
                json.push_str(", ");
            }
            json.push_str(Raw::string(&name).as_str());
            json.push_str(": ");
            json.push_str(Raw::string(&text).as_str());
        }
        json.push('}');
        Raw::parse(json)
    }

    /// The JSON pointer to the list.
    pub(super) fn pointer(&self) -> &Pointer {
        const TOP: &Pointer = &Pointer::root();
        match self {
            Self::Table { table, .. } => table.pointer.as_ref().unwrap_or(TOP),
            Self::Cards { pointer, .. } => pointer,
        }
    }

    /// The names that lead from a row to a cell of it; `None` where rows are what they look like.
    pub(super) fn keys(&self, index: usize, column: usize) -> Option<Vec<String>> {
        let Self::Cards { cards, columns, .. } = self else { return None };
        Some(cards.get(index)?.keys_of(&columns.get(column)?.name))
    }

    /// Whether the rows are objects, whose members are named in paths.
    pub(super) fn is_named(&self, index: usize) -> bool {
        match self {
            Self::Cards { .. } => true,
            Self::Table { places, .. } => match places.get(index) {
                Some(Place::Value(raw)) => raw.kind() == Kind::Object,
                _ => true,
            },
        }
    }
}

fn field_of(card: &Card, name: &str) -> Option<Cell> {
    let text = match name {
        "title" => Some(card.title.clone()),
        "date" => card.date.clone(),
        "author" => card.author.clone(),
        "description" => card.description.clone(),
        "place" => card.place.clone(),
        _ => card.link.as_ref().map(|link| link.address.clone()),
    };
    text.map(Cell::Field)
}

//! The outline of a JSON value: the members near its top, and for every list among them how many rows it has and which
//! columns. A value of 100 MB has an outline of a few kilobytes.

mod column;
mod pass;
mod strings;

pub use column::ColumnType;
pub(crate) use column::{ColumnOutline, Kinds};
pub(crate) use pass::outline;
pub(crate) use strings::{is_date, is_other_date};

use crate::json::{Hole, Kind, Quirks, Quoted, Span};
use crate::tool_name::push_lowercase;

/// How many rows are looked at for what their strings are.
const SAMPLED: usize = 64;

/// A list among the members, or the value itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) rows: usize,
    pub(crate) kinds: Kinds,
    pub(crate) columns: Vec<ColumnOutline>,
    /// Whether there were more columns than are kept.
    more_columns: bool,
    /// The shortest and the longest row, where rows are lists.
    widths: Option<(usize, usize)>,
    /// What stands at each position, where rows are lists.
    positions: Vec<ColumnOutline>,
    /// Where the first rows stand, where they are objects.
    pub(crate) sample: Vec<Span>,
}

impl List {
    /// Whether every row is an object.
    pub(crate) fn of_objects(&self) -> bool {
        self.kinds.only(Kind::Object)
    }

    /// Whether the keys that all rows have are at least half of those that any row has.
    pub(crate) fn shares_keys(&self) -> bool {
        let shared = self.columns.iter().filter(|column| column.rows == self.rows).count();
        self.of_objects() && !self.more_columns && shared > 0 && 2 * shared >= self.columns.len()
    }

    /// The number of columns, where every row is a list of that length, two or more.
    pub(crate) fn width(&self) -> Option<usize> {
        // Lists of lists of lists are shapes on a map, or measures: nobody reads their parts as cells.
        let nested = self.positions.iter().all(|position| position.kinds.only(Kind::Array));
        self.equal_width().filter(|width| *width >= 2 && !nested)
    }

    /// The length of every row, where each is a list and none is longer than another.
    pub(crate) fn equal_width(&self) -> Option<usize> {
        let (least, most) = self.widths?;
        (self.kinds.only(Kind::Array) && least == most && most >= 1).then_some(most)
    }

    /// What each column holds, where every row is a list of the same length.
    pub(crate) fn position_types(&self) -> impl Iterator<Item = ColumnType> {
        let width = self.equal_width().unwrap_or_default();
        let known = self.positions.iter().map(ColumnOutline::column_type);
        known.chain(std::iter::repeat(ColumnType::Mixed)).take(width)
    }
}

/// A member near the top.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) name: String,
    /// The name without case, blanks and marks: `total_count` and `totalCount` are one.
    pub(crate) plain_name: String,
    key: Quoted,
    pub(crate) value: Span,
    pub(crate) kind: Kind,
    /// The member whose value holds this one; none at the top.
    pub(crate) parent: Option<usize>,
    /// Which list it is, for an array.
    pub(crate) list: Option<usize>,
}

impl Node {
    /// The place that it leaves when it is lifted out.
    pub(crate) fn hole(&self) -> Hole {
        Hole { key: self.key.span.start, end: self.value.end }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub(crate) span: Span,
    pub(crate) kind: Kind,
    pub(crate) nodes: Vec<Node>,
    pub(crate) lists: Vec<List>,
    /// The list that the value itself is.
    pub(crate) root: Option<usize>,
    /// Whether there were more members than are kept.
    pub(crate) more: bool,
    /// How many objects stand in each other at the deepest place.
    pub(crate) levels: u32,
    pub(crate) quirks: Quirks,
}

impl Outline {
    /// Whether the value is a list that holds objects or lists.
    pub(crate) fn holds_containers(&self) -> bool {
        let list = self.root.and_then(|list| self.lists.get(list));
        list.is_some_and(|list| list.kinds.has(Kind::Object) || list.kinds.has(Kind::Array))
    }
}

/// A name without case, blanks and marks.
pub(crate) fn plain_name(name: &str) -> String {
    // Most names are plain as they are.
    if name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return name.to_owned();
    }
    let mut plain = String::with_capacity(name.len());
    for char in name.chars().filter(|char| char.is_alphanumeric()) {
        push_lowercase(&mut plain, char);
    }
    plain
}

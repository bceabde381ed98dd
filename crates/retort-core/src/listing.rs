//! The lists and members of a payload as the one pass over it found them: what is asked of their names, types and
//! sizes is answered without reading the payload again.

use std::borrow::Cow;

use crate::json::{Kind, Partial, Raw, Style, unescape, written};
use crate::main_list::{MainList, main_list};
use crate::outline::{ColumnOutline, ColumnType, List, Node, is_date, is_other_date};
use crate::payload::Document;
use crate::pointer::Pointer;
use crate::tool_name::ToolName;

/// A list in a payload.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    document: &'a Document,
    list: &'a List,
    node: Option<usize>,
}

/// A column of a list of objects. Strings are looked at in the first rows only.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListedColumn<'a> {
    /// Its name.
    pub name: Cow<'a, str>,
    /// What it holds.
    pub kind: ColumnType,
    /// In how many rows it is.
    pub rows: usize,
    /// In how many rows it is `null`.
    pub nulls: usize,
    /// How many strings were looked at.
    pub strings: usize,
    /// How many of them are numbers.
    pub numbers: usize,
    /// How many of them are dates in another form than that of ISO 8601.
    pub other_dates: usize,
    /// The longest of all its strings, as it was sent, without quotes.
    pub longest: &'a str,
}

/// A member near the top of a payload.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Member<'a> {
    /// Its name.
    pub name: &'a str,
    /// What kind of value it has.
    pub kind: Kind,
    /// The value as it was sent.
    pub value: &'a str,
    /// Which object it belongs to: members of one object have the same.
    pub object: usize,
    index: usize,
}

impl<'a> Listing<'a> {
    pub(crate) fn new(document: &'a Document, found: MainList) -> Option<Self> {
        Some(Self { document, list: found.of(document)?, node: found.node })
    }

    /// The JSON pointer to it in the payload.
    pub fn pointer(&self) -> Pointer {
        self.document.pointer_to(self.node)
    }

    /// The list as it was sent.
    pub fn raw(&self) -> Raw {
        let node = self.node.and_then(|index| self.document.outline.nodes.get(index));
        node.map_or_else(|| self.document.raw.clone(), |node| self.document.part(node.value))
    }

    /// What the payload holds beside it, as one object; `None` where that is nothing.
    pub fn around(&self) -> Option<Raw> {
        let node = self.document.outline.nodes.get(self.node?)?;
        let rest = Partial::without(self.document.raw.clone(), vec![node.hole()]);
        (!rest.is_empty()).then(|| Raw::known(written(Style::Line, |out| out.partial(&rest))))
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.list.rows
    }

    /// Whether every row is an object.
    pub fn of_objects(&self) -> bool {
        self.list.of_objects()
    }

    /// Whether the keys that all rows have are at least half of those that any row has.
    pub fn shares_keys(&self) -> bool {
        self.list.shares_keys()
    }

    /// Its columns, in the order in which they first occur.
    pub fn columns(&self) -> impl Iterator<Item = ListedColumn<'a>> {
        let text = self.document.raw.text();
        self.list.columns.iter().map(move |column: &ColumnOutline| ListedColumn {
            name: unescape(column.name.span.of(text)),
            kind: column.column_type(),
            rows: column.rows,
            nulls: column.nulls,
            strings: column.sampled(),
            numbers: column.numbers,
            other_dates: column.other_dates,
            longest: column.longest.of(text),
        })
    }

    /// The first rows that are objects, as they were sent.
    pub fn sample(&self) -> impl Iterator<Item = &'a str> {
        let text = self.document.raw.text();
        self.list.sample.iter().map(move |row| row.of(text))
    }

    /// The first value of a column, with the JSON pointer to it in the payload.
    pub fn first_of(&self, column: &str) -> Option<(Pointer, Raw)> {
        let found = self.sample().enumerate().find_map(|(index, row)| {
            let value = Raw::parse(row)?.get(column)?;
            (!value.is_blank()).then_some((index, value))
        });
        let (index, value) = found?;
        Some((self.pointer().index(index).key(column), value))
    }
}

impl Document {
    /// The list that it is about, as far as it tells that itself: the one whose rows a table or search results show.
    pub fn main_list(&self) -> Option<Listing<'_>> {
        Listing::new(self, main_list(self, &ToolName::default())?)
    }

    /// The lists near its top, itself included.
    pub fn lists(&self) -> impl Iterator<Item = Listing<'_>> {
        let root = self.outline.root.map(|list| (None, list));
        let nodes = self.outline.nodes.iter().enumerate();
        let found = root.into_iter().chain(nodes.filter_map(|(index, node)| Some((Some(index), node.list?))));
        found.filter_map(|(node, list)| Some(Listing { document: self, list: self.outline.lists.get(list)?, node }))
    }

    /// The members near its top, at any depth through objects.
    pub fn near_members(&self) -> impl Iterator<Item = Member<'_>> {
        let member = |(index, node): (usize, &'_ Node)| (index, node.kind, node.parent.map_or(0, |parent| parent + 1));
        self.outline.nodes.iter().enumerate().map(move |found| {
            let (index, kind, object) = member(found);
            Member { name: &found.1.name, kind, value: found.1.value.of(self.raw.text()), object, index }
        })
    }

    /// The JSON pointer to a member in the payload.
    pub fn pointer_of(&self, member: &Member<'_>) -> Pointer {
        self.pointer_to(Some(member.index))
    }

    /// How many objects stand in each other at its deepest place.
    pub fn levels(&self) -> u32 {
        self.outline.levels
    }
}

/// How a text writes a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DateForm {
    /// As ISO 8601 does.
    Iso,
    /// In another way, such as `03/04/2025` or `Mar 4, 2025`.
    Other,
}

impl DateForm {
    /// How a text writes a date; nothing where it is none.
    ///
    /// ```
    /// use retort_core::DateForm;
    ///
    /// assert_eq!(DateForm::of("2025-03-04"), Some(DateForm::Iso));
    /// assert_eq!(DateForm::of("Mar 4, 2025"), Some(DateForm::Other));
    /// assert_eq!(DateForm::of("soon"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        if is_date(text) { Some(Self::Iso) } else { is_other_date(text).then_some(Self::Other) }
    }
}

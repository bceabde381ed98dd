//! Pages and counts: lifted from wherever a server puts them.

mod derive;

use crate::envelope::{Pagination, Summary};
use crate::json::{Hole, Kind, Raw};
use crate::main_list::{MainList, main_list};
use crate::oddity::{Oddity, OddityKind};
use crate::outline::{Node, is_date};
use crate::paging_names::{HOLDERS, Slot, slot_of};
use crate::payload::{Content, Document, Payload};
use crate::tool_name::ToolName;

/// A list with what was said about it.
pub(super) struct Listed {
    pub(super) rows: Raw,
    pub(super) pagination: Pagination,
    pub(super) summary: Summary,
    /// Everything that was lifted.
    pub(super) holes: Vec<Hole>,
    pub(super) oddities: Vec<Oddity>,
}

/// What was found, before anything is derived.
#[derive(Default)]
struct Found {
    offset: Option<u64>,
    limit: Option<u64>,
    page: Option<u64>,
    pages: Option<u64>,
    zero_based: bool,
    total: Option<u64>,
    count: Option<u64>,
    more: Option<bool>,
    next: Option<Raw>,
    next_page: Option<u64>,
    weak_next: Option<Raw>,
    /// A member for the next page is there and empty.
    no_next: bool,
    before: Option<String>,
    after: Option<String>,
    previous: Option<Raw>,
}

struct Lifter<'a> {
    document: &'a Document,
    list_name: String,
    rows: u64,
    found: Found,
    holes: Vec<Hole>,
    oddities: Vec<Oddity>,
    has_pages: bool,
    /// Whether members beside the list page through it.
    is_paged: bool,
    /// Whether the object that holds the list is a thing of its own.
    is_thing: bool,
}

/// Lifts everything that is said about a list.
pub(super) fn lift(document: &Document, main: MainList) -> Listed {
    let node = main.node.and_then(|index| document.outline.nodes.get(index));
    let mut lifter = Lifter::of(document, main);
    let rows_raw = node.map_or_else(|| document.raw.clone(), |node| document.part(node.value));
    let (pagination, summary) = derive::derive(&lifter.found, lifter.rows, &mut lifter.oddities);
    Listed { rows: rows_raw, pagination, summary, holes: lifter.holes, oddities: lifter.oddities }
}

/// What a payload says of its pages itself, before anything is concluded from it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Pages {
    /// How many rows there are on this page.
    pub rows: u64,
    /// How many there are in all.
    pub total: Option<u64>,
    /// Where this page starts.
    pub offset: Option<u64>,
    /// How many rows a page has.
    pub limit: Option<u64>,
    /// The number of this page.
    pub page: Option<u64>,
    /// How many pages there are.
    pub pages: Option<u64>,
    /// Whether there are more.
    pub more: Option<bool>,
    /// What to go on with: a cursor, an address, an offset or the number of a page.
    pub next: Option<String>,
    /// Whether something to go on with is named and empty.
    pub no_next: bool,
    /// Whether anything else is said that pages can be found by: items before and after, a count.
    pub anything_else: bool,
    /// The rows, as they were sent.
    pub list: Option<Raw>,
    /// The JSON pointer to the rows in the payload.
    pub pointer: String,
}

impl Payload {
    /// What it says of its pages; nothing where it is no list. The tool's name helps to find the list.
    ///
    /// ```
    /// let payload = retort_core::Payload::of_text(r#"{"items": [1, 2], "has_more": true, "next": "c2"}"#);
    /// let pages = payload.pages(None).unwrap();
    /// assert_eq!((pages.rows, pages.more, pages.next.as_deref()), (2, Some(true), Some("c2")));
    /// ```
    pub fn pages(&self, tool: Option<&str>) -> Option<Pages> {
        let Content::Json(document) = &self.content else { return None };
        let main = main_list(document, &ToolName::new(tool.unwrap_or_default()))?;
        let node = main.node.and_then(|index| document.outline.nodes.get(index));
        let Lifter { rows, found, .. } = Lifter::of(document, main);
        let next = found.next.as_ref().map(|next| next.to_plain().into_owned());
        Some(Pages {
            rows,
            total: found.total.or(found.count.filter(|count| *count > rows)),
            offset: found.offset,
            limit: found.limit,
            page: found.page,
            pages: found.pages,
            more: found.more,
            next: next.or(found.next_page.map(|page| page.to_string())),
            no_next: found.no_next,
            anything_else: found.count.is_some()
                || found.before.is_some()
                || found.after.is_some()
                || found.weak_next.is_some()
                || found.previous.is_some(),
            list: Some(node.map_or_else(|| document.raw.clone(), |node| document.part(node.value))),
            pointer: document.pointer_to(main.node),
        })
    }
}

impl<'a> Lifter<'a> {
    /// What is said about a list.
    fn of(document: &'a Document, main: MainList) -> Self {
        let node = main.node.and_then(|index| document.outline.nodes.get(index));
        let rows = main.of(document).map_or(0, |list| list.rows as u64);
        let mut lifter = Lifter {
            document,
            list_name: node.map(|node| node.plain_name.clone()).unwrap_or_default(),
            rows,
            found: Found::default(),
            holes: node.map(Node::hole).into_iter().collect(),
            oddities: Vec::new(),
            has_pages: document.outline.nodes.iter().any(|node| {
                matches!(node.plain_name.as_str(), "totalpages" | "nbpages" | "totalelements" | "pagenumber" | "page")
            }),
            is_paged: document.outline.nodes.iter().any(pages_through),
            is_thing: document
                .members(node.and_then(|node| node.parent))
                .any(|(_, node)| matches!(node.plain_name.as_str(), "id" | "uuid") && !node.kind.is_container()),
        };
        // What stands beside the list comes first, then what stands around it.
        let mut scope = node.map(|node| node.parent);
        while let Some(parent) = scope {
            lifter.read_scope(parent, false, 0);
            scope = parent.and_then(|parent| document.outline.nodes.get(parent)).map(|node| node.parent);
        }
        lifter
    }

    fn read_scope(&mut self, parent: Option<usize>, in_holder: bool, depth: usize) {
        let document = self.document;
        for (index, node) in document.members(parent) {
            if self.holes.contains(&node.hole()) {
                continue;
            }
            let name = &node.plain_name;
            if node.kind == Kind::Object {
                // A key to go on from, which only the server understands.
                if name == "lastevaluatedkey" {
                    put(&mut self.found.more, true);
                }
                if depth < 3 && HOLDERS.contains(&name.as_str()) {
                    self.read_holder(index, node, name, depth);
                }
                continue;
            }
            if node.kind == Kind::Array {
                continue;
            }
            let slot = slot_of(name, &self.list_name).or_else(|| self.total_of_sorts(parent, name));
            if let Some(slot) = slot {
                let value = document.part(node.value);
                if self.fill(slot, &value, name, in_holder) {
                    self.holes.push(node.hole());
                }
            }
        }
    }

    /// `totalPending` beside `showing`: whatever it is called, it is the total of what is shown.
    fn total_of_sorts(&self, parent: Option<usize>, name: &str) -> Option<Slot> {
        let shows = |(_, node): (usize, &Node)| matches!(node.plain_name.as_str(), "showing" | "returned" | "shown");
        (name.starts_with("total") && self.document.members(parent).any(shows)).then_some(Slot::Total)
    }

    fn read_holder(&mut self, index: usize, node: &Node, name: &str, depth: usize) {
        let document = self.document;
        // `total: {value: 10}`, `next: {href: …}`, `next: {after: …}` say one thing in one member.
        let single = match name {
            "total" => Some((Slot::Total, ["value", "count", "total"].as_slice())),
            "next" => Some((Slot::Next, ["after", "cursor", "href", "url", "link"].as_slice())),
            _ => None,
        };
        let Some((slot, names)) = single else { return self.read_scope(Some(index), true, depth + 1) };
        for wanted in names {
            let inner = document.members(Some(index)).find(|(_, inner)| inner.plain_name == *wanted);
            if let Some((_, inner)) = inner
                && self.fill(slot, &document.part(inner.value), name, true)
            {
                self.holes.push(inner.hole());
                let alone = document.members(Some(index)).count() == 1;
                if alone {
                    self.holes.push(node.hole());
                }
                return;
            }
        }
    }

    /// Puts a value where it belongs; false where it does not fit and must stay where it was.
    fn fill(&mut self, slot: Slot, value: &Raw, name: &str, in_holder: bool) -> bool {
        let found = &mut self.found;
        let flag = || match () {
            () if value.says(true) => Some(true),
            () if value.says(false) => Some(false),
            () => None,
        };
        match slot {
            Slot::Offset => match value.to_count() {
                Some(offset) => put(&mut found.offset, offset),
                // A cursor that goes by the name of an offset.
                None if name == "offset" && is_token(value) => put_raw(&mut found.next, value),
                None => self.out_of_range(value, name),
            },
            Slot::Limit => match value.to_count() {
                Some(limit) if limit > 0 => put(&mut found.limit, limit),
                _ => self.out_of_range(value, name),
            },
            Slot::Page => match value.to_count() {
                // `number` alone may be any number.
                Some(page) if name != "number" || self.has_pages || in_holder => {
                    found.zero_based |= page == 0 || matches!(name, "number" | "pageindex");
                    put(&mut found.page, page)
                }
                _ => false,
            },
            Slot::Pages => value.to_count().is_some_and(|pages| {
                found.zero_based |= name == "nbpages";
                put(&mut found.pages, pages)
            }),
            // The total of a thing with an identity is a price as often as a count.
            Slot::Total if self.is_thing && !self.is_paged && name == "total" => false,
            Slot::Total => value.to_count().is_some_and(|total| put(&mut found.total, total)),
            Slot::Returned => value.to_count().is_some_and(|count| self.returned(count, name)),
            Slot::Count => value.to_count().is_some_and(|count| {
                if name == "size" && self.has_pages {
                    return count > 0 && put(&mut found.limit, count);
                }
                put(&mut found.count, count)
            }),
            Slot::More => flag().is_some_and(|more| put(&mut found.more, more)),
            // Tasks are done and pages are the last too: only beside other signs of pages.
            Slot::NoMore if matches!(name, "last" | "done") && !in_holder && !self.is_paged => false,
            Slot::NoMore => flag().is_some_and(|last| put(&mut found.more, !last)),
            Slot::NextPage => match value.to_count() {
                Some(page) => put(&mut found.next_page, page),
                None => self.fill(Slot::Next, value, name, in_holder),
            },
            Slot::Next => {
                let is_empty = matches!(value.kind(), Kind::Null | Kind::String) && value.is_blank();
                found.no_next |= is_empty || value.says(false);
                is_empty || (value.kind() == Kind::Number || is_token(value)) && put_raw(&mut found.next, value)
            }
            Slot::WeakNext => !value.is_blank() && value.kind() == Kind::String && put_raw(&mut found.weak_next, value),
            Slot::Previous => value.kind() == Kind::Null || put_raw(&mut found.previous, value),
            Slot::Before | Slot::After if value.kind() == Kind::Null => true,
            // `after: 2024-01-01` is a filter, and not a cursor.
            Slot::Before | Slot::After if !is_token(value) && value.kind() != Kind::Number => false,
            Slot::Before => put(&mut found.before, value.to_plain().into_owned()),
            Slot::After => put(&mut found.after, value.to_plain().into_owned()),
        }
    }

    fn returned(&mut self, count: u64, name: &str) -> bool {
        if count == self.rows {
            return true;
        }
        let value = format!("{name} is {count}, rows are {}", self.rows);
        self.oddities.push(Oddity::new(OddityKind::CountDiffers, "", &value));
        false
    }

    fn out_of_range(&mut self, value: &Raw, name: &str) -> bool {
        if value.kind() == Kind::Number {
            let value = format!("{name} is {}", value.as_str());
            self.oddities.push(Oddity::new(OddityKind::PagingOutOfRange, "", &value));
        }
        false
    }
}

/// Whether a member can mean nothing but that there are pages.
fn pages_through(node: &Node) -> bool {
    let slot = slot_of(&node.plain_name, "");
    let by_name = matches!(
        slot,
        Some(Slot::Offset | Slot::Limit | Slot::Page | Slot::Pages | Slot::More | Slot::Next | Slot::NextPage)
    );
    by_name && node.plain_name != "start" && node.plain_name != "number"
        || matches!(
            node.plain_name.as_str(),
            "totalsize" | "totalelements" | "totalcount" | "totalresults" | "totalitems"
        )
}

/// Whether a text can be a cursor: one word, and no date.
fn is_token(value: &Raw) -> bool {
    value.to_text().is_some_and(|text| !text.is_empty() && !text.contains(char::is_whitespace) && !is_date(&text))
}

/// Fills an empty slot; a value that is there already is only said again.
fn put<T: PartialEq>(slot: &mut Option<T>, value: T) -> bool {
    if let Some(known) = slot {
        return *known == value;
    }
    *slot = Some(value);
    true
}

fn put_raw(slot: &mut Option<Raw>, value: &Raw) -> bool {
    if let Some(known) = slot {
        return known.as_str() == value.as_str();
    }
    *slot = Some(value.clone());
    true
}

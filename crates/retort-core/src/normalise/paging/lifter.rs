//! The members that stand beside a list, or around it, and what they say about it.

use super::Found;
use crate::json::{Hole, Kind, Raw};
use crate::main_list::{MainList, is_usual_name};
use crate::oddity::{Oddity, OddityKind};
use crate::outline::{Node, is_date};
use crate::paging_names::{HOLDERS, Slot, is_about_pages, slot_of};
use crate::payload::Document;
use crate::pointer::Pointer;

/// So many links of a page are looked at.
const MOST_LINKS: usize = 16;

#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the payload of its own")]
pub(super) struct Lifter<'a> {
    document: &'a Document,
    list_name: &'a str,
    pub(super) rows: u64,
    pub(super) found: Found,
    pub(super) holes: Vec<Hole>,
    pub(super) oddities: Vec<Oddity>,
    has_pages: bool,
    /// Whether members beside the list page through it.
    is_paged: bool,
    /// Whether something is there that goes by the name of a cursor.
    has_cursor: bool,
    /// Whether the object that holds the list is a thing of its own.
    is_thing: bool,
    /// Whether money is spoken of, so that a total is a price.
    is_bill: bool,
    /// Whether a number can be a cursor here, and not a place in a text.
    is_scan: bool,
}

impl<'a> Lifter<'a> {
    /// What is said about a list.
    pub(super) fn of(document: &'a Document, main: MainList) -> Self {
        let node = main.node.and_then(|index| document.outline.nodes.get(index));
        let rows = main.of(document).map_or(0, |list| list.rows as u64);
        let has = |names: &[&str]| document.outline.nodes.iter().any(|node| names.contains(&node.plain_name.as_str()));
        let mut lifter = Lifter {
            document,
            list_name: node.map(|node| node.plain_name.as_str()).unwrap_or_default(),
            rows,
            found: Found::default(),
            holes: Vec::with_capacity(8),
            oddities: Vec::new(),
            has_pages: has(&["totalpages", "nbpages", "totalelements", "pagenumber", "page"]),
            is_paged: document.outline.nodes.iter().any(pages_through),
            has_cursor: has(&["cursor", "scrollid", "pagetoken"]),
            is_bill: has(&["subtotal", "tax", "currency", "vat", "shipping", "discount"]),
            is_scan: !has(&["line", "lines", "column", "col", "selection", "selections", "buffer", "caret", "editor"]),
            is_thing: document
                .members(node.and_then(|node| node.parent))
                .any(|(_, node)| matches!(node.plain_name.as_str(), "id" | "uuid") && !node.kind.is_container()),
        };
        lifter.holes.extend(node.map(Node::hole));
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
                if depth < 3 && self.holds_pages(index, name) {
                    self.read_holder(index, node, name, depth);
                }
                continue;
            }
            if node.kind == Kind::Array {
                if matches!(name.as_str(), "links" | "link") {
                    self.read_links(&document.part(node.value));
                }
                continue;
            }
            let slot = slot_of(name, self.list_name).or_else(|| self.total_of_sorts(parent, name));
            if let Some(slot) = slot {
                let value = document.part(node.value);
                if self.fill(slot, &value, name, in_holder) {
                    self.holes.push(node.hole());
                }
            }
        }
    }

    /// Whether an object is about pages. A summary is one only where it says so: it may sum up anything.
    fn holds_pages(&self, index: usize, name: &str) -> bool {
        if name != "summary" {
            return HOLDERS.contains(&name) || is_about_pages(name);
        }
        let members =
            || self.document.members(Some(index)).map(|(_, node)| (slot_of(&node.plain_name, self.list_name), node));
        let tells = |(slot, node): (Option<Slot>, &Node)| match slot {
            Some(Slot::More | Slot::NoMore) => node.kind == Kind::Bool,
            Some(Slot::Total | Slot::Returned) => {
                self.document.part(node.value).to_count().is_some_and(|count| count == self.rows)
            }
            Some(Slot::Next | Slot::NextPage | Slot::Left | Slot::Offset) => !node.kind.is_container(),
            _ => false,
        };
        members().any(tells) || !self.is_bill && members().all(|(slot, _)| slot.is_some())
    }

    /// `links: [{rel: "next", href: …}]`.
    fn read_links(&mut self, links: &Raw) {
        let is_next = |link: &Raw| {
            let rel = link.get("rel").or_else(|| link.get("relation"));
            rel.is_some_and(|rel| rel.to_plain().eq_ignore_ascii_case("next"))
        };
        let next = links.items().take(MOST_LINKS).find(is_next);
        let address = next.and_then(|link| link.get("href").or_else(|| link.get("url")));
        if let Some(address) = address.filter(is_token) {
            put_raw(&mut self.found.next, &address);
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
            Slot::Total if name == "total" && !self.is_paged && (self.is_thing || self.is_bill) => false,
            Slot::Total => value.to_count().is_some_and(|total| put(&mut found.total, total)),
            Slot::Returned => value.to_count().is_some_and(|count| self.returned(count, name)),
            Slot::Count => value.to_count().is_some_and(|count| {
                if name == "size" && self.has_pages {
                    return count > 0 && put(&mut found.limit, count);
                }
                put(&mut found.count, count)
            }),
            Slot::CutFrom => {
                found.cut_from = found.cut_from.or(value.to_count());
                false
            }
            // Numbers stay where they are: only what follows from them is said elsewhere.
            Slot::More if value.kind() == Kind::Number => {
                found.left = found.left.or(value.to_count());
                false
            }
            Slot::More => flag().is_some_and(|more| put(&mut found.more, more)),
            // Tasks are done and pages are the last too: only beside other signs of pages.
            Slot::NoMore if is_said_of_tasks(name) && !in_holder && !self.is_paged && !self.has_cursor => false,
            Slot::NoMore => flag().is_some_and(|last| put(&mut found.more, !last)),
            // What remains may be a quota, unless the numbers say otherwise.
            Slot::Left => {
                let all = |left: u64| found.offset.unwrap_or(0).saturating_add(self.rows).saturating_add(left);
                let fits = |left: &u64| name != "remaining" || found.total == Some(all(*left));
                found.left = found.left.or(value.to_count().filter(fits));
                false
            }
            Slot::NextPage => match value.to_count() {
                Some(page) => put(&mut found.next_page, page),
                None => self.fill(Slot::Next, value, name, in_holder),
            },
            Slot::Next => {
                if value.kind() == Kind::Number && is_the_end(value) {
                    found.no_next = true;
                    return false;
                }
                let is_empty = matches!(value.kind(), Kind::Null | Kind::String) && value.is_blank();
                found.no_next |= is_empty || value.says(false);
                is_empty || (value.kind() == Kind::Number || is_token(value)) && put_raw(&mut found.next, value)
            }
            // A scan that is through has the cursor 0.
            Slot::WeakNext if is_the_end(value) => {
                found.no_next |= self.is_scan;
                false
            }
            Slot::WeakNext => self.is_scan && self.can_be_cursor(value) && put_raw(&mut self.found.weak_next, value),
            Slot::Previous => value.kind() == Kind::Null || put_raw(&mut found.previous, value),
            Slot::Before | Slot::After if value.kind() == Kind::Null => true,
            // `after: 2024-01-01` is a filter, and not a cursor.
            Slot::Before | Slot::After if !is_token(value) && value.kind() != Kind::Number => false,
            Slot::Before => put(&mut found.before, value.to_plain().into_owned()),
            Slot::After => put(&mut found.after, value.to_plain().into_owned()),
        }
    }

    /// A text can be a cursor; a number can where other members or the name of the list say that there are pages.
    fn can_be_cursor(&self, value: &Raw) -> bool {
        let is_told = || {
            let tells = |node: &Node| {
                matches!(slot_of(&node.plain_name, self.list_name), Some(Slot::NoMore | Slot::Count | Slot::Total))
            };
            self.is_paged || self.document.outline.nodes.iter().any(tells)
        };
        let is_usual = || is_usual_name(self.list_name) || matches!(self.list_name, "keys" | "fields");
        match value.kind() {
            Kind::String => !value.is_blank(),
            Kind::Number => value.to_count().is_some() && (is_told() || is_usual()),
            _ => false,
        }
    }

    fn returned(&mut self, count: u64, name: &str) -> bool {
        if count == self.rows {
            return true;
        }
        let value = format!("{name} is {count}, rows are {}", self.rows);
        self.oddities.push(Oddity::new(OddityKind::CountDiffers, Pointer::root(), &value));
        false
    }

    fn out_of_range(&mut self, value: &Raw, name: &str) -> bool {
        if value.kind() == Kind::Number {
            let value = format!("{name} is {}", value.as_str());
            self.oddities.push(Oddity::new(OddityKind::PagingOutOfRange, Pointer::root(), &value));
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

/// Whether a flag of this name is said of tasks as often as of pages.
fn is_said_of_tasks(name: &str) -> bool {
    matches!(name, "last" | "done" | "complete" | "completed" | "iscomplete" | "finished" | "exhausted")
}

/// Whether a number says that there is nothing to go on from: 0, or -1.
fn is_the_end(value: &Raw) -> bool {
    matches!(value.kind(), Kind::Number | Kind::String) && matches!(value.to_plain().as_ref(), "0" | "-1")
}

/// Whether a text can be a cursor: one word, and no date.
pub(super) fn is_token(value: &Raw) -> bool {
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

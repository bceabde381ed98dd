//! Pages and counts: lifted from wherever a server puts them, and derived where they follow from the rest.

use crate::envelope::{Cursor, Pagination, Summary};
use crate::json::{Hole, Kind, Raw};
use crate::main_list::MainList;
use crate::oddity::{Oddity, OddityKind};
use crate::outline::Node;
use crate::payload::Document;

/// A list with what was said about it.
pub(super) struct Listed {
    pub(super) rows: Raw,
    pub(super) pagination: Pagination,
    pub(super) summary: Summary,
    /// The keys of everything that was lifted.
    pub(super) holes: Vec<Hole>,
    pub(super) oddities: Vec<Oddity>,
}

/// What a member means for paging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Offset,
    Limit,
    Page,
    Pages,
    Total,
    Returned,
    /// A count of which only the numbers tell whether it is of this page or of all.
    Count,
    More,
    NoMore,
    Next,
    /// A cursor that is the next one only if nothing else is.
    WeakNext,
    Previous,
    Before,
    After,
}

/// Objects that hold paging and nothing else.
const HOLDERS: &[&str] = &[
    "pagination",
    "paging",
    "page",
    "pageinfo",
    "meta",
    "metadata",
    "links",
    "responsemetadata",
    "cursor",
    "cursors",
    "pageable",
    "pager",
    "next",
    "total",
    "searchmetadata",
    "resultinfo",
    "paginginfo",
    "listmeta",
    "info",
];

fn slot_of(name: &str, list: &str, in_holder: bool) -> Option<Slot> {
    Some(match name {
        "offset" | "skip" | "start" | "startat" | "startindex" | "currentoffset" | "startposition" => Slot::Offset,
        "limit" | "perpage" | "pagesize" | "maxresults" | "take" | "top" | "resultsperpage" | "itemsperpage"
        | "hitsperpage" | "pagelimit" | "pagelength" => Slot::Limit,
        "page" | "currentpage" | "pagenumber" | "pageno" | "pageindex" | "number" => Slot::Page,
        "totalpages" | "pages" | "pagecount" | "numpages" | "nbpages" | "lastpage" | "pagestotal" => Slot::Pages,
        "total" | "totalcount" | "totalresults" | "totalitems" | "totalrecords" | "totalelements" | "totalsize"
        | "totalhits" | "totalrows" | "found" | "nbhits" | "numfound" | "odatacount" | "totalmatches"
        | "totalentries" => Slot::Total,
        "showing" | "returned" | "returnedcount" | "shown" | "numresults" | "numberofelements" | "resultcount" => {
            Slot::Returned
        }
        "count" | "size" | "rowcount" | "length" => Slot::Count,
        "hasmore"
        | "more"
        | "hasnext"
        | "hasnextpage"
        | "morerecords"
        | "istruncated"
        | "truncated"
        | "moreavailable"
        | "hasmorepages"
        | "hasmoreitems"
        | "morepages"
        | "moreresultsavailable" => Slot::More,
        "last" | "islast" | "islastpage" | "done" | "lastpagereached" => Slot::NoMore,
        "nextcursor"
        | "nextpagetoken"
        | "nexttoken"
        | "nextpage"
        | "nextoffset"
        | "nextlink"
        | "odatanextlink"
        | "nexturl"
        | "next"
        | "nextrecordsurl"
        | "continuationtoken"
        | "nextcontinuationtoken"
        | "continuation"
        | "continue"
        | "nextmarker"
        | "nextpageurl"
        | "nextkey"
        | "nextid"
        | "nextstart"
        | "nextskip" => Slot::Next,
        "cursor" | "endcursor" | "scrollid" | "bookmark" => Slot::WeakNext,
        "previous" | "prev" | "previouscursor" | "prevcursor" | "prevpage" | "previouspage" | "startcursor"
        | "previouspageurl" | "prevpageurl" | "prevurl" => Slot::Previous,
        "before" | "oldestmessageid" | "oldestid" | "oldest" | "firstid" => Slot::Before,
        "after" | "newestmessageid" | "newestid" | "newest" | "lastid" => Slot::After,
        "href" | "value" if in_holder => return None,
        _ => {
            let of = |part: &str| part == list || part.trim_end_matches('s') == list.trim_end_matches('s');
            if name.strip_prefix("total").is_some_and(of) || name.strip_suffix("total").is_some_and(of) {
                Slot::Total
            } else if name.strip_suffix("count").is_some_and(of) {
                Slot::Count
            } else {
                return None;
            }
        }
    })
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
}

/// Lifts everything that is said about a list.
pub(super) fn lift(document: &Document, main: MainList) -> Listed {
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
    };
    // What stands beside the list comes first, then what stands around it.
    let mut scope = node.map(|node| node.parent);
    while let Some(parent) = scope {
        lifter.read_scope(parent, false, 0);
        scope = parent.and_then(|parent| document.outline.nodes.get(parent)).map(|node| node.parent);
    }
    let rows_raw = node.map_or_else(|| document.raw.clone(), |node| document.part(node.value));
    let (pagination, summary) = lifter.derive();
    Listed { rows: rows_raw, pagination, summary, holes: lifter.holes, oddities: lifter.oddities }
}

impl Lifter<'_> {
    fn read_scope(&mut self, parent: Option<usize>, in_holder: bool, depth: usize) {
        let document = self.document;
        for (index, node) in document.members(parent) {
            if self.holes.contains(&node.hole()) {
                continue;
            }
            let name = &node.plain_name;
            if node.kind == Kind::Object {
                if depth < 3 && HOLDERS.contains(&name.as_str()) {
                    self.read_holder(index, node, &name, depth);
                }
                continue;
            }
            if node.kind == Kind::Array {
                continue;
            }
            if let Some(slot) = slot_of(&name, &self.list_name, in_holder) {
                let value = document.part(node.value);
                if self.fill(slot, &value, &name, in_holder) {
                    self.holes.push(node.hole());
                }
            }
        }
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
                None if value.kind() == Kind::String => put_raw(&mut found.next, value),
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
            Slot::Total => value.to_count().is_some_and(|total| put(&mut found.total, total)),
            Slot::Returned => value.to_count().is_some_and(|count| self.returned(count, name)),
            Slot::Count => value.to_count().is_some_and(|count| {
                if name == "size" && self.has_pages {
                    return count > 0 && put(&mut found.limit, count);
                }
                put(&mut found.count, count)
            }),
            Slot::More => flag().is_some_and(|more| put(&mut found.more, more)),
            Slot::NoMore => flag().is_some_and(|last| put(&mut found.more, !last)),
            Slot::Next => {
                if value.is_blank() && value.kind() != Kind::Number || value.kind() == Kind::Bool {
                    found.no_next = true;
                    return value.kind() != Kind::Bool;
                }
                put_raw(&mut found.next, value)
            }
            Slot::WeakNext => !value.is_blank() && value.kind() == Kind::String && put_raw(&mut found.weak_next, value),
            Slot::Previous => value.kind() == Kind::Null || put_raw(&mut found.previous, value),
            Slot::Before => value.kind() == Kind::Null || put(&mut found.before, value.to_plain().into_owned()),
            Slot::After => value.kind() == Kind::Null || put(&mut found.after, value.to_plain().into_owned()),
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

    fn derive(&mut self) -> (Pagination, Summary) {
        let rows = self.rows;
        let found = std::mem::take(&mut self.found);
        let next = found.next.or_else(|| {
            // A cursor that is merely there says that there is more only if nothing else says otherwise.
            found.weak_next.clone().filter(|_| found.more != Some(false) && !found.no_next)
        });
        let mut pagination = Pagination {
            offset: found.offset,
            limit: found.limit,
            next_offset: next.as_ref().and_then(Cursor::read),
            before: found.before,
            after: found.after,
            ..Pagination::default()
        };
        let mut summary = Summary { total: found.total, returned: Some(rows), ..Summary::default() };
        let is_paged = found.page.is_some() || found.offset.is_some() || next.is_some() || found.more == Some(true);
        if let Some(count) = found.count {
            if count > rows || count == rows && !is_paged {
                summary.total = summary.total.or(Some(count));
            }
            if count != rows && summary.total != Some(count) {
                summary.extra.push(("count".to_owned(), Raw::known(count.to_string())));
                let value = format!("count is {count}, rows are {rows}");
                self.oddities.push(Oddity::new(OddityKind::CountDiffers, "", &value));
            }
        }
        let first_page = u64::from(!found.zero_based);
        if let Some(page) = found.page {
            let before = page.saturating_sub(first_page);
            pagination.offset = pagination.offset.or_else(|| before.checked_mul(found.limit?));
        }
        let after_cursor = pagination.after.is_some() && found.more.is_none() && pagination.before.is_none();
        let more = found.more.or_else(|| {
            if next.is_some() {
                return Some(true);
            }
            if found.no_next {
                return Some(false);
            }
            if let (Some(page), Some(pages)) = (found.page, found.pages) {
                return Some(page + 1 - first_page < pages);
            }
            let total = summary.total?;
            match pagination.offset {
                Some(offset) => Some(offset.saturating_add(rows) < total),
                None => Some(rows < total),
            }
        });
        let more = more.or(after_cursor.then_some(true));
        summary.has_more = more;
        if let (Some(true), None, Some(offset)) = (more, &pagination.next_offset, pagination.offset) {
            let step = pagination.limit.unwrap_or(rows);
            pagination.next_offset = Some(Cursor::Number(offset.saturating_add(step)));
        }
        if after_cursor && pagination.next_offset.is_none() {
            pagination.next_offset = pagination.after.clone().map(Cursor::Text);
        }
        let mut keep = |name: &str, raw: Raw| pagination.extra.push((name.to_owned(), raw));
        let number = |value: u64| Raw::known(value.to_string());
        found.page.map(|page| keep("page", number(page)));
        found.pages.map(|pages| keep("totalPages", number(pages)));
        found.previous.map(|previous| keep("previous", previous));
        if let Some(cursor) = found.weak_next.filter(|_| {
            pagination.next_offset.as_ref() != next.as_ref().and_then(Cursor::read).as_ref() || next.is_none()
        }) {
            pagination.extra.push(("cursor".to_owned(), cursor));
        }
        if !pagination.is_empty() || found.more.is_some() || found.no_next {
            pagination.has_more = more;
        }
        (pagination, summary)
    }
}

/// Fills an empty slot; a value that is there already is only said again.
fn put<T: PartialEq>(slot: &mut Option<T>, value: T) -> bool {
    match slot {
        Some(known) => *known == value,
        None => {
            *slot = Some(value);
            true
        }
    }
}

fn put_raw(slot: &mut Option<Raw>, value: &Raw) -> bool {
    match slot {
        Some(known) => known.as_str() == value.as_str(),
        None => {
            *slot = Some(value.clone());
            true
        }
    }
}

//! Pages and counts: lifted from wherever a server puts them. Beside a list its members tell, `lifter.rs`; what is no
//! list may have pages too, `single.rs`; and some servers tell it in words alone, `prose.rs`, in a notice that goes
//! once it was followed, `notice.rs`.

mod derive;
mod lifter;
mod notice;
mod prose;
mod single;

use crate::envelope::{Envelope, Kind as Type, Pagination, Summary, looks_like_envelope};
use crate::json::{Hole, Raw};
use crate::main_list::{MainList, main_list};
use crate::oddity::Oddity;
use crate::payload::{Content, Document, Payload};
use crate::pointer::Pointer;
use crate::tool_name::ToolName;
use lifter::Lifter;

pub use notice::without_page_notice;

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
    /// How many there were before the answer was cut short.
    cut_from: Option<u64>,
    /// How many more there are.
    left: Option<u64>,
    next: Option<Raw>,
    next_page: Option<u64>,
    weak_next: Option<Raw>,
    /// A member for the next page is there and empty.
    no_next: bool,
    before: Option<String>,
    after: Option<String>,
    previous: Option<Raw>,
}

/// Lifts everything that is said about a list.
pub(super) fn lift(document: &Document, main: MainList) -> Listed {
    let node = main.node.and_then(|index| document.outline.nodes.get(index));
    let mut lifter = Lifter::of(document, main);
    let rows_raw = node.map_or_else(|| document.raw.clone(), |node| document.part(node.value));
    let (pagination, summary) = derive::derive(&lifter.found, lifter.rows, &mut lifter.oddities);
    Listed { rows: rows_raw, pagination, summary, holes: lifter.holes, oddities: lifter.oddities }
}

/// Adds what is told of the pages of an answer that is no list, or is told in words alone.
pub(super) fn add_told(envelope: &mut Envelope, payload: &Payload) {
    let is_envelope = matches!(&payload.content, Content::Json(document) if looks_like_envelope(document));
    // An envelope says for itself what it wants to say.
    if is_envelope || matches!(envelope.kind, Type::Error(_) | Type::ToolCatalog) {
        return;
    }
    if let (Type::Single, Content::Json(document)) = (&envelope.kind, &payload.content) {
        single::add(envelope, document);
    }
    let says_more = envelope.summary.as_ref().and_then(|summary| summary.has_more);
    if says_more.or(envelope.pagination.as_ref().and_then(|pages| pages.has_more)).is_none() {
        prose::add(envelope, payload);
    }
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
    pub pointer: Pointer,
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
        Some(Pages::of(document, main_list(document, &ToolName::new(tool.unwrap_or_default()))?))
    }
}

impl Pages {
    /// What is said of a list.
    pub(crate) fn of(document: &Document, main: MainList) -> Self {
        let node = main.node.and_then(|index| document.outline.nodes.get(index));
        let Lifter { rows, found, .. } = Lifter::of(document, main);
        let next = found.next.as_ref().map(|next| next.to_plain().into_owned());
        Self {
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
        }
    }
}

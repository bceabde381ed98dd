//! Pages of what is no list: a long text or a large object that came in part. Only plain words count here, because
//! nothing else says that there is something to page through; and the data stays whole.

use super::lifter::is_token;
use crate::envelope::{Cursor, Envelope, Pagination, Summary};
use crate::json::{Kind, Raw};
use crate::outline::Node;
use crate::paging_names::{Slot, is_about_pages, slot_of};
use crate::payload::Document;

/// What was found.
#[derive(Default)]
struct Told {
    offset: Option<u64>,
    limit: Option<u64>,
    total: Option<u64>,
    more: Option<bool>,
    next: Option<Cursor>,
}

/// Adds the pages that an object tells of, where there are more of them.
pub(super) fn add(envelope: &mut Envelope, document: &Document) {
    let mut told = Told::default();
    for (index, node) in document.members(None) {
        if node.kind == Kind::Object && is_about_pages(&node.plain_name) {
            document.members(Some(index)).for_each(|(_, inner)| told.read(document, inner, true));
        } else {
            told.read(document, node, false);
        }
    }
    let more = told.more.or(told.next.is_some().then_some(true));
    if more != Some(true) {
        return;
    }
    envelope.pagination = Some(Pagination {
        offset: told.offset,
        limit: told.limit,
        has_more: more,
        next_offset: told.next,
        ..Pagination::default()
    });
    envelope.summary = Some(Summary { total: told.total, has_more: more, ..Summary::default() });
}

impl Told {
    fn read(&mut self, document: &Document, node: &Node, in_holder: bool) {
        if node.kind.is_container() {
            return;
        }
        let (name, value) = (node.plain_name.as_str(), document.part(node.value));
        // A thing may have a next one, and more of something, without being a page.
        let is_plain =
            !matches!(name, "next" | "more" | "continue" | "continuation" | "nextid" | "nextkey" | "nexturl");
        match slot_of(name, "") {
            Some(Slot::Offset) => self.offset = self.offset.or(value.to_count()),
            Some(Slot::Limit) => self.limit = self.limit.or(value.to_count().filter(|limit| *limit > 0)),
            Some(Slot::Total) => self.total = self.total.or(value.to_count()),
            Some(Slot::More) if in_holder || is_plain => self.more = self.more.or(flag(&value)),
            Some(Slot::Next) if in_holder || is_plain => {
                let is_next = value.to_count().is_some_and(|next| next > 0) || is_token(&value);
                self.next = self.next.take().or_else(|| Cursor::read(&value).filter(|_| is_next));
            }
            _ => {}
        }
    }
}

fn flag(value: &Raw) -> Option<bool> {
    value.says(true).then_some(true).or(value.says(false).then_some(false))
}

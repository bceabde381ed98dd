//! What follows from what was found: whether there is more, and where it starts.

use super::Found;
use crate::envelope::{Cursor, Pagination, Summary};
use crate::json::Raw;
use crate::oddity::{Oddity, OddityKind};
use crate::pointer::Pointer;

/// The pages and counts of a list of so many rows.
pub(super) fn derive(found: &Found, rows: u64, oddities: &mut Vec<Oddity>) -> (Pagination, Summary) {
    let all = |left: u64| found.offset.unwrap_or(0).saturating_add(rows).saturating_add(left);
    let total = found.total.or(found.left.map(all)).or(found.cut_from.filter(|all| *all > rows));
    let mut summary = Summary { total, returned: Some(rows), ..Summary::default() };
    let next = found.next_page(rows);
    if let Some(count) = found.count {
        let is_paged = found.page.is_some() || found.offset.is_some() || next.is_some() || found.more == Some(true);
        weigh_count(count, rows, is_paged, &mut summary, oddities);
    }
    let first_page = u64::from(!found.zero_based);
    let from_page = || found.page?.saturating_sub(first_page).checked_mul(found.limit?);
    let mut pagination = Pagination {
        offset: found.offset.or_else(from_page),
        limit: found.limit,
        next_offset: next.as_ref().and_then(Cursor::read).or_else(|| found.next_page_offset(first_page)),
        before: found.before.clone(),
        after: found.after.clone(),
        ..Pagination::default()
    };
    // `after` alone, as Reddit has it, is the cursor for the next page.
    let after_is_next = found.more.is_none() && pagination.before.is_none() && pagination.next_offset.is_none();
    let next_after = found.after.as_ref().filter(|_| after_is_next);
    let pages_left = || Some(found.page?.saturating_add(1 - first_page) < found.pages?);
    let rows_left = || Some(pagination.offset.unwrap_or(0).saturating_add(rows) < summary.total?);
    let more = found
        .more
        .or(found.left.map(|left| left > 0))
        .or_else(|| (next.is_some() || found.next_page.is_some()).then_some(true))
        .or(found.no_next.then_some(false))
        .or_else(pages_left)
        .or_else(rows_left)
        .or(next_after.map(|_| true));
    summary.has_more = more;
    if more == Some(true) && pagination.next_offset.is_none() {
        let by_offset = pagination.offset.map(|offset| offset.saturating_add(pagination.limit.unwrap_or(rows)));
        let by_cursor = next_after.cloned().map(Cursor::Text);
        pagination.next_offset = by_offset.map(Cursor::Number).or(by_cursor);
    }
    keep_the_rest(found, next.as_ref(), &mut pagination);
    if !pagination.is_empty() || found.more.is_some() || found.no_next {
        pagination.has_more = more;
    }
    (pagination, summary)
}

/// A count is that of all rows, or that of this page, or wrong.
fn weigh_count(count: u64, rows: u64, is_paged: bool, summary: &mut Summary, oddities: &mut Vec<Oddity>) {
    if count > rows || count == rows && !is_paged {
        summary.total = summary.total.or(Some(count));
    }
    if count < rows {
        let value = format!("count is {count}, rows are {rows}");
        oddities.push(Oddity::new(OddityKind::CountDiffers, Pointer::root(), &value));
    }
    if count != rows && summary.total != Some(count) {
        summary.extra.push(("count".to_owned(), Raw::known(count.to_string())));
    }
}

/// What the envelope has no field for stays beside what it has one for.
fn keep_the_rest(found: &Found, next: Option<&Raw>, pagination: &mut Pagination) {
    let number = |value: u64| Raw::known(value.to_string());
    let unused = found.weak_next.clone().filter(|cursor| next.map(Raw::as_str) != Some(cursor.as_str()));
    let rest = [
        ("page", found.page.map(number)),
        ("totalPages", found.pages.map(number)),
        ("nextPage", found.next_page.map(number)),
        ("previous", found.previous.clone()),
        ("cursor", unused),
    ];
    pagination.extra.extend(rest.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
}

impl Found {
    /// Where the next page starts, where its number is known.
    fn next_page_offset(&self, first_page: u64) -> Option<Cursor> {
        let page = self.next_page?;
        let offset =
            page.saturating_sub(first_page).checked_mul(self.limit.unwrap_or(0)).filter(|_| self.limit.is_some());
        Some(Cursor::Number(offset.unwrap_or(page)))
    }

    /// The cursor for the next page. One that is merely there says that there is more only if nothing else
    /// says otherwise.
    fn next_page(&self, rows: u64) -> Option<Raw> {
        let complete = self.offset.unwrap_or(0) == 0 && self.total.is_some_and(|total| total <= rows);
        let weak = || self.weak_next.clone().filter(|_| self.more != Some(false) && !self.no_next && !complete);
        self.next.clone().or_else(weak)
    }
}

//! What is left of a server's words about pages once the frame has said how much there is: the same again, counted in
//! another way. A number that the counts do not imply stays.

use std::collections::HashSet;

use retort_core::{Envelope, Kind, Raw};

use super::table::object_of;
use super::{Counts, Table, named};

/// The words that names about pages are made of: `totalPages`, `has_next_page`, `truncatedCount`.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "page", "pages", "paging", "pagination", "pager", "info", "meta", "limit", "offset", "count", "total", "index", "more",
    "next", "prev", "previous", "truncated", "remaining", "returned", "showing", "shown", "skip", "size", "per", "current",
    "start", "end", "first", "last", "number", "num", "has", "is", "of", "no", "available",
    "result", "results", "item", "items", "record", "records", "row", "rows", "entries",
];
/// Most members of an object about pages.
const MOST_MEMBERS: usize = 30;

/// The numbers that the counts imply.
struct Implied(Vec<u64>);

/// Leaves out the members that say again what the counts say.
pub(super) fn leave_out_told(beside: &mut Vec<(String, Raw)>, envelope: &Envelope, counts: Option<&Counts>) {
    let Some(counts) = counts else { return };
    let implied = Implied::by(envelope, counts);
    let members = std::mem::take(beside);
    beside.extend(members.into_iter().filter_map(|(name, value)| {
        if !tells_of_pages(&name) {
            return Some((name, value));
        }
        match value.kind() {
            Kind::Object if value.members().nth(MOST_MEMBERS).is_none() && value.members().next().is_some() => {
                let left: Vec<(String, Raw)> =
                    value.members().map(named).filter(|(name, value)| !implied.tell(name, value)).collect();
                if left.is_empty() {
                    return None;
                }
                let object = left.into_iter().map(|(name, value)| (name.into(), value)).collect::<Vec<_>>();
                Some((name, object_of(&object)))
            }
            _ => Some((name, value)).filter(|(name, value)| !implied.tell(name, value)),
        }
    }));
}

/// Leaves out the members that say what a table shows: what its columns are called, and how many rows it has.
pub(super) fn leave_out_shown(beside: &mut Vec<(String, Raw)>, table: &Table) {
    let names: HashSet<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let are_columns = |list: &Raw| {
        let is_one = |item: Raw| item.to_text().is_some_and(|name| names.contains(&*name));
        list.kind() == Kind::Array
            && list.items().take(names.len() + 1).count() == names.len()
            && list.items().all(is_one)
    };
    beside.retain(|(name, value)| match value.kind() {
        Kind::Array => !are_columns(value),
        // How many there may be at most is another matter.
        Kind::Number => {
            let lower = name.to_lowercase();
            let bounds = ["limit", "page", "max", "size", "per", "offset", "start", "index"];
            let is_count = tells_of_pages(name) && !bounds.iter().any(|word| lower.contains(word));
            !(is_count && value.to_plain().parse() == Ok(table.len()))
        }
        _ => true,
    });
}

/// Whether a name is made of words about pages alone.
fn tells_of_pages(name: &str) -> bool {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for char in name.chars() {
        let begins = char.is_uppercase() && was_small;
        if begins || !char.is_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| char.is_alphanumeric()) {
            word.extend(char.to_lowercase());
        }
        was_small = char.is_lowercase();
    }
    let mut words = words.iter().filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| WORDS.contains(&&**word))
}

impl Implied {
    fn by(envelope: &Envelope, counts: &Counts) -> Self {
        let pages = envelope.pagination.as_ref();
        let offset = counts.offset.unwrap_or_default();
        let returned = counts.returned.unwrap_or_default();
        let end = offset.saturating_add(returned);
        let mut numbers = vec![0, offset, returned, end, end.saturating_sub(1)];
        // The first of them is number 1 to most people.
        if returned > 0 {
            numbers.push(offset.saturating_add(1));
        }
        numbers.extend(counts.total);
        numbers.extend(counts.total.map(|total| total.saturating_sub(end)));
        if let Some(limit) = pages.and_then(|pages| pages.limit).filter(|limit| *limit > 0) {
            let page = offset / limit;
            numbers.extend([page, page + 1]);
            // What is not full, or full to the brim, was not cut by its limit in any way that is not seen.
            numbers.extend(Some(limit).filter(|_| !counts.is_partial() || returned == limit));
            numbers.extend(counts.is_partial().then_some(page + 2));
            numbers.extend(counts.total.map(|total| total.div_ceil(limit)));
        }
        // All that there is stands on one page.
        if !counts.is_partial() && offset == 0 {
            numbers.push(1);
        }
        Self(numbers)
    }

    /// Whether a member says only what the counts say.
    fn tell(&self, name: &str, value: &Raw) -> bool {
        match value.kind() {
            Kind::Null | Kind::Bool => tells_of_pages(name),
            Kind::Number if tells_of_pages(name) => {
                value.to_plain().parse().is_ok_and(|number: u64| self.0.contains(&number))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use retort_core::Interpretation;

    use super::*;
    use crate::view::View;

    fn beside(payload: &str) -> Vec<String> {
        let text = serde_json::to_string(payload).unwrap();
        let reading = retort_core::read(format!(r#"{{"content": [{{"type": "text", "text": {text}}}]}}"#));
        let view = View::of(&Interpretation::of(&reading.messages[0]).with_tool(Some("list_things")), None);
        view.frame.beside.iter().map(|(name, value)| format!("{name} {}", value.to_json())).collect()
    }

    #[test]
    fn what_the_counts_say_is_not_said_again() {
        let rows = r#"[{"id": 1}, {"id": 2}]"#;
        for told in [
            r#""total": 2, "pagination": {"end_index": 2, "start_index": 0}"#,
            r#""total": 2, "limit": 10"#,
            r#""total": 2, "limit": 10, "offset": 0, "has_more": false"#,
            r#""total_count": 2, "pagination": {"truncatedCount": 0}"#,
            r#""pagination": {"page": 1, "pageSize": 2, "totalPages": 3, "total": 5, "hasNextPage": true, "hasPreviousPage": false}"#,
            r#""page": 2, "per_page": 2, "total": 5, "total_pages": 3"#,
            r#""total": 7, "limit": 3, "offset": 5, "returned": 2, "remaining": 0"#,
            r#""total": 2, "next_page": null, "is_truncated": false"#,
        ] {
            assert_eq!(beside(&format!(r#"{{"results": {rows}, {told}}}"#)), [""; 0], "{told}");
        }
    }

    #[test]
    fn what_they_do_not_say_stays() {
        let rows = r#"[{"id": 1}, {"id": 2}]"#;
        for (sent, kept) in [
            (r#""total": 2, "elapsed_count": 2"#, "elapsed_count 2"),
            (r#""total": 2, "vendors": 2"#, "vendors 2"),
            (r#""total": 2, "pagination": {"end_index": 2, "shard": "a"}"#, r#"pagination {"shard":"a"}"#),
            (r#""total": 2, "page_count": 77"#, "totalPages 77"),
        ] {
            assert_eq!(beside(&format!(r#"{{"results": {rows}, {sent}}}"#)), [kept], "{sent}");
        }
    }

    #[test]
    fn what_a_table_shows_is_not_said_again() {
        for payload in [
            r#"{"columns": ["id", "n"], "rows": [[1, "a"], [2, "b"]], "rowCount": 2, "total": 2}"#,
            r#"{"columns": ["n", "id"], "rows": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}], "row_count": 2}"#,
            r#"{"fields": ["id", "n"], "records": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}], "num_rows": 2, "count": 2}"#,
        ] {
            assert_eq!(beside(payload), [""; 0], "{payload}");
        }
        for (payload, kept) in [
            (
                r#"{"columns": ["id", "m"], "rows": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}]}"#,
                r#"columns ["id", "m"]"#,
            ),
            (r#"{"rows": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}], "max_rows": 2}"#, "max_rows 2"),
            (
                r#"{"columns": ["id", "n"], "types": ["int", "text"], "rows": [[1, "a"], [2, "b"]]}"#,
                r#"types ["int", "text"]"#,
            ),
        ] {
            assert_eq!(beside(payload), [kept], "{payload}");
        }
    }

    #[test]
    fn names_are_taken_apart() {
        for yes in ["totalPages", "has_next_page", "end-index", "TruncatedCount", "PageNumber", "hasMore"] {
            assert!(tells_of_pages(yes), "{yes}");
        }
        for no in ["", "_", "friendly", "vendorCount", "pagesRead", "endpoint", "itemsSold"] {
            assert!(!tells_of_pages(no), "{no}");
        }
    }
}

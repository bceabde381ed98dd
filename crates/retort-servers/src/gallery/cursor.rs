//! Opaque cursors: a place in a list, in a form that invites nobody to count on it. The lists of tools and resources
//! use them, and so does a tool that shows them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rmcp::model::ErrorData;

const PREFIX: &str = "place:";

/// The cursor for a place.
pub(super) fn cursor(place: usize) -> String {
    URL_SAFE_NO_PAD.encode(format!("{PREFIX}{place}"))
}

/// The place that a cursor stands for.
pub(super) fn place(cursor: &str) -> Option<usize> {
    let decoded = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    decoded.strip_prefix(PREFIX)?.parse().ok()
}

/// The page of a list at a cursor, and the cursor of the next one.
pub(super) fn page<T>(list: Vec<T>, at: Option<&str>, size: usize) -> Result<(Vec<T>, Option<String>), ErrorData> {
    let start = match at {
        None => 0,
        Some(at) => place(at).filter(|place| *place < list.len()).ok_or_else(|| {
            ErrorData::invalid_params(format!("`{at}` is no cursor of this list; start again without one"), None)
        })?,
    };
    let next = start + size;
    let next_cursor = (next < list.len()).then(|| cursor(next));
    Ok((list.into_iter().skip(start).take(size).collect(), next_cursor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_lead_through_the_whole_list_and_end() {
        let list: Vec<usize> = (0..45).collect();
        let (mut seen, mut at) = (Vec::new(), None);
        loop {
            let (items, next) = page(list.clone(), at.as_deref(), 20).unwrap();
            seen.extend(items);
            if next.is_none() {
                break;
            }
            at = next;
        }
        assert_eq!(seen, list);
        assert!(page(list.clone(), Some("nonsense"), 20).is_err());
        assert!(page(list, Some(&cursor(45)), 20).is_err());
    }
}

//! The order of rows: which of them are kept, and how they are sorted. A column's values are read once; numbers are
//! compared as numbers, dates as dates, and text without regard to case.

use std::cmp::Ordering;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, NaiveDateTime};
use retort_core::DateForm;

use super::grid::Grid;
use crate::browse::job::{GivenUp, Progress};
use crate::browse::needle::Needle;
use crate::view::Cell;

/// Which rows are wanted, and how they are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// A text that the rows have, perhaps with the column in which they have it.
    pub(super) filter: String,
    pub(super) sort: Option<Sort>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sort {
    pub(super) column: usize,
    pub(super) descending: bool,
}

/// Rows as they are wanted; what was read for them is kept for the next time.
#[derive(Clone, Default)]
pub(super) struct Arranged {
    pub(super) wanted: Wanted,
    /// The rows; `None` for all of them as they were sent.
    pub(super) order: Option<Arc<Vec<u32>>>,
    kept: Option<Arc<Vec<u32>>>,
    /// The place of each row in the order of a column; rows without a value have the last.
    ranks: Option<(usize, Arc<Vec<u32>>)>,
}

/// The rank of rows that have no value: they are last in both directions.
const NOWHERE: u32 = u32::MAX;

/// Arranges rows.
pub(super) fn arrange(
    grid: &Grid,
    wanted: Wanted,
    before: &Arranged,
    progress: &Progress,
) -> Result<Arranged, GivenUp> {
    let kept = match &before.kept {
        Some(kept) if before.wanted.filter == wanted.filter => Some(Arc::clone(kept)),
        _ if wanted.filter.is_empty() => None,
        _ => Some(Arc::new(kept_rows(grid, &wanted.filter, progress)?)),
    };
    let Some(sort) = wanted.sort else {
        return Ok(Arranged { wanted, order: kept.clone(), kept, ranks: before.ranks.clone() });
    };
    let ranks = match &before.ranks {
        Some((column, ranks)) if *column == sort.column => Arc::clone(ranks),
        _ => Arc::new(ranks_of(grid, sort.column, progress)?),
    };
    let count = u32::try_from(grid.found()).unwrap_or(u32::MAX);
    let mut order: Vec<u32> = kept.as_ref().map_or_else(|| (0..count).collect(), |kept| kept.to_vec());
    let rank = |row: u32| ranks.get(row as usize).copied().unwrap_or(NOWHERE);
    // Sorting keeps the order of equal rows, in both directions.
    order.sort_by_key(|row| match rank(*row) {
        NOWHERE => NOWHERE,
        rank if sort.descending => NOWHERE - 1 - rank,
        rank => rank,
    });
    Ok(Arranged { wanted, order: Some(Arc::new(order)), kept, ranks: Some((sort.column, ranks)) })
}

/// The rows that have a text, in any cell or in the one that it names: `name:text`.
fn kept_rows(grid: &Grid, filter: &str, progress: &Progress) -> Result<Vec<u32>, GivenUp> {
    let (column, text) = in_column(grid, filter);
    let needle = Needle::new(text);
    let mut kept = Vec::new();
    for index in 0..grid.found() {
        if index.is_multiple_of(1024) {
            progress.tell(index)?;
        }
        let keeps = needle.as_ref().is_none_or(|needle| has(grid, index, column, needle));
        if let (true, Ok(index)) = (keeps, u32::try_from(index)) {
            kept.push(index);
        }
    }
    Ok(kept)
}

/// The column that a filter names, and the text that is looked for.
fn in_column<'a>(grid: &Grid, filter: &'a str) -> (Option<usize>, &'a str) {
    let named = filter.split_once(':').and_then(|(name, text)| {
        let name = name.trim().to_lowercase();
        let columns = || grid.columns().iter().map(|column| column.name.to_lowercase());
        let is_start = |column: String| !name.is_empty() && column.starts_with(&name);
        let at = columns().position(|column| column == name).or_else(|| columns().position(is_start))?;
        Some((Some(at), text.trim_start()))
    });
    named.unwrap_or((None, filter))
}

fn has(grid: &Grid, index: usize, column: Option<usize>, needle: &Needle) -> bool {
    if !needle.may_be_in(grid.text(index)) {
        return false;
    }
    let is_in = |cell: &Cell| needle.is_in(&cell.text());
    match column {
        Some(column) => grid.cell(index, column).as_ref().is_some_and(is_in),
        None => grid.row(index).iter().flatten().any(is_in),
    }
}

/// The first cell with the needle from a place on, row by row: its row, its column, and whether the search went on at
/// the other end.
pub(super) fn seek_cell(
    grid: &Grid,
    order: Option<&[u32]>,
    needle: &Needle,
    (from, column): (usize, usize),
    (backward, here): (bool, bool),
    progress: &Progress,
) -> Result<Option<(usize, usize, bool)>, GivenUp> {
    let count = order.map_or(grid.found(), <[u32]>::len);
    let columns = grid.columns().len();
    // The row of the start is looked at twice: what is behind the cursor first, and the rest of it last.
    for step in 0..=count {
        if step.is_multiple_of(1024) {
            progress.tell(step)?;
        }
        if count == 0 {
            break;
        }
        let at = if backward { (from + count - step % count) % count } else { (from + step) % count };
        let index = order.map_or(Some(at), |order| order.get(at).map(|row| *row as usize));
        let Some(index) = index.filter(|index| needle.may_be_in(grid.text(*index))) else { continue };
        let row = grid.row(index);
        let is_in = |at: &usize| row.get(*at).and_then(Option::as_ref).is_some_and(|cell| needle.is_in(&cell.text()));
        let found = match (step, backward) {
            (0, false) => (if here { column } else { column + 1 }..columns).find(is_in),
            (0, true) => (0..if here { column + 1 } else { column }).rev().find(is_in),
            (_, false) => (0..columns).find(is_in),
            (_, true) => (0..columns).rev().find(is_in),
        };
        if let Some(found) = found {
            let wrapped = if backward { (at, found) > (from, column) } else { (at, found) < (from, column) };
            return Ok(Some((at, found, wrapped)));
        }
    }
    Ok(None)
}

/// A value by which rows are sorted. Values of different kinds stand in the order of the kinds.
#[derive(Clone, Debug)]
enum Key {
    Integer(i128),
    Number(f64),
    Time(i64),
    Text(String),
}

/// The place of each row in the order of a column.
fn ranks_of(grid: &Grid, column: usize, progress: &Progress) -> Result<Vec<u32>, GivenUp> {
    let mut keys: Vec<(Key, u32)> = Vec::new();
    for index in 0..grid.found() {
        if index.is_multiple_of(1024) {
            progress.tell(index)?;
        }
        let key = grid.cell(index, column).and_then(|cell| key_of(&cell.text()));
        if let (Some(key), Ok(index)) = (key, u32::try_from(index)) {
            keys.push((key, index));
        }
    }
    keys.sort_by(|(one, _), (other, _)| compared(one, other));
    let mut ranks = vec![NOWHERE; grid.found()];
    let mut rank = 0;
    for (at, (key, index)) in keys.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| keys.get(at));
        rank += u32::from(before.is_some_and(|(before, _)| compared(before, key) != Ordering::Equal));
        if let Some(place) = ranks.get_mut(*index as usize) {
            *place = rank;
        }
    }
    Ok(ranks)
}

fn key_of(text: &str) -> Option<Key> {
    let text = text.trim();
    let first = text.as_bytes().first()?;
    if first.is_ascii_digit() || matches!(first, b'-' | b'+' | b'.') {
        if let Ok(number) = text.parse() {
            return Some(Key::Integer(number));
        }
        if let Ok(number) = text.parse() {
            return Some(Key::Number(number));
        }
    }
    Some(time_of(text).map_or_else(|| Key::Text(text.to_lowercase()), Key::Time))
}

/// The moment that a text names, in milliseconds.
fn time_of(text: &str) -> Option<i64> {
    let midnight = |forms: &[&str]| {
        let days = forms.iter().find_map(|form| NaiveDate::parse_from_str(text, form).ok())?;
        Some(days.and_hms_opt(0, 0, 0)?.and_utc().timestamp_millis())
    };
    // Most texts are no dates, and that is seen soon.
    if DateForm::of(text)? == DateForm::Iso {
        let with_zone = DateTime::parse_from_rfc3339(text).map(|time| time.timestamp_millis()).ok();
        let forms = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"];
        let times = || forms.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
        let without = || times().map(|time| time.and_utc().timestamp_millis());
        return with_zone.or_else(|| midnight(&["%Y-%m-%d"])).or_else(without);
    }
    let mail = DateTime::parse_from_rfc2822(text).map(|time| time.timestamp_millis()).ok();
    // `03/04/2025` may be in March or in April: it stays a text.
    mail.or_else(|| midnight(&["%Y/%m/%d", "%d.%m.%Y", "%b %d, %Y", "%d %b %Y", "%d-%b-%Y"]))
}

/// Compares numbers by their value first and by their digits then, so that the order is total.
fn compared(one: &Key, other: &Key) -> Ordering {
    match (one, other) {
        (Key::Time(one), Key::Time(other)) => one.cmp(other),
        (Key::Text(one), Key::Text(other)) => one.cmp(other),
        (Key::Integer(_) | Key::Number(_), Key::Integer(_) | Key::Number(_)) => {
            approximately(one).total_cmp(&approximately(other)).then_with(|| match (one, other) {
                (Key::Integer(one), Key::Integer(other)) => one.cmp(other),
                (Key::Integer(_), _) => Ordering::Less,
                (_, Key::Integer(_)) => Ordering::Greater,
                _ => Ordering::Equal,
            })
        }
        _ => class(one).cmp(&class(other)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "beside a fraction the last digits of a large number do not matter")]
fn approximately(key: &Key) -> f64 {
    match key {
        Key::Integer(number) => *number as f64,
        Key::Number(number) => *number,
        _ => 0.0,
    }
}

fn class(key: &Key) -> u8 {
    match key {
        Key::Integer(_) | Key::Number(_) => 0,
        Key::Time(_) => 1,
        Key::Text(_) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_compared_as_what_they_are() {
        let sorted = |texts: &[&'static str]| {
            let mut keys: Vec<_> = texts.iter().map(|text| (key_of(text).unwrap(), *text)).collect();
            keys.sort_by(|(one, _), (other, _)| compared(one, other));
            keys.into_iter().map(|(_, text)| text).collect::<Vec<_>>()
        };
        assert_eq!(sorted(&["10", "9", "-1.5", "1e3"]), ["-1.5", "9", "10", "1e3"]);
        assert_eq!(sorted(&["1234567890123456789", "1234567890123456788"])[0], "1234567890123456788");
        assert_eq!(sorted(&["banana", "Apple", "cherry"]), ["Apple", "banana", "cherry"]);
        assert_eq!(
            sorted(&["2025-03-01T00:30:00+02:00", "2025-02-28T23:00:00Z", "2025-02-28", "Mar 4, 2025"]),
            ["2025-02-28", "2025-03-01T00:30:00+02:00", "2025-02-28T23:00:00Z", "Mar 4, 2025"]
        );
        assert_eq!(sorted(&["x", "2025-01-01", "3"]), ["3", "2025-01-01", "x"]);
        assert!(key_of("  ").is_none());
    }
}

//! A look at the rows before they are drawn: how wide the values of each column are, how many there are, whether
//! they differ. On a terminal it looks at the first rows only, so that the first screen comes at once; for a pipe
//! at all of them, so that every column is straight.

use std::borrow::Cow;

use retort_core::ColumnType;

use super::cell::{Sort, beginning, natural_width, text_of};
use crate::measure::width;
use crate::safe::harmless;
use crate::view::{Row, Table};

/// Most rows that are looked at for a terminal, and most bytes of text in them.
const ROWS: usize = 5_000;
const BYTES: usize = 8 << 20;

/// A value that is wider than this counts as so wide: no terminal is wider.
const WIDE: usize = 1_000;

/// In a pipe a longer value pushes what stands behind it to the right: one long value must not make every line long.
const PADDED: usize = 80;

/// Most bytes of a value that are compared with the others of its column.
const COMPARED: usize = 200;

pub(super) struct Survey<'a> {
    pub(super) columns: Vec<Column<'a>>,
}

/// A column, and what its values are like.
pub(super) struct Column<'a> {
    /// Its name, harmless.
    pub(super) name: Cow<'a, str>,
    pub(super) kind: ColumnType,
    /// How wide its name is.
    pub(super) name_width: usize,
    /// How wide its widest value is.
    pub(super) widest: usize,
    /// How wide the column is when nothing is cut.
    pub(super) natural: usize,
    /// How many rows were looked at, and in how many of them it says something.
    pub(super) rows: usize,
    pub(super) filled: usize,
    /// How wide all its values are together.
    total: usize,
    /// How many values are codes that nobody reads.
    opaque: usize,
    /// Whether all rows say the same.
    pub(super) same: bool,
    first: Option<String>,
    /// Where it stands.
    pub(super) place: usize,
}

impl Column<'_> {
    /// The blanks before and behind a value.
    pub(super) fn pads(&self, value: usize, width: usize) -> (usize, usize) {
        let blanks = width.saturating_sub(value);
        if self.is_right() { (blanks, 0) } else { (0, blanks) }
    }

    /// Whether most of its values are codes.
    pub(super) fn is_opaque(&self) -> bool {
        2 * self.opaque > self.filled
    }

    /// How wide its values are on average.
    pub(super) fn mean(&self) -> usize {
        self.total / self.filled.max(1)
    }

    /// Whether its values are long text.
    pub(super) fn is_prose(&self) -> bool {
        matches!(self.kind, ColumnType::Text | ColumnType::Mixed) && self.mean() > 40
    }

    /// What rows that nobody has looked at may take beyond those before them, which count `digits` digits less.
    fn slack(&self, digits: usize) -> usize {
        match self.kind {
            ColumnType::Integer | ColumnType::Number => digits.max(1),
            ColumnType::Text | ColumnType::Url | ColumnType::Mixed => (self.widest / 4).max(digits).max(2),
            _ => 0,
        }
    }

    fn is_right(&self) -> bool {
        matches!(self.kind, ColumnType::Integer | ColumnType::Number)
    }

    fn note(&mut self, text: &str, sort: Sort, is_narrow: bool) {
        let wide = natural_width(text, sort, is_narrow);
        self.widest = self.widest.max(if is_narrow { wide.min(WIDE) } else { wide.min(PADDED) });
        if matches!(sort, Sort::Null | Sort::Empty) {
            return;
        }
        self.filled += 1;
        self.total += wide;
        self.opaque += usize::from(sort == Sort::Text && is_opaque(text));
        if self.same {
            let text = text.get(..text.floor_char_boundary(COMPARED)).unwrap_or_default();
            match &self.first {
                Some(first) => self.same = first == text,
                None => self.first = Some(text.to_owned()),
            }
        }
    }
}

/// Whether a text is a code such as a UUID, a hash, a ULID or another token that a machine made.
fn is_opaque(text: &str) -> bool {
    let all = |fits: fn(u8) -> bool| text.bytes().all(fits);
    let any = |fits: fn(u8) -> bool| text.bytes().any(fits);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_hex = all(|sign| sign.is_ascii_hexdigit() || sign == b'-') && any(|sign| sign.is_ascii_alphabetic());
    let is_ulid = text.len() == 26 && all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit());
    let is_token = digits > 1
        && all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, b'_' | b'-'))
        && any(|sign| sign.is_ascii_uppercase())
        && any(|sign| sign.is_ascii_lowercase());
    text.len() >= 16 && digits > 0 && (is_hex || is_ulid || is_token)
}

impl<'a> Survey<'a> {
    /// Looks at the first `count` rows.
    pub(super) fn of(table: &'a Table, count: usize, is_narrow: bool) -> Self {
        let named = table.columns.iter().map(|column| (harmless(&column.name), column.kind));
        let mut columns: Vec<Column<'a>> =
            named.enumerate().map(|(place, (name, kind))| column(name, kind, place)).collect();
        let mut beyond: Vec<Column<'a>> = Vec::new();
        let most = if is_narrow { count.min(ROWS) } else { count };
        let (mut rows, mut bytes) = (0, 0);
        for row in table.rows().take(most) {
            bytes += look(&row, &mut columns, &mut beyond, is_narrow);
            rows += 1;
            if is_narrow && bytes > BYTES {
                break;
            }
        }
        // What most rows have beyond the columns is a column without a name.
        let usual = beyond.iter().take_while(|column| 2 * column.filled > rows).count();
        columns.extend(beyond.into_iter().take(usual));
        for column in &mut columns {
            column.rows = rows;
            column.same = column.same && column.filled == rows && rows > 1;
            if rows < count && column.widest > 0 {
                column.widest += column.slack(digits(count).saturating_sub(digits(rows)));
            }
            let name_width = if is_narrow { column.name_width.min(WIDE) } else { column.name_width.min(PADDED) };
            column.natural = column.widest.max(name_width);
        }
        Self { columns }
    }
}

fn column(name: Cow<'_, str>, kind: ColumnType, place: usize) -> Column<'_> {
    Column {
        name_width: width(&name),
        name,
        kind,
        widest: 0,
        natural: 0,
        rows: 0,
        filled: 0,
        total: 0,
        opaque: 0,
        same: true,
        first: None,
        place,
    }
}

/// Most cells beyond the columns that may become columns.
const BEYOND: usize = 64;

/// Looks at a row; gives how many bytes of text it has.
fn look<'a>(row: &Row, columns: &mut [Column<'a>], beyond: &mut Vec<Column<'a>>, is_narrow: bool) -> usize {
    let mut bytes = 0;
    for (at, cell) in row.iter().enumerate() {
        let Some(cell) = cell else { continue };
        let known = columns.len();
        let column = if at < known {
            columns.get_mut(at)
        } else {
            while beyond.len() <= at - known && beyond.len() < BEYOND {
                beyond.push(self::column(Cow::Borrowed(""), ColumnType::Mixed, known + beyond.len()));
            }
            beyond.get_mut(at - known)
        };
        let Some(column) = column else { break };
        let text = text_of(cell, is_narrow.then_some(WIDE));
        bytes += text.len();
        let sort = Sort::of(cell, &text, column.kind);
        let text = if is_narrow { beginning(text, WIDE) } else { text };
        column.note(&text, sort, is_narrow);
    }
    bytes
}

fn digits(count: usize) -> usize {
    count.checked_ilog10().map_or(1, |digits| digits as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_from_words_and_numbers() {
        assert!(is_opaque("550e8400-e29b-41d4-a716-446655440000"));
        assert!(is_opaque("9f86d081884c7d659a2feaa0c55ad015"));
        assert!(is_opaque("01ARZ3NDEKTSV4RRFFQ69G5FAV") && is_opaque("cus_NffrFeUfNV2Hib88"));
        assert!(!is_opaque("us-east-1-production") && !is_opaque("InternationalTeam"));
        assert!(
            !["feedfacedeadbeef", "1234567890123456", "deadbeef1", "2026-11-15T07:43:11"].into_iter().any(is_opaque)
        );
    }
}

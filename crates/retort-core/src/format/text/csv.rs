//! Delimited rows: which delimiter, which columns, how many rows, and the records themselves, read as a stream.
//! Whether a text is such a table at all is decided in `plausible`.

mod plausible;

use std::ops::Range;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::lines;

pub(super) use plausible::recognise;

/// What stands between two fields of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
    /// `|`, with or without blanks around it and at the ends of the line.
    Pipe,
}

impl Delimiter {
    /// The sign itself.
    #[must_use]
    pub fn as_char(self) -> char {
        char::from(self.as_byte())
    }

    /// The word for it, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
            Self::Pipe => "pipe",
        }
    }

    fn as_byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Pipe => b'|',
        }
    }
}

/// The shape of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CsvFacts {
    /// What stands between two fields.
    pub(crate) delimiter: Delimiter,
    /// The names in the first row, where it holds names: all different, none empty, none a number or a date.
    pub(crate) header: Option<Vec<String>>,
    /// The number of fields in a row.
    pub(crate) columns: usize,
    /// The number of rows below the header.
    pub(crate) rows: usize,
}

impl CsvFacts {
    /// Reads the shape of a text that is known to be a table.
    pub(super) fn of(text: &str, delimiter: Delimiter) -> Self {
        let first = csv_records(text, delimiter).next().unwrap_or_default();
        let columns = first.len();
        let header = plausible::is_header(&first).then_some(first);
        let rows = count_records(text, delimiter).saturating_sub(usize::from(header.is_some()));
        Self { delimiter, header, columns, rows }
    }
}

/// The records of a text, one at a time. Blank lines are skipped, quotes are honoured and taken off, and what an
/// unbalanced quote opens runs to the end of the text; nothing fails.
pub fn csv_records(text: &str, delimiter: Delimiter) -> impl Iterator<Item = Vec<String>> {
    let text = lines::without_bom(text);
    Records {
        reader: reader(delimiter),
        rest: text.as_bytes(),
        fields: vec![0; 1024],
        ends: vec![0; 32],
        trimmed: delimiter == Delimiter::Pipe,
        framed: delimiter == Delimiter::Pipe && has_outer_pipes(text),
    }
}

fn reader(delimiter: Delimiter) -> Reader {
    ReaderBuilder::new().delimiter(delimiter.as_byte()).build()
}

/// Whether the rows are written `| a | b |`; the first line speaks for all.
fn has_outer_pipes(text: &str) -> bool {
    let first = lines::first_non_blank(text);
    first.len() > 1 && first.starts_with('|') && first.ends_with('|')
}

struct Records<'a> {
    reader: Reader,
    rest: &'a [u8],
    fields: Vec<u8>,
    ends: Vec<usize>,
    trimmed: bool,
    framed: bool,
}

impl Iterator for Records<'_> {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        loop {
            let record = self.record()?;
            // A line of blanks is a blank line.
            if record.iter().any(|field| !field.trim().is_empty()) || record.len() > 1 {
                return Some(record);
            }
        }
    }
}

impl Records<'_> {
    fn record(&mut self) -> Option<Vec<String>> {
        let (mut written, mut ended) = (0, 0);
        loop {
            let (result, read, wrote, ends) =
                self.reader.read_record(self.rest, &mut self.fields[written..], &mut self.ends[ended..]);
            self.rest = &self.rest[read..];
            written += wrote;
            ended += ends;
            match result {
                // An empty rest tells the reader that the text is over.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.fields.resize(self.fields.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => return Some(self.strings(ended)),
                ReadRecordResult::End => return None,
            }
        }
    }

    fn strings(&self, ended: usize) -> Vec<String> {
        let mut start = 0;
        let mut record: Vec<String> = self.ends[..ended]
            .iter()
            .map(|&end| {
                let field = String::from_utf8_lossy(&self.fields[start..end]);
                start = end;
                if self.trimmed { field.trim().to_owned() } else { field.into_owned() }
            })
            .collect();
        if self.framed && record.len() > 2 {
            if record.last().is_some_and(String::is_empty) {
                record.pop();
            }
            if record.first().is_some_and(String::is_empty) {
                record.remove(0);
            }
        }
        record
    }
}

/// Where the records of a text stand, without building them: [`csv_records`] of such a slice gives the record.
pub fn csv_ranges(text: &str, delimiter: Delimiter) -> impl Iterator<Item = Range<usize>> {
    let rest = lines::without_bom(text).as_bytes();
    Ranges { reader: reader(delimiter), rest, length: text.len(), fields: [0; 4096], ends: [0; 256] }
}

struct Ranges<'a> {
    reader: Reader,
    rest: &'a [u8],
    length: usize,
    /// What is written here is hardly looked at, so records of any size fit.
    fields: [u8; 4096],
    ends: [usize; 256],
}

impl Iterator for Ranges<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let mut start = self.length - self.rest.len();
        let (mut ended, mut blank) = (0, true);
        loop {
            let (result, read, wrote, more) = self.reader.read_record(self.rest, &mut self.fields, &mut self.ends);
            self.rest = &self.rest[read..];
            ended += more;
            blank &= self.fields[..wrote].iter().all(u8::is_ascii_whitespace);
            match result {
                ReadRecordResult::Record if ended > 1 || !blank => return Some(start..self.length - self.rest.len()),
                ReadRecordResult::Record => {
                    (ended, blank) = (0, true);
                    start = self.length - self.rest.len();
                }
                ReadRecordResult::End => return None,
                _ => {}
            }
        }
    }
}

/// Counts records in memory that does not grow with the text.
fn count_records(text: &str, delimiter: Delimiter) -> usize {
    csv_ranges(text, delimiter).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str, delimiter: Delimiter) -> Vec<Vec<String>> {
        csv_records(text, delimiter).collect()
    }

    #[test]
    fn quotes_newlines_and_blank_lines() {
        let text = "\u{feff}id,note\r\n1,\"a\nb, \"\"c\"\"\"\r\n  \n\r\n2,\n";
        assert_eq!(records(text, Delimiter::Comma), [["id", "note"], ["1", "a\nb, \"c\""], ["2", ""]]);
        let facts = CsvFacts::of(text, Delimiter::Comma);
        assert_eq!((facts.columns, facts.rows), (2, 2));
        assert_eq!(facts.header.unwrap(), ["id", "note"]);
        let slices = csv_ranges(text, Delimiter::Comma).map(|range| &text[range]);
        let again: Vec<_> = slices.flat_map(|slice| records(slice, Delimiter::Comma)).collect();
        assert_eq!(again, records(text, Delimiter::Comma));
    }

    #[test]
    fn pipes_lose_their_blanks_and_their_frame() {
        assert_eq!(records("a | b\n1 | 2", Delimiter::Pipe), [["a", "b"], ["1", "2"]]);
        assert_eq!(records("| a | b |\n|1||", Delimiter::Pipe), [["a", "b"], ["1", ""]]);
    }

    #[test]
    fn wide_and_long_records_fit() {
        let wide = format!("{}\n{}", ",x".repeat(5000), "y".repeat(100_000));
        let read = records(&wide, Delimiter::Comma);
        assert_eq!((read[0].len(), read[1][0].len()), (5001, 100_000));
        assert_eq!(count_records(&wide, Delimiter::Comma), 2);
    }

    #[test]
    fn an_open_quote_ends_with_the_text() {
        assert_eq!(records("a,\"b\nc,d", Delimiter::Comma), [["a", "b\nc,d"]]);
        assert!(records("", Delimiter::Tab).is_empty());
    }
}

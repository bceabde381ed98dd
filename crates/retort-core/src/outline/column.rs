//! A column of a list: in how many rows it is, and what it holds.

use super::SAMPLED;
use super::strings::{is_date, is_number, is_other_date, is_url};
use crate::json::{Event, Kind, Quoted, Span};

/// A set of kinds of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(super) fn add(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u8;
    }

    pub(crate) fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Whether there are values of this kind and of no other.
    pub(crate) fn only(self, kind: Kind) -> bool {
        self.0 == 1 << kind as u8
    }

    /// The set without `null`.
    fn known(self) -> Self {
        Self(self.0 & !(1 << Kind::Null as u8))
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnType {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
    /// `true` and `false`.
    Boolean,
    /// Text.
    Text,
    /// Dates or times, written as ISO 8601 has them.
    Date,
    /// Web addresses.
    Url,
    /// Objects.
    Object,
    /// Arrays.
    Array,
    /// Nothing but `null`.
    Empty,
    /// Values of several kinds.
    Mixed,
}

impl ColumnType {
    /// What a column of texts holds, by the fields that are not empty.
    pub(crate) fn of_fields<'a>(fields: impl Iterator<Item = &'a str>) -> Self {
        let mut found: Option<Self> = None;
        for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
            let kind = match field {
                "true" | "false" => Self::Boolean,
                _ if field.parse::<i64>().is_ok() => Self::Integer,
                // `inf` and `nan` are words here.
                _ if field.parse::<f64>().is_ok() && field.ends_with(|end: char| end.is_ascii_digit()) => Self::Number,
                _ if is_date(field) => Self::Date,
                _ if is_url(field) => Self::Url,
                _ => Self::Text,
            };
            found = Some(match (found, kind) {
                (None, kind) => kind,
                (Some(known), kind) if known == kind => known,
                (Some(Self::Integer | Self::Number), Self::Integer | Self::Number) => Self::Number,
                _ => return Self::Text,
            });
        }
        found.unwrap_or(Self::Empty)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Text => "text",
            Self::Date => "date",
            Self::Url => "url",
            Self::Object => "object",
            Self::Array => "array",
            Self::Empty => "empty",
            Self::Mixed => "mixed",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ColumnOutline {
    pub(crate) name: Quoted,
    /// In how many rows it is.
    pub(crate) rows: usize,
    pub(super) kinds: Kinds,
    fractions: bool,
    dates: usize,
    urls: usize,
    strings: usize,
    /// How many of the strings are numbers, and how many are dates in another form than that of ISO 8601.
    pub(crate) numbers: usize,
    pub(crate) other_dates: usize,
    /// How many are `null`.
    pub(crate) nulls: usize,
    /// The longest of its strings.
    pub(crate) longest: Span,
    /// The last row that it was in.
    pub(super) last_row: usize,
}

impl ColumnOutline {
    pub(crate) fn holds(&self, kind: Kind) -> bool {
        self.kinds.has(kind)
    }

    /// How many strings were looked at for what they are.
    pub(crate) fn sampled(&self) -> usize {
        self.strings
    }

    pub(crate) fn column_type(&self) -> ColumnType {
        let kinds = self.kinds.known();
        let is = |kind| kinds.only(kind);
        if kinds == Kinds::default() {
            ColumnType::Empty
        } else if is(Kind::Number) {
            if self.fractions { ColumnType::Number } else { ColumnType::Integer }
        } else if is(Kind::Bool) {
            ColumnType::Boolean
        } else if is(Kind::Object) {
            ColumnType::Object
        } else if is(Kind::Array) {
            ColumnType::Array
        } else if !is(Kind::String) {
            ColumnType::Mixed
        } else if self.strings > 0 && self.dates == self.strings {
            ColumnType::Date
        } else if self.strings > 0 && self.urls == self.strings {
            ColumnType::Url
        } else {
            ColumnType::Text
        }
    }
}

impl ColumnOutline {
    pub(super) fn new(name: Quoted) -> Self {
        Self {
            name,
            rows: 0,
            kinds: Kinds::default(),
            fractions: false,
            dates: 0,
            urls: 0,
            strings: 0,
            numbers: 0,
            other_dates: 0,
            nulls: 0,
            longest: Span::default(),
            last_row: usize::MAX,
        }
    }

    pub(super) fn note(&mut self, event: Event, text: &str, row: usize) {
        self.kinds.add(Kind::of(event));
        match event {
            Event::Number(span) => {
                self.fractions =
                    self.fractions || span.bytes_of(text).iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
            }
            Event::String(string) => {
                let Span { start, end } = string.span;
                if end - start > self.longest.end - self.longest.start {
                    self.longest = string.span;
                }
                if row < SAMPLED {
                    self.sample(string.span, text);
                }
            }
            Event::Null => self.nulls += 1,
            _ => {}
        }
    }

    /// Looks at what a string is. The first byte tells of most that they are neither a date nor a number nor an address.
    fn sample(&mut self, span: Span, text: &str) {
        let Some(first) = span.bytes_of(text).first() else { return };
        self.strings += 1;
        if !matches!(first, b'0'..=b'9' | b'-' | b'h' | b'A'..=b'Z') {
            return;
        }
        let string = span.of(text);
        match first {
            b'0'..=b'9' | b'-' if is_date(string) => self.dates += 1,
            b'0'..=b'9' | b'-' if is_number(string) => self.numbers += 1,
            b'h' if is_url(string) => self.urls += 1,
            b'0'..=b'9' | b'A'..=b'Z' if is_other_date(string) => self.other_dates += 1,
            _ => {}
        }
    }
}

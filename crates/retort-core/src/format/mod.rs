//! What a payload looks like to a person: one of twelve formats, how sure that is, and the facts that a
//! renderer needs to draw it.

mod json;
mod text;

pub use text::{Delimiter, Pair, csv_ranges, csv_records, pair_of, urls};
pub(crate) use text::{error_text, is_http_reason, pairs, reports_error, says_success};

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use crate::json::{Emitter, Style};
use crate::message::Message;
use crate::outline::ColumnType;
use crate::payload::{Content, Payload};
use crate::pointer::Pointer;

/// What a payload looks like to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A list of things with a title and a link.
    SearchResults,
    /// A list of objects that share their keys, or of equally long lists.
    Table,
    /// Any other JSON object or array.
    Json,
    /// Text with Markdown's marks.
    Markdown,
    /// Rows of fields, separated by a delimiter.
    Csv,
    /// Lines of `Key: value` or `key=value`.
    KeyValue,
    /// One URL a line.
    UrlList,
    /// The report of a failure.
    Error,
    /// Text without a form of its own.
    PlainText,
    /// An HTML page or fragment.
    Html,
    /// An XML document.
    Xml,
    /// The source of a program, a query, a script or a patch.
    Code,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 12] = [
        Self::SearchResults,
        Self::Table,
        Self::Json,
        Self::Markdown,
        Self::Csv,
        Self::KeyValue,
        Self::UrlList,
        Self::Error,
        Self::PlainText,
        Self::Html,
        Self::Xml,
        Self::Code,
    ];

    /// The name, such as `search_results`.
    pub fn name(self) -> &'static str {
        match self {
            Self::SearchResults => "search_results",
            Self::Table => "table",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::KeyValue => "key_value",
            Self::UrlList => "url_list",
            Self::Error => "error",
            Self::PlainText => "plain_text",
            Self::Html => "html",
            Self::Xml => "xml",
            Self::Code => "code",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = crate::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| crate::Error::UnknownFormat(name.to_owned()))
    }
}

/// How a payload should sound to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tone {
    /// Something went well.
    Success,
    /// Something went wrong.
    Error,
    /// Neither.
    Neutral,
}

impl Tone {
    /// The name, such as `neutral`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Error => "error",
            Self::Neutral => "neutral",
        }
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: ColumnType,
}

/// What a renderer needs to know beyond the format.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Facts {
    /// Nothing more.
    None,
    /// Rows of a list: search results and tables.
    Rows {
        /// How many there are.
        rows: usize,
        /// Their columns, in the order in which they first occur.
        columns: Vec<Column>,
        /// The JSON pointer to the list in the payload.
        pointer: Pointer,
    },
    /// Rows of fields.
    Csv {
        /// How many there are, without the header.
        rows: usize,
        /// Their columns; numbered where there is no header.
        columns: Vec<Column>,
        /// What stands between two fields.
        delimiter: Delimiter,
        /// Whether the first line names the columns.
        header: bool,
    },
    /// How many pairs there are.
    Pairs(usize),
    /// How many URLs there are.
    Urls(usize),
    /// The language of a program, in lower case.
    Language(&'static str),
}

/// The format of a payload, how sure that is, and what a renderer needs to know.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Detection {
    /// What it looks like to a person.
    pub format: Format,
    /// How sure that is: from 0 to 1.
    pub confidence: f32,
    /// How it should sound.
    pub tone: Tone,
    /// What a renderer needs to know.
    pub facts: Facts,
}

impl Detection {
    fn new(format: Format, confidence: f32, facts: Facts) -> Self {
        let tone = if format == Format::Error { Tone::Error } else { Tone::Neutral };
        Self { format, confidence, tone, facts }
    }

    fn sounding(mut self, success: bool) -> Self {
        if success && self.tone == Tone::Neutral {
            self.tone = Tone::Success;
        }
        self
    }

    /// Writes it as JSON.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write_json(&self, out: impl Write, style: Style) -> io::Result<()> {
        let mut out = Emitter::new(out, style);
        out.begin_object()?;
        out.key("format")?;
        out.string(self.format.name())?;
        out.key("confidence")?;
        out.decimal(self.confidence)?;
        out.key("tone")?;
        out.string(self.tone.name())?;
        self.facts.emit(&mut out)?;
        out.end_object()
    }
}

impl Facts {
    fn emit<W: Write>(&self, out: &mut Emitter<W>) -> io::Result<()> {
        let count = |out: &mut Emitter<W>, key: &str, value: usize| {
            out.key(key)?;
            out.count(value as u64)
        };
        let emit_columns = |out: &mut Emitter<W>, columns: &[Column]| {
            out.key("columns")?;
            out.begin_array()?;
            for column in columns {
                out.begin_object()?;
                out.key("name")?;
                out.string(&column.name)?;
                out.key("type")?;
                out.string(column.kind.name())?;
                out.end_object()?;
            }
            out.end_array()
        };
        match self {
            Self::None => Ok(()),
            Self::Rows { rows, columns, pointer } => {
                count(out, "rows", *rows)?;
                emit_columns(out, columns)?;
                out.key("list")?;
                out.string(pointer)
            }
            Self::Csv { rows, columns, delimiter, header } => {
                count(out, "rows", *rows)?;
                emit_columns(out, columns)?;
                out.key("delimiter")?;
                out.string(&delimiter.as_char().to_string())?;
                out.key("header")?;
                out.bool(*header)
            }
            Self::Pairs(pairs) => count(out, "pairs", *pairs),
            Self::Urls(urls) => count(out, "urls", *urls),
            Self::Language(language) => {
                out.key("language")?;
                out.string(language)
            }
        }
    }
}

/// The format of a text that is no JSON.
pub(crate) fn detect_text(text: &str) -> Detection {
    let found = text::detect(text);
    let facts = match found.facts {
        text::TextFacts::None => Facts::None,
        text::TextFacts::Csv(facts) => csv_facts(text, facts),
        text::TextFacts::Pairs(pairs) => Facts::Pairs(pairs),
        text::TextFacts::Urls(urls) => Facts::Urls(urls),
        text::TextFacts::Language(language) => Facts::Language(language),
    };
    Detection::new(found.format, found.confidence, facts).sounding(says_success(text))
}

/// How many rows are looked at for what their fields are.
const SAMPLED: usize = 64;

fn csv_facts(text: &str, facts: text::CsvFacts) -> Facts {
    let text::CsvFacts { delimiter, header, columns, rows } = facts;
    let skipped = usize::from(header.is_some());
    let sample: Vec<Vec<String>> = csv_records(text, delimiter).skip(skipped).take(SAMPLED).collect();
    let has_header = header.is_some();
    let names = header.unwrap_or_else(|| (1..=columns).map(|number| number.to_string()).collect());
    let column = |(index, name): (usize, String)| {
        let fields = sample.iter().filter_map(|record| record.get(index));
        Column { name, kind: ColumnType::of_fields(fields.map(String::as_str)) }
    };
    Facts::Csv { rows, columns: names.into_iter().enumerate().map(column).collect(), delimiter, header: has_header }
}

/// The format of a payload. A call that failed is an error whatever its payload looks like.
///
/// ```
/// use retort_core::{Format, Payload, detect};
///
/// let payload = Payload::of_text("name,age\nAnn,30\nBob,25");
/// assert_eq!(detect(&payload, false).format, Format::Csv);
/// assert_eq!(detect(&payload, true).format, Format::Error);
/// ```
pub fn detect(payload: &Payload, is_error: bool) -> Detection {
    if is_error || payload.failed {
        return Detection::new(Format::Error, 1.0, Facts::None);
    }
    match &payload.content {
        Content::Json(document) => {
            let found = json::detect(document);
            // One value in Python's spelling is data to whoever reads it, and looks like a text.
            match payload.python_text().filter(|_| found.format == Format::Json) {
                Some(text) => detect_text(text),
                None => found,
            }
        }
        Content::Text(text) => detect_text(text.as_str()),
        Content::Nothing => Detection::new(Format::PlainText, 1.0, Facts::None),
    }
}

impl Message {
    /// The format of what the message carries.
    pub fn detect(&self) -> Detection {
        let payload = self.payload();
        self.detect_in(&payload, || self.failed(&payload))
    }

    /// The same, where the payload of the message is at hand.
    pub(crate) fn detect_in(&self, payload: &Payload, failed: impl Fn() -> bool) -> Detection {
        let found = detect(payload, self.is_flagged());
        // What stands beside the payload may report what the payload does not.
        if found.format != Format::Error && failed() {
            return Detection::new(Format::Error, 0.9, Facts::None);
        }
        found
    }
}

//! The view: what of a response is shown, apart from where. A response has a frame, which says how it went and
//! how much there is, and parts, each of one form.

mod cards;
mod complaints;
mod failure;
mod frame;
mod inside;
mod link;
mod media;
mod order;
mod paging;
mod parts;
pub(crate) mod snippet;
mod table;
mod traceback;
mod wanted;

pub use cards::{Card, Picture};
pub use failure::Failure;
pub use frame::{Counts, Frame};
pub(crate) use inside::{Inside, values_in};
pub use link::Link;
pub(crate) use link::first_address;
pub use media::{Media, MediaKind};
use paging::leave_out_shown;
#[cfg(feature = "browse")]
pub(crate) use table::Place;
pub use table::{Cell, Row, Table, TableColumn};

use crate::safe::without_colours;
use retort_core::{
    Content, Data, Detection, Document, Envelope, Facts, Format, Interpretation, Kind, Pair, Payload, Pointer, Raw,
    Style, Tone, detect, pair_of, urls,
};

/// What of a response is shown.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct View {
    /// The tool that gave the response, where that is known.
    pub tool: Option<String>,
    /// What it is called where nothing else names it, such as the file that it came from. Whoever has read that knows it.
    pub name: Option<String>,
    /// What the payload looks like.
    pub format: Format,
    /// How it went, and how much there is.
    pub frame: Frame,
    /// What it says, one part after the other.
    pub parts: Vec<Part>,
    /// Whether the call failed.
    pub failed: bool,
    /// Why it is not shown as it was wanted, where it is not.
    pub unfit: Option<&'static str>,
    /// The JSON pointer to what a tree or cards show of the payload, where it is not the whole of it.
    pub pointer: Option<Pointer>,
}

/// One part of a response.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Part {
    /// What stands above it: who says it, or where it comes from.
    pub label: Option<String>,
    /// What it says.
    pub body: PartBody,
}

/// What a part says, in the form in which it is drawn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PartBody {
    /// Things with a title and a link.
    Cards(Vec<Card>),
    /// Rows and columns.
    Table(Table),
    /// A JSON value.
    Tree(Raw),
    /// Text with Markdown's marks.
    Markdown(String),
    /// Names and values.
    Pairs(Vec<Entry>),
    /// Links, one a line.
    Links(Vec<Link>),
    /// What went wrong.
    Failure(Failure),
    /// Text without a form of its own.
    Text {
        /// The text.
        text: String,
        /// How it sounds.
        tone: Tone,
    },
    /// The source of something: a program, a page, a document.
    Source(Source),
    /// An image, audio, or another thing in bytes.
    Media(Media),
    /// Nothing at all.
    Nothing,
}

/// A line of a text of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entry {
    /// A name and its value, and how many columns it is set in: what belongs to something stands further in.
    Pair(Pair, usize),
    /// A line between the pairs: a heading, a comment.
    Line(String),
}

/// The source of something.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Source {
    /// The source.
    pub text: String,
    /// Its language, in lower case, where that is known: `html`, `xml`, `rust`, …
    pub language: Option<String>,
}

impl Part {
    /// A part with nothing above it.
    pub fn new(body: PartBody) -> Self {
        Self { label: None, body }
    }
}

impl View {
    /// The view of a message; `wanted` outweighs what its payload looks like.
    ///
    /// ```
    /// use retort_core::Interpretation;
    /// use retort_render::{PartBody, View};
    ///
    /// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "[{\"id\": 1}, {\"id\": 2}]"}]}"#);
    /// let view = View::of(&Interpretation::of(&reading.messages[0]), None);
    /// assert!(matches!(view.parts[0].body, PartBody::Table(_)));
    /// ```
    pub fn of(read: &Interpretation<'_>, wanted: Option<Format>) -> Self {
        let (message, payload, envelope, detection) =
            (read.message(), read.payload(), read.envelope(), read.detection());
        if wanted.is_none()
            && let Some(view) = parts::of_contents(message, envelope, detection.format)
        {
            return view;
        }
        let mut view = Self::compose(payload, detection, envelope, wanted);
        view.frame.beside.extend(parts::beside_texts(message));
        view.frame.beside.retain(|(_, value)| value.kind() != Kind::Null);
        if wanted.is_none() {
            order::arrange(message, payload, detection, &mut view);
        }
        view
    }

    /// The view of a payload that is at hand, with its format and its envelope.
    pub fn compose(payload: &Payload, detection: &Detection, envelope: &Envelope, wanted: Option<Format>) -> Self {
        let mut view = Self {
            tool: envelope.tool_name.clone().filter(|name| !name.is_empty()),
            name: None,
            format: wanted.unwrap_or(detection.format),
            frame: Frame::of(envelope),
            parts: Vec::new(),
            failed: envelope.error().is_some(),
            unfit: None,
            pointer: None,
        };
        let shown = wanted.and_then(|format| {
            let shown = wanted::body(format, payload, detection, envelope, &mut view.frame);
            if shown.is_none() {
                view.format = detection.format;
                view.unfit = Some(wanted::unfit(format));
            }
            shown
        });
        let shown = shown.unwrap_or_else(|| body_of(payload, detection, envelope, &mut view.frame));
        let Shown { mut body, pointer } = shown;
        view.pointer = pointer.filter(|pointer| match body {
            PartBody::Cards(_) => true,
            PartBody::Tree(_) => !pointer.is_root(),
            // A table knows its own.
            _ => false,
        });
        if let PartBody::Failure(failure) = &mut body {
            view.frame.told_by(failure, envelope.error().map(|error| error.message.as_str()));
            failure.spread();
        }
        let is_empty = match &body {
            PartBody::Tree(value) => value.kind() == Kind::Array && value.items().next().is_none(),
            PartBody::Cards(cards) => cards.is_empty(),
            PartBody::Table(table) => table.is_empty(),
            _ => false,
        };
        if is_empty {
            view.frame.told_by_nothing();
        }
        if let PartBody::Table(table) = &body {
            leave_out_shown(&mut view.frame.beside, table);
        }
        let label = match &body {
            PartBody::Table(table) => table.caption(),
            _ => None,
        };
        view.parts.push(Part { label, body });
        view.parts.extend(payload.attachments.iter().map(parts::of_block));
        if view.parts.len() > 1 && matches!(view.parts.first(), Some(Part { body: PartBody::Nothing, .. })) {
            view.parts.remove(0);
        }
        view
    }
}

impl View {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.frame.is_empty() && self.parts.iter().all(|part| matches!(part.body, PartBody::Nothing))
    }
}

/// A body, and the JSON pointer to what a tree or cards show of the payload.
struct Shown {
    body: PartBody,
    pointer: Option<Pointer>,
}

impl From<PartBody> for Shown {
    fn from(body: PartBody) -> Self {
        Self { body, pointer: None }
    }
}

/// The payload in the form that it has.
fn body_of(payload: &Payload, detection: &Detection, envelope: &Envelope, frame: &mut Frame) -> Shown {
    if detection.format == Format::Error {
        return PartBody::Failure(Failure::of(envelope, payload)).into();
    }
    match &payload.content {
        Content::Json(document) => of_json(document, detection, envelope, frame),
        Content::Text(text) => {
            frame.keep_to_counts(envelope);
            match quoted(text.as_str()) {
                Some(said) if said.trim().is_empty() => PartBody::Nothing.into(),
                Some(said) => of_text(&said, detection).into(),
                None => of_text(text.as_str(), detection).into(),
            }
        }
        _ => PartBody::Nothing.into(),
    }
}

fn of_json(document: &Document, detection: &Detection, envelope: &Envelope, frame: &mut Frame) -> Shown {
    let data = envelope.data.as_ref();
    let whole = data.and_then(Data::as_raw);
    let list = matches!(detection.facts, Facts::Rows { .. }).then(|| document.main_list()).flatten();
    if let Some(list) = list {
        if !whole.is_some_and(|data| data.is_same(&list.raw())) {
            frame.keep_beside(list.around().as_ref());
        }
        return Shown { body: rows_of(&list, detection), pointer: Some(list.pointer()) };
    }
    let value = data.and_then(|data| data.as_raw().cloned().or_else(|| Raw::parse(data.to_json())));
    match value {
        Some(value) if !matches!(envelope.kind, retort_core::EnvelopeKind::ToolCatalog) => {
            Shown { body: PartBody::Tree(value), pointer: whole.and_then(|_| data?.pointer().cloned()) }
        }
        _ => {
            frame.keep_beside(None);
            PartBody::Tree(document.raw().clone()).into()
        }
    }
}

/// What a text says that is nothing but a JSON string: its quotes say nothing, and what is inside may be a page.
fn quoted(text: &str) -> Option<String> {
    let text = text.trim();
    let is_quoted = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    let value = is_quoted.then(|| Raw::parse(text)).flatten().filter(|value| value.kind() == Kind::String)?;
    value.to_text().map(String::from)
}

fn of_text(text: &str, detection: &Detection) -> PartBody {
    let text = &*without_colours(text);
    let source =
        |language: &str| PartBody::Source(Source { text: text.to_owned(), language: Some(language.to_owned()) });
    match (detection.format, &detection.facts) {
        (Format::Markdown, _) => PartBody::Markdown(text.to_owned()),
        (Format::Csv, Facts::Csv { .. }) => PartBody::Table(Table::of_csv(text, &detection.facts)),
        // Too many of them are lines like any others.
        (Format::KeyValue | Format::UrlList, _) if text.lines().nth(MOST_ENTRIES).is_some() => {
            PartBody::Text { text: text.to_owned(), tone: detection.tone }
        }
        (Format::KeyValue, _) => PartBody::Pairs(entries(text)),
        (Format::UrlList, _) => PartBody::Links(urls(text).into_iter().map(Link::new).collect()),
        (Format::Html, _) => source("html"),
        (Format::Xml, _) => source("xml"),
        (Format::Code, Facts::Language(language)) => source(language),
        (Format::Code, _) => PartBody::Source(Source { text: text.to_owned(), language: None }),
        _ => PartBody::Text { text: text.to_owned(), tone: detection.tone },
    }
}

/// Of cards, pairs and links, which each take some hundred bytes however short their text is, a part has at most so many. More
/// of them are shown as rows or as text, which take none.
const MOST_ENTRIES: usize = 10_000;
/// A table has at most so many columns: for each, as much is held.
const MOST_COLUMNS: usize = 10_000;
/// Nobody sets names in further than this.
const DEEPEST: usize = 24;
/// How wide a tab is before a name.
const TAB: usize = 4;

fn entries(text: &str) -> Vec<Entry> {
    let lines = || text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
    let indent = |line: &str| {
        let blanks = line.chars().take_while(|char| char.is_whitespace());
        blanks.map(|char| if char == '\t' { TAB } else { 1 }).sum::<usize>()
    };
    let least = lines().map(indent).min().unwrap_or_default();
    let entry = |line: &str| match pair_of(line) {
        Some(pair) => Entry::Pair(pair, (indent(line) - least).min(DEEPEST)),
        None => Entry::Line(line.trim_end().to_owned()),
    };
    lines().take(MOST_ENTRIES + 1).map(entry).collect()
}

/// The payload as text: JSON as it was sent, on several lines.
fn text_of(payload: &Payload) -> String {
    match &payload.content {
        Content::Json(document) => {
            let mut text = Vec::new();
            // Writing to memory does not fail.
            let _ = document.raw().write_json(&mut text, Style::Indented);
            String::from_utf8_lossy(&text).into_owned()
        }
        Content::Text(text) => text.as_str().to_owned(),
        _ => String::new(),
    }
}

/// The format of a text, for what is inside a resource or a message.
pub(crate) fn body_of_text(text: &str) -> PartBody {
    let payload = Payload::of_text(text);
    let detection = detect(&payload, false);
    match &payload.content {
        Content::Json(document) => PartBody::Tree(document.raw().clone()),
        _ if detection.format == Format::Error => PartBody::Text { text: text.to_owned(), tone: Tone::Neutral },
        _ => of_text(text, &detection),
    }
}

/// A text that is a part of its own: rows as rows, everything else as [`body_of_text`] has it.
fn body_of_piece(text: &str) -> PartBody {
    let payload = Payload::of_text(text);
    let Content::Json(document) = &payload.content else { return body_of_text(text) };
    let detection = detect(&payload, false);
    let list = document.main_list().filter(|list| list.pointer().is_root());
    match (list, &detection.facts) {
        (Some(list), Facts::Rows { .. }) => rows_of(&list, &detection),
        _ => PartBody::Tree(document.raw().clone()),
    }
}

/// Rows as cards or as a table.
fn rows_of(list: &retort_core::Listing<'_>, detection: &Detection) -> PartBody {
    let are_cards = detection.format == Format::SearchResults || Card::fits(list);
    if are_cards && list.rows() <= MOST_ENTRIES {
        return PartBody::Cards(list.raw().items().map(|row| Card::of(&row)).collect());
    }
    let table = Table::of_listing(list, &detection.facts);
    if table.widest() > MOST_COLUMNS {
        return PartBody::Tree(list.raw());
    }
    PartBody::Table(table)
}

/// A member that outlives what it was read from.
fn named((key, value): (std::borrow::Cow<'_, str>, Raw)) -> (String, Raw) {
    (key.into_owned(), value)
}

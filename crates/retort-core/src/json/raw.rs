//! [`Raw`]: one JSON value as it was sent, a slice of a shared text that is cheap to clone and to keep.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use super::emit::{Emitter, Style, written};
use super::event::{Event, Quoted, Span, Syntax};
use super::lex::Lexer;
use super::string::{escaped_offset, quote, unescape};

/// A text that many values are slices of.
pub(crate) type Shared = Arc<String>;

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number, `NaN` and the infinities included.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    pub(crate) fn of(event: Event) -> Self {
        match event {
            Event::ObjectStart | Event::ObjectEnd => Self::Object,
            Event::ArrayStart | Event::ArrayEnd => Self::Array,
            Event::Key(_) | Event::String(_) => Self::String,
            Event::Number(_) | Event::NonFinite(_) => Self::Number,
            Event::True | Event::False => Self::Bool,
            Event::Null => Self::Null,
        }
    }

    /// Whether a value of this kind holds others.
    pub fn is_container(self) -> bool {
        matches!(self, Self::Array | Self::Object)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        })
    }
}

/// One JSON value as it was sent: a slice of a shared text.
///
/// ```
/// let raw = retort_core::Raw::parse(r#"{"id": 1, "id": 12345678901234567890123}"#).unwrap();
/// assert_eq!(raw.get("id").unwrap().as_str(), "12345678901234567890123");
/// assert_eq!(raw.members().count(), 2);
/// ```
#[derive(Clone)]
pub struct Raw {
    text: Shared,
    span: Span,
    clean: bool,
}

impl Raw {
    /// Reads one JSON value, as leniently as the reader does; `None` where the text is none.
    pub fn parse(text: impl Into<String>) -> Option<Self> {
        let text: Shared = Arc::new(text.into());
        let mut lexer = Lexer::new(&text);
        let event = lexer.next().ok().flatten()?;
        let start = lexer.event_start();
        lexer.finish(event).ok()?;
        let span = Span { start, end: lexer.offset() };
        if lexer.skip_blanks() < text.len() {
            return None;
        }
        let clean = lexer.quirks.clean(span.start, span.end);
        Some(Self { text, span, clean })
    }

    /// The slice `span` of `text`, which the caller has found to be one value.
    pub(crate) fn slice(text: &Shared, span: Span, clean: bool) -> Self {
        Self { text: Arc::clone(text), span, clean }
    }

    /// A value that is known to be valid JSON.
    pub(crate) fn known(json: String) -> Self {
        let span = Span { start: 0, end: json.len() };
        Self { text: Arc::new(json), span, clean: true }
    }

    /// A string value.
    pub fn string(text: &str) -> Self {
        Self::known(quote(text))
    }

    /// The bytes that were sent.
    pub fn as_str(&self) -> &str {
        self.span.of(&self.text)
    }

    /// Where it is in the text that it was read from, in bytes.
    pub fn range(&self) -> Range<usize> {
        self.span.start..self.span.end
    }

    /// Where a part of a string's text is in the text that the value was read from, in bytes. An edit of what is inside a text
    /// becomes an edit of the message so; what is put in has to be escaped.
    ///
    /// ```
    /// let sent = r#"{"text": "[\u0022a\u0022, 1,]"}"#;
    /// let text = retort_core::Raw::parse(sent).unwrap().get("text").unwrap();
    /// assert_eq!(text.to_text().unwrap(), "[\"a\", 1,]");
    /// assert_eq!(&sent[text.range_of_text(1..4)], r"\u0022a\u0022");
    /// ```
    pub fn range_of_text(&self, part: Range<usize>) -> Range<usize> {
        let Some(inside) = self.as_str().strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
            return self.span.start + part.start..self.span.start + part.end;
        };
        let start = self.span.start + 1;
        start + escaped_offset(inside, part.start)..start + escaped_offset(inside, part.end)
    }

    /// Whether it is the very same slice of the same text: not only an equal value, but the one at the same place.
    ///
    /// ```
    /// let list = retort_core::Raw::parse("[1, 1]").unwrap();
    /// let items: Vec<_> = list.items().collect();
    /// assert!(items[0].is_same(&list.items().next().unwrap()) && !items[0].is_same(&items[1]));
    /// ```
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text) && self.span == other.span
    }

    /// Whether what was sent is valid JSON as it stands.
    pub fn is_clean(&self) -> bool {
        self.clean
    }

    pub(crate) fn text(&self) -> &Shared {
        &self.text
    }

    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// What kind of value it is.
    pub fn kind(&self) -> Kind {
        match self.as_str().as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// The text of a string value.
    pub fn to_text(&self) -> Option<Cow<'_, str>> {
        let inside = self.as_str().strip_prefix('"')?.strip_suffix('"')?;
        Some(unescape(inside))
    }

    /// A scalar as a person would write it: a string without quotes, anything else as it was sent.
    pub fn to_plain(&self) -> Cow<'_, str> {
        self.to_text().unwrap_or_else(|| Cow::Borrowed(self.as_str()))
    }

    /// A boolean value.
    pub fn to_bool(&self) -> Option<bool> {
        match self.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// A whole number that is not negative, also when it was sent as a string.
    pub fn to_count(&self) -> Option<u64> {
        match self.kind() {
            Kind::Number => self.as_str().strip_suffix(".0").unwrap_or(self.as_str()).parse().ok(),
            // `007` and ` 7` are texts that look like numbers.
            Kind::String => {
                self.to_text().and_then(|text| text.parse().ok().filter(|count: &u64| count.to_string() == text))
            }
            _ => None,
        }
    }

    /// Whether it is `null`, an empty string, an empty container, `false` or zero.
    pub fn is_blank(&self) -> bool {
        match self.kind() {
            Kind::Null => true,
            Kind::Bool => self.as_str() == "false",
            Kind::Number => self.as_str().parse::<f64>().is_ok_and(|number| number == 0.0),
            Kind::String => self.to_text().is_none_or(|text| text.trim().is_empty()),
            Kind::Array => self.items().next().is_none(),
            Kind::Object => self.members().next().is_none(),
        }
    }

    /// The members of an object, in the order in which they were sent; none for anything else.
    pub fn members(&self) -> Members<'_> {
        Members { inner: Children::of(self, Kind::Object) }
    }

    /// The items of an array; none for anything else.
    pub fn items(&self) -> Items<'_> {
        Items { inner: Children::of(self, Kind::Array) }
    }

    /// The member of an object with this key: the last one, as most parsers have it.
    pub fn get(&self, key: &str) -> Option<Self> {
        self.members().filter(|(name, _)| name == key).last().map(|(_, value)| value)
    }

    /// Whether it is the boolean, also when it was sent as a string.
    pub(crate) fn says(&self, value: bool) -> bool {
        let word = if value { "true" } else { "false" };
        matches!(self.kind(), Kind::Bool | Kind::String) && self.to_plain().eq_ignore_ascii_case(word)
    }

    /// The value as strict JSON on one line.
    pub fn to_json(&self) -> String {
        written(Style::Line, |out| out.raw(self))
    }

    /// Writes the value as strict JSON.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write_json(&self, out: impl Write, style: Style) -> io::Result<()> {
        Emitter::new(out, style).raw(self)
    }
}

/// The value as it was sent. Nothing is copied where it is all of a text that nobody else holds.
impl From<Raw> for String {
    fn from(Raw { text, span, .. }: Raw) -> Self {
        if span.start == 0 && span.end == text.len() {
            return Arc::try_unwrap(text).unwrap_or_else(|shared| shared.as_str().to_owned());
        }
        span.of(&text).to_owned()
    }
}

impl fmt::Debug for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({})", self.as_str())
    }
}

/// The members of an object: see [`Raw::members`].
pub struct Members<'a> {
    inner: Children<'a>,
}

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Raw);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.inner.child()?;
        let key = key.map_or("", |key| key.span.of(&self.inner.raw.text));
        Some((unescape(key), value))
    }
}

/// The items of an array: see [`Raw::items`].
pub struct Items<'a> {
    inner: Children<'a>,
}

impl Iterator for Items<'_> {
    type Item = Raw;

    fn next(&mut self) -> Option<Raw> {
        self.inner.child().map(|(_, value)| value)
    }
}

struct Children<'a> {
    raw: &'a Raw,
    lexer: Option<Lexer<'a>>,
}

impl<'a> Children<'a> {
    fn of(raw: &'a Raw, kind: Kind) -> Self {
        let mut lexer = Lexer::at(&raw.text, raw.span.start);
        let opened = raw.kind() == kind && matches!(lexer.next(), Ok(Some(_)));
        Self { raw, lexer: opened.then_some(lexer) }
    }

    fn child(&mut self) -> Option<(Option<Quoted>, Raw)> {
        let lexer = self.lexer.as_mut()?;
        let child = next_child(lexer).ok().flatten();
        let Some((key, span)) = child else {
            self.lexer = None;
            return None;
        };
        Some((key, Raw::slice(&self.raw.text, span, self.raw.clean)))
    }
}

/// The next child of the container that the lexer has just opened: its key, in an object, and its span.
fn next_child(lexer: &mut Lexer<'_>) -> Result<Option<(Option<Quoted>, Span)>, Syntax> {
    let mut key = None;
    let mut event = lexer.next()?;
    if let Some(Event::Key(name)) = event {
        key = Some(name);
        event = lexer.next()?;
    }
    let Some(event) = event else { return Ok(None) };
    if matches!(event, Event::ObjectEnd | Event::ArrayEnd) {
        return Ok(None);
    }
    let start = lexer.event_start();
    lexer.finish(event)?;
    Ok(Some((key, Span { start, end: lexer.offset() })))
}

/// A member that is left out: where its key starts and its value ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hole {
    pub(crate) key: usize,
    pub(crate) end: usize,
}

/// An object of which some members are left out, because another place has them already.
#[derive(Clone, Debug)]
pub(crate) struct Partial {
    pub(crate) raw: Raw,
    /// What is left out, at any depth, in order.
    holes: Vec<Hole>,
}

impl Partial {
    pub(crate) fn whole(raw: Raw) -> Self {
        Self { raw, holes: Vec::new() }
    }

    pub(crate) fn without(raw: Raw, mut holes: Vec<Hole>) -> Self {
        holes.sort_unstable();
        holes.dedup();
        Self { raw, holes }
    }

    pub(crate) fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// The first hole at or after an offset.
    fn hole_from(&self, offset: usize) -> Option<Hole> {
        self.holes.get(self.holes.partition_point(|hole| hole.key < offset)).copied()
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.holes.is_empty()
    }

    /// Calls `each` with what is left: every key and value, a value that is cut as a `Partial` of its own.
    pub(crate) fn try_each<E>(&self, mut each: impl FnMut(&str, Partial) -> Result<(), E>) -> Result<(), E> {
        let text = &self.raw.text;
        let mut lexer = Lexer::at(text, self.raw.span.start);
        if !matches!(lexer.next(), Ok(Some(Event::ObjectStart))) {
            return Ok(());
        }
        while let Ok(Some(Event::Key(key))) = lexer.next() {
            let next = self.hole_from(key.span.start);
            if let Some(hole) = next
                && hole.key == key.span.start
            {
                // What is left out may be most of the text: it is not read again.
                lexer.jump(hole.end);
                continue;
            }
            let Ok(Some(event)) = lexer.next() else { break };
            let start = lexer.event_start();
            if lexer.finish(event).is_err() {
                break;
            }
            let span = Span { start, end: lexer.offset() };
            let is_cut = next.is_some_and(|hole| span.contains(hole.key));
            let raw = Raw::slice(text, span, self.raw.clean);
            let holes = if is_cut { self.holes.clone() } else { Vec::new() };
            each(&unescape(key.span.of(text)), Partial { raw, holes })?;
        }
        Ok(())
    }

    /// Whether nothing is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.try_each(|_, part| if part.is_hollow() { Ok(()) } else { Err(()) }).is_ok()
    }

    /// Whether it is an object that cutting has emptied.
    pub(crate) fn is_hollow(&self) -> bool {
        !self.is_whole() && self.is_empty()
    }
}

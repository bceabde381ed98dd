//! The payload: what a result carries once it is unwrapped. JSON inside text is found, also when it was
//! encoded twice or stands in a fence, and `structuredContent` is compared with it.

use std::borrow::Cow;

use crate::json::{Kind, Raw, Shared, Span, Style, fingerprint, unescape, written};
use crate::message::{Block, Body, Message, ResultKind, Text, ToolResult};
use crate::oddity::{Oddity, OddityKind, from_quirks};
use crate::outline::{Node, Outline, outline};

/// What a result carries.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Payload {
    /// The payload itself.
    pub content: Content,
    /// Prose that stood beside a JSON payload.
    pub said: Option<String>,
    /// Blocks that stood beside it: images, audio, resources.
    pub attachments: Vec<Raw>,
    /// Whether `structuredContent` says what the text says.
    pub agreement: Agreement,
    /// Departures met while unwrapping.
    pub oddities: Vec<Oddity>,
    /// `structuredContent`, where it says something else.
    pub(crate) differing: Option<Raw>,
}

/// The payload itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Content {
    /// A JSON object or array.
    Json(Document),
    /// Text, a bare scalar included.
    Text(Text),
    /// Nothing.
    Nothing,
}

/// A JSON object or array, and its outline.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) raw: Raw,
    pub(crate) outline: Outline,
}

impl Document {
    /// The value as it was sent.
    pub fn raw(&self) -> &Raw {
        &self.raw
    }

    /// Reads the outline of a value.
    pub(crate) fn of(raw: &Raw) -> Option<Self> {
        Self::within(raw.text(), raw.span()).ok()
    }

    fn within(text: &Shared, span: Span) -> Result<Self, ()> {
        let outline = outline(text, span).map_err(|_| ())?;
        if !outline.kind.is_container() {
            return Err(());
        }
        let clean = outline.quirks.clean(outline.span.start, outline.span.end);
        Ok(Self { raw: Raw::slice(text, outline.span, clean), outline })
    }

    /// The value that `span` of it holds.
    pub(crate) fn part(&self, span: Span) -> Raw {
        Raw::slice(self.raw.text(), span, self.outline.quirks.clean(span.start, span.end))
    }
}

impl Document {
    /// The members of the object that `parent` holds, or of the value itself.
    pub(crate) fn members(&self, parent: Option<usize>) -> impl Iterator<Item = (usize, &Node)> {
        self.outline.nodes.iter().enumerate().filter(move |(_, node)| node.parent == parent)
    }

    /// The members whose values stand around a member, from the inside out.
    fn around<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        let above = |node: &Node| self.outline.nodes.get(node.parent?);
        std::iter::successors(above(node), move |node| above(node))
    }

    /// How many objects stand around a member.
    pub(crate) fn level(&self, node: &Node) -> usize {
        self.around(node).count()
    }

    /// The member at the top that a member stands in, or is.
    pub(crate) fn top_of(&self, node: Option<usize>) -> Option<&Node> {
        let node = self.outline.nodes.get(node?)?;
        Some(self.around(node).last().unwrap_or(node))
    }
}

/// Whether `structuredContent` and the text of a result say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Agreement {
    /// Only one of them is there.
    Alone,
    /// They hold the same value.
    Same,
    /// `structuredContent` holds the text's value under one key, as FastMCP and others write it.
    Wrapped,
    /// The text is prose about the data in `structuredContent`.
    Prose,
    /// They hold different values.
    Differs,
}

/// JSON may be wrapped in JSON strings this often.
const LAYERS: usize = 4;

impl Payload {
    fn new(content: Content) -> Self {
        Self {
            content,
            said: None,
            attachments: Vec::new(),
            agreement: Agreement::Alone,
            oddities: Vec::new(),
            differing: None,
        }
    }

    /// Unwraps the payload of a text.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self::of_bare(&Text::new(text.into()))
    }

    fn of_bare(text: &Text) -> Self {
        let mut oddities = Vec::new();
        let content = unwrap_text(text, "", &mut oddities);
        Self { oddities, ..Self::new(content) }
    }

    /// Unwraps what a message carries.
    pub(crate) fn of_message(message: &Message) -> Self {
        match &message.body {
            Body::Result(result) => Self::of_result(result),
            Body::Error(error) => Self::of_raw(&error.raw, "/error"),
            Body::Payload(raw) => Self::of_raw(raw, ""),
            Body::Text(text) => Self::of_bare(text),
            Body::Request { .. } => {
                let span = message.sent.span;
                Self::new(Document::within(&message.sent.text, span).map_or(Content::Nothing, Content::Json))
            }
        }
    }

    /// Unwraps a value that is a payload as it stands.
    fn of_raw(raw: &Raw, pointer: &str) -> Self {
        if let Some(document) = Document::of(raw) {
            // What the tokenizer met was noted when the message was read.
            return Self::new(Content::Json(document));
        }
        let mut oddities = Vec::new();
        let content = match raw.shared_text() {
            Some(text) => unwrap_text(&text, pointer, &mut oddities),
            None if raw.kind() == Kind::Null => Content::Nothing,
            None => Content::Text(Text::part(raw.text(), raw.span())),
        };
        Self { oddities, ..Self::new(content) }
    }

    fn of_result(result: &ToolResult) -> Self {
        let says_nothing = result.blocks.is_empty() && result.structured.is_none();
        if result.kind != ResultKind::ToolCall || result.bare {
            return Self::of_raw(&result.raw, &result.pointer);
        }
        if says_nothing {
            return match &result.result_type {
                Some(_) => Self::of_raw(&result.raw, &result.pointer),
                None => Self::new(Self::in_place_of_content(result)),
            };
        }
        let (texts, others): (Vec<&Block>, Vec<&Block>) = result.blocks.iter().partition(|block| block.is_text());
        let mut payload = from_texts(&texts);
        payload.attachments = others.iter().map(|block| block.raw.clone()).collect();
        if let Some(structured) = &result.structured {
            let has_text = !texts.is_empty();
            payload.weigh(structured, has_text, &result.pointer);
        }
        if matches!(payload.content, Content::Nothing) {
            payload.content = match payload.attachments.as_slice() {
                [] => Content::Nothing,
                [one] => Document::of(one).map_or(Content::Nothing, Content::Json),
                many => list_of(many.iter()),
            };
            if !matches!(payload.content, Content::Nothing) {
                payload.attachments.clear();
            }
        }
        payload
    }

    /// What a result without content says instead, apart from what any result may have.
    fn in_place_of_content(result: &ToolResult) -> Content {
        let mut says_more = false;
        let _ = result.rest.try_each(|key, _| {
            says_more |= key != "_meta";
            Ok::<(), ()>(())
        });
        if !says_more {
            return Content::Nothing;
        }
        let rest = written(Style::Line, |out| out.partial(&result.rest));
        Document::of(&Raw::known(rest)).map_or(Content::Nothing, Content::Json)
    }

    /// Whether `structuredContent` is the blocks over again.
    fn repeats_attachments(&self, structured: &Raw) -> bool {
        let same = |value: &Raw| match value.kind() {
            Kind::Array => value.items().map(|item| fingerprint(&item)).eq(self.attachments.iter().map(fingerprint)),
            _ => matches!(self.attachments.as_slice(), [one] if fingerprint(one) == fingerprint(value)),
        };
        let known = self.attachments.iter().all(|block| fingerprint(block).is_some());
        let has_blocks = !self.attachments.is_empty() && known;
        has_blocks && (same(structured) || only_member(structured).is_some_and(|(_, inner)| same(&inner)))
    }

    /// Takes `structuredContent` into account.
    fn weigh(&mut self, structured: &Raw, has_text: bool, pointer: &str) {
        let document = || Document::of(structured).map(Content::Json);
        match &self.content {
            Content::Nothing if self.repeats_attachments(structured) => self.agreement = Agreement::Wrapped,
            Content::Nothing => {
                self.agreement = if has_text { Agreement::Prose } else { Agreement::Alone };
                let alone = Self::of_raw(structured, &format!("{pointer}/structuredContent"));
                self.content = alone.content;
                self.oddities.extend(alone.oddities);
            }
            Content::Text(text) => {
                let text = text.as_str();
                let says = |raw: &Raw| raw.kind() != Kind::Null && raw.to_plain() == text;
                let wrapped = only_member(structured).filter(|(_, inner)| says(inner));
                if says(structured) {
                    self.agreement = Agreement::Same;
                } else if let Some((key, _)) = wrapped {
                    self.agreement = Agreement::Wrapped;
                    // A name that says what the text is belongs to the data.
                    if !WRAPPER_KEYS.contains(&key.as_str())
                        && let Some(content) = document()
                    {
                        self.content = content;
                    }
                } else if let Some(content) = document() {
                    self.agreement = Agreement::Prose;
                    self.said = (!text.trim().is_empty()).then(|| text.to_owned());
                    self.content = content;
                } else {
                    self.agreement = Agreement::Prose;
                    self.differing = Some(structured.clone());
                }
            }
            Content::Json(document) => {
                self.agreement = compare(&document.raw, structured);
                if self.agreement == Agreement::Differs {
                    let place = format!("{pointer}/structuredContent");
                    self.oddities.push(Oddity::new(OddityKind::StructuredContentDiffers, place, structured.as_str()));
                    self.differing = Some(structured.clone());
                }
            }
        }
    }
}

fn compare(text: &Raw, structured: &Raw) -> Agreement {
    let text_print = fingerprint(text);
    let same = |raw: &Raw| text_print.is_some() && fingerprint(raw) == text_print;
    if same(structured) {
        Agreement::Same
    } else if only_member(structured).is_some_and(|(_, inner)| {
        // The member may also repeat the text as the string that it was.
        same(&inner) || inner.to_text().and_then(|text| Raw::parse(text.into_owned())).is_some_and(|inner| same(&inner))
    }) {
        Agreement::Wrapped
    } else {
        Agreement::Differs
    }
}

/// Keys under which frameworks repeat a text.
const WRAPPER_KEYS: [&str; 6] = ["result", "content", "text", "output", "value", "message"];

/// An object's only member.
fn only_member(raw: &Raw) -> Option<(String, Raw)> {
    let mut members = raw.members();
    match (members.next(), members.next()) {
        (Some((key, value)), None) => Some((key.into_owned(), value)),
        _ => None,
    }
}

fn from_texts(blocks: &[&Block]) -> Payload {
    let mut oddities = Vec::new();
    let contents: Vec<Content> = blocks
        .iter()
        .map(|block| match block.text.as_ref().map(|text| (text, text.shared_text())) {
            Some((_, Some(text))) => unwrap_text(&text, &block.text_pointer(), &mut oddities),
            Some((raw, None)) => match Document::of(raw) {
                Some(document) => Content::Json(document),
                None => Content::Text(Text::part(raw.text(), raw.span())),
            },
            None => Content::Nothing,
        })
        .collect();
    let documents: Vec<&Document> = contents
        .iter()
        .filter_map(|content| match content {
            Content::Json(document) => Some(document),
            _ => None,
        })
        .collect();
    let texts = || {
        let texts = contents.iter().filter_map(|content| match content {
            Content::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    };
    let mut said = None;
    let content = match (contents.len(), documents.as_slice()) {
        (0, _) => Content::Nothing,
        (1, _) => contents.into_iter().next().unwrap_or(Content::Nothing),
        // Servers that return a list may send each item as a block of its own.
        (count, documents) if count == documents.len() => list_of(documents.iter().map(|document| &document.raw)),
        (_, [document]) => {
            said = Some(texts()).filter(|text| !text.trim().is_empty());
            Content::Json((*document).clone())
        }
        _ => {
            let texts: Vec<Cow<'_, str>> = blocks.iter().filter_map(|block| block.to_text()).collect();
            Content::Text(Text::new(texts.join("\n")))
        }
    };
    Payload { said, oddities, ..Payload::new(content) }
}

fn list_of<'a>(items: impl Iterator<Item = &'a Raw>) -> Content {
    let mut list = String::from("[");
    for (index, item) in items.enumerate() {
        if index > 0 {
            list.push(',');
        }
        list.push_str(item.as_str());
    }
    list.push(']');
    let span = Span { start: 0, end: list.len() };
    Document::within(&Shared::new(list), span).map_or(Content::Nothing, Content::Json)
}

/// Finds the JSON in a text, however it is wrapped; gives the text itself where there is none.
fn unwrap_text(text: &Text, pointer: &str, oddities: &mut Vec<Oddity>) -> Content {
    if let Some(document) = document_in(text, LAYERS, pointer, oddities) {
        let place = |kind, inside: String, value: &str| Oddity::new(kind, pointer, value).within(inside);
        let start = document.outline.span.start;
        let lexical = from_quirks(&document.outline.quirks, document.raw.text(), start, place);
        // Line ends inside a text are the text's own affair.
        oddities.extend(lexical.into_iter().filter(|oddity| oddity.kind != OddityKind::CarriageReturn));
        return Content::Json(document);
    }
    if text.as_str().is_empty() { Content::Nothing } else { Content::Text(text.clone()) }
}

fn document_in(text: &Text, layers: usize, pointer: &str, oddities: &mut Vec<Oddity>) -> Option<Document> {
    let trimmed = trimmed(text);
    let content = trimmed.as_str();
    match content.as_bytes().first()? {
        b'{' => Document::within(&trimmed.text, trimmed.span).ok().or_else(|| json_lines(content)),
        b'[' => Document::within(&trimmed.text, trimmed.span).ok(),
        b'"' if layers > 0 => {
            let inside = content.get(1..)?.strip_suffix('"')?;
            // Only text that looks like JSON inside is worth unescaping.
            if !inside.trim_start().starts_with(['{', '[', '\\']) || Raw::parse(content).is_none() {
                return None;
            }
            let inner = Text::new(unescape(inside).into_owned());
            let document = document_in(&inner, layers - 1, pointer, oddities)?;
            oddities.push(Oddity::new(OddityKind::JsonEncodedTwice, pointer, content));
            Some(document)
        }
        b'`' if layers > 0 => {
            let inside = in_fence(content)?;
            let start = trimmed.span.start;
            let span = Span { start: start + inside.start, end: start + inside.end };
            let inner = Text::part(&trimmed.text, span);
            let document = document_in(&inner, layers - 1, pointer, oddities)?;
            oddities.push(Oddity::new(OddityKind::JsonInFence, pointer, content));
            Some(document)
        }
        _ => None,
    }
}

/// A text without blanks and byte order marks around it.
fn trimmed(text: &Text) -> Text {
    let is_blank = |char: char| char.is_whitespace() || matches!(char, '\u{feff}' | '\0');
    let whole = text.as_str();
    let start = text.span.start + (whole.len() - whole.trim_start_matches(is_blank).len());
    let end = start + whole.trim_matches(is_blank).len();
    Text::part(&text.text, Span { start, end })
}

/// Where the inside of a fence stands, if the fence is all there is.
fn in_fence(text: &str) -> Option<Span> {
    let fenced = text.strip_prefix("```")?.strip_suffix("```")?;
    let (mark, inside) = fenced.split_once('\n')?;
    let is_json = ["", "json", "json5", "jsonc"].iter().any(|name| mark.trim().eq_ignore_ascii_case(name));
    let start = "```".len() + mark.len() + 1;
    (is_json && !inside.contains("```")).then(|| Span { start, end: start + inside.len() })
}

/// Lines that are each one JSON object, as one list of them.
fn json_lines(text: &str) -> Option<Document> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    if lines().nth(1).is_none() || !lines().all(|line| line.starts_with('{') && line.ends_with('}')) {
        return None;
    }
    let list = format!("[{}]", lines().collect::<Vec<_>>().join(","));
    let span = Span { start: 0, end: list.len() };
    Document::within(&Shared::new(list), span).ok()
}

impl Message {
    /// What the message carries, unwrapped.
    pub fn payload(&self) -> Payload {
        Payload::of_message(self)
    }
}

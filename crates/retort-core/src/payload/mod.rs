//! The payload: what a result carries once it is unwrapped. JSON inside text is found, however it is wrapped, and
//! `structuredContent` is compared with it.

mod prose;
mod python;
mod unwrap;

pub use python::python_literal;
pub(crate) use unwrap::{Spelled, spelled};
use unwrap::{Unwrapped, unboxed, unwrap_text};

use std::borrow::Cow;

use crate::json::{Kind, Partial, Raw, Shared, Span, Style, fingerprint, push_key, written};
use crate::message::{Block, BlockKind, Body, Message, ResultKind, ResultType, Text, ToolResult};
use crate::oddity::{Oddity, OddityKind};
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
    /// Resources that it was found in, without their text.
    pub(crate) carriers: Vec<Partial>,
    /// The texts that it was found in, each with the JSON pointer to it in the message.
    texts: Vec<(String, Text)>,
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

    /// The JSON pointer to a member, or to the value itself.
    pub(crate) fn pointer_to(&self, node: Option<usize>) -> String {
        let mut keys = Vec::new();
        let mut at = node;
        while let Some(node) = at.and_then(|index| self.outline.nodes.get(index)) {
            keys.push(node.name.as_str());
            at = node.parent;
        }
        let mut pointer = String::new();
        keys.iter().rev().for_each(|key| push_key(&mut pointer, key));
        pointer
    }

    /// Whether it is a list, alone or under one key, whose items are the lines of a text.
    fn is_lines_of(&self, text: &str) -> bool {
        let list = match self.outline.kind {
            Kind::Array => self.raw.clone(),
            _ => match only_member(&self.raw) {
                Some((_, list)) if list.kind() == Kind::Array => list,
                _ => return false,
            },
        };
        let mut items = list.items();
        let mut rest = text.trim();
        loop {
            let Some(item) = items.next() else { return rest.is_empty() };
            let plain = item.to_plain();
            let Some(behind) = rest.strip_prefix(plain.trim()) else { return false };
            if item.kind().is_container()
                || plain.trim().is_empty()
                || !(behind.is_empty() || behind.starts_with(['\n', '\r']))
            {
                return false;
            }
            rest = behind.trim_start();
        }
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

impl Payload {
    fn new(content: Content) -> Self {
        Self {
            content,
            said: None,
            attachments: Vec::new(),
            agreement: Agreement::Alone,
            oddities: Vec::new(),
            differing: None,
            carriers: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// The texts that it was found in, each with the JSON pointer to it in the message: what the strings of text
    /// blocks stand for.
    ///
    /// ```
    /// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "a\u0021"}]}"#);
    /// let payload = reading.messages[0].payload();
    /// assert_eq!(payload.texts().collect::<Vec<_>>(), [("/content/0/text", "a!")]);
    /// ```
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(pointer, text)| (pointer.as_str(), text.as_str()))
    }

    /// Whether the data was read from a text that is no JSON: from Python's literals, or from among prose.
    ///
    /// ```
    /// use retort_core::Payload;
    ///
    /// assert!(Payload::of_text("[{'id': 1}]").is_respelled());
    /// assert!(!Payload::of_text("[{\"id\": 1}]").is_respelled());
    /// ```
    pub fn is_respelled(&self) -> bool {
        let kinds = [OddityKind::PythonLiteral, OddityKind::JsonAmongProse];
        self.oddities.iter().any(|oddity| kinds.contains(&oddity.kind))
    }

    /// Unwraps the payload of a text.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self::of_bare(&Text::new(text.into()))
    }

    fn of_bare(text: &Text) -> Self {
        let mut oddities = Vec::new();
        let Unwrapped { content, said } = unwrap_text(text, false, "", &mut oddities);
        Self { said, oddities, texts: vec![(String::new(), text.clone())], ..Self::new(content) }
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
            return Self::new(Content::Json(unboxed(document)));
        }
        let mut oddities = Vec::new();
        let mut texts = Vec::new();
        let Unwrapped { content, said } = match raw.shared_text() {
            Some(text) => {
                let found = unwrap_text(&text, false, pointer, &mut oddities);
                texts.push((pointer.to_owned(), text));
                found
            }
            None if raw.kind() == Kind::Null => Unwrapped { content: Content::Nothing, said: None },
            None => Unwrapped { content: Content::Text(Text::part(raw.text(), raw.span())), said: None },
        };
        Self { said, oddities, texts, ..Self::new(content) }
    }

    fn of_result(result: &ToolResult) -> Self {
        let says_nothing = result.blocks.is_empty() && result.structured.is_none();
        if result.kind != ResultKind::ToolCall || result.bare {
            return Self::of_raw(&result.raw, &result.pointer);
        }
        if says_nothing {
            return match &result.result_type {
                None | Some(ResultType::Complete) => Self::new(Self::in_place_of_content(result)),
                Some(_) => Self::of_raw(&result.raw, &result.pointer),
            };
        }
        let (texts, others): (Vec<&Block>, Vec<&Block>) = result.blocks.iter().partition(|block| block.is_text());
        let mut payload = from_texts(&texts, result.is_error);
        if payload.take_resource(&others).is_none() {
            payload.attachments = others.iter().map(|block| block.raw.clone()).collect();
        }
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

    /// Takes the data from a resource, where it is the only block beside the texts and no text has data; says so.
    fn take_resource(&mut self, blocks: &[&Block]) -> Option<()> {
        if matches!(self.content, Content::Json(_)) {
            return None;
        }
        // One among several blocks is one of several things to look at.
        let [block] = blocks else { return None };
        if block.kind != BlockKind::Resource || !carries_data(block) {
            return None;
        }
        let resource = block.raw.get("resource")?;
        let text = resource.get("text")?.shared_text()?;
        let pointer = format!("{}/resource/text", block.pointer);
        let mut oddities = Vec::new();
        let Unwrapped { content, said } = unwrap_text(&text, false, &pointer, &mut oddities);
        let is_data = match &content {
            Content::Json(_) => true,
            Content::Text(_) => resource.get("mimeType").is_some_and(|mime| mime.to_plain().starts_with("text/csv")),
            Content::Nothing => false,
        };
        if !is_data {
            return None;
        }
        if let Content::Text(prose) = std::mem::replace(&mut self.content, content) {
            self.said = Some(prose.as_str().to_owned()).filter(|text| !text.trim().is_empty());
        } else {
            self.said = said;
        }
        self.oddities.extend(oddities);
        self.texts.push((pointer, text));
        let members = Document::of(&block.raw)?;
        let holder = members.members(None).filter(|(_, node)| node.name == "resource").last().map(|(index, _)| index);
        let sent = members.members(holder).filter(|(_, node)| node.name == "text").last();
        self.carriers.extend(sent.map(|(_, node)| Partial::without(block.raw.clone(), vec![node.hole()])));
        Some(())
    }

    /// What a result without content says instead, apart from what any result may have.
    fn in_place_of_content(result: &ToolResult) -> Content {
        let mut says_more = false;
        let _ = result.rest.try_each(|key, _| {
            says_more |= !matches!(key, "_meta" | "resultType" | "ttlMs" | "cacheScope");
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
                self.texts.extend(alone.texts);
            }
            Content::Text(text) => {
                let text = text.as_str();
                let repeats =
                    |content: &Content| matches!(content, Content::Json(document) if document.is_lines_of(text));
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
                    // What only repeats the items of a list, one a line, says nothing about them.
                    let is_repeated = repeats(&content);
                    self.agreement = if is_repeated { Agreement::Wrapped } else { Agreement::Prose };
                    self.said = (!text.trim().is_empty() && !is_repeated).then(|| text.to_owned());
                    self.content = content;
                } else {
                    self.agreement = Agreement::Prose;
                    self.differing = Some(structured.clone());
                }
            }
            Content::Json(document) => {
                self.agreement = match self.repeated(structured) {
                    Some(agreement) => agreement,
                    None => compare(&document.raw, structured),
                };
                if self.agreement == Agreement::Differs {
                    let place = format!("{pointer}/structuredContent");
                    self.oddities.push(Oddity::new(OddityKind::StructuredContentDiffers, place, structured.as_str()));
                    self.differing = Some(structured.clone());
                }
            }
        }
    }
}

impl Payload {
    /// Whether `structuredContent` repeats the text as the string that it was.
    fn repeated(&self, structured: &Raw) -> Option<Agreement> {
        let [(_, text)] = self.texts.as_slice() else { return None };
        let says = |raw: &Raw| raw.to_text().is_some_and(|inner| inner == text.as_str());
        if says(structured) {
            return Some(Agreement::Same);
        }
        only_member(structured).is_some_and(|(_, inner)| says(&inner)).then_some(Agreement::Wrapped)
    }
}

/// Whether the resource in a block can be data rather than a document to look at.
fn carries_data(block: &Block) -> bool {
    let Some(resource) = block.raw.get("resource") else { return false };
    let mime = resource.get("mimeType").or_else(|| resource.get("mime_type"));
    let is_data = mime.is_none_or(|mime| {
        let mime = mime.to_plain().to_lowercase();
        let mime = mime.split(';').next().unwrap_or_default().trim();
        mime.ends_with("/json")
            || mime.ends_with("+json")
            || mime.starts_with("text/csv")
            || mime == "application/x-ndjson"
    });
    is_data && resource.get("text").is_some_and(|text| text.kind() == Kind::String)
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

fn from_texts(blocks: &[&Block], failed: bool) -> Payload {
    let mut oddities = Vec::new();
    let mut found = Vec::new();
    let mut around = Vec::new();
    let contents: Vec<Content> = blocks
        .iter()
        .map(|block| match block.text.as_ref().map(|text| (text, text.shared_text())) {
            Some((_, Some(text))) => {
                let pointer = block.text_pointer();
                let unwrapped = unwrap_text(&text, failed, &pointer, &mut oddities);
                around.extend(unwrapped.said);
                found.push((pointer, text));
                unwrapped.content
            }
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
        (1, _) => {
            said = around.pop();
            contents.into_iter().next().unwrap_or(Content::Nothing)
        }
        // Servers that return a list may send each item as a block of its own.
        (count, documents) if count == documents.len() && around.is_empty() => {
            list_of(documents.iter().map(|document| &document.raw))
        }
        (_, [document]) => {
            around.push(texts());
            said = Some(around.join("\n")).filter(|text| !text.trim().is_empty());
            Content::Json((*document).clone())
        }
        _ => {
            let texts: Vec<Cow<'_, str>> = blocks.iter().filter_map(|block| block.to_text()).collect();
            Content::Text(Text::new(texts.join("\n")))
        }
    };
    Payload { said, oddities, texts: found, ..Payload::new(content) }
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

impl Message {
    /// What the message carries, unwrapped.
    pub fn payload(&self) -> Payload {
        Payload::of_message(self)
    }
}

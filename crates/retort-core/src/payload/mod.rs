//! The payload: what a result carries once it is unwrapped. JSON inside text is found, however it is wrapped, and
//! `structuredContent` is compared with it.

mod document;
mod nested;
mod origin;
mod prose;
mod python;
mod structured;
mod unwrap;

pub use document::Document;
use origin::Found;
pub use origin::{Carrier, Origin, Place};
pub use python::python_literal;
pub use structured::Agreement;
pub(crate) use unwrap::{Spelled, spelled};
use unwrap::{Unwrapped, unboxed, unwrap_text};

use std::borrow::Cow;
use std::ops::Range;

use crate::json::{Kind, Partial, Raw, Shared, Span, Style, written};
use crate::message::{Block, BlockKind, Body, Message, ResultKind, ResultType, Text, ToolResult};
use crate::oddity::{Oddity, OddityKind};
use crate::pointer::Pointer;

/// What a result carries.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Payload {
    /// The payload itself.
    pub content: Content,
    /// Where it came from.
    pub origin: Origin,
    /// Prose that stood beside a JSON payload.
    pub said: Option<String>,
    /// Blocks that stood beside it: images, audio, resources.
    pub attachments: Vec<Raw>,
    /// Whether `structuredContent` says what the text says.
    pub agreement: Agreement,
    /// Departures met while unwrapping.
    pub oddities: Vec<Oddity>,
    /// `structuredContent`, where it says something else.
    pub(crate) differing: Option<Partial>,
    /// Resources that it was found in, without their text.
    pub(crate) carriers: Vec<Partial>,
    /// Whether it was found in a result that says of itself that the call failed, inside the one that was sent.
    pub(crate) failed: bool,
    /// The texts that it was found in, each with the JSON pointer to it in the message.
    texts: Vec<(Pointer, Text)>,
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

impl Payload {
    fn new(content: Content, origin: Origin) -> Self {
        Self {
            content,
            origin,
            said: None,
            attachments: Vec::new(),
            agreement: Agreement::Alone,
            oddities: Vec::new(),
            differing: None,
            carriers: Vec::new(),
            failed: false,
            texts: Vec::new(),
        }
    }

    /// The texts that it was found in, each with the JSON pointer to it in the message: what the strings of text
    /// blocks stand for.
    ///
    /// ```
    /// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "a\u0021"}]}"#);
    /// let payload = reading.messages[0].payload();
    /// let (pointer, text) = payload.texts().next().unwrap();
    /// assert_eq!((pointer.as_str(), text), ("/content/0/text", "a!"));
    /// ```
    pub fn texts(&self) -> impl Iterator<Item = (&Pointer, &str)> {
        self.texts.iter().map(|(pointer, text)| (pointer, text.as_str()))
    }

    /// Which bytes of the text that carries it a part of the payload is; nothing where it was not found in a text, or was
    /// written anew.
    ///
    /// ```
    /// use retort_core::{Content, Payload};
    ///
    /// let text = "Rows: [{\"id\": 1}, {\"id\": 2}]";
    /// let payload = Payload::of_text(text);
    /// let Content::Json(document) = &payload.content else { panic!("there are rows") };
    /// let second = document.raw().items().nth(1).unwrap();
    /// assert_eq!(&text[payload.bytes_of(&second).unwrap()], "{\"id\": 2}");
    /// ```
    pub fn bytes_of(&self, part: &Raw) -> Option<Range<usize>> {
        let Content::Json(document) = &self.content else { return None };
        let bytes = self.origin.bytes.as_ref().filter(|_| self.origin.is_verbatim && document.has(part))?;
        let (whole, part) = (document.raw.range(), part.range());
        Some(bytes.start + (part.start - whole.start)..bytes.start + (part.end - whole.start))
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

    /// The text that is one value in Python's spelling and nothing else.
    pub(crate) fn python_text(&self) -> Option<&str> {
        let is_python = self.oddities.iter().any(|oddity| oddity.kind == OddityKind::PythonLiteral);
        match self.texts.as_slice() {
            [(_, text)] if is_python && self.said.is_none() => Some(text.as_str()),
            _ => None,
        }
    }

    /// Unwraps the payload of a text.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self::of_bare(&Text::new(text.into()))
    }

    fn of_bare(text: &Text) -> Self {
        let mut oddities = Vec::new();
        let Unwrapped { content, said, found } = unwrap_text(text, false, &Pointer::root(), &mut oddities);
        let origin = Origin::text(Carrier::Message, Pointer::root(), found);
        Self { said, oddities, texts: vec![(Pointer::root(), text.clone())], ..Self::new(content, origin) }.unnested()
    }

    /// Unwraps what a message carries.
    pub(crate) fn of_message(message: &Message) -> Self {
        match &message.body {
            Body::Result(result) => Self::of_one_result(result).unnested(),
            Body::Error(error) => Self::of_raw(&error.raw, Carrier::Error, &error.pointer),
            // A string may be a whole message.
            Body::Payload(raw) if raw.kind() == Kind::String => {
                Self::of_raw(raw, Carrier::Message, &Pointer::root()).unnested()
            }
            Body::Payload(raw) => Self::of_raw(raw, Carrier::Message, &Pointer::root()),
            Body::Text(text) => Self::of_bare(text),
            Body::Request { .. } | Body::Notification { .. } => {
                let span = message.sent.span;
                let content = Document::within(&message.sent.text, span).map_or(Content::Nothing, Content::Json);
                Self::new(content, Origin::value(Carrier::Message, Pointer::root()))
            }
        }
    }

    /// Unwraps a value that is a payload as it stands.
    fn of_raw(raw: &Raw, carrier: Carrier, pointer: &Pointer) -> Self {
        let value = Origin::value(carrier, pointer.clone());
        if let Some(document) = Document::of(raw) {
            // What the tokenizer met was noted when the message was read.
            let (document, path) = unboxed(document);
            return Self::new(Content::Json(document), value.inside(path.as_ref()));
        }
        let Some(text) = raw.shared_text() else {
            let content = match raw.kind() {
                Kind::Null => Content::Nothing,
                _ => Content::Text(Text::part(raw.text(), raw.span())),
            };
            return Self::new(content, value);
        };
        let mut oddities = Vec::new();
        let Unwrapped { content, said, found } = unwrap_text(&text, false, pointer, &mut oddities);
        let origin = Origin::text(carrier, pointer.clone(), found);
        Self { said, oddities, texts: vec![(pointer.clone(), text)], ..Self::new(content, origin) }
    }

    fn of_one_result(result: &ToolResult) -> Self {
        let says_nothing = result.blocks.is_empty() && result.structured.is_none();
        if result.kind != ResultKind::ToolCall || result.bare {
            return Self::of_raw(&result.raw, Carrier::Result, &result.pointer);
        }
        if says_nothing {
            return match &result.result_type {
                None | Some(ResultType::Complete) => {
                    Self::new(Self::in_place_of_content(result), Origin::value(Carrier::Result, result.pointer.clone()))
                }
                Some(_) => Self::of_raw(&result.raw, Carrier::Result, &result.pointer),
            };
        }
        let blocks = result.blocks.iter().enumerate();
        let (texts, others): (Vec<Placed<'_>>, Vec<Placed<'_>>) = blocks.partition(|(_, block)| block.is_text());
        let mut payload = match texts.as_slice() {
            [text] => from_text(text, result),
            texts => from_texts(texts, result),
        };
        if payload.take_resource(&others).is_none() {
            payload.attachments = others.iter().map(|(_, block)| block.raw.clone()).collect();
        }
        if let Some(structured) = &result.structured {
            let has_text = !texts.is_empty();
            payload.weigh(structured, has_text, &result.structured_pointer());
        }
        if matches!(payload.content, Content::Nothing) {
            payload.take_attachments(&others, &result.pointer);
        }
        payload
    }

    /// Where nothing else is there, what was to stand beside the payload is the payload.
    fn take_attachments(&mut self, blocks: &[Placed<'_>], pointer: &Pointer) {
        let origin = |(index, block): &Placed<'_>| Origin::value(Carrier::Block(*index), block.pointer.clone());
        let content = match self.attachments.as_slice() {
            [] => Content::Nothing,
            [one] => Document::of(one).map_or(Content::Nothing, Content::Json),
            many => list_of(many.iter()),
        };
        if matches!(content, Content::Nothing) {
            return;
        }
        self.content = content;
        self.origin = match blocks {
            [one] => origin(one),
            many => Origin::several(pointer.key("content"), many.iter().map(origin).collect()),
        };
        self.attachments.clear();
    }

    /// Takes the data from a resource, where it is the only block beside the texts and no text has data; says so.
    fn take_resource(&mut self, blocks: &[Placed<'_>]) -> Option<()> {
        if matches!(self.content, Content::Json(_)) {
            return None;
        }
        // One among several blocks is one of several things to look at.
        let [(index, block)] = blocks else { return None };
        if block.kind != BlockKind::Resource || !carries_data(block) {
            return None;
        }
        let resource = block.raw.get("resource")?;
        let text = resource.get("text")?.shared_text()?;
        let pointer = block.pointer.key("resource").key("text");
        let mut oddities = Vec::new();
        let Unwrapped { content, said, found } = unwrap_text(&text, false, &pointer, &mut oddities);
        let is_data = match &content {
            Content::Json(_) => true,
            Content::Text(_) => resource.get("mimeType").is_some_and(|mime| mime.to_plain().starts_with("text/csv")),
            Content::Nothing => false,
        };
        if !is_data {
            return None;
        }
        let prose = match std::mem::replace(&mut self.content, content) {
            Content::Text(prose) => Some(prose.as_str().to_owned()).filter(|text| !text.trim().is_empty()),
            _ => None,
        };
        self.said = both(prose, said);
        self.origin = Origin::text(Carrier::Block(*index), pointer.clone(), found);
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
}

/// What is said in one place and in another.
fn both(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => Some(format!("{one}\n{other}")),
        (one, other) => one.or(other),
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

/// A block and its place in the content.
type Placed<'a> = (usize, &'a Block);

/// What the text of one block carries.
fn from_text((index, block): &Placed<'_>, result: &ToolResult) -> Payload {
    let (carrier, pointer) = (Carrier::Block(*index), block.text_pointer());
    let Some(raw) = &block.text else { return Payload::new(Content::Nothing, Origin::value(carrier, pointer)) };
    let Some(text) = raw.shared_text() else {
        let text = || Content::Text(Text::part(raw.text(), raw.span()));
        return Payload::new(Document::of(raw).map_or_else(text, Content::Json), Origin::value(carrier, pointer));
    };
    let mut oddities = Vec::new();
    let Unwrapped { content, said, found } = unwrap_text(&text, result.is_error, &pointer, &mut oddities);
    let origin = Origin::text(carrier, pointer.clone(), found);
    Payload { said, oddities, texts: vec![(pointer, text)], ..Payload::new(content, origin) }
}

/// What the texts of several blocks carry together.
fn from_texts(blocks: &[Placed<'_>], result: &ToolResult) -> Payload {
    let mut oddities = Vec::new();
    let mut sent = Vec::new();
    let mut around = Vec::new();
    let mut contents: Vec<(Piece, Origin)> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let one = from_text(block, result);
        oddities.extend(one.oddities);
        sent.extend(one.texts);
        around.extend(one.said);
        contents.push((Piece::of(one.content), one.origin));
    }
    let together = |parts| Origin::several(result.pointer.key("content"), parts);
    let mut said = None;
    let is_json = |(piece, _): &(Piece, Origin)| matches!(piece, Piece::Json(_));
    let documents = contents.iter().filter(|piece| is_json(piece)).count();
    let (content, origin) = match (contents.len(), documents) {
        (0, _) => (Content::Nothing, Origin::value(Carrier::Result, result.pointer.clone())),
        // Servers that return a list may send each item as a block of its own.
        (count, documents) if count == documents && around.is_empty() => {
            let (values, origins): (Vec<Piece>, Vec<Origin>) = contents.into_iter().unzip();
            let values = values.iter().filter_map(|piece| match piece {
                Piece::Json(raw) => Some(raw),
                Piece::Text(_) | Piece::Nothing => None,
            });
            (list_of(values), together(origins))
        }
        (_, 1) => {
            let texts = contents.iter().filter_map(|(piece, _)| match piece {
                Piece::Text(text) => Some(text.as_str()),
                Piece::Json(_) | Piece::Nothing => None,
            });
            around.push(texts.collect::<Vec<_>>().join("\n"));
            said = Some(around.join("\n")).filter(|text| !text.trim().is_empty());
            let at = contents.iter().position(is_json).unwrap_or_default();
            let (piece, origin) = contents.swap_remove(at);
            (piece.into_content(), origin)
        }
        _ => {
            let texts: Vec<Cow<'_, str>> = blocks.iter().filter_map(|(_, block)| block.to_text()).collect();
            (Content::Text(Text::new(texts.join("\n"))), together(Vec::new()))
        }
    };
    Payload { said, oddities, texts: sent, ..Payload::new(content, origin) }
}

/// What one of several texts carries, without an outline, which takes many times the room of a short one.
enum Piece {
    Json(Raw),
    Text(Text),
    Nothing,
}

impl Piece {
    fn of(content: Content) -> Self {
        match content {
            Content::Json(document) => Self::Json(document.raw),
            Content::Text(text) => Self::Text(text),
            Content::Nothing => Self::Nothing,
        }
    }

    fn into_content(self) -> Content {
        match self {
            Self::Json(raw) => Document::of(&raw).map_or(Content::Nothing, Content::Json),
            Self::Text(text) => Content::Text(text),
            Self::Nothing => Content::Nothing,
        }
    }
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

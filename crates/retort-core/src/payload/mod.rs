//! The payload: what a result carries once it is unwrapped. JSON inside text is found, however it is wrapped, and
//! `structuredContent` is compared with it.

mod document;
mod nested;
mod prose;
mod python;
mod structured;
mod unwrap;

pub use document::Document;
pub use python::python_literal;
pub use structured::Agreement;
pub(crate) use unwrap::{Spelled, spelled};
use unwrap::{Unwrapped, unboxed, unwrap_text};

use std::borrow::Cow;

use crate::json::{Kind, Partial, Raw, Shared, Span, Style, written};
use crate::message::{Block, BlockKind, Body, Message, ResultKind, ResultType, Text, ToolResult};
use crate::oddity::{Oddity, OddityKind};

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
    pub(crate) differing: Option<Partial>,
    /// Resources that it was found in, without their text.
    pub(crate) carriers: Vec<Partial>,
    /// Whether it was found in a result that says of itself that the call failed, inside the one that was sent.
    pub(crate) failed: bool,
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
        let Unwrapped { content, said } = unwrap_text(text, false, "", &mut oddities);
        Self { said, oddities, texts: vec![(String::new(), text.clone())], ..Self::new(content) }.unnested()
    }

    /// Unwraps what a message carries.
    pub(crate) fn of_message(message: &Message) -> Self {
        match &message.body {
            Body::Result(result) => Self::of_one_result(result).unnested(),
            Body::Error(error) => Self::of_raw(&error.raw, "/error"),
            // A string may be a whole message.
            Body::Payload(raw) if raw.kind() == Kind::String => Self::of_raw(raw, "").unnested(),
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

    fn of_one_result(result: &ToolResult) -> Self {
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
        let prose = match std::mem::replace(&mut self.content, content) {
            Content::Text(prose) => Some(prose.as_str().to_owned()).filter(|text| !text.trim().is_empty()),
            _ => None,
        };
        self.said = both(prose, said);
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

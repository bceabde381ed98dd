//! `structuredContent` beside the text of a result: whether they say the same, and which of them is the payload.

use super::{Carrier, Content, Document, Origin, Payload};
use crate::json::{Kind, Partial, Raw, fingerprint};
use crate::message::Text;
use crate::oddity::{Oddity, OddityKind};
use crate::pointer::Pointer;

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
    /// Whether `structuredContent` is the blocks over again.
    fn repeats_attachments(&self, structured: &Raw) -> bool {
        // Some write the members that a block could have as well, as null.
        let print = |block: &Raw| -> Option<Vec<_>> {
            if block.kind() != Kind::Object {
                return Some(vec![(String::new(), fingerprint(block)?)]);
            }
            let told = block.members().filter(|(_, value)| value.kind() != Kind::Null);
            let mut told: Vec<_> =
                told.map(|(key, value)| Some((key.into_owned(), fingerprint(&value)?))).collect::<Option<_>>()?;
            told.sort_by(|one, other| one.0.cmp(&other.0));
            Some(told)
        };
        let same = |value: &Raw| match value.kind() {
            Kind::Array => value.items().map(|item| print(&item)).eq(self.attachments.iter().map(print)),
            _ => matches!(self.attachments.as_slice(), [one] if print(one) == print(value)),
        };
        let known = self.attachments.iter().all(|block| print(block).is_some());
        let has_blocks = !self.attachments.is_empty() && known;
        has_blocks && (same(structured) || only_member(structured).is_some_and(|(_, inner)| same(&inner)))
    }

    /// Takes `structuredContent`, which is at a pointer, into account.
    pub(super) fn weigh(&mut self, structured: &Raw, has_text: bool, pointer: &Pointer) {
        match &self.content {
            Content::Nothing if self.repeats_attachments(structured) => self.agreement = Agreement::Wrapped,
            Content::Nothing => {
                self.agreement = if has_text { Agreement::Prose } else { Agreement::Alone };
                let alone = Self::of_raw(structured, Carrier::Structured, pointer);
                (self.content, self.origin) = (alone.content, alone.origin);
                self.oddities.extend(alone.oddities);
                self.texts.extend(alone.texts);
            }
            Content::Text(text) => self.weigh_text(&text.clone(), structured, pointer),
            Content::Json(document) => {
                self.agreement = match self.repeated(structured) {
                    Some(agreement) => agreement,
                    None => compare(&document.raw, structured),
                };
                if self.agreement != Agreement::Differs {
                    return;
                }
                // A list of one: libraries send its item as the text, and the list beside it.
                if self.is_items_of(structured)
                    && let Some(list) = Document::of(structured)
                {
                    self.agreement = Agreement::Wrapped;
                    self.take_structured(Content::Json(list), pointer);
                    return;
                }
                self.oddities.push(Oddity::new(OddityKind::StructuredContentDiffers, pointer, structured.as_str()));
                self.differing = Some(Partial::whole(structured.clone()));
            }
        }
    }

    fn take_structured(&mut self, content: Content, pointer: &Pointer) {
        self.content = content;
        self.origin = Origin::value(Carrier::Structured, pointer.clone());
    }

    fn weigh_text(&mut self, text: &Text, structured: &Raw, pointer: &Pointer) {
        let text = text.as_str();
        let document = || Document::of(structured).map(Content::Json);
        let says = |raw: &Raw| raw.kind() != Kind::Null && raw.to_plain() == text;
        if says(structured) {
            self.agreement = Agreement::Same;
        } else if let Some((key, _)) = only_member(structured).filter(|(_, inner)| says(inner)) {
            self.agreement = Agreement::Wrapped;
            // A name that says what the text is belongs to the data.
            if !WRAPPER_KEYS.contains(&key.as_str())
                && let Some(content) = document()
            {
                self.take_structured(content, pointer);
            }
        } else if self.is_blocks_of(structured) {
            self.agreement = Agreement::Wrapped;
        } else if let Some(content) = document() {
            let body = body_in(&content, text);
            if let Some(rest) = body.as_ref().and_then(|body| body.described.clone()) {
                // What is told of the text beside it is told of a payload.
                self.agreement = Agreement::Wrapped;
                self.differing = Some(rest);
                return;
            }
            // What only repeats the items of a list, or a member, says nothing about them.
            let is_repeated = body.is_some() || self.is_items_of(structured) || are_lines_of(structured, text);
            self.agreement = if is_repeated { Agreement::Wrapped } else { Agreement::Prose };
            self.said = (!text.trim().is_empty() && !is_repeated).then(|| text.to_owned());
            self.take_structured(content, pointer);
        } else {
            self.agreement = Agreement::Prose;
            self.differing = Some(Partial::whole(structured.clone()));
        }
    }

    /// Whether `structuredContent` repeats the text as the string that it was.
    fn repeated(&self, structured: &Raw) -> Option<Agreement> {
        if self.is_blocks_of(structured) {
            return Some(Agreement::Wrapped);
        }
        let [(_, text)] = self.texts.as_slice() else { return None };
        let says = |raw: &Raw| raw.to_text().is_some_and(|inner| inner == text.as_str());
        if says(structured) {
            return Some(Agreement::Same);
        }
        only_member(structured).is_some_and(|(_, inner)| says(&inner)).then_some(Agreement::Wrapped)
    }

    /// Whether the texts are those of the text blocks that `structuredContent` lists.
    fn is_blocks_of(&self, structured: &Raw) -> bool {
        let is_block = |block: &Raw, text: &str| {
            let mut is_text = false;
            let only_text = block.members().all(|(key, value)| match key.as_ref() {
                "type" => value.to_plain() == "text",
                "text" => {
                    is_text = value.to_text().is_some_and(|said| said == text);
                    is_text
                }
                _ => value.is_blank(),
            });
            only_text && is_text
        };
        self.is_listed_in(structured, is_block)
    }

    /// Whether each text is an item of the list that `structuredContent` is, or holds alone.
    fn is_items_of(&self, structured: &Raw) -> bool {
        self.is_listed_in(structured, |item, text| match item.kind() {
            Kind::Object | Kind::Array => {
                let print = fingerprint(item);
                print.is_some() && Raw::parse(text).is_some_and(|raw| fingerprint(&raw) == print)
            }
            _ => item.to_plain() == text,
        })
    }

    fn is_listed_in(&self, structured: &Raw, fits: impl Fn(&Raw, &str) -> bool) -> bool {
        let Some(list) = list_in(structured) else { return false };
        let mut items = list.items();
        !self.texts.is_empty()
            && self.texts.iter().all(|(_, text)| items.next().is_some_and(|item| fits(&item, text.as_str())))
            && items.next().is_none()
    }
}

/// The list that a value is, or holds alone.
fn list_in(value: &Raw) -> Option<Raw> {
    match value.kind() {
        Kind::Array => Some(value.clone()),
        _ => only_member(value).map(|(_, list)| list).filter(|list| list.kind() == Kind::Array),
    }
}

/// Whether a value is a list, alone or under one key, whose items are the lines of a text.
fn are_lines_of(value: &Raw, text: &str) -> bool {
    let Some(list) = list_in(value) else { return false };
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

/// Names under which an object has the text that it is about.
const BODIES: [&str; 9] = ["text", "content", "result", "output", "value", "body", "markdown", "html", "answer"];
/// Members that make an object the description of a document.
const DESCRIBES: [&str; 4] = ["uri", "mimetype", "contenttype", "mediatype"];

/// An object that has a text as a member.
struct WrappedText {
    /// What else it says, where that only describes the text.
    described: Option<Partial>,
}

/// The member of an object that is the text itself. A `message` is none: it is said about what stands beside it.
fn body_in(content: &Content, text: &str) -> Option<WrappedText> {
    let Content::Json(document) = content else { return None };
    let is_body = |name: &str, value: &Raw| {
        BODIES.contains(&name) && value.to_text().is_some_and(|said| said.trim() == text.trim())
    };
    let (_, node) = document
        .members(None)
        .find(|(_, node)| node.kind == Kind::String && is_body(&node.plain_name, &document.part(node.value)))?;
    let describes = document.members(None).any(|(_, node)| DESCRIBES.contains(&node.plain_name.as_str()))
        && document.members(None).all(|(_, node)| !node.kind.is_container());
    Some(WrappedText { described: describes.then(|| Partial::without(document.raw.clone(), vec![node.hole()])) })
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

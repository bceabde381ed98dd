//! The JSON in a text, however it is wrapped: encoded twice, in a fence, one object a line, in Python's spelling, or with
//! prose around it.

use super::{Content, Document, Found, prose, python};
use std::ops::Range;
use std::sync::Arc;

use crate::envelope::looks_like_envelope;
use crate::failing::reports_failure;
use crate::json::{Kind, Raw, Shared, Span, unescape};
use crate::main_list::main_list;
use crate::message::Text;
use crate::oddity::{Oddity, OddityKind, from_quirks};
use crate::pointer::Pointer;
use crate::tool_name::ToolName;

/// JSON may be wrapped in JSON strings this often.
const LAYERS: usize = 4;

/// What a text carries.
pub(super) struct Unwrapped {
    pub(super) content: Content,
    /// The prose around it.
    pub(super) said: Option<String>,
    /// Where in the text it is.
    pub(super) found: Found,
}

/// Finds the JSON in a text, however it is wrapped; gives the text itself where there is none. What failed says so in its
/// own words: only JSON as such is looked for there.
pub(super) fn unwrap_text(text: &Text, failed: bool, pointer: &Pointer, oddities: &mut Vec<Oddity>) -> Unwrapped {
    let place = |kind, inside: Pointer, value: &str| Oddity::new(kind, pointer, value).within(inside);
    if let Some(document) = document_in(text, LAYERS, pointer, oddities) {
        let start = document.outline.span.start;
        let lexical = from_quirks(&document.outline.quirks, document.raw.text(), start, place);
        // Line ends inside a text are the text's own affair.
        oddities.extend(lexical.into_iter().filter(|oddity| oddity.kind != OddityKind::CarriageReturn));
        let (document, path) = unboxed(document);
        let found = Found { inside: Some(path.unwrap_or_default()), ..found_in(text, &document) };
        return Unwrapped { content: Content::Json(document), said: None, found };
    }
    if !failed
        && let Some(spelled) = spelled(text)
        && spelled.is_plain_to_see()
    {
        oddities.extend(spelled.oddities(pointer, text));
        let is_verbatim = !spelled.is_python;
        let found = Found { bytes: spelled.bytes, is_verbatim, inside: Some(Pointer::root()) };
        return Unwrapped { content: Content::Json(spelled.document), said: spelled.said, found };
    }
    if let Some(inside) = document_in_string(text) {
        oddities.push(Oddity::new(OddityKind::JsonEncodedTwice, pointer, text.as_str().trim()));
        let found = Found { is_verbatim: false, ..Found::whole(text) };
        return Unwrapped { content: Content::Text(inside), said: None, found };
    }
    let content = if text.as_str().is_empty() { Content::Nothing } else { Content::Text(text.clone()) };
    Unwrapped { content, said: None, found: Found::whole(text) }
}

/// Where in a text a document is that was found in it.
fn found_in(text: &Text, document: &Document) -> Found {
    let is_verbatim = Arc::ptr_eq(&text.text, document.raw.text());
    let bytes = if is_verbatim { document.raw.span() } else { trimmed(text).span };
    Found { bytes: bytes.start - text.span.start..bytes.end - text.span.start, is_verbatim, inside: None }
}

/// JSON that a text holds in another way than JSON is sent.
pub(crate) struct Spelled {
    pub(crate) document: Document,
    /// The prose around it.
    pub(crate) said: Option<String>,
    /// Whether it is written as Python writes it.
    pub(super) is_python: bool,
    /// Whether it stands in a fence.
    pub(super) in_fence: bool,
    /// The bytes of the text that stand for it.
    pub(super) bytes: Range<usize>,
}

impl Spelled {
    /// Whether nobody would take it for a text that happens to hold a value: it is all there is, holds rows, or reports a
    /// failure.
    pub(super) fn is_plain_to_see(&self) -> bool {
        let document = &self.document;
        if document.outline.kind == Kind::Array || self.is_python && self.said.is_none() {
            return true;
        }
        let has_rows = || {
            let list = main_list(document, &ToolName::default()).and_then(|found| found.of(document));
            list.is_some_and(|list| list.rows > 0 && (list.of_objects() || list.equal_width().is_some()))
        };
        has_rows() || self.said.is_none() && reports_failure(document)
    }

    /// What is odd about it, in the text at a pointer.
    pub(crate) fn oddities(&self, pointer: &Pointer, text: &Text) -> Vec<Oddity> {
        let python = self.is_python.then_some(OddityKind::PythonLiteral);
        let prose = self.said.as_ref().map(|_| OddityKind::JsonAmongProse);
        let fence = self.in_fence.then_some(OddityKind::JsonInFence);
        let kinds = python.into_iter().chain(prose).chain(fence);
        kinds.map(|kind| Oddity::new(kind, pointer, text.as_str().trim())).collect()
    }
}

/// The value that a text holds in Python's spelling, with prose around it, or both.
pub(crate) fn spelled(text: &Text) -> Option<Spelled> {
    let trimmed = trimmed(text);
    let content = trimmed.as_str();
    if content.starts_with(['[', '(', '{'])
        && let Some((json, end)) = python::literal(content)
        && end == content.len()
    {
        let document = of_json(json)?;
        let is_rows = content.starts_with('[') || !content.starts_with('(') || document.outline.holds_containers();
        let start = trimmed.span.start - text.span.start;
        let bytes = start..start + end;
        return is_rows.then_some(Spelled { document, said: None, is_python: true, in_fence: false, bytes });
    }
    let mut spelled = prose::split(&trimmed)?;
    let before = trimmed.span.start - text.span.start;
    spelled.bytes = spelled.bytes.start + before..spelled.bytes.end + before;
    Some(spelled)
}

fn of_json(json: String) -> Option<Document> {
    let span = Span { start: 0, end: json.len() };
    Document::within(&Shared::new(json), span).ok()
}

/// n8n puts what an agent answers under `output`, in a list of items: one of those is what the agent answered. Gives the way
/// to it as well.
pub(super) fn unboxed(document: Document) -> (Document, Option<Pointer>) {
    let only_output = |document: &Document| {
        let mut members = document.members(None);
        match (members.next(), members.next()) {
            (Some((_, node)), None) if node.name == "output" && node.kind == Kind::Object => {
                Document::of(&document.part(node.value)).filter(looks_like_envelope)
            }
            _ => None,
        }
    };
    let boxed = match document.outline.root.and_then(|list| document.outline.lists.get(list)) {
        // Only a short look: the one column of the one row says what it is.
        Some(list) if list.rows == 1 && list.columns.len() == 1 => {
            let item = document.raw.items().next();
            let inner = item.and_then(|item| Document::of(&item)).and_then(|item| only_output(&item));
            inner.map(|inner| (inner, Some(Pointer::root().index(0).key("output"))))
        }
        Some(_) => None,
        None => only_output(&document).map(|inner| (inner, Some(Pointer::root().key("output")))),
    };
    boxed.unwrap_or((document, None))
}

fn document_in(text: &Text, layers: usize, pointer: &Pointer, oddities: &mut Vec<Oddity>) -> Option<Document> {
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

/// The text that a JSON string stands for, where that is a document of several lines or a page. A word in quotes may be
/// meant with them.
fn document_in_string(text: &Text) -> Option<Text> {
    let trimmed = trimmed(text);
    let content = trimmed.as_str();
    let inside = content.strip_prefix('"')?.strip_suffix('"')?;
    let is_document = inside.contains("\\n") || inside.trim_start().starts_with('<') && inside.ends_with('>');
    let raw = is_document.then(|| Raw::parse(content)).flatten().filter(|raw| raw.kind() == Kind::String)?;
    raw.to_text().map(|text| Text::new(text.into_owned()))
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
    let start = "```".len() + mark.len() + 1;
    (is_json_mark(mark) && !inside.contains("```")).then(|| Span { start, end: start + inside.len() })
}

/// Whether JSON may stand in a fence behind this mark.
pub(super) fn is_json_mark(mark: &str) -> bool {
    ["", "json", "json5", "jsonc"].iter().any(|name| mark.trim().eq_ignore_ascii_case(name))
}

/// Lines that are each one JSON object, as one list of them.
fn json_lines(text: &str) -> Option<Document> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    if lines().nth(1).is_none() || !lines().all(|line| line.starts_with('{') && line.ends_with('}')) {
        return None;
    }
    let mut list = String::with_capacity(text.len() + 2);
    for line in lines() {
        list.push(if list.is_empty() { '[' } else { ',' });
        list.push_str(line);
    }
    list.push(']');
    of_json(list)
}

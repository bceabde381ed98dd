//! Responses of several parts: blocks beside the payload, the contents of resources, the messages of a prompt.

use retort_core::{BlockKind, Body, Envelope, Format, Interpretation, Kind, Message, Raw, Status, read_payload};

use super::frame::is_block_mark;
use super::frame::is_mark;
use super::{Card, Frame, Media, Part, PartBody, View, body_of_piece, body_of_text, named};

/// The view of what reading a resource or getting a prompt gives; `None` for anything else.
pub(super) fn of_contents(message: &Message, envelope: &Envelope, format: Format) -> Option<View> {
    let Body::Result(result) = &message.body else { return None };
    let list = |key: &str| result.raw.get(key).filter(|list| list.kind() == Kind::Array);
    let is_binary = |raw: &Raw| Media::of(raw).is_some();
    let (key, parts): (&str, Vec<Part>) = if !result.blocks.is_empty() {
        // Nobody reads base64, so a result of nothing else is shown block by block.
        let only_media = result.structured.is_none() && result.blocks.iter().all(|block| is_binary(&block.raw));
        if !only_media {
            return None;
        }
        ("content", result.blocks.iter().map(|block| of_block(&block.raw)).collect())
    } else if let Some(contents) = list("contents") {
        ("contents", contents.items().map(|content| of_block(&content)).collect())
    } else {
        ("messages", list("messages")?.items().flat_map(|message| of_message(&message)).collect())
    };
    let mut frame = Frame::of(envelope);
    let others = result.raw.members().filter(|(name, value)| name != key && name != "isError" && !is_mark(name, value));
    frame.beside = others.map(named).collect();
    if key == "contents"
        && frame.beside.is_empty()
        && let Some(view) = of_one(&list(key)?, &parts)
    {
        return Some(view);
    }
    // What a prompt is for is read before it.
    let is_about = |(name, value): &(String, Raw)| key == "messages" && name == "description" && !value.is_blank();
    let about = frame.beside.iter().position(is_about).map(|at| frame.beside.remove(at).1.to_plain().into_owned());
    (frame.counts, frame.status, frame.message) = (None, None, about);
    if envelope.error().is_some() {
        frame.status = Some(Status::Error);
    }
    let parts = if parts.is_empty() { vec![Part::new(PartBody::Nothing)] } else { parts };
    Some(View {
        tool: envelope.tool_name.clone().filter(|name| !name.is_empty()),
        name: None,
        format,
        frame,
        parts,
        failed: envelope.error().is_some(),
        unfit: None,
        pointer: None,
    })
}

/// The view of a resource that is JSON: its rows, and how many there are, as if a tool had given it.
fn of_one(contents: &Raw, parts: &[Part]) -> Option<View> {
    let [Part { label, body: PartBody::Tree(value) }] = parts else { return None };
    let only = contents.items().next()?;
    // Else it is not what the resource says, but the resource.
    let text = only.get("text").and_then(|text| text.to_text().map(String::from)).filter(|_| label.is_some())?;
    let mut view = View::of(&Interpretation::from(read_payload(text)), None);
    let is_of_rows = matches!(view.parts.as_slice(), [Part { body: PartBody::Table(_) | PartBody::Cards(_), .. }]);
    if view.failed || !is_of_rows || value.kind() != Kind::Object {
        return None;
    }
    view.parts.iter_mut().for_each(|part| part.label = part.label.take().or_else(|| label.clone()));
    Some(view)
}

/// What a message of a prompt says, each part under the name of who says it.
fn of_message(message: &Raw) -> Vec<Part> {
    if let Some(text) = message.to_text() {
        return vec![Part::new(body_of_text(&text))];
    }
    let content = message.get("content").filter(|content| content.kind() != Kind::Null);
    let blocks: Vec<Raw> = match content {
        Some(content) if content.kind() == Kind::Array => content.items().collect(),
        Some(content) => vec![content],
        None => return vec![Part::new(PartBody::Tree(message.clone()))],
    };
    let role = message.get("role").map_or_else(|| "somebody".to_owned(), |role| role.to_plain().into_owned());
    let others: Vec<(String, Raw)> =
        message.members().filter(|(key, _)| key != "role" && key != "content").map(named).collect();
    let mut parts: Vec<Part> = blocks.iter().map(of_block).collect();
    for part in &mut parts {
        part.label = Some(match part.label.take() {
            Some(label) => format!("{role}: {label}"),
            None => role.clone(),
        });
    }
    parts.extend(others.into_iter().map(|(key, value)| Part { label: Some(key), body: PartBody::Tree(value) }));
    parts
}

/// What blocks of text say beside their text.
pub(super) fn beside_texts(message: &Message) -> Vec<(String, Raw)> {
    let Body::Result(result) = &message.body else { return Vec::new() };
    let texts = result
        .blocks
        .iter()
        .filter(|block| block.text.is_some() && matches!(block.kind, BlockKind::Text | BlockKind::Other(_)));
    let mut beside = Vec::new();
    for block in texts {
        let is_told = |key: &str, value: &Raw| match key {
            "type" => value.to_text().is_some_and(|name| name == "text"),
            "text" => block.text.as_ref().is_some_and(|text| text.is_same(value)),
            _ => is_block_mark(key, value),
        };
        beside.extend(block.raw.members().filter(|(key, value)| !is_told(key, value)).map(named));
    }
    beside
}

/// A block, or the contents of a resource.
pub(super) fn of_block(block: &Raw) -> Part {
    if let Some(text) = block.to_text() {
        return Part::new(body_of_piece(&text));
    }
    let inner = block.get("resource").filter(|inner| inner.kind() == Kind::Object);
    let holder = inner.as_ref().unwrap_or(block);
    let text_at = |key: &str| holder.get(key).and_then(|value| value.to_text().map(String::from));
    if let Some(media) = Media::of(block) {
        let label = media.name.clone();
        return Part { label, body: PartBody::Media(media) };
    }
    let is_link = block.get("type").is_some_and(|kind| kind.to_plain() == "resource_link");
    let name = text_at("uri").or_else(|| text_at("name"));
    let label = name.map(|name| match text_at("mimeType") {
        Some(mime) => format!("{name} ({mime})"),
        None => name,
    });
    let known = ["type", "text", "uri", "name", "mimeType", "resource"];
    let says_more = block
        .members()
        .chain(inner.iter().flat_map(Raw::members))
        .any(|(key, value)| !known.contains(&&*key) && !is_block_mark(&key, &value) && value.kind() != Kind::Null);
    match text_at("text") {
        Some(text) if !says_more => Part { label, body: body_of_piece(&text) },
        None if is_link => Part::new(PartBody::Cards(vec![Card::of_resource(block)])),
        _ => Part::new(PartBody::Tree(block.clone())),
    }
}

//! A result inside a result: some servers write the whole of one as text, and their library puts another around it. What
//! the inner one carries is the payload then, and its flag counts.

use super::{Content, Document, Payload, both};
use crate::json::{Kind, Raw};
use crate::message::{Body, ToolResult};
use crate::oddity::{Oddity, OddityKind};
use crate::pointer::Pointer;

/// Results may stand in each other this often.
const LAYERS: usize = 4;

impl Payload {
    /// What the innermost result carries.
    pub(super) fn unnested(mut self) -> Self {
        for _ in 0..LAYERS {
            let Content::Json(document) = &self.content else { break };
            let Some((result, path)) = result_in(document) else { break };
            let place = self.texts.first().map(|(pointer, _)| pointer.clone()).unwrap_or_default();
            let oddity = Oddity::new(OddityKind::NestedResult, &place, document.raw.as_str());
            let inner = Self::of_one_result(&result);
            self.failed |= result.is_error;
            self.content = inner.content;
            self.origin = inner.origin.below(&self.origin, &path);
            self.said = both(self.said, inner.said);
            self.attachments.extend(inner.attachments);
            self.differing = self.differing.or(inner.differing);
            self.carriers.extend(inner.carriers);
            self.oddities.push(oddity);
            // Where these stand is told of a text inside the text.
            self.oddities.extend(inner.oddities.into_iter().map(|oddity| oddity.below(&place)));
        }
        self
    }
}

/// The result that a document is and nothing else: blocks, alone or with a flag and structured content beside them, as they
/// stand or as the `result` of a message; and where in the document it is.
fn result_in(document: &Document) -> Option<(ToolResult, Pointer)> {
    // The outline tells at once of most values that they are none, however long they are.
    const MEMBERS: [&str; 8] = ["content", "isError", "structuredContent", "_meta", "meta", "jsonrpc", "id", "result"];
    if !document.members(None).all(|(_, node)| MEMBERS.contains(&node.name.as_str())) {
        return None;
    }
    let answered = document.members(None).find(|(_, node)| node.name == "result" && node.kind == Kind::Object);
    let is_message =
        || document.members(None).all(|(_, node)| matches!(node.name.as_str(), "jsonrpc" | "id" | "result"));
    let (raw, path) = match answered {
        Some((_, node)) if is_message() => (document.part(node.value), Pointer::root().key("result")),
        _ => (document.raw.clone(), Pointer::root()),
    };
    let are_blocks = |list: &Raw| list.items().next().is_some() && list.items().all(|item| is_block(&item));
    let is_result = match raw.kind() {
        Kind::Array => are_blocks(&raw),
        _ => {
            raw.get("content").is_some()
                && raw.members().all(|(key, value)| match key.as_ref() {
                    "content" => value.kind() == Kind::Array && are_blocks(&value),
                    "isError" => value.kind() == Kind::Bool,
                    "structuredContent" => matches!(value.kind(), Kind::Object | Kind::Null),
                    "_meta" | "meta" => value.is_blank(),
                    _ => false,
                })
        }
    };
    if !is_result {
        return None;
    }
    match crate::read_result(&raw).body {
        Body::Result(result) => Some((result, path)),
        _ => None,
    }
}

/// Whether a value is a block that says nothing beside what a payload keeps of it.
fn is_block(item: &Raw) -> bool {
    let kind = item.get("type").and_then(|kind| kind.to_text().map(String::from));
    match kind.as_deref() {
        Some("text") => {
            item.get("text").is_some_and(|text| text.kind() == Kind::String)
                && item.members().all(|(key, value)| matches!(key.as_ref(), "type" | "text") || value.is_blank())
        }
        Some("image" | "audio") => item.get("data").is_some() && item.get("mimeType").is_some(),
        Some("resource") => item.get("resource").is_some(),
        Some("resource_link") => item.get("uri").is_some(),
        _ => false,
    }
}

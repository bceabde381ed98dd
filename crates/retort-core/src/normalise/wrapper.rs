//! What a payload says about itself, rather than about its subject: status, message, and an object that only
//! stands around the answer.

use crate::envelope::Status;
use crate::json::{Hole, Kind};
use crate::main_list::stands_beside;
use crate::outline::Node;
use crate::payload::Document;

/// What was lifted out of a payload.
#[derive(Default)]
pub(super) struct Lifted {
    pub(super) status: Option<Status>,
    pub(super) message: Option<String>,
    /// The keys of what was lifted.
    pub(super) holes: Vec<Hole>,
}

/// Lifts the status, and the message where it is the payload's own (`speaks` for it: the payload reports a deed or
/// wraps a list).
pub(super) fn lift(document: &Document, speaks: bool) -> Lifted {
    let mut lifted = Lifted::default();
    let mut says_status = false;
    for (_, node) in document.members(None) {
        let value = document.part(node.value);
        let status = match node.name.as_str() {
            "status" => {
                says_status |= node.kind == Kind::String;
                value.to_text().and_then(|name| Status::named(&name))
            }
            "success" | "ok" if value.says(true) => Some(Status::Success),
            _ => None,
        };
        if let Some(status) = status
            && lifted.status.is_none_or(|known| known == status)
        {
            lifted.status = Some(status);
            lifted.holes.push(node.hole());
        }
    }
    let partial =
        document.members(None).find(|(_, node)| node.name == "partial" && document.part(node.value).says(true));
    if let (Some(Status::Success), Some((_, node))) = (lifted.status, partial) {
        lifted.status = Some(Status::Partial);
        lifted.holes.push(node.hole());
    }
    let has_identity = document.members(None).any(|(_, node)| matches!(node.name.as_str(), "id" | "_id" | "sha"));
    if speaks || lifted.status.is_some() || says_status && !has_identity {
        lift_message(document, &mut lifted);
    }
    lifted
}

fn lift_message(document: &Document, lifted: &mut Lifted) {
    let said = document
        .members(None)
        .find(|(_, node)| node.kind == Kind::String && matches!(node.name.as_str(), "message" | "msg"));
    if let Some((_, node)) = said
        && let Some(text) = document.part(node.value).to_text()
    {
        lifted.message = Some(text.into_owned());
        lifted.holes.push(node.hole());
    }
}

/// The object that holds the answer, where everything beside it only stands around it.
pub(super) fn inner(document: &Document) -> Option<&Node> {
    let is_inner = |node: &Node| {
        node.kind == Kind::Object && matches!(node.name.as_str(), "data" | "result" | "response" | "payload")
    };
    let (_, found) = document.members(None).find(|(_, node)| is_inner(node))?;
    let only_stands_around =
        document.members(None).all(|(_, node)| node.hole() == found.hole() || stands_beside(&node.plain_name));
    (only_stands_around && !document.outline.more).then_some(found)
}

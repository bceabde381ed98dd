//! `bare-payload`: a result holds its payload as blocks under `content`.

use retort_core::OddityKind;

use super::repair;
use crate::repair::{Edits, Fix, object};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES001",
    name: "bare-payload",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Omni, Profile::Feathers],
    summary: "A result holds its payload as blocks under `content`.",
    why: "Clients read `content` and nothing else: what stands bare in `result` reaches neither the model nor the \
          person, and strict clients refuse the whole answer.",
    remedy: "Put the payload into a text block: `{\"content\": [{\"type\": \"text\", \"text\": \"…\"}]}`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"temperature": 22.5}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The temperature is 22.5 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::BarePayload),
    fix: Some(Fix::safe(wrap).uncovering()),
    ..Rule::COMMON
};

/// Puts blocks into a result, and anything else into a block.
fn wrap(edits: &mut Edits, pointer: &str) {
    let Some(place) = edits.get(pointer).filter(|place| place.get("content").is_none()) else { return };
    if repair::holds_blocks(&place) {
        edits.wrap(pointer, "{\"content\":", "}");
    } else {
        edits.replace(pointer, object(&[("content", &repair::in_list(&place))]));
    }
}

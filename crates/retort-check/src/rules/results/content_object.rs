//! `content-object`: `content` is an array of blocks, also when there is only one.

use retort_core::{Kind, OddityKind};

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES005",
    name: "content-object",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    summary: "`content` is an array of blocks, also when there is only one.",
    why: "Clients iterate over `content`. One block in the place of a list is refused by strict clients and is empty \
          to lenient ones.",
    remedy: "Put the block into an array.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": {"type": "text", "text": "It is 22 degrees."}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::ContentObject),
    fix: Some(Fix::safe(|edits, pointer| {
        let Some(content) = edits.get(pointer).filter(|content| content.kind() == Kind::Object) else { return };
        if content.get("type").is_some() || content.get("text").is_some() {
            edits.wrap(pointer, "[", "]");
        } else {
            // Beside `structuredContent` it may be the same data, or other data.
            let result = pointer.trim_end_matches("/content");
            if edits.get(&format!("{result}/structuredContent")).is_some() {
                edits.guess();
            }
            edits.replace(pointer, repair::in_list(&content));
        }
    })),
    ..Rule::COMMON
};

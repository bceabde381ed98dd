//! `block-type-case`: the `type` of a block is written in small letters.

use retort_core::{Kind, OddityKind};

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES012",
    name: "block-type-case",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    summary: "The `type` of a block is written in small letters.",
    why: "Clients compare `type` letter by letter, so that `Text` is an unknown block to them and the result is lost.",
    remedy: "Write `text`, `image`, `audio`, `resource` or `resource_link`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "Text", "text": "It is 22 degrees."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::BlockTypeCase),
    fix: Some(Fix::safe(|edits, pointer| {
        // A text block without a text is shown as it is, with its type.
        let text = edits.get(&format!("{}/text", pointer.trim_end_matches("/type")));
        if text.is_some_and(|text| text.kind() == Kind::Null) {
            edits.guess();
        }
        edits.rewrite(pointer, |kind| Some(kind.trim().to_ascii_lowercase()));
    })),
    ..Rule::COMMON
};

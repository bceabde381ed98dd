//! `block-not-object`: a block is an object, not a number, an array or null.

use retort_core::{Kind, OddityKind};

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES009",
    name: "block-not-object",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    summary: "A block is an object, not a number, an array or null.",
    why: "Strict clients refuse the whole result because of one block that is not an object.",
    remedy: "Write the value into a text block, or leave it away where it says nothing.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [22.5]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::BlockNotObject),
    fix: Some(
        Fix::safe(|edits, pointer| match edits.get(pointer) {
            Some(block) if block.kind() == Kind::Null => {
                edits.guess_unless_alone(pointer);
                edits.remove(pointer);
            }
            _ => repair::make_block(edits, pointer),
        })
        .uncovering(),
    ),
    ..Rule::COMMON
};

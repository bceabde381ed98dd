//! `content-object`: `content` is an array of blocks, also when there is only one.

use retort_core::OddityKind;

use super::repair;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RES005",
    name: "content-object",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    revisions: ALWAYS,
    summary: "`content` is an array of blocks, also when there is only one.",
    why: "Clients iterate over `content`. One block in the place of a list is refused by strict clients and is empty \
          to lenient ones.",
    remedy: "Put the block into an array.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": {"type": "text", "text": "It is 22 degrees."}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::ContentObject),
    fix: Some(|message, pointer| {
        if let Some(content) = message.at(pointer).filter(|content| content.to_json().starts_with('{')) {
            let looks_like_block = repair::members(content).iter().any(|(key, _)| key == "type" || key == "text");
            *content = if looks_like_block { Tree::Array(vec![content.clone()]) } else { repair::in_list(content) };
        }
    }),
};

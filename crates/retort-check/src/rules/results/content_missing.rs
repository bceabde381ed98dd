//! `content-missing`: a result has `content`.

use retort_core::OddityKind;

use super::repair;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RES003",
    name: "content-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    revisions: ALWAYS,
    summary: "A result has `content`.",
    why: "The schema requires `content`, also when there is nothing to say. Clients that check answers against it \
          refuse the result and report a failed call.",
    remedy: "Send `\"content\": []`, or better a block that says what was done.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"isError": false}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The note is saved."}], "isError": false}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::ContentMissing),
    fix: Some(|message, pointer| {
        if message.at(pointer).is_some_and(|result| !repair::is_result(result)) {
            message.set(pointer, "content", Tree::Array(Vec::new()));
        }
    }),
};

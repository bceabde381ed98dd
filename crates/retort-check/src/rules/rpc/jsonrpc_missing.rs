//! `jsonrpc-missing`: every message names the version of JSON-RPC.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RPC001",
    name: "jsonrpc-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: ALWAYS,
    summary: "A message has the member `jsonrpc`.",
    why: "Strict clients tell JSON-RPC 2.0 from its predecessor by this member and drop a message without it; the \
          call then waits for an answer that has already come.",
    remedy: "Add `\"jsonrpc\": \"2.0\"` to every message that the server sends.",
    bad: r#"{"id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::JsonrpcMissing),
    fix: Some(|message, pointer| {
        if let Some(members) = message.members().filter(|_| pointer.is_empty()) {
            members.insert(0, ("jsonrpc".to_owned(), Tree::string("2.0")));
        }
    }),
};

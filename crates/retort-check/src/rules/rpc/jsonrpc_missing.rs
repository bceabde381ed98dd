//! `jsonrpc-missing`: every message names the version of JSON-RPC.

use retort_core::OddityKind;

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC001",
    name: "jsonrpc-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "A message has the member `jsonrpc`.",
    why: "Strict clients tell JSON-RPC 2.0 from its predecessor by this member and drop a message without it; the \
          call then waits for an answer that has already come.",
    remedy: "Add `\"jsonrpc\": \"2.0\"` to every message that the server sends.",
    bad: r#"{"id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::JsonrpcMissing),
    fix: Some(Fix::safe(|edits, pointer| {
        if pointer.is_empty() {
            edits.put_first(pointer, "jsonrpc", "\"2.0\"");
        }
    })),
    ..Rule::COMMON
};

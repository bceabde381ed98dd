//! `jsonrpc-wrong`: the version of JSON-RPC is 2.0.

use retort_core::OddityKind;

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC021",
    name: "jsonrpc-wrong",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "The member `jsonrpc` is the string \"2.0\".",
    why: "Strict clients drop a message of another version; the number 2.0 is another value than the string \"2.0\".",
    remedy: "Write `\"jsonrpc\": \"2.0\"`, as a string.",
    bad: r#"{"jsonrpc": 2.0, "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::JsonrpcWrong),
    fix: Some(Fix::safe(|edits, pointer| {
        if pointer == "/jsonrpc" {
            edits.replace(pointer, "\"2.0\"");
        }
    })),
    ..Rule::COMMON
};

//! `nested-message`: a result is no message.

use retort_core::{Kind, OddityKind};

use crate::repair::{Edits, Fix};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC035",
    name: "nested-message",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The result of an answer is not a whole message again.",
    why: "Clients find none of the members of a result, so the content is lost. A proxy that wraps what it should \
          pass on is the usual reason.",
    remedy: "Take `result` or `error` out of the inner message and send that.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::NestedMessage),
    fix: Some(Fix::safe(unwrapped).uncovering()),
    ..Rule::COMMON
};

/// What the inner message says takes the place of the message itself.
fn unwrapped(edits: &mut Edits, pointer: &str) {
    let Some(inner) = edits.get(pointer).filter(|_| pointer == "/result") else { return };
    let error = inner.get("error").filter(|error| error.kind() != Kind::Null);
    match (inner.get("result"), error) {
        (Some(result), None) if result.kind() != Kind::Null => edits.unwrap(pointer, "/result/result"),
        (result, Some(_)) if result.as_ref().is_none_or(|result| result.kind() == Kind::Null) => {
            edits.rename(pointer, "error");
            edits.unwrap(pointer, "/result/error");
        }
        (Some(_), _) => {
            edits.guess();
            edits.unwrap(pointer, "/result/result");
        }
        (None, _) => {}
    }
}

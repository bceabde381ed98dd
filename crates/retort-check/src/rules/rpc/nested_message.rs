//! `nested-message`: a result is no message.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RPC035",
    name: "nested-message",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "The result of an answer is not a whole message again.",
    why: "Clients find none of the members of a result, so the content is lost. A proxy that wraps what it should \
          pass on is the usual reason.",
    remedy: "Take `result` or `error` out of the inner message and send that.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::NestedMessage),
    fix: Some(unwrapped),
};

/// What the inner message says takes the place of the message itself.
fn unwrapped(message: &mut Tree, pointer: &str) {
    let Some(inner) = message.at(pointer).and_then(Tree::members).filter(|_| pointer == "/result") else { return };
    let mut taken = |key: &str| Some(inner.swap_remove(inner.iter().position(|(name, _)| name == key)?).1);
    let error = taken("error").filter(|error| error.to_json() != "null");
    match taken("result") {
        Some(result) => message.replace(pointer, result),
        None if error.is_some() => message.remove(pointer),
        None => {}
    }
    if let Some(error) = error {
        message.set("", "error", error);
    }
}

//! `error-code-not-integer`: the code of an error is a whole number.

use retort_core::{OddityKind, Raw};

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RPC033",
    name: "error-code-not-integer",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: ALWAYS,
    summary: "The code of an error is a whole number.",
    why: "Error codes must be integers: strict clients drop the error, others cannot tell what it means.",
    remedy: "Send the number of the code, and a name such as `NOT_FOUND` in `error.data`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": "-32602", "message": "Unknown tool: greet"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::ErrorCodeNotInteger),
    fix: Some(repaired),
};

/// The number that the code was written as; any other code moves to the data, and the one for any failure takes its
/// place.
fn repaired(message: &mut Tree, pointer: &str) {
    let Some(code) = message.at(pointer) else { return };
    let sent = code.to_json();
    let plain = Raw::parse(sent.as_str()).map(|raw| raw.to_plain().trim().to_owned()).unwrap_or_default();
    if let Ok(number) = plain.strip_suffix(".0").unwrap_or(&plain).parse::<i64>() {
        *code = Tree::Json(number.to_string());
        return;
    }
    *code = Tree::Json("-32603".to_owned());
    let error = pointer.trim_end_matches("/code");
    let Some(members) = message.at(error).and_then(Tree::members) else { return };
    match members.iter_mut().find(|(name, _)| name == "data") {
        None => members.push(("data".to_owned(), Tree::Object(vec![("code".to_owned(), Tree::Json(sent))]))),
        Some((_, data)) => {
            if let Some(inside) = data.members().filter(|inside| inside.iter().all(|(name, _)| name != "code")) {
                inside.push(("code".to_owned(), Tree::Json(sent)));
            }
        }
    }
}

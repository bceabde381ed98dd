//! `meta-key-reserved`: a key in `_meta` does not use a prefix that is kept for the protocol.

use retort_core::Revision;

use super::meta;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES047",
    name: "meta-key-reserved",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "A key in `_meta` does not use a prefix that is kept for the protocol.",
    why: "Prefixes such as `mcp.dev/` are reserved: a later revision may give the key a meaning that clients then act \
          on.",
    remedy: "Use a domain of your own: `example.com/requestId`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "_meta": {"mcp.dev/requestId": "a1"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "_meta": {"example.com/requestId": "a1"}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    meta::each_key(call, |pointer, key| {
        let Some((prefix, _)) = key.rsplit_once('/') else { return };
        if is_reserved(prefix) {
            findings.add(pointer, format!("`{}/` is kept for the protocol", shortened(prefix)));
        }
    });
}

/// Whether the label before the last or after the first is the protocol's, as different revisions have it. What the
/// protocol itself defines stands under `io.modelcontextprotocol`.
fn is_reserved(prefix: &str) -> bool {
    let is_own = |label: &str| matches!(label, "modelcontextprotocol" | "mcp");
    let labels: Vec<&str> = prefix.split('.').collect();
    let second = labels.get(1).is_some_and(|label| is_own(label));
    let before_last = labels.len() > 1 && labels.iter().rev().nth(1).is_some_and(|label| is_own(label));
    (second || before_last) && prefix != "io.modelcontextprotocol"
}

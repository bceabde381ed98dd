//! `error-prefix-repeated`: the message of an error says once that it is one.

use super::words;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR015",
    name: "error-prefix-repeated",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "The message of an error says once that it is one.",
    why: "A prefix that each layer adds again pushes what went wrong out of the first line, where people and \
          models look for it.",
    remedy: "Let one layer add the prefix: raise with the plain message and leave the rest to the framework.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Error: the city Atlantis is not known."}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: the city Atlantis is not known."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pointer, text)) = call.failure() else { return };
    if let Some(prefix) = words::repeated_prefix(text) {
        findings.add(pointer, format!("the message starts twice with `{}:`", shortened(prefix)));
    }
}

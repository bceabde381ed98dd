//! `script-links`: no link in a text runs a script.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SAF008",
    name: "script-links",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "No link in a text runs a script.",
    why: "Whoever follows the link runs what stands behind the colon, in the client's own page.",
    remedy: "Let through `https:`, `http:` and `mailto:`, and nothing else.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[Open the report](javascript:fetch('/token'))"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[Open the report](https://reports.example.com/7)"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::ScriptLink, findings, |mark| format!("{} stands at byte {}", mark.what, mark.at));
}

//! `secret-in-result`: no text of a result holds a secret.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR010",
    name: "secret-in-result",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "No text of a result holds a secret.",
    why: "Whatever a result says is read by a model, kept in transcripts and logs, and may be sent on in the \
          next call. A key that was in there once has to be taken for stolen.",
    remedy: "Take secrets out before the text leaves the server: out of messages of libraries too, which like to \
          repeat the address that they could not reach. Then replace the secret.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Could not connect to postgres://app:b4Kx92-Lq@db.internal:5432/shop; the server refused."}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Could not connect to the database of the shop; the server refused."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::Secret, findings, |mark| format!("{} stands at byte {}", mark.what, mark.at));
}

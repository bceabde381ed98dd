//! `file-links`: no link in a text leads to a file of somebody's machine.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SAF009",
    name: "file-links",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "No link in a text leads to a file of somebody's machine.",
    why: "The file is on the server's machine, and the link opens on the user's: it leads nowhere, or to \
          another file of that name. It also tells how the server's disk is laid out.",
    remedy: "Offer files as resources, with a link of type `resource_link`, or under an `https:` address.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[The log](file:///var/log/app.log)"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The log is the resource `log://app`."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::FileLink, findings, |mark| format!("{} stands at byte {}", mark.what, mark.at));
}

//! `active-html`: HTML in a text runs nothing.

use retort_core::Format;

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SAF007",
    name: "active-html",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "HTML in a text runs nothing.",
    why: "A client that shows HTML or Markdown may run it: with the user's login, beside the user's other \
          data. A page from elsewhere needs no more than one tool that passes it on.",
    remedy: "Convert pages to text or Markdown, or remove scripts, frames and event handlers.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The comment says: nice <img src=\"x.png\" onerror=\"steal()\"> picture"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The comment says: nice picture"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let marks = call.marks();
    // The source of a program is shown, and not run.
    if marks.count(MarkKind::ActiveHtml) > 0 && call.detection().format == Format::Code {
        return;
    }
    call.marks().report(MarkKind::ActiveHtml, findings, |mark| format!("{} stands at byte {}", mark.what, mark.at));
}

//! `tag-characters`: a text holds no hidden text.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SAF005",
    name: "tag-characters",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "A text holds no hidden text.",
    why: "Tag characters and rows of variation selectors spell letters that no screen shows and that a model \
          reads. There is hardly a use for them but to give a model orders behind its user's back.",
    remedy: "Remove them, and find out where they came from. Flags of regions are not meant. This is not repaired \
          by itself: somebody should see it first.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "All good.\udb40\udc73\udb40\udc65\udb40\udc6e\udb40\udc64"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "All good."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::Tag, findings, |mark| format!("{}, stands at byte {}", mark.what, mark.at));
}

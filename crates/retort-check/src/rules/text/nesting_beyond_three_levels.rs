//! `nesting-beyond-three-levels`: objects stand in each other no more than three deep.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT008",
    name: "nesting-beyond-three-levels",
    severity: Severity::Hint,
    profiles: &[Profile::Omni],
    revisions: ALWAYS,
    summary: "Objects stand in each other no more than three deep.",
    why: "The client folds what is deeper, and its reader has to open level after level to find the one value \
          that matters.",
    remedy: "Bring what matters to the top, and leave out levels that hold a single member.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"order\": {\"customer\": {\"address\": {\"city\": \"Oslo\"}}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"order\": {\"customer\": \"Ann\", \"city\": \"Oslo\"}}"}]}}"#,
    source: "Omni, \"Don't use overly nested structures\"",
    check: Check::Call(check),
    fix: None,
};

/// So many objects may stand in each other.
const LEVELS: u32 = 3;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(levels) = call.document().map(retort_core::Document::levels) else { return };
    if levels > LEVELS {
        findings.add_in(call, "", format!("{levels} objects stand in each other"));
    }
}

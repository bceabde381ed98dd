//! `nesting-beyond-three-levels`: objects stand in each other no more than three deep.

use retort_core::{Kind, Raw, Token};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT008",
    name: "nesting-beyond-three-levels",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "Objects and arrays stand in each other no more than three deep.",
    why: "The client folds what is deeper, and its reader has to open level after level to find the one value \
          that matters.",
    remedy: "Bring what matters to the top, and leave out levels that hold a single member.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"order\": {\"customer\": {\"address\": {\"city\": \"Oslo\"}}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"order\": {\"customer\": \"Ann\", \"city\": \"Oslo\"}}"}]}}"#,
    source: "Omni, \"Don't use overly nested structures\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// So many levels a person follows.
const LEVELS: usize = 3;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(document) = call.document() else { return };
    let objects = document.levels();
    if usize::try_from(objects).is_ok_and(|objects| objects > LEVELS) {
        return findings.add_in(call, "", format!("{objects} objects stand in each other"));
    }
    let (both, arrays) = levels(document.raw());
    if both > LEVELS {
        findings.add_in(call, "", format!("{both} objects and arrays stand in each other"));
    } else if arrays > LEVELS {
        findings.add_in(call, "", format!("{arrays} arrays stand in each other"));
    }
}

/// How many levels stand in each other at the deepest place, and how many arrays do without an object between them. The list that
/// an object holds is no level of its own; an array in an array is one.
fn levels(raw: &Raw) -> (usize, usize) {
    let mut open: Vec<Kind> = Vec::new();
    let (mut depth, mut deepest) = (0, 0);
    let (mut run, mut longest) = (0, 0);
    let mut runs: Vec<usize> = Vec::new();
    let counts = |kind: Kind, around: Option<&Kind>| usize::from(kind == Kind::Object || around == Some(&Kind::Array));
    for token in raw.tokens() {
        match token {
            Token::Open(kind) => {
                depth += counts(kind, open.last());
                runs.push(run);
                run = if kind == Kind::Array { run + 1 } else { 0 };
                open.push(kind);
                deepest = depth.max(deepest);
                longest = run.max(longest);
            }
            Token::Close(_) => {
                if let Some(kind) = open.pop() {
                    depth = depth.saturating_sub(counts(kind, open.last()));
                }
                run = runs.pop().unwrap_or_default();
            }
            _ => {}
        }
    }
    (deepest, longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_no_levels_unless_they_stand_in_lists() {
        for (json, expected) in [
            (r#"{"a": {"b": {"c": {"d": 1}}}}"#, (4, 0)),
            (r#"{"status": "success", "data": {"results": [{"a": 1}]}}"#, (3, 1)),
            (r#"{"data": {"rows": [[1, 2]]}}"#, (3, 2)),
            ("[[[[1]]]]", (3, 4)),
            (r#"{"a": {"b": [[[1]]]}}"#, (4, 3)),
            (r#"[{"a": 1}, {"a": 2}]"#, (1, 1)),
            ("[[1], [2]]", (1, 2)),
        ] {
            assert_eq!(levels(&Raw::parse(json).unwrap()), expected, "{json}");
        }
    }
}

//! `rows-with-different-keys`: the rows of a list have the same keys.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT006",
    name: "rows-with-different-keys",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "The rows of a list have the same keys.",
    why: "A list whose rows share few keys is no table. Clients fall back to raw JSON, and a model takes a \
          missing key for a missing thing.",
    remedy: "Give all rows the same keys, with `null` where there is nothing, or send different things as \
          different lists.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"city\": \"Oslo\", \"celsius\": 4}, {\"town\": \"Bergen\", \"fahrenheit\": 45}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"city\": \"Oslo\", \"celsius\": 4}, {\"city\": \"Bergen\", \"celsius\": 7}]"}]}}"#,
    source: "Omni, \"Table not rendering from array\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(document) = call.document() else { return };
    for list in document.lists().filter(|list| list.rows() > 1 && list.of_objects() && !list.shares_keys()) {
        let some: Vec<String> = list
            .columns()
            .filter(|column| column.rows < list.rows())
            .take(3)
            .map(|column| format!("`{}` in {}", column.name, column.rows))
            .collect();
        if !some.is_empty() {
            let message = format!("not all of the {} rows have the same keys: {}", list.rows(), some.join(", "));
            findings.add_in(call, list.pointer(), message);
        }
    }
}

//! `identical-rows`: the rows of a list differ.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SIZ004",
    name: "identical-rows",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "The rows of a list differ.",
    why: "Rows that are the same to the last letter mostly come from a join that multiplied them. They cost \
          tokens, and whoever counts them counts wrong.",
    remedy: "Remove the copies before sending the list, or add what tells the rows apart.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"city\": \"Oslo\", \"celsius\": 4, \"sky\": \"rain\"}, {\"city\": \"Bergen\", \"celsius\": 7, \"sky\": \"rain\"}, {\"city\": \"Oslo\", \"celsius\": 4, \"sky\": \"rain\"}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"city\": \"Oslo\", \"celsius\": 4, \"sky\": \"rain\"}, {\"city\": \"Bergen\", \"celsius\": 7, \"sky\": \"rain\"}]"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// Rows with fewer columns repeat for good reasons.
const FEWEST_COLUMNS: usize = 3;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(document) = call.document() else { return };
    for list in document.lists().filter(|list| list.rows() > 1 && list.of_objects()) {
        if list.columns().nth(FEWEST_COLUMNS - 1).is_none() {
            continue;
        }
        // Rows of the same length come to stand beside each other, and rows that are the same among them.
        let mut rows: Vec<(usize, &str, usize)> =
            list.sample().enumerate().map(|(index, row)| (row.len(), row, index)).collect();
        rows.sort_unstable();
        let mut first = None;
        for pair in rows.windows(2) {
            let [(_, one, at), (_, other, index)] = pair else { continue };
            if one != other {
                first = None;
                continue;
            }
            let first = *first.get_or_insert(*at);
            let message = format!("row {index} is the same as row {first}");
            findings.add_in(call, format!("{}/{index}", list.pointer()), message);
        }
    }
}

//! `mostly-null-rows`: most cells of a table hold something.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SIZ006",
    name: "mostly-null-rows",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "Most cells of a table hold something.",
    why: "A column of `null` costs as much as one that says something, row by row, and hides the columns that \
          do.",
    remedy: "Leave out columns in which nothing stands, or let the caller choose the fields.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"city\": \"Oslo\", \"celsius\": 0, \"fahrenheit\": null, \"kelvin\": null, \"humidity\": null, \"wind\": null}, {\"city\": \"Bergen\", \"celsius\": 1, \"fahrenheit\": null, \"kelvin\": null, \"humidity\": null, \"wind\": null}, {\"city\": \"Hamar\", \"celsius\": 2, \"fahrenheit\": null, \"kelvin\": null, \"humidity\": null, \"wind\": null}, {\"city\": \"Molde\", \"celsius\": 3, \"fahrenheit\": null, \"kelvin\": null, \"humidity\": null, \"wind\": null}, {\"city\": \"Narvik\", \"celsius\": 4, \"fahrenheit\": null, \"kelvin\": null, \"humidity\": null, \"wind\": null}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"city\": \"Oslo\", \"celsius\": 0}, {\"city\": \"Bergen\", \"celsius\": 1}, {\"city\": \"Hamar\", \"celsius\": 2}, {\"city\": \"Molde\", \"celsius\": 3}, {\"city\": \"Narvik\", \"celsius\": 4}]"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    ..Rule::COMMON
};

const FEWEST_ROWS: usize = 5;
const FEWEST_COLUMNS: usize = 4;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(document) = call.document() else { return };
    for list in document.lists().filter(|list| list.rows() >= FEWEST_ROWS && list.of_objects()) {
        let (mut columns, mut nulls) = (0, 0);
        for column in list.columns() {
            columns += 1;
            nulls += column.nulls;
        }
        let cells = columns * list.rows();
        if columns >= FEWEST_COLUMNS && nulls * 2 > cells {
            let message = format!("{nulls} of {cells} cells are `null`");
            findings.add_in(call, list.pointer(), message);
        }
    }
}

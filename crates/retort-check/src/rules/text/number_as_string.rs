//! `number-as-string`: counts and measures are numbers, and not strings.

use retort_core::ColumnType;

use super::names;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT007",
    name: "number-as-string",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "Counts and measures are numbers, and not strings.",
    why: "Strings sort `10` before `9`, cannot be added up, and break a schema that says `integer`.",
    remedy: "Convert counts and measures to numbers before encoding them.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"keyword\": \"docs\", \"clicks\": \"10\"}, {\"keyword\": \"blog\", \"clicks\": \"9\"}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"keyword\": \"docs\", \"clicks\": 10}, {\"keyword\": \"blog\", \"clicks\": 9}]"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(document) = call.document() else { return };
    for list in document.lists().filter(|list| list.rows() > 1 && list.of_objects()) {
        for column in list.columns().filter(|column| column.strings > 0 && column.numbers == column.strings) {
            if column.kind == ColumnType::Text && names::is_of_count(&column.name) {
                let (place, _) =
                    list.first_of(&column.name).unwrap_or_else(|| (list.pointer(), retort_core::Raw::string("")));
                findings.add_in(call, place, format!("`{}` holds numbers as strings", column.name));
            }
        }
    }
}

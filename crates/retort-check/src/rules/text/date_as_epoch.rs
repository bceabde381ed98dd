//! `date-as-epoch`: dates are not told as a number of seconds.

use retort_core::{ColumnType, Kind, Listing};

use super::{cells, names};
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT005",
    name: "date-as-epoch",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "Dates are not told as a number of seconds.",
    why: "Nobody sees what day 1741046400 is. Models compute it and err, and whether it counts seconds or \
          milliseconds is anybody's guess.",
    remedy: "Write dates as ISO 8601 has them; keep the number beside it under another name if programs need it.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"task\": \"Renew the domain\", \"created_at\": 1741046400}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"task\": \"Renew the domain\", \"created_at\": \"2025-03-04T00:00:00Z\"}"}]}}"#,
    source: "Omni, \"Format dates properly\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for (pointer, cells) in cells::of(call).iter().flat_map(|(pointer, cells)| cells.iter().map(move |it| (pointer, it))) {
        let is_epoch = |value: &String| names::is_epoch(value);
        let is_date = !cells.values.is_empty() && names::is_of_date(&cells.name.replace(' ', "_"));
        if let Some(value) = cells.values.first().filter(|_| is_date && cells.values.iter().all(is_epoch)) {
            findings.add(pointer.as_str(), format!("`{}` holds numbers such as {value}", shortened(&cells.name)));
        }
    }
    let Some(document) = call.document() else { return };
    for list in document.lists().filter(Listing::of_objects) {
        let numbers = |kind| matches!(kind, ColumnType::Integer | ColumnType::Number);
        for column in list.columns().filter(|column| numbers(column.kind) && names::is_of_date(&column.name)) {
            if let Some((place, value)) = list.first_of(&column.name)
                && names::is_epoch(value.as_str())
            {
                findings.add_in(call, place, format!("`{}` holds numbers such as {}", column.name, value.as_str()));
            }
        }
    }
    for member in document.near_members().filter(|member| member.kind == Kind::Number && names::is_of_date(member.name))
    {
        if names::is_epoch(member.value) {
            findings.add_in(call, document.pointer_of(&member), format!("`{}` is {}", member.name, member.value));
        }
    }
}

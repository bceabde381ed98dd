//! `date-not-iso-8601`: dates are written as ISO 8601 has them.

use retort_core::{DateForm, Kind, Listing, Raw};

use super::cells;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT004",
    name: "date-not-iso-8601",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "Dates are written as ISO 8601 has them.",
    why: "`03/04/2025` is in March or in April, depending on who reads it. Models guess, tables sort by the \
          day, and `Date.parse` differs from one machine to the next.",
    remedy: "Write dates as `2025-03-04` and times as `2025-03-04T12:00:00Z`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"task\": \"Renew the domain\", \"due_date\": \"03/04/2025\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"task\": \"Renew the domain\", \"due_date\": \"2025-03-04\"}"}]}}"#,
    source: "Omni, \"Format dates properly\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for (pointer, cells) in cells::of(call).iter().flat_map(|(pointer, cells)| cells.iter().map(move |it| (pointer, it))) {
        let is_other = |value: &String| DateForm::of(value) == Some(DateForm::Other);
        if let Some(value) = cells.values.first().filter(|_| cells.values.iter().all(is_other)) {
            findings.add(pointer.as_str(), format!("`{}` holds dates such as {}", shortened(&cells.name), shortened(value)));
        }
    }
    let Some(document) = call.document() else { return };
    for list in document.lists().filter(Listing::of_objects) {
        for column in list.columns().filter(|column| column.strings > 0 && column.other_dates == column.strings) {
            let (place, value) = list
                .first_of(&column.name)
                .map_or_else(Default::default, |(at, value)| (at, value.to_plain().into_owned()));
            findings.add_in(call, place, format!("`{}` holds dates such as {}", column.name, shortened(&value)));
        }
    }
    for member in document.near_members().filter(|member| member.kind == Kind::String) {
        let value = Raw::parse(member.value).map(|value| value.to_plain().into_owned()).unwrap_or_default();
        if DateForm::of(&value) == Some(DateForm::Other) {
            findings.add_in(call, document.pointer_of(&member), format!("`{}` is {}", member.name, shortened(&value)));
        }
    }
}

//! `count-differs`: the count that a list states is the number of its rows.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG001",
    name: "count-differs",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "The count that a list states is the number of its rows.",
    why: "Whoever counts pages by the number that is stated asks for too few or too many of them, and a model \
          that quotes it tells the user something wrong.",
    remedy: "Count the rows that are sent, after filters and permissions have taken theirs away.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"count\": 1, \"total\": 2, \"hasMore\": false}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"count\": 2, \"total\": 2, \"hasMore\": false}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Oddity(OddityKind::CountDiffers),
    fix: None,
};

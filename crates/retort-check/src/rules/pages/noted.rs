//! Rules that report what the reader notes anyway: they look for nothing themselves, so each is a row that says what the
//! oddity means for clients.

use retort_core::OddityKind;

use crate::rule::{Check, Rule, Severity};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "PAG001",
        name: "count-differs",
        severity: Severity::Warning,
        summary: "The count that a list states is the number of its rows.",
        why: "Whoever counts pages by the number that is stated asks for too few or too many of them, and a model \
          that quotes it tells the user something wrong.",
        remedy: "Count the rows that are sent, after filters and permissions have taken theirs away.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"count\": 1, \"total\": 2, \"hasMore\": false}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"count\": 2, \"total\": 2, \"hasMore\": false}"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
        check: Check::Oddity(OddityKind::CountDiffers),
        ..Rule::COMMON
    },
    Rule {
        id: "PAG002",
        name: "paging-out-of-range",
        severity: Severity::Warning,
        summary: "Offsets are not negative, and limits are at least 1.",
        why: "Clients compute the next page from these numbers. From a limit of zero or less the same page follows \
          for ever.",
        remedy: "State the limit that was applied, and an offset from 0 on; leave out what does not apply.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"limit\": 0, \"total\": 2, \"hasMore\": false}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"limit\": 50, \"total\": 2, \"hasMore\": false}"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
        check: Check::Oddity(OddityKind::PagingOutOfRange),
        ..Rule::COMMON
    },
];

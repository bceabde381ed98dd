//! `paging-out-of-range`: offsets are not negative, and limits are at least 1.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG002",
    name: "paging-out-of-range",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Offsets are not negative, and limits are at least 1.",
    why: "Clients compute the next page from these numbers. From a limit of zero or less the same page follows \
          for ever.",
    remedy: "State the limit that was applied, and an offset from 0 on; leave out what does not apply.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"limit\": 0, \"total\": 2, \"hasMore\": false}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"limit\": 50, \"total\": 2, \"hasMore\": false}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Oddity(OddityKind::PagingOutOfRange),
    fix: None,
};

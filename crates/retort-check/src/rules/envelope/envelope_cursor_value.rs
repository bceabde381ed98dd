//! `envelope-cursor-value`: the `hasMore` of a pagination is a boolean, `nextOffset` a number or a string, `before` and
//! `after` are strings.

use super::schema::report;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV011",
    name: "envelope-cursor-value",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `hasMore` of a pagination is a boolean, `nextOffset` a number or a string, `before` and `after` are \
          strings.",
    why: "The strings \"no\" and \"false\" are true to most programs, and a cursor that is no string is not sent \
          back as it came.",
    remedy: "Send the types that the schema names, or null.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": \"yes\", \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    report(call, findings, "pagination", &["hasMore", "nextOffset", "before", "after"]);
}

//! `omni-rows-of-mixed-kinds`: the items of a list are all of one kind.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN010",
    name: "omni-rows-of-mixed-kinds",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "The items of a list are all of one kind.",
    why: "Omni draws a table where all items are objects with the same keys. One string among them, and the whole \
          is shown as a tree.",
    remedy: "Send objects only, and put remarks beside the list.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"email\": \"user1@example.com\", \"tags\": 2}, \"and 3 more\"]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"results\": [{\"email\": \"user1@example.com\", \"tags\": 2}], \"total\": 4, \"message\": \"and 3 more\"}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Common Issues, 'Table not rendering from array'\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// Where lists of rows stand, beside the payload itself.
const LISTS: [Option<&str>; 6] = [None, Some("results"), Some("data"), Some("items"), Some("rows"), Some("records")];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.document().filter(|_| call.error().is_none()) else { return };
    for name in LISTS {
        if let Some((rows, true)) = payload.rows(name) {
            let path = name.map(|name| format!("/{name}")).unwrap_or_default();
            findings.add_in(call, &path, format!("The {rows} items of this list are of several kinds"));
        }
    }
}

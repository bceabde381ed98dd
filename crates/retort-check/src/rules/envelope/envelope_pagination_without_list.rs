//! `envelope-pagination-without-list`: only a list has a `pagination`.

use retort_core::ResponseType;

use super::schema::{envelope, response_type};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV025",
    name: "envelope-pagination-without-list",
    severity: Severity::Hint,
    profiles: &[Profile::Envelope],
    summary: "Only a list has a `pagination`, or a part of something long.",
    why: "There is no next page of a single item that is complete; who follows the pagination gets the same \
          response again.",
    remedy: "Leave `pagination` out, or call the response a `list`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}, \"pagination\": {\"offset\": 0, \"limit\": 50, \"hasMore\": false}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}, \"pagination\": null}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    let Some(kind @ (ResponseType::Single | ResponseType::Action | ResponseType::Error)) = response_type(envelope)
    else {
        return;
    };
    let Some(pagination) = envelope.get("pagination").filter(|pagination| !pagination.is_blank()) else { return };
    let has_more = pagination.get("hasMore").and_then(|more| more.to_bool()) == Some(true);
    if kind != ResponseType::Single || !has_more {
        findings.add_in(call, "/pagination", format!("A response of type `{}` has a `pagination`", kind.name()));
    }
}

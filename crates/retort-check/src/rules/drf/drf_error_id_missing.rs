//! `drf-error-id-missing`: an error response has the member `id`.

use retort_core::Body;

use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "DRF001",
    name: "drf-error-id-missing",
    severity: Severity::Error,
    profiles: &[Profile::Drf],
    revisions: ALWAYS,
    summary: "An error response has the member `id`.",
    why: "The library's clients match every answer to its request by `id`, errors too. An error without one \
          answers nothing, and the call waits.",
    remedy: "Copy the `id` of the request into the error response; write `null` where the request could not be \
          parsed.",
    bad: r#"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found: invalid_method"}}"#,
    good: r#"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found: invalid_method"}, "id": 3}"#,
    source: "django-rest-framework-mcp, \"Error Response\"",
    check: Check::Exchange(check),
    fix: None,
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    if matches!(exchange.message.body, Body::Error(_)) && exchange.message.id.is_none() {
        findings.add("", "This error response has no `id`");
    }
}

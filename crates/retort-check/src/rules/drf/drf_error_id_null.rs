//! `drf-error-id-null`: the `id` of an error response is null for parse errors, and for no others.

use retort_core::{Body, Kind, Raw};

use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "DRF002",
    name: "drf-error-id-null",
    severity: Severity::Error,
    profiles: &[Profile::Drf],
    revisions: ALWAYS,
    summary: "The `id` of an error response is null for parse errors, and for no others: it names the request.",
    why: "An error with `\"id\": null` belongs to no request. Only where the request could not be parsed is its id \
          unknown.",
    remedy: "Copy the `id` of the request into the error response; write null where the code is -32700.",
    bad: r#"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found: invalid_method"}, "id": null}"#,
    good: r#"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}"#,
    source: "django-rest-framework-mcp, \"Error Response\"",
    check: Check::Exchange(check),
    fix: None,
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Body::Error(error) = &exchange.message.body else { return };
    let is_null = exchange.message.id.as_ref().is_some_and(|id| id.kind() == Kind::Null);
    let code = error.code.as_ref().map_or("none", Raw::as_str);
    if code == "-32700"
        && let Some(id) = exchange.message.id.as_ref().filter(|_| !is_null)
    {
        findings.add("/id", format!("The code is that of a parse error, and `id` is {}, not null", quoted(id)));
    }
    if is_null && code != "-32700" {
        findings.add("/id", format!("`id` is null, and the code is {code}, not that of a parse error, -32700"));
    }
}

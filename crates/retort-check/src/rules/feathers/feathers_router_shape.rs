//! `feathers-router-shape`: the router gives `data` where it succeeded, and an `error` object where it did not.

use retort_core::Kind;

use super::shape::routed;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA033",
    name: "feathers-router-shape",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The router gives `data` where it succeeded, and an `error` object where it did not.",
    why: "Callers look at `success` and then at the one or the other.",
    remedy: "Send `{\"success\": true, \"data\": …}` or `{\"success\": false, \"error\": {…}}`.",
    bad: r#"{"success": false, "data": "Invalid parameters"}"#,
    good: r#"{"success": false, "error": {"code": "INVALID_PARAMS", "message": "Invalid parameters", "details": {"limit": 500}}}"#,
    source: "FeathersJS MCP server, \"Routing module query format\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    match routed(call) {
        Some((payload, true)) if payload.get("data").is_none() && payload.knows_all() => {
            findings.add_in(call, "", "`success` is true, and there is no `data`");
        }
        Some((payload, false)) if payload.get("error").is_none_or(|error| error.kind() != Kind::Object) => {
            findings.add_in(call, "", "`success` is false, and there is no `error` object");
        }
        _ => {}
    }
}

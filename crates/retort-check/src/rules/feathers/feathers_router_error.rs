//! `feathers-router-error`: an error of the router has a `message`, a string, and its `details` are an object.

use retort_core::Kind;

use super::shape::routed;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA032",
    name: "feathers-router-error",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "An error of the router has a `message`, a string, and its `details` are an object.",
    why: "The message is what is shown, and the details tell which parameter was wrong.",
    remedy: "Send `{\"code\": …, \"message\": \"…\", \"details\": {…}}`.",
    bad: r#"{"success": false, "error": {"code": "TIMEOUT", "message": "Operation timed out", "details": "10 s"}}"#,
    good: r#"{"success": false, "error": {"code": "TIMEOUT", "message": "Operation timed out", "details": {}}}"#,
    source: "FeathersJS MCP server, \"Routing module query format\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((payload, false)) = routed(call) else { return };
    let Some(error) = payload.get("error").filter(|error| error.kind() == Kind::Object) else { return };
    if !error.get("message").is_some_and(|message| message.kind() == Kind::String && !message.is_blank()) {
        findings.add_in(call, "/error", "The error has no `message`");
    }
    let details = error.get("details").filter(|details| !matches!(details.kind(), Kind::Object | Kind::Null));
    if let Some(details) = details {
        findings.add_in(call, "/error/details", format!("`details` is no object: {}", quoted(&details)));
    }
}

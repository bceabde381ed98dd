//! `feathers-router-code`: the code of an error of the router is `INVALID_PARAMS`, `TIMEOUT` or `INTERNAL_ERROR`.

use retort_core::Kind;

use super::shape::{is_one_of, routed};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA031",
    name: "feathers-router-code",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The code of an error of the router is `INVALID_PARAMS`, `TIMEOUT` or `INTERNAL_ERROR`.",
    why: "Callers choose by the code whether to mend the call, to try again, or to give up.",
    remedy: "Use one of the three words.",
    bad: r#"{"success": false, "error": {"code": "BAD_REQUEST", "message": "Invalid parameters", "details": {"limit": 500}}}"#,
    good: r#"{"success": false, "error": {"code": "INVALID_PARAMS", "message": "Invalid parameters", "details": {"limit": 500}}}"#,
    source: "FeathersJS MCP server, \"Routing module query format\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((payload, false)) = routed(call) else { return };
    let Some(error) = payload.get("error").filter(|error| error.kind() == Kind::Object) else { return };
    let code = error.get("code");
    if !code.as_ref().is_some_and(|code| is_one_of(code, &["INVALID_PARAMS", "TIMEOUT", "INTERNAL_ERROR"])) {
        let code = code.map_or("missing".to_owned(), |code| quoted(&code));
        findings.add_in(call, "/error/code", format!("The code is {code}"));
    }
}

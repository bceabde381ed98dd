//! `drf-error-code`: the code of an error response is -32700, -32601 or -32603.

use retort_core::Body;

use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "DRF009",
    name: "drf-error-code",
    severity: Severity::Warning,
    profiles: &[Profile::Drf],
    revisions: ALWAYS,
    summary: "The code of an error response is -32700, -32601 or -32603.",
    why: "The library documents these three, and its clients know what to do about them: mend the JSON, the \
          method, or the server.",
    remedy: "Use -32700 for parse errors, -32601 for unknown methods and -32603 for everything else.",
    bad: r#"{"jsonrpc": "2.0", "id": 3, "error": {"code": -32001, "message": "No such customer"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 3, "error": {"code": -32603, "message": "Internal error"}}"#,
    source: "django-rest-framework-mcp, \"Error Response, Standard Error Codes\"",
    check: Check::Exchange(check),
    fix: None,
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Body::Error(error) = &exchange.message.body else { return };
    let Some(code) = error.code.as_ref().and_then(|code| code.as_str().parse::<i64>().ok()) else { return };
    if ![-32700, -32601, -32603].contains(&code) {
        findings.add("/error/code", format!("The code is {code}, which is none of the documented ones"));
    }
}

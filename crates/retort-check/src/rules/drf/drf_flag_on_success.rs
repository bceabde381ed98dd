//! `drf-flag-on-success`: a successful call does not have the member `isError`.

use memchr::memmem;

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::repair::{Edits, Fix};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "DRF006",
    name: "drf-flag-on-success",
    severity: Severity::Error,
    profiles: &[Profile::Drf],
    summary: "A successful call does not have the member `isError`.",
    why: "The library promises that the member is there for errors alone, and clients test for its presence.",
    remedy: "Leave `isError` out of successful results.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"id\": 1, \"name\": \"Alice\"}]"}], "isError": false}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"id\": 1, \"name\": \"Alice\"}]"}]}}"#,
    source: "django-rest-framework-mcp, \"call/tool Success Response\"",
    check: Check::Call(check),
    fix: Some(Fix::safe(Edits::remove)),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result().filter(|result| !result.is_error) else { return };
    // The search is far cheaper than reading the members of every result.
    if memmem::find(result.raw.as_str().as_bytes(), b"\"isError\"").is_none() || call.envelope().error().is_some() {
        return;
    }
    if let Some(flag) = result.raw.get("isError") {
        let message = format!("The call succeeded and has `isError`: {}", quoted(&flag));
        findings.add(format!("{}/isError", result.pointer()), message);
    }
}

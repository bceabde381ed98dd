//! `error-without-code`: an error that is an object has a code.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR014",
    name: "error-without-code",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "An error that is an object has a code.",
    why: "Programs decide by codes: to try again, to ask for another login, to give up. Without one they have \
          to search the words of the message, and break when those change.",
    remedy: "Add `code`, a short word that stays the same, such as `CITY_UNKNOWN`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"error\": {\"message\": \"The city Atlantis is not known.\"}}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"error\": {\"code\": \"CITY_UNKNOWN\", \"message\": \"The city Atlantis is not known.\"}}"}], "isError": true}}"#,
    source: "Omni, \"Return meaningful error messages\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object() else { return };
    // Only what says `error` is an error object; others may tell a failure in words.
    if !call.is_flagged() && payload.get("error").is_none_or(|error| error.is_blank()) {
        return;
    }
    if let Some(error) = call.envelope().error().filter(|error| error.code.is_none()) {
        let message = format!("the error has no code beside its message: {}", shortened(&error.message));
        findings.add_in(call, "", message);
    }
}

//! `drf-error-prefix`: the text of a failed call starts with `Error executing tool: `.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "DRF007",
    name: "drf-error-prefix",
    severity: Severity::Error,
    profiles: &[Profile::Drf],
    summary: "The text of a failed call starts with `Error executing tool: `.",
    why: "Clients of the library cut the prefix off to get at the message, and tell its failures from other texts \
          by it.",
    remedy: "Put `Error executing tool: ` before the message.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Unauthorized: Authentication credentials were not provided."}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error executing tool: ViewSet returned error: {'detail': 'Not found.'}"}], "isError": true}}"#,
    source: "django-rest-framework-mcp, \"call/tool Error Response\"",
    check: Check::Call(check),
    fix: Some(Fix::safe(|edits, pointer| {
        edits.rewrite(pointer, |text| {
            let said = text.strip_prefix("Error executing tool:").unwrap_or(text);
            Some(format!("Error executing tool: {}", said.trim_start()))
        });
    })),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if !call.is_flagged() {
        return;
    }
    if let Some((pointer, text)) = call.first_text().filter(|(_, text)| !starts_right(text)) {
        findings.add(pointer, format!("The text of this error starts otherwise: {}", shortened(&text)));
    }
}

/// Whether a text starts with the prefix and its blank. Of a prefix alone, another rule tells.
fn starts_right(text: &str) -> bool {
    text.strip_prefix("Error executing tool:").is_some_and(|said| said.starts_with(' ') || said.trim().is_empty())
}

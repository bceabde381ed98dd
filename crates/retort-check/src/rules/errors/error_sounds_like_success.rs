//! `error-sounds-like-success`: a result with `isError` does not say that all went well.

use retort_core::{Tone, detect};

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR005",
    name: "error-sounds-like-success",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "A result with `isError` does not say that all went well.",
    why: "The flag says one thing and the words another. Some clients follow the flag, models follow the \
          words, and the user is told both.",
    remedy: "Leave `isError` out where the call did what it was asked for; else say what went wrong.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Task 12 was created successfully."}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Task 12 was created successfully."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pointer, text)) = call.failure().filter(|_| call.error().is_none()) else { return };
    // What the payload sounds like, apart from the flag.
    if detect(call.payload(), false).tone == Tone::Success {
        findings.add(pointer, format!("`isError` is true and the text says success: {}", shortened(text.trim())));
    }
}

//! `omni-base64-unmarked`: base64 in a text says what it is.

use retort_core::Content;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN008",
    name: "omni-base64-unmarked",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    revisions: ALWAYS,
    summary: "Base64 in a text says what it is.",
    why: "People see a wall of letters, and no client can tell a picture from a program.",
    remedy: "Send a URL, a `data:` URL, or an object with the mime type beside the data.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"mimeType\": \"image/png\", \"base64\": \"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk\"}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Best Practices, DON'T 1\"",
    check: Check::Call(check),
    fix: None,
};

/// Shorter texts may be an id or a token.
const SHORTEST: usize = 256;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Content::Text(text) = &call.payload().content else { return };
    let text = text.as_str().trim();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
    let is_base64 = || {
        let digits = text.trim_end_matches('=');
        digits.bytes().all(|byte| is_digit(byte) || matches!(byte, b'\n' | b'\r'))
            && digits.bytes().any(|byte| byte.is_ascii_uppercase())
            && digits.bytes().any(|byte| byte.is_ascii_lowercase())
            && digits.bytes().any(|byte| byte.is_ascii_digit())
            // Words in lines are no base64.
            && digits.lines().all(|line| line.len() >= 60 || digits.ends_with(line))
    };
    if text.len() < SHORTEST || !is_base64() {
        return;
    }
    if let Some(block) = call.text_blocks().next() {
        findings.add(block.text_pointer(), format!("The text is nothing but {} characters of base64", text.len()));
    }
}

//! `html-error-page`: an error is a sentence, and not the HTML page of a server behind the server.

use super::words;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR008",
    name: "html-error-page",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "An error is a sentence, and not the HTML page of a server behind the server.",
    why: "A gateway's error page is kilobytes of markup around two words. Models read all of it, and clients \
          that show HTML put a foreign page into theirs.",
    remedy: "Read the status of the answer from behind, and say in one sentence what it means for the caller.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The weather service is not reachable (502 Bad Gateway); try again in a minute."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pointer, text)) = call.failure() else { return };
    if let Some(at) = words::html_page(text) {
        findings.add(pointer, format!("an HTML page starts at byte {at} of the error"));
    }
}

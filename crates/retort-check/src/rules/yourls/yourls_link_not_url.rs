//! `yourls-link-not-url`: the `shorturl` of a new short URL is a whole URL.

use super::status::says;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL011",
    name: "yourls-link-not-url",
    severity: Severity::Warning,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "The `shorturl` of a new short URL is a whole URL.",
    why: "People paste it and programs open it; a keyword alone leads nowhere.",
    remedy: "Send the URL that YOURLS returned, with its scheme and host.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shorten_url", "arguments": {"url": "https://example.com"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"abc\", \"url\": \"https://example.com\", \"title\": \"Example\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shorten_url", "arguments": {"url": "https://example.com"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"title\": \"Example\"}"}]}}"#,
    source: "yourls-mcp, \"Success Responses\"",
    check: Check::Call(check),
    fix: None,
};

/// The tools that make short URLs; others repeat the keyword that they were asked for.
const MAKERS: [&str; 3] = ["shorten_url", "shorten_with_analytics", "create_custom_url"];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object().filter(|payload| says(payload, "success")) else { return };
    if !call.tool.as_deref().is_some_and(|tool| MAKERS.contains(&tool)) {
        return;
    }
    let Some(link) = payload.get("shorturl") else { return };
    if !link.to_text().is_some_and(|link| link.starts_with("http://") || link.starts_with("https://")) {
        findings.add_in(call, "/shorturl", format!("`shorturl` is no URL: {}", quoted(&link)));
    }
}

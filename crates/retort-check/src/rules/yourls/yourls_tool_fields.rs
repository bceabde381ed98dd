//! `yourls-tool-fields`: a success has the fields of its tool, such as `shorturl` and `url` for `shorten_url`.

use super::status::says;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::listed;

pub(super) const RULE: Rule = Rule {
    id: "YRL010",
    name: "yourls-tool-fields",
    severity: Severity::Error,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "A success has the fields of its tool, such as `shorturl` and `url` for `shorten_url`.",
    why: "Clients read the fields by name. A missing one is `undefined` on the screen.",
    remedy: "Send every field that the tool promises, also where its value is empty.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shorten_url", "arguments": {"url": "https://example.com"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"link\": \"https://example.com/abc\", \"url\": \"https://example.com\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shorten_url", "arguments": {"url": "https://example.com"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"title\": \"Example\"}"}]}}"#,
    source: "yourls-mcp, \"Success Responses\"",
    check: Check::Call(check),
    fix: None,
};

/// What tools give, as far as it is certain.
const FIELDS: [(&str, &[&str]); 6] = [
    ("shorten_url", &["shorturl", "url"]),
    ("shorten_with_analytics", &["shorturl", "url"]),
    ("expand_url", &["shorturl", "longurl"]),
    ("url_stats", &["shorturl", "clicks"]),
    ("db_stats", &["total_links", "total_clicks"]),
    ("contract_url", &["url"]),
];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object().filter(|payload| says(payload, "success")) else { return };
    let Some((tool, fields)) = FIELDS.iter().find(|(tool, _)| call.tool.as_deref() == Some(tool)) else { return };
    let missing: Vec<&str> = fields.iter().copied().filter(|field| payload.get(field).is_none()).collect();
    if !missing.is_empty() && payload.knows_all() {
        findings.add_in(call, "", format!("The payload of `{tool}` has no {}", listed(&missing)));
    }
}

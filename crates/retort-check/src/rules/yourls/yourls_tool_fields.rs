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

/// What the tools give, as far as it is certain. Of names with a bar between them, one is enough.
const FIELDS: [(&str, &[&str]); 14] = [
    ("shorten_url", &["shorturl", "url"]),
    ("shorten_with_analytics", &["shorturl", "url"]),
    ("create_custom_url", &["shorturl|existingShorturl", "url"]),
    ("expand_url", &["shorturl", "longurl"]),
    ("url_stats", &["shorturl", "clicks"]),
    ("db_stats", &["total_links", "total_clicks"]),
    ("url_analytics", &["shorturl", "total_clicks", "range_clicks", "daily_clicks", "date_range"]),
    ("contract_url", &["url", "links"]),
    ("update_url", &["shorturl", "url", "message"]),
    ("change_keyword", &["oldshorturl", "newshorturl", "message"]),
    ("get_url_keyword", &["url", "keyword|keywords"]),
    ("delete_url", &["shorturl", "message"]),
    ("list_urls", &["results"]),
    ("generate_qr_code", &["shorturl", "data|url"]),
];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object().filter(|payload| says(payload, "success")) else { return };
    let Some((tool, fields)) = FIELDS.iter().find(|(tool, _)| call.tool.as_deref() == Some(tool)) else { return };
    let is_there = |field: &str| field.split('|').any(|name| payload.get(name).is_some());
    let missing: Vec<&str> = fields.iter().copied().filter(|field| !is_there(field)).collect();
    if !missing.is_empty() && payload.knows_all() {
        let missing = listed(&missing).replace('|', "` or `");
        findings.add_in(call, "", format!("The payload of `{tool}` has no {missing}"));
    }
}

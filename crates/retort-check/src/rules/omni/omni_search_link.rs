//! `omni-search-link`: the links of search results are whole URLs.

use retort_core::{ColumnType, Facts, Format};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN009",
    name: "omni-search-link",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "The links of search results are whole URLs.",
    why: "Omni draws a card with a link for every result. A relative path leads to a page of Omni itself.",
    remedy: "Send `https://…` under `url`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"results\": [{\"title\": \"Klaviyo Docs\", \"url\": \"/docs/start\", \"description\": \"Developer documentation\"}], \"total\": 1}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"results\": [{\"title\": \"Klaviyo Docs\", \"url\": \"https://developers.klaviyo.com/docs/start\", \"description\": \"Developer documentation\"}], \"total\": 1}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Supported Formats, Search Results\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    // Only JSON is a list of results; what a text is takes longer to find out.
    if call.document().is_none() {
        return;
    }
    let detection = call.detection();
    let (Format::SearchResults, Facts::Rows { columns, pointer, .. }) = (detection.format, &detection.facts) else {
        return;
    };
    let is_link = |name: &str| ["url", "link", "href", "image"].iter().any(|known| name.eq_ignore_ascii_case(known));
    for column in columns.iter().filter(|column| is_link(&column.name) && column.kind == ColumnType::Text) {
        findings.add_in(call, pointer, format!("Not every `{}` of these results is a URL", column.name));
    }
}

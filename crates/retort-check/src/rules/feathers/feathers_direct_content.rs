//! `feathers-direct-content`: the `content` of a tool that was run directly is a string of JSON.

use retort_core::Raw;

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA035",
    name: "feathers-direct-content",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The `content` of a tool that was run directly is a string of JSON.",
    why: "The server puts it into a text block as it is, and clients parse that.",
    remedy: "Return `JSON.stringify(payload)`.",
    bad: r#"{"content": "2 results for hooks", "metadata": {"tool": "search_docs", "count": 2}}"#,
    good: r#"{"content": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}", "metadata": {"tool": "search_docs", "count": 2}}"#,
    source: "FeathersJS MCP server, \"Protocol vs direct tool invocation\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pointer, direct)) = call.direct() else { return };
    let Some(content) = direct.get("content") else { return };
    let is_json = |text: &str| text.trim_start().starts_with(['{', '[']) && Raw::parse(text).is_some();
    if !content.to_text().is_some_and(|text| is_json(&text)) && !call.is_flagged() {
        findings.add(format!("{pointer}/content"), format!("`content` is no string of JSON: {}", quoted(&content)));
    }
}

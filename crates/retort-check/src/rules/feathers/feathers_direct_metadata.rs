//! `feathers-direct-metadata`: the `metadata` of a tool that was run directly is an object that names the `tool`.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA034",
    name: "feathers-direct-metadata",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The `metadata` of a tool that was run directly is an object that names the `tool`.",
    why: "Who collects the results of several tools tells them apart by it.",
    remedy: "Add `\"tool\"` with the name of the tool.",
    bad: r#"{"content": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}", "metadata": {"count": 2}}"#,
    good: r#"{"content": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}", "metadata": {"tool": "search_docs", "count": 2}}"#,
    source: "FeathersJS MCP server, \"Protocol vs direct tool invocation\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pointer, direct)) = call.direct() else { return };
    let Some(metadata) = direct.get("metadata") else { return };
    let tool = metadata.get("tool").and_then(|tool| tool.to_text().map(String::from));
    let place = format!("{pointer}/metadata");
    match (tool, call.tool.as_deref()) {
        (None, _) => findings.add(place, "`metadata` does not name the `tool`"),
        (Some(tool), Some(called)) if tool != called => {
            findings.add(place, format!("`metadata` names {}, and `{called}` was run", shortened(&tool)));
        }
        _ => {}
    }
}

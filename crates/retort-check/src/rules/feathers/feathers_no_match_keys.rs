//! `feathers-no-match-keys`: where no template matches, the payload names the configuration beside `error`.

use super::shape::{missing, no_match};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::listed;

pub(super) const RULE: Rule = Rule {
    id: "FEA016",
    name: "feathers-no-match-keys",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "Where no template matches, the payload names the configuration beside `error`.",
    why: "The one who asked sees which of the choices to change.",
    remedy: "Send `error`, `database`, `auth`, `typescript` and `version`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "sqlite"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"error\": \"No matching templates found for the specified configuration\", \"database\": \"sqlite\", \"auth\": false, \"typescript\": true}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "sqlite"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"error\": \"No matching templates found for the specified configuration\", \"database\": \"sqlite\", \"auth\": false, \"typescript\": true, \"version\": \"v5\"}"}]}}"#,
    source: "FeathersJS MCP server, \"get_feathers_template, No-match payload variation\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = no_match(call) else { return };
    let missing = missing(payload, &["database", "auth", "typescript", "version"]);
    if !missing.is_empty() {
        findings.add_in(call, "", format!("The payload has no {}", listed(&missing)));
    }
}

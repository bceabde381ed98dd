//! `feathers-no-match-keys`: where no template matches, the payload names the configuration beside `error`.

use retort_core::Kind;

use super::shape::{DATABASES, NO_MATCH, is_one_of, missing, no_match};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::{listed, step};

pub(super) const RULE: Rule = Rule {
    id: "FEA016",
    name: "feathers-no-match-keys",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "Where no template matches, the payload says so in `error` and names the configuration beside it.",
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
    if let Some(words) = payload.get("error").filter(|words| words.to_text().as_deref() != Some(NO_MATCH)) {
        findings.add_in(call, "/error", format!("The words are {}, not \"{NO_MATCH}\"", quoted(&words)));
    }
    for (name, value) in payload.fields() {
        let fits = match name {
            "database" => is_one_of(&value, &DATABASES),
            "version" => is_one_of(&value, &["v4", "v5", "both"]),
            "auth" | "typescript" => value.kind() == Kind::Bool,
            _ => true,
        };
        if !fits {
            findings.add_in(call, step(name), format!("`{name}` is {}", quoted(&value)));
        }
    }
    let missing = missing(payload, &["database", "auth", "typescript", "version"]);
    if !missing.is_empty() {
        findings.add_in(call, "", format!("The payload has no {}", listed(&missing)));
    }
}

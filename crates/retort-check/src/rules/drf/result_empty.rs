//! `result-empty`: a result that stands alone is not empty.

use retort_core::Kind;

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "DRF011",
    name: "result-empty",
    severity: Severity::Error,
    profiles: &[Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    summary: "A result whose request is not known is not empty.",
    why: "Every answer that these documents know holds something: `content`, the tools, or the greeting. People see an \
          empty answer and cannot tell success from a lost result.",
    remedy: "Wrap what the tool gave: `{\"content\": [{\"type\": \"text\", \"text\": \"…\"}]}`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[]"}]}}"#,
    source: "django-rest-framework-mcp, \"call/tool Success Response\"",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    // Where the tool is named, that its answer lacks `content` is told by another rule.
    let is_alone = exchange.method.is_none() && exchange.message.tool.is_none();
    let Some(result) = exchange.result().filter(|_| is_alone) else { return };
    if result.raw.kind() == Kind::Object && result.raw.members().all(|(name, _)| name == "_meta") {
        findings.add(result.pointer(), "The result is empty");
    }
}

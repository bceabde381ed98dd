//! `feathers-file-size`: the `size` of a generated file is the length of its content.

use retort_core::{Kind, counted};

use super::shape::{SERVICE, TEMPLATE, files, given};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::within::step;

pub(super) const RULE: Rule = Rule {
    id: "FEA020",
    name: "feathers-file-size",
    severity: Severity::Warning,
    profiles: &[Profile::Feathers],
    summary: "The `size` of a generated file is the length of its content.",
    why: "A size that does not fit tells of a file that was cut, or changed after it was measured.",
    remedy: "Measure the content that is sent.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 512}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"get_feathers_template\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for payload in [TEMPLATE, SERVICE].into_iter().filter_map(|tool| given(call, tool)) {
        for (name, file) in files(payload) {
            let (Some(size), Some(content)) = (file.get("size"), file.get("content")) else { continue };
            let Some(content) = content.to_text() else { continue };
            // Bytes, characters and the units of JavaScript are all lengths.
            let lengths = [content.len(), content.chars().count(), content.encode_utf16().count()];
            let is_length = |size: u64| lengths.iter().any(|length| u64::try_from(*length) == Ok(size));
            if size.kind() == Kind::Number && !size.to_count().is_some_and(is_length) {
                let message = format!("The size is {}, and the content has {}", quoted(&size), counted(content.len(), "byte"));
                findings.add_in(call, format!("/files{}/size", step(&name)), message);
            }
        }
    }
}

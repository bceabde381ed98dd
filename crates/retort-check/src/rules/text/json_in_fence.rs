//! `json-in-fence`: a text that is JSON is JSON from its first to its last byte.

use retort_core::OddityKind;

use crate::repair::Fix;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT002",
    name: "json-in-fence",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    revisions: ALWAYS,
    summary: "A text that is JSON is JSON from its first to its last byte.",
    why: "Fences are for Markdown. A client that parses the text fails at the first backtick, and shows the \
          data as prose.",
    remedy: "Send the JSON without a fence around it.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "```json\n{\"city\": \"Oslo\", \"celsius\": 4}\n```"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"city\": \"Oslo\", \"celsius\": 4}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
    check: Check::Oddity(OddityKind::JsonInFence),
    fix: Some(
        Fix::safe(|edits, pointer| {
            edits.guess_unless_alone(pointer);
            edits.rewrite(pointer, |text| {
                let fenced = text.trim().strip_prefix("```")?.strip_suffix("```")?;
                let (_, inside) = fenced.split_once('\n')?;
                Some(inside.trim().to_owned())
            });
        })
        .uncovering(),
    ),
};

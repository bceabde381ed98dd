//! `json-in-fence`: a text that is JSON is JSON from its first to its last byte.

use retort_core::OddityKind;

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::strict::fault;

pub(super) const RULE: Rule = Rule {
    id: "TXT002",
    name: "json-in-fence",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    summary: "A text that is JSON is JSON from its first to its last byte.",
    why: "Fences are for Markdown. A client that parses the text fails at the first backtick, and shows the \
          data as prose.",
    remedy: "Send the JSON without a fence around it.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "```json\n{\"city\": \"Oslo\", \"celsius\": 4}\n```"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"city\": \"Oslo\", \"celsius\": 4}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
    check: Check::Oddity(OddityKind::JsonInFence),
    fix: Some(Fix::safe(|edits, pointer| {
        edits.guess_unless_alone(pointer);
        let mut is_plain = false;
        edits.rewrite(pointer, |text| {
            let fenced = text.trim().strip_prefix("```")?.strip_suffix("```")?;
            let (_, inside) = fenced.split_once('\n')?;
            let inside = inside.trim();
            // Nothing is hidden in what is JSON to every parser; what is padded is another rule's.
            let is_padded = inside.get(1..2).is_some_and(|second| second.trim().is_empty());
            is_plain = !is_padded && inside.starts_with(['{', '[']) && fault(inside).is_none();
            Some(inside.to_owned())
        });
        if !is_plain {
            edits.uncover();
        }
    })),
    ..Rule::COMMON
};

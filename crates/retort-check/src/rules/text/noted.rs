//! Rules that report what the reader met on the way to the payload of a text.

use retort_core::{OddityKind, Raw};

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::strict::fault;

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "TXT001",
        name: "json-encoded-twice",
        severity: Severity::Warning,
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
        summary: "JSON in a text is encoded once.",
        why: "Decoding the text gives a string and no data. Clients show backslashes, and a model reads every \
          quote as two characters.",
        remedy: "Encode the value once: do not call `json.dumps` or `JSON.stringify` on what is JSON text already.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "\"{\\\"city\\\": \\\"Oslo\\\", \\\"celsius\\\": 4}\""}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"city\": \"Oslo\", \"celsius\": 4}"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
        check: Check::Oddity(OddityKind::JsonEncodedTwice),
        fix: Some(
            Fix::safe(|edits, pointer| {
                edits.guess_unless_alone(pointer);
                edits.rewrite(pointer, |text| Raw::parse(text.trim())?.to_text().map(String::from));
            })
            .uncovering(),
        ),
        ..Rule::COMMON
    },
    Rule {
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
            edits.keep_part(pointer, |text| {
                let before = text.len() - text.trim_start().len();
                let fenced = text.trim().strip_prefix("```")?.strip_suffix("```")?;
                let (name, inside) = fenced.split_once('\n')?;
                let start = before + "```".len() + name.len() + 1 + (inside.len() - inside.trim_start().len());
                let inside = inside.trim();
                // Nothing is hidden in what is JSON to every parser; what is padded is another rule's.
                let is_padded = inside.get(1..2).is_some_and(|second| second.trim().is_empty());
                is_plain = !is_padded && inside.starts_with(['{', '[']) && fault(inside).is_none();
                Some(start..start + inside.len())
            });
            if !is_plain {
                edits.uncover();
            }
        })),
        ..Rule::COMMON
    },
];

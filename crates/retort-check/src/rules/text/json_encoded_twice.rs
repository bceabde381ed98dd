//! `json-encoded-twice`: JSON in a text is encoded once.

use retort_core::{OddityKind, Raw};

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
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
};

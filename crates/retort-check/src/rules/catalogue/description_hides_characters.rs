//! `description-hides-characters`: titles and descriptions have no characters that people cannot see.

use super::words;
use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT015",
    name: "description-hides-characters",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "Titles and descriptions have no characters that people cannot see.",
    why: "The model reads what the person who approves the tool cannot see. That is how orders are hidden, and \
          clients block servers for it.",
    remedy: "Take the invisible characters out.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature\u200b in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Tool(check),
    fix: Some(Fix::shown(|edits, pointer| {
        edits.rewrite(pointer, |text| {
            let hidden = hidden(text);
            Some(text.chars().filter(|char| !hidden.contains(char)).collect())
        });
    })),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    words::each_text(tool, |text, pointer| {
        // What is hidden is beyond ASCII, and most texts are not.
        if !text.is_ascii()
            && let Some(hidden) = hidden(text).first()
        {
            findings.add(pointer(), format!("U+{:04X} is in it", u32::from(*hidden)));
        }
    });
}

/// The characters that cannot be seen. Those that join letters and emoji are left alone, and so are flags.
fn hidden(text: &str) -> Vec<char> {
    let mut hidden = Vec::new();
    let mut in_flag = false;
    for char in text.trim_start_matches('\u{feff}').chars() {
        let is_tag = matches!(char, '\u{e0000}'..='\u{e007f}');
        in_flag = char == '\u{1f3f4}' || in_flag && is_tag;
        let is_hidden = is_tag && !in_flag
            || matches!(char, '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if is_hidden {
            hidden.push(char);
        }
    }
    hidden
}

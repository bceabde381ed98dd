//! `mixed-key-styles`: the keys of an object are written in one style.

use std::collections::HashMap;

use retort_core::Listing;

use super::names::{self, Style};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT014",
    name: "mixed-key-styles",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "The keys of an object are written in one style.",
    why: "`user_id` beside `userName` makes every reader look up each key, and a model that writes the next \
          call guesses the style and misses.",
    remedy: "Choose `snake_case` or `camelCase` for all answers of a server.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"user_id\": 7, \"userName\": \"Ann\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"user_id\": 7, \"user_name\": \"Ann\"}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(document) = call.document() else { return };
    for list in document.lists().filter(Listing::of_objects) {
        let (mut snake, mut camel) = (None, None);
        for column in list.columns() {
            match names::style(&column.name) {
                Some(Style::Snake) => snake = snake.or(Some(column.name)),
                Some(Style::Camel) => camel = camel.or(Some(column.name)),
                None => {}
            }
        }
        if let (Some(snake), Some(camel)) = (snake, camel) {
            findings.add_in(call, list.pointer(), format!("rows have `{snake}` beside `{camel}`"));
        }
    }
    let mut objects: HashMap<usize, (Option<&str>, Option<&str>, bool)> = HashMap::new();
    for member in document.near_members() {
        let Some(style) = names::style(member.name) else { continue };
        let (snake, camel, told) = objects.entry(member.object).or_default();
        let slot = if style == Style::Snake { &mut *snake } else { &mut *camel };
        *slot = slot.or(Some(member.name));
        if let (Some(snake), Some(camel), false) = (&snake, &camel, *told) {
            let message = format!("`{snake}` stands beside `{camel}`");
            findings.add_in(call, document.pointer_of(&member), message);
            *told = true;
        }
    }
}

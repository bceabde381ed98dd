//! `same-text-twice`: no two blocks of a result say the same.

use std::collections::HashMap;

use retort_core::{BlockKind, Raw};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SIZ003",
    name: "same-text-twice",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "No two blocks of a result say the same.",
    why: "A model reads and pays for both, and looks for a difference that is not there. `structuredContent` \
          beside the text is another matter: the protocol asks for it.",
    remedy: "Send each text once. A resource that is embedded need not be repeated as a text.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Oslo: 4 degrees, rain, wind from the west at 7 metres a second. Bergen: 7 degrees, rain, wind from the south at 12 metres a second. Tromsø: 1 degree below zero, snow, calm. Bodø: 3 degrees, sleet."}, {"type": "text", "text": "Oslo: 4 degrees, rain, wind from the west at 7 metres a second. Bergen: 7 degrees, rain, wind from the south at 12 metres a second. Tromsø: 1 degree below zero, snow, calm. Bodø: 3 degrees, sleet."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Oslo: 4 degrees, rain, wind from the west at 7 metres a second. Bergen: 7 degrees, rain, wind from the south at 12 metres a second. Tromsø: 1 degree below zero, snow, calm. Bodø: 3 degrees, sleet."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// Shorter texts may be the same by chance.
const SHORTEST: usize = 120;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if call.blocks().nth(1).is_none() {
        return;
    }
    let mut seen: HashMap<&str, &str> = HashMap::new();
    for (pointer, text) in call.texts().filter(|(_, text)| text.len() >= SHORTEST) {
        if let Some(first) = seen.get(text) {
            findings.add(pointer, format!("the text says the same as the one at {first}"));
        } else {
            seen.insert(text, pointer);
        }
    }
    for (pointer, block) in call.blocks().filter(|(_, block)| block.kind == BlockKind::Resource) {
        let resource = block.raw.get("resource").and_then(|resource| resource.get("text"));
        let Some(text) = resource.as_ref().and_then(Raw::to_text) else { continue };
        if let Some(first) = seen.get(text.as_ref()) {
            findings
                .add(format!("{pointer}/resource/text"), format!("the resource says the same as the text at {first}"));
        }
    }
}

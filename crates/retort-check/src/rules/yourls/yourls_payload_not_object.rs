//! `yourls-payload-not-object`: the text of every result, a failure too, is a JSON object.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::strict;

pub(super) const RULE: Rule = Rule {
    id: "YRL001",
    name: "yourls-payload-not-object",
    severity: Severity::Error,
    profiles: &[Profile::Yourls],
    summary: "The text of every result, a failure too, is a JSON object.",
    why: "Clients parse `content[0].text` and look for `status` in it. With anything else they can tell neither \
          success nor failure.",
    remedy: "Send `{\"status\": …}` with the data beside it; for failures too.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "URL not found"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": \"URL not found\", \"code\": \"not_found\"}"}], "isError": true}}"#,
    source: "yourls-mcp, \"Response Structure\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    // Of several blocks, another rule tells.
    if call.result().is_none() || call.blocks().nth(1).is_some() {
        return;
    }
    let Some((pointer, text)) = call.first_text() else { return };
    let fault = strict::fault(&text).filter(|_| !strict::is_told_otherwise(call));
    match fault {
        Some((_, why)) => findings.add(pointer, format!("The text is no JSON ({why}): {}", shortened(&text))),
        None if call.object().is_none() => {
            findings.add(pointer, format!("The text is no JSON object: {}", shortened(&text)));
        }
        None => {}
    }
}

//! `html-as-text`: a text is plain text, Markdown or JSON, and not HTML.

use retort_core::Format;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT013",
    name: "html-as-text",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "A text is plain text, Markdown or JSON, and not HTML.",
    why: "Most clients show the tags. A model pays for markup that tells it nothing, often several times what \
          the text itself costs.",
    remedy: "Convert HTML to Markdown or text before sending it; send the page as a resource with its mime type \
          if somebody wants it as it is.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "<!DOCTYPE html>\n<html><head><title>Weather</title></head><body><h1>Oslo</h1><p>4 degrees and rain.</p></body></html>"}]}}"#,
    good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "# Oslo\n\n4 degrees and rain."}]}}"##,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let starts = |text: &str| text.trim_start().starts_with('<');
    // Only what starts with a tag is worth a closer look.
    if call.plain_text().is_some_and(starts) && call.result().is_some() && call.detection().format == Format::Html {
        findings.add(&call.payload().origin.pointer, "the text is HTML");
    }
}

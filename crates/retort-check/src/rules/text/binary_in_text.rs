//! `binary-in-text`: a text holds text, and no binary data.

use retort_core::counted;

use super::binary;
use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT010",
    name: "binary-in-text",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "A text holds text, and no binary data.",
    why: "Bytes that are no text become question marks: the file is broken for good, and what is left is noise \
          that a model pays for.",
    remedy: "Send files as image, audio or resource blocks with base64 and a mime type, or send a link.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "%PDF-1.7 ���� 1 0 obj"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource_link", "uri": "https://files.example.com/report.pdf", "name": "report.pdf", "mimeType": "application/pdf"}]}}"#,
    source: "Omni, \"Don't return binary data directly\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// One character that was lost is an accident; several are a file.
const LOST: u32 = 3;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let marks = call.marks();
    let lost = marks.count(MarkKind::Replacement);
    if lost >= LOST
        && let Some(first) = marks.of(MarkKind::Replacement).next()
    {
        let at = first.at;
        findings.add(first.pointer.clone(), format!("{} could not be read, the first at byte {at}", counted(lost, "character")));
        return;
    }
    for (pointer, text) in call.texts() {
        if let Some((at, why)) = binary::sign(text) {
            findings.add_part(pointer, at..at + 1, format!("the text is binary data: {why}"));
        }
    }
}

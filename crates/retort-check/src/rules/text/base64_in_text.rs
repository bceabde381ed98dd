//! `base64-in-text`: a file is sent as a block of its kind, and not as base64 in a text.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT011",
    name: "base64-in-text",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A file is sent as a block of its kind, and not as base64 in a text.",
    why: "No client shows a picture that stands in a text as letters, and a model reads each of them: an image \
          of 100 KB costs more than 30,000 tokens.",
    remedy: "Send images and audio as blocks with `data` and `mimeType`, other files as an embedded resource or a \
          link.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The chart: iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The chart:"}, {"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::Base64, findings, |mark| format!("{} starts at byte {}", mark.what, mark.at));
}

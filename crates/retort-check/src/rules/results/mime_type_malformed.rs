//! `mime-type-malformed`: a mime type is written as `type/subtype`.

use super::media;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES029",
    name: "mime-type-malformed",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "A mime type is written as `type/subtype`.",
    why: "Clients choose by the mime type whether and how to show data, and models take only types that they know. A \
          word without a slash is none.",
    remedy: "Write the whole type, such as `image/png`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "png"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Call(check),
    fix: Some(Fix::guess(|edits, pointer| {
        // The type that the bytes of an image or a sound show.
        media::correct(edits, pointer, |sent| !media::is_mime_type(sent));
    })),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for (pointer, mime_type) in call.parts().iter().flat_map(|parts| parts.everywhere("mimeType")) {
        if !mime_type.to_text().is_some_and(|text| media::is_mime_type(&text)) {
            findings.add(pointer, format!("{} is not of the form `type/subtype`", quoted(mime_type)));
        }
    }
}

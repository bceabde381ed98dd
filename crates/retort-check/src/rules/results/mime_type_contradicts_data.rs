//! `mime-type-contradicts-data`: the mime type of an image or a sound is that of its bytes.

use super::media;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES031",
    name: "mime-type-contradicts-data",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The mime type of an image or a sound is that of its bytes.",
    why: "Models check the bytes against the type and refuse the whole request where they differ; the conversation \
          then fails at every further step.",
    remedy: "Name the type of what is sent, or convert it.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/jpeg"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Call(check),
    fix: Some(Fix::guess(|edits, pointer| media::correct(edits, pointer, |_| true))),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        let media = ["data", "blob"].into_iter().filter_map(|name| parts.everywhere(name).next());
        for ((_, data), (pointer, mime_type)) in media.zip(parts.everywhere("mimeType")) {
            let Some(named) = mime_type.to_text() else { continue };
            let is_media = ["image/", "audio/"].iter().any(|start| named.starts_with(start));
            let shown = media::sniff(&media::head(data)).filter(|shown| is_media && !media::is_same(&named, shown));
            if let Some(shown) = shown {
                findings.add(pointer, format!("the bytes are `{shown}`, not {}", quoted(mime_type)));
            }
        }
    }
}

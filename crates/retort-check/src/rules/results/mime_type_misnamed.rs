//! `mime-type-misnamed`: a mime type has the name that it is registered under.

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES030",
    name: "mime-type-misnamed",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A mime type has the name that it is registered under.",
    why: "Models and viewers compare mime types letter by letter. `image/jpg` is no type to them, and the request \
          that carries it is refused.",
    remedy: "Write `image/jpeg` for `image/jpg`, `audio/mpeg` for `audio/mp3`, `image/svg+xml` for `image/svg`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "/9j/4AAQSkZJRgABAQAAAQABAAD/2w==", "mimeType": "image/jpg"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "/9j/4AAQSkZJRgABAQAAAQABAAD/2w==", "mimeType": "image/jpeg"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Call(check),
    fix: Some(Fix::guess(|edits, pointer| {
        edits.rewrite(pointer, |sent| registered(sent).map(String::from));
    })),
    ..Rule::COMMON
};

/// What is written, and what it should be.
const NAMES: [(&str, &str); 6] = [
    ("image/jpg", "image/jpeg"),
    ("image/pjpeg", "image/jpeg"),
    ("image/x-png", "image/png"),
    ("image/svg", "image/svg+xml"),
    ("audio/mp3", "audio/mpeg"),
    ("text/md", "text/markdown"),
];

fn registered(sent: &str) -> Option<&'static str> {
    NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(sent.trim())).map(|(_, registered)| *registered)
}

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for (pointer, mime_type) in call.parts().iter().flat_map(|parts| parts.everywhere("mimeType")) {
        if let Some(registered) = mime_type.to_text().and_then(|sent| registered(&sent)) {
            findings.add(pointer, format!("{} is called `{registered}`", quoted(mime_type)));
        }
    }
}

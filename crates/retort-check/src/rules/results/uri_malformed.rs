//! `uri-malformed`: the `uri` of a resource is one, with a scheme.

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES035",
    name: "uri-malformed",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The `uri` of a resource is one, with a scheme.",
    why: "Clients resolve and compare resources by their URI. A bare path means something else on every machine, and \
          strict clients refuse it.",
    remedy: "Write `file:///notes.md` in place of `/notes.md`; for other data use `https:` or a scheme of your own.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource_link", "uri": "/notes.md", "name": "notes.md", "mimeType": "text/markdown"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource_link", "uri": "file:///notes.md", "name": "notes.md", "mimeType": "text/markdown"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#resource-links",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for (pointer, uri) in call.parts().iter().flat_map(|parts| parts.everywhere("uri")) {
        if uri.to_text().is_some_and(|uri| !is_uri(&uri)) {
            findings.add(pointer, format!("{} has no scheme, or characters that a URI cannot have", quoted(uri)));
        }
    }
}

/// Whether a scheme starts it, something follows, and nothing in it breaks it.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    // A single letter is a drive.
    is_scheme
        && scheme.len() > 1
        && !rest.is_empty()
        && !rest
            .contains(|char: char| char.is_whitespace() || char.is_control() || matches!(char, '\\' | '<' | '>' | '"'))
}

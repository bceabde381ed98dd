//! `meta-key-malformed`: a key in `_meta` is a name, with a prefix before a slash if any.

use retort_core::Revision;

use super::meta;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES046",
    name: "meta-key-malformed",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "A key in `_meta` is a name, with a prefix before a slash if any.",
    why: "The rules for keys keep those of different servers and extensions apart. A key that breaks them may be \
          dropped by gateways and clash with others.",
    remedy: "Start and end with a letter or digit and put only `-`, `_` and `.` between: `example.com/requestId`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "_meta": {"request id": "a1"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "_meta": {"example.com/requestId": "a1"}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    meta::each_key(call, |pointer, key| {
        if !is_key(key) {
            findings.add(pointer, format!("`{}` is not of the form `prefix/name`", shortened(key)));
        }
    });
}

fn is_key(key: &str) -> bool {
    let (prefix, name) = key.rsplit_once('/').map_or((None, key), |(prefix, name)| (Some(prefix), name));
    let is_label = |label: &str| {
        let inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        label.starts_with(|first: char| first.is_ascii_alphabetic())
            && !label.ends_with('-')
            && label.bytes().all(inside)
    };
    let is_edge = |edge: char| edge.is_ascii_alphanumeric();
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_name = name.is_empty() || name.starts_with(is_edge) && name.ends_with(is_edge) && name.bytes().all(inside);
    is_name && prefix.is_none_or(|prefix| prefix.split('.').all(is_label))
}

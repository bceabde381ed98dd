//! `resource-uri-missing`: a resource, or a link to one, has a `uri`.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES020",
    name: "resource-uri-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A resource, or a link to one, has a `uri`.",
    why: "The `uri` is what a resource is known by: without it clients can neither read it again nor tell two apart, \
          and strict ones refuse the result.",
    remedy: "Add a `uri`; for data made on the fly, use a scheme of your own.",
    bad: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
    good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
    check: Check::Oddity(OddityKind::ResourceUriMissing),
    fix: None,
};

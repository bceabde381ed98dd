//! Rules that report what the reader notes anyway: they look for nothing themselves, so each is a row that says what the
//! oddity means for clients.

use retort_core::{OddityKind, Revision};

use crate::rule::{Check, Profile, Rule, Severity};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "RES011",
        name: "block-type-unknown",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
        summary: "The `type` of a block is one that the protocol knows.",
        why: "Clients with typed blocks lose the whole result when they meet a `type` that they do not know; others drop \
          the block.",
        remedy: "Send what the block holds as `text`, `image`, `audio`, `resource` or `resource_link`; data for programs \
             belongs into `structuredContent`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "markdown", "text": "It is **22** degrees."}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is **22** degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::BlockTypeUnknown),
        ..Rule::COMMON
    },
    Rule {
        id: "RES013",
        name: "text-missing",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
        summary: "A text block has `text`.",
        why: "The schema requires `text`. Strict clients refuse the whole result, and the others show nothing.",
        remedy: "Put the words under `text`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "content": "It is 22 degrees."}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
        check: Check::Oddity(OddityKind::TextMissing),
        ..Rule::COMMON
    },
    Rule {
        id: "RES015",
        name: "data-missing",
        summary: "An image or audio block has `data`.",
        why: "The schema requires `data`. Strict clients refuse the whole result, and nothing can be shown.",
        remedy: "Put the bytes under `data`, in base64; point to a file elsewhere with a `resource_link`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "url": "https://example.com/map.png", "mimeType": "image/png"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource_link", "uri": "https://example.com/map.png", "name": "map.png", "mimeType": "image/png"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
        check: Check::Oddity(OddityKind::DataMissing),
        ..Rule::COMMON
    },
    Rule {
        id: "RES020",
        name: "resource-uri-missing",
        summary: "A resource, or a link to one, has a `uri`.",
        why: "The `uri` is what a resource is known by: without it clients can neither read it again nor tell two apart, \
          and strict ones refuse the result.",
        remedy: "Add a `uri`; for data made on the fly, use a scheme of your own.",
        bad: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
        good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
        check: Check::Oddity(OddityKind::ResourceUriMissing),
        ..Rule::COMMON
    },
    Rule {
        id: "RES027",
        name: "result-type-unknown",
        severity: Severity::Warning,
        revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
        summary: "`resultType` is `complete`, `input_required` or `task`.",
        why: "Since revision 2026-07-28 clients read a result by its `resultType`. One that they do not know is an error \
          to them, whatever else the result holds.",
        remedy: "Send `\"resultType\": \"complete\"` with a finished result.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "done", "content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2026-07-28/schema#result",
        check: Check::Oddity(OddityKind::ResultTypeUnknown),
        ..Rule::COMMON
    },
    Rule {
        id: "RES028",
        name: "result-extra-key",
        severity: Severity::Warning,
        profiles: &[Profile::Mcp, Profile::Omni],
        summary: "A result has no members but those of its kind.",
        why: "Clients drop members that they do not know, so that neither the model nor the person sees them. A key of \
          another kind of result, such as `tools` or `messages`, makes some clients take it for that.",
        remedy: "Move data into `structuredContent`, and remarks for programs into `_meta`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "station": "Vienna"}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "_meta": {"example.com/station": "Vienna"}}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::ResultExtraKey),
        ..Rule::COMMON
    },
];

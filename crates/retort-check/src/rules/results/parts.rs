//! What blocks hold beside their text: data, resources and annotations, each looked at for itself.

use retort_core::{BlockKind, Kind, OddityKind};

use super::{media, repair};
use crate::finding::quoted;
use crate::repair::Fix;
use crate::rule::{Check, Rule, Severity};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "RES029",
        name: "mime-type-malformed",
        summary: "A mime type is written as `type/subtype`.",
        why: "Clients choose by the mime type whether and how to show data, and models take only types that they know. A \
          word without a slash is none.",
        remedy: "Write the whole type, such as `image/png`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "png"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
        check: Check::Call(|call, findings| {
            for (pointer, mime_type) in call.parts().iter().flat_map(|parts| parts.everywhere("mimeType")) {
                if !mime_type.to_text().is_some_and(|text| media::is_mime_type(&text)) {
                    findings.add(pointer, format!("{} is not of the form `type/subtype`", quoted(mime_type)));
                }
            }
        }),
        fix: Some(Fix::guess(|edits, pointer| {
            // The type that the bytes of an image or a sound show.
            media::correct(edits, pointer, |sent| !media::is_mime_type(sent));
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RES033",
        name: "data-empty",
        summary: "An image or audio block has some data.",
        why: "An image without a byte is none: models refuse the request that carries it, and viewers show a broken \
          picture.",
        remedy: "Leave the block away, or say in a text block why there is no image.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "", "mimeType": "image/png"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
        check: Check::Call(|call, findings| {
            for parts in
                call.parts().iter().filter(|parts| matches!(parts.block.kind, BlockKind::Image | BlockKind::Audio))
            {
                if parts.get("data").is_some_and(|data| data.as_str() == "\"\"") {
                    findings.add(format!("{}/data", parts.block.pointer()), "there is not one byte");
                }
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "RES037",
        name: "resource-without-contents",
        summary: "An embedded resource has `text` or `blob`.",
        why: "The schema requires one of them. Strict clients refuse the whole result; the others show nothing.",
        remedy: "Embed the contents, or send a `resource_link` where they are to be read later.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown"}}]}}"#,
        good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
        check: Check::Call(|call, findings| {
            for parts in call.parts().iter().filter(|parts| parts.block.kind == BlockKind::Resource) {
                let is_object = parts.get("resource").is_some_and(|resource| resource.kind() == Kind::Object);
                if is_object && parts.in_resource("text").is_none() && parts.in_resource("blob").is_none() {
                    findings.add(format!("{}/resource", parts.block.pointer()), "there is neither `text` nor `blob`");
                }
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "RES038",
        name: "resource-text-and-blob",
        severity: Severity::Warning,
        summary: "An embedded resource has `text` or `blob`, not both.",
        why: "A resource is text or binary, and clients take the one that they look for first. What the other says is \
          lost, and which one that is depends on the client.",
        remedy: "Keep `text` for text and `blob` for everything else.",
        bad: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes", "blob": "IyBOb3Rlcw=="}}]}}"##,
        good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
        check: Check::Call(|call, findings| {
            for parts in call.parts() {
                if parts.in_resource("text").is_some() && parts.in_resource("blob").is_some() {
                    findings.add(format!("{}/resource", parts.block.pointer()), "there are `text` and `blob`");
                }
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "RES039",
        name: "resource-text-not-string",
        summary: "The `text` of an embedded resource is a string.",
        why: "Strict clients refuse the whole result; others show `[object Object]`.",
        remedy: "Encode the value as JSON into the string.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "weather://vienna", "mimeType": "application/json", "text": {"temperature": 22.5}}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "weather://vienna", "mimeType": "application/json", "text": "{\"temperature\": 22.5}"}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
        check: Check::Call(|call, findings| {
            for parts in call.parts() {
                if let Some(text) = parts.in_resource("text").filter(|text| text.kind() != Kind::String) {
                    findings.add(
                        format!("{}/resource/text", parts.block.pointer()),
                        format!("{} is no string", quoted(text)),
                    );
                }
            }
        }),
        fix: Some(Fix::guess(repair::make_text)),
        ..Rule::COMMON
    },
    Rule {
        id: "RES040",
        name: "blob-mime-type-missing",
        severity: Severity::Hint,
        summary: "An embedded resource with a `blob` has a `mimeType`.",
        why: "Without it a client knows only that there are bytes: it can neither show them nor give them to a model.",
        remedy: "Add `mimeType`, such as `application/pdf`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///report.pdf", "blob": "JVBERi0xLjQK"}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///report.pdf", "mimeType": "application/pdf", "blob": "JVBERi0xLjQK"}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
        check: Check::Call(|call, findings| {
            for parts in call.parts() {
                let is_named = parts.in_resource("mimeType").is_some() || call.has(OddityKind::MimeTypeSnakeCase);
                if parts.in_resource("blob").is_some() && !is_named {
                    findings.add(format!("{}/resource", parts.block.pointer()), "nothing tells what the bytes are");
                }
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "RES041",
        name: "block-annotations-not-object",
        summary: "The `annotations` of a block are an object.",
        why: "A member that may be missing is still not allowed to be null or a list: strict clients refuse the whole \
          result because of it.",
        remedy: "Send an object with `audience`, `priority` or `lastModified`, or leave the member away.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": null}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": {"audience": ["user"]}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations",
        check: Check::Call(|call, findings| {
            for parts in call.parts() {
                if let Some(annotations) =
                    parts.get("annotations").filter(|annotations| annotations.kind() != Kind::Object)
                {
                    let pointer = format!("{}/annotations", parts.block.pointer());
                    findings.add(pointer, format!("{} is no object", quoted(annotations)));
                }
            }
        }),
        fix: Some(Fix::safe(repair::remove_null)),
        ..Rule::COMMON
    },
];

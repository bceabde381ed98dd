//! Rules that report what the reader notes, and whose repair is one step: a row says what the oddity means for clients, and which
//! of the shared repairs mends it.

use retort_core::{Kind, OddityKind, Revision};

use super::{promised, repair};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "RES004",
        name: "content-null",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
        summary: "`content` is an array, not null.",
        why: "Clients iterate over `content`; over null they fail, and the call looks broken although it went well.",
        remedy: "Send `\"content\": []`, or a block that says what was done.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": null}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::ContentNull),
        fix: Some(Fix::safe(|edits, pointer| {
            if edits.is(pointer, "null") {
                edits.replace(pointer, "[]");
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RES005",
        name: "content-object",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
        summary: "`content` is an array of blocks, also when there is only one.",
        why: "Clients iterate over `content`. One block in the place of a list is refused by strict clients and is empty \
          to lenient ones.",
        remedy: "Put the block into an array.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": {"type": "text", "text": "It is 22 degrees."}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::ContentObject),
        fix: Some(Fix::safe(|edits, pointer| {
            let Some(content) = edits.get(pointer).filter(|content| content.kind() == Kind::Object) else { return };
            if content.get("type").is_some() || content.get("text").is_some() {
                edits.wrap(pointer, "[", "]");
            } else {
                // Beside `structuredContent` it may be the same data, or other data.
                let result = pointer.trim_end_matches("/content");
                if edits.get(&format!("{result}/structuredContent")).is_some() {
                    edits.guess();
                }
                edits.replace(pointer, repair::in_list(&content));
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RES006",
        name: "content-string",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Omni],
        summary: "`content` is an array of blocks, not a string.",
        why: "Clients iterate over `content`. A string is refused by strict clients, and lenient ones make a block of \
          every letter.",
        remedy: "Send `[{\"type\": \"text\", \"text\": \"…\"}]`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": "It is 22 degrees."}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::ContentString),
        fix: Some(Fix::safe(repair::wrap_in_block)),
        ..Rule::COMMON
    },
    Rule {
        id: "RES007",
        name: "content-scalar",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
        summary: "`content` is an array of blocks, not a number or a boolean.",
        why: "Clients iterate over `content` and fail on a bare value; the answer is lost.",
        remedy: "Write the value into a text block.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": 22.5}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::ContentScalar),
        fix: Some(Fix::safe(repair::wrap_in_block)),
        ..Rule::COMMON
    },
    Rule {
        id: "RES008",
        name: "block-string",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
        summary: "A block is an object with a `type`, not a bare string.",
        why: "Strict clients refuse the whole result because of one block that is not an object.",
        remedy: "Write `{\"type\": \"text\", \"text\": \"…\"}` in place of the string.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": ["It is 22 degrees."]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::BlockString),
        fix: Some(Fix::safe(repair::make_block)),
        ..Rule::COMMON
    },
    Rule {
        id: "RES009",
        name: "block-not-object",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
        summary: "A block is an object, not a number, an array or null.",
        why: "Strict clients refuse the whole result because of one block that is not an object.",
        remedy: "Write the value into a text block, or leave it away where it says nothing.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [22.5]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::BlockNotObject),
        fix: Some(
            Fix::safe(|edits, pointer| match edits.get(pointer) {
                Some(block) if block.kind() == Kind::Null => {
                    edits.guess_unless_alone(pointer);
                    edits.remove(pointer);
                }
                _ => repair::make_block(edits, pointer),
            })
            .uncovering(),
        ),
        ..Rule::COMMON
    },
    Rule {
        id: "RES012",
        name: "block-type-case",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
        summary: "The `type` of a block is written in small letters.",
        why: "Clients compare `type` letter by letter, so that `Text` is an unknown block to them and the result is lost.",
        remedy: "Write `text`, `image`, `audio`, `resource` or `resource_link`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "Text", "text": "It is 22 degrees."}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
        check: Check::Oddity(OddityKind::BlockTypeCase),
        fix: Some(Fix::safe(|edits, pointer| {
            // A text block without a text is shown as it is, with its type.
            let text = edits.get(&format!("{}/text", pointer.trim_end_matches("/type")));
            if text.is_some_and(|text| text.kind() == Kind::Null) {
                edits.guess();
            }
            edits.rewrite(pointer, |kind| Some(kind.trim().to_ascii_lowercase()));
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RES014",
        name: "text-not-string",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
        summary: "The `text` of a block is a string.",
        why: "Strict clients refuse the result; others show `[object Object]` or fail when they join the texts.",
        remedy: "Encode the value as JSON into the string, and send it as `structuredContent` too where it is an object.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": 22.5}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
        check: Check::Oddity(OddityKind::TextNotString),
        fix: Some(Fix::safe(repair::make_text)),
        ..Rule::COMMON
    },
    Rule {
        id: "RES016",
        name: "invalid-base64",
        summary: "`data` and `blob` are base64, with its padding and without anything around it.",
        why: "Clients decode the data and hand it to a model or a viewer; what cannot be decoded makes the whole request \
          to the model fail.",
        remedy: "Encode with the standard alphabet and padding, without line breaks and without a `data:` prefix.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
        check: Check::Oddity(OddityKind::InvalidBase64),
        fix: Some(Fix::guess(repair::mend_base64).uncovering()),
        ..Rule::COMMON
    },
    Rule {
        id: "RES018",
        name: "mime-type-missing",
        summary: "An image or audio block has a `mimeType`.",
        why: "The schema requires it, and models take no image without one. Guessing from the bytes is left to each \
          client, and most do not.",
        remedy: "Add `mimeType`, such as `image/png` or `audio/wav`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
        check: Check::Oddity(OddityKind::MimeTypeMissing),
        fix: Some(Fix::guess(repair::name_mime_type)),
        ..Rule::COMMON
    },
    Rule {
        id: "RES022",
        name: "structured-content-array",
        revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
        summary: "`structuredContent` is an object, not an array.",
        why: "Until revision 2026-07-28 the schema has an object there. Strict clients refuse the whole result for an \
          array.",
        remedy: "Put the array under a key, such as `{\"result\": […]}`, and describe that in the `outputSchema`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Red and green."}], "structuredContent": ["red", "green"]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Red and green."}], "structuredContent": {"result": ["red", "green"]}}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
        check: Check::Oddity(OddityKind::StructuredContentArray),
        fix: Some(Fix::guess(promised::wrap)),
        ..Rule::COMMON
    },
    Rule {
        id: "RES023",
        name: "structured-content-scalar",
        revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
        summary: "`structuredContent` is an object, not a scalar.",
        why: "Until revision 2026-07-28 the schema has an object there. Strict clients refuse the whole result for \
          anything else.",
        remedy: "Put the value under a key, such as `{\"result\": 22.5}`, and describe that in the `outputSchema`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}], "structuredContent": 22.5}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}], "structuredContent": {"result": 22.5}}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
        check: Check::Oddity(OddityKind::StructuredContentScalar),
        fix: Some(Fix::guess(promised::wrap)),
        ..Rule::COMMON
    },
    Rule {
        id: "RES024",
        name: "structured-content-null",
        revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
        summary: "`structuredContent` is left away where there is none.",
        why: "A member that may be missing is still not allowed to be null: clients that check answers against the schema \
          refuse the whole result.",
        remedy: "Leave the member away.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "structuredContent": null}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
        check: Check::Oddity(OddityKind::StructuredContentNull),
        fix: Some(Fix::safe(repair::remove_null).uncovering()),
        ..Rule::COMMON
    },
];

//! Members of a message that the reader notes or that one look at it shows, most of them with a repair of one step.

use retort_core::{OddityKind, Revision};

use crate::repair::{Fix, object, strict, string};
use crate::rule::{Check, Profile, Rule};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "RPC001",
        name: "jsonrpc-missing",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "A message has the member `jsonrpc`.",
        why: "Strict clients tell JSON-RPC 2.0 from its predecessor by this member and drop a message without it; the \
          call then waits for an answer that has already come.",
        remedy: "Add `\"jsonrpc\": \"2.0\"` to every message that the server sends.",
        bad: r#"{"id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
        check: Check::Oddity(OddityKind::JsonrpcMissing),
        fix: Some(Fix::safe(|edits, pointer| {
            if pointer.is_empty() {
                edits.put_first(pointer, "jsonrpc", "\"2.0\"");
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC021",
        name: "jsonrpc-wrong",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "The member `jsonrpc` is the string \"2.0\".",
        why: "Strict clients drop a message of another version; the number 2.0 is another value than the string \"2.0\".",
        remedy: "Write `\"jsonrpc\": \"2.0\"`, as a string.",
        bad: r#"{"jsonrpc": 2.0, "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
        check: Check::Oddity(OddityKind::JsonrpcWrong),
        fix: Some(Fix::safe(|edits, pointer| {
            if pointer == "/jsonrpc" {
                edits.replace(pointer, "\"2.0\"");
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC025",
        name: "error-null",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "A result stands without `error`, not beside `error: null`.",
        why: "An answer must not have both members. Clients that look for the name see an error without a code and fail.",
        remedy: "Leave `error` out where there is none; serialisers have an option to skip null.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}, "error": null}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://www.jsonrpc.org/specification#response_object",
        check: Check::Oddity(OddityKind::ErrorNull),
        fix: Some(Fix::safe(|edits, pointer| {
            if pointer == "/error" {
                edits.remove(pointer);
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC026",
        name: "result-null",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "An error stands without `result`, not beside `result: null`.",
        why: "An answer must not have both members. Clients that look for the name take the call for a success with \
          nothing in it.",
        remedy: "Leave `result` out where there is an error; serialisers have an option to skip null.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}, "result": null}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
        source: "https://www.jsonrpc.org/specification#response_object",
        check: Check::Oddity(OddityKind::ResultNull),
        fix: Some(Fix::safe(|edits, pointer| {
            if pointer == "/result" {
                edits.remove(pointer);
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC029",
        name: "error-not-object",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "The member `error` is an object.",
        why: "Clients read `error.code` and `error.message`. Strict ones drop the message, others report a failure \
          without a word.",
        remedy: "Send `{\"code\": -32603, \"message\": \"…\"}` with the text as the message.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "error": "Unknown tool: greet"}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
        source: "https://www.jsonrpc.org/specification#error_object",
        check: Check::Oddity(OddityKind::ErrorNotObject),
        fix: Some(Fix::guess(|edits, pointer| {
            if let Some(error) = edits.get(pointer) {
                edits.replace(pointer, object(&[("code", "-32603"), ("message", &string(&error.to_plain()))]));
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC031",
        name: "error-message-not-string",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "The message of an error is a string.",
        why: "Strict clients drop the error, others show `[object Object]`.",
        remedy: "Say it in one sentence, and put what is structured into `error.data`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": {"tool": "greet", "reason": "unknown"}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
        source: "https://www.jsonrpc.org/specification#error_object",
        check: Check::Oddity(OddityKind::ErrorMessageNotString),
        fix: Some(Fix::safe(|edits, pointer| {
            if let Some(said) = edits.get(pointer) {
                edits.replace(pointer, string(&strict(&said)));
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC040",
        name: "error-code-retired",
        revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
        summary: "An error has no code that earlier revisions defined and this one gave up.",
        why: "Revision 2026-07-28 forbids -32002 and -32042. Clients of that revision do not act on them.",
        remedy: "Send -32602 for a resource that is not there, and a result of the type `input_required` where the \
             person has to open a page.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///missing.txt", "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "Resource not found: file:///missing.txt"}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///missing.txt", "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Resource not found: file:///missing.txt"}}"#,
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes",
        check: Check::Exchange(|exchange, findings| {
            if let Some(code @ (-32_002 | -32_042)) = exchange.code() {
                findings.add("/error/code", format!("{code} was given up with this revision"));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC041",
        name: "batch",
        revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
        summary: "Messages are sent one by one, not as an array.",
        why: "Only revision 2025-03-26 has batches. Clients of later revisions expect an object and drop the array with \
          every answer in it.",
        remedy: "Send every answer as a message of its own: one a line, or one an event.",
        bad: r#"[{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}, {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "goodbye"}]}}]"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "goodbye"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-06-18/changelog",
        check: Check::Exchange(|exchange, findings| {
            if let Some(index) = exchange.message.batch {
                findings.add("", format!("This answer is item {index} of an array"));
            }
        }),
        ..Rule::COMMON
    },
];

//! Answers to single questions of a connection that one look at them judges.

use retort_core::Revision;

use crate::rule::{Check, Rule, Severity};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "LIF011",
        name: "malformed-json-code",
        severity: Severity::Hint,
        summary: "What is no JSON is answered with the code -32700.",
        why: "By this code a client knows that its message was damaged on the way, and can send it again.",
        remedy: "Answer with -32700, “Parse error”, and without an id or with null.",
        bad: r#"{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "text": "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\":"}
{"time": "2026-01-05T10:00:00.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": null, "error": {"code": -32603, "message": "Internal error"}}}"#,
        good: r#"{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "text": "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\":"}
{"time": "2026-01-05T10:00:00.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error"}}}"#,
        source: "https://www.jsonrpc.org/specification#error_object",
        check: Check::Exchange(|exchange, findings| {
            if let (Some(""), Some(code)) = (exchange.method, exchange.code())
                && code != -32_700
            {
                findings.add("/error/code", format!("What is no JSON was answered with {code}, not -32700"));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "LIF018",
        name: "discover-missing",
        revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
        summary: "A server answers `server/discover`.",
        why: "Servers must implement it: without it clients take the server for one of an earlier revision, and greet it \
          in a way that it does not know.",
        remedy: "Answer with `supportedVersions`, `capabilities` and the cache hints.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found: server/discover"}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 3600000, "cacheScope": "public", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "greeter", "version": "1.2.0"}}}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/discover",
        check: Check::Exchange(|exchange, findings| {
            if exchange.method == Some("server/discover") && exchange.code() == Some(-32_601) {
                findings.add("/error", "The server does not know server/discover");
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "LIF020",
        name: "server-info-untold",
        severity: Severity::Hint,
        revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
        summary: "The answer to `server/discover` says in its `_meta` which server it is.",
        why: "Without a greeting this is the only place where people can see what they are connected to, and which \
          version of it.",
        remedy: "Add `\"io.modelcontextprotocol/serverInfo\": {\"name\": \"…\", \"version\": \"…\"}` to `_meta`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 3600000, "cacheScope": "public"}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 3600000, "cacheScope": "public", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "greeter", "version": "1.2.0"}}}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta",
        check: Check::Exchange(|exchange, findings| {
            let Some(result) = exchange.result().filter(|_| exchange.method == Some("server/discover")) else { return };
            let told = result.raw.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
            if told.is_none() {
                findings.add(result.pointer(), "There is no serverInfo in _meta");
            }
        }),
        ..Rule::COMMON
    },
];

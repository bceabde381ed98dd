//! The FeathersJS server: payloads inside text, and errors as `Error: …`.

use serde_json::{Value, json};

use crate::{envelope, text_result};

fn error(text: &str) -> Value {
    envelope(json!({ "content": [{ "type": "text", "text": text }], "isError": true }).to_string(), "search_docs")
}

#[test]
fn search_from_end_to_end() {
    let sent = json!({ "jsonrpc": "2.0", "id": 10, "result": { "content": [{ "type": "text", "text":
        "{\n  \"query\": \"hooks\",\n  \"version\": \"v5\",\n  \"results\": [\n    {\n      \"id\": \"...\",\n      \"title\": \"...\",\n      \"version\": \"v5\",\n      \"category\": \"hooks\",\n      \"score\": 1,\n      \"snippet\": \"...\"\n    }\n  ]\n}"
    }] } });
    let envelope = envelope(sent.to_string(), "search_docs");
    assert_eq!(envelope["responseType"], "list");
    assert_eq!(envelope["data"][0]["score"], 1);
    assert_eq!(envelope["metadata"], json!({ "query": "hooks", "version": "v5" }));
}

#[test]
fn the_error_cases() {
    assert_eq!(error("Error: Missing tool name")["error"]["message"], "Missing tool name");
    assert_eq!(error("Error: Unknown tool: nope")["error"]["message"], "Unknown tool: nope");
    assert_eq!(error("Error: Fields array is required")["error"]["message"], "Fields array is required");
}

#[test]
fn a_flag_that_is_false_is_no_error() {
    let sent = json!({ "content": [{ "type": "text", "text": "{\"query\": \"\", \"version\": \"v5\", \"results\": []}" }], "isError": false });
    let envelope = envelope(sent.to_string(), "search_docs");
    assert_eq!(envelope["responseType"], "list");
    assert_eq!(envelope["summary"]["returned"], 0);
}

#[test]
fn a_template_is_one_thing() {
    let payload = json!({
        "database": "sqlite", "auth": true, "typescript": true, "version": "v5",
        "dependencies": ["knex"], "featureFlags": ["koa"],
        "files": { "src/app.ts": { "path": "src/app.ts", "content": "…", "size": 3 } },
    });
    let envelope = envelope(text_result(&payload.to_string()), "get_feathers_template");
    assert_eq!(envelope["responseType"], "single");
    assert_eq!(envelope["data"], payload);
}

#[test]
fn no_template_is_an_error_without_a_flag() {
    let payload = json!({
        "error": "No matching templates found for the specified configuration",
        "database": "sqlite", "auth": false, "typescript": true, "version": "v5",
    });
    let envelope = envelope(text_result(&payload.to_string()), "get_feathers_template");
    assert_eq!(envelope["responseType"], "error");
    assert_eq!(envelope["error"]["message"], "No matching templates found for the specified configuration");
    assert_eq!(envelope["error"]["details"]["database"], "sqlite");
}

#[test]
fn a_service_is_one_thing() {
    let payload = json!({
        "name": "users", "database": "mongodb", "fieldCount": 2,
        "files": { "src/services/users/users.service.ts": { "path": "…", "content": "…", "type": "service", "size": 1 } },
    });
    let envelope = envelope(text_result(&payload.to_string()), "generate_service");
    assert_eq!(envelope["responseType"], "single");
    assert_eq!(envelope["data"], payload);
}

#[test]
fn a_direct_result_with_metadata_keeps_it() {
    let sent = json!({ "content": "{\"query\": \"hooks\", \"results\": []}", "metadata": { "tool": "search_docs" }, "isError": false });
    let envelope = envelope(sent.to_string(), "search_docs");
    assert_eq!(envelope["responseType"], "list");
    assert_eq!(envelope["metadata"]["result"]["metadata"]["tool"], "search_docs");
}

#[test]
fn what_the_router_returns() {
    let good = json!({ "success": true, "data": { "query": "hooks", "results": [{ "id": "a" }] } });
    assert_eq!(envelope(good.to_string(), "search_docs")["data"], json!([{ "id": "a" }]));
    for code in ["INVALID_PARAMS", "TIMEOUT", "INTERNAL_ERROR"] {
        let bad = json!({ "success": false, "error": { "code": code, "message": "No.", "details": { "limit": 500 } } });
        let envelope = envelope(bad.to_string(), "search_docs");
        assert_eq!(envelope["error"], json!({ "code": code, "message": "No.", "details": { "limit": 500 } }));
    }
}

#[test]
fn an_entry_of_tools_list() {
    let tool = json!({
        "name": "search_docs",
        "description": "Searches the FeathersJS documentation knowledge base and returns the most relevant entries.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": { "type": "string" },
                "limit": { "type": "number", "minimum": 1, "maximum": 50 },
                "version": { "type": "string", "enum": ["v4", "v5", "both", "all"] },
            },
            "required": ["query"],
            "additionalProperties": false,
        },
    });
    let envelope = envelope(json!({ "tools": [tool] }).to_string(), "mcp_list_tools");
    assert_eq!(envelope["responseType"], "tool_catalog");
    assert_eq!(envelope["data"], json!([tool]));
}

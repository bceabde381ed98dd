//! django-rest-framework-mcp: its responses, level by level.

use retort_core::{Body, ResultKind, read};
use serde_json::json;

use crate::envelope;

fn ids(sent: &str) -> Vec<&'static str> {
    let reading = read(sent);
    reading.messages[0].oddities.iter().map(|oddity| oddity.kind.id()).collect()
}

#[test]
fn a_successful_call() {
    let sent = r#"{
      "jsonrpc": "2.0",
      "result": {
        "content": [
          { "type": "text", "text": "[{\"id\": 1, \"name\": \"Alice\", \"email\": \"alice@example.com\"}]" }
        ]
      },
      "id": 1
    }"#;
    let envelope = envelope(sent, "customers_list");
    assert_eq!(envelope["responseType"], "list");
    assert_eq!(envelope["data"], json!([{ "id": 1, "name": "Alice", "email": "alice@example.com" }]));
    assert_eq!(envelope.get("metadata"), None, "nothing about it is odd");
    assert_eq!(read(sent).messages[0].detect().format.name(), "table");
}

#[test]
fn a_failed_call() {
    let sent = r#"{
      "jsonrpc": "2.0",
      "result": {
        "content": [
          { "type": "text", "text": "Error executing tool: ViewSet returned error: {'detail': 'Not found.'}" }
        ],
        "isError": true
      },
      "id": 2
    }"#;
    let envelope = envelope(sent, "customers_retrieve");
    assert_eq!(envelope["responseType"], "error");
    assert_eq!(envelope["error"]["message"], "ViewSet returned error: {'detail': 'Not found.'}");
    assert!(!read(sent).messages[0].outcome().success);
}

#[test]
fn a_protocol_error() {
    let sent =
        r#"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found: invalid_method"}, "id": 3}"#;
    let envelope = envelope(sent, "invalid_method");
    assert_eq!(envelope["error"], json!({ "code": -32601, "message": "Method not found: invalid_method" }));
    assert_eq!(ids(sent), Vec::<&str>::new());
}

#[test]
fn the_standard_codes_and_the_null_id_of_a_parse_error_are_sound() {
    for code in [-32700, -32601, -32603] {
        let sent = json!({ "jsonrpc": "2.0", "error": { "code": code, "message": "x" }, "id": null }).to_string();
        assert_eq!(ids(&sent), Vec::<&str>::new());
        assert_eq!(envelope(sent, "t")["error"]["code"], code);
    }
}

#[test]
fn what_must_not_be_is_noted() {
    for (sent, id) in [
        (json!({ "result": { "content": [] }, "id": 1 }), "jsonrpc-missing"),
        (json!({ "jsonrpc": "1.0", "result": { "content": [] }, "id": 1 }), "jsonrpc-wrong"),
        (json!({ "jsonrpc": "2.0", "result": { "content": [] } }), "id-missing"),
        (json!({ "jsonrpc": "2.0", "id": 1 }), "result-missing"),
        (
            json!({ "jsonrpc": "2.0", "id": 1, "result": { "content": [] }, "error": { "code": 1, "message": "x" } }),
            "result-beside-error",
        ),
        (json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": "1", "message": "x" } }), "error-code-not-integer"),
        (json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": 1 } }), "error-message-missing"),
        (json!({ "jsonrpc": "2.0", "id": 1, "result": { "isError": false } }), "content-missing"),
        (json!({ "jsonrpc": "2.0", "id": 1, "result": { "content": [{ "text": "x" }] } }), "block-type-missing"),
    ] {
        assert!(ids(&sent.to_string()).contains(&id), "{id} in {sent}");
    }
}

#[test]
fn initialize_and_tools_list() {
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "result": {
        "protocolVersion": "2025-06-18",
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "django-rest-framework-mcp", "version": "0.1.0" },
    } });
    let reading = read(initialize.to_string());
    assert!(matches!(&reading.messages[0].body, Body::Result(result) if result.kind == ResultKind::Other));
    assert_eq!(reading.messages[0].oddities, []);
    assert_eq!(envelope(initialize.to_string(), "initialize")["data"]["protocolVersion"], "2025-06-18");

    let tools = json!({ "jsonrpc": "2.0", "id": 2, "result": { "tools": [
        { "name": "customers_list", "description": "Lists customers", "inputSchema": { "type": "object" } },
    ] } });
    let catalog = retort_core::Envelope::read(tools.to_string(), None);
    assert_eq!(catalog.tool_name.as_deref(), Some("mcp_list_tools"));
    assert_eq!(catalog.response_type().name(), "tool_catalog");
}

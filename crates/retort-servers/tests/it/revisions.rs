//! Every revision of the protocol opens in its own way and gets the same answers, as an independent client reads them.

use retort_server::Limits;
use retort_server::sdk::serve_stream;
use retort_servers::gallery::Gallery;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ProtocolVersion, ReadResourceRequestParams,
};
use rmcp::service::RunningService;
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient};
use serde_json::json;

use crate::client::Client;

async fn connected(version: &ProtocolVersion) -> RunningService<RoleClient, ClientConfig> {
    let (near, far) = tokio::io::duplex(1 << 16);
    let (read, write) = tokio::io::split(far);
    tokio::spawn(serve_stream(Gallery::new(), read, write, Limits::default()));
    let config = ClientConfig::new(ClientCapabilities::default(), Implementation::new("test", "1"))
        .with_protocol_version(version.clone());
    let lifecycle = if version.has_initialize() {
        ClientLifecycleMode::Initialize
    } else {
        ClientLifecycleMode::Discover { preferred_versions: vec![version.clone()] }
    };
    config.serve_with_lifecycle(near, lifecycle).await.unwrap()
}

#[tokio::test]
async fn an_independent_client_reads_everything_in_every_revision() {
    for version in ProtocolVersion::KNOWN_VERSIONS {
        let client = connected(version).await;
        assert_eq!(&client.peer_info().unwrap().protocol_version, version);
        let tools = client.list_all_tools().await.unwrap();
        assert_eq!(tools.len(), Gallery::new().tool_names().count());
        for tool in tools {
            // These need a client that can be asked, or time.
            if tool.name.starts_with("ask_") || tool.name == "slow" {
                continue;
            }
            let result = client.call_tool(CallToolRequestParams::new(tool.name.clone())).await;
            let result = result.unwrap_or_else(|error| panic!("{} in {version}: {error}", tool.name));
            let fails = tool.name == "fail" || tool.name == "delete_item";
            assert_eq!(result.is_error, Some(fails), "{} in {version}", tool.name);
            assert_eq!(result.result_type.is_some(), !version.has_initialize(), "{} in {version}", tool.name);
        }
        assert_eq!(client.list_all_resources().await.unwrap().len(), 140);
        client.read_resource(ReadResourceRequestParams::new("gallery://about")).await.unwrap();
        assert_eq!(client.list_all_prompts().await.unwrap().len(), 4);
        client.cancel().await.unwrap();
    }
}

#[tokio::test]
async fn discovery_names_every_revision() {
    let mut client = Client::connect();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = client.request("server/discover", json!({ "_meta": meta })).await["result"].take();
    assert_eq!(
        found["supportedVersions"],
        json!(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
    );
    for capability in ["tools", "resources", "prompts", "completions", "logging"] {
        assert!(found["capabilities"][capability].is_object(), "{found}");
    }
    assert!(found["instructions"].is_string());
}

#[tokio::test]
async fn a_client_that_leaves_at_once_is_no_failure() {
    let (near, far) = tokio::io::duplex(64);
    let (read, write) = tokio::io::split(far);
    drop(near);
    serve_stream(Gallery::new(), read, write, Limits::default()).await.unwrap();
}

#[tokio::test]
async fn a_client_that_leaves_later_ends_the_server() {
    let (near, far) = tokio::io::duplex(1 << 16);
    let (read, write) = tokio::io::split(far);
    let server = tokio::spawn(serve_stream(Gallery::new(), read, write, Limits::default()));
    let config = ClientConfig::new(ClientCapabilities::default(), Implementation::new("test", "1"))
        .with_protocol_version(ProtocolVersion::V_2025_11_25);
    let client = rmcp::serve_client(config, near).await.unwrap();
    client.cancel().await.unwrap();
    server.await.unwrap().unwrap();
}

//! Calls by name, through a router and straight from a registry: the requests of the reference, and what goes wrong.

use std::sync::Arc;

use retort_knowledge::{
    CallError, CallToolHandler, Fragments, GenerateService, GetTemplate, KnowledgeLoader, RouteCode, Router,
    SearchDocs, Tool, ToolCall, ToolRegistry,
};
use serde_json::{Value, json};

use crate::router::Odd;

fn registry() -> ToolRegistry {
    let fragments = Arc::new(Fragments::embedded().unwrap());
    ToolRegistry::new()
        .with(SearchDocs::feathers(KnowledgeLoader::built_in().index(None).unwrap().into()))
        .with(GetTemplate::new(Arc::clone(&fragments)))
        .with(GenerateService::new(fragments))
        .with(Odd::default())
}

/// Both handlers, over the same tools.
fn handlers() -> [(&'static str, CallToolHandler); 2] {
    [("router", Router::from(registry()).into()), ("registry", registry().into())]
}

/// A call, as it stands in a request.
fn call(params: &Value) -> ToolCall {
    serde_json::from_value(params.clone()).unwrap()
}

#[tokio::test]
async fn the_requests_of_the_reference_have_the_same_results_either_way() {
    let fields =
        json!([{ "name": "title", "type": "string", "required": true }, { "name": "done", "type": "boolean" }]);
    for (over, handler) in handlers() {
        for (params, keys) in [
            (
                json!({ "name": "search_docs", "arguments": { "query": "hooks", "limit": 3, "version": "v5" } }),
                &["query", "version", "results"][..],
            ),
            (
                json!({ "name": "get_feathers_template", "arguments": { "database": "sqlite" } }),
                &["database", "auth", "typescript", "version", "dependencies", "featureFlags", "files"],
            ),
            (
                json!({ "name": "generate_service", "arguments": { "name": "Tasks", "database": "mongodb", "fields": fields } }),
                &["name", "database", "fieldCount", "files"],
            ),
        ] {
            let result = handler.call(call(&params)).await.unwrap();
            let payload: Value = serde_json::from_str(&result.content).unwrap();
            let mut members: Vec<&str> = payload.as_object().unwrap().keys().map(String::as_str).collect();
            let mut wanted = keys.to_vec();
            members.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(members, wanted, "{params} over a {over}");
            // The form of a result that no server has wrapped: JSON as text, and metadata with the tool's name.
            let direct = serde_json::to_value(&result).unwrap();
            let members: Vec<&String> = direct.as_object().unwrap().keys().collect();
            assert_eq!(members, ["content", "metadata"], "over a {over}");
            assert!(direct["content"].is_string());
            assert_eq!(direct["metadata"]["tool"], params["name"]);
        }
    }
}

#[tokio::test]
async fn what_is_not_there_is_told_in_the_same_words_either_way() {
    for (over, handler) in handlers() {
        for (params, said) in [
            (json!({}), "Missing tool name"),
            (json!({ "name": "" }), "Missing tool name"),
            (json!({ "arguments": { "query": "hooks" } }), "Missing tool name"),
            (json!({ "name": "nothing" }), "Unknown tool: nothing"),
            (json!({ "name": "search_docs " }), "Unknown tool: search_docs "),
            (json!({ "name": "SEARCH_DOCS", "arguments": {} }), "Unknown tool: SEARCH_DOCS"),
            (json!({ "name": "odd", "arguments": { "do": "fail" } }), "Nothing to do"),
            (json!({ "name": "odd", "arguments": { "do": "refuse" } }), "Not that"),
            (json!({ "name": "odd", "arguments": { "do": "panic" } }), "The tool odd broke off"),
        ] {
            let error = handler.call(call(&params)).await.unwrap_err();
            assert_eq!(error.to_string(), said, "{params} over a {over}");
        }
        let long = handler.call(call(&json!({ "name": "x".repeat(1 << 20) }))).await.unwrap_err();
        assert!(long.to_string().len() < 200, "over a {over}");
    }
}

#[tokio::test]
async fn only_a_router_holds_arguments_to_the_schema() {
    let [(_, routed), (_, direct)] = handlers();
    let extra = json!({ "name": "search_docs", "arguments": { "query": "hooks", "limit": 400, "more": 1 } });
    let CallError::Route(error) = routed.call(call(&extra)).await.unwrap_err() else { panic!("the router says it") };
    assert_eq!(error.code, RouteCode::InvalidParams);
    assert!(error.to_string().starts_with("Invalid parameters: "), "{error}");
    assert_eq!(direct.call(call(&extra)).await.unwrap().structured["results"].as_array().unwrap().len(), 50);
    // A tool that was never checked says itself what it cannot do.
    for arguments in [
        json!(null),
        json!("text"),
        json!({ "name": "x", "database": "oracle", "fields": [{ "name": "a", "type": "string" }] }),
        json!({ "database": "sqlite", "fields": [{ "name": "a", "type": "string" }] }),
        json!({ "name": "x", "database": "sqlite", "fields": [] }),
        json!({ "name": "x", "database": "sqlite" }),
        json!({ "name": "x", "database": "sqlite", "fields": [{ "name": "a", "type": "blob" }] }),
    ] {
        let params = json!({ "name": "generate_service", "arguments": arguments });
        let error = direct.call(call(&params)).await.unwrap_err();
        assert!(matches!(&error, CallError::Tool(_)) && !error.to_string().is_empty(), "{arguments}: {error:?}");
        assert!(routed.call(call(&params)).await.is_err(), "{arguments}");
    }
    for arguments in [json!(null), json!({}), json!({ "query": 5 }), json!("hooks")] {
        let params = json!({ "name": "search_docs", "arguments": arguments });
        assert_eq!(direct.call(call(&params)).await.unwrap().structured["results"], json!([]), "{arguments}");
    }
}

#[test]
fn a_tool_of_the_same_name_takes_the_place_of_the_one_before() {
    let registry = registry().with(Odd::default());
    let names: Vec<&str> = registry.tools().map(Tool::name).collect();
    assert_eq!(names, ["search_docs", "get_feathers_template", "generate_service", "odd"]);
    assert!(registry.has("odd") && !registry.has(""));
    assert_eq!(registry.find("odd").unwrap().name(), "odd");
    assert_eq!(registry.find("").err(), Some(CallError::MissingName));
}

//! What the server lists: tools, resources and prompts, in pages, complete and with all that clients need to know.

use std::collections::BTreeSet;

use retort_core::OddityKind;
use retort_servers::gallery::Gallery;
use serde_json::{Value, json};

use crate::client::{Client, read, result, text};

/// All entries of a list, and how many pages they came in.
async fn all(method: &str, key: &str) -> (Vec<Value>, usize) {
    let mut client = Client::session("2025-11-25", json!({})).await;
    let (mut entries, mut params) = (Vec::new(), json!({}));
    for pages in 1.. {
        let mut result = client.request(method, params).await["result"].take();
        entries.append(result[key].as_array_mut().unwrap());
        match result["nextCursor"].as_str() {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => return (entries, pages),
        }
    }
    unreachable!("a list has a last page")
}

#[tokio::test]
async fn tools_come_in_pages_and_none_is_missing() {
    let (tools, pages) = all("tools/list", "tools").await;
    assert_eq!(pages, 3);
    let names: BTreeSet<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), tools.len());
    assert!(Gallery::new().tool_names().eq(names));
}

#[tokio::test]
async fn tools_say_all_that_a_client_needs() {
    for tool in all("tools/list", "tools").await.0 {
        let name = tool["name"].as_str().unwrap();
        assert!(tool["title"].is_string(), "{name}");
        let description = tool["description"].as_str().unwrap();
        assert!(description.len() > 15 && !description.contains('\n'), "{name}: {description}");
        let hints = &tool["annotations"];
        assert_eq!(hints["readOnlyHint"], !matches!(name, "add_to_basket" | "fail"), "{name}");
        assert_eq!(hints["destructiveHint"], false, "{name}");
        assert_eq!(hints["idempotentHint"], name != "fail", "{name}");
        assert_eq!(hints["openWorldHint"], name.starts_with("ask_"), "{name}");
        for (argument, schema) in tool["inputSchema"]["properties"].as_object().unwrap() {
            let description = schema["description"].as_str().unwrap();
            assert!(description.len() > 8 && !description.contains('\n'), "{name}, {argument}: {description}");
            assert!(schema["type"].is_string(), "{name}, {argument}: {schema}");
            let has_default = schema.get("default").is_some();
            let names_a_page = matches!(argument.as_str(), "cursor" | "before" | "after" | "url");
            assert!(has_default || names_a_page || name == "echo", "{name}, {argument}");
            let is_number = schema["type"] == "integer" || schema["type"] == "number";
            assert!(!is_number || name == "echo" || schema["maximum"].is_number(), "{name}, {argument}: {schema}");
        }
        jsonschema::meta::validate(&tool["inputSchema"]).unwrap();
        let schema = jsonschema::validator_for(&tool["inputSchema"]).unwrap();
        assert!(schema.is_valid(&json!({})), "{name} can be called without arguments");
        assert_eq!(schema.is_valid(&json!({"surprise": 1})), name == "echo" || !has_arguments(&tool), "{name}");
    }
}

fn has_arguments(tool: &Value) -> bool {
    !tool["inputSchema"]["properties"].as_object().unwrap().is_empty()
}

#[tokio::test]
async fn echo_gives_back_what_it_got() {
    let arguments = json!({
        "text": "7", "integer": 7, "number": 7.5, "boolean": true, "choice": "amber", "list": ["a", "b"],
        "object": {"deep": {"er": null}}, "unknown": -1,
    });
    assert_eq!(serde_json::from_str::<Value>(&text("echo", arguments.clone()).await).unwrap(), arguments);
    assert_eq!(text("echo", json!({"integer": "7"})).await, r#"{"integer":"7"}"#);
    assert_eq!(text("echo", json!({})).await, "{}");
}

/// Arguments for a tool with which it does not take its time.
fn quick(tool: &str) -> Value {
    if tool == "slow" { json!({"seconds": 0}) } else { json!({}) }
}

#[tokio::test]
async fn two_calls_with_the_same_arguments_are_answered_alike() {
    for name in Gallery::new().tool_names() {
        let arguments = quick(&name);
        assert_eq!(result(&name, arguments.clone()).await, result(&name, arguments).await, "{name}");
    }
}

#[tokio::test]
async fn only_the_tool_that_is_about_one_has_an_oddity() {
    for name in Gallery::new().tool_names() {
        let odd: Vec<_> = read(&name, quick(&name)).await.oddities.iter().map(|oddity| oddity.kind).collect();
        let expected: &[_] = if name == "block_structured_only" { &[OddityKind::StructuredContentAlone] } else { &[] };
        assert_eq!(odd, expected, "{name}");
    }
}

#[tokio::test]
async fn resources_come_in_pages_and_each_can_be_read() {
    let (resources, pages) = all("resources/list", "resources").await;
    assert_eq!((resources.len(), pages), (140, 3));
    let mut client = Client::session("2025-11-25", json!({})).await;
    for resource in &resources {
        let read = client.request("resources/read", json!({"uri": resource["uri"]})).await;
        let contents = &read["result"]["contents"][0];
        assert_eq!((&contents["uri"], &contents["mimeType"]), (&resource["uri"], &resource["mimeType"]), "{read}");
        let is_binary = resource["mimeType"] == "image/png" || resource["mimeType"] == "audio/wav";
        assert_eq!((contents["blob"].is_string(), contents["text"].is_string()), (is_binary, !is_binary), "{read}");
    }
    let (templates, _) = all("resources/templates/list", "resourceTemplates").await;
    assert_eq!(templates[0]["uriTemplate"], "gallery://item/{id}");
    let missing = client.request("resources/read", json!({"uri": "gallery://item/138"})).await;
    assert_eq!(missing["error"]["code"], -32002);
}

#[tokio::test]
async fn a_cursor_of_another_list_is_refused() {
    let mut client = Client::session("2025-11-25", json!({})).await;
    for method in ["tools/list", "resources/list"] {
        assert_eq!(client.request(method, json!({"cursor": "x"})).await["error"]["code"], -32602);
    }
}

#[tokio::test]
async fn prompts_can_be_had_with_their_arguments() {
    let (prompts, _) = all("prompts/list", "prompts").await;
    let mut client = Client::session("2025-11-25", json!({})).await;
    let mut types = Vec::new();
    for prompt in &prompts {
        let arguments = json!({"first": "1", "second": "2", "id": "3"});
        let got = client.request("prompts/get", json!({"name": prompt["name"], "arguments": arguments})).await;
        let messages = got["result"]["messages"].as_array().unwrap();
        types.extend(messages.iter().map(|message| message["content"]["type"].clone()));
    }
    assert_eq!(types, ["text", "text", "image", "text", "resource", "text", "text"]);
    let got = client.request("prompts/get", json!({"name": "compare_items", "arguments": {"first": "1"}})).await;
    assert_eq!(got["error"]["code"], -32602);
    let arguments = json!({"first": "1", "second": "2"});
    let got = client.request("prompts/get", json!({"name": "compare_items", "arguments": arguments})).await;
    let said = got["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(said.starts_with("Compare in one sentence: Retort 10 ml") && said.contains("Erlenmeyer flask 25 ml"));
}

#[tokio::test]
async fn arguments_are_completed() {
    let mut client = Client::session("2025-11-25", json!({})).await;
    for (reference, name) in [
        (json!({"type": "ref/resource", "uri": "gallery://item/{id}"}), "id"),
        (json!({"type": "ref/prompt", "name": "compare_items"}), "first"),
    ] {
        let params = json!({"ref": reference, "argument": {"name": name, "value": "13"}});
        let answer = client.request("completion/complete", params).await;
        let values = &answer["result"]["completion"]["values"];
        assert_eq!(values, &json!(["13", "130", "131", "132", "133", "134", "135", "136", "137"]));
    }
}

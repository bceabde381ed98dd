//! The tools for response types give the type that they are titled for.

use retort_core::{Code, ResponseType};
use retort_servers::gallery::Gallery;
use serde_json::{Value, json};

use crate::client::{envelope, result};

#[tokio::test]
async fn every_response_type_has_a_tool() {
    for (tool, expected) in [
        ("list_items", ResponseType::List),
        ("get_item", ResponseType::Single),
        ("add_to_basket", ResponseType::Action),
        ("list_tools", ResponseType::ToolCatalog),
        ("delete_item", ResponseType::Error),
    ] {
        assert_eq!(envelope(tool, json!({})).await.response_type(), expected, "{tool}");
    }
    assert_eq!(ResponseType::ALL.len(), 5);
}

#[tokio::test]
async fn a_tool_that_only_shows_is_not_taken_for_a_deed() {
    for tool in Gallery::new().tool_names().filter(|tool| tool != "add_to_basket" && tool != "slow") {
        assert_ne!(envelope(&tool, json!({})).await.response_type(), ResponseType::Action, "{tool}");
    }
}

#[tokio::test]
async fn a_list_tells_how_many_there_are() {
    let envelope = envelope("list_items", json!({"material": "quartz", "limit": 4})).await;
    let summary = envelope.summary.unwrap();
    assert_eq!((summary.total, summary.returned), (Some(27), Some(4)));
    let rows: Vec<Value> = serde_json::from_str(&envelope.data.unwrap().to_json()).unwrap();
    assert!(rows.iter().all(|row| row["material"] == "quartz"));
}

#[tokio::test]
async fn an_error_has_code_message_and_details() {
    let envelope = envelope("delete_item", json!({"id": 7})).await;
    let error = envelope.error().unwrap();
    assert_eq!(error.code, Some(Code::Text("PERMISSION_DENIED".to_owned())));
    assert_eq!(error.message, "The gallery shows things and deletes none.");
    let details: Value = serde_json::from_str(&error.details.as_ref().unwrap().to_json()).unwrap();
    assert_eq!(details, json!({"id": 7, "required": "curator"}));
}

#[tokio::test]
async fn an_item_that_is_not_there_is_an_error_of_the_tool() {
    let result = result("get_item", json!({"id": 138})).await;
    assert_eq!(result["isError"], true);
    assert_eq!(envelope("get_item", json!({"id": 138})).await.response_type(), ResponseType::Error);
}

#[tokio::test]
async fn arguments_out_of_bounds_are_refused_with_the_reason() {
    for (tool, arguments) in [
        ("get_item", json!({"id": 0})),
        ("list_items", json!({"limit": 138})),
        ("list_items", json!({"limt": 3})),
        ("slow", json!({"seconds": -1})),
        ("sized", json!({"bytes": 1_073_741_825})),
    ] {
        let result = result(tool, arguments).await;
        assert_eq!(result["isError"], true, "{tool}");
        let said = result["content"][0]["text"].as_str().unwrap();
        assert!(said.contains("is not within") || said.contains("are not within") || said.contains("limt"), "{said}");
    }
}

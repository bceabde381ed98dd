//! The tools as `tools/list` has them. `schemas.jsonl` has what the original generates for the same resources.

use serde_json::{Value, json};

use super::shop::Shop;

#[tokio::test]
async fn schemas_and_titles_are_those_of_the_original() {
    let shop = Shop::on_sqlite().await;
    let mut names = Vec::new();
    for line in include_str!("schemas.jsonl").lines() {
        let mut wanted: Value = serde_json::from_str(line).unwrap();
        let name = wanted["name"].as_str().unwrap().to_owned();
        let entry = shop.router.find(&name).unwrap().entry();
        assert_eq!(entry["title"], wanted["title"]);
        if name.ends_with("_partial_update") {
            // The original requires what it then does not miss.
            wanted["inputSchema"]["properties"]["body"]["required"] = json!([]);
            wanted["inputSchema"]["required"] = json!(["kwargs"]);
        }
        if name.ends_with("_list") {
            assert_eq!(entry["inputSchema"]["required"], json!([]));
        } else {
            assert_eq!(entry["inputSchema"], wanted["inputSchema"], "{name}");
        }
        names.push(name);
    }
    names.sort();
    let mut ours: Vec<&str> = shop.router.tools().map(retort_server::Tool::name).collect();
    ours.sort_unstable();
    assert_eq!(ours, names);
}

#[tokio::test]
async fn what_a_list_can_be_asked_for_is_in_its_schema() {
    let shop = Shop::on_sqlite().await;
    let schema =
        |name: &str| shop.router.find(name).unwrap().input_schema()["properties"]["kwargs"]["properties"].clone();
    let names = |schema: &Value| schema.as_object().unwrap().keys().cloned().collect::<std::collections::BTreeSet<_>>();
    let set = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let customers = schema("customers_list");
    assert_eq!(
        names(&customers),
        set(&[
            "id",
            "name",
            "email",
            "phone",
            "is_active",
            "created_at",
            "created_at__gte",
            "created_at__lte",
            "search",
            "ordering",
            "limit",
            "offset",
        ])
    );
    assert_eq!(customers["is_active"]["type"], "boolean");
    assert_eq!(customers["limit"]["maximum"], 1000);
    let orders = schema("orders_list");
    assert!(names(&orders).is_superset(&set(&[
        "customer",
        "status",
        "price",
        "price__gte",
        "price__lte",
        "quantity__gte"
    ])));
    assert_eq!(orders["status"]["enum"], json!(["pending", "paid", "shipped", "cancelled"]));
}

#[tokio::test]
async fn schemas_are_valid_and_take_what_the_tools_take() {
    let shop = Shop::on_sqlite().await;
    for tool in shop.router.tools() {
        assert!(jsonschema::meta::is_valid(tool.input_schema()), "{}", tool.name());
    }
    let takes = |tool: &str, arguments: Value| {
        jsonschema::validator_for(shop.router.find(tool).unwrap().input_schema()).unwrap().is_valid(&arguments)
    };
    assert!(takes("customers_retrieve", json!({"kwargs": {"pk": "1"}})));
    assert!(!takes("customers_retrieve", json!({})));
    assert!(takes("customers_partial_update", json!({"kwargs": {"pk": "1"}, "body": {}})));
    assert!(!takes("orders_create", json!({"body": {"status": "lost"}})));
}

#[tokio::test]
async fn hints_say_what_a_tool_changes() {
    let shop = Shop::on_sqlite().await;
    let hints = |name: &str| {
        let entry = shop.router.find(name).unwrap().entry();
        let hint = |hint: &str| entry["annotations"][hint].as_bool();
        (hint("readOnlyHint"), hint("destructiveHint"))
    };
    assert_eq!(hints("customers_list"), (Some(true), Some(false)));
    assert_eq!(hints("customers_retrieve"), (Some(true), Some(false)));
    assert_eq!(hints("customers_create"), (Some(false), Some(false)));
    assert_eq!(hints("orders_update"), (Some(false), Some(true)));
    assert_eq!(hints("orders_destroy"), (Some(false), Some(true)));
}

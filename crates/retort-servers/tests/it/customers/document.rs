//! The rules and examples of the document that describes the original's responses, byte for byte.

use serde_json::json;

use super::shop::{Shop, text};

on_both!(
    a_success_has_json_in_one_text_block_and_nothing_else,
    a_failure_has_its_label_and_its_flag,
    json_is_spaced_as_in_the_example_and_has_its_fields_in_order,
    other_letters_than_those_of_ascii_stay_readable,
    a_call_that_reaches_no_tool_says_so,
    what_is_deleted_is_told_in_words,
);

async fn a_success_has_json_in_one_text_block_and_nothing_else(shop: Shop) {
    for (tool, arguments) in [
        ("customers_list", json!({})),
        ("customers_list", json!(null)),
        ("customers_list", json!({"kwargs": {"limit": 2}})),
        ("customers_retrieve", json!({"kwargs": {"pk": "1"}})),
        ("orders_create", json!({"body": {"customer": 1, "product": "Cup", "quantity": 1, "price": "5"}})),
        (
            "orders_update",
            json!({"kwargs": {"pk": 1}, "body": {"customer": 1, "product": "Cup", "quantity": 1, "price": 5}}),
        ),
        ("orders_partial_update", json!({"kwargs": {"pk": "1"}, "body": {"quantity": 2}})),
        ("orders_destroy", json!({"kwargs": {"pk": "1"}})),
    ] {
        let result = shop.call(tool, arguments).await;
        assert_eq!(result.as_object().unwrap().keys().collect::<Vec<_>>(), ["content"], "{tool}");
        assert!(serde_json::from_str::<serde_json::Value>(text(&result)).is_ok(), "{tool}");
    }
}

async fn a_failure_has_its_label_and_its_flag(shop: Shop) {
    let answer = shop.router.call("customers_retrieve", json!({"kwargs": {"pk": "999999"}})).await;
    assert_eq!(
        answer.as_json(),
        concat!(
            r#"{"content":[{"type":"text","text":"Error executing tool: ViewSet returned error: {'detail': 'Not found.'}"}],"#,
            r#""isError":true}"#
        )
    );
    let answer = shop.router.call("customers_create", json!({"body": {"email": "nobody"}})).await;
    assert_eq!(
        answer.as_json(),
        concat!(
            r#"{"content":[{"type":"text","text":"Error executing tool: ViewSet returned error: "#,
            r#"{'name': ['This field is required.'], 'email': ['Enter a valid email address.']}"}],"isError":true}"#
        )
    );
}

async fn json_is_spaced_as_in_the_example_and_has_its_fields_in_order(shop: Shop) {
    let alice = concat!(
        r#"{"id": 1, "name": "Alice Johnson", "email": "alice@example.com", "phone": "+1 202 555 0101", "#,
        r#""is_active": true, "created_at": "2026-01-05T09:00:00.000000Z"}"#
    );
    let result = shop.call("customers_retrieve", json!({"kwargs": {"pk": "1"}})).await;
    assert_eq!(text(&result), alice);
    let result = shop.call("customers_list", json!({"kwargs": {"search": "alice"}})).await;
    assert_eq!(text(&result), format!("[{alice}]"));
    let result = shop.call("customers_list", json!({"kwargs": {"search": "alice", "limit": 1}})).await;
    assert_eq!(text(&result), format!(r#"{{"count": 1, "next": null, "previous": null, "results": [{alice}]}}"#));
    let result = shop.call("orders_retrieve", json!({"kwargs": {"pk": "1"}})).await;
    assert_eq!(
        text(&result),
        concat!(
            r#"{"id": 1, "customer": 1, "product": "Espresso machine", "quantity": 1, "price": "249.00", "#,
            r#""status": "paid", "created_at": "2026-01-05T09:00:00.000000Z"}"#
        )
    );
}

async fn other_letters_than_those_of_ascii_stay_readable(shop: Shop) {
    let result = shop.call("customers_retrieve", json!({"kwargs": {"pk": "19"}})).await;
    assert!(text(&result).contains("Søren Holm"), "{result}");
}

async fn a_call_that_reaches_no_tool_says_so(shop: Shop) {
    assert_eq!(shop.error("customers_burn", json!({})).await, "Tool not found: customers_burn");
    assert_eq!(shop.error("", json!({})).await, "Tool name is required");
}

async fn what_is_deleted_is_told_in_words(shop: Shop) {
    let result = shop.call("orders_destroy", json!({"kwargs": {"pk": 2}})).await;
    assert_eq!(text(&result), r#"{"message": "Operation completed successfully"}"#);
    assert_eq!(shop.refusal("orders_destroy", json!({"kwargs": {"pk": 2}})).await, "{'detail': 'Not found.'}");
}

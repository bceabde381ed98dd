//! Changes: what they keep, what they leave alone, and what they refuse.

use serde_json::{Value, json};

use super::shop::Shop;

on_both!(
    a_row_is_kept_as_it_was_answered,
    an_update_in_part_leaves_the_other_fields,
    a_refused_change_changes_nothing,
    a_customer_with_orders_stays,
    a_number_is_never_given_twice,
    every_letter_comes_back,
    texts_are_parameters_and_nothing_else,
    an_address_of_ones_own_is_not_taken,
    a_body_that_is_empty_in_any_way_is_no_body,
    deep_and_large_values_are_refused_like_others,
);

async fn a_row_is_kept_as_it_was_answered(shop: Shop) {
    let body = json!({"name": "Ann", "email": "ann@example.com", "phone": "1", "is_active": false});
    let made = shop.data("customers_create", json!({"body": body})).await;
    let kept = shop.data("customers_retrieve", json!({"kwargs": {"pk": made["id"]}})).await;
    assert_eq!(made, kept);
    assert_eq!(made["id"], 21);
    let made_at = made["created_at"].as_str().unwrap();
    assert!(made_at.len() == 27 && made_at.ends_with('Z'), "{made_at}");
    assert_eq!(shop.ids("customers_list", json!({"kwargs": {"created_at": made_at}})).await, [21]);
    let order = json!({"customer": 21, "product": "Cup", "quantity": 2, "price": 4.5, "status": "paid"});
    let made = shop.data("orders_create", json!({"body": order})).await;
    assert_eq!(made, shop.data("orders_retrieve", json!({"kwargs": {"pk": made["id"]}})).await);
    assert_eq!(made["price"], "4.50");
}

async fn an_update_in_part_leaves_the_other_fields(shop: Shop) {
    let before = shop.data("customers_retrieve", json!({"kwargs": {"pk": "4"}})).await;
    for (field, value) in
        [("name", json!("D.")), ("email", json!("d@example.com")), ("phone", json!("7")), ("is_active", json!(true))]
    {
        let mut wanted = shop.data("customers_retrieve", json!({"kwargs": {"pk": "4"}})).await;
        wanted[field] = value.clone();
        let mut body = json!({});
        body[field] = value;
        let given = shop.data("customers_partial_update", json!({"kwargs": {"pk": "4"}, "body": body})).await;
        assert_eq!(given, wanted);
    }
    let after = shop.data("customers_retrieve", json!({"kwargs": {"pk": "4"}})).await;
    assert_eq!(after["created_at"], before["created_at"]);
    // All of it is left where nothing is sent.
    let nothing = shop.data("customers_partial_update", json!({"kwargs": {"pk": "4"}})).await;
    assert_eq!(nothing, after);
}

async fn a_refused_change_changes_nothing(shop: Shop) {
    let before = shop.data("customers_list", json!({})).await;
    for (tool, arguments) in [
        ("customers_create", json!({"body": {"name": "A", "email": "alice@example.com"}})),
        ("customers_update", json!({"kwargs": {"pk": 1}, "body": {"name": "A", "email": "bob@example.com"}})),
        ("customers_partial_update", json!({"kwargs": {"pk": 1}, "body": {"name": "A", "email": "nobody"}})),
        ("customers_destroy", json!({"kwargs": {"pk": 1}})),
        ("customers_destroy", json!({"kwargs": {"pk": 99}})),
    ] {
        shop.refusal(tool, arguments).await;
    }
    assert_eq!(shop.data("customers_list", json!({})).await, before);
}

async fn a_customer_with_orders_stays(shop: Shop) {
    let destroy = |pk: i64| json!({"kwargs": {"pk": pk}});
    assert_eq!(
        shop.refusal("customers_destroy", destroy(2)).await,
        concat!(
            "{'detail': \"Cannot delete some instances of model 'Customer' because they are referenced through protected ",
            "foreign keys: 'Order.customer'.\"}"
        )
    );
    assert_eq!(shop.ids("orders_list", json!({"kwargs": {"customer": 2}})).await, [3]);
    shop.data("orders_destroy", destroy(3)).await;
    shop.data("customers_destroy", destroy(2)).await;
    assert_eq!(shop.refusal("customers_retrieve", destroy(2)).await, "{'detail': 'Not found.'}");
    assert_eq!(
        shop.refusal("orders_create", json!({"body": {"customer": 2, "product": "x", "quantity": 1, "price": 1}}))
            .await,
        "{'customer': ['Invalid pk \"2\" - object does not exist.']}"
    );
}

async fn a_number_is_never_given_twice(shop: Shop) {
    let body = |email: &str| json!({"body": {"name": "A", "email": email}});
    let first = shop.data("customers_create", body("a@example.com")).await;
    shop.data("customers_destroy", json!({"kwargs": {"pk": first["id"]}})).await;
    let second = shop.data("customers_create", body("a@example.com")).await;
    assert_eq!((first["id"].as_i64(), second["id"].as_i64()), (Some(21), Some(22)));
}

async fn every_letter_comes_back(shop: Shop) {
    let names =
        ["O'Neill \"Bob\" \\ %s {} ?", "日本語 😀 e\u{301}", "a\u{1}\u{7f}\u{2028}b", "$1 ? ?", "</script><b>", "NULL"];
    for (number, name) in names.into_iter().enumerate() {
        let body = json!({"name": name, "email": format!("letters{number}@example.com")});
        let made = shop.data("customers_create", json!({"body": body})).await;
        assert_eq!(made["name"], name);
        let found = shop.data("customers_list", json!({"kwargs": {"name": name}})).await;
        assert_eq!(found, json!([made]));
    }
}

async fn texts_are_parameters_and_nothing_else(shop: Shop) {
    let name = "Robert'); DROP TABLE customers; --";
    shop.data("customers_create", json!({"body": {"name": name, "email": "bobby@example.com"}})).await;
    let kwargs = json!({"pk": "1", "id": "1; DROP TABLE orders"});
    shop.data("customers_partial_update", json!({"kwargs": kwargs, "body": {"phone": name.get(..30).unwrap()}})).await;
    // Names of columns are the declaration's, too.
    let body = json!({"name = 'x' --": 1, "phone": "1", "id": 7});
    let given = shop.data("customers_partial_update", json!({"kwargs": {"pk": "1"}, "body": body})).await;
    assert_eq!((&given["id"], &given["name"], &given["phone"]), (&json!(1), &json!("Alice Johnson"), &json!("1")));
    assert_eq!(shop.ids("customers_list", json!({})).await.len(), 21);
    assert_eq!(shop.ids("orders_list", json!({})).await.len(), 20);
}

async fn an_address_of_ones_own_is_not_taken(shop: Shop) {
    let body = json!({"name": "Alice", "email": "alice@example.com"});
    let given = shop.data("customers_update", json!({"kwargs": {"pk": 1}, "body": body})).await;
    assert_eq!(given["name"], "Alice");
    assert_eq!(
        shop.refusal("customers_update", json!({"kwargs": {"pk": 2}, "body": body})).await,
        "{'email': ['customer with this email already exists.']}"
    );
}

async fn a_body_that_is_empty_in_any_way_is_no_body(shop: Shop) {
    for body in [json!(null), json!(""), json!([]), json!({}), json!(0), json!(false), json!(0.0)] {
        assert_eq!(
            shop.refusal("customers_create", json!({"body": body})).await,
            "{'name': ['This field is required.'], 'email': ['This field is required.']}",
            "{body}"
        );
    }
}

async fn deep_and_large_values_are_refused_like_others(shop: Shop) {
    let mut deep = json!([]);
    for _ in 0..100 {
        deep = json!([deep]);
    }
    let refusal = shop.refusal("orders_partial_update", json!({"kwargs": {"pk": 1}, "body": {"status": deep}})).await;
    assert!(refusal.starts_with("{'status': ['\"[[[[") && refusal.ends_with("]]]]\" is not a valid choice.']}"));
    let long = "x".repeat(1_000_000);
    let refusal = shop.refusal("customers_create", json!({"body": {"name": long, "email": long, "phone": long}})).await;
    assert_eq!(
        refusal,
        concat!(
            "{'name': ['Ensure this field has no more than 100 characters.'], ",
            "'email': ['Ensure this field has no more than 254 characters.', 'Enter a valid email address.'], ",
            "'phone': ['Ensure this field has no more than 30 characters.']}"
        )
    );
    let many: Value = (0..10_000).map(|number| (format!("member{number}"), json!(number))).collect();
    shop.data("customers_partial_update", json!({"kwargs": {"pk": 1}, "body": many})).await;
}

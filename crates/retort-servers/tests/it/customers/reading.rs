//! Lists: filters, search, order and pages, where the original has no answer to compare with or a worse one.

use serde_json::{Value, json};

use super::shop::Shop;

on_both!(
    all_rows_come_in_the_order_of_their_numbers,
    kwargs_come_as_text_or_as_what_they_are,
    filters_compare,
    wrong_values_are_refused_and_not_passed_over,
    all_that_is_wrong_is_told_at_once,
    a_search_finds_words_in_any_case_and_takes_no_patterns,
    the_order_is_the_same_on_both_databases,
    pages_fit_together,
    a_page_is_cut_to_what_a_page_may_have,
    an_offset_alone_asks_for_a_page,
    a_row_is_found_by_its_number_only,
    arguments_that_are_no_object_are_refused,
);

async fn all_rows_come_in_the_order_of_their_numbers(shop: Shop) {
    assert_eq!(shop.ids("customers_list", json!({})).await, (1..=20).collect::<Vec<_>>());
    assert_eq!(shop.ids("orders_list", json!({"kwargs": null})).await.len(), 20);
    // The body of a list says nothing.
    assert_eq!(shop.ids("orders_list", json!({"body": [1]})).await.len(), 20);
}

async fn kwargs_come_as_text_or_as_what_they_are(shop: Shop) {
    for (kwargs, wanted) in [
        (json!({"is_active": false}), vec![4, 10, 17]),
        (json!({"is_active": "false"}), vec![4, 10, 17]),
        (json!({"is_active": 0}), vec![4, 10, 17]),
        (json!({"id": 3}), vec![3]),
        (json!({"id": "3"}), vec![3]),
        (json!({"id": 3.0}), vec![3]),
        (json!({"id": 3.5}), vec![]),
        (json!({"id": null, "name": "Hana Sato"}), vec![8]),
        (json!({"name": "  Hana Sato "}), vec![8]),
        (json!({"id": "", "name": "", "email": "hana@example.jp"}), vec![8]),
    ] {
        assert_eq!(shop.ids("customers_list", json!({"kwargs": kwargs})).await, wanted, "{kwargs}");
    }
}

async fn filters_compare(shop: Shop) {
    for (kwargs, wanted) in [
        (json!({"price__gte": "210"}), vec![1, 6, 19]),
        (json!({"price__gte": 210, "price__lte": "249.00"}), vec![1, 19]),
        (json!({"price__lte": "8.989"}), vec![16]),
        (json!({"price__lte": "8.991"}), vec![14, 16]),
        (json!({"quantity__gte": 6}), vec![14, 16]),
        (json!({"quantity__lte": 1, "status": "cancelled"}), vec![7, 18]),
        (json!({"customer": 13, "status": "paid"}), vec![20]),
        (json!({"created_at__gte": "2026-01-05", "quantity": 12}), vec![16]),
        (json!({"created_at__gte": "2026-01-05T10:00:00+00:00"}), vec![]),
        (json!({"created_at__lte": "2026-01-05T10:00:00+02:00"}), vec![]),
        (json!({"created_at": "2026-01-05T09:00:00Z", "product": "Hammock"}), vec![18]),
    ] {
        assert_eq!(shop.ids("orders_list", json!({"kwargs": kwargs})).await, wanted, "{kwargs}");
    }
}

async fn wrong_values_are_refused_and_not_passed_over(shop: Shop) {
    for (kwargs, wanted) in [
        (json!({"is_active": "maybe"}), "{'is_active': ['Must be a valid boolean.']}"),
        (json!({"is_active": []}), "{'is_active': ['Not a valid string.']}"),
        (json!({"name": {"a": 1}}), "{'name': ['Not a valid string.']}"),
        (json!({"name": "x".repeat(1001)}), "{'name': ['Ensure this field has no more than 1000 characters.']}"),
        (json!({"created_at__gte": "soon"}), "{'created_at__gte': ['Enter a valid date/time.']}"),
        (json!({"search": "a\0"}), "{'search': ['Null characters are not allowed.']}"),
        (json!({"search": ["a"]}), "{'search': ['Not a valid string.']}"),
        (json!({"search": "x".repeat(1001)}), "{'search': ['Ensure this field has no more than 1000 characters.']}"),
        (json!({"search": "a ".repeat(33)}), "{'search': ['Ensure there are no more than 32 words.']}"),
        (
            json!({"ordering": "colour"}),
            "{'ordering': ['Select a valid choice. colour is not one of the available choices.']}",
        ),
        (
            json!({"ordering": "id; DROP TABLE customers"}),
            "{'ordering': ['Select a valid choice. id; DROP TABLE customers is not one of the available choices.']}",
        ),
        (
            json!({"ordering": "id,--name"}),
            "{'ordering': ['Select a valid choice. --name is not one of the available choices.']}",
        ),
        (json!({"ordering": 7}), "{'ordering': ['Select a valid choice. 7 is not one of the available choices.']}"),
        (json!({"limit": "many"}), "{'limit': ['A valid integer is required.']}"),
        (json!({"limit": 0}), "{'limit': ['Ensure this value is greater than or equal to 1.']}"),
        (json!({"limit": -5}), "{'limit': ['Ensure this value is greater than or equal to 1.']}"),
        (json!({"limit": 1.5}), "{'limit': ['A valid integer is required.']}"),
        (json!({"limit": true}), "{'limit': ['A valid integer is required.']}"),
        (json!({"offset": -1}), "{'offset': ['Ensure this value is greater than or equal to 0.']}"),
        (
            json!({"offset": "-99999999999999999999"}),
            "{'offset': ['Ensure this value is greater than or equal to 0.']}",
        ),
    ] {
        assert_eq!(shop.refusal("customers_list", json!({"kwargs": kwargs})).await, wanted, "{kwargs}");
    }
}

async fn all_that_is_wrong_is_told_at_once(shop: Shop) {
    assert_eq!(
        shop.refusal("orders_list", json!({"kwargs": {"limit": "x", "status": "lost", "id": "x", "ordering": "y"}}))
            .await,
        concat!(
            "{'id': ['Enter a number.'], 'status': ['Select a valid choice. lost is not one of the available choices.'], ",
            "'ordering': ['Select a valid choice. y is not one of the available choices.'], ",
            "'limit': ['A valid integer is required.']}"
        )
    );
}

async fn a_search_finds_words_in_any_case_and_takes_no_patterns(shop: Shop) {
    for (search, wanted) in [
        (json!("MÜLLER"), vec![5]),
        (json!("søren"), vec![19]),
        (json!("SØREN holm"), vec![19]),
        (json!("example.com rosa"), vec![18]),
        (json!("\"Rosa Almeida\""), vec![18]),
        (json!("\"Almeida Rosa\""), vec![]),
        (json!("o'neill"), vec![2]),
        (json!("_ose"), vec![]),
        (json!("%"), vec![]),
        (json!("!"), vec![]),
        (json!("'; DROP TABLE customers; --"), vec![]),
        (json!("55501"), vec![]),
        (json!("555 0101"), vec![1]),
    ] {
        assert_eq!(shop.ids("customers_list", json!({"kwargs": {"search": search}})).await, wanted, "{search}");
    }
    assert_eq!(shop.ids("customers_list", json!({})).await.len(), 20);
}

async fn the_order_is_the_same_on_both_databases(shop: Shop) {
    for (number, name) in ["ångström", "Zoe", "alice", "_x", "Zoë", "10", "9"].into_iter().enumerate() {
        let email = format!("order{number}@example.com");
        shop.data("customers_create", json!({"body": {"name": name, "email": email}})).await;
    }
    let rows = shop.data("customers_list", json!({"kwargs": {"ordering": "name", "id": ""}})).await;
    let names: Vec<&str> = rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(names, sorted);
    let reversed = shop.data("customers_list", json!({"kwargs": {"ordering": " -name , id"}})).await;
    let names: Vec<&str> = reversed.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    sorted.reverse();
    assert_eq!(names, sorted);
    assert_eq!(shop.ids("orders_list", json!({"kwargs": {"ordering": "-price", "limit": 3}})).await, [6, 1, 19]);
    assert_eq!(
        shop.ids("orders_list", json!({"kwargs": {"ordering": "-status,-id,status", "limit": 3}})).await,
        [17, 14, 12]
    );
}

async fn pages_fit_together(shop: Shop) {
    let mut kwargs = json!({"limit": 3, "ordering": "status", "quantity__lte": 2});
    let mut ids = Vec::new();
    let mut pages: Vec<Value> = Vec::new();
    loop {
        let page = shop.data("orders_list", json!({"kwargs": kwargs})).await;
        ids.extend(page["results"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()));
        assert_eq!(page["count"], 14);
        if let Some(before) = pages.last() {
            let again = shop.data("orders_list", json!({"kwargs": page["previous"]})).await;
            assert_eq!(again["results"], before["results"]);
        }
        kwargs = page["next"].clone();
        pages.push(page);
        if kwargs.is_null() {
            break;
        }
    }
    assert_eq!(pages.len(), 5);
    let whole = shop.ids("orders_list", json!({"kwargs": {"ordering": "status", "quantity__lte": 2}})).await;
    assert_eq!(ids, whole);
    assert_eq!(pages[0]["previous"], Value::Null);
    assert_eq!(pages[1]["previous"], json!({"limit": 3, "ordering": "status", "quantity__lte": 2}));
    assert_eq!(pages[1]["next"], json!({"limit": 3, "offset": 6, "ordering": "status", "quantity__lte": 2}));
}

async fn a_page_is_cut_to_what_a_page_may_have(shop: Shop) {
    let page = shop.data("customers_list", json!({"kwargs": {"limit": "99999999999999999999", "offset": 5}})).await;
    assert_eq!(page["results"].as_array().unwrap().len(), 15);
    assert_eq!(page["previous"], json!({"limit": 1000}));
    let far = shop.data("customers_list", json!({"kwargs": {"limit": 1, "offset": i64::MAX}})).await;
    assert_eq!(far["results"], json!([]));
    assert_eq!(far["next"], Value::Null);
}

async fn an_offset_alone_asks_for_a_page(shop: Shop) {
    let page = shop.data("customers_list", json!({"kwargs": {"offset": 18}})).await;
    assert_eq!(page["results"].as_array().unwrap().len(), 2);
    assert_eq!(page["previous"], json!({"limit": 100}));
    let page = shop.data("customers_list", json!({"kwargs": {"offset": 0}})).await;
    assert_eq!((&page["count"], &page["next"]), (&json!(20), &Value::Null));
}

async fn a_row_is_found_by_its_number_only(shop: Shop) {
    for pk in [json!("1.0"), json!(1.5), json!(true), json!([1]), json!({"id": 1}), json!("1 OR 1=1"), json!(u64::MAX)]
    {
        let refusal = shop.refusal("customers_retrieve", json!({"kwargs": {"pk": pk}})).await;
        assert_eq!(refusal, "{'detail': 'Not found.'}", "{pk}");
    }
    for arguments in [json!({}), json!({"kwargs": {}}), json!({"kwargs": {"pk": null}}), json!({"pk": "1"})] {
        let refusal = shop.refusal("customers_retrieve", arguments.clone()).await;
        assert_eq!(refusal, "{'pk': ['This field is required.']}", "{arguments}");
    }
}

async fn arguments_that_are_no_object_are_refused(shop: Shop) {
    assert_eq!(
        shop.refusal("customers_list", json!([1])).await,
        "{'non_field_errors': ['Invalid data. Expected a dictionary, but got list.']}"
    );
    assert_eq!(
        shop.refusal("customers_list", json!({"kwargs": "limit=2"})).await,
        "{'kwargs': ['Expected a dictionary of items but got type \"str\".']}"
    );
}

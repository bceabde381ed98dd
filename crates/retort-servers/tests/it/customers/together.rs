//! Many who write at once: nothing is lost, nothing is doubled, and nobody is told to wait.

use std::sync::Arc;

use serde_json::{Value, json};

use super::shop::Shop;

const CALLERS: usize = 16;
const ROUNDS: usize = 6;

on_both!(
    changes_of_different_fields_are_all_kept,
    an_address_is_given_once_however_many_want_it,
    readers_see_whole_rows_while_others_write,
    a_customer_is_deleted_or_gets_an_order_but_not_both,
);

/// Does something at once for all callers, and gives what came of it. Half of them call another server on the same database.
async fn all<F, W, T>(shop: &Arc<Shop>, work: F) -> Vec<T>
where
    F: Fn(Arc<Shop>, usize) -> W,
    W: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    let shops = [Arc::clone(shop), Arc::new(Shop::open(shop.database.clone()).await)];
    let shop = |caller: usize| Arc::clone(&shops[caller / 2 % 2]);
    let tasks: Vec<_> = (0..CALLERS).map(|caller| tokio::spawn(work(shop(caller), caller))).collect();
    let mut given = Vec::new();
    for task in tasks {
        given.push(task.await.unwrap());
    }
    given
}

async fn changes_of_different_fields_are_all_kept(shop: Shop) {
    let shop = Arc::new(shop);
    // Four rows, four fields of each: every caller has one field of its own, and changes it again and again.
    let value = |field: usize, round: usize| match field {
        0 => ("product", json!(format!("product {round}"))),
        1 => ("quantity", json!(round + 1)),
        2 => ("price", json!(format!("{round}.25"))),
        _ => ("status", json!(["paid", "shipped"][round % 2])),
    };
    all(&shop, |shop, caller| async move {
        for round in 0..=ROUNDS {
            let (name, value) = value(caller % 4, round);
            let body = json!({ name: value });
            let kwargs = json!({"pk": caller / 4 + 1});
            shop.data("orders_partial_update", json!({"kwargs": kwargs, "body": body})).await;
        }
    })
    .await;
    for pk in 1..=4 {
        let row = shop.data("orders_retrieve", json!({"kwargs": {"pk": pk}})).await;
        for field in 0..4 {
            let (name, value) = value(field, ROUNDS);
            assert_eq!(row[name], value, "{row}");
        }
    }
}

async fn an_address_is_given_once_however_many_want_it(shop: Shop) {
    let shop = Arc::new(shop);
    let given = all(&shop, |shop, caller| async move {
        let mut given = Vec::new();
        for round in 0..ROUNDS {
            let body = json!({"name": format!("caller {caller}"), "email": format!("wanted{round}@example.com")});
            let result = shop.call("customers_create", json!({"body": body})).await;
            given.push(result["content"][0]["text"].as_str().unwrap().to_owned());
        }
        given
    })
    .await;
    for round in 0..ROUNDS {
        let texts: Vec<&str> = given.iter().map(|texts| texts[round].as_str()).collect();
        let made = texts.iter().filter(|text| text.starts_with("{\"id\": ")).count();
        let taken =
            "Error executing tool: ViewSet returned error: {'email': ['customer with this email already exists.']}";
        assert_eq!((made, texts.iter().filter(|text| **text == taken).count()), (1, CALLERS - 1), "{texts:?}");
    }
    assert_eq!(shop.ids("customers_list", json!({})).await.len(), 20 + ROUNDS);
}

async fn readers_see_whole_rows_while_others_write(shop: Shop) {
    let shop = Arc::new(shop);
    all(&shop, |shop, caller| async move {
        for round in 0..ROUNDS {
            let mark = format!("{caller} {round}");
            if caller % 2 == 0 {
                let body = json!({"name": mark, "email": "one@example.com", "phone": mark});
                shop.data("customers_update", json!({"kwargs": {"pk": 7}, "body": body})).await;
            } else {
                let row = shop.data("customers_retrieve", json!({"kwargs": {"pk": 7}})).await;
                let is_first = row["name"] == "George Brown";
                assert!(is_first || row["name"] == row["phone"], "{row}");
                assert_eq!(shop.ids("customers_list", json!({})).await.len(), 20);
            }
        }
    })
    .await;
}

async fn a_customer_is_deleted_or_gets_an_order_but_not_both(shop: Shop) {
    let shop = Arc::new(shop);
    let given = all(&shop, |shop, caller| async move {
        let customer = [9, 10, 17, 20][caller % 4];
        if caller < 4 {
            shop.call("customers_destroy", json!({"kwargs": {"pk": customer}})).await
        } else {
            let body = json!({"customer": customer, "product": "Cup", "quantity": 1, "price": 1});
            shop.call("orders_create", json!({"body": body})).await
        }
    })
    .await;
    for (caller, result) in given.iter().enumerate() {
        let text = result["content"][0]["text"].as_str().unwrap();
        let is_fine = text.starts_with('{')
            || text.contains("object does not exist.")
            || text.contains("protected foreign keys: 'Order.customer'.");
        assert!(is_fine, "{caller}: {text}");
    }
    let orders = shop.data("orders_list", json!({})).await;
    let customers = shop.ids("customers_list", json!({})).await;
    let has_customer = |order: &Value| customers.contains(&order["customer"].as_i64().unwrap());
    assert!(orders.as_array().unwrap().iter().all(has_customer));
}

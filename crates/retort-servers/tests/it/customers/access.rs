//! Who may do what: with a token set, callers over HTTP show it; who holds the streams needs none.

use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};
use retort_server::Context;
use retort_servers::customers::Access;
use serde_json::{Value, json};

use super::shop::{Shop, result, text};

const TOKEN: &str = "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b";

/// A caller over HTTP with these values of `Authorization`.
fn caller(shown: &[&str]) -> Context {
    let values = shown.iter().map(|shown| (AUTHORIZATION, HeaderValue::from_str(shown).unwrap()));
    Context::with_headers(values.fold(HeaderMap::new(), |mut headers, (name, value)| {
        headers.append(name, value);
        headers
    }))
}

/// Calls of every kind: whether it is one of customers, whether it reads, and the call.
fn calls() -> Vec<(bool, bool, &'static str, Value)> {
    let order = json!({"customer": 1, "product": "Cup", "quantity": 1, "price": 1});
    vec![
        (true, true, "customers_list", json!({})),
        (true, true, "customers_retrieve", json!({"kwargs": {"pk": 1}})),
        (true, false, "customers_create", json!({"body": {"name": "A", "email": "a@example.com"}})),
        (
            true,
            false,
            "customers_update",
            json!({"kwargs": {"pk": 4}, "body": {"name": "A", "email": "b@example.com"}}),
        ),
        (true, false, "customers_partial_update", json!({"kwargs": {"pk": 4}, "body": {"name": "A"}})),
        (true, false, "customers_destroy", json!({"kwargs": {"pk": 20}})),
        (false, true, "orders_list", json!({})),
        (false, true, "orders_retrieve", json!({"kwargs": {"pk": 1}})),
        (false, false, "orders_create", json!({"body": order})),
        (false, false, "orders_update", json!({"kwargs": {"pk": 1}, "body": order})),
        (false, false, "orders_partial_update", json!({"kwargs": {"pk": 1}, "body": {}})),
        (false, false, "orders_destroy", json!({"kwargs": {"pk": 1}})),
    ]
}

#[tokio::test]
async fn without_a_token_everybody_may_do_everything() {
    let shop = Shop::on_sqlite().await;
    for (_, _, tool, arguments) in calls() {
        let given = result(&shop.router, tool, arguments, caller(&["Token nonsense"])).await;
        assert!(given.get("isError").is_none(), "{tool}: {given}");
    }
}

#[tokio::test]
async fn who_shows_the_token_or_holds_the_streams_may_do_everything() {
    for caller in [caller(&[&format!("Token {TOKEN}")]), caller(&[&format!("  token   {TOKEN} ")]), Context::local()] {
        let shop = Shop::on_sqlite().await;
        let router = shop.customers.router(Access { token: Some(TOKEN.to_owned()) });
        for (_, _, tool, arguments) in calls() {
            let given = result(&router, tool, arguments, caller.clone()).await;
            assert!(given.get("isError").is_none(), "{tool}: {given}");
        }
    }
}

#[tokio::test]
async fn who_shows_nothing_reads_customers_and_nothing_else() {
    let shop = Shop::on_sqlite().await;
    let router = shop.customers.router(Access { token: Some(TOKEN.to_owned()) });
    let twice = format!("Token {TOKEN}");
    for caller in [caller(&[]), caller(&["Bearer x"]), caller(&["Tokenx y"]), caller(&[""]), caller(&[&twice, &twice])]
    {
        for (is_customers, is_reading, tool, arguments) in calls() {
            let answer = router.call_for(tool, arguments.clone(), caller.clone()).await;
            let denied = answer.denied().map(|denied| (denied.status(), denied.challenge()));
            if is_customers && is_reading {
                assert_eq!(denied, None, "{tool}");
                continue;
            }
            assert_eq!(denied, Some((401, Some("Token"))), "{tool}");
            let given = result(&router, tool, arguments, caller.clone()).await;
            assert_eq!(
                text(&given),
                concat!(
                    "Error executing tool: Unauthorized: Authentication credentials were not provided. ",
                    "(WWW-Authenticate: Token)"
                )
            );
        }
    }
    assert_eq!(shop.ids("customers_list", json!({})).await.len(), 20);
}

#[tokio::test]
async fn who_shows_a_wrong_token_may_not_even_read() {
    let shop = Shop::on_sqlite().await;
    let router = shop.customers.router(Access { token: Some(TOKEN.to_owned()) });
    let longer = format!("Token {TOKEN}x");
    let shorter = format!("Token {}", TOKEN.get(..39).unwrap());
    let spaced = format!("Token {TOKEN} {TOKEN}");
    for (shown, words) in [
        ("Token nonsense", "Invalid token."),
        (longer.as_str(), "Invalid token."),
        (shorter.as_str(), "Invalid token."),
        ("Token", "Invalid token header. No credentials provided."),
        (spaced.as_str(), "Invalid token header. Token string should not contain spaces."),
    ] {
        let given = result(&router, "customers_list", json!({}), caller(&[shown])).await;
        assert_eq!(text(&given), format!("Error executing tool: Unauthorized: {words} (WWW-Authenticate: Token)"));
    }
}

#[tokio::test]
async fn an_empty_token_lets_nobody_in() {
    let shop = Shop::on_sqlite().await;
    let router = shop.customers.router(Access { token: Some(String::new()) });
    for shown in ["Token", "Token  ", "Token x", ""] {
        let given = result(&router, "orders_list", json!({}), caller(&[shown])).await;
        assert_eq!(given["isError"], true, "{shown:?}");
    }
}

#[test]
fn the_token_is_not_printed() {
    assert!(!format!("{:?}", Access { token: Some(TOKEN.to_owned()) }).contains(TOKEN));
}

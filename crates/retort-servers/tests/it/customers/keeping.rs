//! Databases: what they begin with, what stays in them, and what is said of those that cannot be used.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use retort_servers::customers::Customers;
use retort_servers::database::{Database, Store, Value};
use serde_json::json;

use super::cluster::Cluster;
use super::shop::{Folder, Shop};

on_both!(
    rows_stay_and_the_first_ones_come_once,
    two_who_open_a_new_database_at_once_find_one_set_of_rows,
    a_change_that_is_not_committed_is_undone,
    a_statement_that_nobody_waits_for_leaves_nothing_behind,
    tables_of_another_program_are_left_alone,
    a_list_too_long_for_one_answer_is_asked_for_in_pages,
);

async fn rows_stay_and_the_first_ones_come_once(shop: Shop) {
    shop.data("customers_create", json!({"body": {"name": "Ann", "email": "ann@example.com"}})).await;
    for pk in [9, 20] {
        shop.data("customers_destroy", json!({"kwargs": {"pk": pk}})).await;
    }
    let before = shop.data("customers_list", json!({})).await;
    let again = Shop::open(shop.database.clone()).await;
    assert_eq!(again.data("customers_list", json!({})).await, before);
    // What one writes the other reads.
    again.data("customers_partial_update", json!({"kwargs": {"pk": 1}, "body": {"phone": "2"}})).await;
    assert_eq!(shop.data("customers_retrieve", json!({"kwargs": {"pk": 1}})).await["phone"], "2");
}

async fn two_who_open_a_new_database_at_once_find_one_set_of_rows(shop: Shop) {
    let mut change = Store::open(&shop.database).await.unwrap().begin().await.unwrap();
    change.execute("DROP TABLE orders", &[]).await.unwrap();
    change.execute("DROP TABLE customers", &[]).await.unwrap();
    change.commit().await.unwrap();
    let opening: Vec<_> = (0..4)
        .map(|_| {
            let database = shop.database.clone();
            tokio::spawn(async move { Customers::open(&database).await })
        })
        .collect();
    for opened in opening {
        opened.await.unwrap().unwrap();
    }
    assert_eq!(shop.ids("customers_list", json!({})).await.len(), 20);
    assert_eq!(shop.ids("orders_list", json!({})).await.len(), 20);
}

async fn a_change_that_is_not_committed_is_undone(shop: Shop) {
    let store = Store::open(&shop.database).await.unwrap();
    let mut change = store.begin().await.unwrap();
    change.execute("UPDATE customers SET name = ?", &[Value::from("x")]).await.unwrap();
    drop(change);
    let mut change = store.begin().await.unwrap();
    change.execute("DELETE FROM orders", &[]).await.unwrap();
    let taken = change.query("UPDATE customers SET email = ? WHERE id < ?", &[Value::from("y"), Value::from(3)]).await;
    assert_eq!(taken.unwrap_err().taken(), Some("email"));
    // After an error nothing more is done.
    assert!(change.query("SELECT 1", &[]).await.is_err());
    assert!(change.commit().await.is_err());
    assert_eq!(shop.ids("customers_list", json!({"kwargs": {"name": "x"}})).await, [0; 0]);
    assert_eq!(shop.ids("orders_list", json!({})).await.len(), 20);
}

async fn a_statement_that_nobody_waits_for_leaves_nothing_behind(shop: Shop) {
    let store = Store::open(&shop.database).await.unwrap();
    let slow =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT count(*) FROM n";
    let mut change = store.begin().await.unwrap();
    change.execute("UPDATE customers SET name = ?", &[Value::from("x")]).await.unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(1), change.query(slow, &[])).await.is_err());
    // Its connection is away with the statement, so that nobody can commit half of the change.
    assert!(change.commit().await.is_err());
    assert!(tokio::time::timeout(Duration::from_millis(1), store.query(slow, &[])).await.is_err());
    let mut change = store.begin().await.unwrap();
    change.execute("UPDATE customers SET phone = ? WHERE id = ?", &[Value::from("y"), Value::from(1)]).await.unwrap();
    change.commit().await.unwrap();
    assert_eq!(shop.ids("customers_list", json!({"kwargs": {"name": "x"}})).await, [0; 0]);
    assert_eq!(shop.ids("customers_list", json!({"kwargs": {"phone": "y"}})).await, [1]);
}

async fn tables_of_another_program_are_left_alone(shop: Shop) {
    let mut change = Store::open(&shop.database).await.unwrap().begin().await.unwrap();
    change.execute("DROP TABLE orders", &[]).await.unwrap();
    change.execute("CREATE TABLE orders (id BIGINT, title TEXT)", &[]).await.unwrap();
    change.commit().await.unwrap();
    let error = Customers::open(&shop.database).await.unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("cannot open the database {}: its tables cannot be set up", shop.database)),
        "{error}"
    );
    assert!(error.ends_with("If they are another program's, name another database"), "{error}");
}

async fn a_list_too_long_for_one_answer_is_asked_for_in_pages(shop: Shop) {
    let mut change = Store::open(&shop.database).await.unwrap().begin().await.unwrap();
    let values =
        "SELECT a.customer, a.product, a.quantity, a.price, a.status, a.created_at FROM orders a, orders b, orders c";
    let columns = "customer, product, quantity, price, status, created_at";
    // With 20 × 20 × 20 more there are 8020, and then as many as one answer may have.
    change.execute(&format!("INSERT INTO orders ({columns}) {values}"), &[]).await.unwrap();
    let few = format!("INSERT INTO orders ({columns}) SELECT {columns} FROM orders WHERE id <= ?");
    change.execute(&few, &[Value::from(1980)]).await.unwrap();
    change.commit().await.unwrap();
    assert_eq!(shop.ids("orders_list", json!({})).await.len(), 10_000);
    shop.data("orders_create", json!({"body": {"customer": 1, "product": "x", "quantity": 1, "price": 1}})).await;
    assert_eq!(
        shop.refusal("orders_list", json!({})).await,
        "{'detail': 'There are more than 10000 orders. Ask for pages with limit.'}"
    );
    let page = shop.data("orders_list", json!({"kwargs": {"limit": 2000, "offset": 9500}})).await;
    assert_eq!((page["results"].as_array().unwrap().len(), &page["count"]), (501, &json!(10_001)));
}

#[tokio::test]
async fn several_who_make_one_file_at_once_make_it_once() {
    let folder = Folder::new("new");
    let opening: Vec<_> = (0..8)
        .map(|_| {
            let database = folder.database();
            tokio::spawn(async move { Customers::open(&database).await })
        })
        .collect();
    for opened in opening {
        opened.await.unwrap().unwrap();
    }
    assert_eq!(Shop::open(folder.database()).await.ids("customers_list", json!({})).await.len(), 20);
}

/// A copy of the files at some moment is what a program leaves behind that is killed in that moment.
#[tokio::test]
async fn what_was_acknowledged_is_in_the_files_at_every_moment() {
    let folder = Folder::new("killed");
    let shop = Arc::new(Shop::open(folder.database()).await);
    let made = Arc::new(AtomicUsize::new(0));
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (shop, made) = (Arc::clone(&shop), Arc::clone(&made));
            tokio::spawn(async move {
                for number in 0..8 {
                    let body = json!({"name": "A", "email": format!("{writer}.{number}@example.com")});
                    shop.data("customers_create", json!({"body": body})).await;
                    made.fetch_add(1, Ordering::SeqCst);
                }
            })
        })
        .collect();
    let mut moments = 0;
    while made.load(Ordering::SeqCst) < 32 {
        let acknowledged = made.load(Ordering::SeqCst);
        let copy = Folder::new("left-behind");
        for name in ["customers.db", "customers.db-wal"] {
            std::fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
        }
        let left = Shop::open(copy.database()).await.ids("customers_list", json!({})).await.len();
        assert!(left >= 20 + acknowledged, "{left} of {acknowledged} are left");
        moments += 1;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    assert!(moments > 0);
}

#[tokio::test]
async fn a_full_disk_is_told_and_the_database_still_opens() {
    let folder = Folder::new("full");
    let bounded = Shop::open(folder.database().at_most(60_000)).await;
    let mut made = 0;
    let error = loop {
        let body = json!({"name": "x".repeat(100), "email": format!("{}{made}@example.com", "y".repeat(200))});
        let answer = bounded.router.call("customers_create", json!({"body": body})).await;
        if answer.is_error() {
            break answer.into_json();
        }
        made += 1;
        assert!(made < 1000, "it never gets full");
    };
    assert!(
        error.contains(
            "Error executing tool: the database has no room for more: its disk is full. Nothing was changed. Free some space and \
             call again"
        ),
        "{error}"
    );
    // All that was acknowledged is there, and what is there can be read and deleted.
    assert_eq!(bounded.ids("customers_list", json!({})).await.len(), 20 + made);
    let again = Shop::open(folder.database()).await;
    assert_eq!(again.ids("customers_list", json!({})).await.len(), 20 + made);
    again.data("customers_create", json!({"body": {"name": "A", "email": "a@example.com"}})).await;
}

#[tokio::test]
async fn files_that_cannot_be_used_are_named_with_the_reason() {
    let folder = Folder::new("wrong");
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "These are no rows. ".repeat(100)).unwrap();
    for (path, why) in [
        (folder.path().to_owned(), "it is a folder; name a file"),
        (folder.path().join("missing/customers.db"), "its folder is missing; make it first"),
        (text.clone(), "it is no database of SQLite; name another file"),
    ] {
        let database: Database = path.to_str().unwrap().parse().unwrap();
        let error = Customers::open(&database).await.unwrap_err().to_string();
        assert_eq!(error, format!("cannot open the database {}: {why}", path.display()));
    }
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("These are no rows."));
}

#[test]
fn addresses_that_name_no_database_are_refused() {
    for (address, why) in [
        ("", "it is empty"),
        (":memory:", "rows that are kept in memory are lost"),
        ("mysql://root:secret@localhost/shop", "name a file, or a URL that begins with postgres://"),
        ("postgres://u:secret@localhost/shop?sslmode=require", "sslmode=require asks for TLS"),
        ("postgres://u:secret@localhost:many/shop", "invalid"),
    ] {
        let error = address.parse::<Database>().unwrap_err().to_string();
        assert!(error.contains(why) && error.contains("is no address of a database"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
    let server: Database = "postgresql://u:se@cret@db.example:5433/shop?connect_timeout=3".parse().unwrap();
    assert_eq!(server.to_string(), "postgresql://u@db.example:5433/shop");
    assert!(!format!("{server:?}").contains("cret"));
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_named_without_a_password() {
    let folder = Folder::new("nobody");
    let host = folder.path().to_str().unwrap().replace('/', "%2F");
    let database: Database = format!("postgres://u:secret@{host}/shop").parse().unwrap();
    let error = Customers::open(&database).await.unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot open the database postgres://u@{host}/shop: ")), "{error}");
    assert!(error.ends_with("see that the server runs, and that user and database exist"), "{error}");
}

#[tokio::test]
async fn a_database_that_is_missing_on_the_server_is_told() {
    let Some(cluster) = Cluster::shared().await else { return };
    let database: Database = cluster.address("nowhere").parse().unwrap();
    let error = Customers::open(&database).await.unwrap_err().to_string();
    assert!(error.contains("database \"nowhere\" does not exist"), "{error}");
}

#[tokio::test]
async fn a_server_that_was_away_is_found_again() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let shop = Shop::open(cluster.make()).await;
    let list = || async { shop.router.call("customers_list", json!({})).await };
    // Several connections, all of which will be gone.
    let (a, b, c) = tokio::join!(list(), list(), list());
    assert!(!(a.is_error() || b.is_error() || c.is_error()));
    let cluster = tokio::task::spawn_blocking(move || {
        cluster.restart();
        cluster
    })
    .await
    .unwrap();
    shop.data("customers_partial_update", json!({"kwargs": {"pk": 1}, "body": {"phone": "1"}})).await;
    assert_eq!(shop.ids("customers_list", json!({"kwargs": {"phone": "1"}})).await, [1]);
    // While it is away, that is what is told.
    tokio::task::spawn_blocking(move || drop(cluster)).await.unwrap();
    let error = shop.error("customers_list", json!({})).await;
    assert!(error.starts_with("the database cannot be reached: "), "{error}");
}

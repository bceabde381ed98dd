//! Databases that are another program's, and databases that are full.

use retort_servers::database::Store;
use retort_servers::shortener::Shortener;
use serde_json::json;

use super::following::{ask, served};
use super::site::{BASE, Site};
use crate::customers::shop::Folder;

/// Nothing is added to them, and nothing of theirs is changed.
#[tokio::test]
async fn tables_of_another_program_are_left_alone() {
    for table in [
        "CREATE TABLE links (x TEXT)",
        "CREATE TABLE clicks (a TEXT)",
        "CREATE TABLE sums (a TEXT)",
        "CREATE TABLE links (keyword TEXT, url TEXT, title TEXT, created TEXT, ip TEXT, clicks TEXT, extra TEXT)",
    ] {
        let folder = Folder::new("shortener-foreign");
        let database = folder.database();
        let store = Store::open(&database).await.unwrap();
        let mut change = store.begin().await.unwrap();
        change.execute(table, &[]).await.unwrap();
        change.commit().await.unwrap();
        let refused = Shortener::open(&database, BASE).await.unwrap_err().to_string();
        assert!(
            refused.contains("another program's") && refused.contains("Name another database"),
            "{table}: {refused}"
        );
        let left = store.query("SELECT COUNT(*) FROM sqlite_master", &[]).await.unwrap();
        assert_eq!(left[0].integer(0), Some(1), "{table}");
    }
}

#[tokio::test]
async fn a_full_disk_is_told_and_what_is_there_is_read() {
    let folder = Folder::new("shortener-full");
    let site = Site::open(folder.database().at_most(150_000)).await;
    site.make("first", "https://example.com/first").await;
    let mut number = 0;
    let refused = loop {
        number += 1;
        let url = format!("https://example.com/{number}/{}", "x".repeat(1_500));
        let answer = site.router.call("shorten_url", json!({"url": url})).await;
        if answer.is_error() {
            break answer.to_string();
        }
        assert!(number < 1_000, "it never is full");
    };
    assert!(refused.contains("disk is full") && refused.contains("unknown_error"), "{refused}");
    assert_eq!(site.data("expand_url", json!({"shorturl": "first"})).await["longurl"], "https://example.com/first");
    assert_eq!(site.data("db_stats", json!({})).await["total_links"], number);
}

/// Here the file was deleted, which every change notices; a disk that is full to its last byte is the same to a link.
#[cfg(unix)]
#[tokio::test]
async fn links_lead_on_when_nothing_can_be_counted() {
    let folder = Folder::new("shortener-uncounted");
    let site = Site::open(folder.database()).await;
    site.make("first", "https://example.com/first").await;
    std::fs::remove_file(folder.path().join("customers.db")).unwrap();
    let address = served(&site).await;
    let (status, sent) = ask(&address, "GET", "/first", &[]).await;
    assert!(status == 302 && sent.contains("location: https://example.com/first\r\n"), "{sent}");
    assert_eq!(site.data("url_stats", json!({"shorturl": "first"})).await["clicks"], 0);
}

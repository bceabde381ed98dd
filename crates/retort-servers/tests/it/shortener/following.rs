//! Links that are followed over HTTP: where they lead, and what is counted.

use std::fmt::Write as _;

use chrono::Utc;
use retort_server::Server;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use trials::PATIENCE;

use super::site::{Site, on_both};

/// Serves the links, and gives the address.
pub(crate) async fn served(site: &Site) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let shortener = site.shortener.clone();
    let server = Server::over(shortener.router(), "test", "1").pages(move |request| {
        let shortener = shortener.clone();
        async move { shortener.page(request).await }
    });
    tokio::spawn(server.serve_http(listener, std::future::pending()));
    address
}

pub(crate) async fn ask(address: &str, method: &str, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    let mut sent = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut sent)).await.unwrap().unwrap();
    (sent.split(' ').nth(1).unwrap().parse().unwrap(), sent)
}

#[tokio::test]
async fn a_link_leads_where_it_should_and_is_counted() {
    on_both(async |site: Site| {
        site.make("abc", "https://example.com/x?y=ü").await;
        let address = served(&site).await;
        let (status, sent) = ask(&address, "GET", "/abc", &[("Referer", "https://news.example/story?id=1")]).await;
        assert_eq!(status, 302, "{sent}");
        assert!(sent.contains("location: https://example.com/x?y=%C3%BC\r\n") && sent.contains("no-store"), "{sent}");
        for _ in 0..2 {
            assert_eq!(ask(&address, "GET", "/abc", &[]).await.0, 302);
        }
        // Looking is not following.
        assert_eq!(ask(&address, "HEAD", "/abc", &[]).await.0, 302);
        for (method, path, status) in [
            ("GET", "/none", 404),
            ("GET", "/abc/more", 404),
            ("GET", "/%2e%2e/etc", 404),
            ("GET", "/", 200),
            ("POST", "/abc", 405),
            ("DELETE", "/abc", 405),
        ] {
            assert_eq!(ask(&address, method, path, &[]).await.0, status, "{method} {path}");
        }
        let today = Utc::now().format("%Y-%m-%d").to_string();
        let clicks = site.data("url_analytics", json!({"shorturl": "abc", "date": today})).await;
        assert_eq!((&clicks["total_clicks"], &clicks["range_clicks"]), (&json!(3), &json!(3)));
        assert_eq!(clicks["daily_clicks"], json!({&today: 3}));
        assert_eq!(clicks["referrers"], json!({"direct": 2, "news.example": 1}));
        assert_eq!(site.data("url_stats", json!({"shorturl": "abc"})).await["clicks"], 3);
        assert_eq!(site.data("db_stats", json!({})).await["total_clicks"], 3);
        let before = json!({"shorturl": "abc", "date": "2020-01-01", "date_end": "2020-12-31"});
        let none = site.data("url_analytics", before).await;
        assert_eq!((&none["range_clicks"], &none["daily_clicks"]), (&json!(0), &json!({})));
        // Its clicks go with it, and end with it.
        site.data("change_keyword", json!({"oldshorturl": "abc", "newshorturl": "new"})).await;
        let moved = site.data("url_analytics", json!({"shorturl": "new", "date": today})).await;
        assert_eq!(moved["range_clicks"], 3);
        site.data("delete_url", json!({"shorturl": "new"})).await;
        assert_eq!(site.data("db_stats", json!({})).await["total_clicks"], 0);
    })
    .await;
}

/// Who forges many referrers hides none that was there before.
#[tokio::test]
async fn referrers_without_end_are_one_and_hide_no_other() {
    on_both(async |site: Site| {
        site.make("abc", "https://example.com/").await;
        let address = served(&site).await;
        let follow = async |referrer: &str| ask(&address, "GET", "/abc", &[("Referer", referrer)]).await.0;
        assert_eq!(follow("https://real.example/").await, 302);
        for number in 0..110 {
            assert_eq!(follow(&format!("https://forged{number}.example/")).await, 302);
        }
        assert_eq!(follow("https://real.example/").await, 302);
        let today = Utc::now().format("%Y-%m-%d").to_string();
        let clicks = site.data("url_analytics", json!({"shorturl": "abc", "date": today})).await;
        let referrers = clicks["referrers"].as_object().unwrap();
        assert_eq!((referrers.len(), &referrers["real.example"], &referrers["(others)"]), (101, &json!(2), &json!(11)));
        assert_eq!(clicks["range_clicks"], 112);
    })
    .await;
}

#[tokio::test]
async fn a_qr_code_has_a_page() {
    on_both(async |site: Site| {
        site.make("abc", "https://example.com/").await;
        let address = served(&site).await;
        let (status, sent) = ask(&address, "GET", "/abc.qr", &[]).await;
        assert!(status == 200 && sent.contains("image/svg+xml") && sent.contains("<svg "), "{sent}");
        assert_eq!(ask(&address, "GET", "/none.qr", &[]).await.0, 404);
        assert_eq!(site.data("url_stats", json!({"shorturl": "abc"})).await["clicks"], 0);
    })
    .await;
}

#[tokio::test]
async fn days_that_are_none_are_refused() {
    on_both(async |site: Site| {
        site.make("abc", "https://example.com/").await;
        for (date, end) in [
            ("2026-02-30", None),
            ("yesterday", None),
            ("", None),
            ("2026-01-02", Some("2026-01-01")),
            ("2020-01-01", Some("2026-01-01")),
            ("2026-01-01", Some("x")),
        ] {
            let arguments = json!({"shorturl": "abc", "date": date, "date_end": end});
            assert_eq!(site.code("url_analytics", arguments).await, "invalid_date", "{date} {end:?}");
        }
        let year = json!({"shorturl": "abc", "date": "2024-01-01", "date_end": "2024-12-31"});
        assert_eq!(
            site.data("url_analytics", year).await["date_range"],
            json!({"start": "2024-01-01", "end": "2024-12-31"})
        );
    })
    .await;
}

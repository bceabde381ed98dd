//! Many at once: no keyword is given twice, and no click is lost.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::site::{Site, on_both, text};

const CLIENTS: usize = 16;
const EACH: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_keyword_is_given_twice_and_one_url_has_one_link() {
    on_both(async |site: Site| {
        let tasks: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let router = site.shortener.router();
                tokio::spawn(async move {
                    let mut made = Vec::new();
                    for number in 0..EACH {
                        for url in
                            [format!("https://example.com/{client}/{number}"), format!("https://example.com/{number}")]
                        {
                            let answer = router.call("shorten_url", json!({"url": url})).await;
                            assert!(!answer.is_error(), "{answer}");
                            let result: Value = serde_json::from_str(answer.as_json()).unwrap();
                            let link: Value = serde_json::from_str(text(&result)).unwrap();
                            made.push((link["url"].to_string(), link["shorturl"].to_string()));
                        }
                    }
                    made
                })
            })
            .collect();
        let mut links = HashSet::new();
        for task in tasks {
            links.extend(task.await.unwrap());
        }
        // Each URL has one short link, and each short link one URL.
        let expected = CLIENTS * EACH + EACH;
        assert_eq!(links.len(), expected);
        assert_eq!(links.iter().map(|(_, short)| short).collect::<HashSet<_>>().len(), expected);
        assert_eq!(site.data("db_stats", json!({})).await["total_links"], expected);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_keyword_that_all_want_is_given_to_one() {
    on_both(async |site: Site| {
        let tasks: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let router = site.shortener.router();
                let arguments = json!({"url": format!("https://example.com/{client}"), "keyword": "wanted"});
                tokio::spawn(async move { router.call("shorten_url", arguments).await })
            })
            .collect();
        let mut given = 0;
        for task in tasks {
            let answer = task.await.unwrap();
            given += usize::from(!answer.is_error());
            assert!(!answer.is_error() || answer.as_json().contains("keyword_exists"), "{answer}");
        }
        assert_eq!(given, 1);
        assert_eq!(site.data("db_stats", json!({})).await["total_links"], 1);
    })
    .await;
}

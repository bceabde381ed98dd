//! How long the shortener takes with a thousand links and with a million, in one run: what is asked for most, and every order of
//! the list. Ratios are what counts: with an index they stay near 1.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a bench fails by panicking, and prints what it finds"
)]

use std::time::{Duration, Instant};

use retort_server::Router;
use retort_servers::database::{Database, Store, Value};
use retort_servers::shortener::Shortener;
use serde_json::json;

const FEW: i64 = 1_000;
const MANY: i64 = 1_000_000;
const ROUNDS: usize = 51;
/// How many rows one statement adds.
const AT_ONCE: i64 = 200;

/// A tool, and its arguments where there are so many links.
type Case = (&'static str, &'static str, Box<dyn Fn(i64) -> serde_json::Value>);

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let is_quick = std::env::args().any(|argument| argument == "--quick");
    let many = if is_quick { MANY / 20 } else { MANY };
    let folder = std::env::temp_dir().join(format!("retort-links-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let few = filled(&folder.join("few.db"), FEW).await;
    let full = filled(&folder.join("many.db"), many).await;
    println!(
        "{:<28} {:>12} {:>12} {:>7}",
        "median of 51 calls",
        format!("{FEW} links"),
        format!("{many} links"),
        "ratio"
    );
    let middle = |links: i64| format!("k{}", links / 2);
    let cases: Vec<Case> = vec![
        ("find by keyword", "expand_url", Box::new(move |links| json!({"shorturl": middle(links)}))),
        ("find by URL", "contract_url", Box::new(|links| json!({"url": url(links / 2)}))),
        ("statistics", "db_stats", Box::new(|_| json!({}))),
        ("newest 50", "list_urls", Box::new(|_| json!({}))),
        ("50 by keyword", "list_urls", Box::new(|_| json!({"sortby": "keyword", "sortorder": "asc"}))),
        ("50 by URL", "list_urls", Box::new(|_| json!({"sortby": "url"}))),
        ("50 by title", "list_urls", Box::new(|_| json!({"sortby": "title"}))),
        ("50 by clicks", "list_urls", Box::new(|_| json!({"sortby": "clicks"}))),
        ("page 10 of the newest", "list_urls", Box::new(|_| json!({"offset": 450}))),
        ("search in keywords (scans)", "list_urls", Box::new(move |links| json!({"query": middle(links)}))),
    ];
    for (name, tool, arguments) in cases {
        let (short, long) = (median(&few, tool, &arguments(FEW)).await, median(&full, tool, &arguments(many)).await);
        let ratio = long.as_secs_f64() / short.as_secs_f64();
        println!("{name:<28} {:>9} µs {:>9} µs {ratio:>6.2}x", short.as_micros(), long.as_micros());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

fn url(number: i64) -> String {
    format!("https://example.com/a/path/of/some/length/{number}")
}

/// A shortener with so many links.
async fn filled(path: &std::path::Path, links: i64) -> Router {
    let database: Database = path.to_str().unwrap().parse().unwrap();
    let router = Shortener::open(&database, "https://sho.rt/").await.unwrap().router();
    let store = Store::open(&database).await.unwrap();
    let mut change = store.begin().await.unwrap();
    for start in (0..links).step_by(usize::try_from(AT_ONCE).unwrap()) {
        let numbers = start..(start + AT_ONCE).min(links);
        let places = vec!["(?, ?, ?, ?, '', ?)"; usize::try_from(numbers.end - numbers.start).unwrap()].join(", ");
        let sql = format!("INSERT INTO links (keyword, url, title, created, ip, clicks) VALUES {places}");
        let row = |number: i64| -> [Value; 5] {
            // Titles and clicks in another order than the links.
            let other = number.wrapping_mul(7919) % links;
            [
                format!("k{number}").into(),
                url(number).into(),
                format!("Title {other}").into(),
                (1_700_000_000 + number).into(),
                (other % 1000).into(),
            ]
        };
        let values: Vec<Value> = numbers.flat_map(row).collect();
        change.execute(&sql, &values).await.unwrap();
    }
    change.execute("UPDATE sums SET value = ? WHERE name = 'links'", &[links.into()]).await.unwrap();
    change.commit().await.unwrap();
    router
}

async fn median(router: &Router, tool: &str, arguments: &serde_json::Value) -> Duration {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let answer = router.call(tool, arguments.clone()).await;
        times.push(begun.elapsed());
        assert!(!answer.is_error(), "{answer}");
    }
    times.sort_unstable();
    times[ROUNDS / 2]
}

//! A page with a table of 10,000 rows: how long it takes to write, and how long Chromium takes to open and to sort it.
//!
//! `RETORT_PEERS=… cargo bench -p retort-render --bench page`; without the packages that drive Chromium only the writing
//! is measured.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark fails by panicking")]

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use retort_render::{View, html};

const ROWS: usize = 10_000;

/// Rows of eight columns of several kinds.
fn response() -> String {
    let mut rows = String::from("[");
    for row in 0..ROWS {
        let mixed = row.wrapping_mul(2_654_435_761) % 1_000_003;
        let (day, hour) = (mixed % 28 + 1, mixed % 24);
        let separator = if row == 0 { "" } else { "," };
        write!(
            rows,
            r#"{separator}{{"id":{row},"name":"Person {mixed}","amount":{}.{:02},"paid":{},"joined":"2025-{:02}-{day:02}T{hour:02}:15:00Z","city":"Town {}","note":"visit {} of the year","tags":["t{}","t{}"]}}"#,
            mixed * 7 % 100_000,
            mixed % 100,
            mixed % 3 == 0,
            mixed % 12 + 1,
            mixed % 997,
            mixed % 365,
            mixed % 5,
            mixed % 7,
        )
        .unwrap();
    }
    rows.push(']');
    let text = serde_json::to_string(&rows).unwrap();
    format!(r#"{{"content": [{{"type": "text", "text": {text}}}]}}"#)
}

fn main() {
    let reading = retort_core::read(response());
    let start = Instant::now();
    let page = html::page(&[View::of(&retort_core::Interpretation::of(&reading.messages[0]), None)], "A large table");
    println!("{ROWS} rows of 8 columns written in {:?}, {} KiB", start.elapsed(), page.len() / 1024);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("large.html");
    std::fs::write(&file, page).unwrap();
    let Some(peers) = std::env::var_os("RETORT_PEERS").map(PathBuf::from) else {
        println!("not opened: RETORT_PEERS does not say where Chromium's driver is");
        return;
    };
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/browser/speed.mjs");
    let output = Command::new(peers.join("node_modules/.bin/node")).arg(script).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    for (what, number) in found {
        let unit = if what == "rows" { "" } else { " ms" };
        println!("in Chromium, {what}: {number}{unit}");
    }
}

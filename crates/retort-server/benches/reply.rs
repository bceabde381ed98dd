//! What it costs to write a list of 5,000 rows as a reply, beside `serde_json::to_string` of the same rows, in one run.
//!
//! `cargo bench -p retort-server` prints the table.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use retort_server::{Dialect, Reply};
use serde::Serialize;

#[derive(Serialize)]
struct Customer {
    id: u32,
    name: String,
    email: String,
    city: &'static str,
    balance: f64,
    active: bool,
    note: Option<String>,
}

#[derive(Serialize)]
struct Block<'a> {
    r#type: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Whole<'a> {
    content: [Block<'a>; 1],
    structured_content: Box<serde_json::value::RawValue>,
}

const TURNS: usize = 61;

fn main() {
    let rows: Vec<Customer> = (0..5_000)
        .map(|id| Customer {
            id,
            name: format!("Customer number {id}"),
            email: format!("customer.{id}@example.com"),
            city: ["Berlin", "Zürich", "Porto"][id as usize % 3],
            balance: f64::from(id) * 1.25,
            active: id % 7 != 0,
            note: (id % 5 == 0).then(|| "pays late, is \"nice\" about it".to_owned()),
        })
        .collect();
    println!("\na list reply of 5,000 rows beside serde_json::to_string of the rows, median of {TURNS} turns\n");
    println!("| reply | bytes | time | ratio |");
    println!("|---|---:|---:|---:|");
    let ways: [(&str, &dyn Fn() -> usize); 4] = [
        ("serde_json::to_string", &|| serde_json::to_string(&rows).unwrap().len()),
        ("drf: text", &|| Reply::list(&rows).page(0, 5_000, 9_000).into_result(Dialect::Drf).as_json().len()),
        ("mcp: text and structuredContent", &|| {
            Reply::list(&rows).page(0, 5_000, 9_000).into_result(Dialect::Mcp).as_json().len()
        }),
        ("by hand: to_string, then json! with both", &|| {
            let text = serde_json::to_string(&rows).unwrap();
            let structured: Box<serde_json::value::RawValue> =
                serde_json::value::RawValue::from_string(format!("{{\"results\":{text}}}")).unwrap();
            let result = Whole { content: [Block { r#type: "text", text: &text }], structured_content: structured };
            serde_json::to_string(&result).unwrap().len()
        }),
    ];
    let mut times = vec![Vec::new(); ways.len()];
    let mut bytes = vec![0; ways.len()];
    for _ in 0..TURNS {
        for (index, (_, way)) in ways.iter().enumerate() {
            let start = Instant::now();
            bytes[index] = black_box(way());
            times[index].push(start.elapsed());
        }
    }
    let medians: Vec<Duration> = times
        .iter_mut()
        .map(|times| {
            times.sort();
            times[times.len() / 2]
        })
        .collect();
    for (index, (name, _)) in ways.iter().enumerate() {
        let ratio = medians[index].as_secs_f64() / medians[0].as_secs_f64();
        println!("| {name} | {} | {:.1?} | {ratio:.2}× |", bytes[index], medians[index]);
    }
}

//! How long a server of Retort's own takes from its start to its first answer over stdio: the one that knows Feathers,
//! whose index is built when it starts, beside the gallery, which has nothing to build. What the one takes beyond the
//! other is what its knowledge costs.
//!
//! `cargo bench -p retort --bench serve` prints the table; `-- --runs 50` makes more runs.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long the first answer may take.
const GOAL: Duration = Duration::from_millis(50);

/// The servers, with the first call of each.
fn works() -> [(&'static str, &'static str, Value); 5] {
    let fields = json!([{ "name": "title", "type": "string" }]);
    [
        ("gallery", "echo", json!({ "text": "hi" })),
        ("feathers", "search_docs", json!({ "query": "before hooks" })),
        // Where no entry has the words, other spellings are looked for, which takes longest.
        ("feathers", "search_docs", json!({ "query": "authentcation stratgy" })),
        ("feathers", "get_feathers_template", json!({ "database": "sqlite", "auth": true })),
        ("feathers", "generate_service", json!({ "name": "posts", "database": "mongodb", "fields": fields })),
    ]
}

/// When each answer was there, counted from the start: to `initialize`, to the first call and to the same call again.
struct Times {
    opened: Duration,
    first: Duration,
    again: Duration,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let runs = arguments.iter().position(|argument| argument == "--runs");
    let runs: usize = runs.map_or(20, |at| arguments[at + 1].parse().expect("a number of runs"));
    let works = works();
    let mut times: Vec<Vec<Times>> = works.iter().map(|_| Vec::new()).collect();
    for round in 0..=runs {
        for (work, times) in works.iter().zip(&mut times) {
            let time = time(work);
            // The first round reads the program from the disk.
            if round > 0 {
                times.push(time);
            }
        }
    }
    println!("\nFrom the start of a server to its answers over stdio, medians of {runs} interleaved runs\n");
    println!("| server | call | opened | first answer | the same again |");
    println!("|---|---|---:|---:|---:|");
    let mut firsts = Vec::new();
    for ((server, tool, arguments), times) in works.iter().zip(&times) {
        let of = |which: fn(&Times) -> Duration| spread(times.iter().map(which).collect());
        let (first, shown) = of(|times| times.first);
        let (opened, again) = (of(|times| times.opened).1, of(|times| times.again.saturating_sub(times.first)).1);
        println!("| {server} | {tool} {arguments} | {opened} | {shown} | {again} |");
        firsts.push(first);
    }
    println!();
    let (gallery, search) = (firsts[0].as_secs_f64(), firsts[1].as_secs_f64());
    println!("A first search takes {:.1} times what a first echo takes.", search / gallery);
    let verdict = if firsts[1] <= GOAL { "reached" } else { "missed" };
    println!(
        "The first search is answered {:.1} ms after the start (wanted: {} ms; {verdict})",
        search * 1e3,
        GOAL.as_millis()
    );
}

/// Starts a server, makes a call twice and ends it.
fn time((server, tool, arguments): &(&str, &str, Value)) -> Times {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_retort"))
        .args(["serve", server])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |id: u32, method: &str, params: Value| {
        writeln!(to, "{}", json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).unwrap();
        let answer: Value = serde_json::from_str(&from.next().expect("an answer").unwrap()).unwrap();
        assert!(answer["result"].is_object() && answer["result"]["isError"] != true, "{answer}");
        begun.elapsed()
    };
    let greeting = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "serve", "version": "1"}
    });
    let opened = ask(1, "initialize", greeting);
    let first = ask(2, "tools/call", json!({"name": tool, "arguments": arguments}));
    let again = ask(3, "tools/call", json!({"name": tool, "arguments": arguments}));
    drop(to);
    child.wait().unwrap();
    Times { opened, first, again }
}

/// The middle of some times, and it with the range that the middle half of them are in.
fn spread(mut times: Vec<Duration>) -> (Duration, String) {
    times.sort();
    let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let (low, middle, high) = (milliseconds(at(1)), milliseconds(at(2)), milliseconds(at(3)));
    (at(2), format!("{middle:.1} ms ({low:.1} to {high:.1})"))
}

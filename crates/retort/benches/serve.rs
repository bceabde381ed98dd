//! How long a server of Retort's own takes from its start to its first answer over stdio: the one that knows Feathers,
//! whose index is made at its very first start and kept in the user's cache folder, beside the gallery, which has nothing
//! to make. What the one takes beyond the other is what its knowledge costs.
//!
//! `cargo bench -p retort --bench serve` prints the table; `-- --runs 50` makes more runs.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long the first answer may take.
const GOAL: Duration = Duration::from_millis(50);

/// A server, and its first call.
struct Work {
    server: &'static str,
    tool: &'static str,
    arguments: Value,
    /// Whether nothing was kept by an earlier start.
    is_first: bool,
}

fn works() -> [Work; 6] {
    let work = |server, tool, arguments| Work { server, tool, arguments, is_first: false };
    let search = || work("feathers", "search_docs", json!({ "query": "before hooks" }));
    let fields = json!([{ "name": "title", "type": "string" }]);
    [
        work("gallery", "echo", json!({ "text": "hi" })),
        search(),
        Work { is_first: true, ..search() },
        // Where no entry has the words, other spellings are looked for, which takes longest.
        work("feathers", "search_docs", json!({ "query": "authentcation stratgy" })),
        work("feathers", "get_feathers_template", json!({ "database": "sqlite", "auth": true })),
        work("feathers", "generate_service", json!({ "name": "posts", "database": "mongodb", "fields": fields })),
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
    let cache = std::env::temp_dir().join(format!("retort-serve-{}", std::process::id()));
    let mut times: Vec<Vec<Times>> = works.iter().map(|_| Vec::new()).collect();
    for round in 0..=runs {
        for (work, times) in works.iter().zip(&mut times) {
            let folder = cache.join(if work.is_first { "first" } else { "later" });
            if work.is_first {
                let _ = std::fs::remove_dir_all(&folder);
            }
            let time = time(work, &folder);
            // The first round reads the program from the disk.
            if round > 0 {
                times.push(time);
            }
        }
    }
    std::fs::remove_dir_all(&cache).unwrap();
    println!("\nFrom the start of a server to its answers over stdio, medians of {runs} interleaved runs\n");
    println!("| server | call | opened | first answer | the same again |");
    println!("|---|---|---:|---:|---:|");
    let mut firsts = Vec::new();
    for (Work { server, tool, arguments, is_first }, times) in works.iter().zip(&times) {
        let server = if *is_first { format!("{server}, for the first time") } else { (*server).to_owned() };
        let of = |which: fn(&Times) -> Duration| spread(times.iter().map(which).collect());
        let (first, shown) = of(|times| times.first);
        let (opened, again) = (of(|times| times.opened).1, of(|times| times.again.saturating_sub(times.first)).1);
        println!("| {server} | {tool} {arguments} | {opened} | {shown} | {again} |");
        firsts.push(first);
    }
    println!();
    println!(
        "A first search takes {:.1} times what a first echo takes.",
        firsts[1].as_secs_f64() / firsts[0].as_secs_f64()
    );
    for (when, first) in [("the start", firsts[1]), ("the very first start", firsts[2])] {
        let verdict = if first <= GOAL { "reached" } else { "missed" };
        let (took, goal) = (first.as_secs_f64() * 1e3, GOAL.as_millis());
        println!("The first search is answered {took:.1} ms after {when} (wanted: {goal} ms; {verdict})");
    }
}

/// Starts a server, makes a call twice and ends it.
fn time(Work { server, tool, arguments, .. }: &Work, cache: &Path) -> Times {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_retort"))
        .args(["serve", server])
        .env("XDG_CACHE_HOME", cache)
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

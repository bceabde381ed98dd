//! From wire bytes to envelope bytes: Retort beside the obvious way (`serde_json::Value`, walk, serialise again),
//! in one run, as ratios. Peak memory is that of a process of its own for each way.
//!
//! `cargo bench -p retort-core` prints the tables; `cargo bench -p retort-core -- --quick` leaves out 100 MB.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::hint::black_box;
use std::io::Write;
use std::process::Command;
use std::time::{Duration, Instant};

use retort_core::{Envelope, Style, read};
use serde_json::{Value, json};

const TOOL: &str = "list_orders";

/// How a server writes the JSON inside its text.
#[derive(Clone, Copy)]
enum Layout {
    Compact,
    Indented,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--measure") {
        return measure_memory(&arguments[at + 1], &arguments[at + 2]);
    }
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let sizes: &[(&str, usize)] =
        if quick { &[("1 KB", 5), ("1 MB", 5_000)] } else { &[("1 KB", 5), ("1 MB", 5_000), ("100 MB", 500_000)] };

    println!("\nparse: wire bytes to envelope bytes, median of runs in turns\n");
    println!("| response | bytes | obvious way | retort | ratio |");
    println!("|---|---:|---:|---:|---:|");
    for (layout, name) in [(Layout::Compact, "compact JSON"), (Layout::Indented, "indented JSON")] {
        for &(size, rows) in sizes {
            let wire = wire(rows, layout);
            assert_eq!(rows_of(&obvious(&wire)), rows_of(&retort(&wire)), "both ways must find the same rows");
            let (theirs, ours) = race(&wire);
            let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
            println!("| {size}, {name} | {} | {theirs:.1?} | {ours:.1?} | {ratio:.2}× |", wire.len());
        }
    }
    if !quick {
        compare_memory();
    }
}

/// How long each way takes. They take turns, so that whatever else the machine does befalls both; a turn is several runs, and
/// its first ones do not count, so that neither pays for the memory that the other has just freed.
fn race(wire: &[u8]) -> (Duration, Duration) {
    let (turns, runs, unmeasured) = match wire.len() {
        0..100_000 => (41, 60, 10),
        100_000..10_000_000 => (41, 1, 0),
        _ => (5, 1, 0),
    };
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..turns {
        for (times, way) in times.iter_mut().zip([obvious as fn(&[u8]) -> Vec<u8>, retort]) {
            for run in 0..unmeasured + runs {
                let start = Instant::now();
                black_box(way(black_box(wire)));
                if run >= unmeasured {
                    times.push(start.elapsed());
                }
            }
        }
    }
    let [theirs, ours] = times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    });
    (theirs, ours)
}

fn retort(wire: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(wire.len());
    write_retort(wire.to_vec(), &mut out);
    out
}

fn write_retort(wire: Vec<u8>, out: impl Write) {
    let reading = read(wire);
    Envelope::from_message(&reading.messages[0], Some(TOOL)).write_json(out, Style::Line).unwrap();
}

fn obvious(wire: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(wire.len());
    write_obvious(wire, &mut out);
    out
}

/// What one would write first: parse, look for the text, parse that, move the parts around, serialise.
fn write_obvious(wire: &[u8], out: impl Write) {
    let message: Value = serde_json::from_slice(wire).unwrap();
    let text = message["result"]["content"][0]["text"].as_str().unwrap();
    let mut payload: Value = serde_json::from_str(text).unwrap();
    let members = payload.as_object_mut().unwrap();
    let rows = members.remove("orders").unwrap();
    let returned = rows.as_array().unwrap().len();
    let mut take = |key: &str| members.remove(key).unwrap();
    let (offset, limit, total, more) = (take("offset"), take("limit"), take("totalOrders"), take("hasMore"));
    let envelope = json!({
        "toolName": TOOL,
        "responseType": "list",
        "data": rows,
        "pagination": { "offset": offset, "limit": limit, "hasMore": more.clone() },
        "summary": { "total": total, "returned": returned, "hasMore": more },
        "metadata": members,
    });
    serde_json::to_writer(out, &envelope).unwrap();
}

fn rows_of(envelope: &[u8]) -> Value {
    serde_json::from_slice::<Value>(envelope).unwrap()["data"].take()
}

fn wire(rows: usize, layout: Layout) -> Vec<u8> {
    let payload = json!({
        "totalOrders": rows * 2,
        "offset": 0,
        "limit": rows,
        "hasMore": true,
        "filter": "open",
        "orders": (0..rows).map(row).collect::<Vec<_>>(),
    });
    let text = match layout {
        Layout::Compact => payload.to_string(),
        Layout::Indented => format!("{payload:#}"),
    };
    let message = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "result": { "content": [{ "type": "text", "text": text }] },
    });
    message.to_string().into_bytes()
}

fn row(number: usize) -> Value {
    let status = ["open", "paid", "sent"][number % 3];
    json!({
        "id": format!("ord_{number:08}"),
        "customer": format!("Customer {}", number % 977),
        "email": format!("customer{}@example.org", number % 977),
        "status": status,
        "amount": f64::from(u32::try_from(number % 100_000).unwrap()) / 100.0,
        "items": number % 7,
        "createdAt": "2026-11-15T07:43:11Z",
        "express": number.is_multiple_of(2),
    })
}

fn compare_memory() {
    println!("\npeak memory of a process that turns 100 MB on the wire into an envelope, over the size of the input\n");
    println!("| way | input | peak | ratio |");
    println!("|---|---:|---:|---:|");
    let file = std::env::temp_dir().join(format!("retort-bench-{}.json", std::process::id()));
    std::fs::write(&file, wire(500_000, Layout::Compact)).unwrap();
    for way in ["obvious way", "retort"] {
        let output =
            Command::new(std::env::current_exe().unwrap()).args(["--measure", way]).arg(&file).output().unwrap();
        print!("{}", String::from_utf8(output.stdout).unwrap());
    }
    std::fs::remove_file(file).unwrap();
}

fn measure_memory(way: &str, file: &str) {
    let wire = std::fs::read(file).unwrap();
    let size = wire.len();
    if way == "retort" {
        write_retort(wire, std::io::sink());
    } else {
        write_obvious(&wire, std::io::sink());
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: usize = peak.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024;
    #[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
    let ratio = peak as f64 / size as f64;
    println!("| {way} | {} MB | {} MB | {ratio:.2}× |", size / 1_000_000, peak / 1_000_000);
}

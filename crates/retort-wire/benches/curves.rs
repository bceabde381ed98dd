//! How the work grows with what is sent: streams of n, 2n, 4n and 8n bytes, made of what is hard to take apart. What is printed is
//! the processor time for each, and how often eight times as much takes longer: eight is a line.
//!
//! `cargo bench -p retort-wire --bench curves` prints the table.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::io::Write;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use retort_wire::{Events, Frames, Head, Unpacker};

/// The shortest stream.
const LEAST: usize = 1 << 22;
/// What takes less is not measured well.
const CLEAR: Duration = Duration::from_millis(20);

/// The processor time that this thread has used.
fn used() -> Duration {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(line.split(' ').next().unwrap().parse().unwrap())
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn frames(bytes: &[u8]) {
    let mut frames = Frames::default();
    for chunk in bytes.chunks(1 << 16) {
        std::hint::black_box(frames.push(chunk, |message| Head::of(message).is_some()));
    }
}

fn events(bytes: &[u8]) {
    let mut events = Events::default();
    for chunk in bytes.chunks(1 << 16) {
        std::hint::black_box(events.push(chunk));
    }
}

fn unpack(bytes: &[u8]) {
    let mut unpacker = Unpacker::default();
    unpacker.put(packed(bytes).into(), "gzip");
    unpacker.end();
    while !std::hint::black_box(unpacker.piece().unwrap()).is_empty() {}
}

fn head(bytes: &[u8]) {
    std::hint::black_box(Head::of(bytes));
}

/// What is done to a stream.
type Work = fn(&[u8]);

fn main() {
    let note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"hello\"}}\n";
    let works: [(&str, Work, &str); 16] = [
        ("frames", frames, "{}"),
        ("frames", frames, "{}\n"),
        ("frames", frames, "{\n"),
        ("frames", frames, "{"),
        ("frames", frames, "[{\"jsonrpc\":1}\n"),
        ("frames", frames, "x {\n"),
        ("frames", frames, "\""),
        ("frames", frames, "\n"),
        ("frames", frames, note),
        ("events", events, "data: {}\n\n"),
        ("events", events, "data: {}\n"),
        ("events", events, "data:"),
        ("events", events, ": \n"),
        ("unpack", unpack, "{}"),
        ("head", head, "{\"a\":"),
        ("head", head, "[]"),
    ];
    println!("\n| work | on | n = {LEAST} | 2n | 4n | 8n | 8n takes |\n|---|---|---:|---:|---:|---:|---:|");
    for (name, work, piece) in works {
        let times = [1, 2, 4, 8].map(|times| {
            let stream = piece.repeat(times * LEAST / piece.len());
            let mut measured: Vec<Duration> = (0..3)
                .map(|_| {
                    let begun = used();
                    work(stream.as_bytes());
                    used().saturating_sub(begun)
                })
                .collect();
            measured.sort();
            measured[1]
        });
        let [one, two, four, eight] = times;
        // The clock goes in steps of a few milliseconds.
        let ratio = if one < CLEAR {
            "too short to tell".to_owned()
        } else {
            format!("{:.1} times", eight.as_secs_f64() / one.as_secs_f64())
        };
        println!("| {name} | {piece:?} | {one:.1?} | {two:.1?} | {four:.1?} | {eight:.1?} | {ratio} |");
    }
}

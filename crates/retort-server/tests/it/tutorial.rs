//! The tutorial: its code is the example, to the letter, and the example does what the tutorial says.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const EXAMPLE: &str = include_str!("../../examples/first.rs");

#[test]
fn the_tutorial_shows_the_example_as_it_is() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/authors.md");
    let document = std::fs::read_to_string(document).unwrap();
    assert!(document.contains(&format!("```rust\n{EXAMPLE}```\n")), "docs/authors.md has another first server");
    let lines = EXAMPLE.lines().count();
    assert!(lines <= 30 && document.contains(&format!("A server in {lines} lines")), "{lines}");
}

/// Where cargo puts examples: beside the folder of this test.
fn example() -> Option<PathBuf> {
    let found = std::env::current_exe().unwrap().parent()?.parent()?.join("examples/first");
    if !found.exists() {
        trials::pass_over("the example `first`, which `cargo test --examples` builds");
        return None;
    }
    Some(found)
}

#[test]
fn the_first_server_greets_and_lists() {
    let Some(example) = example() else { return };
    let mut child = Command::new(example).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let call = |id: u32, name: &str, arguments: Value| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}});
    let mut input = child.stdin.take().unwrap();
    for message in [
        call(1, "greet", json!({"name": "Ann"})),
        call(2, "greet", json!({"name": " "})),
        call(3, "squares", json!({"offset": "90"})),
        call(4, "squares", json!({})),
        json!({"jsonrpc": "2.0", "id": 5, "method": "tools/list"}),
    ] {
        writeln!(input, "{message}").unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    let result = |id: usize| &answers[id - 1]["result"];
    assert_eq!(result(1)["content"][0]["text"], "Hello, Ann");
    assert_eq!(result(2)["isError"], true);
    let last = &result(3)["structuredContent"];
    assert_eq!((&last["results"][9], &last["hasMore"]), (&json!(9801), &json!(false)));
    assert_eq!(result(4)["structuredContent"]["nextOffset"], 10);
    assert_eq!(result(5)["tools"][1]["inputSchema"]["properties"]["offset"]["description"], "Where the page starts.");
}

//! The command line, run as a person or a script would run it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod calls;
mod checks;
mod commands;
mod conformance;
mod documents;
mod examples;
mod hostile;
mod lines;
mod mistakes;
mod oddities;
mod peers;
mod real_servers;
mod servers;
mod tasks;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `retort` in the root of the repository, feeding it `input`.
fn retort(arguments: &[&str], input: &[u8]) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_retort")).args(arguments).current_dir(root()), input)
}

/// Runs a command to its end, feeding it `input`.
fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeding = std::thread::spawn(move || {
        // A command that has seen enough closes its input.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    output
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

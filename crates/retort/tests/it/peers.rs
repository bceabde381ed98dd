//! Independent peers: what Retort writes is what the protocol's own SDK reads.
//!
//! `./test` installs the peers and says where they are.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use retort_core::{Dialect, Envelope, read};

use crate::root;

/// A program of the peers.
pub(crate) fn program(peers: &Path, name: &str) -> String {
    let program = peers.join(name);
    assert!(program.exists(), "a peer is missing: {} is not there", program.display());
    program.into_os_string().into_string().unwrap()
}

#[test]
fn the_python_sdk_reads_every_dialect() {
    let Some(peers) = trials::peers("`mcp` (PyPI)") else { return };
    let corpus = root().join("crates/retort-core/tests/corpus/recorded.jsonl");
    let mut messages = String::new();
    let mut count = 0;
    for line in std::fs::read_to_string(corpus).unwrap().lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let message = read(case["message"].as_str().unwrap()).into_first();
        let envelope = Envelope::from_message(&message, case["tool"].as_str());
        for dialect in Dialect::ALL {
            messages.push_str(dialect.write(&envelope).to_message(message.id.as_ref()).as_str());
            messages.push('\n');
            count += 1;
        }
    }
    let mut child = Command::new(program(&peers, "python/bin/python"))
        .arg(root().join("tests/peers/read_results.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A peer that cannot read a message says why and reads no further.
    let _ = child.stdin.take().unwrap().write_all(messages.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), format!("{count} read"));
}

//! What each command prints, and how it ends.

use serde_json::json;

use crate::{json, retort, stderr, stdout};

const ROWS: &[u8] = br#"{"content": [{"type": "text", "text": "[{\"id\": 1}, {\"id\": 2}]"}]}"#;
const FAILED: &[u8] = br#"{"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "No such tool"}}"#;

#[test]
fn parse_gives_an_envelope() {
    let output = retort(&["parse", "--tool", "list_things"], ROWS);
    assert!(output.status.success());
    assert_eq!(json(&output)["data"], json!([{ "id": 1 }, { "id": 2 }]));
    assert_eq!(json(&output)["toolName"], "list_things");
}

#[test]
fn compact_means_one_line_each() {
    let output = retort(&["parse", "-c", "-", "examples/responses/batch.json"], ROWS);
    assert_eq!(stdout(&output).lines().count(), 4);
}

#[test]
fn detect_gives_a_format_and_its_facts() {
    let output = retort(&["detect"], ROWS);
    assert_eq!(
        json(&output),
        json!({
            "format": "table", "confidence": 0.98, "tone": "neutral", "rows": 2,
            "columns": [{ "name": "id", "type": "integer" }], "list": "",
        })
    );
}

#[test]
fn extract_gives_an_outcome_or_only_its_text() {
    let output = retort(&["extract"], ROWS);
    assert_eq!(json(&output), json!({ "success": true, "output": "[{\"id\": 1}, {\"id\": 2}]" }));
    let output = retort(&["extract", "--text"], ROWS);
    assert_eq!(stdout(&output), "[{\"id\": 1}, {\"id\": 2}]\n");
}

#[test]
fn convert_gives_a_result_or_a_message() {
    let output = retort(&["convert", "--to", "yourls", "--tool", "send_thing"], br#"{"thing": 1}"#);
    assert_eq!(json(&output)["content"][0]["text"], r#"{"status":"success","thing":1}"#);
    assert_eq!(stderr(&output), "");
    let output = retort(&["convert", "--to", "mcp", "--message"], FAILED);
    assert_eq!(json(&output)["id"], 7);
    assert_eq!(json(&output)["error"], json!({ "code": -32602, "message": "No such tool" }));
    let output = retort(&["convert", "--to", "feathers"], FAILED);
    assert_eq!(json(&output)["content"][0]["text"], "Error: No such tool");
}

#[test]
fn schema_gives_the_schema_and_the_form_for_n8n() {
    let schema = json(&retort(&["schema"], b""));
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let n8n = json(&retort(&["schema", "--n8n"], b""));
    assert_eq!(n8n["type"], "object");
    assert_eq!(n8n["required"], json!(["toolName", "responseType"]));
    let openai = json(&retort(&["schema", "--openai"], b""));
    assert_eq!(openai["strict"], false);
    assert_eq!(openai["schema"], n8n);
}

#[test]
fn an_error_ends_with_one() {
    for command in [&["parse"][..], &["detect"], &["extract"], &["convert", "--to", "mcp"]] {
        assert_eq!(retort(command, FAILED).status.code(), Some(1), "{command:?}");
        assert_eq!(retort(command, ROWS).status.code(), Some(0), "{command:?}");
    }
}

#[test]
fn digits_keys_and_their_order_survive() {
    let sent = r#"{"z": 12345678901234567890123, "a": 1.10, "z": 1e400}"#;
    let output = retort(&["parse", "-c"], sent.as_bytes());
    assert!(stdout(&output).contains(&format!("\"data\":{sent}")), "{}", stdout(&output));
}

#[test]
fn a_broken_pipe_ends_quietly() {
    use std::process::{Command, Stdio};
    let rows = vec![r#"{"id": 1, "name": "somebody"}"#; 200_000].join(",");
    let file = std::env::temp_dir().join(format!("retort-pipe-{}.json", std::process::id()));
    std::fs::write(&file, format!("[{rows}]")).unwrap();
    for arguments in [vec!["parse"], vec!["detect", "--jsonl"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_retort"))
            .args(&arguments)
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{arguments:?}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn help_teaches() {
    for command in ["", "parse", "detect", "extract", "convert", "schema"] {
        let arguments: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let output = retort(&arguments, b"");
        assert!(output.status.success());
        insta::assert_snapshot!(format!("help {command}").trim_end().replace(' ', "_"), stdout(&output));
    }
}

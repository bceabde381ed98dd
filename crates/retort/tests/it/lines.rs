//! `--jsonl`: one object a line, as a stream.

use serde_json::{Value, json};

use crate::{retort, stdout};

fn answers(command: &[&str], lines: &[Value]) -> Vec<Value> {
    let input = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let output = retort(command, input.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn parse_answers_results_and_errors() {
    let answers = answers(
        &["parse", "--jsonl"],
        &[
            json!({ "id": "a", "tool": "list_things", "result": { "content": [{ "type": "text", "text": "[1,\n2]" }] } }),
            json!({ "id": 2, "tool": "x", "error": { "code": -32601, "message": "Method not found" } }),
        ],
    );
    assert_eq!(answers[0]["id"], "a");
    assert_eq!(answers[0]["envelope"]["data"], json!([1, 2]));
    assert_eq!(answers[0]["envelope"]["toolName"], "list_things");
    assert_eq!(answers[1]["id"], 2);
    assert_eq!(answers[1]["envelope"]["error"], json!({ "code": -32601, "message": "Method not found" }));
}

#[test]
fn detect_answers_texts() {
    let answers = answers(
        &["detect", "--jsonl"],
        &[
            json!({ "id": 1, "text": "a,b\n1,2" }),
            json!({ "id": 2, "text": "all is well", "isError": true }),
            json!({ "id": 3, "text": "all is well", "isError": false }),
            json!({ "id": 4, "tool": "t", "result": { "content": [], "isError": true } }),
        ],
    );
    let formats: Vec<&str> = answers.iter().map(|answer| answer["format"].as_str().unwrap()).collect();
    assert_eq!(formats, ["csv", "error", "plain_text", "error"]);
    assert!(answers.iter().all(|answer| answer["confidence"].is_number()));
}

#[test]
fn extract_and_convert_answer_too() {
    let line = json!({ "id": 1, "tool": "t", "result": { "content": { "text": "hello" } } });
    assert_eq!(
        answers(&["extract", "--jsonl"], std::slice::from_ref(&line)),
        [json!({ "id": 1, "success": true, "output": "hello" })]
    );
    let converted = answers(&["convert", "--to", "omni", "--jsonl"], &[line]);
    assert_eq!(converted[0]["result"]["content"][0]["text"], "hello");
    let error = json!({ "id": 1, "tool": "t", "error": { "code": -32601, "message": "no" } });
    assert_eq!(answers(&["convert", "--to", "drf", "--jsonl"], &[error])[0]["error"]["code"], -32601);
}

#[test]
fn a_line_of_another_form_is_read_all_the_same() {
    let input = b"not json\n\n{\"jsonrpc\":\"2.0\",\"id\":9,\"error\":\"boom\"}\n[1,2]\n{\"cut\": \xff\n";
    let output = retort(&["parse", "--jsonl"], input);
    let answers: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["envelope"]["data"]["text"], "not json");
    assert_eq!(answers[1]["id"], 9);
    assert_eq!(answers[1]["envelope"]["error"]["message"], "boom");
    assert_eq!(answers[2]["envelope"]["data"], json!([1, 2]));
    assert_eq!(answers[3]["id"], Value::Null);
}

#[test]
fn each_line_is_answered_before_the_next_is_sent() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_retort"))
        .args(["detect", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(input, "{}", json!({ "id": id, "text": "hello" })).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], id);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_broken_line_gives_one_line() {
    let message = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let broken = [
        format!("{message}{message}"),
        format!("x {message} {message}"),
        "{\"id\":1,\"result\":".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}{\"jsonrpc\":\"2.0\",\"method\":\"b\"}".to_owned(),
        format!("a\r{message}\rb\r{message}"),
        format!("data: {message} {message}"),
        "\u{1}".to_owned(),
    ];
    for command in ["parse", "detect", "extract"] {
        let output = retort(&[command, "--jsonl"], broken.join("\n").as_bytes());
        assert_eq!(stdout(&output).lines().count(), broken.len(), "{command}: {}", stdout(&output));
    }
}

//! Calling tools: arguments, answers, pages, recordings, questions, and what happens when nobody answers.

use serde_json::{Value, json};

use crate::servers::{Served, gallery_command};
use crate::{json, retort, stderr, stdout};

/// The compact JSON that a call prints.
fn called(arguments: &[&str]) -> Value {
    let output = retort(&[&["call", "gallery"], arguments, &["-c"]].concat(), b"");
    assert!(output.status.success(), "{}", stderr(&output));
    json(&output)
}

#[test]
fn arguments_become_what_the_schema_wants() {
    let answer =
        called(&["echo", "text=5", "integer=5", "number=1.50", "boolean=yes", "list=a,b", "object:={\"k\":[1]}"]);
    let expected = json!({
        "text": "5", "integer": 5, "number": 1.5, "boolean": true, "list": ["a", "b"], "object": {"k": [1]}
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&answer[key], value, "{key}");
    }
    assert_eq!(called(&["echo", "--args", "{\"text\":\"a\",\"integer\":1}", "text=b"])["text"], "b");
    let output = retort(&["call", "gallery", "echo", "--args", "-"], b"{\"text\": \"from standard input\"}");
    assert_eq!(json(&output)["text"], "from standard input");
}

#[test]
fn wrong_arguments_are_told_before_the_call() {
    let output = retort(&["call", "gallery", "echo", "integer=ten", "choise=red"], b"");
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr(&output), @r#"
    retort: echo was not called:
      argument choise: the tool has none of that name; did you mean choice? If not, pass it with --args
      argument integer: "ten" is not an integer; allowed: an integer
    "#);
    let output = retort(&["call", "gallery", "ekko"], b"");
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr(&output), @r#"retort: the server has no tool "ekko"; did you mean "echo"?"#);
}

#[test]
fn an_answer_is_shown_as_it_is_wanted() {
    let raw = retort(&["call", "gallery", "block_text", "--raw"], b"");
    let sent: Value = json(&raw);
    assert_eq!(sent["jsonrpc"], "2.0");
    let text = sent["result"]["content"][0]["text"].as_str().unwrap();
    let shown = retort(&["call", "gallery", "block_text"], b"");
    assert_eq!(stdout(&shown).trim_end(), text);
    let envelope = json(&retort(&["call", "gallery", "block_text", "--json"], b""));
    assert_eq!(envelope["toolName"], "block_text");
    let failed = retort(&["call", "gallery", "fail", "way=invalid_params"], b"");
    assert_eq!(failed.status.code(), Some(1));
    assert!(stdout(&failed).contains("✗ error -32602"), "{}", stdout(&failed));
}

#[test]
fn binary_parts_are_saved_under_harmless_names() {
    let folder = std::env::temp_dir().join(format!("retort-saved-{}", std::process::id()));
    let output = retort(&["call", "gallery", "block_mixed", "--output", folder.to_str().unwrap()], b"");
    assert!(output.status.success(), "{}", stderr(&output));
    let mut names: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["audio-2.wav", "image-1.png"]);
    assert!(std::fs::read(folder.join("image-1.png")).unwrap().starts_with(b"\x89PNG"));
    // The same again overwrites nothing.
    let output = retort(&["call", "gallery", "block_image", "--output", folder.to_str().unwrap()], b"");
    assert_eq!(stdout(&output), "image/png · 64 × 64 · 4.2 kB\n");
    assert!(folder.join("image-1-2.png").exists());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_style_of_paging_is_followed_to_the_last_row() {
    for tool in ["page_by_offset", "page_by_number", "page_by_cursor", "page_by_neighbour", "page_by_url"] {
        let output = retort(&["call", "gallery", tool, "--all", "--jsonl"], b"");
        let mut ids: Vec<u64> = stdout(&output)
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].as_u64().unwrap())
            .collect();
        ids.sort_unstable();
        assert_eq!(ids, (1..=137).collect::<Vec<u64>>(), "{tool}");
        assert_eq!(stderr(&output), "", "{tool}");
    }
    let merged = json(&retort(&["call", "gallery", "page_by_cursor", "--all", "--json"], b""));
    assert_eq!(merged["data"].as_array().unwrap().len(), 137);
    assert_eq!(merged["pagination"], json!({"hasMore": false}));
    assert_eq!(merged["summary"]["returned"], 137);
    // What the last page counts are its own rows.
    let merged = json(&retort(&["call", "gallery", "page_by_neighbour", "--all", "--json"], b""));
    assert_eq!(merged["summary"], json!({"returned": 137, "hasMore": false}));
}

#[test]
fn pages_end_where_they_must() {
    let output = retort(&["call", "gallery", "page_repeating", "--all", "--jsonl"], b"");
    assert_eq!(stdout(&output).lines().count(), 20);
    assert_eq!(stderr(&output), "retort: page 2 was seen before; the server does not go on from there\n");
    let output = retort(&["call", "gallery", "page_by_offset", "--all", "--max-pages", "3", "--json"], b"");
    assert_eq!(json(&output)["data"].as_array().unwrap().len(), 60);
    assert_eq!(json(&output)["pagination"]["hasMore"], true);
    assert_eq!(json(&output)["pagination"]["offset"], 0);
    assert_eq!(stderr(&output), "retort: stopped after 3 pages; --max-pages takes more\n");
    let output = retort(&["call", "gallery", "format_markdown", "--all"], b"");
    assert_eq!(stdout(&output), stdout(&retort(&["call", "gallery", "format_markdown"], b"")));
}

#[test]
fn a_recording_is_read_again() {
    let file = std::env::temp_dir().join(format!("retort-record-{}.jsonl", std::process::id()));
    let path = file.to_str().unwrap();
    retort(&["call", "gallery", "echo", "text=kept", "--record", path], b"");
    let lines = std::fs::read_to_string(&file).unwrap();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(matches!(line["direction"].as_str(), Some("sent" | "received")), "{line}");
        assert!(line["time"].as_str().unwrap().ends_with('Z'));
    }
    let output = retort(&["parse", "-c", path], b"");
    let last = stdout(&output).lines().last().unwrap();
    let envelope: Value = serde_json::from_str(last).unwrap();
    assert_eq!((&envelope["toolName"], &envelope["data"]["text"]), (&json!("echo"), &json!("kept")));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn questions_are_declined_where_nobody_is_there() {
    for protocol in ["2025-11-25", "2026-07-28"] {
        let output = retort(&["call", "gallery", "ask_person", "--protocol", protocol], b"");
        assert_eq!(json(&output)["action"], "decline", "{protocol}");
        assert!(stderr(&output).contains("nobody is here to answer: declined"), "{}", stderr(&output));
        let output = retort(&["call", "gallery", "ask_person", "--elicit", "accept", "--protocol", protocol], b"");
        assert_eq!(json(&output)["content"]["name"], "Ada", "{protocol}");
        let output = retort(&["call", "gallery", "ask_roots", "--root", ".", "--protocol", protocol], b"");
        assert!(stdout(&output).contains("file:///"), "{protocol}: {}", stdout(&output));
        let output = retort(&["call", "gallery", "ask_model", "--protocol", protocol], b"");
        assert!(stderr(&output).contains("asks for an answer of a model"), "{protocol}: {}", stderr(&output));
    }
}

#[test]
fn a_deadline_ends_silence_and_progress_moves_it() {
    let output = retort(&["call", "gallery", "fail", "way=silence", "--timeout", "3"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        stderr(&output),
        "retort: no answer to tools/call within 3 s; a slower server needs a longer --timeout\n"
    );
    let output = retort(&["call", "gallery", "slow", "seconds=14", "steps=56", "--timeout", "10", "-v"], b"");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("[info"), "{}", stderr(&output));
}

#[test]
fn every_revision_is_spoken_over_every_transport() {
    let served = Served::start("gallery");
    let command = gallery_command();
    for server in ["gallery", &command, &served.url] {
        for protocol in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
            let output = retort(&["call", server, "echo", "text=hello", "--protocol", protocol], b"");
            assert_eq!(json(&output)["text"], "hello", "{server} {protocol}: {}", stderr(&output));
        }
    }
}

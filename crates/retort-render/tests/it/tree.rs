//! JSON as a tree: valid and complete in a pipe, folded with counts for a person.

use proptest::prelude::*;
use retort_core::{Raw, is_hidden};
use retort_render::{Part, PartBody, Terminal};
use serde_json::Value;

use super::{fitted, said, view};

fn drawn(terminal: &Terminal, json: &str) -> String {
    let mut view = view(&said("anything"), None);
    view.parts = vec![Part::new(PartBody::Tree(Raw::parse(json).unwrap()))];
    terminal.draw(&view)
}

#[test]
fn a_pipe_gets_json_with_the_same_digits_and_keys() {
    let json = "{\n  \"b\": 1.10,\n  \"a\": [\n    12345678901234567890123,\n    {}\n  ],\n  \"b\": []\n}\n";
    assert_eq!(drawn(&Terminal::plain(), json), json);
}

#[test]
fn what_hides_is_an_escape_and_what_is_plain_is_none() {
    let json = "[\"caf\\u00e9 \\u001b[2J \u{202e}x \\ud83d\\ude00 \u{e0041} \\u0022\\u005c \\\\u00e9\"]";
    assert_eq!(
        drawn(&Terminal::plain(), json),
        "[\n  \"café \\u001b[2J \\u202ex 😀 \\udb40\\udc41 \\u0022\\u005c \\\\u00e9\"\n]\n"
    );
}

#[test]
fn joiners_stay_where_they_join() {
    assert_eq!(drawn(&Terminal::plain(), "\"👩\\u200d🚀 a\\u200db\""), "\"👩\u{200d}🚀 a\\u200db\"\n");
}

#[test]
fn containers_below_the_depth_are_folded_with_a_count() {
    let json = r#"{"one": {"a": [1, 2], "b": {}}, "many": [[1], [2], [3]], "none": [], "n": {"x": 1}}"#;
    let mut terminal = fitted(80);
    terminal.depth = Some(1);
    let expected = "{\n  \"one\": {… 2 keys},\n  \"many\": [… 3 items],\n  \"none\": [],\n  \"n\": {… 1 key}\n}\n";
    assert_eq!(drawn(&terminal, json), expected);
    terminal.depth = Some(0);
    assert_eq!(drawn(&terminal, json), "{… 4 keys}\n");
    assert_eq!(drawn(&terminal, "{}"), "{}\n");
    terminal.depth = Some(2);
    assert!(drawn(&terminal, json).contains("\"a\": [… 2 items]"));
}

#[test]
fn long_lists_are_cut_where_rows_are() {
    let mut terminal = fitted(40);
    (terminal.rows, terminal.more) = (Some(2), Some("--rows all".to_owned()));
    let json = r#"{"list": [{"id": 1}, {"id": 2}, {"id": 3}, [4, {"x": [5]}]], "end": [true, null, false]}"#;
    let expected = "{
  \"list\": [
    {\"id\": 1},
    {\"id\": 2},
    … 2 more items (--rows all)
  ],
  \"end\": [true, null, false]
}
";
    assert_eq!(drawn(&terminal, json), expected);
    terminal.width = None;
    assert!(serde_json::from_str::<Value>(&drawn(&terminal, json)).is_ok());
}

#[test]
fn long_strings_are_cut_where_rows_are() {
    let json = serde_json::to_string(&"ab \u{7}é".repeat(1000)).unwrap();
    let mut terminal = fitted(80);
    assert!(!drawn(&terminal, &json).contains("more"));
    terminal.rows = Some(20);
    let shown = drawn(&terminal, &json);
    assert!(shown.ends_with("… 4,001 more characters\"\n"), "{shown}");
    assert!(shown.lines().all(|line| retort_render::width(line) <= 110));
}

#[test]
fn a_text_in_a_string_is_shown_as_its_lines() {
    let json = r#"{"text": "first line, which is not short\nsecond \\n \"line\"\n  third\n", "n": 1}"#;
    let expected = "{
  \"text\": \"\"\"
    first line, which is not
    short
    second \\n \"line\"
      third
  \"\"\",
  \"n\": 1
}
";
    assert_eq!(drawn(&fitted(30), json), expected);
    // Two short lines stay in their string; a pipe gets JSON.
    assert_eq!(drawn(&fitted(60), r#"{"a": "one\ntwo", "n": 1}"#), "{\"a\": \"one\\ntwo\", \"n\": 1}\n");
    let piped = drawn(&Terminal::plain(), json);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&piped).unwrap(),
        serde_json::from_str::<serde_json::Value>(json).unwrap()
    );
}

#[test]
fn a_long_text_in_a_string_is_cut_and_harmless() {
    let text = format!("\u{1b}[31mred\u{1b}[0m\u{1b}[2J\n\r{}", "word\n".repeat(400));
    let mut terminal = fitted(60);
    terminal.rows = Some(10);
    let drawn = drawn(&terminal, &serde_json::json!({ "log": text }).to_string());
    assert!(drawn.starts_with("{\n  \"log\": \"\"\"\n    red\\u{1b}[2J\n    word\n"), "{drawn}");
    assert!(drawn.contains("more characters\n  \"\"\"\n}"), "{drawn}");
}

#[test]
fn addresses_in_strings_are_links() {
    let mut terminal = fitted(60);
    terminal.links = true;
    let shown = drawn(&terminal, r#"["https://a.example/x", "javascript:alert(1)", "https:\/\/b.example"]"#);
    assert!(shown.contains("\u{1b}]8;;https://a.example/x\u{1b}\\\"https://a.example/x\"\u{1b}]8;;\u{1b}\\"));
    assert_eq!(shown.matches("\u{1b}]8;;").count(), 2);
}

#[test]
fn deep_values_are_drawn_without_a_deep_stack() {
    let deep = format!("{}1{}", r#"{"a":["#.repeat(50_000), "]}".repeat(50_000));
    let plain = drawn(&Terminal::plain(), &deep);
    assert_eq!(plain.split_whitespace().collect::<String>(), deep);
    let folded = drawn(&fitted(80), &deep);
    assert!(folded.contains("{… 1 key}") && folded.lines().count() < 500);
}

fn json() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[\\\\\"a-z \u{200b}-\u{202f}\u{1b}\n👩🚀\u{200d}]{0,60}".prop_map(Value::from),
    ];
    scalar.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..8).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

proptest! {
    #![proptest_config(trials::cases(64))]

    #[test]
    fn a_pipe_gets_the_same_value(value in json(), escaped in any::<bool>()) {
        let mut sent = value.to_string();
        if escaped {
            sent = sent.chars().flat_map(ascii).collect();
        }
        let shown = drawn(&Terminal::plain(), &sent);
        let bad = shown.chars().find(|char| !matches!(char, '\n' | '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}') && is_hidden(*char));
        prop_assert_eq!(bad, None);
        prop_assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
    }

    #[test]
    fn every_width_draws_every_value(value in json(), width in 0..60_usize, rows in prop::option::of(0..4_usize), depth in prop::option::of(0..4_usize)) {
        let mut terminal = fitted(width);
        (terminal.rows, terminal.depth) = (rows, depth);
        let shown = drawn(&terminal, &value.to_string());
        let is_sound = shown.ends_with('\n') && !shown.contains('\u{1b}');
        prop_assert!(is_sound);
    }
}

/// A character as Python writes it in JSON.
fn ascii(char: char) -> Vec<char> {
    let escape = |unit: &u16| format!("\\u{unit:04x}").chars().collect::<Vec<char>>();
    if char.is_ascii() { vec![char] } else { char.encode_utf16(&mut [0; 2]).iter().flat_map(escape).collect() }
}

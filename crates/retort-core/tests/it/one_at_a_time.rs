//! Messages that are read one at a time are those that are read all at once.

use proptest::prelude::*;
use retort_core::{Form, Messages, read};

/// Everything that can be told of messages.
fn all_at_once(sent: &[u8]) -> String {
    let reading = read(sent);
    format!("{:?}\n{:#?}\n{:#?}", reading.form, reading.messages, reading.oddities)
}

fn one_at_a_time(sent: &[u8]) -> String {
    let messages = Messages::of(sent);
    let read: Vec<_> = messages.iter().collect();
    assert_eq!(read.len(), messages.count());
    assert_eq!(read.iter().filter(|message| message.is_response()).count(), messages.count_responses());
    format!("{:?}\n{read:#?}\n{:#?}", messages.form(), messages.oddities())
}

const PIECES: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"}]}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/message"}"#,
    r#"{"id":2,"error":{"code":-1,"message":"no"}}"#,
    r#"{"content":[{"type":"text","text":"b"}],"metadata":{"tool":"x"}}"#,
    r#"[{"jsonrpc":"2.0","id":3,"result":{}},{"jsonrpc":"2.0","id":NaN,"result":{},}]"#,
    r#"[{"output":{"responseType":"single","toolName":"a","data":1}},{"output":{"responseType":"single","toolName":"b"}}]"#,
    r#"{"time":"t","direction":"sent","message":{"jsonrpc":"2.0","id":4,"method":"tools/list"}}"#,
    r#"{"time":"t","direction":"received","message":[{"jsonrpc":"2.0","id":4,"result":{"tools":[]}}]}"#,
    r#"{"time":"t","direction":"received","text":"log {\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}\nlog\n{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}"}"#,
    r#"{"time":"t","direction":"sent","text":"hello"}"#,
    r#"{"time":"t","direction":"received","text":"hello"}"#,
    r#"{"row":1}"#,
    "INFO starting",
    "2026-01-01 INFO {\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{}} done",
    "{\"jsonrpc\":\"2.0\",\n \"id\":7,\n \"result\":{}}",
    "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"cut",
    "data: {\"jsonrpc\":\"2.0\",\"id\":9,\ndata: \"result\":{}}\n",
    "data: {\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}} {\"jsonrpc\":\"2.0\",\"id\":10,\"result\":{}} x\n",
    "data: {\"row\":1}\n",
    "data: {\"jsonrpc\":\"2.0\",\"id\":9,\"res\n",
    "event: message",
    "{",
    "[",
    "",
    "\u{feff}",
];

#[test]
fn every_form_gives_the_same_messages() {
    for piece in PIECES {
        assert_eq!(one_at_a_time(piece.as_bytes()), all_at_once(piece.as_bytes()), "{piece}");
    }
    let http = format!("HTTP/1.1 200 OK\r\n\r\n{}", PIECES[0]);
    assert_eq!(one_at_a_time(http.as_bytes()), all_at_once(http.as_bytes()));
    assert_eq!(one_at_a_time(b"\xff\xfe\x80 x"), all_at_once(b"\xff\xfe\x80 x"));
}

proptest! {
    #![proptest_config(trials::cases(512))]

    #[test]
    fn however_they_are_put_together(
        pieces in prop::collection::vec((0..PIECES.len(), prop::sample::select(vec!["\n", "\r\n", " ", "", "\n\n"])), 0..8),
    ) {
        let sent: String = pieces.iter().flat_map(|(piece, end)| [PIECES[*piece], end]).collect();
        prop_assert_eq!(one_at_a_time(sent.as_bytes()), all_at_once(sent.as_bytes()), "{}", sent);
    }
}

#[test]
fn the_response_of_a_transcript_has_what_stands_around_it() {
    let messages = Messages::of(format!("starting\n{}\n{}\n", PIECES[1], PIECES[0]));
    assert_eq!((messages.form(), messages.count(), messages.count_responses()), (Form::Transcript, 2, 1));
    let only = messages.responses().next().unwrap();
    assert_eq!(only.tool.as_deref(), Some("echo"));
    assert_eq!(only.oddities[0].kind.id(), "log-line");
    assert!(messages.oddities().is_empty());
}

#[test]
fn false_starts_cost_no_more_than_their_text() {
    // Each of these would be read to the end of the line, again and again.
    for piece in [
        r#","y":[1,2,{"x":{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"id":1,"result":{"content":[]}} "#,
        r#"[{"jsonrpc":"2.0","id":1,"result":{}},"#,
        "{\n",
        "{\"a\":[\n",
        r#"x {"a":{"#,
    ] {
        let sent = format!("{}{}", piece.repeat((1 << 20) / piece.len()), PIECES[0]);
        assert!(Messages::of(sent).count() > 0, "{piece}");
    }
    let events = format!("data: {}\n\n", r#"{"id":1,"result":{"content":[]}} "#.repeat(30_000));
    assert_eq!(Messages::of(events).count(), 30_000);
}

#[test]
fn a_line_that_is_no_json_is_one_response() {
    let two = format!("{}{}", PIECES[0], PIECES[3]);
    for broken in
        [two.as_str(), PIECES[14], PIECES[16], "{", "[1,2", "{\"id\":1,\"result\":{\"content\":[}}", "\u{fffd}"]
    {
        let lines = retort_core::read_line(broken);
        assert_eq!(lines.len(), 1, "{broken}");
    }
    // Nothing of it is lost.
    assert!(retort_core::read_line(two.as_str())[0].message.outcome().output.contains("\"no\""));
    assert_eq!(retort_core::read_line(PIECES[5]).len(), 2);
}

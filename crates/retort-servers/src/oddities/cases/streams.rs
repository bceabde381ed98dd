//! Event streams as servers and proxies write them. Over streamable HTTP the stream is the response; the legacy
//! transport has one beside its POSTs.

use std::time::Duration;

use crate::oddities::case::{Act, Case, StepsOf, Transports};
use crate::oddities::script::{Ending, Step, dripped, event};

pub(super) fn cases() -> Vec<Case> {
    let templates = TEMPLATES.iter().map(|(name, about, events)| Case::new(name, about, Act::Events(events)));
    let made = MADE.iter().map(|(name, about, steps)| Case::new(name, about, Act::Stream(*steps)));
    templates.chain(made).chain(others()).collect()
}

/// The bytes of the stream.
const TEMPLATES: &[(&str, &str, &str)] = &[
    ("stream-no-space", "No blank follows the colons.", "event:message\ndata:$reply\n\n"),
    (
        "stream-two-spaces",
        "Two blanks follow the colons, and only one belongs there.",
        "event:  message\ndata:  $reply\n\n",
    ),
    (
        "stream-multi-line",
        "The message is spread over several lines of data.",
        "event: message\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":$id,\ndata:\ndata: \"result\":$result}\n\n",
    ),
    (
        "stream-comments",
        "Comments and empty comments come before the event and within it.",
        ": hello\n\n:\n:keep-alive\n\nevent: message\n: here it comes\ndata: $reply\n\n",
    ),
    ("stream-crlf", "Lines end in CR LF.", "event: message\r\ndata: $reply\r\n\r\n"),
    ("stream-cr", "Lines end in CR.", "event: message\rdata: $reply\r\r"),
    (
        "stream-mixed-line-ends",
        "Each line ends in another way.",
        "event: message\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":$id,\rdata: \"result\":$result}\n\r\n",
    ),
    ("stream-no-event-name", "The event has no name.", "data: $reply\n\n"),
    ("stream-unknown-event", "The event is named `result`.", "event: result\ndata: $reply\n\n"),
    ("stream-empty-event-name", "The name of the event is empty.", "event:\ndata: $reply\n\n"),
    ("stream-name-behind", "The name of the event stands behind its data.", "data: $reply\nevent: message\n\n"),
    (
        "stream-empty-data",
        "Events with empty data come before the reply.",
        "data:\n\nevent: message\ndata: \n\nevent: message\ndata: $reply\n\n",
    ),
    (
        "stream-words-before",
        "An event that is no JSON comes before the reply.",
        "event: message\ndata: connected\n\nevent: message\ndata: $reply\n\n",
    ),
    (
        "stream-unknown-fields",
        "Lines that are no field of an event stand beside the data.",
        "status: 200\nwhat is this\nevent: message\ndata: $reply\nmood: fine\n\n",
    ),
    ("stream-field-case", "Fields are written in upper case.", "EVENT: message\nDATA: $reply\n\n"),
    (
        "stream-two-in-one-event",
        "A notification and the reply share an event.",
        "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\ndata: $reply\n\n",
    ),
    (
        "stream-batch",
        "A notification and the reply are a batch in one event.",
        "event: message\ndata: [{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"},$reply]\n\n",
    ),
    ("stream-done", "`[DONE]` follows the reply.", "event: message\ndata: $reply\n\ndata: [DONE]\n\n"),
    (
        "stream-pings-before",
        "Events named `ping` come before the reply.",
        "event: ping\ndata: 2026-11-02 10:00:00\n\nevent: ping\ndata: {}\n\nevent: message\ndata: $reply\n\n",
    ),
    ("stream-json-line", "The reply is a line without a field name.", "$reply\n\n"),
];

const MADE: &[(&str, &str, StepsOf)] = &[
    ("stream-no-blank-line", "The stream ends without a blank line behind the event.", |call| {
        vec![Step::Send(call.filled("event: message\ndata: $reply\n")), Step::HangUp]
    }),
    ("stream-no-line-end", "The stream ends right behind the data.", |call| {
        vec![Step::Send(call.filled("event: message\ndata: $reply")), Step::HangUp]
    }),
    ("stream-cut", "The stream ends in the middle of the reply, behind the payload.", |call| {
        let cut = r#"data: {"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"$text and then the"#;
        vec![Step::Send(call.filled(cut)), Step::HangUp]
    }),
    ("stream-drip", "The event comes byte by byte, five milliseconds apart.", |call| dripped(&event(&call.reply()))),
    ("stream-split-line-end", "CR and LF come half a second apart.", |call| {
        vec![
            Step::Send(call.filled("event: message\r\ndata: $reply\r")),
            Step::Wait(Duration::from_millis(500)),
            Step::Send(b"\n\r\n".to_vec()),
        ]
    }),
    ("stream-20-mb", "An event of twenty megabytes has the payload at its end.", |call| {
        let mut text = "All work and no play makes Jack a dull boy. ".repeat(20_000_000 / 44);
        text.push_str(&call.text);
        vec![Step::Send(event(&call.reply_with(&text)))]
    }),
    ("stream-comment-flood", "Two hundred thousand comments come before the event.", |call| {
        vec![Step::Send([b": keep-alive\n\n".repeat(200_000), event(&call.reply())].concat())]
    }),
];

fn others() -> [Case; 8] {
    let case = |name, about, steps: StepsOf| Case::new(name, about, Act::Stream(steps));
    [
        case("stream-split-character", "A character is split between two packets.", |call| {
            let mut first = event(&call.reply());
            let at = first.iter().position(|byte| !byte.is_ascii()).unwrap_or_default() + 1;
            let second = first.split_off(at);
            vec![Step::Send(first), Step::Wait(Duration::from_millis(200)), Step::Send(second)]
        })
        .shows("payload-of-stream-split-character-é"),
        case("stream-closed-early", "The stream ends without a reply and without a way to resume it.", |_| {
            vec![Step::Send(b": hello\n\n".to_vec()), Step::HangUp]
        })
        .fails(),
        case("stream-error-event", "An event named `error` with words for data comes instead of the reply.", |call| {
            vec![Step::Send(call.filled("event: error\ndata: $text\n\n")), Step::HangUp]
        })
        .fails_with_reason(),
        case("stream-bom", "A byte order mark stands at the start of the stream.", |call| {
            vec![Step::Send(call.filled("\u{feff}event: message\ndata: $reply\n\n"))]
        })
        .over(Transports::HTTP),
        case(
            "stream-bom-data",
            "A byte order mark stands before the first `data`, and the event has no name.",
            |call| vec![Step::Send(call.filled("\u{feff}data: $reply\n\n"))],
        )
        .over(Transports::HTTP),
        case("stream-kept-open", "The stream stays open behind the reply.", |call| {
            vec![Step::Send(event(&call.reply())), Step::End(Ending::Silence)]
        })
        .over(Transports::HTTP),
        case("stream-resumed", "The stream ends with an event id, and the reply comes when it is resumed.", |call| {
            let id = format!("event-{}", call.number);
            vec![
                Step::Send(format!("id: {id}\nretry: 100\ndata:\n\n").into_bytes()),
                Step::Keep { event: id, events: call.filled("id: last\nevent: message\ndata: $reply\n\n") },
                Step::HangUp,
            ]
        })
        .over(Transports::HTTP),
        case(
            "stream-resumed-late",
            "The stream breaks off behind a notification with an event id, and the reply comes when it is resumed.",
            |call| {
                let id = format!("event-{}", call.number);
                let progress =
                    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"half"}}"#;
                vec![
                    Step::Keep { event: id.clone(), events: call.filled("data: $reply\n\n") },
                    Step::Send(format!("id: {id}\nevent: message\ndata: {progress}\n\n").into_bytes()),
                    Step::Wait(Duration::from_millis(100)),
                    Step::End(Ending::Reset),
                ]
            },
        )
        .over(Transports::HTTP),
    ]
}

//! What servers do to standard output: logs between the messages, other framings, and processes that end too early.

use std::time::Duration;

use serde_json::Value;

use crate::oddities::call::Call;
use crate::oddities::case::{Act, Case, StepsOf};
use crate::oddities::script::{Ending, Step, dripped};

pub(super) fn cases() -> Vec<Case> {
    let templates = TEMPLATES.iter().map(|(name, about, output)| Case::new(name, about, Act::Output(output)));
    let made = MADE.iter().map(|(name, about, steps)| Case::new(name, about, Act::Lines(*steps)));
    templates.chain(made).chain(failing()).collect()
}

/// What is written to standard output, to the last byte.
const TEMPLATES: &[(&str, &str, &str)] = &[
    ("log-before", "A log line comes before the reply.", "Server listening on stdio\n$reply\n"),
    ("log-after", "A log line follows the reply.", "$reply\nDone in 12 ms\n"),
    (
        "log-between",
        "Log lines come before, between and after a notification and the reply.",
        "GET /a 200\n{\"jsonrpc\":\"2.0\",\"method\":\"x/hello\"}\nGET /b 200\n$reply\nGET /c 404\n",
    ),
    (
        "log-json",
        "A log line that is JSON comes before the reply.",
        "{\"level\":\"info\",\"msg\":\"calling\",\"id\":$id}\n$reply\n",
    ),
    (
        "log-json-result",
        "A log line has a key `result` and no id.",
        "{\"level\":\"debug\",\"msg\":\"done\",\"result\":\"ok\"}\n$reply\n",
    ),
    ("log-open-brace", "A log line ends with an open brace.", "[INFO] starting {\n$reply\n"),
    (
        "log-open-quote",
        "A log line is the start of a JSON object that never ends.",
        "{\"level\":\"info\",\"msg\":\"unfinished\n$reply\n",
    ),
    ("log-coloured", "Log lines are coloured.", "\u{1b}[32mINFO\u{1b}[0m ready\n$reply\n\u{1b}[33mWARN\u{1b}[0m bye\n"),
    (
        "log-prefix",
        "A log prefix stands before the reply on its line.",
        "2026-11-02T10:00:00Z INFO server: sending $reply\n",
    ),
    (
        "log-prefix-brackets",
        "A log prefix with brackets and braces stands before the reply on its line.",
        "[INFO] {main} -> $reply\n",
    ),
    ("log-suffix", "A log message follows the reply on its line.", "$reply [took 12 ms]\n"),
    ("log-no-line-end", "A log message without a line end stands before the reply.", "loading... done$reply\n"),
    ("line-ends-crlf", "Lines end in CR LF.", "$reply\r\n"),
    ("line-ends-cr", "Lines end in CR.", "ready\r$reply\r"),
    ("blank-lines", "Blank lines come before and after the reply.", "\n\n  \n\r\n$reply\n\n\n"),
    ("no-line-end", "No line end follows the reply, and the server lives on.", "$reply"),
    (
        "two-on-a-line",
        "A notification and the reply share a line.",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}$reply\n",
    ),
    (
        "two-on-a-line-spaced",
        "A notification, a blank and the reply share a line.",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"} $reply\n",
    ),
    (
        "split-in-lines",
        "Line breaks stand between the tokens of the reply.",
        "{\"jsonrpc\":\"2.0\",\n\"id\":$id,\n\"result\":\n$result\n}\n",
    ),
    ("event-framing", "The reply is an event, as in an event stream.", "event: message\ndata: $reply\n\n"),
    ("record-framing", "A record separator stands before the reply, as in JSON text sequences.", "\u{1e}$reply\n"),
    ("fence-framing", "The reply stands in a Markdown fence.", "```json\n$reply\n```\n"),
    ("prompt-framing", "The reply stands behind a shell's prompt.", "> $reply\n> "),
];

const MADE: &[(&str, &str, StepsOf)] = &[
    ("pretty-printed", "The reply is pretty-printed over many lines.", |call| {
        let reply = pretty(call);
        send(format!("{reply}\n"))
    }),
    ("pretty-printed-crlf", "The reply is pretty-printed over many lines that end in CR LF.", |call| {
        send(format!("{}\r\n", pretty(call).replace('\n', "\r\n")))
    }),
    ("pretty-printed-log", "Log lines come before and after a reply that is pretty-printed.", |call| {
        send(format!("[INFO] calling {{\n{}\n[INFO] }} done\n", pretty(call)))
    }),
    (
        "content-length-framing",
        "A header with the length stands before the reply, as in the Language Server Protocol.",
        |call| {
            let reply = call.fill("$reply");
            send(format!("Content-Length: {}\r\n\r\n{reply}", reply.len()))
        },
    ),
    (
        "content-length-typed",
        "Headers with length and type stand before the reply, as in the Language Server Protocol.",
        |call| {
            let reply = call.fill("$reply");
            let kind = "application/vscode-jsonrpc; charset=utf-8";
            send(format!("Content-Length: {}\r\nContent-Type: {kind}\r\n\r\n{reply}", reply.len()))
        },
    ),
    ("flood", "Two hundred thousand log lines come before the reply.", |call| {
        send(format!("{}{}\n", log_lines(), call.fill("$reply")))
    }),
    ("stderr-flood", "Two hundred thousand lines go to standard error before the reply.", |call| {
        vec![Step::Grumble(log_lines().into_bytes()), Step::Send(call.filled("$reply\n"))]
    }),
    ("drip", "The reply comes byte by byte, five milliseconds apart.", |call| dripped(&call.filled("$reply\n"))),
    ("halves", "The second half of the reply comes after half a second.", |call| {
        let mut first = call.filled("$reply\n");
        let second = first.split_off(first.len() / 2);
        vec![Step::Send(first), Step::Wait(Duration::from_millis(500)), Step::Send(second)]
    }),
    ("no-line-end-then-exit", "No line end follows the reply, and the process exits with 0.", |call| {
        vec![Step::Send(call.reply()), exit(0)]
    }),
    ("reply-then-exit", "The process exits with 1 right behind the reply.", |call| {
        vec![Step::Send(call.filled("$reply\n")), exit(1)]
    }),
    ("cut-then-exit", "The reply is cut short, and the process exits with 0.", |call| {
        vec![Step::Send(cut(call)), exit(0)]
    }),
    ("cut-then-silence", "The reply is cut short, and nothing follows.", |call| vec![Step::Send(cut(call))]),
];

/// Nothing usable goes to standard output.
fn failing() -> [Case; 5] {
    let case = |name, about, steps: StepsOf| Case::new(name, about, Act::Lines(steps));
    [
        case("exit-with-status", "The process exits with 3 instead of replying.", |_| vec![exit(3)]).fails_with("3"),
        case("exit-with-reason", "The process tells why on standard error and exits with 3.", |call| {
            vec![Step::Grumble(call.filled("fatal: $text\n")), exit(3)]
        })
        .fails_with_reason(),
        case("killed", "The process is killed by a signal.", |_| vec![Step::End(Ending::Killed)]).fails_with("signal"),
        case("output-closed", "The process closes standard output and lives on.", |_| {
            vec![Step::End(Ending::OutputClosed)]
        })
        .fails(),
        case("log-then-silence", "A log line comes, and no reply.", |call| send(call.fill("busy: $text\n")))
            .fails_with_reason(),
    ]
}

fn send(text: String) -> Vec<Step> {
    vec![Step::Send(text.into_bytes())]
}

fn exit(status: i32) -> Step {
    Step::End(Ending::Exit(status))
}

fn pretty(call: &Call) -> String {
    call.fill("$reply").parse::<Value>().map_or_else(|_| call.fill("$reply"), |reply| format!("{reply:#}"))
}

/// A reply that ends in the middle of a text, behind the payload.
fn cut(call: &Call) -> Vec<u8> {
    call.filled(r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"$text and then the"#)
}

fn log_lines() -> String {
    (0..200_000).fold(String::with_capacity(8_000_000), |lines, number| lines + &format!("DEBUG row {number} done\n"))
}

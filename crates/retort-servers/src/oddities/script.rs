//! A call becomes a script: the steps that a transport takes, with the framing that is not odd added. Scripts are
//! plain values, so what a case sends can be looked at without sending it.

use std::time::Duration;

use retort_server::room::Place;

use super::call::{Call, REPLY};
use super::case::{Act, Case, Transport};

/// One thing that the server does for a call.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// A message, framed as the transport frames messages. Scripts have none left.
    Say(Vec<u8>),
    /// Bytes on the connection that the call came over.
    Send(Vec<u8>),
    /// Bytes on the session's own stream.
    Push(Vec<u8>),
    /// The end of the stream: of the response, or of the session's own.
    HangUp,
    /// Holds a message back until the client resumes the stream after this event.
    Keep {
        event: String,
        events: Vec<u8>,
    },
    /// Until the client has answered the server's request; if it does not, the last step.
    Await {
        request: String,
        otherwise: Box<Step>,
    },
    Wait(Duration),
    /// Bytes on standard error.
    Grumble(Vec<u8>),
    End(Ending),
}

/// An end of the script that is no sound end of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The process exits with a status.
    Exit(i32),
    /// The process is killed by a signal.
    Killed,
    /// Standard output is closed, and the process lives on.
    OutputClosed,
    /// The connection is reset.
    Reset,
    /// Nothing happens any more, and nothing is closed.
    Silence,
}

/// A transport and, for streamable HTTP, the kind of body that an answer has where that is not the odd thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Stdio,
    Json,
    Events,
    Legacy,
}

impl Way {
    pub(super) fn of(transport: Transport) -> Self {
        match transport {
            Transport::Stdio => Self::Stdio,
            Transport::Http => Self::Json,
            Transport::Sse => Self::Legacy,
        }
    }

    pub(super) fn transport(self) -> Transport {
        match self {
            Self::Stdio => Transport::Stdio,
            Self::Json | Self::Events => Transport::Http,
            Self::Legacy => Transport::Sse,
        }
    }
}

/// A script of fewer bytes needs no room of its own.
const SMALL_SCRIPT: usize = 64 << 10;

/// The steps that answer a call, once there is room for them.
pub(super) async fn script_in(place: &Place, case: &Case, way: Way, call: &Call) -> Vec<Step> {
    let steps = script(case, way, call);
    let bytes = bytes_of(&steps);
    if bytes <= SMALL_SCRIPT {
        return steps;
    }
    // Whoever waits for room takes none.
    drop(steps);
    place.hold_answer(bytes).await;
    script(case, way, call)
}

/// How many bytes a script has.
fn bytes_of(steps: &[Step]) -> usize {
    let bytes = |step: &Step| match step {
        Step::Say(bytes) | Step::Send(bytes) | Step::Push(bytes) | Step::Grumble(bytes) => bytes.len(),
        Step::Keep { events, .. } => events.len(),
        Step::Await { .. } | Step::HangUp | Step::Wait(_) | Step::End(_) => 0,
    };
    steps.iter().map(bytes).sum()
}

/// The steps that answer a call.
pub(super) fn script(case: &Case, way: Way, call: &Call) -> Vec<Step> {
    if !case.transports.contains(way.transport()) {
        return said(one_message(not_here(case, way, call)), way);
    }
    match case.act {
        Act::Template(template) => message(case, call.filled(template), way),
        Act::Result(template) => message(case, call.filled(&REPLY.replace("$result", template)), way),
        Act::Message(made) => message(case, made(call), way),
        Act::Messages(made) => said(made(call), way),
        Act::Stream(made) => streamed(made(call), way),
        Act::Lines(made) | Act::Response(made) | Act::Post(made) => made(call),
        Act::Events(template) => streamed(vec![Step::Send(call.filled(template))], way),
        Act::Output(template) => vec![Step::Send(call.filled(template))],
        Act::Page(status, content_type, body) => {
            vec![Step::Send(response(status, &[("Content-Type", content_type)], &call.filled(body)))]
        }
    }
}

fn one_message(message: Vec<u8>) -> Vec<Step> {
    vec![Step::Say(message)]
}

fn message(case: &Case, message: Vec<u8>, way: Way) -> Vec<Step> {
    // What cannot stand in an event goes as JSON even where events were asked for.
    if way == Way::Json || (way == Way::Events && !case.transports.sse) {
        return vec![Step::Send(json_response(&message))];
    }
    if way == Way::Stdio && message.starts_with(UTF_16_LE) {
        return vec![Step::Send([message, b"\n\0".to_vec()].concat())];
    }
    if way == Way::Stdio && message.starts_with(UTF_16_BE) {
        return vec![Step::Send([message, b"\0\n".to_vec()].concat())];
    }
    said(one_message(message), way)
}

const UTF_16_LE: &[u8] = b"\xff\xfe";
const UTF_16_BE: &[u8] = b"\xfe\xff";

fn not_here(case: &Case, way: Way, call: &Call) -> Vec<u8> {
    let over: Vec<_> = case.transports.iter().map(Transport::name).collect();
    let here = way.transport().name();
    let text = format!("`{}` is not sent over {here}; call it over {}", case.name, over.join(" or "));
    call.reply_with(&text)
}

/// Frames messages for a transport; on streamable HTTP they are the events of a stream.
fn said(steps: Vec<Step>, way: Way) -> Vec<Step> {
    let frame = |message: Vec<u8>| match way {
        Way::Stdio => Step::Send([message, b"\n".to_vec()].concat()),
        Way::Json | Way::Events | Way::Legacy => Step::Send(event(&message)),
    };
    let framed = steps.into_iter().map(|step| match step {
        Step::Say(message) => frame(message),
        Step::Await { request, otherwise } => match *otherwise {
            Step::Say(message) => Step::Await { request, otherwise: Box::new(frame(message)) },
            other => Step::Await { request, otherwise: Box::new(other) },
        },
        other => other,
    });
    let framed = framed.collect();
    if way == Way::Stdio { framed } else { streamed(framed, way) }
}

/// Puts the bytes of an event stream into a chunked response, or onto the session's own stream.
fn streamed(steps: Vec<Step>, way: Way) -> Vec<Step> {
    let mut script = Vec::with_capacity(steps.len() + 2);
    if way == Way::Legacy {
        script.push(Step::Send(accepted()));
        script.extend(steps.into_iter().map(pushed));
        return script;
    }
    script.push(Step::Send(stream_head(&[("Content-Type", "text/event-stream")])));
    let open = steps.iter().any(|step| matches!(step, Step::End(_)));
    script.extend(steps.into_iter().filter(|step| !matches!(step, Step::HangUp)).map(chunked));
    if !open {
        script.push(Step::Send(LAST_CHUNK.to_vec()));
    }
    script
}

fn pushed(step: Step) -> Step {
    match step {
        Step::Send(bytes) => Step::Push(bytes),
        Step::Await { request, otherwise } => Step::Await { request, otherwise: Box::new(pushed(*otherwise)) },
        other => other,
    }
}

fn chunked(step: Step) -> Step {
    match step {
        Step::Send(bytes) => Step::Send(chunk(&bytes)),
        Step::Await { request, otherwise } => Step::Await { request, otherwise: Box::new(chunked(*otherwise)) },
        other => other,
    }
}

/// A message as an event. A line break in it starts another line of data, which readers join again.
pub(super) fn event(message: &[u8]) -> Vec<u8> {
    let mut event = b"event: message\n".to_vec();
    for line in message.split(|byte| *byte == b'\n') {
        event.extend(b"data: ");
        event.extend(line);
        event.push(b'\n');
    }
    event.push(b'\n');
    event
}

pub(super) fn chunk(bytes: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}

pub(super) const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// A head whose body comes in chunks.
pub(super) fn stream_head(headers: &[(&str, &str)]) -> Vec<u8> {
    let headers = [headers, &[("Cache-Control", "no-cache"), ("Transfer-Encoding", "chunked")]].concat();
    head("200 OK", &headers)
}

/// A status line and headers of a response that ends its connection, so that an odd answer cannot spoil the next.
pub(super) fn head(status: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    open_head(status, &[headers, &[("Connection", "close")]].concat())
}

fn open_head(status: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status}\r\n");
    for (name, value) in headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// A response with the right length that ends its connection.
pub(super) fn response(status: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    lasting_response(status, &[headers, &[("Connection", "close")]].concat(), body)
}

/// A response with the right length behind which the connection goes on.
pub(super) fn lasting_response(status: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let length = body.len().to_string();
    [open_head(status, &[headers, &[("Content-Length", length.as_str())]].concat()), body.to_vec()].concat()
}

pub(super) fn json_response(body: &[u8]) -> Vec<u8> {
    response("200 OK", &[("Content-Type", "application/json")], body)
}

/// What a POST gets whose answer comes elsewhere.
pub(super) fn accepted() -> Vec<u8> {
    response("202 Accepted", &[], b"")
}

/// The bytes one by one, five milliseconds apart.
pub(super) fn dripped(bytes: &[u8]) -> Vec<Step> {
    bytes.iter().flat_map(|byte| [Step::Send(vec![*byte]), Step::Wait(Duration::from_millis(5))]).collect()
}

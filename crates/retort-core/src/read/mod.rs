//! Reading: bytes in any form become messages. Nothing here fails; what cannot be read as a message is shown
//! as a payload, and what cannot be read as JSON is shown as text.

mod again;
mod block;
mod cut;
mod decode;
mod line;
mod lines;
mod list;
mod message;
mod messages;
mod open_requests;
mod recorded;
mod result;
mod scan;
mod stream;
mod transcript;
mod walk;

use std::sync::Arc;

pub use line::{Line, read_line};
use list::is_list;
use message::{Role, role_of};
pub use messages::Messages;
use open_requests::OpenRequests;
use scan::{Source, Value, scan};
use walk::Walk;

use crate::json::{Lexer, Quirks, Raw, Shared, Span, Syntax};
use crate::message::{Body, Direction, Form, Message, Reading, Text};
use crate::oddity::{Oddities, Oddity, OddityKind, from_quirks};
use crate::pointer::Pointer;

/// Reads bytes in any form: a JSON-RPC response, a batch, a bare result, a bare payload, the body of an event
/// stream, or a transcript of JSON lines with other lines between them.
///
/// ```
/// let reading = retort_core::read(r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": {"text": "hello"}}}"#);
/// assert_eq!(reading.messages[0].oddities[0].kind.id(), "content-object");
/// assert_eq!(reading.messages[0].outcome().output, "hello");
/// ```
pub fn read(bytes: impl Into<Vec<u8>>) -> Reading {
    read_with(bytes, ReadOptions::default())
}

/// What is known of bytes before they are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Which way they went. Where that is not known, a response is expected, and anything else is an oddity.
    pub direction: Option<Direction>,
}

impl ReadOptions {
    /// The bytes went this way, so that requests, notifications and responses are all to be expected.
    pub fn going(direction: Direction) -> Self {
        Self { direction: Some(direction) }
    }
}

/// Reads bytes of which something is known, in any of the forms that [`read`] takes.
///
/// ```
/// use retort_core::{Body, Direction, ReadOptions, read_with};
///
/// let sent = r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#;
/// let message = read_with(sent, ReadOptions::going(Direction::Sent)).into_first();
/// assert!(matches!(message.body, Body::Request { .. }) && message.oddities.is_empty());
/// ```
pub fn read_with(bytes: impl Into<Vec<u8>>, options: ReadOptions) -> Reading {
    let (text, mut oddities) = decoded(bytes.into());
    let mut reading = read_text(&Shared::new(text));
    for message in &mut reading.messages {
        // A recording knows better.
        message.direction = message.direction.or(options.direction);
        if options.direction.is_none() {
            note_request(message, reading.form);
        }
    }
    oddities.extend(std::mem::take(&mut reading.oddities));
    around(reading, oddities)
}

/// The text that bytes stand for, without a head of HTTP, and what is odd about them.
fn decoded(bytes: Vec<u8>) -> (String, Oddities) {
    let mut oddities = Oddities::default();
    let mut text = decode::decode(bytes, &mut oddities);
    if let Some(head) = http_head(&text) {
        oddities.note(OddityKind::HttpHead, Pointer::root(), text.lines().next().unwrap_or_default());
        text.drain(..head);
    }
    (text, oddities)
}

/// Notes that a message which came alone asks or tells something, where nothing but a response was to be expected.
fn note_request(message: &mut Message, form: Form) {
    if let (Some(method), Form::Message) = (message.body.method(), form) {
        let oddity = Oddity::new(OddityKind::NotAResponse, Pointer::root().key("method"), method);
        message.oddities.push(oddity);
    }
}

/// Reads a text that somebody else holds too, such as whoever received it: the messages are slices of it, and nothing is
/// copied. A byte order mark or a head of HTTP is not looked for; [`read`] does that.
pub fn read_shared(text: &Arc<String>) -> Reading {
    let mut reading = read_text(text);
    let mut oddities = Oddities::default();
    oddities.extend(std::mem::take(&mut reading.oddities));
    around(reading, oddities)
}

/// What stands around the only response belongs to it.
fn around(mut reading: Reading, oddities: Oddities) -> Reading {
    let mut around = oddities.into_vec();
    let mut responses = reading.messages.iter_mut().filter(|message| message.is_response());
    if let (Some(only), None) = (responses.next(), responses.next()) {
        around.append(&mut only.oddities);
        only.oddities = around;
    } else {
        reading.oddities = around;
    }
    reading
}

/// Reads a value that is known to be a result, such as the one inside a line of a log.
pub fn read_result(result: &Raw) -> Message {
    let Ok((value, quirks)) = whole(result.text(), result.span()) else {
        return text_message(Text::part(result.text(), result.span()));
    };
    let source = Source { text: result.text(), quirks: &quirks };
    let mut oddities = Oddities::default();
    let mut message = message::message(&value, &source, role_of(&value, &source));
    if role_of(&value, &source) == Role::Message {
        oddities.note(OddityKind::NestedMessage, Pointer::root(), result.as_str());
        oddities.extend(std::mem::take(&mut message.oddities));
    } else {
        message.body = Body::Result(result::tool_result(&value, &source, &Pointer::root(), &mut oddities));
    }
    oddities.extend(lexical(&quirks, result.text(), result.span().start));
    message.oddities = oddities.into_vec();
    message
}

/// Reads a value that is known to be the error of a JSON-RPC response.
pub fn read_error(error: &Raw) -> Message {
    read(format!(r#"{{"jsonrpc":"2.0","id":null,"error":{}}}"#, error.as_str())).into_first()
}

/// A message that is nothing but a payload's text.
pub fn read_payload(text: impl Into<String>) -> Message {
    text_message(Text::new(text.into()))
}

fn read_text(text: &Shared) -> Reading {
    let mut walk = match Walk::of(text) {
        Walk::One(form, Some(message)) => return Reading { form, messages: vec![message], oddities: Vec::new() },
        walk => walk,
    };
    let form = walk.form();
    let mut messages: Vec<Message> = walk.by_ref().collect();
    if messages.len() > 1 {
        let mut asked = OpenRequests::default();
        for message in &mut messages {
            asked.name(message);
        }
    }
    Reading { form, messages, oddities: walk.into_oddities() }
}

/// Where the body starts, in what `curl -i` prints.
fn http_head(text: &str) -> Option<usize> {
    let status = text.strip_prefix("HTTP/")?.split(' ').nth(1)?;
    let is_status = status.get(..3).is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
    let ends = ["\r\n\r\n", "\n\n"].into_iter().filter_map(|end| Some(text.find(end)? + end.len()));
    ends.min().filter(|_| is_status)
}

/// The one value that `span` holds, and nothing else.
fn whole(text: &Shared, span: Span) -> Result<(Value, Quirks), Syntax> {
    let (value, quirks, end) = first_value(text, span)?;
    if end < span.end {
        return Err(Syntax { at: end, truncated: false });
    }
    Ok((value, quirks))
}

/// The first value in `span`, and the offset of what follows it.
fn first_value(text: &Shared, span: Span) -> Result<(Value, Quirks, usize), Syntax> {
    let bounded = text.get(..span.end).unwrap_or(text);
    let mut lexer = Lexer::at(bounded, span.start).watch_keys();
    let value = scan(&mut lexer, bounded)?.ok_or(Syntax { at: span.start, truncated: true })?;
    let end = lexer.skip_blanks();
    Ok((value, lexer.quirks, end))
}

/// The message that a value is, which is no list of them, and the form that it came in.
fn single(value: &Value, source: &Source<'_>) -> (Form, Message) {
    let role = role_of(value, source);
    let mut message = message::message(value, source, role);
    message.oddities.extend(lexical(source.quirks, source.text, value.span.start));
    (role.form(), message)
}

fn lexical(quirks: &Quirks, text: &str, start: usize) -> Vec<Oddity> {
    from_quirks(quirks, text, start, Oddity::new)
}

fn text_message(text: Text) -> Message {
    Message {
        sent: text.clone(),
        id: None,
        body: Body::Text(text),
        tool: None,
        direction: None,
        batch: None,
        oddities: Vec::new(),
        rest: None,
        sound: None,
    }
}

/// What kept a text that starts like JSON from being JSON.
fn broken_json(text: &str, syntax: Syntax) -> Option<Oddity> {
    let starts = text.trim_start().starts_with(['{', '[']);
    // A bracket alone makes no JSON: there must be a first token that fits.
    let mut lexer = Lexer::new(text);
    let second = lexer.next().and_then(|_| lexer.next());
    if !starts || matches!(second, Err(Syntax { truncated: false, .. }) | Ok(None)) {
        return None;
    }
    let kind = if syntax.truncated { OddityKind::TruncatedJson } else { OddityKind::InvalidJson };
    let mut from = syntax.at.saturating_sub(30);
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let around: String = text.get(from..).unwrap_or_default().chars().take(60).collect();
    Some(Oddity::new(kind, Pointer::root(), &format!("at byte {}: {around}", syntax.at)))
}

impl Reading {
    /// The first message.
    pub fn into_first(self) -> Message {
        self.messages.into_iter().next().unwrap_or_else(|| read_payload(String::new()))
    }
}

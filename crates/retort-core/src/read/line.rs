//! One line of a stream of responses: an object that holds a result, an error or a text beside its id and tool.

use super::{Messages, decode, read, read_payload, read_result, text_message};
use crate::json::{Kind, Raw, Style, written};
use crate::message::Message;
use crate::oddity::Oddities;

/// A response from a stream of lines.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The id that the line gave it.
    pub id: Option<Raw>,
    /// The tool that gave it, where the line tells.
    pub tool: Option<String>,
    /// The response.
    pub message: Message,
}

/// Reads a line: `{"id", "tool", "result"}`, `{"id", "tool", "error"}` or `{"id", "tool", "text", "isError"}`. A line of
/// another form is read as what it is; a batch holds several responses, and a line that is no JSON exactly one.
///
/// ```
/// let lines = retort_core::read_line(br#"{"id": 7, "tool": "echo", "text": "hello"}"#.as_slice());
/// assert_eq!(lines[0].id.as_ref().unwrap().as_str(), "7");
/// assert_eq!(lines[0].message.outcome().output, "hello");
/// ```
pub fn read_line(bytes: impl Into<Vec<u8>>) -> Vec<Line> {
    let mut oddities = Oddities::default();
    let text = decode::decode(bytes.into(), &mut oddities);
    let object = Raw::parse(text.as_str()).filter(|raw| raw.kind() == Kind::Object);
    let id = object.as_ref().and_then(|object| object.get("id"));
    let tool = object.as_ref().and_then(|object| object.get("tool")?.to_text().map(String::from));
    if let Some(mut message) = object.as_ref().and_then(of_the_form) {
        oddities.extend(std::mem::take(&mut message.oddities));
        message.oddities = oddities.into_vec();
        return vec![Line { id, tool, message }];
    }
    let is_json = Raw::parse(text.as_str()).is_some();
    let messages = Messages::of(text);
    // Whoever counts lines must find as many answers, also where a line is broken into pieces that look like messages.
    if !is_json && messages.responses().nth(1).is_some() {
        let mut message = text_message(messages.whole());
        message.oddities = messages.oddities().to_vec();
        return vec![Line { id, tool, message }];
    }
    let lines = messages.responses().map(|mut message| {
        message.oddities.splice(0..0, messages.oddities().iter().cloned());
        Line { id: message.id.clone().or_else(|| id.clone()), tool: tool.clone(), message }
    });
    lines.collect()
}

/// The response in a line that has nothing but what such a line has.
fn of_the_form(object: &Raw) -> Option<Message> {
    let has = |name: &str| object.get(name).filter(|value| value.kind() != Kind::Null);
    let only =
        |names: &[&str]| object.members().all(|(key, _)| key == "id" || key == "tool" || names.contains(&key.as_ref()));
    if only(&["text", "isError"])
        && let Some(text) = object.get("text").and_then(|text| text.to_text().map(String::from))
    {
        return Some(match has("isError") {
            Some(flag) => read_result(&flagged(&text, &flag)),
            None => read_payload(text),
        });
    }
    if !only(&["result", "error"]) {
        return None;
    }
    match (object.get("result"), has("error")) {
        (Some(result), None) => Some(read_result(&result)),
        (result, Some(error)) => {
            let result = result.map_or_else(String::new, |result| format!(",\"result\":{}", result.as_str()));
            let message = format!("{{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{}{result}}}", error.as_str());
            Some(read(message).into_first())
        }
        (None, None) => None,
    }
}

/// A result with a text and a flag.
fn flagged(text: &str, flag: &Raw) -> Raw {
    Raw::known(written(Style::Line, |out| {
        out.begin_object()?;
        out.key("content")?;
        out.begin_array()?;
        out.begin_object()?;
        out.key("type")?;
        out.string("text")?;
        out.key("text")?;
        out.string(text)?;
        out.end_object()?;
        out.end_array()?;
        out.key("isError")?;
        out.raw(flag)?;
        out.end_object()
    }))
}

//! A transcript: messages one after the other, one a line or over several, with log lines between them.

use std::collections::HashMap;

use super::lines::lines;
use super::message::{Role, message, role_of};
use super::scan::{Source, Value};
use super::{first_value, is_batch, lexical};
use crate::json::{Quirks, Shared, Span};
use crate::message::{Body, Form, Message, Reading};
use crate::oddity::{Oddity, OddityKind};

/// How many other lines are listed.
const LISTED: usize = 32;

/// The name that a catalogue of tools goes by.
pub(crate) const LIST_TOOLS: &str = "mcp_list_tools";

/// Reads a transcript; `None` where the text holds no message.
pub(super) fn read(text: &Shared) -> Option<Reading> {
    let mut reading = Reading { form: Form::Transcript, messages: Vec::new(), oddities: Vec::new() };
    let mut others = 0;
    let mut budget = text.len().saturating_mul(4);
    let mut done = 0;
    for line in lines(text) {
        let mut at = line.start.max(done);
        while at < line.end {
            let rest = Span { start: at, end: line.end };
            let Some((found, before, end)) = next_message(text, rest, &mut budget) else {
                note_line(&mut reading.oddities, &mut others, rest.of(text));
                break;
            };
            note_line(&mut reading.oddities, &mut others, before.of(text));
            reading.messages.extend(found);
            at = end;
            done = end;
        }
    }
    if reading.messages.is_empty() {
        return None;
    }
    if let Some(at) = memchr::memmem::find(text.as_bytes(), b"\r\n") {
        let value = format!("lines end in CR LF, the first at byte {at}");
        reading.oddities.push(Oddity::new(OddityKind::CarriageReturn, "", &value));
    }
    name_tools(&mut reading.messages);
    Some(reading)
}

/// Notes what stands between the messages, if it is more than blanks.
fn note_line(oddities: &mut Vec<Oddity>, others: &mut usize, line: &str) {
    let line = line.trim();
    if line.is_empty() {
        return;
    }
    *others += 1;
    if *others <= LISTED {
        oddities.push(Oddity::new(OddityKind::LogLine, "", line));
    } else if let Some(last) = oddities.iter_mut().rev().find(|oddity| oddity.kind == OddityKind::LogLine) {
        last.times += 1;
    }
}

/// The first message that starts in `line`: what it says, what stands before it, and the offset behind it. It
/// may end on a later line; the budget keeps many false starts from costing the square of the text.
fn next_message(text: &Shared, line: Span, budget: &mut usize) -> Option<(Vec<Message>, Span, usize)> {
    let content = line.of(text);
    let blanks = content.len() - content.trim_start().len();
    let mut starts = vec![line.start + blanks];
    // A logger may have put something before the message.
    if let Some(key) = content.find("\"jsonrpc\"")
        && let Some(brace) = content.get(..key).and_then(|before| before.rfind('{'))
        && brace > blanks
    {
        starts.push(line.start + brace);
    }
    for start in starts {
        if !text.get(start..).is_some_and(|rest| rest.starts_with(['{', '['])) {
            continue;
        }
        let mut found = first_value(text, Span { start, end: line.end });
        if found.as_ref().is_err_and(|syntax| syntax.truncated) && *budget > 0 {
            found = first_value(text, Span { start, end: text.len() });
            let reached = found.as_ref().map_or_else(|syntax| syntax.at, |(value, ..)| value.span.end);
            if found.is_err() {
                *budget = budget.saturating_sub(reached - start);
            }
        }
        let Ok((value, quirks, _)) = found else { continue };
        let messages = messages_of(text, &value, &quirks);
        if !messages.is_empty() {
            return Some((messages, Span { start: line.start, end: start }, value.span.end));
        }
    }
    None
}

fn messages_of(text: &Shared, value: &Value, quirks: &Quirks) -> Vec<Message> {
    let source = Source { text, quirks };
    if is_batch(value, &source) {
        return super::from_value(value, &source).messages;
    }
    // A recording keeps each message beside its time and direction.
    let recorded = value.fields().and_then(|fields| fields.get("message"));
    for value in [Some(value), recorded].into_iter().flatten() {
        let role = role_of(value, &source);
        if role != Role::Payload {
            let mut message = message(value, &source, role);
            message.oddities.extend(lexical(quirks, text, value.span.start, ""));
            return vec![message];
        }
    }
    Vec::new()
}

/// Gives each response the name of the tool that the request with the same id asked for.
pub(super) fn name_tools(messages: &mut [Message]) {
    let mut asked: HashMap<String, String> = HashMap::new();
    for message in messages {
        let Some(id) = message.id.as_ref().map(|id| id.as_str().to_owned()) else { continue };
        if let Body::Request { method, params } = &message.body {
            let name = params.as_ref().and_then(|params| params.get("name"));
            let name = match method.as_str() {
                "tools/call" => name.and_then(|name| name.to_text().map(String::from)),
                "tools/list" => Some(LIST_TOOLS.to_owned()),
                other => Some(other.to_owned()),
            };
            asked.extend(name.map(|name| (id, name)));
        } else {
            message.tool = asked.remove(&id);
        }
    }
}

//! A message that was cut short: what did arrive is read by closing what was open.

use super::message::Role;
use super::{broken_json, from_value, role_of, scan::Source, whole};
use crate::json::{Lexer, Shared, Span, Syntax};
use crate::message::{Body, Form, Reading, Text};

/// What may be missing at the very end: of a string, of an escape in it, of a member.
const ENDINGS: [&str; 6] = ["\"", "\\\"", "", "null", ":null", "\":null"];

/// Reads what is there of a message or result; `None` where that is too little to tell.
pub(super) fn read(text: &Shared, syntax: Syntax) -> Option<Reading> {
    let mut lexer = Lexer::new(text);
    while let Ok(Some(_)) = lexer.next() {}
    let closers = lexer.closers();
    ENDINGS.iter().find_map(|ending| {
        let completed = Shared::new(format!("{text}{ending}{closers}"));
        let (value, quirks) = whole(&completed, Span { start: 0, end: completed.len() }).ok()?;
        let source = Source { text: &completed, quirks: &quirks };
        if role_of(&value, &source) == Role::Payload {
            return None;
        }
        let mut reading = from_value(&value, &source);
        let message = reading.messages.first_mut()?;
        if reading.form == Form::Batch || matches!(message.body, Body::Request { .. }) {
            return None;
        }
        message.sent = Text::part(text, Span { start: 0, end: text.len() });
        message.oddities.splice(0..0, broken_json(text, syntax));
        Some(reading)
    })
}

//! A message that was cut short: what did arrive is read by closing what was open.

use super::message::Role;
use super::{broken_json, is_list, role_of, scan::Source, single, whole};
use crate::json::{Lexer, Shared, Span, Syntax};
use crate::message::{Message, Text};

/// What may be missing at the very end: of a string, of an escape in it, of a member.
const ENDINGS: [&str; 6] = ["\"", "\\\"", "", "null", ":null", "\":null"];

/// Reads what is there of a message or result; `None` where that is too little to tell.
pub(super) fn read(text: &Shared, span: Span) -> Option<Message> {
    let sent = span.of(text);
    let mut lexer = Lexer::new(sent);
    let syntax = loop {
        match lexer.next() {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(syntax) => break syntax,
        }
    };
    if !syntax.truncated {
        return None;
    }
    let closers = lexer.closers();
    ENDINGS.iter().find_map(|ending| completed(sent, ending, &closers, syntax)).map(|mut message| {
        message.sent = Text::part(text, span);
        message.sound = None;
        message
    })
}

fn completed(sent: &str, ending: &str, closers: &str, syntax: Syntax) -> Option<Message> {
    let text = Shared::new(format!("{sent}{ending}{closers}"));
    let (value, quirks) = whole(&text, Span { start: 0, end: text.len() }).ok()?;
    let source = Source { text: &text, quirks: &quirks };
    if role_of(&value, &source) == Role::Payload || is_list(&value, &source) {
        return None;
    }
    let (_, mut message) = single(&value, &source);
    message.oddities.splice(0..0, broken_json(sent, syntax));
    message.body.method().is_none().then_some(message)
}

//! Repairs of all that was sent together: one message, or a transcript. Each answer is repaired by itself, with what the others say
//! of it, and put back where it was; requests and whatever else is there keep their bytes.

use std::borrow::Cow;
use std::ops::Range;

use retort_core::{Message, Revision, read};

use super::edits::{Edit, splice};
use super::{Applied, Context, How, Misspelling, Repaired, Repairer, spelling};
use crate::sent::Finder;
use crate::session::Session;

impl Repairer {
    /// Repairs what was sent. One message is what a gateway passes on; of several, each is repaired by itself, with what the others
    /// say of it.
    pub fn repair<'a>(&self, sent: &'a [u8], context: &Context) -> Repaired<'a> {
        let reading = read(sent);
        let revision = self.revision.or(context.revision).unwrap_or(Revision::NEWEST_WITH_INITIALIZE);
        let (session, alone) = match reading.messages.len() {
            0 | 1 => (None, reading.messages),
            _ => (Some(Session::of(reading, revision)), Vec::new()),
        };
        let messages = session.as_ref().map_or(alone.as_slice(), |session| session.messages.as_slice());
        let mut repaired = Vec::new();
        for (at, message) in messages.iter().enumerate().filter(|(_, message)| message.is_response()) {
            let exchange = session.as_ref().and_then(|session| session.exchange(at));
            let known =
                exchange.map_or(Cow::Borrowed(context), |exchange| Cow::Owned(context.or(Context::of(&exchange))));
            repaired.extend(Some((at, self.repair_message(message, &known))).filter(|(_, done)| done.is_changed()));
        }
        put_back(sent, messages, repaired).0
    }

    /// Repairs the answers of a session in the bytes that it was read from. Beside what came of it, the edits of those bytes; none
    /// where a message came in parts or in another encoding, so that the messages are now one a line.
    pub fn repair_session<'a>(&self, sent: &'a [u8], session: &Session) -> (Repaired<'a>, Vec<Edit>) {
        let mut repaired = Vec::new();
        for exchange in session.exchanges() {
            let done = self.repair_message(exchange.message, &Context::of(&exchange));
            repaired.extend(Some((exchange.at, done)).filter(|(_, done)| done.is_changed()));
        }
        put_back(sent, &session.messages, repaired)
    }
}

/// Puts messages that were repaired in the place of what was sent.
fn put_back<'a>(
    sent: &'a [u8],
    messages: &[Message],
    repaired: Vec<(usize, Repaired<'_>)>,
) -> (Repaired<'a>, Vec<Edit>) {
    let given = std::str::from_utf8(sent).map_or_else(|_| String::from_utf8_lossy(sent), Cow::Borrowed);
    let mut whole = Repaired { text: given, applied: Vec::new(), converged: true };
    if repaired.is_empty() {
        return (whole, Vec::new());
    }
    let is_only = messages.iter().filter(|message| message.is_response()).nth(1).is_none();
    let mut edits: Vec<Edit> = Vec::new();
    let mut elsewhere: Vec<(usize, String)> = Vec::new();
    let mut finder = Finder::of(whole.text.as_bytes());
    for (at, mut done) in repaired {
        whole.converged &= done.converged;
        let Some(message) = messages.get(at) else { continue };
        if let Some(start) = finder.next(&message.sent) {
            let place = start..start + message.sent.as_str().len();
            let sides = if is_only { sides(&whole.text, messages, &place) } else { Vec::new() };
            for applied in done.applied.iter_mut().filter(|applied| applied.round == 0) {
                for edit in &mut applied.edits {
                    edit.range = start + edit.range.start..start + edit.range.end;
                }
                let around = around(applied, &whole.text, &sides);
                edits.extend(around.iter().cloned());
                applied.edits.extend(around);
            }
            if let Cow::Owned(text) = done.text {
                edits.push(Edit::new(place, text));
            }
        } else {
            elsewhere.push((at, done.text.into_owned()));
        }
        whole.applied.append(&mut done.applied);
    }
    if !elsewhere.is_empty() {
        // It came in parts, or in another encoding: there is no place to put it into.
        whole.text = Cow::Owned(lines(messages, &elsewhere, &edits, &whole.text));
        return (whole, Vec::new());
    }
    edits.sort_by_key(|edit| (edit.range.start, std::cmp::Reverse(edit.range.end)));
    // What is left away as a whole needs no edits inside it.
    edits.dedup_by(|next, kept| next.range.start < kept.range.end && next.range.end <= kept.range.end);
    // What was found several times around a message is left away once.
    edits.dedup();
    match edits.as_slice() {
        [] => {}
        // The only message is all that was sent: there is nothing to put it into.
        [all] if all.range == (0..whole.text.len()) => whole.text = Cow::Owned(all.text.clone()),
        edits => whole.text = Cow::Owned(splice(&whole.text, edits)),
    }
    (whole, edits)
}

/// All messages, one a line, as they are after their repair.
fn lines(messages: &[Message], elsewhere: &[(usize, String)], edits: &[Edit], text: &str) -> String {
    let mut finder = Finder::of(text.as_bytes());
    let mut out = String::with_capacity(text.len());
    for (at, message) in messages.iter().enumerate() {
        let sent = message.sent.as_str();
        let start = finder.next(&message.sent);
        let mended = elsewhere.iter().find(|(other, _)| *other == at).map(|(_, text)| text.as_str());
        let mended = mended.or_else(|| {
            let place = start?..start? + sent.len();
            edits.iter().find(|edit| edit.range == place).map(|edit| edit.text.as_str())
        });
        let line = mended.unwrap_or(sent);
        match messages.len() {
            1 => out.push_str(line),
            // A message of several lines is one all the same.
            _ => out.extend([&line.replace(['\n', '\r'], " "), "\n"]),
        }
    }
    out
}

/// What stands around the only answer and is no other message: all of it where there is no other, else whole lines.
fn sides(text: &str, messages: &[Message], place: &Range<usize>) -> Vec<Range<usize>> {
    if messages.len() == 1 {
        return vec![0..place.start, place.end..text.len()];
    }
    let mut finder = Finder::of(text.as_bytes());
    let (mut sides, mut from) = (Vec::new(), 0);
    for message in messages {
        let Some(start) = finder.next(&message.sent) else { return Vec::new() };
        let end = start + message.sent.as_str().len();
        let bytes = text.as_bytes();
        let is_line = (start == 0 || bytes.get(start - 1) == Some(&b'\n'))
            && bytes.get(end).is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        // In a recording or an event stream, what is beside a message belongs to it.
        if !is_line {
            return Vec::new();
        }
        sides.push(from..start);
        from = text.get(end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| end + at + 1);
    }
    sides.push(from..text.len());
    sides
}

/// What a repair leaves away before and behind the message.
fn around(applied: &Applied, text: &str, sides: &[Range<usize>]) -> Vec<Edit> {
    match applied.rule.fix.map(|fix| fix.how) {
        Some(How::Around) => {
            sides.iter().filter(|side| !side.is_empty()).map(|side| Edit::new(side.clone(), "")).collect()
        }
        Some(How::Spelling(Misspelling::Nul)) if applied.within.is_none() => {
            sides.iter().flat_map(|side| spelling::nul_bytes(text, side.clone())).collect()
        }
        _ => Vec::new(),
    }
}

//! What is left out of a session before it is read. A server may send notifications by the million; the rules look at the first of
//! a kind, so that keeping all of them would cost a hundred times what they say and change nothing. And whatever else it sends
//! without end, there is one.

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memmem;
use retort_core::{Kind, Raw, Reading, counted, read};

/// So many notifications of one method are kept.
const KEPT: u64 = 1_000;
/// So many methods are told apart; what has another is counted as one.
const MOST_METHODS: usize = 64;
/// So many messages of a line each are kept.
const MOST_MESSAGES: u64 = 100_000;
/// Fewer bytes are read as they are.
const LARGE: usize = 1 << 20;

/// A session that was read, without what only needs to be counted.
#[derive(Debug)]
#[non_exhaustive]
pub struct Sifted {
    /// What was read.
    pub reading: Reading,
    /// What was left out.
    pub left_out: LeftOut,
}

/// How much was left out of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Notifications of methods that came very often.
    pub notifications: u64,
    /// Messages behind the first hundred thousand.
    pub messages: u64,
}

impl Sifted {
    /// Reads bytes in any form that [`read`] takes.
    pub fn of<'a>(bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        let bytes = bytes.into();
        let (kept, left_out) = if bytes.len() < LARGE { (None, LeftOut::default()) } else { sift(&bytes) };
        let reading = match kept {
            Some(kept) => {
                drop(bytes);
                read(kept)
            }
            None => read(bytes),
        };
        Self { reading, left_out }
    }
}

impl LeftOut {
    /// What a report says about it: a sentence for each that is more than none.
    pub fn notes(self) -> impl Iterator<Item = String> {
        let said = |count: u64, what: &str, why: &str| {
            (count > 0).then(|| format!("{} left out of the check: {why}", counted(count, what)))
        };
        let often = format!("only the first {} of a method are looked at", counted(KEPT, "message"));
        let many = format!("only the first {} are looked at", counted(MOST_MESSAGES, "message"));
        let notifications = said(self.notifications, "notification", &often);
        notifications.into_iter().chain(said(self.messages, "message", &many))
    }
}

/// The bytes without what is too much, where there is any, and how much that is.
fn sift(bytes: &[u8]) -> (Option<Vec<u8>>, LeftOut) {
    let mut kept: Option<Vec<u8>> = None;
    let mut seen: HashMap<String, u64> = HashMap::new();
    let (mut left_out, mut messages, mut start) = (LeftOut::default(), 0, 0);
    for end in memchr::memchr_iter(b'\n', bytes).map(|end| end + 1).chain([bytes.len()]) {
        let line = bytes.get(start..end).unwrap_or_default();
        let is_too_often = method_of(line).is_some_and(|method| {
            let method = if seen.len() < MOST_METHODS || seen.contains_key(&method) { method } else { String::new() };
            let count = seen.entry(method).or_default();
            *count += 1;
            *count > KEPT
        });
        messages += u64::from(!is_too_often && is_message(line));
        let is_too_many = !is_too_often && messages > MOST_MESSAGES && is_message(line);
        left_out.notifications += u64::from(is_too_often);
        left_out.messages += u64::from(is_too_many);
        if is_too_often || is_too_many {
            kept.get_or_insert_with(|| bytes.get(..start).unwrap_or_default().to_vec());
        } else if let Some(kept) = &mut kept {
            kept.extend_from_slice(line);
        }
        start = end;
    }
    (kept, left_out)
}

/// Whether a line is a message of its own, as far as its ends show.
fn is_message(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"data:").map_or(line, <[u8]>::trim_ascii_start);
    line.starts_with(b"{") && line.ends_with(b"}")
}

/// The method of the notification that a line is: a message, an event's data or an entry of a recording. What the client tells
/// about its own requests is kept.
fn method_of(line: &[u8]) -> Option<String> {
    // Most lines are none, and need not be read for it.
    memmem::find(line, b"\"notifications/")?;
    let line = std::str::from_utf8(line).ok()?.trim();
    let line = line.strip_prefix("data:").unwrap_or(line);
    let whole = Raw::parse(line).filter(|raw| raw.kind() == Kind::Object)?;
    let is_entry = whole.get("direction").is_some() && whole.get("jsonrpc").is_none();
    let message = if is_entry { whole.get("message")? } else { whole };
    let method = message.get("method")?.to_text()?.into_owned();
    let is_idle = method.starts_with("notifications/")
        && !matches!(method.as_str(), "notifications/cancelled" | "notifications/initialized");
    (is_idle && message.get("id").is_none()).then_some(method)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;

    fn flood(count: usize, line: impl Fn(usize) -> String) -> String {
        let lines: Vec<String> = (0..count).map(line).chain([CALL.to_owned()]).collect();
        lines.join("\n")
    }

    #[test]
    fn what_comes_too_often_is_counted_and_not_kept() {
        let progress = |at: usize| {
            format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progress":{at}}}}}"#)
        };
        for line in [
            &progress as &dyn Fn(usize) -> String,
            &|at| format!(r#"{{"time":"t","direction":"received","message":{}}}"#, progress(at)),
            &|at| format!("event: message\ndata: {}\n", progress(at)),
        ] {
            let text = flood(2_500, line) + "\n\n";
            let (kept, left_out) = sift(text.as_bytes());
            assert_eq!(left_out, LeftOut { notifications: 1_500, messages: 0 });
            let messages = read(kept.unwrap()).messages;
            assert!(messages.len() <= 1_001, "{}", messages.len());
        }
        let (kept, left_out) = sift(flood(1_000, progress).as_bytes());
        assert!(kept.is_none() && left_out == LeftOut::default());
    }

    #[test]
    fn methods_without_number_are_bounded_too() {
        let text = flood(50_000, |at| format!(r#"{{"jsonrpc":"2.0","method":"notifications/x{at}"}}"#));
        let (kept, left_out) = sift(text.as_bytes());
        // The first methods have a count of their own, all others one together.
        assert_eq!(left_out.notifications, 50_000 - 64 - 1_000);
        assert!(kept.unwrap().ends_with(CALL.as_bytes()));
    }

    #[test]
    fn whatever_a_rule_needs_is_kept() {
        for line in [
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"notifications/progress"}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"\"notifications/progress\""}]}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"method":"notifications/progress"}}"#,
            "log: \"notifications/progress\"",
        ] {
            let (kept, left_out) = sift(flood(2_000, |_| line.to_owned()).as_bytes());
            assert!(kept.is_none() && left_out == LeftOut::default(), "{line}");
        }
    }

    #[test]
    fn messages_without_end_have_one() {
        let text = flood(100_500, |at| format!(r#"{{"id":{at},"result":{{}}}}"#));
        let (kept, left_out) = sift(text.as_bytes());
        assert_eq!(left_out, LeftOut { notifications: 0, messages: 501 });
        assert_eq!(memchr::memchr_iter(b'\n', &kept.unwrap()).count(), 100_000);
    }

    #[test]
    fn notes_say_how_much() {
        let notes: Vec<String> = LeftOut { notifications: 1_599_000, messages: 1 }.notes().collect();
        assert_eq!(
            notes,
            [
                "1,599,000 notifications left out of the check: only the first 1,000 messages of a method are looked at",
                "1 message left out of the check: only the first 100,000 messages are looked at",
            ]
        );
        assert_eq!(LeftOut::default().notes().count(), 0);
    }
}

//! What is left out of a session before it is read. A server may send notifications by the million; the rules look at the first of
//! a kind, so that keeping all of them would cost a hundred times what they say and change nothing. And whatever else it sends
//! without end, there is one.

use std::collections::HashMap;

use retort_core::{Body, Message, Messages, Reading, counted, read};

/// So many notifications of one method are kept.
const KEPT: u64 = 1_000;
/// So many methods are told apart; what has another is counted as one.
const MOST_METHODS: usize = 64;
/// So many messages are kept.
const MOST_MESSAGES: u64 = 100_000;
/// Fewer bytes are read as they are.
const LARGE: usize = 1 << 18;
/// What a message takes beside its text, about, once it has been read and is part of a session.
const MESSAGE_COST: usize = 1 << 10;
/// All messages together may take so many bytes beside their text, however small the limit.
const LEAST_ROOM: usize = 1 << 22;

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
    /// Messages behind the first hundred thousand, or fewer.
    pub messages: u64,
    /// How many messages were kept at most.
    pub most: u64,
}

impl Sifted {
    /// Reads bytes in any form that [`read`] takes.
    pub fn of(bytes: impl Into<Vec<u8>>) -> Self {
        Self::of_at_most(bytes, usize::MAX)
    }

    /// The same for a reader who takes no more than so many bytes at once: what small messages take beside their text is no more
    /// than a few times that, so that there may be fewer than a hundred thousand.
    pub fn of_at_most(bytes: impl Into<Vec<u8>>, room: usize) -> Self {
        let bytes = bytes.into();
        if bytes.len() < LARGE {
            return Self { reading: read(bytes), left_out: LeftOut::default() };
        }
        let most = (room.saturating_mul(2).max(LEAST_ROOM) / MESSAGE_COST) as u64;
        let mut sieve = Sieve { most: most.min(MOST_MESSAGES), ..Sieve::default() };
        let reading = Messages::of(bytes).reading(|message| sieve.keeps(message));
        sieve.left_out.most = sieve.most;
        Self { reading, left_out: sieve.left_out }
    }
}

impl LeftOut {
    /// What a report says about it: a sentence for each that is more than none.
    pub fn notes(self) -> impl Iterator<Item = String> {
        let said = |count: u64, what: &str, why: &str| {
            (count > 0).then(|| format!("{} left out of the check: {why}", counted(count, what)))
        };
        let often = format!("only the first {} of a method are looked at", counted(KEPT, "message"));
        let many = format!("only the first {} are looked at", counted(self.most, "message"));
        let notifications = said(self.notifications, "notification", &often);
        notifications.into_iter().chain(said(self.messages, "message", &many))
    }
}

/// Decides of each message whether it is one too many.
#[derive(Default)]
struct Sieve {
    /// How many notifications of a method came.
    seen: HashMap<String, u64>,
    kept: u64,
    most: u64,
    left_out: LeftOut,
}

impl Sieve {
    fn keeps(&mut self, message: &Message) -> bool {
        if self.comes_too_often(message) {
            self.left_out.notifications += 1;
        } else if self.kept >= self.most {
            self.left_out.messages += 1;
        } else {
            self.kept += 1;
            return true;
        }
        false
    }

    /// Whether it is a notification of a method of which there were enough. What the client says of its own requests is needed.
    fn comes_too_often(&mut self, message: &Message) -> bool {
        let Body::Notification { method, .. } = &message.body else { return false };
        if matches!(method.as_str(), "notifications/cancelled" | "notifications/initialized") {
            return false;
        }
        let is_known = self.seen.contains_key(method.as_str()) || self.seen.len() < MOST_METHODS;
        let count = self.seen.entry(if is_known { method.clone() } else { String::new() }).or_default();
        *count += 1;
        *count > KEPT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;

    /// What is left of many lines and an answer, however short they are.
    fn sifted(count: usize, line: impl Fn(usize) -> String) -> Sifted {
        let lines: Vec<String> = (0..count).map(line).chain([CALL.to_owned(), "\n".repeat(LARGE)]).collect();
        Sifted::of(lines.join("\n"))
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
            &|at| progress(at).replace(",\"params", "\n,\"params"),
        ] {
            let Sifted { reading, left_out } = sifted(2_500, line);
            assert_eq!((left_out.notifications, left_out.messages), (1_500, 0));
            assert!(reading.messages.len() <= 1_001, "{}", reading.messages.len());
        }
        assert_eq!(sifted(1_000, progress).left_out.notifications, 0);
    }

    #[test]
    fn methods_without_number_are_bounded_too() {
        let Sifted { reading, left_out } =
            sifted(50_000, |at| format!(r#"{{"jsonrpc":"2.0","method":"notifications/x{at}"}}"#));
        // The first methods have a count of their own, all others one together.
        assert_eq!(left_out.notifications, 50_000 - 64 - 1_000);
        assert_eq!(reading.messages.last().unwrap().sent.as_str(), CALL);
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
            assert_eq!(sifted(2_000, |_| line.to_owned()).left_out.notes().count(), 0, "{line}");
        }
    }

    #[test]
    fn messages_without_end_have_one() {
        let Sifted { reading, left_out } =
            sifted(100_500, |at| format!(r#"{{"jsonrpc":"2.0","id":{at},"result":{{}}}}"#));
        assert_eq!(left_out, LeftOut { notifications: 0, messages: 501, most: 100_000 });
        assert_eq!(reading.messages.len(), 100_000);
    }

    #[test]
    fn who_takes_little_keeps_few() {
        let sent = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n".repeat(10_000);
        let Sifted { reading, left_out } = Sifted::of_at_most(sent, 1_000_000);
        assert_eq!((reading.messages.len(), left_out.messages), (4_096, 10_000 - 4_096));
    }

    #[test]
    fn notes_say_how_much() {
        let notes: Vec<String> = LeftOut { notifications: 1_599_000, messages: 1, most: 100_000 }.notes().collect();
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

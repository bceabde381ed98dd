//! How many messages there may be in what came as one: a batch, or one after the other. Reading costs more memory than the bytes
//! of a message that says nothing, so they are counted before they are read.

use memchr::{memchr, memchr2, memchr3, memmem};

use crate::frames::Open;
use crate::work::look_at;

/// Whether there may be more than `most` messages. What is one JSON object has one, whatever is inside.
pub(crate) fn is_more_than(bytes: &[u8], most: usize) -> bool {
    // The shortest message takes that many bytes at least.
    if bytes.len() / 2 <= most {
        return false;
    }
    let mut count = 0;
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'{', b'[', rest)) {
        let start = at + found;
        look_at(found);
        let is_batch = bytes.get(start) == Some(&b'[');
        let Some(end) = Open::at(start).advance(bytes.get(start..).unwrap_or_default(), start) else { break };
        count += 1;
        if is_batch {
            let items = items(bytes.get(start..end).unwrap_or_default());
            count += if items > LARGEST_BATCH { 0 } else { items };
        }
        at = end;
        if count > most {
            return true;
        }
    }
    // Where brackets do not fit, each line may begin a message, and so may each mark of one.
    let rest = bytes.get(at..).unwrap_or_default();
    if count <= 1 && rest.trim_ascii().is_empty() {
        return false;
    }
    look_at(3 * rest.len());
    let lines = rest.split(|byte| *byte == b'\n').filter(|line| memchr(b'{', line).is_some()).count();
    count + lines + memmem::find_iter(rest, b"\"jsonrpc\"").count() > most
}

/// A larger array is no batch to the core, but data.
const LARGEST_BATCH: usize = 100_000;

/// How many objects and arrays an array has, or more than a batch may have.
fn items(array: &[u8]) -> usize {
    let (mut at, mut count) = (1, 0);
    while count <= LARGEST_BATCH
        && let Some(found) = array.get(at..).and_then(|rest| memchr3(b'{', b'[', b'"', rest))
    {
        let start = at + found;
        look_at(found);
        let rest = array.get(start..).unwrap_or_default();
        if rest.first() == Some(&b'"') {
            at = start + string_end(rest);
            look_at(at - start);
            continue;
        }
        count += 1;
        let Some(end) = Open::at(start).advance(rest, start) else { break };
        at = end;
    }
    count
}

/// Behind the string that bytes begin with, or behind all of them.
fn string_end(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        if bytes.get(at + found) == Some(&b'"') {
            return at + found + 1;
        }
        at += found + 2;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_counted_and_what_is_inside_them_is_not() {
        for (text, has_more_than_five) in [
            ("{}".repeat(5), false),
            ("{}".repeat(6), true),
            ("{}\n".repeat(6), true),
            ("log {}\n".repeat(6), true),
            (format!("[{}]", ["{}"; 4].join(",")), false),
            (format!("[{}]", ["{}"; 6].join(",")), true),
            (format!("[{}]", vec!["{}"; LARGEST_BATCH].join(",")), true),
            (format!("[{}]", vec!["{}"; LARGEST_BATCH + 1].join(",")), false),
            (format!("[{}]", ["\"{}[]\\\"\""; 60].join(",")), false),
            (format!("[{}]", ["1234"; 60].join(",")), false),
            (format!("{{\"result\":[{}]}}", ["{}"; 60].join(",")), false),
            (format!("{{\"result\":\n[{}],\n}}\n", ["{}"; 60].join(",\n")), false),
            ("{".repeat(100), false),
            ("{\n".repeat(100), true),
            (format!("say [ \n{}", "{\"jsonrpc\":1}".repeat(6)), true),
            (format!("\"{}\"", "{}".repeat(100)), true),
            ("x".repeat(100), false),
            (" ".repeat(100), false),
        ] {
            assert_eq!(is_more_than(text.as_bytes(), 5), has_more_than_five, "{text}");
        }
    }
}

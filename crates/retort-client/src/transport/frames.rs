//! Where one message ends and the next begins in a stream of bytes: what a child process prints. Messages come
//! one a line, but also over several lines, two on a line, behind the words of a logger, or without a line end.

use memchr::{memchr, memchr2};

/// A part of the stream.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A whole JSON object or array, or what is balanced like one; or a line that is a JSON string.
    Json(Vec<u8>),
    /// What stands between them.
    Other(Vec<u8>),
}

/// Cuts a stream into frames.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    /// What was taken in, as far as it has not been given out.
    pending: Vec<u8>,
    /// Where what belongs to no frame yet starts.
    base: usize,
    /// How much of it was looked at.
    seen: usize,
    /// Where an object or array was opened that has not ended yet.
    open: Option<Open>,
    /// The first byte that is no blank, of what belongs to no frame yet.
    first: Option<u8>,
    /// A later line that starts another one, in case the first was only a bracket in a log line.
    second: Option<Open>,
}

/// An object or array that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    start: usize,
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// Two bytes a character, the second of them zero: the last bracket is followed by one.
    wide: bool,
}

impl Open {
    fn at(start: usize) -> Self {
        Self { start, depth: 0, in_string: false, escaped: false, wide: false }
    }

    /// Goes through `bytes`, which are those at `from`; the offset behind its end, if it ends there.
    fn advance(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            if self.in_string {
                if self.escaped {
                    self.escaped = false;
                    at += 1;
                    continue;
                }
                let found = bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest))?;
                self.in_string = bytes.get(at + found) != Some(&b'"');
                self.escaped = self.in_string;
                at += found + 1;
                continue;
            }
            at += 1;
            match byte {
                0 if self.wide && self.depth == 0 => return Some(from + at),
                // No JSON has one between its brackets, unless characters are two bytes.
                0 => self.wide = true,
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 && !self.wide {
                        return Some(from + at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

impl Frames {
    /// Takes more bytes; gives the frames that they complete. `is_message` tells whether a later line that ends
    /// before the first opened bracket does is a message of its own.
    pub(crate) fn push(&mut self, bytes: &[u8], is_message: impl Fn(&[u8]) -> bool) -> Vec<Frame> {
        self.pending.extend_from_slice(bytes);
        let mut frames = Vec::new();
        while self.seen < self.pending.len() {
            match self.open {
                None => self.look_for_start(&mut frames),
                Some(open) => self.go_on(open, &mut frames, &is_message),
            }
        }
        // Once for all frames: moving the rest forward for each would cost the square of their number.
        self.pending.drain(..self.base);
        self.seen -= self.base;
        let moved = |open: Open| Open { start: open.start - self.base, ..open };
        self.open = self.open.map(moved);
        self.second = self.second.map(moved);
        self.base = 0;
        frames
    }

    /// Outside of frames: passes over lines until one opens a bracket.
    fn look_for_start(&mut self, frames: &mut Vec<Frame>) {
        let rest = self.pending.get(self.seen..).unwrap_or_default();
        // A line may be a JSON string with a message inside.
        self.first = self.first.or_else(|| rest.iter().find(|byte| !byte.is_ascii_whitespace()).copied());
        let is_string = self.first == Some(b'"');
        let opens = |byte: &u8| *byte == b'\n' || !is_string && matches!(byte, b'{' | b'[');
        match rest.iter().position(opens) {
            None => self.seen = self.pending.len(),
            Some(at) if rest.get(at) == Some(&b'\n') => {
                let line = self.take(self.seen + at + 1);
                let is_string = is_string && line.trim_ascii_end().last() == Some(&b'"');
                frames.extend(if is_string { Some(Frame::Json(line)) } else { other(line) });
            }
            Some(at) => {
                // A byte order mark says how to read what follows.
                let start = self.seen + at;
                let is_mark = self.pending.get(self.base..start).is_some_and(|before| {
                    matches!(before, [0xFF, 0xFE] | [0xFE, 0xFF] | [0xFE, 0xFF, 0] | [0xEF, 0xBB, 0xBF])
                });
                if !is_mark {
                    let before = self.take(start);
                    frames.extend(other(before));
                }
                self.open = Some(Open::at(self.base));
                self.seen = start;
            }
        }
    }

    /// Inside a frame: to its end, or line by line to see whether another one starts.
    fn go_on(&mut self, mut open: Open, frames: &mut Vec<Frame>, is_message: &impl Fn(&[u8]) -> bool) {
        let rest = self.pending.get(self.seen..).unwrap_or_default();
        let line = memchr(b'\n', rest).map_or(rest, |end| rest.get(..=end).unwrap_or(rest));
        if let Some(end) = open.advance(line, self.seen) {
            let json = self.take(end);
            frames.push(Frame::Json(json));
            return;
        }
        self.open = Some(open);
        // A bracket that a logger opened on the same line, and never closed.
        if line.last() == Some(&b'\n') {
            let end = self.seen + line.len();
            let from = self.pending.get(self.base..self.seen).and_then(|seen| memchr::memrchr(b'\n', seen));
            let from = from.map_or(self.base, |at| self.base + at + 1);
            let whole = self.pending.get(from..end).unwrap_or_default();
            if let Some(start) = memchr::memmem::find(whole, b"{\"jsonrpc\"").filter(|at| from + at > open.start)
                && let Some(end) = whole.get(start..).and_then(|line| Open::at(0).advance(line, from + start))
                && self.pending.get(from + start..end).is_some_and(is_message)
            {
                let before = self.take(from + start);
                frames.push(Frame::Other(before));
                let json = self.take(end);
                frames.push(Frame::Json(json));
                return;
            }
        }
        let starts_line = self.seen > self.base && self.pending.get(self.seen - 1) == Some(&b'\n');
        let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if starts_line && line.get(blanks) == Some(&b'{') && (blanks == 0 || self.second.is_none()) {
            self.second = Some(Open::at(self.seen + blanks));
        }
        if let Some(mut second) = self.second {
            let from = self.seen.max(second.start);
            let end = line.get(from - self.seen..).and_then(|line| second.advance(line, from));
            self.second = if end.is_some() { None } else { Some(second) };
            if let Some(end) = end
                && self.pending.get(second.start..end).is_some_and(is_message)
            {
                let before = self.take(second.start);
                frames.push(Frame::Other(before));
                let json = self.take(end);
                frames.push(Frame::Json(json));
                return;
            }
        }
        self.seen += line.len();
    }

    /// Gives out what stands before `end`, and starts anew there.
    fn take(&mut self, end: usize) -> Vec<u8> {
        let taken = self.pending.get(self.base..end).unwrap_or_default().to_vec();
        self.base = end;
        self.seen = end;
        self.first = None;
        self.open = None;
        self.second = None;
        taken
    }

    /// What waits for its end.
    pub(crate) fn pending(&self) -> &[u8] {
        &self.pending
    }

    /// Whether nothing but blanks waits for its end.
    pub(crate) fn is_blank(&self) -> bool {
        self.open.is_none() && self.first.is_none()
    }

    /// How much waits for its end.
    pub(crate) fn waiting(&self) -> usize {
        self.pending.len()
    }

    /// Gives up waiting: what has no end yet.
    pub(crate) fn give_up(&mut self) -> Vec<u8> {
        *self = Self { pending: std::mem::take(&mut self.pending), ..Self::default() };
        std::mem::take(&mut self.pending)
    }
}

fn other(bytes: Vec<u8>) -> Option<Frame> {
    (!bytes.trim_ascii().is_empty()).then_some(Frame::Other(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_message(bytes: &[u8]) -> bool {
        bytes.starts_with(b"{\"jsonrpc\"")
    }

    /// The frames of a text, however it is cut: `+` before JSON, `-` before the rest.
    fn frames(text: &str) -> Vec<String> {
        let show = |frames: &[Frame]| -> Vec<String> {
            let show = |frame: &Frame| match frame {
                Frame::Json(bytes) => format!("+{}", String::from_utf8_lossy(bytes)),
                Frame::Other(bytes) => format!("-{}", String::from_utf8_lossy(bytes).trim()),
            };
            frames.iter().map(show).collect()
        };
        let mut whole = Frames::default();
        let mut found = whole.push(text.as_bytes(), is_message);
        let rest = other(whole.give_up());
        found.extend(rest);
        let mut drip = Frames::default();
        let mut dripped: Vec<Frame> = text.bytes().flat_map(|byte| drip.push(&[byte], is_message)).collect();
        let rest = other(drip.give_up());
        dripped.extend(rest);
        let only_json = |frames: &[Frame]| -> Vec<String> {
            show(frames).into_iter().filter(|frame| frame.starts_with('+')).collect()
        };
        assert_eq!(only_json(&found), only_json(&dripped), "{text}");
        show(&found)
    }

    #[test]
    fn messages_are_found_wherever_they_stand() {
        assert_eq!(frames("{\"a\":1}\n{\"b\":\"}\"}\n"), ["+{\"a\":1}", "+{\"b\":\"}\"}"]);
        assert_eq!(frames("{\n \"a\": {\n  }\n}\n"), ["+{\n \"a\": {\n  }\n}"]);
        assert_eq!(frames("starting\nINFO got {\"a\":1} done\n"), ["-starting", "-INFO got", "+{\"a\":1}", "-done"]);
        assert_eq!(frames("{\"a\":1}{\"b\":2}"), ["+{\"a\":1}", "+{\"b\":2}"]);
        assert_eq!(frames("Content-Length: 7\r\n\r\n{\"a\":1}"), ["-Content-Length: 7", "+{\"a\":1}"]);
        assert_eq!(frames(r#"{"a":"\\\"}"}"#), [r#"+{"a":"\\\"}"}"#]);
        assert_eq!(frames("\"{\\\"a\\\":1}\"\n\"half {\n{}\n"), ["+\"{\\\"a\\\":1}\"\n", "-\"half {", "+{}"]);
    }

    #[test]
    fn a_bracket_in_a_log_line_hides_no_message() {
        assert_eq!(
            frames("loading {\n{\"jsonrpc\":\"2.0\"}\nmore\n"),
            ["-loading", "-{", "+{\"jsonrpc\":\"2.0\"}", "-more"]
        );
        assert_eq!(
            frames("say \"[\nit's {\"\n{\"jsonrpc\":[\n1]}\n"),
            ["-say \"", "-[\nit's {\"", "+{\"jsonrpc\":[\n1]}"]
        );
        assert_eq!(frames("got [1, {\"jsonrpc\":\"2.0\"}\n"), ["-got", "-[1,", "+{\"jsonrpc\":\"2.0\"}"]);
        // Objects on lines of their own inside a message are not messages.
        assert_eq!(
            frames("{\"jsonrpc\":\n[\n  {\"a\":1}\n,\n{\"b\":1}\n]}"),
            ["+{\"jsonrpc\":\n[\n  {\"a\":1}\n,\n{\"b\":1}\n]}"]
        );
    }

    #[test]
    fn a_byte_order_mark_stays_with_what_it_marks() {
        let mut marked = Frames::default();
        let found = marked.push(b"\xEF\xBB\xBF{\"a\":1}\n", is_message);
        assert_eq!(found, [Frame::Json(b"\xEF\xBB\xBF{\"a\":1}".to_vec())]);
        for text in ["\u{feff}{\"a\":1}\n", "{\"a\":1}\n"] {
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let found: Vec<Frame> = wide.iter().flat_map(|byte| marked.push(&[*byte], is_message)).collect();
            assert_eq!(found.first(), Some(&Frame::Json(wide[..wide.len() - 2].to_vec())), "{text:?}");
            marked.give_up();
        }
    }
}

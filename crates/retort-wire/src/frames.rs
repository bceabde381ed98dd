//! Where one message ends and the next begins in a stream of bytes: what a child process prints, or what a client
//! sends to one. Messages come one a line, but also over several lines, two on a line, behind the words of a logger, or
//! without a line end. Every byte is looked at a fixed number of times, however many frames there are.

use bytes::{Bytes, BytesMut};
use memchr::{memchr, memchr2, memchr3, memmem, memrchr};

use crate::work::look_at;

/// A part of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Frame {
    /// A whole JSON object or array, or what is balanced like one; or a line that is a JSON string.
    Json(Bytes),
    /// What is between them.
    Other(Bytes),
}

/// Cuts a stream into frames. They are slices of the buffer that the bytes were read into.
///
/// ```
/// use retort_wire::{Frame, Frames};
///
/// let mut frames = Frames::default();
/// let found = frames.push(b"listening\n{\"id\":1}{\"id\":2", |_| true);
/// assert_eq!(found, [Frame::Other("listening\n".into()), Frame::Json("{\"id\":1}".into())]);
/// assert_eq!(frames.push(b"}\n", |_| true), [Frame::Json("{\"id\":2}".into())]);
/// ```
#[derive(Debug, Default)]
pub struct Frames {
    /// What was taken in, as far as it has not been given out.
    pending: BytesMut,
    /// How much of it was looked at.
    seen: usize,
    /// The next line end that is not before `seen`, where one was found.
    line_end: Option<usize>,
    /// No line end is between `seen` and here.
    searched: usize,
    /// Where an object or array was opened that has not ended yet.
    open: Option<Open>,
    /// The first byte that is no blank, of what belongs to no frame yet.
    first: Option<u8>,
    /// A later line that starts another one, in case the first was only a bracket in a log line.
    second: Option<Open>,
    /// Inside of a frame: whether its last line has begun, with nothing but blanks so far.
    is_line_blank: bool,
}

/// An object or array that has begun.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    start: usize,
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// Two bytes a character, the second of them zero: the last bracket is followed by one.
    wide: bool,
}

impl Open {
    pub(crate) fn at(start: usize) -> Self {
        Self { start, depth: 0, in_string: false, escaped: false, wide: false }
    }

    /// Goes through `bytes`, which are those at `from`; the offset behind its end, if it ends there.
    pub(crate) fn advance(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        let end = self.advance_to_end(bytes, from);
        look_at(end.map_or(bytes.len(), |end| end - from));
        end
    }

    fn advance_to_end(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
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
    /// Takes more bytes; gives the frames that they complete. `is_message` says whether a later line that ends before the
    /// first opened bracket does is a message of its own.
    pub fn push(&mut self, bytes: &[u8], is_message: impl Fn(&[u8]) -> bool) -> Vec<Frame> {
        self.pending.extend_from_slice(bytes);
        self.cut(is_message)
    }

    /// Where bytes may be read into without another copy; [`Frames::cut`] then looks at them.
    pub fn buffer(&mut self) -> &mut BytesMut {
        &mut self.pending
    }

    /// Gives the frames that the bytes in the buffer complete, as [`Frames::push`] does.
    pub fn cut(&mut self, is_message: impl Fn(&[u8]) -> bool) -> Vec<Frame> {
        let mut frames = Vec::new();
        while self.seen < self.pending.len() {
            match self.open {
                None => self.look_for_start(&mut frames),
                Some(open) => self.go_on(open, &mut frames, &is_message),
            }
        }
        frames
    }

    /// Behind the line end that comes next, or behind everything where there is none yet. A line end is searched for once,
    /// however many frames its line has.
    fn end_of_line(&mut self) -> usize {
        if let Some(end) = self.line_end.filter(|end| *end > self.seen) {
            return end;
        }
        let from = self.searched.max(self.seen);
        self.line_end = self.pending.get(from..).and_then(|rest| memchr(b'\n', rest)).map(|at| from + at + 1);
        self.searched = self.line_end.unwrap_or(self.pending.len());
        look_at(self.searched - from);
        self.searched
    }

    /// Outside of frames: passes over lines until one opens a bracket.
    fn look_for_start(&mut self, frames: &mut Vec<Frame>) {
        let end = self.end_of_line();
        let line = self.pending.get(self.seen..end).unwrap_or_default();
        // A line may be a JSON string with a message inside.
        self.first = self.first.or_else(|| line.iter().find(|byte| !byte.is_ascii_whitespace()).copied());
        let is_string = self.first == Some(b'"');
        let found = if is_string { memchr(b'\n', line) } else { memchr3(b'\n', b'{', b'[', line) };
        look_at(2 * found.unwrap_or(line.len()));
        match found {
            None => self.seen = end,
            Some(at) if line.get(at) == Some(&b'\n') => {
                let line = self.take(end);
                let is_string = is_string && line.trim_ascii_end().last() == Some(&b'"');
                frames.extend(if is_string { Some(Frame::Json(line)) } else { other(line) });
            }
            Some(at) => {
                // A byte order mark says how to read what follows.
                let start = self.seen + at;
                let is_mark = self.pending.get(..start).is_some_and(|before| {
                    matches!(before, [0xFF, 0xFE] | [0xFE, 0xFF] | [0xFE, 0xFF, 0] | [0xEF, 0xBB, 0xBF])
                });
                if is_mark {
                    self.seen = start;
                } else if start > 0 {
                    let before = self.take(start);
                    frames.extend(other(before));
                }
                self.open = Some(Open::at(0));
            }
        }
    }

    /// Inside a frame: to its end, or line by line to see whether another one starts. What ends first counts, so that it
    /// makes no difference where the stream was cut.
    fn go_on(&mut self, mut open: Open, frames: &mut Vec<Frame>, is_message: &impl Fn(&[u8]) -> bool) {
        let end = self.end_of_line();
        let line = self.pending.get(self.seen..end).unwrap_or_default();
        let ended = open.advance(line, self.seen);
        let before_end = self.pending.get(self.seen..ended.unwrap_or(end)).unwrap_or_default();
        let blanks = before_end.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        look_at(blanks);
        let is_flush = blanks == 0 && self.seen > 0 && self.pending.get(self.seen - 1) == Some(&b'\n');
        if self.is_line_blank && before_end.get(blanks) == Some(&b'{') && (is_flush || self.second.is_none()) {
            self.second = Some(Open::at(self.seen + blanks));
        }
        if let Some(mut second) = self.second {
            let from = self.seen.max(second.start);
            let end = before_end.get(from - self.seen..).and_then(|line| second.advance(line, from));
            self.second = if end.is_some() { None } else { Some(second) };
            if let Some(end) = end
                && self.pending.get(second.start..end).is_some_and(is_message)
            {
                self.take_two(second.start, end, frames);
                return;
            }
        }
        if let Some(end) = ended {
            let json = self.take(end);
            frames.push(Frame::Json(json));
            return;
        }
        self.open = Some(open);
        let is_whole = before_end.last() == Some(&b'\n');
        self.is_line_blank = is_whole || self.is_line_blank && blanks == before_end.len();
        // A bracket that a logger opened on the same line, and never closed.
        if is_whole {
            let from = self.pending.get(..self.seen).and_then(|seen| memrchr(b'\n', seen)).map_or(0, |at| at + 1);
            let whole = self.pending.get(from..end).unwrap_or_default();
            look_at(2 * whole.len());
            if let Some(start) = memmem::find(whole, b"{\"jsonrpc\"").filter(|at| from + at > open.start)
                && let Some(end) = whole.get(start..).and_then(|line| Open::at(0).advance(line, from + start))
                && self.pending.get(from + start..end).is_some_and(is_message)
            {
                self.take_two(from + start, end, frames);
                return;
            }
        }
        self.seen = end;
    }

    /// Gives out what is before `start` as no message, and what follows up to `end` as one.
    fn take_two(&mut self, start: usize, end: usize, frames: &mut Vec<Frame>) {
        let before = self.take(start);
        frames.push(Frame::Other(before));
        let json = self.take(end - start);
        frames.push(Frame::Json(json));
    }

    /// Gives out what is before `end`, and starts anew there.
    fn take(&mut self, end: usize) -> Bytes {
        let taken = self.pending.split_to(end.min(self.pending.len())).freeze();
        self.seen = 0;
        self.line_end = self.line_end.and_then(|at| at.checked_sub(end)).filter(|at| *at > 0);
        self.searched = self.searched.saturating_sub(end);
        self.first = None;
        self.open = None;
        self.second = None;
        self.is_line_blank = false;
        taken
    }

    /// What waits for its end.
    pub fn pending(&self) -> &[u8] {
        &self.pending
    }

    /// Gives up waiting: what has no end yet.
    pub fn give_up(&mut self) -> Bytes {
        std::mem::take(self).pending.freeze()
    }
}

fn other(bytes: Bytes) -> Option<Frame> {
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
        // The message ends before the bracket does, on the same line, and wherever the stream is cut.
        assert_eq!(frames("{ x\n{\"jsonrpc\":\"2.0\"}}"), ["-{ x", "+{\"jsonrpc\":\"2.0\"}", "-}"]);
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
        assert_eq!(found, [Frame::Json(Bytes::from_static(b"\xEF\xBB\xBF{\"a\":1}"))]);
        for text in ["\u{feff}{\"a\":1}\n", "{\"a\":1}\n"] {
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let found: Vec<Frame> = wide.iter().flat_map(|byte| marked.push(&[*byte], is_message)).collect();
            assert_eq!(found.first(), Some(&Frame::Json(Bytes::copy_from_slice(&wide[..wide.len() - 2]))), "{text:?}");
            marked.give_up();
        }
    }

    /// The time that it takes is a matter of the bytes, not of the frames: this would not end otherwise.
    #[test]
    fn many_frames_cost_no_more_than_one() {
        for (piece, per_piece) in [("{}", 1), ("\n", 0), (" {}", 1), ("{}\n\n", 1), ("x\n", 1), ("{\"a\":[]}", 1)] {
            let text = piece.repeat((1 << 20) / piece.len());
            let mut frames = Frames::default();
            let found = frames.push(text.as_bytes(), is_message);
            assert_eq!(found.len(), per_piece * text.len() / piece.len(), "{piece:?}");
        }
    }
}

//! Standard output, buffered, and what is told beside it. What servers say is shown to a person without anything
//! that a terminal would obey or hide.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use retort_core::{is_hidden, printable, selects_look};
use retort_render::{width, wrap};

/// No text is squeezed into fewer columns.
const NARROWEST: usize = 20;

/// A buffered standard output.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// A buffered standard output for what servers say: a pipe gets it as it is, a terminal as [`Guard`] has it.
pub(crate) fn guarded() -> Box<dyn Write> {
    if io::stdout().is_terminal() { Box::new(Guard::new(stdout())) } else { Box::new(stdout()) }
}

/// How wide the lines may be that a person sees; none where they go elsewhere.
pub(crate) fn columns() -> Option<usize> {
    let seen = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).filter(|width| *width > 0);
    io::stdout().is_terminal().then(|| seen().unwrap_or(80))
}

/// Writes a text on as many lines as it takes, the first of them behind one text and the others behind another.
pub(crate) fn write_wrapped(out: &mut impl Write, first: &str, others: &str, text: &str) -> io::Result<()> {
    let most = columns().map(|columns| columns.saturating_sub(width(others)).max(NARROWEST));
    for (index, line) in wrap(text, most).iter().enumerate() {
        writeln!(out, "{}{}", if index == 0 { first } else { others }, line.trim_end())?;
    }
    Ok(())
}

/// Tells something on standard error. Nobody may be listening there.
pub(crate) fn tell(what: impl fmt::Display) {
    let text = what.to_string();
    let lines: Vec<String> = text.lines().map(printable).collect();
    let _ = writeln!(io::stderr(), "retort: {}", lines.join("\n"));
}

/// Writes hidden characters as JSON does, such as `\u001b`; so JSON stays the same JSON. A carriage return that belongs to the end
/// of a line, as in CSV, is nothing to see.
struct Guard<W> {
    out: W,
    /// The beginning of a character, or of the end of a line, whose end has not come yet.
    begun: Vec<u8>,
    /// The character that came last.
    before: Option<char>,
}

impl<W: Write> Guard<W> {
    fn new(out: W) -> Self {
        Self { out, begun: Vec::new(), before: None }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        let hidden = |char: char| !matches!(char, '\n' | '\t') && is_hidden(char);
        while let Some(at) = rest.find(hidden) {
            let (plain, from) = rest.split_at(at);
            self.out.write_all(plain.as_bytes())?;
            self.before = plain.chars().next_back().or(self.before);
            let mut next = from.chars();
            if let Some(selector) = next.next().filter(|char| selects_look(self.before, *char, next.clone().next())) {
                write!(self.out, "{selector}")?;
                self.before = Some(selector);
                rest = next.as_str();
                continue;
            }
            if let Some(line_end) = from.strip_prefix('\r').filter(|rest| rest.starts_with('\n')) {
                rest = line_end;
                continue;
            }
            let mut chars = from.chars();
            self.before = chars.next();
            for unit in self.before.into_iter().flat_map(|char| char.encode_utf16(&mut [0; 2]).to_vec()) {
                write!(self.out, "\\u{unit:04x}")?;
            }
            rest = chars.as_str();
        }
        self.before = rest.chars().next_back().or(self.before);
        self.out.write_all(rest.as_bytes())
    }
}

impl<W: Write> Write for Guard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let return_at_end = all.pop_if(|last| *last == b'\r').is_some();
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.write_text(chunk.valid())?;
            let broken = chunk.invalid();
            let may_go_on = std::str::from_utf8(broken).is_err_and(|error| error.error_len().is_none());
            if may_go_on && chunks.peek().is_none() {
                self.begun = broken.to_vec();
            } else if !broken.is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
        }
        if return_at_end {
            if !std::mem::take(&mut self.begun).is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
            self.begun.push(b'\r');
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.begun).as_slice() {
            [] => {}
            b"\r" => self.write_text("\r")?,
            _ => self.out.write_all("\u{fffd}".as_bytes())?,
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_line_is_nothing_to_see() {
        for cut in 0..8 {
            let (one, other) = b"a\r\nb\rc\r\r\n".split_at(cut);
            let mut out = Vec::new();
            let mut guard = Guard::new(&mut out);
            guard.write_all(one).unwrap();
            guard.write_all(other).unwrap();
            guard.flush().unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), "a\nb\\u000dc\\u000d\n", "{cut}");
        }
    }

    #[test]
    fn emoji_stay_whole_however_they_are_cut() {
        let mut out = Vec::new();
        let mut guard = Guard::new(&mut out);
        for byte in "❤\u{fe0f}\u{fe0f}a\u{fe0f}\u{1d173}".as_bytes() {
            guard.write_all(&[*byte]).unwrap();
        }
        guard.flush().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "❤\u{fe0f}\\ufe0fa\\ufe0f\\ud834\\udd73");
    }

    #[test]
    fn a_terminal_gets_nothing_that_it_would_obey() {
        let mut out = Vec::new();
        let mut guard = Guard::new(&mut out);
        let sent = "{\"a\":\t\"\u{9b}31m\u{202e}ü\u{1b}[2J\u{e0041}\"}\n".as_bytes();
        // However the bytes are cut.
        for byte in sent {
            guard.write_all(&[*byte]).unwrap();
        }
        guard.write_all(b"\x9b31m \xe2\x80").unwrap();
        guard.flush().unwrap();
        let expected = "{\"a\":\t\"\\u009b31m\\u202eü\\u001b[2J\\udb40\\udc41\"}\n\u{fffd}31m \u{fffd}";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

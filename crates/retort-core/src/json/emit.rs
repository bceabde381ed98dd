//! Writing strict JSON: on one line or indented. Slices that are valid as they stand are copied; what the
//! reader read past is repaired on the way out.

use std::io::{self, Write};

use super::bytes::{behind_blanks, line_end, next_special};
use super::event::{Event, Span};
use super::lex::Lexer;
use super::raw::{Kind, Partial, Raw};
use super::string::{quote, unescape};

/// How JSON is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Style {
    /// On one line.
    #[default]
    Line,
    /// One member or item a line, two blanks a level.
    Indented,
}

/// Indentation stops growing here, or a deep value would become a square of blanks.
const DEEPEST_INDENT: usize = 32;

/// What `write` writes, as a string.
pub(crate) fn written(style: Style, write: impl FnOnce(&mut Emitter<&mut Vec<u8>>) -> io::Result<()>) -> String {
    let mut json = Vec::new();
    // Writing into memory cannot fail, and only UTF-8 is written.
    let _ = write(&mut Emitter::new(&mut json, style));
    String::from_utf8(json).unwrap_or_default()
}

/// Copies JSON that is known to be valid line by line, without the line ends and what is indented behind them. No
/// string holds a line end as such, so that only blanks between tokens are left out.
fn on_one_line(json: &[u8], out: &mut impl Write) -> io::Result<()> {
    const BUFFERED: usize = 1 << 14;
    let mut buffer = Vec::with_capacity(json.len().min(2 * BUFFERED));
    let mut start = 0;
    while start < json.len() {
        let from = behind_blanks(json, start);
        let end = line_end(json, from);
        let line = json.get(from..end).unwrap_or_default();
        buffer.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        start = end + 1;
        if buffer.len() >= BUFFERED {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)
}

pub(crate) struct Emitter<W: Write> {
    out: W,
    style: Style,
    depth: usize,
    /// Nothing has been written into the open container yet.
    fresh: bool,
    after_key: bool,
}

impl<W: Write> Emitter<W> {
    pub(crate) fn new(out: W, style: Style) -> Self {
        Self { out, style, depth: 0, fresh: true, after_key: false }
    }

    pub(crate) fn begin_object(&mut self) -> io::Result<()> {
        self.begin(b"{")
    }

    pub(crate) fn end_object(&mut self) -> io::Result<()> {
        self.end(b"}")
    }

    pub(crate) fn begin_array(&mut self) -> io::Result<()> {
        self.begin(b"[")
    }

    pub(crate) fn end_array(&mut self) -> io::Result<()> {
        self.end(b"]")
    }

    pub(crate) fn key(&mut self, key: &str) -> io::Result<()> {
        self.separate()?;
        self.quoted(key)?;
        self.colon()
    }

    pub(crate) fn string(&mut self, text: &str) -> io::Result<()> {
        self.separate()?;
        self.quoted(text)
    }

    /// Writes a text with its quotes. Most have nothing to escape, and are not copied for it.
    fn quoted(&mut self, text: &str) -> io::Result<()> {
        if next_special(text.as_bytes(), 0) < text.len() {
            return self.out.write_all(quote(text).as_bytes());
        }
        self.out.write_all(b"\"")?;
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\"")
    }

    pub(crate) fn bool(&mut self, value: bool) -> io::Result<()> {
        self.scalar(if value { b"true" } else { b"false" })
    }

    /// Writes a value that is known to be JSON.
    pub(crate) fn literal(&mut self, json: &str) -> io::Result<()> {
        self.scalar(json.as_bytes())
    }

    pub(crate) fn integer(&mut self, value: i64) -> io::Result<()> {
        self.scalar(value.to_string().as_bytes())
    }

    pub(crate) fn count(&mut self, value: u64) -> io::Result<()> {
        self.separate()?;
        write!(self.out, "{value}")
    }

    /// Writes a number with at most three decimals.
    pub(crate) fn decimal(&mut self, value: f32) -> io::Result<()> {
        let digits = format!("{value:.3}");
        let digits = digits.trim_end_matches('0');
        self.scalar(digits.strip_suffix('.').unwrap_or(digits).as_bytes())
    }

    /// Writes a value as it was sent, repaired where it is not valid JSON.
    pub(crate) fn raw(&mut self, raw: &Raw) -> io::Result<()> {
        let slice = raw.as_str();
        if raw.is_clean() && (self.style == Style::Line || !raw.kind().is_container()) {
            if memchr::memchr(b'\n', slice.as_bytes()).is_none() {
                return self.scalar(slice.as_bytes());
            }
            self.separate()?;
            return on_one_line(slice.as_bytes(), &mut self.out);
        }
        let text = raw.text();
        let mut lexer = Lexer::at(text, raw.span().start);
        let mut repaired = 0;
        while let Ok(Some(event)) = lexer.next() {
            let sound = lexer.quirks.repairs() == repaired;
            repaired = lexer.quirks.repairs();
            match event {
                Event::ObjectStart => self.begin_object()?,
                Event::ObjectEnd => self.end_object()?,
                Event::ArrayStart => self.begin_array()?,
                Event::ArrayEnd => self.end_array()?,
                Event::Key(key) if sound => self.quoted_key(key.whole().of(text).as_bytes())?,
                Event::Key(key) => self.key(&unescape(key.span.of(text)))?,
                Event::String(string) if sound => self.scalar(string.whole().of(text).as_bytes())?,
                Event::String(string) => self.string(&unescape(string.span.of(text)))?,
                Event::NonFinite(word) => self.string(word.of(text))?,
                Event::Number(Span { .. }) | Event::True | Event::False | Event::Null => {
                    let span = Span { start: lexer.event_start(), end: lexer.offset() };
                    self.scalar(span.of(text).as_bytes())?;
                }
            }
        }
        Ok(())
    }

    /// Writes an object without the members that are left out.
    pub(crate) fn partial(&mut self, partial: &Partial) -> io::Result<()> {
        if partial.is_whole() || partial.raw.kind() != Kind::Object {
            return self.raw(&partial.raw);
        }
        self.begin_object()?;
        self.members(partial)?;
        self.end_object()
    }

    /// Writes the members that are left into the open object.
    pub(crate) fn members(&mut self, partial: &Partial) -> io::Result<()> {
        partial.try_each(|key, value| {
            if value.is_hollow() {
                return Ok(());
            }
            self.key(key)?;
            self.partial(&value)
        })
    }

    fn begin(&mut self, bracket: &[u8]) -> io::Result<()> {
        self.separate()?;
        self.out.write_all(bracket)?;
        self.depth += 1;
        self.fresh = true;
        Ok(())
    }

    fn end(&mut self, bracket: &[u8]) -> io::Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if !self.fresh {
            self.new_line()?;
        }
        self.fresh = false;
        self.out.write_all(bracket)
    }

    fn quoted_key(&mut self, key: &[u8]) -> io::Result<()> {
        self.separate()?;
        self.out.write_all(key)?;
        self.colon()
    }

    fn colon(&mut self) -> io::Result<()> {
        self.out.write_all(if self.style == Style::Line { b":" } else { b": " })?;
        self.after_key = true;
        Ok(())
    }

    fn scalar(&mut self, json: &[u8]) -> io::Result<()> {
        self.separate()?;
        self.out.write_all(json)
    }

    fn separate(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.after_key) || self.depth == 0 {
            self.fresh = false;
            return Ok(());
        }
        if !std::mem::take(&mut self.fresh) {
            self.out.write_all(b",")?;
        }
        self.new_line()
    }

    fn new_line(&mut self) -> io::Result<()> {
        const BLANKS: [u8; 1 + 2 * DEEPEST_INDENT] = {
            let mut blanks = [b' '; 1 + 2 * DEEPEST_INDENT];
            blanks[0] = b'\n';
            blanks
        };
        if self.style == Style::Line {
            return Ok(());
        }
        let width = 1 + 2 * self.depth.min(DEEPEST_INDENT);
        self.out.write_all(BLANKS.get(..width).unwrap_or(&BLANKS))
    }
}

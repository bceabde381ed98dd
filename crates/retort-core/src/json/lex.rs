//! The tokenizer: one lenient, iterative pass over JSON text. It reads past what servers get wrong (`NaN`,
//! trailing commas, raw control characters, lone surrogates), notes each as a [`Quirk`] with its offset, and
//! never recurses, so that depth costs one bit a level.

mod scalar;

use super::bytes::behind_blanks;
use super::event::{Event, Quoted, Span, Syntax};
use super::nesting::{Containers, KeyLog};
use super::quirk::{Quirk, Quirks};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    Value,
    FirstItem,
    FirstKey,
    Key,
    More,
    Nothing,
}

/// Yields the events of one value, then `None`.
pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    expect: Expect,
    open: Containers,
    keys: KeyLog,
    /// At which depth the caller watches the keys; nobody does at the top.
    left_to_caller: usize,
    event_start: usize,
    pub(crate) quirks: Quirks,
}

/// Beyond this depth common parsers give up (`serde_json`: 128, Python: about 1,000).
pub(crate) const DEEP: usize = 128;

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self::at(text, 0)
    }

    /// Starts at an offset; offsets of events and quirks stay those of the whole text.
    pub(crate) fn at(text: &'a str, start: usize) -> Self {
        Self {
            bytes: text.as_bytes(),
            at: start,
            expect: Expect::Value,
            open: Containers::default(),
            keys: KeyLog::default(),
            left_to_caller: 0,
            event_start: start,
            quirks: Quirks::default(),
        }
    }

    /// Looks for keys that an object has twice; costs a hash a key.
    pub(crate) fn watch_keys(mut self) -> Self {
        self.keys.start();
        self
    }

    /// Leaves it to the caller, until it takes that back, to see which keys of the object that was just opened are there
    /// twice.
    pub(crate) fn leave_keys_to_caller(&mut self, is_left: bool) {
        self.left_to_caller = if is_left { self.open.depth } else { 0 };
    }

    /// Notes a key that the object has twice, as the caller has seen.
    pub(crate) fn note_duplicate(&mut self, key: Quoted) {
        self.quirks.note(Quirk::DuplicateKey, key.whole().start);
    }

    /// Has a key watched after all.
    pub(crate) fn watch_key(&mut self, key: Quoted) {
        if self.keys.on {
            self.keys.push(self.bytes, key.span);
        }
    }

    #[inline]
    fn see_key(&mut self, key: Quoted) {
        if self.open.depth != self.left_to_caller {
            self.watch_key(key);
        }
    }

    /// The offset behind the last event.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// The offset at which the last event began.
    pub(crate) fn event_start(&self) -> usize {
        self.event_start
    }

    /// How many containers are open after the last event.
    pub(crate) fn depth(&self) -> usize {
        self.open.depth
    }

    /// How many objects stood in each other at the deepest place so far.
    pub(crate) fn object_levels(&self) -> usize {
        self.open.most_objects
    }

    /// Passes over the value of the key that was just read, whose end is known.
    pub(crate) fn jump(&mut self, end: usize) {
        self.at = end;
        self.after_value();
    }

    /// The value of the key that was just read.
    #[inline]
    pub(crate) fn next_value(&mut self) -> Result<Event, Syntax> {
        let byte = self.peek().ok_or_else(|| self.truncated())?;
        self.event_start = self.at;
        self.value(byte)
    }

    /// Takes the next key if it is this one, quotes included: rows mostly repeat their keys, and comparing is
    /// cheaper than reading.
    #[inline]
    pub(crate) fn take_key(&mut self, quoted: &[u8]) -> Option<Quoted> {
        let next = self.peek()?;
        let mut at = match self.expect {
            Expect::FirstKey => self.at,
            Expect::More if next == b',' && self.open.in_object() => self.at + 1,
            _ => return None,
        };
        at = behind_blanks(self.bytes, at);
        let behind = self.bytes.get(at..)?.strip_prefix(quoted)?;
        if behind.first() != Some(&b':') {
            return None;
        }
        self.event_start = at;
        self.at = at + quoted.len() + 1;
        self.expect = Expect::Value;
        let key = Quoted { span: Span { start: at + 1, end: self.at - 2 } };
        self.see_key(key);
        Some(key)
    }

    /// Reads on to the end of the value that `event` began.
    pub(crate) fn finish(&mut self, event: Event) -> Result<(), Syntax> {
        if matches!(event, Event::ObjectStart | Event::ArrayStart) {
            let outside = self.depth() - 1;
            while self.depth() > outside {
                self.next()?;
            }
        }
        Ok(())
    }

    /// The brackets that would close what is open.
    pub(crate) fn closers(&mut self) -> String {
        let mut closers = String::with_capacity(self.open.depth);
        while self.open.depth > 0 {
            closers.push(if self.open.in_object() { '}' } else { ']' });
            self.open.pop();
        }
        closers
    }

    /// Skips blanks behind the value; gives the offset of the first byte that is not one.
    pub(crate) fn skip_blanks(&mut self) -> usize {
        self.peek();
        self.at
    }

    pub(crate) fn next(&mut self) -> Result<Option<Event>, Syntax> {
        if self.expect == Expect::Nothing {
            return Ok(None);
        }
        let Some(mut byte) = self.peek() else { return Err(self.truncated()) };
        if self.expect == Expect::More {
            match byte {
                b',' => {
                    let comma = self.at;
                    self.at += 1;
                    byte = self.peek().ok_or_else(|| self.truncated())?;
                    if matches!(byte, b']' | b'}') {
                        self.quirks.note(Quirk::TrailingComma, comma);
                        return self.close(byte).map(Some);
                    }
                    self.expect = if self.open.in_object() { Expect::Key } else { Expect::Value };
                }
                b']' | b'}' => return self.close(byte).map(Some),
                _ => return Err(self.unexpected()),
            }
        }
        self.event_start = self.at;
        match self.expect {
            Expect::FirstItem if byte == b']' => self.close(byte),
            Expect::FirstKey if byte == b'}' => self.close(byte),
            Expect::FirstKey | Expect::Key => self.key(byte),
            _ => self.value(byte),
        }
        .map(Some)
    }

    #[inline]
    fn key(&mut self, byte: u8) -> Result<Event, Syntax> {
        if byte != b'"' {
            return Err(self.unexpected());
        }
        let key = self.string()?;
        match self.peek() {
            Some(b':') => self.at += 1,
            Some(_) => return Err(self.unexpected()),
            None => return Err(self.truncated()),
        }
        self.see_key(key);
        self.expect = Expect::Value;
        Ok(Event::Key(key))
    }

    #[inline]
    fn value(&mut self, byte: u8) -> Result<Event, Syntax> {
        let event = match byte {
            b'"' => Event::String(self.string()?),
            b'{' => return Ok(self.open_container(true)),
            b'[' => return Ok(self.open_container(false)),
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.word(b"true", Event::True)?,
            b'f' => self.word(b"false", Event::False)?,
            b'n' => self.word(b"null", Event::Null)?,
            b'N' => self.non_finite(b"NaN")?,
            b'I' => self.non_finite(b"Infinity")?,
            _ => return Err(self.unexpected()),
        };
        self.after_value();
        Ok(event)
    }

    #[inline]
    fn after_value(&mut self) {
        self.expect = if self.open.depth == 0 { Expect::Nothing } else { Expect::More };
    }

    #[inline]
    fn open_container(&mut self, object: bool) -> Event {
        if self.open.depth == DEEP {
            self.quirks.note(Quirk::DeepNesting, self.at);
        }
        self.at += 1;
        self.open.push(object);
        if object {
            if self.keys.on {
                self.keys.open();
            }
            self.expect = Expect::FirstKey;
            Event::ObjectStart
        } else {
            self.expect = Expect::FirstItem;
            Event::ArrayStart
        }
    }

    #[inline]
    fn close(&mut self, byte: u8) -> Result<Event, Syntax> {
        let object = self.open.in_object();
        if object != (byte == b'}') {
            return Err(self.unexpected());
        }
        self.event_start = self.at;
        self.at += 1;
        self.open.pop();
        if object && self.keys.on {
            self.keys.close(self.bytes, &mut self.quirks);
        }
        self.after_value();
        Ok(if object { Event::ObjectEnd } else { Event::ArrayEnd })
    }

    /// The next byte that is no blank.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        match self.bytes.get(self.at) {
            Some(&byte) if byte > b' ' => Some(byte),
            Some(_) => self.peek_past_blanks(),
            None => None,
        }
    }

    /// NUL counts as a blank, because some servers pad with it.
    fn peek_past_blanks(&mut self) -> Option<u8> {
        loop {
            self.at = behind_blanks(self.bytes, self.at);
            match *self.bytes.get(self.at)? {
                b'\r' => self.quirks.note(Quirk::CarriageReturn, self.at),
                0 => self.quirks.note(Quirk::NulByte, self.at),
                byte => return Some(byte),
            }
            self.at += 1;
        }
    }

    fn truncated(&self) -> Syntax {
        Syntax { at: self.at, truncated: true }
    }

    fn unexpected(&self) -> Syntax {
        Syntax { at: self.at, truncated: false }
    }
}

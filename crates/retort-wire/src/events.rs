//! The events of a `text/event-stream`, as they come in: line ends of every kind, fields with and without a
//! blank, and a last event that no blank line ends. Data is copied once, from the bytes that came into the event.

use std::mem;

use crate::work::look_at;

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// What kind of event it is, where it says so.
    pub name: Option<String>,
    /// Where in the stream it is, for whoever asks for the rest.
    pub id: Option<String>,
    /// How many milliseconds to wait before the stream is asked for again.
    pub retry: Option<u64>,
    /// The lines of data, joined.
    pub data: Option<Vec<u8>>,
    /// Lines that are no field of an event.
    pub strange: Vec<u8>,
}

impl Event {
    /// How many bytes it has.
    pub(crate) fn length(&self) -> usize {
        self.data.as_ref().map_or(0, Vec::len) + self.strange.len()
    }
}

/// Cuts a stream into events.
///
/// ```
/// let mut events = retort_wire::Events::default();
/// assert!(events.push(b"event: message\r\ndata: {\"id\"").is_empty());
/// let found = events.push(b":1}\r\n\r\n");
/// assert_eq!(found[0].data.as_deref(), Some(&b"{\"id\":1}"[..]));
/// ```
#[derive(Debug, Default)]
pub struct Events {
    /// What has come of a line, unless it is data.
    line: Vec<u8>,
    /// The line is data, which goes straight into the event.
    in_data: bool,
    /// The last byte was a carriage return: a line feed after it is part of the same line end.
    after_return: bool,
    started: bool,
    event: Event,
}

impl Events {
    /// Takes more bytes; gives the events that they complete.
    pub fn push(&mut self, mut bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(first) = bytes.first() {
            if mem::take(&mut self.after_return) && *first == b'\n' {
                bytes = bytes.get(1..).unwrap_or_default();
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', bytes);
            look_at(end.unwrap_or(bytes.len()));
            let Some(end) = end else {
                self.take(bytes);
                break;
            };
            let (line, rest) = bytes.split_at(end);
            self.take(line);
            self.after_return = rest.first() == Some(&b'\r');
            bytes = rest.get(1..).unwrap_or_default();
            events.extend(self.end_line());
        }
        events
    }

    /// Nothing more comes: the event that no blank line ended.
    pub fn give_up(&mut self) -> Option<Event> {
        let last = self.end_line();
        last.or_else(|| self.dispatch())
    }

    /// How many bytes wait for their end.
    pub fn waiting(&self) -> usize {
        let named = [&self.event.name, &self.event.id].into_iter().flatten().map(String::len).sum::<usize>();
        self.line.len() + self.event.length() + named
    }

    /// Takes a part of a line.
    fn take(&mut self, part: &[u8]) {
        if self.in_data {
            self.event.data.get_or_insert_default().extend_from_slice(part);
            return;
        }
        // As many bytes as tell whether it is data: a mark, the name, a blank and one more.
        let (start, rest) = part.split_at(part.len().min(START.saturating_sub(self.line.len())));
        self.line.extend_from_slice(start);
        if self.line.len() < START {
            return;
        }
        let line = self.line.as_slice();
        let line = line.strip_prefix(MARK).filter(|_| !self.started).unwrap_or(line);
        match line.strip_prefix(b"data:") {
            Some(value) => {
                let value = value.strip_prefix(b" ").unwrap_or(value).to_vec();
                self.begin_data(&value);
                self.line.clear();
                (self.in_data, self.started) = (true, true);
                self.event.data.get_or_insert_default().extend_from_slice(rest);
            }
            None => self.line.extend_from_slice(rest),
        }
    }

    /// Begins a line of data.
    fn begin_data(&mut self, value: &[u8]) {
        match &mut self.event.data {
            Some(data) => {
                data.push(b'\n');
                data.extend_from_slice(value);
            }
            None => self.event.data = Some(value.to_vec()),
        }
    }

    fn end_line(&mut self) -> Option<Event> {
        if mem::take(&mut self.in_data) {
            return None;
        }
        let line = mem::take(&mut self.line);
        let mut line = line.as_slice();
        if !mem::replace(&mut self.started, true) {
            line = line.strip_prefix(MARK).unwrap_or(line);
        }
        if line.is_empty() {
            return self.dispatch();
        }
        let colon = memchr::memchr(b':', line).unwrap_or(line.len());
        look_at(line.len());
        let (name, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        let text = || String::from_utf8_lossy(value).into_owned();
        match name {
            b"data" => self.begin_data(value),
            b"event" => self.event.name = Some(text()),
            b"id" => self.event.id = Some(text()),
            b"retry" => self.event.retry = text().trim().parse().ok(),
            b"" => {}
            _ => {
                self.event.strange.extend_from_slice(line);
                self.event.strange.push(b'\n');
            }
        }
        None
    }

    fn dispatch(&mut self) -> Option<Event> {
        let event = mem::take(&mut self.event);
        (event != Event::default()).then_some(event)
    }
}

/// A byte order mark, which may be before the first line.
const MARK: &[u8] = b"\xEF\xBB\xBF";
/// So many bytes of a line tell whether it is data, also behind a mark.
const START: usize = MARK.len() + b"data: ".len();

#[cfg(test)]
mod tests {
    use super::*;

    /// The data of each event, however the stream is cut.
    fn data(stream: &str) -> Vec<String> {
        let read = |pieces: Vec<&[u8]>| -> Vec<String> {
            let mut events = Events::default();
            let mut found: Vec<Event> = pieces.into_iter().flat_map(|piece| events.push(piece)).collect();
            found.extend(events.give_up());
            found.into_iter().filter_map(|event| event.data).map(|data| String::from_utf8(data).unwrap()).collect()
        };
        let whole = read(vec![stream.as_bytes()]);
        assert_eq!(whole, read(stream.as_bytes().chunks(1).collect()), "{stream:?}");
        whole
    }

    #[test]
    fn every_line_end_and_every_layout_is_read() {
        assert_eq!(data("data: 1\n\ndata:2\r\n\r\ndata: 3\r\rdata: 4"), ["1", "2", "3", "4"]);
        assert_eq!(data(": ping\n\nevent: message\ndata: {\ndata: }\n\n"), ["{\n}"]);
        assert_eq!(data("\u{feff}data: marked\n\n"), ["marked"]);
        assert_eq!(data("data\n\nid: 3\n\n"), [""]);
    }

    #[test]
    fn fields_are_kept() {
        let mut events = Events::default();
        let found = events.push(b"id: 7\nretry: 250\nevent:endpoint\nwhat\ndata: /x\n\n");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].id.as_deref(), Some("7"));
        assert_eq!(found[0].retry, Some(250));
        assert_eq!(found[0].name.as_deref(), Some("endpoint"));
        assert_eq!(found[0].strange, b"what\n");
    }
}

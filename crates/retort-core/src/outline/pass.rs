//! The one streaming pass that an outline is made in. Objects are looked into as deep as forms are; of rows, the columns
//! are found, and everything else is passed over.

use super::{ColumnOutline, List, Node, Outline, SAMPLED, plain_name};
use crate::json::{Event, Kind, Lexer, Quoted, Span, Syntax, unescape};

/// How deep objects are looked into, through objects only.
const LEVELS: usize = 6;
/// How many members are kept at the top, and as many below it; an object with more is a map, not a form.
const MOST_NODES: usize = 512;
/// How many columns a list may have before further ones are only counted.
const MOST_COLUMNS: usize = 256;

/// Reads the outline of the one value that `span` of `text` holds, and nothing else.
pub(crate) fn outline(text: &str, span: Span) -> Result<Outline, Syntax> {
    let text = text.get(..span.end).unwrap_or(text);
    let lexer = Lexer::at(text, span.start).watch_keys();
    let mut pass =
        Pass { text, lexer, nodes: Vec::with_capacity(8), lists: Vec::new(), more: false, top: 0, deeper: 0 };
    let Some(event) = pass.lexer.next()? else { return Err(Syntax { at: span.start, truncated: true }) };
    let start = pass.lexer.event_start();
    let root = pass.value(event, None, 0)?;
    let found = Span { start, end: pass.lexer.offset() };
    let end = pass.lexer.skip_blanks();
    if end < text.len() {
        return Err(Syntax { at: end, truncated: false });
    }
    Ok(Outline {
        span: found,
        kind: Kind::of(event),
        nodes: pass.nodes,
        lists: pass.lists,
        root,
        more: pass.more,
        levels: u32::try_from(pass.lexer.object_levels()).unwrap_or(u32::MAX),
        quirks: pass.lexer.quirks,
    })
}

struct Pass<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    nodes: Vec<Node>,
    lists: Vec<List>,
    more: bool,
    /// How many members there are at the top and below it: those at the top must not lose their place to others.
    top: usize,
    deeper: usize,
}

impl Pass<'_> {
    /// Reads a value to its end; gives the list that it is.
    fn value(&mut self, event: Event, parent: Option<usize>, level: usize) -> Result<Option<usize>, Syntax> {
        match event {
            Event::ObjectStart if level < LEVELS => self.object(parent, level).map(|()| None),
            Event::ArrayStart => {
                let list = self.list()?;
                self.lists.push(list);
                Ok(Some(self.lists.len() - 1))
            }
            _ => self.lexer.finish(event).map(|()| None),
        }
    }

    fn object(&mut self, parent: Option<usize>, level: usize) -> Result<(), Syntax> {
        while let Some(Event::Key(key)) = self.lexer.next()? {
            let event = self.lexer.next_value()?;
            let count = if level == 0 { &mut self.top } else { &mut self.deeper };
            *count += 1;
            if *count > MOST_NODES {
                self.more = true;
                self.lexer.finish(event)?;
                continue;
            }
            let start = self.lexer.event_start();
            let index = self.nodes.len();
            let kind = Kind::of(event);
            let name = unescape(key.span.of(self.text)).into_owned();
            let plain_name = plain_name(&name);
            let value = Span { start, end: start };
            self.nodes.push(Node { name, plain_name, key, value, kind, parent, list: None });
            let list = self.value(event, Some(index), level + 1)?;
            if let Some(node) = self.nodes.get_mut(index) {
                node.value.end = self.lexer.offset();
                node.list = list;
            }
        }
        Ok(())
    }

    fn list(&mut self) -> Result<List, Syntax> {
        let mut list = List::default();
        while let Some(event) = self.lexer.next()? {
            match event {
                Event::ArrayEnd => break,
                Event::ObjectStart => self.row(&mut list)?,
                Event::ArrayStart => {
                    let width = self.width(&mut list)?;
                    let (least, most) = list.widths.unwrap_or((width, width));
                    list.widths = Some((least.min(width), most.max(width)));
                }
                _ => {}
            }
            list.rows += 1;
            list.kinds.add(Kind::of(event));
        }
        Ok(list)
    }

    fn row(&mut self, list: &mut List) -> Result<(), Syntax> {
        let row = list.rows;
        let start = self.lexer.event_start();
        // Rows mostly have their keys in the same order: the next column is where it was in the row before.
        let mut expected = 0;
        // A column tells when a row has its key twice: nobody else need compare the keys.
        self.lexer.leave_keys_to_caller(true);
        loop {
            let known = list.columns.get(expected).map(|column| column.name.whole().bytes_of(self.text));
            let (key, index) = match known.and_then(|name| self.lexer.take_key(name)) {
                Some(key) => (key, Some(expected)),
                None => match self.lexer.next()? {
                    Some(Event::Key(key)) => (key, self.column(list, key)),
                    _ => break,
                },
            };
            if index.is_none() {
                self.lexer.watch_key(key);
            }
            let event = self.lexer.next_value()?;
            if let Some((index, column)) = index.and_then(|index| Some((index, list.columns.get_mut(index)?))) {
                expected = index + 1;
                if column.last_row == row {
                    self.lexer.note_duplicate(key);
                } else {
                    column.rows += 1;
                    column.last_row = row;
                }
                column.note(event, self.text, row);
            }
            self.lexer.finish(event)?;
        }
        self.lexer.leave_keys_to_caller(false);
        if row < SAMPLED {
            if row == 0 {
                list.sample.reserve(8);
            }
            list.sample.push(Span { start, end: self.lexer.offset() });
        }
        Ok(())
    }

    fn column(&self, list: &mut List, key: Quoted) -> Option<usize> {
        let name = key.span.bytes_of(self.text);
        let is = |column: &ColumnOutline| column.name.span.bytes_of(self.text) == name;
        if let Some(index) = list.columns.iter().position(is) {
            return Some(index);
        }
        if list.columns.len() == MOST_COLUMNS {
            list.more_columns = true;
            return None;
        }
        if list.columns.is_empty() {
            list.columns.reserve(8);
        }
        list.columns.push(ColumnOutline::new(key));
        Some(list.columns.len() - 1)
    }

    /// The length of the row that has just been opened, in a list whose rows are lists.
    fn width(&mut self, list: &mut List) -> Result<usize, Syntax> {
        let mut width = 0;
        while let Some(event) = self.lexer.next()? {
            if event == Event::ArrayEnd {
                break;
            }
            if width == list.positions.len() && width < MOST_COLUMNS {
                list.positions.push(ColumnOutline::new(Quoted::default()));
            }
            if let Some(position) = list.positions.get_mut(width) {
                position.note(event, self.text, list.rows);
            }
            self.lexer.finish(event)?;
            width += 1;
        }
        Ok(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Quirk;

    #[test]
    fn keys_that_rows_have_twice_are_found() {
        let count = |text: &str| {
            let outline = outline(text, Span { start: 0, end: text.len() }).unwrap();
            (
                outline.quirks.count(Quirk::DuplicateKey),
                outline.quirks.places().iter().map(|(_, at)| *at).collect::<Vec<_>>(),
            )
        };
        assert_eq!(count(r#"[{"a": 1, "b": 2}, {"b": 1, "a": 2}, {"a": {"a": 1}, "b": [{"a": 1}]}]"#), (0, vec![]));
        assert_eq!(count(r#"[{"a": 1, "a": 2}, {"b": {"x": 1, "x": 2}, "a": 1, "b": 2}]"#), (3, vec![10, 34, 51]));
        assert_eq!(count(r#"{"rows": [{"a": 1}, {"a": 1}], "more": {"a": 1, "a": 2}, "rows": []}"#).0, 2);
        // Beyond the columns that are kept, too, and where these hold objects.
        let many = (0..=MOST_COLUMNS).fold(String::new(), |many, at| many + &format!("\"k{at}\": {{\"a\": 1}}, "));
        assert_eq!(count(&format!("[{{{many}\"z\": 1}}]")).0, 0);
        assert_eq!(count(&format!("[{{{many}\"z\": {{\"y\": 1, \"y\": 2}}, \"z\": 1, \"k0\": 1}}]")).0, 3);
    }
}

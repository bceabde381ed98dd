//! Python's literals as JSON: what `repr` makes of rows, as servers send it that print where they should encode. One
//! pass with a list of what is open; digits are copied, and what has no place in JSON stays as Python writes it.

mod calls;
mod items;
mod scalars;
mod splices;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use crate::json::{Raw, push_quoted, quote};
use calls::{Called, called};
use splices::Splices;

/// How deep literals may be nested. Rows are flat; what is deeper is not read.
const DEEPEST: usize = 256;
/// How many bytes are looked at for a sign that a text is Python rather than JSON.
const HEAD: usize = 4096;

/// The value that a text is in Python's spelling, and in no other: a list, a tuple, a set or a dict. None where it is JSON
/// as it stands, or anything else.
///
/// ```
/// let value = retort_core::python_literal("{'id': 1, 'tags': ('a', None)}").map(|value| value.to_json());
/// assert_eq!(value.as_deref(), Some(r#"{"id":1,"tags":["a",null]}"#));
/// assert!(retort_core::python_literal(r#"{"id": 1}"#).is_none());
/// ```
pub fn python_literal(text: &str) -> Option<Raw> {
    let text = text.trim();
    let (json, end) = literal(text)?;
    (end == text.len()).then(|| Raw::known(json))
}

/// The JSON of the literal that a text starts with, and where it ends. Only lists, tuples, sets and dicts are read.
pub(super) fn literal(text: &str) -> Option<(String, usize)> {
    if !text.starts_with(['[', '(', '{']) || !has_sign(text) {
        return None;
    }
    let mut reader = Reader { text, at: 0, out: String::new(), open: Vec::new(), splices: Splices::default() };
    reader.value()?;
    while !reader.open.is_empty() {
        reader.step()?;
    }
    Some((reader.splices.into(text, reader.out), reader.at))
}

/// Whether something near the start can be Python and cannot be JSON.
fn has_sign(text: &str) -> bool {
    let bytes = text.as_bytes().get(..HEAD.min(text.len())).unwrap_or_default();
    let mut in_quotes = false;
    let mut escaped = false;
    bytes.iter().enumerate().any(|(at, byte)| {
        let inside = in_quotes;
        if *byte == b'"' && !escaped {
            in_quotes = !in_quotes;
        }
        escaped = inside && *byte == b'\\' && !escaped;
        let rest = bytes.get(at..).unwrap_or_default();
        let is_word = || [b"None".as_slice(), b"True", b"False"].iter().any(|word| rest.starts_with(word));
        !inside && (matches!(byte, b'\'' | b'(') || is_word())
    })
}

/// What kind of container is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Tuple,
    /// A dict or a set: the first item tells.
    Braces,
    Dict,
    Set,
    Call,
}

struct Open {
    kind: Kind,
    /// Where it starts in the text, and in what is written.
    from: usize,
    out: usize,
    items: usize,
    /// How many arguments of a call have a name.
    named: usize,
    /// How many splices came before it.
    splices: usize,
    /// Where the item that is read starts.
    item: Item,
    /// Whether the item is the value of a key.
    keyed: bool,
    /// Whether a comma was the last sign.
    comma: bool,
    /// The keys of a dict.
    keys: Vec<Key>,
    /// The items that are objects of a class: where each is written, and where its class stands in the text.
    classes: Vec<(usize, Range<usize>)>,
}

/// Where an item starts: in the text, in what is written, and among the splices.
#[derive(Clone, Copy)]
struct Item {
    from: usize,
    out: usize,
    splices: usize,
}

/// A key of a dict.
struct Key {
    /// Where it stands in the text, and where in what is written.
    source: Range<usize>,
    out: Range<usize>,
    is_text: bool,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    out: String,
    open: Vec<Open>,
    /// What of the text goes into what is written, once it is known which of it stays.
    splices: Splices,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Reads on inside the innermost container: an item, what follows one, or the end.
    fn step(&mut self) -> Option<()> {
        self.skip_blanks();
        let open = self.open.last_mut()?;
        let close = match open.kind {
            Kind::List => ']',
            Kind::Tuple | Kind::Call => ')',
            Kind::Braces | Kind::Dict | Kind::Set => '}',
        };
        let is_due = open.items == 0 || open.comma;
        if self.text.get(self.at..)?.starts_with(close) {
            self.at += 1;
            self.close()?;
            return self.after_value();
        }
        if !is_due {
            return None;
        }
        open.comma = false;
        open.keyed = false;
        if open.items > 0 {
            self.out.push(',');
        }
        let (from, out, splices) = (self.at, self.out.len(), self.splices.len());
        open.item = Item { from, out, splices };
        if open.kind == Kind::Call {
            self.argument_name();
        }
        self.value()
    }

    /// `name=` before an argument.
    fn argument_name(&mut self) {
        let name = identifier(self.rest());
        let behind = self.rest().get(name.len()..).unwrap_or_default();
        if !name.is_empty() && behind.starts_with('=') && !behind.starts_with("==") {
            push_quoted(name, &mut self.out);
            self.out.push(':');
            self.at += name.len() + 1;
            if let Some(open) = self.open.last_mut() {
                open.named += 1;
            }
        }
    }

    /// Reads a scalar to its end, or opens a container.
    fn value(&mut self) -> Option<()> {
        self.skip_blanks();
        let rest = self.rest();
        let kind = match rest.as_bytes().first()? {
            b'[' => Kind::List,
            b'(' => Kind::Tuple,
            b'{' => Kind::Braces,
            _ => return self.scalar(),
        };
        let from = self.at;
        self.at += 1;
        self.begin(kind, from)
    }

    fn begin(&mut self, kind: Kind, from: usize) -> Option<()> {
        if self.open.len() >= DEEPEST {
            return None;
        }
        let out = self.out.len();
        match kind {
            Kind::Braces | Kind::Call => self.out.push('{'),
            _ => self.out.push('['),
        }
        let splices = self.splices.len();
        let item = Item { from: self.at, out: self.out.len(), splices };
        self.open.push(Open {
            kind,
            from,
            out,
            items: 0,
            named: 0,
            splices,
            item,
            keyed: false,
            comma: false,
            keys: Vec::new(),
            classes: Vec::new(),
        });
        Some(())
    }

    /// Ends the innermost container, whose last sign has been taken.
    fn close(&mut self) -> Option<()> {
        let open = self.open.pop()?;
        match open.kind {
            // What stands in parentheses alone is no tuple.
            Kind::Tuple if open.items == 1 && !open.comma => return None,
            Kind::List | Kind::Tuple | Kind::Set => {
                self.name_classes(&open);
                self.out.push(']');
            }
            Kind::Braces | Kind::Dict => {
                self.name_keys(&open.keys);
                self.out.push('}');
            }
            Kind::Call => self.end_call(&open)?,
        }
        Some(())
    }

    fn end_call(&mut self, open: &Open) -> Option<()> {
        let source = open.from..self.at;
        // Behind the brace that an object would begin with.
        let inside = open.out + 1;
        match called(self.text.get(source.clone())?, self.out.get(inside..)?, open.items, open.named) {
            // A text has no splices in it that would have to move.
            Called::Argument if self.out.get(inside..)?.starts_with('"') => {
                self.out.replace_range(open.out..inside, "");
            }
            Called::Argument => self.splices.leave_out(open.out..inside),
            Called::Last => {
                self.splices.drop_between(open.splices, open.item.splices);
                self.splices.leave_out(open.out..open.item.out);
            }
            Called::Json(json) => {
                self.splices.keep(open.splices);
                self.out.truncate(open.out);
                self.out.push_str(&json);
            }
            Called::Object => {
                self.out.push('}');
                let class = open.from..open.from + identifier(self.text.get(source)?).len();
                match self.open.last_mut() {
                    Some(around) if matches!(around.kind, Kind::List | Kind::Tuple | Kind::Set) => {
                        around.classes.push((inside, class));
                    }
                    _ => self.splices.add_class(inside, class),
                }
            }
            Called::Text => self.keep_spelling(open.out, open.splices, source),
        }
        Some(())
    }

    /// Puts what the text has in place of what was written of it, from a place on.
    fn keep_spelling(&mut self, out: usize, splices: usize, source: Range<usize>) {
        self.splices.keep(splices);
        self.out.truncate(out);
        self.splices.add_text(out..out, source);
    }

    /// Says of what class each item of a list is. Where all are of one, it tells nothing about any of them.
    fn name_classes(&mut self, open: &Open) {
        let name = |(_, class): &(usize, Range<usize>)| self.text.get(class.clone());
        let first = open.classes.first().and_then(name);
        let is_same = open.classes.len() == open.items && open.classes.iter().all(|class| name(class) == first);
        if !is_same {
            for (at, class) in &open.classes {
                self.splices.add_class(*at, class.clone());
            }
        }
    }

    /// Spells the keys of a dict as Python does where two of them would get the same name: `1` and `'1'`.
    fn name_keys(&mut self, keys: &[Key]) {
        if keys.iter().all(|key| key.is_text) {
            return;
        }
        let mut names = HashSet::new();
        let name = |key: &Key| match self.out.get(key.out.clone()).filter(|name| !name.is_empty()) {
            Some(written) => Cow::Borrowed(written),
            None => Cow::Owned(quote(self.text.get(key.source.clone()).unwrap_or_default())),
        };
        if keys.iter().all(|key| names.insert(name(key))) {
            return;
        }
        for key in keys.iter().filter(|key| !key.out.is_empty()) {
            self.splices.add_text(key.out.clone(), key.source.clone());
        }
    }

    /// What follows a value: a colon behind a key, a comma, or nothing.
    fn after_value(&mut self) -> Option<()> {
        let end = self.at;
        let Some(open) = self.open.last_mut() else { return Some(()) };
        let rest = self.text.get(self.at..)?;
        self.at += rest.len() - rest.trim_start().len();
        let sign = self.text.get(self.at..)?.chars().next()?;
        if matches!(open.kind, Kind::Braces | Kind::Dict) && !open.keyed {
            if sign == ':' {
                self.at += 1;
                let Item { from, out, splices } = open.item;
                open.kind = Kind::Dict;
                open.keyed = true;
                let is_text = self.text.get(from..)?.starts_with(['\'', '"']);
                // Keys are texts in JSON.
                let is_written = self.out.get(out..)?.starts_with('"');
                if !is_written {
                    self.keep_spelling(out, splices, from..end);
                }
                let key = Key { source: from..end, out: out..self.out.len(), is_text };
                self.open.last_mut()?.keys.push(key);
                self.out.push(':');
                return self.value();
            }
            if open.kind == Kind::Dict {
                return None;
            }
            open.kind = Kind::Set;
            self.out.replace_range(open.out..=open.out, "[");
        }
        let open = self.open.last_mut()?;
        open.items += 1;
        if sign == ',' {
            self.at += 1;
            open.comma = true;
        }
        Some(())
    }
}

/// The name, dots included, that a text starts with.
fn identifier(text: &str) -> &str {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.');
    let end = text.find(|char| !is_part(char)).unwrap_or(text.len());
    text.get(..end).filter(|name| !name.starts_with(|start: char| start.is_ascii_digit())).unwrap_or_default()
}

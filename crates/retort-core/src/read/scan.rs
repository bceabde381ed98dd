//! One pass over a value that may be a message: the members that matter are found, at the few levels at which
//! they can stand, and everything else is passed over as a span.

use std::borrow::Cow;

use crate::json::{Event, Hole, Kind, Lexer, Quirks, Raw, Shared, Span, Syntax, unescape};

/// A value, and what is inside it as far as the reader looks.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) span: Span,
    pub(super) kind: Kind,
    pub(super) inside: Inside,
}

#[derive(Clone, Debug)]
pub(super) enum Inside {
    /// Not looked into.
    Closed,
    KnownFields(Box<KnownFields>),
    Items(Vec<Value>),
}

/// The members of an object that the protocol knows, and how many others there are.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownFields {
    known: Vec<(&'static str, usize, Value)>,
    pub(super) others: Vec<Span>,
    pub(super) more_others: usize,
}

macro_rules! names {
    ($($name:literal),+) => {
        /// The name, if it means something to the reader, at any level.
        fn known_name(name: &str) -> Option<&'static str> {
            // A match, because it goes by the length first: every key of a message comes by here.
            match name {
                $($name => Some($name),)+
                _ => None,
            }
        }
    };
}

#[rustfmt::skip]
names![
    "jsonrpc", "id", "result", "error", "method", "params", "content", "structuredContent", "isError", "_meta",
    "resultType", "toolResult", "tools", "resources", "resourceTemplates", "prompts", "messages", "contents",
    "nextCursor", "protocolVersion", "capabilities", "serverInfo", "instructions", "description", "ttlMs",
    "cacheScope", "supportedVersions", "completion", "task", "tasks", "taskId", "inputRequests", "requestState",
    "type", "text", "data", "mimeType", "mime_type", "resource", "uri", "blob", "code", "message",
    "responseType", "toolName", "metadata", "output"
];

/// The members whose own members matter.
const DESCEND: [&str; 8] = ["result", "content", "error", "resource", "toolResult", "tools", "task", "message"];

/// How many unknown members are listed by name.
const LISTED: usize = 8;
/// How many items of an array are looked into; later ones are when they are asked for.
const OPENED: usize = 4096;
/// An array with more items than this is data, whatever its items look like.
const MOST_ITEMS: usize = 100_000;
/// The same for blocks: of each more than a thousand bytes are kept, however short it is.
const MOST_BLOCKS: usize = 10_000;
/// Message, result, content, block, resource; and a message nested in a result.
const LEVELS: usize = 8;

impl KnownFields {
    /// The value of a known member: the last one, as most parsers have it.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.known.iter().find(|(known, ..)| *known == name).map(|(.., value)| value)
    }

    /// Keeps a known member in place of an earlier one of the same name.
    fn put(&mut self, name: &'static str, key: usize, value: Value) {
        match self.known.iter_mut().find(|(known, ..)| *known == name) {
            Some(known) => *known = (name, key, value),
            None => self.known.push((name, key, value)),
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether there are no members but those named.
    pub(super) fn only(&self, names: &[&str]) -> bool {
        self.others.is_empty() && self.known.iter().all(|(name, ..)| names.contains(name))
    }

    /// The known members that are there.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.known.iter().map(|(name, ..)| *name)
    }

    /// Where the members with these names stand.
    pub(super) fn holes(&self, names: &[&str]) -> Vec<Hole> {
        let wanted = self.known.iter().filter(|(name, ..)| names.contains(name));
        wanted.map(|(_, key, value)| Hole { key: *key, end: value.span.end }).collect()
    }
}

impl Value {
    pub(super) fn fields(&self) -> Option<&KnownFields> {
        match &self.inside {
            Inside::KnownFields(fields) => Some(fields),
            _ => None,
        }
    }

    pub(super) fn items(&self) -> &[Value] {
        match &self.inside {
            Inside::Items(items) => items,
            _ => &[],
        }
    }

    /// Whether it is an array that the pass did not look into, because it has too many items.
    pub(super) fn is_closed_list(&self) -> bool {
        self.kind == Kind::Array && matches!(self.inside, Inside::Closed)
    }

    /// Looks into a value that the pass left closed.
    pub(super) fn opened(&self, text: &str) -> Self {
        if matches!(self.inside, Inside::Closed) && self.kind.is_container() {
            let mut lexer = Lexer::at(text, self.span.start);
            if let Ok(Some(value)) = scan(&mut lexer, text) {
                return value;
            }
        }
        self.clone()
    }
}

/// The text that a value was scanned from, and what is wrong with it.
pub(super) struct Source<'a> {
    pub(super) text: &'a Shared,
    pub(super) quirks: &'a Quirks,
}

impl<'a> Source<'a> {
    pub(super) fn raw(&self, value: &Value) -> Raw {
        let Span { start, end } = value.span;
        Raw::slice(self.text, value.span, self.quirks.clean(start, end))
    }

    /// The value as it was sent.
    pub(super) fn str(&self, value: &Value) -> &'a str {
        value.span.of(self.text)
    }

    /// The text of a string value.
    pub(super) fn string(&self, value: &Value) -> Option<Cow<'a, str>> {
        let inside = self.str(value).strip_prefix('"')?.strip_suffix('"')?;
        Some(unescape(inside))
    }
}

/// Reads the value that comes next, looking into it.
pub(super) fn scan(lexer: &mut Lexer<'_>, text: &str) -> Result<Option<Value>, Syntax> {
    match lexer.next()? {
        Some(event) => value(lexer, text, event, LEVELS, false).map(Some),
        None => Ok(None),
    }
}

fn value(lexer: &mut Lexer<'_>, text: &str, event: Event, levels: usize, blocks: bool) -> Result<Value, Syntax> {
    let start = lexer.event_start();
    let inside = match event {
        Event::ObjectStart if levels > 0 => Inside::KnownFields(Box::new(fields(lexer, text, levels - 1)?)),
        Event::ArrayStart if levels > 0 => {
            items(lexer, text, levels - 1, blocks)?.map_or(Inside::Closed, Inside::Items)
        }
        _ => {
            lexer.finish(event)?;
            Inside::Closed
        }
    };
    Ok(Value { span: Span { start, end: lexer.offset() }, kind: Kind::of(event), inside })
}

fn fields(lexer: &mut Lexer<'_>, text: &str, levels: usize) -> Result<KnownFields, Syntax> {
    let mut fields = KnownFields::default();
    while let Some(Event::Key(key)) = lexer.next()? {
        let event = lexer.next_value()?;
        let name = key.span.of(text);
        let known = known_name(name);
        let descend = known.is_some_and(|known| DESCEND.contains(&known));
        let value = value(lexer, text, event, if descend { levels } else { 0 }, name == "content")?;
        match known {
            Some(known) => fields.put(known, key.span.start, value),
            None if fields.others.len() < LISTED => fields.others.push(key.span),
            None => fields.more_others += 1,
        }
    }
    Ok(fields)
}

/// The items of an array. Unless they are `blocks`, an array whose first item is nothing the reader knows is a
/// payload: its other items stay closed and are not even listed. `None` where there are too many.
fn items(lexer: &mut Lexer<'_>, text: &str, levels: usize, blocks: bool) -> Result<Option<Vec<Value>>, Syntax> {
    let mut items: Vec<Value> = Vec::new();
    let mut too_many = false;
    while let Some(event) = lexer.next()? {
        if event == Event::ArrayEnd {
            break;
        }
        let listed = blocks || items.first().is_none_or(|first| first.fields().is_some_and(is_telling));
        let are_messages = items.first().and_then(Value::fields).is_some_and(is_message);
        too_many |= items.len() >= if are_messages { MOST_ITEMS } else { MOST_BLOCKS };
        if listed && !too_many {
            let levels = if items.len() < OPENED { levels } else { 0 };
            items.push(value(lexer, text, event, levels, false)?);
        } else {
            lexer.finish(event)?;
        }
    }
    Ok((!too_many).then_some(items))
}

/// Whether an object looks like a message, a block or a tool, or like an item that n8n puts around one.
fn is_telling(fields: &KnownFields) -> bool {
    is_message(fields) || ["type", "text"].iter().any(|name| fields.has(name))
}

/// Whether it looks like a message, or like such an item.
fn is_message(fields: &KnownFields) -> bool {
    let is_item = fields.has("output") && fields.only(&["output"]);
    is_item || ["jsonrpc", "method", "result"].iter().any(|name| fields.has(name))
}

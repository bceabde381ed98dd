//! The pages of a tool: whatever style the server has, the next page is asked for with the tool's own arguments.

use std::collections::{HashSet, hash_map::DefaultHasher};
use std::hash::{Hash, Hasher};

use retort_core::{Cursor, Envelope, Kind, Pagination, PagingArgument, Raw, ResponseType};

use crate::catalogue::Entry;
use crate::connection::Connection;
use crate::error::Error;
use crate::inbox::Reply;
use crate::params::Params;

/// One page.
#[derive(Debug)]
#[non_exhaustive]
pub struct Page {
    /// The answer that brought it.
    pub reply: Reply,
    /// The answer in one form.
    pub envelope: Envelope,
    /// How many rows it has.
    pub rows: usize,
}

/// Why there are no more pages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// It was the last one.
    Last,
    /// The page was seen before: the server does not heed the argument.
    Repeated,
    /// There are more, but no argument of the tool asks for them.
    NoArgument,
    /// The page is an error.
    Failed,
}

/// Goes from page to page.
pub struct Pages<'a> {
    connection: &'a Connection,
    tool: &'a Entry,
    name: String,
    arguments: Raw,
    seen: HashSet<u64>,
    end: Option<End>,
}

impl<'a> Pages<'a> {
    /// The pages that a call with these arguments, a JSON object, starts.
    pub fn new(connection: &'a Connection, tool: &'a Entry, arguments: &str) -> Self {
        let arguments = Raw::parse(arguments).unwrap_or_else(|| Raw::string(""));
        Self { connection, tool, name: tool.name(), arguments, seen: HashSet::new(), end: None }
    }

    /// Why there are no more pages, once that is known.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The next page; `None` after the last one.
    ///
    /// # Errors
    ///
    /// Where no answer came.
    pub async fn next(&mut self) -> Result<Option<Page>, Error> {
        if self.end.is_some() {
            return Ok(None);
        }
        let reply = self.connection.call(&self.name, self.arguments.as_str(), Some(self.tool)).await?;
        let envelope = Envelope::from_message(&reply.message, Some(&self.name));
        let data = envelope.data.as_ref().map(retort_core::Data::to_json);
        let rows = rows_of(&envelope);
        if let Some(data) = data.filter(|_| rows > 0) {
            let mut hasher = DefaultHasher::new();
            data.hash(&mut hasher);
            if !self.seen.insert(hasher.finish()) {
                self.end = Some(End::Repeated);
                return Ok(None);
            }
        }
        self.end = match (envelope.response_type(), &envelope.pagination) {
            (ResponseType::Error, _) => Some(End::Failed),
            (_, Some(pagination)) if rows > 0 => self.turn(pagination, rows),
            _ => Some(End::Last),
        };
        Ok(Some(Page { reply, envelope, rows }))
    }

    /// Sets the arguments for the next page, or tells why there is none.
    fn turn(&mut self, pagination: &Pagination, rows: usize) -> Option<End> {
        let goes_on = pagination.next_offset.is_some() || extra(pagination, "nextPage").is_some();
        match pagination.has_more {
            Some(false) => return Some(End::Last),
            None if !goes_on => return Some(End::Last),
            _ => {}
        }
        let schema = self.tool.input_schema();
        let names = Names::of(schema.as_ref(), &self.arguments);
        let changes = names.next(pagination, rows as u64, &self.arguments);
        if changes.is_empty() {
            return Some(End::NoArgument);
        }
        let mut arguments = self.arguments.clone();
        for (path, value) in changes {
            arguments = set(&arguments, &path, &value);
        }
        if arguments.to_json() == self.arguments.to_json() {
            return Some(End::Repeated);
        }
        self.arguments = arguments;
        None
    }
}

fn rows_of(envelope: &Envelope) -> usize {
    let data = envelope.data.as_ref().filter(|data| data.is_array());
    data.and_then(retort_core::Data::as_raw).map_or(0, |rows| rows.items().count())
}

fn extra<'a>(pagination: &'a Pagination, name: &str) -> Option<&'a Raw> {
    pagination.extra.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// Where an argument stands: its name, or the names on the way to it.
type Path = Vec<String>;

/// The arguments of a tool that have to do with pages.
struct Names {
    found: Vec<(PagingArgument, Path, Option<Raw>)>,
}

impl Names {
    /// From the schema, and from what was given already.
    fn of(schema: Option<&Raw>, arguments: &Raw) -> Self {
        let mut names = Self { found: Vec::new() };
        if let Some(properties) = schema.and_then(|schema| schema.get("properties")) {
            for (name, property) in properties.members() {
                names.add(vec![name.to_string()], Some(&property));
                // Some tools keep their paging in an object of its own.
                for (inner, property) in property.get("properties").iter().flat_map(Raw::members) {
                    names.add(vec![name.to_string(), inner.to_string()], Some(&property));
                }
            }
        }
        for (name, _) in arguments.members() {
            names.add(vec![name.to_string()], None);
        }
        names
    }

    fn add(&mut self, path: Path, property: Option<&Raw>) {
        if self.found.iter().any(|(_, known, _)| *known == path) {
            return;
        }
        if let Some(role) = path.last().and_then(|name| PagingArgument::named(name)) {
            self.found.push((role, path, property.cloned()));
        }
    }

    /// The argument for something, and a value as its schema wants it.
    fn put(&self, role: PagingArgument, value: &str) -> Option<(Path, String)> {
        let (_, path, schema) = self.found.iter().find(|(found, ..)| *found == role)?;
        let is_number = value.parse::<f64>().is_ok_and(f64::is_finite) && !value.starts_with('+');
        let kinds: Vec<String> = schema
            .iter()
            .filter_map(|schema| schema.get("type"))
            .flat_map(|kind| match kind.kind() {
                Kind::Array => kind.items().map(|item| item.to_plain().into_owned()).collect(),
                _ => vec![kind.to_plain().into_owned()],
            })
            .collect();
        let wants_text = kinds.iter().any(|kind| kind == "string");
        let wants_number = kinds.iter().any(|kind| kind == "integer" || kind == "number");
        let as_number = is_number
            && (wants_number
                || !wants_text
                    && !matches!(role, PagingArgument::Cursor | PagingArgument::Before | PagingArgument::After));
        let json = if as_number { value.to_owned() } else { Raw::string(value).to_json() };
        Some((path.clone(), json))
    }

    /// What to change for the next page.
    fn next(&self, pagination: &Pagination, rows: u64, arguments: &Raw) -> Vec<(Path, String)> {
        use PagingArgument::{After, Before, Cursor as Token, Offset, Page};
        let given = |role| -> bool {
            self.found.iter().any(|(found, path, _)| *found == role && at(arguments, path).is_some())
        };
        if let Some(Cursor::Text(text)) = &pagination.next_offset {
            let changes = self.in_address(text);
            if !changes.is_empty() {
                return changes;
            }
        }
        let next = pagination.next_offset.as_ref().map(ToString::to_string);
        let is_text = matches!(pagination.next_offset, Some(Cursor::Text(_)));
        let page = extra(pagination, "nextPage")
            .and_then(Raw::to_count)
            .or_else(|| Some(extra(pagination, "page")?.to_count()? + 1));
        let offset = || Some((pagination.offset? + rows).to_string());
        let ways: [Option<(Path, String)>; 7] = [
            next.as_deref().filter(|_| is_text).and_then(|next| self.put(Token, next)),
            next.as_deref().filter(|_| !is_text).and_then(|next| self.put(Offset, next)),
            page.and_then(|page| self.put(Page, &page.to_string())),
            offset().and_then(|offset| self.put(Offset, &offset)),
            // Going backwards is what messages are read in, unless the call said otherwise.
            pagination.before.as_deref().filter(|_| !given(After)).and_then(|id| self.put(Before, id)),
            pagination.after.as_deref().and_then(|id| self.put(After, id)),
            next.as_deref().and_then(|next| self.put(Token, next).or_else(|| self.put(After, next))),
        ];
        if let Some(way) = ways.into_iter().flatten().next() {
            return vec![way];
        }
        // The server says only that there is more.
        let so_far = |role| {
            let (_, path, _) = self.found.iter().find(|(found, ..)| *found == role)?;
            at(arguments, path)?.to_count()
        };
        let guess = self.put(Offset, &(so_far(Offset).unwrap_or(0) + rows).to_string());
        guess.or_else(|| self.put(Page, &(so_far(Page).unwrap_or(1) + 1).to_string())).into_iter().collect()
    }

    /// An address for the next page: the parts of its query that are arguments of the tool.
    fn in_address(&self, text: &str) -> Vec<(Path, String)> {
        let Some((_, query)) = text.split_once('?').filter(|(before, _)| before.is_empty() || before.contains('/'))
        else {
            return Vec::new();
        };
        let pairs = url::form_urlencoded::parse(query.split('#').next().unwrap_or(query).as_bytes());
        let same = |name: &str, path: &Path| path.last().is_some_and(|last| last == name);
        let mut changes = Vec::new();
        for (name, value) in pairs {
            let named = self.found.iter().find(|(_, path, _)| same(&name, path)).map(|(role, ..)| *role);
            let role = named.or_else(|| PagingArgument::named(&name));
            if let Some(change) = role.and_then(|role| self.put(role, &value)) {
                changes.push(change);
            }
        }
        changes
    }
}

/// The value at a path.
fn at(arguments: &Raw, path: &[String]) -> Option<Raw> {
    path.iter().try_fold(arguments.clone(), |value, name| value.get(name))
}

/// The same arguments, with another value at a path.
fn set(arguments: &Raw, path: &[String], value: &str) -> Raw {
    let Some((name, rest)) = path.split_first() else { return arguments.clone() };
    let inner = if rest.is_empty() {
        value.to_owned()
    } else {
        let inside = arguments.get(name).or_else(|| Raw::parse("{}"));
        inside.map_or_else(|| value.to_owned(), |inside| set(&inside, rest, value).to_json())
    };
    let mut changed = Params::new();
    for (key, value) in arguments.members() {
        changed = changed.with_json(&key, value.to_json());
    }
    Raw::parse(changed.with_json(name, inner).to_json()).unwrap_or_else(|| arguments.clone())
}

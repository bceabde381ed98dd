//! The pages of a tool: whatever style the server has, the next page is asked for with the tool's own arguments.

use std::collections::{HashSet, VecDeque, hash_map::DefaultHasher};
use std::hash::{Hash, Hasher};

use retort_core::{Cursor, Data, Envelope, Kind, Pagination, PagingArgument, Raw, ResponseType};

use crate::catalogue::Entry;
use crate::connection::Connection;
use crate::error::Error;
use crate::inbox::Reply;
use crate::params::Params;
use crate::words::one_line;

/// So many pages in a row may be empty, or have the rows of an earlier one.
const MOST_BARREN: usize = 5;

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
    /// The pages come again: the server does not heed the argument.
    Repeated,
    /// Page after page is empty, though each says that there are more.
    Empty,
    /// There are more, but no argument of the tool asks for them.
    NoArgument,
    /// The page is an error, or did not come.
    Failed,
}

/// Goes from page to page.
pub struct Pages<'a> {
    connection: &'a Connection,
    tool: Option<&'a Entry>,
    name: String,
    arguments: Raw,
    /// How many pages may still be asked for.
    left: usize,
    /// The arguments that were sent, and the rows that came.
    asked: HashSet<u64>,
    seen: HashSet<u64>,
    /// How many pages in a row brought no new row.
    barren: usize,
    /// Pages with the rows of earlier ones wait here until it is clear that the server goes on.
    waiting: VecDeque<Page>,
    failed: Option<Error>,
    end: Option<End>,
}

impl<'a> Pages<'a> {
    /// The pages that a call with these arguments, a JSON object, starts; at most so many. Where the tool's entry is
    /// not known, the next page is asked for with the arguments that were given, or that most tools have.
    pub fn new(
        connection: &'a Connection,
        name: impl Into<String>,
        tool: Option<&'a Entry>,
        arguments: &str,
        most: usize,
    ) -> Self {
        Self {
            connection,
            tool,
            name: name.into(),
            arguments: Raw::parse(arguments).unwrap_or_else(|| Raw::string("")),
            left: most,
            asked: HashSet::new(),
            seen: HashSet::new(),
            barren: 0,
            waiting: VecDeque::new(),
            failed: None,
            end: None,
        }
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
        while self.end.is_none() && self.left > 0 && self.is_in_doubt() {
            self.left -= 1;
            if let Err(error) = self.fetch().await {
                self.end = Some(End::Failed);
                self.failed = Some(error);
            }
        }
        match self.waiting.pop_front() {
            Some(page) => Ok(Some(page)),
            None => self.failed.take().map_or(Ok(None), Err),
        }
    }

    /// Whether nothing has come that can be handed out.
    fn is_in_doubt(&self) -> bool {
        self.waiting.front().is_none_or(|page| page.rows > 0 && self.barren > 0)
    }

    async fn fetch(&mut self) -> Result<(), Error> {
        self.asked.insert(hash(self.arguments.as_str()));
        let reply = self.connection.call(&self.name, self.arguments.as_str(), self.tool).await?;
        let envelope = Envelope::from_message(&reply.message, Some(&self.name));
        let list = envelope.data.as_ref().filter(|data| data.is_array());
        let rows = list.and_then(Data::as_raw).map_or(0, |rows| rows.items().count());
        let is_new = rows > 0 && list.is_some_and(|list| self.seen.insert(hash(&list.to_json())));
        self.barren = if is_new { 0 } else { self.barren + 1 };
        self.end = match (envelope.response_type(), &envelope.pagination) {
            (ResponseType::Error, _) => Some(End::Failed),
            (_, Some(pagination)) if list.is_some() => self.turn(pagination, rows),
            _ => Some(End::Last),
        };
        self.waiting.push_back(Page { reply, envelope, rows });
        if self.end.is_none() && self.barren > MOST_BARREN {
            self.end = Some(if rows == 0 { End::Empty } else { End::Repeated });
        }
        if self.end == Some(End::Repeated) && !is_new {
            self.waiting.retain(|page| page.rows == 0);
        }
        Ok(())
    }

    /// Sets the arguments for the next page, or tells why there is none.
    fn turn(&mut self, pagination: &Pagination, rows: usize) -> Option<End> {
        let goes_on = pagination.next_offset.is_some() || extra(pagination, "nextPage").is_some();
        match pagination.has_more {
            Some(false) => return Some(End::Last),
            None if !goes_on => return Some(End::Last),
            _ => {}
        }
        let schema = self.tool.and_then(Entry::input_schema);
        let names = Names::of(schema.as_ref(), &self.arguments);
        let changes = names.next(pagination, rows as u64, &self.arguments);
        if changes.is_empty() {
            return Some(End::NoArgument);
        }
        let mut arguments = self.arguments.clone();
        for (path, value) in changes {
            if schema.is_none() && at(&arguments, &path).is_none() {
                let (name, value) = (path.join("."), one_line(&value, 80));
                let notice =
                    format!("the arguments of the tool are not known; trying {name}={value} for the next page");
                self.connection.link.inbox.host.notice(&notice);
            }
            arguments = set(&arguments, &path, &value);
        }
        if self.asked.contains(&hash(arguments.as_str())) {
            return Some(End::Repeated);
        }
        self.arguments = arguments;
        None
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn extra<'a>(pagination: &'a Pagination, name: &str) -> Option<&'a Raw> {
    pagination.extra.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// Where an argument stands: its name, or the names on the way to it.
type Path = Vec<String>;

/// The arguments of a tool that have to do with pages.
struct Names {
    found: Vec<(PagingArgument, Path, Option<Raw>)>,
    /// Whether others may be there too.
    may_have_more: bool,
}

impl Names {
    /// From the schema, and from what was given already.
    fn of(schema: Option<&Raw>, arguments: &Raw) -> Self {
        let mut names = Self { found: Vec::new(), may_have_more: schema.is_none() };
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
        let found = self.found.iter().find(|(found, ..)| *found == role);
        let (path, schema) = match found {
            Some((_, path, schema)) => (path.clone(), schema.as_ref()),
            None if self.may_have_more => (vec![usual_name(role)?.to_owned()], None),
            None => return None,
        };
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
        Some((path, json))
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
            .or_else(|| extra(pagination, "page")?.to_count()?.checked_add(1));
        let offset = || Some(pagination.offset?.checked_add(rows)?.to_string());
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
        let onward = |role, from, by| self.put(role, &u64::checked_add(so_far(role).unwrap_or(from), by)?.to_string());
        onward(Offset, 0, rows).or_else(|| onward(Page, 1, 1)).into_iter().collect()
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

/// What most tools call an argument.
fn usual_name(role: PagingArgument) -> Option<&'static str> {
    Some(match role {
        PagingArgument::Offset => "offset",
        PagingArgument::Page => "page",
        PagingArgument::Cursor => "cursor",
        PagingArgument::Before => "before",
        PagingArgument::After => "after",
        _ => return None,
    })
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

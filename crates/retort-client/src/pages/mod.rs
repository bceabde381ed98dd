//! The pages of a tool: whatever style the server has, the next page is asked for with the tool's own arguments, and
//! where that cannot be done it is said why. A page may be a list, or a part of a long text.

mod next;

use std::collections::{HashSet, VecDeque, hash_map::DefaultHasher};
use std::hash::{Hash, Hasher};

use retort_core::{Data, Envelope, Raw, ResponseType};

use crate::catalogue::Entry;
use crate::connection::Connection;
use crate::error::Error;
use crate::reply::Reply;
use next::{Names, Way, at, set};
use retort_wire::{Exceeded, Sum, one_line};

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
    /// Whether it is a list. What is none may be a part of a text.
    pub is_list: bool,
}

impl Page {
    fn is_empty(&self) -> bool {
        self.is_list && self.rows == 0
    }
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
    /// There are more, but no argument of the tool asks for them. It may have one that asks for longer pages.
    NoArgument {
        /// The argument for the length of a page.
        limit: Option<String>,
    },
    /// There are more, and the tool has an argument that may ask for them, but the answer does not say where they start.
    NoPlace {
        /// That argument.
        argument: String,
    },
    /// The page is an error, or did not come.
    Failed,
}

/// Goes from page to page.
pub struct PageWalk<'a> {
    connection: &'a Connection,
    tool: Option<&'a Entry>,
    name: String,
    arguments: Raw,
    /// How many pages may still be asked for.
    left: usize,
    /// The arguments that were sent, and the rows that came.
    asked: HashSet<u64>,
    seen: HashSet<u64>,
    /// How many pages in a row brought nothing new.
    barren: usize,
    /// How many rows came, after those that the call passed over.
    reached: u64,
    /// Pages with the rows of earlier ones wait here until it is clear that the server goes on.
    waiting: VecDeque<Page>,
    failed: Option<Error>,
    end: Option<End>,
    /// How many bytes the pages have so far, and may have where they are kept.
    bytes: usize,
    most_bytes: usize,
}

impl<'a> PageWalk<'a> {
    /// The pages that a call with these arguments, a JSON object, starts; at most so many. Where the tool's entry is
    /// not known, the next page is asked for with the arguments that were given, or that most tools have.
    pub fn new(
        connection: &'a Connection,
        name: impl Into<String>,
        tool: Option<&'a Entry>,
        arguments: &str,
        most: usize,
    ) -> Self {
        let arguments = Raw::parse(arguments).unwrap_or_else(|| Raw::string(""));
        let schema = tool.and_then(Entry::input_schema);
        let reached = Names::of(schema.as_ref(), &arguments).passed_over(&arguments);
        Self {
            connection,
            tool,
            name: name.into(),
            arguments,
            left: most,
            asked: HashSet::new(),
            seen: HashSet::new(),
            barren: 0,
            reached,
            waiting: VecDeque::new(),
            failed: None,
            end: None,
            bytes: 0,
            most_bytes: connection.options.max_size,
        }
    }

    /// Pages that are not kept may have any number of bytes in all.
    #[must_use]
    pub fn passed_on(mut self) -> Self {
        self.most_bytes = usize::MAX;
        self
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
        self.waiting.front().is_none_or(|page| !page.is_empty() && self.barren > 0)
    }

    async fn fetch(&mut self) -> Result<(), Error> {
        self.asked.insert(hash(self.arguments.as_str()));
        let reply = self.connection.call(&self.name, self.arguments.as_str(), self.tool).await?;
        self.bytes = self.bytes.saturating_add(reply.bytes.len());
        if self.bytes > self.most_bytes {
            let exceeded = Exceeded::new(Sum::Pages, self.most_bytes).answering("tools/call");
            return Err(retort_wire::Error::TooMuch(exceeded).into());
        }
        let envelope = Envelope::from_message(&reply.message, Some(&self.name));
        let data = envelope.data.as_ref();
        let is_list = data.is_some_and(Data::is_array);
        let rows = data.filter(|_| is_list).and_then(Data::as_raw).map_or(0, |rows| rows.items().count());
        let says = data.map(Data::to_json).or_else(|| envelope.message.clone());
        let is_new = (rows > 0 || !is_list) && says.is_some_and(|says| self.seen.insert(hash(&says)));
        self.barren = if is_new { 0 } else { self.barren + 1 };
        self.reached = self.reached.saturating_add(rows as u64);
        self.end = match envelope.response_type() {
            ResponseType::Error => Some(End::Failed),
            _ => self.turn(&envelope, rows as u64),
        };
        self.waiting.push_back(Page { reply, envelope, rows, is_list });
        if self.end.is_none() && self.barren > MOST_BARREN {
            self.end = Some(if is_list && rows == 0 { End::Empty } else { End::Repeated });
        }
        // A page that only came again is not shown; the first one that came always is.
        if self.end == Some(End::Repeated) && !is_new {
            self.waiting.retain(Page::is_empty);
        }
        Ok(())
    }

    /// Sets the arguments for the next page, or tells why there is none.
    fn turn(&mut self, envelope: &Envelope, rows: u64) -> Option<End> {
        let pagination = envelope.pagination.clone().unwrap_or_default();
        let summary = envelope.summary.clone().unwrap_or_default();
        let goes_on = pagination.next_offset.is_some() || next::extra(&pagination, "nextPage").is_some();
        match pagination.has_more.or(summary.has_more) {
            Some(false) => return Some(End::Last),
            None if !goes_on => return Some(End::Last),
            // Where only the total says that there is more, it ends there.
            _ if !goes_on && summary.total.is_some_and(|total| self.reached >= total) => return Some(End::Last),
            _ => {}
        }
        let schema = self.tool.and_then(Entry::input_schema);
        let names = Names::of(schema.as_ref(), &self.arguments);
        let changes = match names.next(&pagination, rows, envelope.data.as_ref(), &self.arguments) {
            Way::Changes(changes) => changes,
            Way::NoArgument(limit) => return Some(End::NoArgument { limit }),
            Way::NoPlace(argument) => return Some(End::NoPlace { argument }),
        };
        let mut arguments = self.arguments.clone();
        for (path, value) in changes {
            if schema.is_none() && at(&arguments, &path).is_none() {
                let (name, value) = (path.join("."), one_line(&value, 80));
                let notice =
                    format!("the arguments of the tool are not known; trying {name}={value} for the next page");
                self.connection.host.notice(&notice);
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

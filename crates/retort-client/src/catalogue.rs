//! What a server offers: its tools, resources and prompts. Lists are followed to their last page, and every entry
//! is kept as it was sent.

use std::collections::HashSet;

use retort_core::{Kind, Raw};

use crate::connection::Connection;
use crate::error::Error;
use crate::greeting::result_of;
use crate::reply::Reply;
use retort_wire::{Exceeded, Params, Sum, one_line};

/// A list has at most this many pages.
const MOST_PAGES: usize = 1000;

/// One of the lists that a server has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Catalogue {
    /// `tools/list`
    Tools,
    /// `resources/list`
    Resources,
    /// `resources/templates/list`
    Templates,
    /// `prompts/list`
    Prompts,
}

impl Catalogue {
    /// The method that asks for it.
    pub fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
            Self::Prompts => "prompts/list",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    /// What one of its entries is called.
    pub fn entry(self) -> &'static str {
        match self {
            Self::Tools => "tool",
            Self::Resources => "resource",
            Self::Templates => "resource template",
            Self::Prompts => "prompt",
        }
    }
}

/// An entry of a list, as it was sent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// Everything that the server says of it.
    pub raw: Raw,
}

impl Entry {
    /// Its name; empty where it has none.
    pub fn name(&self) -> String {
        self.text("name").unwrap_or_default()
    }

    /// The text of a member.
    pub fn text(&self, key: &str) -> Option<String> {
        self.raw.get(key).and_then(|value| value.to_text().map(String::from)).filter(|text| !text.is_empty())
    }

    /// The schema of a tool's arguments.
    pub fn input_schema(&self) -> Option<Raw> {
        self.raw.get("inputSchema").filter(|schema| schema.kind() == Kind::Object)
    }
}

/// A whole list.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entries {
    /// Its entries, from all pages.
    pub entries: Vec<Entry>,
    /// The pages as they came.
    pub pages: Vec<Reply>,
    /// Why it ends before its last page, where it does.
    pub ended: Option<Error>,
}

impl Entries {
    /// The entry with this name, or with this address.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        let has = |entry: &&Entry, key: &str| entry.text(key).as_deref() == Some(name);
        let named = self.entries.iter().find(|entry| entry.name() == name);
        named.or_else(|| self.entries.iter().find(|entry| has(entry, "uri") || has(entry, "uriTemplate")))
    }

    /// The names of all entries.
    pub fn names(&self) -> Vec<String> {
        self.entries.iter().map(Entry::name).collect()
    }
}

impl Connection {
    /// Whether the server said of itself that it has lists of this kind. Some have them all the same.
    pub fn declares(&self, catalogue: Catalogue) -> bool {
        let capability = match catalogue {
            Catalogue::Tools => "tools",
            Catalogue::Resources | Catalogue::Templates => "resources",
            Catalogue::Prompts => "prompts",
        };
        self.greeting().capabilities.as_ref().is_some_and(|can| can.get(capability).is_some())
    }

    /// A list to its last page, or to the last one that came.
    ///
    /// # Errors
    ///
    /// Where the server does not answer, or answers with an error, before the first page.
    pub async fn list(&self, catalogue: Catalogue) -> Result<Entries, Error> {
        let method = catalogue.method();
        let notice = |text: String| self.host.notice(&text);
        let mut listing = Entries { entries: Vec::new(), pages: Vec::new(), ended: None };
        let mut seen = HashSet::new();
        let mut params = Params::new();
        for _ in 0..MOST_PAGES {
            let cursor = match self.page(catalogue, params, &mut listing).await {
                Ok(cursor) => cursor,
                Err(error @ Error::Wire(retort_wire::Error::TooMuch(_))) => return Err(error),
                Err(error) if !listing.pages.is_empty() => {
                    notice(format!("the list ends after page {}: {error}", listing.pages.len()));
                    listing.ended = Some(error);
                    return Ok(listing);
                }
                Err(error) => return Err(error),
            };
            let Some(cursor) = cursor else { return Ok(listing) };
            if !seen.insert(cursor.clone()) {
                let cursor = one_line(&cursor, 80);
                notice(format!("{method} gives the cursor {cursor} again; the list ends here"));
                return Ok(listing);
            }
            params = Params::new().with_json("cursor", cursor);
        }
        notice(format!("{method} has more than {MOST_PAGES} pages; the others were left out"));
        Ok(listing)
    }

    /// Adds a page to a list, and tells the cursor of the next one.
    async fn page(&self, catalogue: Catalogue, params: Params, listing: &mut Entries) -> Result<Option<String>, Error> {
        let method = catalogue.method();
        let reply = self.request(method, params).await?;
        let sum: usize = listing.pages.iter().chain([&reply]).map(|page| page.bytes.len()).sum();
        if sum > self.options.max_size {
            let exceeded = Exceeded::new(Sum::Pages, self.options.max_size).answering(method);
            return Err(retort_wire::Error::TooMuch(exceeded).into());
        }
        let result = result_of(method, &reply)?;
        let entries = result.get(catalogue.key()).filter(|entries| entries.kind() == Kind::Array);
        let Some(entries) = entries else {
            return Err(Error::Unexpected {
                method: method.to_owned(),
                lacking: catalogue.key(),
                body: reply.bytes.to_vec(),
            });
        };
        listing.entries.extend(entries.items().map(|raw| Entry { raw }));
        listing.pages.push(reply);
        Ok(result.get("nextCursor").filter(|cursor| !cursor.is_blank()).map(|cursor| cursor.to_json()))
    }

    /// Calls a tool. Its entry, where it is known, tells what else the call must say.
    ///
    /// # Errors
    ///
    /// Where no answer came. An answer that is an error is an answer.
    pub async fn call(&self, name: &str, arguments: &str, tool: Option<&Entry>) -> Result<Reply, Error> {
        let params = Params::new().with("name", name).with_json("arguments", arguments);
        let schema = tool.and_then(Entry::input_schema);
        let mut reply = if tool.is_some_and(|tool| self.calls_as_task(tool)) {
            let params = params.with_json("task", "{}");
            let reply = self.request_with("tools/call", params, schema.as_ref()).await?;
            self.outcome(reply).await?
        } else {
            self.request_with("tools/call", params, schema.as_ref()).await?
        };
        reply.message.tool = Some(name.to_owned());
        Ok(reply)
    }
}

//! A session: what was said on one connection, as a transcript or a single response tells it. Requests find their
//! answers, tools their schemas, and calls their tools.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use retort_core::{Body, Kind, Message, Raw, Reading, ResultKind, Revision, RpcError, ToolResult};

use crate::call::Call;
use crate::pairs::{Pairs, Side, question};
use crate::repair::{Context, Request};
use crate::schema::Schema;

/// So many tools are faster gone through than looked up.
const FEW_TOOLS: usize = 8;

/// What was said on one connection.
#[derive(Debug)]
#[non_exhaustive]
pub struct Session {
    /// The messages, in the order in which they came.
    pub messages: Vec<Message>,
    /// Who sent which message, and which request it answers.
    pairs: Pairs,
    /// The revision that is spoken.
    pub revision: Revision,
    /// The tools that the server listed.
    pub tools: Vec<Arc<Tool>>,
    /// Whether these are all tools that the server has: the list has an end, and was not said to have changed.
    pub all_tools: bool,
    /// What the server says it can do.
    pub capabilities: Option<Raw>,
    /// What an answer without its request is known to answer.
    asked: Option<Request>,
    /// Whether messages are missing at its end.
    pub(crate) is_cut: bool,
    /// The greeting that each message can only be the answer to, found once: rules ask for it again and again.
    greets: Vec<Option<&'static str>>,
    known: Known,
}

/// What rules ask for once for each message, and is found by going through all of them: so it is found once.
#[derive(Debug, Default)]
struct Known {
    /// The tools by their names; of several with one name, the first.
    tools: OnceLock<HashMap<String, usize>>,
    sdk: OnceLock<Option<&'static str>>,
    /// The ids of the requests that the client gave up.
    cancelled: OnceLock<HashSet<String>>,
    /// Where the client sent something that is no message.
    unreadable: OnceLock<Option<usize>>,
    is_greeted: OnceLock<bool>,
    extends_protocol: OnceLock<bool>,
}

/// A tool, as the server listed it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tool {
    /// Its name; empty where it has none.
    pub name: String,
    /// Everything that the server says of it.
    pub raw: Raw,
    /// The message that lists it, and the pointer to it there.
    pub at: usize,
    /// The JSON pointer to it in that message.
    pub pointer: String,
    members: Vec<(String, Raw)>,
    annotations: OnceLock<Vec<(String, Raw)>>,
    input: OnceLock<Option<Arc<Schema>>>,
    output: OnceLock<Option<Arc<Schema>>>,
    required: OnceLock<Vec<String>>,
    /// The argument that limits how much comes, and its default.
    pub(crate) limit: OnceLock<Option<(String, u64)>>,
    /// Whether an argument chooses a page, where the arguments are known.
    pub(crate) leads_on: OnceLock<Option<bool>>,
}

impl Tool {
    /// A tool that is known from elsewhere: one entry of a `tools/list`.
    pub fn new(raw: Raw) -> Self {
        Self::of(raw, 0, String::new())
    }

    fn of(raw: Raw, at: usize, pointer: String) -> Self {
        let members = members_of(&raw);
        let mut tool = Self {
            name: String::new(),
            raw,
            at,
            pointer,
            members,
            annotations: OnceLock::new(),
            input: OnceLock::new(),
            output: OnceLock::new(),
            required: OnceLock::new(),
            limit: OnceLock::new(),
            leads_on: OnceLock::new(),
        };
        tool.name = tool.text("name").unwrap_or_default().into_owned();
        tool
    }

    /// A member.
    pub fn get(&self, name: &str) -> Option<&Raw> {
        self.members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The text of a member that is a string.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name)?.to_text()
    }

    /// An annotation.
    pub fn annotation(&self, name: &str) -> Option<&Raw> {
        let read = || self.get("annotations").map(members_of).unwrap_or_default();
        let annotations = self.annotations.get_or_init(read);
        annotations.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Its `inputSchema`, where that can be read.
    pub(crate) fn input(&self) -> Option<&Schema> {
        self.input.get_or_init(|| Schema::read(self.get("inputSchema")?).map(Arc::new)).as_deref()
    }

    /// The arguments that every call needs, each once. What has a default is filled in by some SDKs, which list it among the
    /// required all the same.
    pub(crate) fn required(&self) -> &[String] {
        self.required.get_or_init(|| {
            let Some(schema) = self.get("inputSchema") else { return Vec::new() };
            let Some(required) = schema.get("required") else { return Vec::new() };
            let properties = schema.get("properties");
            let properties = properties.iter().flat_map(Raw::members);
            let with_default = properties.filter(|(_, property)| property.get("default").is_some());
            let mut passed_over: HashSet<String> = with_default.map(|(name, _)| name.into_owned()).collect();
            let names = required.items().filter_map(|name| name.to_text().map(String::from));
            names.filter(|name| passed_over.insert(name.clone())).collect()
        })
    }

    /// Its `outputSchema`, where that can be read.
    pub(crate) fn output(&self) -> Option<&Schema> {
        self.output.get_or_init(|| Schema::read(self.get("outputSchema")?).map(Arc::new)).as_deref()
    }
}

fn members_of(raw: &Raw) -> Vec<(String, Raw)> {
    raw.members().map(|(key, value)| (key.into_owned(), value)).collect()
}

/// A message that answers something.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Exchange<'a> {
    /// Where the answer is among the messages.
    pub at: usize,
    /// The answer.
    pub message: &'a Message,
    /// The method that was asked for, where it is known.
    pub method: Option<&'a str>,
    /// Its parameters.
    pub params: Option<&'a Raw>,
    /// The whole session.
    pub session: &'a Session,
}

impl Session {
    /// The session that was read. `revision` is the one that is spoken where the messages do not tell.
    pub fn of(reading: Reading, revision: Revision) -> Self {
        let messages = reading.messages;
        let pairs = Pairs::of(&messages);
        let greets = messages.iter().map(greeting).collect();
        let mut session = Self {
            messages,
            pairs,
            revision,
            tools: Vec::new(),
            all_tools: false,
            capabilities: None,
            asked: None,
            is_cut: false,
            greets,
            known: Known::default(),
        };
        session.revision = session.spoken().unwrap_or(revision);
        session.tools = session.listed();
        session.all_tools = session.lists_all_tools();
        let capabilities = session.greetings().find_map(|(_, result)| result.raw.get("capabilities"));
        session.capabilities = capabilities;
        session
    }

    /// A session of one answer, with what is known of it.
    pub(crate) fn alone(message: Message, context: &Context, revision: Option<Revision>) -> Self {
        let asked = context.request.clone();
        let lists = match (&message.body, asked.as_ref().map(|asked| asked.method.as_str())) {
            (Body::Result(_), Some(method)) => method == "tools/list",
            (Body::Result(result), None) => result.kind == ResultKind::ToolList,
            _ => false,
        };
        let revision = revision.or(context.revision).unwrap_or(Revision::NEWEST_WITH_INITIALIZE);
        let greets = if asked.is_some() { Vec::new() } else { vec![greeting(&message)] };
        let mut session = Self {
            messages: vec![message],
            pairs: Pairs::default(),
            revision,
            tools: context.tool.iter().cloned().collect(),
            all_tools: false,
            capabilities: None,
            asked,
            is_cut: false,
            greets,
            known: Known::default(),
        };
        if lists {
            session.tools = session.listed();
        }
        session
    }

    /// The server's messages that answer something.
    pub fn exchanges(&self) -> impl Iterator<Item = Exchange<'_>> {
        (0..self.messages.len()).filter_map(|at| self.exchange(at))
    }

    /// The server's message at a place, where it answers something.
    pub(crate) fn exchange(&self, at: usize) -> Option<Exchange<'_>> {
        let message = self.messages.get(at).filter(|message| message.is_response())?;
        if self.pairs.side(at) != Side::Server {
            return None;
        }
        let asked = self.pairs.request(at).and_then(|at| self.messages.get(at));
        let (method, params) = match (asked.and_then(question), &self.asked) {
            (Some((method, params)), _) => (Some(method), params),
            (None, Some(asked)) => (Some(asked.method.as_str()), asked.params.as_ref()),
            (None, None) => (self.greets.get(at).copied().flatten(), None),
        };
        Some(Exchange { at, message, method, params, session: self })
    }

    /// The requests and notifications of the client or of the server, each with its place, its method and its
    /// parameters. What was sent and is no message has no method.
    pub(crate) fn asked_by(&self, side: Side) -> impl Iterator<Item = (usize, &Message, &str, Option<&Raw>)> {
        let asked = self.messages.iter().enumerate().filter(move |(at, _)| self.pairs.side(*at) == side);
        asked.filter_map(|(at, message)| question(message).map(|(method, params)| (at, message, method, params)))
    }

    /// The request that a message answers: where it is.
    pub(crate) fn request_of(&self, at: usize) -> Option<usize> {
        self.pairs.request(at)
    }

    /// The answer that came before this one to the same request: where it is.
    pub(crate) fn answered_before(&self, at: usize) -> Option<usize> {
        self.pairs.earlier(at)
    }

    /// Whether a request is a greeting while another one was answered: whoever asks both ways waits for one answer only.
    pub(crate) fn is_spare_greeting(&self, method: &str) -> bool {
        let is_greeted = || *self.known.is_greeted.get_or_init(|| self.greetings().next().is_some());
        matches!(method, "initialize" | "server/discover") && is_greeted()
    }

    /// Whether a request was answered.
    pub(crate) fn is_answered(&self, at: usize) -> bool {
        self.pairs.is_answered(at)
    }

    /// Where the client sent something that is no message.
    pub(crate) fn first_unreadable(&self) -> Option<usize> {
        let find = || self.asked_by(Side::Client).find(|(_, _, method, _)| method.is_empty()).map(|(at, ..)| at);
        *self.known.unreadable.get_or_init(find)
    }

    /// Whether the client said that it no longer waits for the answer to a request.
    pub(crate) fn is_cancelled(&self, request: &Message) -> bool {
        let cancelled = self.known.cancelled.get_or_init(|| {
            let told = self.asked_by(Side::Client).filter(|(_, _, method, _)| *method == "notifications/cancelled");
            told.filter_map(|(.., params)| Some(params?.get("requestId")?.as_str().to_owned())).collect()
        });
        request.id.as_ref().is_some_and(|id| cancelled.contains(id.as_str()))
    }

    /// The SDK that the server is made with, where its own words tell.
    pub(crate) fn sdk(&self) -> Option<&'static str> {
        *self.known.sdk.get_or_init(|| self.named_sdk())
    }

    fn named_sdk(&self) -> Option<&'static str> {
        let named = self.greetings().find_map(|(_, result)| result.raw.get("serverInfo")?.get("name"));
        if named.is_some_and(|name| name.to_plain() == "rmcp") {
            return Some("rmcp");
        }
        self.exchanges().find_map(|exchange| {
            let refused = exchange.error().map(|error| error.message.clone());
            let told = exchange.result().filter(|result| result.is_error).and_then(|result| result.blocks.first());
            let text = refused.or_else(|| told.and_then(|block| block.to_text().map(String::from)))?;
            match text.as_str() {
                text if text.starts_with("MCP error -") => Some("the TypeScript SDK"),
                "Invalid request parameters" => Some("the Python SDK"),
                text if text.starts_with("Unknown tool: ") && exchange.error().is_none() => Some("the Python SDK"),
                _ => None,
            }
        })
    }

    /// Whom a finding is owed to, where that is the SDK: the end of a sentence.
    pub(crate) fn done_by_sdk(&self) -> String {
        self.sdk().map(|sdk| format!("; {sdk} does this")).unwrap_or_default()
    }

    /// The results of `initialize` and `server/discover`.
    pub(crate) fn greetings(&self) -> impl Iterator<Item = (Exchange<'_>, &ToolResult)> {
        self.exchanges().filter_map(|exchange| {
            let greets = matches!(exchange.method, Some("initialize" | "server/discover"));
            exchange.result().filter(|_| greets).map(|result| (exchange, result))
        })
    }

    /// The answers to `tools/call`, and results and payloads without a request.
    pub fn calls(&self) -> impl Iterator<Item = Call<'_>> {
        self.exchanges().filter_map(Call::of)
    }

    /// The answer to a method, the first of them.
    pub fn answer_to(&self, method: &str) -> Option<Exchange<'_>> {
        self.exchanges().find(|exchange| exchange.method == Some(method))
    }

    /// The tool of that name.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.shared_tool(name).map(Arc::as_ref)
    }

    /// The same, to keep.
    pub(crate) fn shared_tool(&self, name: &str) -> Option<&Arc<Tool>> {
        if self.tools.len() <= FEW_TOOLS {
            return self.tools.iter().find(|tool| tool.name == name);
        }
        let by_name = self.known.tools.get_or_init(|| {
            let mut by_name = HashMap::with_capacity(self.tools.len());
            for (at, tool) in self.tools.iter().enumerate() {
                by_name.entry(tool.name.clone()).or_insert(at);
            }
            by_name
        });
        self.tools.get(*by_name.get(name)?)
    }

    /// Whether the server says that it goes beyond the protocol.
    pub(crate) fn extends_protocol(&self) -> bool {
        *self.known.extends_protocol.get_or_init(|| {
            ["experimental", "extensions"].iter().any(|name| {
                let more = self.capabilities.as_ref().and_then(|capabilities| capabilities.get(name));
                more.is_some_and(|more| more.members().next().is_some())
            })
        })
    }

    /// The revision that the messages tell of: what requests say after the greeting, else what `initialize` settled. A client
    /// may try both greetings and take the one that is answered.
    fn spoken(&self) -> Option<Revision> {
        let named = |raw: &Raw, key: &str| raw.get(key)?.to_plain().parse::<Revision>().ok();
        let is_greeting = |exchange: &Exchange<'_>| matches!(exchange.method, Some("initialize" | "server/discover"));
        let told = self.exchanges().filter(|exchange| !is_greeting(exchange)).find_map(|exchange| {
            let meta = exchange.params?.get("_meta")?;
            named(&meta, "io.modelcontextprotocol/protocolVersion")
        });
        told.or_else(|| {
            let settled = self.exchanges().find(|it| it.method == Some("initialize") && it.result().is_some());
            named(&settled?.result()?.raw, "protocolVersion")
        })
    }

    /// Whether the last list of tools has no further page, and nothing was said of changes.
    fn lists_all_tools(&self) -> bool {
        let last = self.exchanges().filter(|exchange| exchange.method == Some("tools/list")).last();
        let ends = last.and_then(|last| last.result()).is_some_and(|result| result.raw.get("nextCursor").is_none());
        ends && !self.asked_by(Side::Server).any(|(_, _, method, _)| method == "notifications/tools/list_changed")
    }

    /// The answers to requests for a page of a list whose cursor no page gave. Only where the first page was asked for too:
    /// a cursor in a transcript without that may come from before.
    pub(crate) fn invalid_cursors(&self) -> Vec<(Exchange<'_>, Raw)> {
        let of_lists = || self.exchanges().filter(|exchange| exchange.method.is_some_and(|it| it.ends_with("/list")));
        let cursor = |exchange: &Exchange<'_>| exchange.params.and_then(|params| params.get("cursor"));
        let mut first_pages: HashSet<&str> = HashSet::new();
        let mut given: HashSet<String> = HashSet::new();
        for exchange in of_lists() {
            let Some(result) = exchange.result() else { continue };
            given.extend(result.raw.get("nextCursor").map(|cursor| cursor.to_plain().into_owned()));
            first_pages.extend(exchange.method.filter(|_| cursor(&exchange).is_none()));
        }
        let invalid = of_lists().filter_map(|exchange| {
            let cursor = cursor(&exchange).filter(|cursor| cursor.kind() == Kind::String)?;
            let known = given.contains(cursor.to_plain().as_ref()) || !first_pages.contains(exchange.method?);
            (!known).then_some((exchange, cursor))
        });
        invalid.collect()
    }

    fn listed(&self) -> Vec<Arc<Tool>> {
        let mut tools = Vec::new();
        // What a server gives for a cursor that it never gave is no page of its list.
        let invalid: HashSet<usize> = self.invalid_cursors().iter().map(|(exchange, _)| exchange.at).collect();
        for exchange in self.exchanges().filter(|exchange| !invalid.contains(&exchange.at)) {
            let Body::Result(result) = &exchange.message.body else { continue };
            if exchange.method.is_some_and(|method| method != "tools/list") {
                continue;
            }
            if !result.blocks.is_empty() {
                continue;
            }
            let Some(list) = result.raw.get("tools") else { continue };
            let base = exchange.result_pointer();
            for (index, raw) in list.items().enumerate() {
                tools.push(Arc::new(Tool::of(raw, exchange.at, format!("{base}/tools/{index}"))));
            }
        }
        tools
    }
}

/// The greeting that a result without a request can only be the answer to. Where a person names a tool, it is none.
fn greeting(message: &Message) -> Option<&'static str> {
    let Body::Result(result) = &message.body else { return None };
    if message.tool.is_some() || !result.blocks.is_empty() {
        return None;
    }
    // The search is far cheaper than reading the members of a long list.
    let is_named = |name: &str| memchr::memmem::find(result.raw.as_str().as_bytes(), name.as_bytes()).is_some();
    let has = |name: &str| is_named(name) && result.raw.get(name).is_some();
    let answers = |method: &'static str, member: &str| {
        (has(member) && (has("capabilities") || has("serverInfo"))).then_some(method)
    };
    answers("initialize", "protocolVersion").or_else(|| answers("server/discover", "supportedVersions"))
}

impl<'a> Exchange<'a> {
    /// The result, where the answer is one.
    pub fn result(&self) -> Option<&'a ToolResult> {
        match &self.message.body {
            Body::Result(result) => Some(result),
            _ => None,
        }
    }

    /// The JSON-RPC error, where the answer is one.
    pub fn error(&self) -> Option<&'a RpcError> {
        match &self.message.body {
            Body::Error(error) => Some(error),
            _ => None,
        }
    }

    /// The code of the JSON-RPC error, where the answer is one and has one.
    pub fn code(&self) -> Option<i64> {
        self.error()?.code.as_ref()?.to_plain().parse().ok()
    }

    /// The pointer to the result in the message: empty where the result is all there is.
    pub fn result_pointer(&self) -> &'a str {
        self.result().map_or("", |result| result.pointer())
    }

    /// The tool that was called, or the method.
    pub fn subject(&self) -> Option<String> {
        match self.method {
            Some("tools/call") => self.params?.get("name").map(|name| name.to_plain().into_owned()),
            // An answer to something that is no message is about nothing.
            Some("") => None,
            Some(method) => Some(method.to_owned()),
            None => self.message.tool.clone(),
        }
    }
}

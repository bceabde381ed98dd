//! A session: what was said on one connection, as a transcript or a single response tells it. Requests find their
//! answers, tools their schemas, and calls their tools.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use retort_core::{Body, Message, Raw, Reading, Revision};

use crate::call::Call;
use crate::schema::Schema;

/// What was said on one connection.
#[derive(Debug)]
#[non_exhaustive]
pub struct Session {
    /// The messages, in the order in which they came.
    pub messages: Vec<Message>,
    /// For each message, the request that it answers: where that is among the messages.
    answers: Vec<Option<usize>>,
    /// The revision that is spoken.
    pub revision: Revision,
    /// The tools that the server listed.
    pub tools: Vec<Tool>,
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
    input: OnceLock<Option<Arc<Schema>>>,
    output: OnceLock<Option<Arc<Schema>>>,
}

impl Tool {
    fn of(raw: Raw, at: usize, pointer: String) -> Self {
        let members: Vec<(String, Raw)> = raw.members().map(|(key, value)| (key.into_owned(), value)).collect();
        let (input, output) = (OnceLock::new(), OnceLock::new());
        let mut tool = Self { name: String::new(), raw, at, pointer, members, input, output };
        tool.name = tool.text("name").unwrap_or_default();
        tool
    }

    /// A member.
    pub fn get(&self, name: &str) -> Option<&Raw> {
        self.members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The text of a member that is a string.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.to_text().map(String::from)
    }

    /// An annotation.
    pub fn annotation(&self, name: &str) -> Option<Raw> {
        self.get("annotations")?.get(name)
    }

    /// Its `inputSchema`, where that can be read.
    pub(crate) fn input(&self) -> Option<&Schema> {
        self.input.get_or_init(|| Schema::read(self.get("inputSchema")?).map(Arc::new)).as_deref()
    }

    /// Its `outputSchema`, where that can be read.
    pub(crate) fn output(&self) -> Option<&Schema> {
        self.output.get_or_init(|| Schema::read(self.get("outputSchema")?).map(Arc::new)).as_deref()
    }
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
        let mut asked: HashMap<String, usize> = HashMap::new();
        let mut answers = vec![None; messages.len()];
        for (at, message) in messages.iter().enumerate() {
            let id = message.id.as_ref().map(|id| id.to_plain().into_owned());
            match (&message.body, id) {
                (Body::Request { .. }, Some(id)) => {
                    asked.insert(id, at);
                }
                (Body::Request { .. }, None) => {}
                (_, Some(id)) => {
                    if let (Some(place), Some(request)) = (answers.get_mut(at), asked.remove(&id)) {
                        *place = Some(request);
                    }
                }
                // An answer without an id belongs to the only question that is open.
                (_, None) => {
                    if let (Some(place), 1) = (answers.get_mut(at), asked.len()) {
                        *place = asked.drain().next().map(|(_, request)| request);
                    }
                }
            }
        }
        let mut session = Self { messages, answers, revision, tools: Vec::new() };
        session.revision = session.spoken().unwrap_or(revision);
        session.tools = session.listed();
        session
    }

    /// The messages that answer something.
    pub fn exchanges(&self) -> impl Iterator<Item = Exchange<'_>> {
        let answering = self.messages.iter().enumerate().filter(|(_, message)| message.is_response());
        answering.map(|(at, message)| {
            let asked = self.answers.get(at).copied().flatten().and_then(|at| self.messages.get(at));
            let (method, params) = match asked.map(|asked| &asked.body) {
                Some(Body::Request { method, params }) => (Some(method.as_str()), params.as_ref()),
                _ => (None, None),
            };
            Exchange { at, message, method, params, session: self }
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
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The revision that the messages tell of.
    fn spoken(&self) -> Option<Revision> {
        let named = |raw: &Raw, key: &str| raw.get(key)?.to_plain().parse::<Revision>().ok();
        for exchange in self.exchanges() {
            if let (Some("initialize"), Body::Result(result)) = (exchange.method, &exchange.message.body) {
                return named(&result.raw, "protocolVersion");
            }
            let meta = exchange.params.and_then(|params| params.get("_meta"));
            let told = meta.and_then(|meta| named(&meta, "io.modelcontextprotocol/protocolVersion"));
            if told.is_some() && exchange.method != Some("server/discover") {
                return told;
            }
        }
        None
    }

    fn listed(&self) -> Vec<Tool> {
        let mut tools = Vec::new();
        for exchange in self.exchanges() {
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
                tools.push(Tool::of(raw, exchange.at, format!("{base}/tools/{index}")));
            }
        }
        tools
    }
}

impl Exchange<'_> {
    /// The pointer to the result in the message: empty where the result is all there is.
    pub fn result_pointer(&self) -> &str {
        match &self.message.body {
            Body::Result(result) => result.pointer(),
            _ => "",
        }
    }

    /// The tool that was called, or the method.
    pub fn subject(&self) -> Option<String> {
        match self.method {
            Some("tools/call") => self.params?.get("name").map(|name| name.to_plain().into_owned()),
            Some(method) => Some(method.to_owned()),
            None => self.message.tool.clone(),
        }
    }
}

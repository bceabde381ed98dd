//! The protocol for servers that only answer: greetings of every revision, lists and calls of tools, and errors as JSON-RPC has
//! them. No state is kept between requests, so that any of several copies of a server can answer any request.

use retort_core::{Dialect, Raw, Revision};
use serde_json::{Value, json};

use super::heard::{
    Fault, HEADER_MISMATCH, Heard, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR,
    Request, UNSUPPORTED_REVISION,
};
use crate::answer::Answer;
use crate::context::{Context, Denied};
use crate::http::BUSY;
use crate::quoted;
use crate::router::Router;
use crate::tool::IntoAnswer;

/// Where a request says which revision it speaks.
const REVISION_OF_REQUEST: &str = "io.modelcontextprotocol/protocolVersion";
/// Where HTTP says it too.
pub(super) const REVISION_HEADER: &str = "mcp-protocol-version";
/// How long clients may keep what they were told, in milliseconds.
const KEPT_MS: u32 = 300_000;
/// When the answers to a batch have so many bytes, the rest of it is refused.
const LARGEST_BATCH: usize = 8 << 20;
/// The code of an error when a caller may not ask.
const DENIED: i32 = -32001;

/// Who a server is.
#[derive(Clone, Debug)]
pub(crate) struct About {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) instructions: Option<String>,
    /// The revision that is offered to a client that asks for an unknown one.
    pub(crate) revision: Revision,
    /// How many tools a page of their list has.
    pub(crate) page: usize,
}

/// Decides who may ask.
pub(crate) type Admits = dyn Fn(&Context) -> Result<(), Denied> + Send + Sync;

/// A server that answers calls of tools.
pub(crate) struct Protocol {
    pub(crate) about: About,
    pub(crate) router: Router,
    pub(crate) admits: Option<Box<Admits>>,
}

/// What is answered.
#[derive(Debug)]
pub(crate) struct Said {
    /// The whole response, or a batch of them.
    pub(crate) json: String,
    /// What HTTP says of it.
    pub(crate) status: u16,
    /// How a caller shows who it is.
    pub(crate) challenge: Option<String>,
}

impl Said {
    fn fine(json: String) -> Self {
        Self { json, status: 200, challenge: None }
    }

    fn fault(id: &str, fault: &Fault, is_stateless: bool) -> Self {
        let status = match fault.code {
            PARSE_ERROR | INVALID_REQUEST | HEADER_MISMATCH | UNSUPPORTED_REVISION => 400,
            METHOD_NOT_FOUND if is_stateless => 404,
            _ => 200,
        };
        Self { json: fault.to_message(id), status, challenge: None }
    }
}

impl Protocol {
    /// Answers what was heard; `None` where nothing is to be answered.
    pub(crate) async fn answer(&self, heard: Heard, caller: &Context) -> Option<Said> {
        match heard {
            Heard::Nothing | Heard::Cancelled(_) => None,
            Heard::Fault(fault) => Some(Said::fault(fault.id.as_deref().unwrap_or("null"), &fault, false)),
            Heard::Request(request) => Some(self.request(request, caller).await),
            Heard::Batch(batch) => {
                let mut answers = String::new();
                for heard in batch {
                    let answer = match heard {
                        // What is too much for one answer can be asked for by itself.
                        Heard::Request(request) if answers.len() > LARGEST_BATCH => {
                            Fault::new(BUSY, "the answers to this batch are too large; ask for this one by itself")
                                .to_message(&request.id)
                        }
                        Heard::Request(request) => self.request(request, caller).await.json,
                        Heard::Fault(fault) => fault.to_message(fault.id.as_deref().unwrap_or("null")),
                        Heard::Nothing | Heard::Cancelled(_) | Heard::Batch(_) => continue,
                    };
                    answers.push(if answers.is_empty() { '[' } else { ',' });
                    answers.push_str(&answer);
                }
                (!answers.is_empty()).then(|| Said::fine(answers + "]"))
            }
        }
    }

    async fn request(&self, request: Request, caller: &Context) -> Said {
        let Request { id, method, mut params } = request;
        let revision = match revision_of(&method, &params, caller) {
            Ok(revision) => revision,
            Err(fault) => return Said::fault(&id, &fault, true),
        };
        let is_stateless = revision.is_some();
        if is_stateless && let Some(fault) = self.contradiction(&id, &method, &params, caller) {
            return Said::fault(&id, &fault, true);
        }
        let denied = self.admits.as_ref().and_then(|admits| admits(caller).err());
        if method == "tools/call" {
            let answer = if let Some(denied) = denied {
                denied.into_answer(self.router.dialect())
            } else {
                let name = params.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
                let arguments = params.get_mut("arguments").map(Value::take).unwrap_or_default();
                self.router.call_for(&name, arguments, caller.clone()).await
            };
            return called(&id, answer, is_stateless);
        }
        if let Some(denied) = denied {
            let said = Said::fault(&id, &Fault::new(DENIED, denied.to_string()), is_stateless);
            return Said { status: denied.status(), challenge: denied.challenge().map(str::to_owned), ..said };
        }
        let result = match method.as_str() {
            "initialize" => Ok(self.initialized(&params)),
            "server/discover" => Ok(self.discovered()),
            "ping" if !is_stateless => Ok(json!({})),
            "tools/list" => self.listed(&params, is_stateless),
            _ => Err(Fault::new(METHOD_NOT_FOUND, format!("Method not found: {}", quoted::name(&method)))),
        };
        match result {
            Ok(mut result) => {
                if is_stateless || method == "server/discover" {
                    result["resultType"] = json!("complete");
                }
                Said::fine(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
            }
            Err(fault) => Said::fault(&id, &fault, is_stateless),
        }
    }

    /// What a header says against the body that it came with.
    fn contradiction(&self, id: &str, method: &str, params: &Value, caller: &Context) -> Option<Fault> {
        if caller.is_local() {
            return None;
        }
        // What is repeated or no text may be read in another way by whoever is between.
        for name in ["Mcp-Method", "Mcp-Name"] {
            if caller.has_header(name) && caller.header(name).is_none() {
                return Some(Fault::new(HEADER_MISMATCH, format!("The header {name} is repeated, or no text")));
            }
        }
        let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
        let schema = self.router.find(name).and_then(|tool| Raw::parse(tool.input_schema().to_string()));
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{},"params":{params}}}"#, json!(method));
        let header = |name: &str| caller.header(name).map(str::to_owned);
        let name = retort_wire::headers::contradiction(message.as_bytes(), schema.as_ref(), header)?;
        Some(Fault::new(HEADER_MISMATCH, format!("The header {name} says something else than the body")))
    }

    fn initialized(&self, params: &Value) -> Value {
        self.greeting(json!({ "protocolVersion": self.agreed(params).name() }))
    }

    /// The revision that a client and the server agree on, by the params of `initialize`.
    pub(super) fn agreed(&self, params: &Value) -> Revision {
        let asked = params.get("protocolVersion").and_then(Value::as_str).and_then(named);
        asked.filter(|revision| revision.has_initialize()).unwrap_or(self.about.revision)
    }

    /// Who may keep what was told: where not everybody may ask, only who did.
    fn cache_scope(&self) -> &'static str {
        if self.admits.is_some() { "private" } else { "public" }
    }

    fn discovered(&self) -> Value {
        let revisions: Vec<&str> = Revision::ALL.iter().rev().map(|revision| revision.name()).collect();
        self.greeting(json!({ "supportedVersions": revisions, "ttlMs": KEPT_MS, "cacheScope": self.cache_scope() }))
    }

    /// What both greetings tell.
    fn greeting(&self, mut greeting: Value) -> Value {
        greeting["capabilities"] = json!({ "tools": {} });
        greeting["serverInfo"] = json!({ "name": self.about.name, "version": self.about.version });
        if let Some(title) = &self.about.title {
            greeting["serverInfo"]["title"] = json!(title);
        }
        if let Some(instructions) = &self.about.instructions {
            greeting["instructions"] = json!(instructions);
        }
        greeting
    }

    /// A page of the tools.
    fn listed(&self, params: &Value, is_stateless: bool) -> Result<Value, Fault> {
        // Servers of this family have three codes, and this one is for everything else.
        let code = if self.router.dialect() == Dialect::Drf { INTERNAL_ERROR } else { INVALID_PARAMS };
        let unknown = || Fault::new(code, "The cursor is none that this server gave");
        let start = match params.get("cursor") {
            None | Some(Value::Null) => 0,
            Some(Value::String(cursor)) => {
                cursor.parse::<usize>().ok().filter(|start| *start > 0).ok_or_else(unknown)?
            }
            Some(_) => return Err(unknown()),
        };
        let all = self.router.tools().count();
        if start > 0 && (start >= all || !start.is_multiple_of(self.about.page)) {
            return Err(unknown());
        }
        let tools: Vec<Value> = self.router.tools().skip(start).take(self.about.page).map(crate::Tool::entry).collect();
        let end = start + tools.len();
        let mut page = json!({ "tools": tools });
        if end < all {
            page["nextCursor"] = json!(end.to_string());
        }
        if is_stateless {
            page["ttlMs"] = json!(KEPT_MS);
            page["cacheScope"] = json!(self.cache_scope());
        }
        Ok(page)
    }
}

/// The answer of a tool as a response.
fn called(id: &str, answer: Answer, is_stateless: bool) -> Said {
    let (status, challenge) = match answer.denied() {
        Some(denied) => (denied.status(), denied.challenge().map(str::to_owned)),
        None => (200, None),
    };
    let answer = if is_stateless && !answer.is_protocol_error() {
        answer.with_member("resultType", "\"complete\"")
    } else {
        answer
    };
    Said { json: answer.to_message(id), status, challenge }
}

/// The revision of a name.
pub(super) fn named(name: &str) -> Option<Revision> {
    Revision::ALL.into_iter().find(|revision| revision.name() == name)
}

/// A revision that this server does not speak.
pub(super) fn unsupported(requested: &str) -> Fault {
    let supported: Vec<&str> = Revision::ALL.iter().rev().map(|revision| revision.name()).collect();
    Fault::new(UNSUPPORTED_REVISION, format!("Unsupported protocol version: {}", quoted::name(requested)))
        .with(json!({ "supported": supported, "requested": quoted::name(requested) }))
}

/// The revision of a request that speaks for itself; `None` where that was said when the connection was opened.
fn revision_of(method: &str, params: &Value, caller: &Context) -> Result<Option<Revision>, Fault> {
    let header = caller.header(REVISION_HEADER);
    let said = params.get("_meta").and_then(|meta| meta.get(REVISION_OF_REQUEST)).and_then(Value::as_str);
    let Some(said) = said else {
        let is_stateless = header.and_then(named).is_some_and(|revision| !revision.has_initialize());
        // A client that only asks who is there need not know the rules yet.
        if is_stateless && !matches!(method, "server/discover" | "initialize") {
            let words = format!("Invalid params: the request has no {REVISION_OF_REQUEST} in its _meta");
            return Err(Fault::new(INVALID_PARAMS, words));
        }
        return Ok(None);
    };
    let Some(revision) = named(said) else { return Err(unsupported(said)) };
    if !caller.is_local() && header != Some(said) {
        let words = "The header MCP-Protocol-Version does not name the revision of the request";
        return Err(Fault::new(HEADER_MISMATCH, words));
    }
    Ok((!revision.has_initialize()).then_some(revision))
}

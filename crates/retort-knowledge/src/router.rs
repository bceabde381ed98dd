//! The router: a request for a tool is checked against its schema, done in time, and answered in one form whatever
//! happens. Neither traces nor paths leave it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

use crate::base;
use crate::error::Error;
use crate::loader::KnowledgeLoader;
use crate::quoted;
use crate::search::Index;
use crate::tools::{GenerateService, GetTemplate, SearchDocs, Tool, ToolError, ToolResult};
use crate::violations::violations;

/// A request for a tool.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteRequest {
    /// Which tool.
    pub tool_name: String,
    /// With which arguments.
    #[serde(default)]
    pub params: Value,
}

/// What became of a request. Serialised it is `{success: true, data}` or `{success: false, error}`.
#[derive(Clone, Debug, PartialEq)]
pub enum RouteResponse {
    /// What the tool gave.
    Done(ToolResult),
    /// Why it gave nothing.
    Failed(RouteError),
}

/// Why a request was not done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RouteError {
    /// What kind of failure it is.
    pub code: RouteCode,
    /// What happened.
    pub message: String,
    /// What else is known about it.
    pub details: Value,
}

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RouteCode {
    /// The request cannot be done as it stands.
    InvalidParams,
    /// It took too long.
    Timeout,
    /// Something broke.
    InternalError,
}

impl Serialize for RouteResponse {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Done(data) => json!({ "success": true, "data": data }).serialize(serializer),
            Self::Failed(error) => json!({ "success": false, "error": error }).serialize(serializer),
        }
    }
}

impl RouteError {
    fn new(code: RouteCode, message: impl Into<String>, details: Value) -> Self {
        Self { code, message: message.into(), details }
    }

    /// It in one sentence: what happened, and every reason.
    pub fn sentence(&self) -> String {
        let reasons: Vec<String> =
            self.details.get("violations").and_then(Value::as_array).map_or_else(Vec::new, |all| {
                let words = |violation: &Value| {
                    let text = |key: &str| violation.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
                    let path = text("path");
                    if path.is_empty() { text("message") } else { format!("{path}: {}", text("message")) }
                };
                all.iter().map(words).collect()
            });
        if reasons.is_empty() { self.message.clone() } else { format!("{}: {}", self.message, reasons.join("; ")) }
    }
}

/// A tool, and what its arguments are held to.
#[derive(Clone)]
struct Route {
    tool: Arc<dyn Tool>,
    checker: Arc<jsonschema::Validator>,
}

/// Why a tool gave nothing.
enum Refusal {
    /// The arguments are not what its schema wants: each of the violations.
    Violations(Vec<Value>),
    /// It says so itself.
    Told(ToolError),
}

impl Route {
    fn run(&self, arguments: &Value) -> Result<ToolResult, Refusal> {
        let violations = violations(&self.checker, arguments);
        if violations.is_empty() {
            self.tool.execute(arguments).map_err(Refusal::Told)
        } else {
            Err(Refusal::Violations(violations))
        }
    }
}

/// Sends requests to tools.
pub struct Router {
    routes: BTreeMap<String, Route>,
    order: Vec<String>,
    timeout: Duration,
    /// Room for calls that are worked on. What has no room waits, and its time runs.
    room: Arc<Semaphore>,
}

/// How long a tool may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How many calls are worked on at once.
const AT_ONCE: usize = 16;

impl Router {
    /// A router without tools.
    pub fn new() -> Self {
        let room = Arc::new(Semaphore::new(AT_ONCE));
        Self { routes: BTreeMap::new(), order: Vec::new(), timeout: TIMEOUT, room }
    }

    /// The tools of the server that knows `FeathersJS`.
    ///
    /// # Errors
    /// When the knowledge base cannot be loaded.
    pub fn feathers(loader: &KnowledgeLoader) -> Result<Self, Error> {
        Self::with_feathers(loader, Index::of(&loader.entries()?)?)
    }

    /// The same, where the index of what is built in is kept in a folder and made only once. Where that cannot be done,
    /// it is made in memory.
    ///
    /// # Errors
    /// When the knowledge base cannot be loaded.
    pub fn feathers_kept(loader: &KnowledgeLoader, folder: &Path) -> Result<Self, Error> {
        match loader.mark().map(|mark| base::kept(folder, mark, || loader.entries())) {
            Some(Ok((index, _))) => Self::with_feathers(loader, index),
            _ => Self::feathers(loader),
        }
    }

    fn with_feathers(loader: &KnowledgeLoader, index: Index) -> Result<Self, Error> {
        let fragments = Arc::new(loader.fragments()?);
        Ok(Self::new()
            .with(SearchDocs::feathers(Arc::new(index)))
            .with(GetTemplate::new(Arc::clone(&fragments)))
            .with(GenerateService::new(fragments)))
    }

    /// The tool that searches any documentation.
    pub fn documentation(index: Index, subject: &str) -> Self {
        Self::new().with(SearchDocs::over(Arc::new(index), subject))
    }

    /// How long a tool may take, instead of ten seconds.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// The router with one tool more, in place of one of the same name. A tool whose own schema is wrong is not added.
    #[must_use]
    pub fn with(mut self, tool: impl Tool + 'static) -> Self {
        if let Ok(checker) = jsonschema::validator_for(&tool.input_schema()) {
            let name = tool.name().to_owned();
            let route = Route { tool: Arc::new(tool), checker: Arc::new(checker) };
            if self.routes.insert(name.clone(), route).is_none() {
                self.order.push(name);
            }
        }
        self
    }

    /// The tools, in the order in which they were added.
    pub fn tools(&self) -> impl Iterator<Item = &dyn Tool> {
        self.order.iter().filter_map(|name| self.routes.get(name)).map(|route| &*route.tool)
    }

    /// Whether there is a tool of that name.
    pub fn has(&self, name: &str) -> bool {
        self.routes.contains_key(name)
    }

    /// Does a request, whatever happens to it.
    pub async fn route(&self, request: RouteRequest) -> RouteResponse {
        match self.done(request).await {
            Ok(result) => RouteResponse::Done(result),
            Err(error) => RouteResponse::Failed(error),
        }
    }

    async fn done(&self, request: RouteRequest) -> Result<ToolResult, RouteError> {
        let RouteRequest { tool_name, params } = request;
        if tool_name.is_empty() {
            return Err(RouteError::new(RouteCode::InvalidParams, "Missing tool name", json!({})));
        }
        let Some(route) = self.routes.get(&tool_name) else {
            let tool_name = quoted::name(&tool_name);
            let details = json!({ "toolName": tool_name, "available": self.order });
            return Err(RouteError::new(RouteCode::InvalidParams, format!("Unknown tool: {tool_name}"), details));
        };
        let params = if params.is_null() { Value::Object(Map::new()) } else { params };
        let route = route.clone();
        let room = Arc::clone(&self.room);
        let work = async move {
            let place = room.acquire_owned().await;
            let work = move || {
                let result = route.run(&params);
                // It has its place until it ends, however long ago the caller was told that it takes too long.
                drop(place);
                result
            };
            tokio::task::spawn_blocking(work).await
        };
        match tokio::time::timeout(self.timeout, work).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(Refusal::Violations(violations)))) => {
                let details = json!({ "toolName": tool_name, "violations": violations });
                Err(RouteError::new(RouteCode::InvalidParams, "Invalid parameters", details))
            }
            Ok(Ok(Err(Refusal::Told(error)))) => {
                let code = match error {
                    ToolError::Refused(_) => RouteCode::InvalidParams,
                    ToolError::Broken(_) => RouteCode::InternalError,
                };
                Err(RouteError::new(code, error.to_string(), json!({ "toolName": tool_name })))
            }
            // It panicked. What it said is for the log, not for the caller.
            Ok(Err(_)) => {
                let message = format!("The tool {tool_name} broke off");
                Err(RouteError::new(RouteCode::InternalError, message, json!({ "toolName": tool_name })))
            }
            Err(_) => {
                let milliseconds = u64::try_from(self.timeout.as_millis()).unwrap_or(u64::MAX);
                let details = json!({ "toolName": tool_name, "timeoutMs": milliseconds });
                Err(RouteError::new(RouteCode::Timeout, "Operation timed out", details))
            }
        }
    }
}

impl Default for Router {
    fn default() -> Self {
        Self::new()
    }
}

/// A call of a tool by name, as a client makes it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ToolCall {
    /// Which tool.
    #[serde(default)]
    pub name: String,
    /// With which arguments.
    #[serde(default)]
    pub arguments: Value,
}

/// Calls a tool through the router: its result, or why there is none.
///
/// # Errors
/// Whatever the router answers in place of a result.
pub async fn call_tool(router: &Router, call: ToolCall) -> Result<ToolResult, RouteError> {
    match router.route(RouteRequest { tool_name: call.name, params: call.arguments }).await {
        RouteResponse::Done(result) => Ok(result),
        RouteResponse::Failed(error) => Err(error),
    }
}

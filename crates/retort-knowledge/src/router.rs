//! The router: a request for a tool is checked against its schema, done in time, and answered in one form whatever
//! happens. Neither traces nor paths leave it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use retort_server::quoted;
use retort_server::{ArgumentSchema, Violation};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

use crate::calling::CallError;
use crate::error::Error;
use crate::loader::KnowledgeLoader;
use crate::registry::ToolRegistry;
use crate::search::Index;
use crate::tools::{GenerateService, GetTemplate, SearchDocs, Tool, ToolError, ToolResult};

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

/// Why a request was not done. It reads as [`RouteError::sentence`] does.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct RouteError {
    /// What kind of failure it is.
    pub code: RouteCode,
    /// What happened.
    pub message: String,
    /// What else is known about it.
    pub details: Value,
}

/// What kind of failure it is.
pub use retort_server::CallCode as RouteCode;

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

/// Why a tool gave nothing.
enum Refusal {
    /// The arguments are not what its schema wants: each of the violations.
    Violations(Vec<Violation>),
    /// It says so itself.
    Told(ToolError),
}

/// Runs a tool whose arguments are held to a schema.
fn run(tool: &dyn Tool, checker: &ArgumentSchema, arguments: Value) -> Result<ToolResult, Refusal> {
    let arguments = tool.taken(arguments);
    let violations = checker.violations(&arguments);
    if violations.is_empty() {
        tool.execute(&arguments).map_err(Refusal::Told)
    } else {
        Err(Refusal::Violations(violations))
    }
}

/// Sends requests to tools.
pub struct Router {
    registry: ToolRegistry,
    /// What the arguments of each tool are held to.
    checkers: BTreeMap<String, Arc<ArgumentSchema>>,
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
        Self { registry: ToolRegistry::new(), checkers: BTreeMap::new(), timeout: TIMEOUT, room }
    }

    /// The tools of the server that knows `FeathersJS`, over the index of what the loader has.
    ///
    /// # Errors
    /// When the fragments cannot be loaded.
    pub fn feathers(loader: &KnowledgeLoader, index: Arc<Index>) -> Result<Self, Error> {
        let fragments = Arc::new(loader.fragments()?);
        Ok(Self::new()
            .with(SearchDocs::feathers(index))
            .with(GetTemplate::new(Arc::clone(&fragments)))
            .with(GenerateService::new(fragments)))
    }

    /// The tool that searches any documentation.
    pub fn documentation(index: Arc<Index>, subject: &str) -> Self {
        Self::new().with(SearchDocs::over(index, subject))
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
        self.add(Arc::new(tool));
        self
    }

    fn add(&mut self, tool: Arc<dyn Tool>) {
        if let Ok(checker) = ArgumentSchema::new(&tool.input_schema()) {
            self.checkers.insert(tool.name().to_owned(), Arc::new(checker));
            self.registry.add(tool);
        }
    }

    /// The tools.
    pub fn registry(&self) -> &ToolRegistry {
        &self.registry
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
        let (tool, checker) = match (self.registry.find(&tool_name), self.checkers.get(&tool_name)) {
            (Ok(tool), Some(checker)) => (Arc::clone(tool), Arc::clone(checker)),
            (Err(error @ CallError::UnknownTool(_)), _) => {
                let details = json!({ "toolName": quoted::name(&tool_name), "available": self.registry.names() });
                return Err(RouteError::new(RouteCode::InvalidParams, error.to_string(), details));
            }
            (Err(error), _) => return Err(RouteError::new(RouteCode::InvalidParams, error.to_string(), json!({}))),
            // Each tool came with its checker.
            (Ok(_), None) => return Err(broke_off(&tool_name)),
        };
        let params = if params.is_null() { Value::Object(Map::new()) } else { params };
        let room = Arc::clone(&self.room);
        let work = async move {
            let place = room.acquire_owned().await;
            let work = move || {
                let result = run(&*tool, &checker, params);
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
            Ok(Err(_)) => Err(broke_off(&tool_name)),
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

impl From<ToolRegistry> for Router {
    /// A router to the tools of a registry whose schemas are right.
    fn from(registry: ToolRegistry) -> Self {
        let mut router = Self::new();
        registry.shared().for_each(|tool| router.add(Arc::clone(tool)));
        router
    }
}

fn broke_off(tool_name: &str) -> RouteError {
    let message = CallError::BrokeOff(tool_name.to_owned()).to_string();
    RouteError::new(RouteCode::InternalError, message, json!({ "toolName": tool_name }))
}

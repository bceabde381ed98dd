//! Calling a tool by its name, through a router or straight from a registry. Either gives the tool's result, or an error
//! whose words are all that a client is told.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use crate::registry::ToolRegistry;
use crate::router::{RouteError, RouteRequest, RouteResponse, Router};
use crate::tools::{ToolError, ToolResult};

/// A call of a tool by name, as a client makes it: `{name, arguments?}`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ToolCall {
    /// Which tool.
    #[serde(default)]
    pub name: String,
    /// With which arguments.
    #[serde(default)]
    pub arguments: Value,
}

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The call names no tool.
    #[error("Missing tool name")]
    MissingName,
    /// No tool has that name.
    #[error("Unknown tool: {0}")]
    UnknownTool(String),
    /// The tool says why.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The tool panicked. What it said then is for the log, not for the caller.
    #[error("The tool {0} broke off")]
    BrokeOff(String),
    /// The router says why.
    #[error(transparent)]
    Route(#[from] RouteError),
}

/// Calls tools by their names. Over a [`Router`] arguments are held to the tool's schema and the time is watched; over a
/// [`ToolRegistry`] the tool gets what was sent, and has as long as it wants.
///
/// ```
/// use retort_knowledge::{CallToolHandler, Index, KnowledgeLoader, SearchDocs, ToolCall, ToolRegistry};
/// use serde_json::{Value, json};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let index = KnowledgeLoader::built_in().index(None)?;
/// let handler = CallToolHandler::from(ToolRegistry::new().with(SearchDocs::feathers(index.into())));
///
/// let call: ToolCall = serde_json::from_value(json!({
///     "name": "search_docs",
///     "arguments": { "query": "hooks", "limit": 3, "version": "v5" }
/// }))?;
/// let result = handler.call(call).await?;
/// let payload: Value = serde_json::from_str(&result.content)?;
/// assert_eq!(payload["results"].as_array().map(Vec::len), Some(3));
/// // Whoever calls it here gets metadata, which is not sent over MCP.
/// assert_eq!(result.metadata["tool"], "search_docs");
///
/// let error = handler.call(ToolCall::default()).await.unwrap_err();
/// assert_eq!(error.to_string(), "Missing tool name");
/// # Ok(())
/// # }
/// ```
pub struct CallToolHandler(Tools);

enum Tools {
    Router(Box<Router>),
    Registry(ToolRegistry),
}

impl From<Router> for CallToolHandler {
    fn from(router: Router) -> Self {
        Self(Tools::Router(Box::new(router)))
    }
}

impl From<ToolRegistry> for CallToolHandler {
    fn from(registry: ToolRegistry) -> Self {
        Self(Tools::Registry(registry))
    }
}

impl CallToolHandler {
    /// The tools that can be called.
    pub fn registry(&self) -> &ToolRegistry {
        match &self.0 {
            Tools::Router(router) => router.registry(),
            Tools::Registry(registry) => registry,
        }
    }

    /// Calls a tool.
    ///
    /// # Errors
    /// When there is no such tool, or it gives nothing; through a router also when the arguments are not what its schema
    /// wants, or the time is up.
    pub async fn call(&self, call: ToolCall) -> Result<ToolResult, CallError> {
        let ToolCall { name, arguments } = call;
        match &self.0 {
            Tools::Router(router) => match router.route(RouteRequest { tool_name: name, params: arguments }).await {
                RouteResponse::Done(result) => Ok(result),
                RouteResponse::Failed(error) => Err(error.into()),
            },
            Tools::Registry(registry) => {
                let tool = Arc::clone(registry.find(&name)?);
                let work = tokio::task::spawn_blocking(move || tool.execute(&arguments));
                Ok(work.await.map_err(|_| CallError::BrokeOff(name))??)
            }
        }
    }
}

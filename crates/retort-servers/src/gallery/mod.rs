//! The gallery: an MCP server that shows every response type, format, block and paging style, and every way to take
//! time, to ask and to fail. What it answers depends on its arguments alone, so documents and tests can quote it.

mod arguments;
mod asking;
mod blocks;
mod catalogue;
mod completions;
mod cursor;
mod echo;
mod failing;
mod formats;
mod handler;
mod media;
mod pages;
mod prompts;
mod resources;
mod response_types;
mod sized;
mod slow;

use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, Tool, ToolAnnotations};
use serde::Serialize;
use serde_json::Value;

/// The server. Clones are one connection; [`Gallery::new`] makes another.
///
/// ```
/// use retort_servers::gallery::Gallery;
///
/// assert!(Gallery::new().tool_names().any(|name| name == "format_table"));
/// ```
#[derive(Clone)]
pub struct Gallery {
    tools: Arc<ToolRouter<Self>>,
    /// The least severe log messages that the client wants, by their place in the protocol's list.
    log_level: Arc<AtomicU8>,
    has_own_process: bool,
}

impl Gallery {
    /// A gallery that is a guest in its process: the tool `fail` will not end it.
    pub fn new() -> Self {
        let mut tools = Self::response_type_tools()
            + Self::format_tools()
            + Self::block_tools()
            + Self::page_tools()
            + Self::asking_tools()
            + Self::failing_tools()
            + Self::slow_tools()
            + Self::sized_tools()
            + Self::echo_tools();
        for route in tools.map.values_mut() {
            unwrap_lines(&mut route.attr);
            route.attr.annotations.get_or_insert_with(looks_only);
        }
        Self { tools: Arc::new(tools), log_level: Arc::default(), has_own_process: false }
    }

    /// The gallery as the owner of its process: asked to crash, it ends it.
    #[must_use]
    pub fn with_own_process(mut self) -> Self {
        self.has_own_process = true;
        self
    }

    /// The names of all tools, sorted.
    pub fn tool_names(&self) -> impl Iterator<Item = String> {
        self.tools.list_all().into_iter().map(|tool| tool.name.into_owned())
    }

    /// The same gallery for another connection.
    #[must_use]
    pub fn for_another_connection(&self) -> Self {
        Self { tools: Arc::clone(&self.tools), log_level: Arc::default(), has_own_process: self.has_own_process }
    }
}

impl Default for Gallery {
    fn default() -> Self {
        Self::new()
    }
}

/// Takes the line breaks out of descriptions: those come from doc comments, where breaks mean nothing.
fn unwrap_lines(tool: &mut Tool) {
    tool.description = tool.description.take().map(|text| text.replace('\n', " ").into());
    let properties = Arc::make_mut(&mut tool.input_schema).get_mut("properties").and_then(Value::as_object_mut);
    for property in properties.into_iter().flatten().filter_map(|(_, property)| property.as_object_mut()) {
        if let Some(Value::String(text)) = property.get_mut("description") {
            *text = text.replace('\n', " ");
        }
    }
}

/// The annotations of a tool that changes nothing and knows nothing of the world outside.
fn looks_only() -> ToolAnnotations {
    ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false)
}

/// A result of one text block.
fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// A result of one text block that holds JSON, its members in the order of the fields.
fn json<T: Serialize>(value: &T) -> Result<CallToolResult, ErrorData> {
    Ok(text(to_json(value)?))
}

fn to_json<T: Serialize>(value: &T) -> Result<String, ErrorData> {
    serde_json::to_string(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

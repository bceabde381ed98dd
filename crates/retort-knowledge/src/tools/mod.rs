//! The tools: what each is called, what it takes and gives, and what it does. A tool that is called directly gives a
//! [`ToolResult`] with metadata; over MCP only its content is sent.

mod generate_service;
mod get_template;
mod search_docs;

pub use generate_service::GenerateService;
pub use get_template::GetTemplate;
pub use search_docs::SearchDocs;

use serde::Serialize;
use serde_json::Value;

/// What a tool gives.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToolResult {
    /// The payload, as JSON text.
    pub content: String,
    /// What is worth knowing about the call itself.
    pub metadata: Value,
    /// The payload, for clients that want it typed.
    #[serde(skip)]
    pub structured: Value,
}

impl ToolResult {
    /// The result that a payload makes.
    fn of<T: Serialize>(payload: &T, metadata: Value) -> Result<Self, ToolError> {
        let failed = |error: serde_json::Error| ToolError::Broken(error.to_string());
        let content = serde_json::to_string_pretty(payload).map_err(failed)?;
        Ok(Self { content, metadata, structured: serde_json::to_value(payload).map_err(failed)? })
    }
}

/// Why a tool gives nothing, in words for whoever called it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// What was asked for cannot be, though the schema allows it: asking again is of no use.
    #[error("{0}")]
    Refused(String),
    /// Something broke.
    #[error("{0}")]
    Broken(String),
}

/// A tool.
pub trait Tool: Send + Sync {
    /// What it is called by programs.
    fn name(&self) -> &str;

    /// What it is called by people.
    fn title(&self) -> &str;

    /// What it does.
    fn description(&self) -> &str;

    /// What it takes, as a JSON Schema.
    fn input_schema(&self) -> Value;

    /// What it gives, as a JSON Schema.
    fn output_schema(&self) -> Value;

    /// The arguments as they are held to its schema. A tool that has an answer of its own to a value of the wrong type puts
    /// in its place what stands for it.
    fn taken(&self, arguments: Value) -> Value {
        arguments
    }

    /// Does it.
    ///
    /// # Errors
    /// When the arguments ask for something that cannot be, or something breaks.
    fn execute(&self, arguments: &Value) -> Result<ToolResult, ToolError>;
}

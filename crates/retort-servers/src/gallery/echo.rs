//! The tool that answers with its arguments. Its schema has an argument of each JSON type, and nothing is checked, so
//! that it shows what a client made of what it was given.

use std::sync::Arc;

use rmcp::model::{CallToolResult, ErrorData, JsonObject, object};
use rmcp::{tool, tool_router};
use serde_json::{Value, json};

use super::{Gallery, json};

fn schema() -> Arc<JsonObject> {
    Arc::new(object(json!({
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "Any text, also one that looks like a number."},
            "integer": {"type": "integer", "description": "A whole number."},
            "number": {"type": "number", "description": "A number with or without a fraction."},
            "boolean": {"type": "boolean", "description": "True or false."},
            "choice": {"type": "string", "enum": ["clear", "amber", "cobalt"], "description": "One of three words."},
            "list": {"type": "array", "items": {"type": "string"}, "description": "Texts in a list."},
            "object": {"type": "object", "description": "Anything by name."},
            "with_default": {
                "type": "integer",
                "default": 10,
                "description": "A whole number with a default. The client may fill it in; the server does not.",
            },
        },
        "additionalProperties": true,
    })))
}

#[tool_router(router = echo_tools, vis = "pub(super)")]
impl Gallery {
    /// Answers with its arguments as it got them, as JSON with sorted keys. It takes arguments of each JSON type and
    /// checks none of them, so it shows whether a client sent the number 7 or the text "7".
    #[tool(title = "Echo of the arguments", input_schema = schema())]
    fn echo(arguments: JsonObject) -> Result<CallToolResult, ErrorData> {
        json(&Value::Object(arguments))
    }
}

//! The JSON Schema of the envelope, generated from the types.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::{ErrorInfo, Pagination, ResponseType, Status, Summary};

/// The envelope field by field, as JSON has it.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase", title = "Envelope")]
#[expect(dead_code, reason = "only its schema is used; tests hold what is written against it")]
struct Envelope {
    /// Identifies which MCP tool generated the response
    tool_name: String,
    /// Categorizes the response structure
    response_type: ResponseType,
    /// Main response payload
    #[schemars(schema_with = "data")]
    data: Option<()>,
    /// Pagination metadata
    pagination: Option<Pagination>,
    /// Summary statistics
    summary: Option<Summary>,
    /// Operation status
    status: Option<Status>,
    /// Human-readable result description
    message: Option<String>,
    /// Error details
    error: Option<ErrorInfo>,
    /// Tool-specific additional metadata
    #[schemars(schema_with = "metadata")]
    metadata: Option<()>,
}

fn data(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "oneOf": [
            { "type": "array", "description": "Items, for list and tool_catalog" },
            { "type": "object", "description": "Details, for single and action", "additionalProperties": true },
            { "type": "null" },
        ],
    })
}

pub(super) fn details(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["object", "string", "null"], "additionalProperties": true })
}

fn metadata(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["object", "null"], "additionalProperties": true })
}

/// The JSON Schema (2020-12) of the envelope.
pub fn json_schema() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
    });
    let schema = settings.into_generator().into_root_schema_for::<Envelope>();
    let mut schema = schema.to_value();
    open(&mut schema);
    schema
}

/// The form that an n8n structured output parser takes.
pub fn n8n_schema() -> Value {
    let mut schema = json_schema();
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("$schema");
        schema.remove("title");
    }
    serde_json::json!({ "name": "mcp_response", "strict": false, "schema": schema })
}

/// Says of every object in the schema that it may have further members, as the envelope promises, and takes
/// out the names of Rust's number types, which mean nothing to others.
fn open(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") {
                members.insert("additionalProperties".to_owned(), Value::Bool(true));
            }
            if matches!(members.get("format"), Some(Value::String(format)) if format.contains("int")) {
                members.remove("format");
            }
            members.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

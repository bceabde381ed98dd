//! The JSON Schema of the envelope, generated from the types.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::{Code, Cursor, Data, Details, ErrorInfo, Metadata, Pagination, ResponseType, Status, Summary};

/// One response of an MCP tool, in the one typed form.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase", title = "Envelope")]
#[expect(dead_code, reason = "only its schema is used; tests hold what is written against it")]
struct Envelope {
    /// Identifies which MCP tool generated the response
    tool_name: String,
    /// Categorizes the response structure
    response_type: ResponseType,
    /// Main response payload
    data: Option<Data>,
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
    metadata: Option<Metadata>,
}

/// Types whose JSON is plainer than their Rust.
macro_rules! schema_of {
    ($($type:ident: $schema:tt,)+) => {
        $(impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        })+
    };
}

schema_of! {
    Data: {
        "oneOf": [
            { "type": "array", "description": "Items, for list and tool_catalog" },
            { "type": "object", "description": "Details, for single and action", "additionalProperties": true },
        ],
    },
    Metadata: { "type": "object", "additionalProperties": true },
    Details: { "type": ["object", "string"], "additionalProperties": true },
    Cursor: { "type": ["number", "string"] },
    Code: { "type": ["string", "number"] },
    ResponseType: { "type": "string", "enum": (ResponseType::ALL.map(ResponseType::name)) },
    Status: { "type": "string", "enum": (Status::ALL.map(Status::name)) },
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

/// The form that an n8n structured output parser takes: a plain schema.
pub fn n8n_schema() -> Value {
    let mut schema = json_schema();
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("$schema");
        schema.remove("title");
    }
    schema
}

/// The form that `response_format` of `OpenAI` takes under `json_schema`.
pub fn openai_schema() -> Value {
    serde_json::json!({ "name": "mcp_response", "strict": false, "schema": n8n_schema() })
}

/// A choice that may also be null, without a choice inside the choice.
fn flat(choices: Value) -> Value {
    let Value::Array(choices) = choices else { return choices };
    let inner = |choice: Value| match choice.get("oneOf") {
        Some(Value::Array(inner)) => inner.clone(),
        _ => vec![choice],
    };
    Value::Array(choices.into_iter().flat_map(inner).collect())
}

/// Says of every object in the schema that it may have further members, as the envelope promises, and takes
/// out the names of Rust's number types, which mean nothing to others.
fn open(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") {
                members.insert("additionalProperties".to_owned(), Value::Bool(true));
            }
            members.remove("format");
            if let Some(choices) = members.remove("anyOf") {
                members.insert("oneOf".to_owned(), flat(choices));
            }
            members.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

//! `generate_service`: the files of one service, made to measure.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Tool, ToolError, ToolResult};
use crate::fragment::Fragments;
use crate::service::{Problems, Service, ServiceRequest};

/// Makes services.
pub struct GenerateService {
    fragments: Arc<Fragments>,
}

impl GenerateService {
    /// A tool that makes services from fragments.
    pub fn new(fragments: Arc<Fragments>) -> Self {
        Self { fragments }
    }
}

impl Tool for GenerateService {
    fn name(&self) -> &'static str {
        "generate_service"
    }

    fn title(&self) -> &'static str {
        "Generate a FeathersJS service"
    }

    fn description(&self) -> &'static str {
        "Generates the files of a FeathersJS service from its name and its fields: schema, service, hooks and test."
    }

    fn input_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "database": { "type": "string", "enum": ["mongodb", "postgresql", "sqlite"] },
                "fields": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "name": { "type": "string" },
                            "type": {
                                "type": "string",
                                "enum": ["string", "number", "boolean", "date", "objectId", "array", "object"]
                            },
                            "required": { "type": "boolean" },
                            "unique": { "type": "boolean" }
                        },
                        "required": ["name", "type"]
                    }
                }
            },
            "required": ["name", "database", "fields"],
            "additionalProperties": false
        })
    }

    fn output_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "description": "The name, sanitised" },
                "database": { "type": "string", "enum": ["mongodb", "postgresql", "sqlite"] },
                "fieldCount": { "type": "number" },
                "files": {
                    "type": "object",
                    "additionalProperties": {
                        "type": "object",
                        "properties": {
                            "path": { "type": "string" },
                            "content": { "type": "string" },
                            "type": { "type": "string", "enum": ["service", "hooks", "schema", "test"] },
                            "size": { "type": "number", "description": "In bytes" }
                        },
                        "required": ["path", "content", "type", "size"]
                    }
                }
            },
            "required": ["name", "database", "fieldCount", "files"]
        })
    }

    fn execute(&self, arguments: &Value) -> Result<ToolResult, ToolError> {
        let refused = |problems: Problems| ToolError::Refused(problems.to_string());
        let request = ServiceRequest::from_json(arguments).map_err(refused)?;
        let broken = |error: crate::Error| ToolError::Broken(error.to_string());
        let service = Service::generate(&self.fragments, &request).map_err(broken)?;
        let metadata = json!({
            "tool": self.name(), "name": service.name, "database": request.database, "fileCount": service.files.len()
        });
        ToolResult::of(&service, metadata)
    }
}

//! `get_feathers_template`: a whole project for a database, with or without authentication, in TypeScript or JavaScript.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Tool, ToolError, ToolResult};
use crate::fragment::Fragments;
use crate::project::{TemplatePayload, TemplateRequest};

/// Puts projects together.
pub struct GetTemplate {
    fragments: Arc<Fragments>,
}

impl GetTemplate {
    /// A tool that puts projects together from fragments.
    pub fn new(fragments: Arc<Fragments>) -> Self {
        Self { fragments }
    }
}

impl Tool for GetTemplate {
    fn name(&self) -> &'static str {
        "get_feathers_template"
    }

    fn title(&self) -> &'static str {
        "Get a FeathersJS project"
    }

    fn description(&self) -> &'static str {
        "Builds a FeathersJS project for a database: package.json, configuration, app, database, authentication, a first \
         service, a test and a README."
    }

    fn input_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "database": { "type": "string", "enum": ["mongodb", "postgresql", "sqlite"] },
                "auth": { "type": "boolean" },
                "typescript": { "type": "boolean" },
                "version": { "type": "string", "enum": ["v4", "v5", "both"] }
            },
            "required": ["database"],
            "additionalProperties": false
        })
    }

    fn output_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "error": { "type": "string", "description": "Why there is no project, where there is none" },
                "database": { "type": "string", "enum": ["mongodb", "postgresql", "sqlite"] },
                "auth": { "type": "boolean" },
                "typescript": { "type": "boolean" },
                "version": { "type": "string", "enum": ["v4", "v5", "both"] },
                "dependencies": { "type": "array", "items": { "type": "string" } },
                "featureFlags": { "type": "array", "items": { "type": "string" } },
                "files": {
                    "type": "object",
                    "additionalProperties": {
                        "type": "object",
                        "properties": {
                            "path": { "type": "string" },
                            "content": { "type": "string" },
                            "size": { "type": "number", "description": "In bytes" }
                        },
                        "required": ["path", "content", "size"]
                    }
                }
            },
            "required": ["database", "auth", "typescript", "version"]
        })
    }

    fn execute(&self, arguments: &Value) -> Result<ToolResult, ToolError> {
        let request: TemplateRequest =
            serde_json::from_value(arguments.clone()).map_err(|error| ToolError::Refused(error.to_string()))?;
        let broken = |error: crate::Error| ToolError::Broken(error.to_string());
        let payload = TemplatePayload::new(&self.fragments, request).map_err(broken)?;
        let files = match &payload {
            TemplatePayload::Project(project) => project.files.len(),
            TemplatePayload::NoMatch(_) => 0,
        };
        let metadata = json!({
            "tool": self.name(), "database": request.database, "version": request.version, "fileCount": files
        });
        ToolResult::of(&payload, metadata)
    }
}

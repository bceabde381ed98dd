//! Retort's knowledge server: documentation that is found, projects that run and services that compile, over MCP.
//!
//! [`KnowledgeLoader`] reads a knowledge base and [`Index`] searches it. [`Fragments`] are pieces of projects, kept as
//! data; [`Project`] puts together those that fit a request, and [`Service`] makes the files of one service to measure.
//! [`ToolRegistry`] and [`Router`] have the tools, [`CallToolHandler`] calls them, and [`KnowledgeServer`] serves them.

pub mod base;
mod bounds;
mod calling;
mod database;
mod entry;
mod error;
mod files;
mod fragment;
mod front_matter;
mod loader;
mod markdown;
mod project;
mod registry;
mod resources;
mod router;
mod search;
mod section;
mod server;
mod service;
mod tools;

pub use calling::{CallError, CallToolHandler, ToolCall};
pub use database::Database;
pub use entry::{Entry, Source, Version};
pub use error::Error;
pub use fragment::{Fragment, Fragments};
pub use loader::{KnowledgeIndex, KnowledgeLoader};
pub use project::{NoMatch, Project, ProjectFile, TemplatePayload, TemplateRequest};
pub use registry::ToolRegistry;
pub use retort_server::quoted::Quoted;
pub use router::{RouteCode, RouteError, RouteRequest, RouteResponse, Router};
pub use search::{Hit, Index, Place, Versions};
pub use server::KnowledgeServer;
pub use service::{Field, FieldType, FileKind, Problem, Problems, Service, ServiceFile, ServiceRequest, sanitize_name};
pub use tools::{GenerateService, GetTemplate, SearchDocs, Tool, ToolError, ToolResult};

//! Retort's knowledge of FeathersJS. [`Fragments`] are pieces of projects, kept as data; [`Project`] puts together those
//! that fit a request, and [`Service`] makes the files of one service to measure.

mod database;
mod error;
mod fragment;
mod project;
mod service;

pub use database::Database;
pub use error::Error;
pub use fragment::{Fragment, Fragments};
pub use project::{NoMatch, Project, ProjectFile, TemplatePayload, TemplateRequest, Version};
pub use service::{
    Field, FieldType, FileKind, Problem, Problems, Quoted, Service, ServiceFile, ServiceRequest, sanitize_name,
};

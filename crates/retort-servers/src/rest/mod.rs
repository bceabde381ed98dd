//! Resources as tools, the way django-rest-framework-mcp makes them of view sets: a resource is declared once, with its fields,
//! who may do what, and what can be searched; its table, its six tools, their schemas and the words of their errors follow from
//! that.

mod access;
mod actions;
mod body;
mod decimal;
mod email;
mod field;
mod filter;
mod python;
mod query;
mod refused;
mod resource;
mod schema;
mod search;

pub use access::Access;
pub(crate) use access::Permission;
pub(crate) use actions::tools;
pub(crate) use field::Field;
pub(crate) use resource::Resource;

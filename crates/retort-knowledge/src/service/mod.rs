//! Services made to measure: from a name, a database and fields to the files of a working service.

mod field;
mod name;
mod problem;
mod request;

use minijinja::context;
use serde::{Serialize, Serializer};

use crate::database::Database;
use crate::error::Error;
use crate::fragment::Fragments;
use crate::project::TemplateRequest;

pub(crate) use field::service_known;
pub use field::{Field, FieldType};
pub use name::sanitize_name;
pub use problem::{Problem, Problems};
pub use request::ServiceRequest;

/// What a file of a service is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// What records look like, in the program or in the database.
    Schema,
    /// The service itself.
    Service,
    /// What happens before and after its methods.
    Hooks,
    /// Its test.
    Test,
}

impl FileKind {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "schema" => Some(Self::Schema),
            "service" => Some(Self::Service),
            "hooks" => Some(Self::Hooks),
            "test" => Some(Self::Test),
            _ => None,
        }
    }
}

/// A file of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServiceFile {
    /// Where it goes, from the project's root, with `/`.
    pub path: String,
    /// What is in it.
    pub content: String,
    /// What it is for.
    #[serde(rename = "type")]
    pub kind: FileKind,
    /// Its length in bytes.
    pub size: usize,
}

/// The files of a service; serialised, they are the payload of `generate_service`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Service {
    /// Its name, sanitised.
    pub name: String,
    /// Where its records are kept.
    pub database: Database,
    /// How many fields a record has beside its id.
    pub field_count: usize,
    /// The files, by path.
    #[serde(serialize_with = "by_path")]
    pub files: Vec<ServiceFile>,
}

fn by_path<S: Serializer>(files: &[ServiceFile], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(files.iter().map(|file| (&file.path, file)))
}

impl Service {
    /// Makes a service for a TypeScript project of Feathers 5.
    ///
    /// ```
    /// use retort_knowledge::{Database, Field, FieldType, Fragments, Service, ServiceRequest};
    ///
    /// let fields = vec![Field::new("title", FieldType::String).required()];
    /// let request = ServiceRequest::new("Blog Posts", Database::Mongodb, fields);
    /// let service = Service::generate(&Fragments::embedded()?, &request)?;
    /// assert_eq!(service.files[0].path, "src/services/blogposts/blogposts.hooks.ts");
    /// # Ok::<(), retort_knowledge::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where the request has a name or fields that no service can have, with all that is wrong, or where a fragment
    /// cannot be filled in.
    pub fn generate(fragments: &Fragments, request: &ServiceRequest) -> Result<Self, Error> {
        let name = request.check()?;
        let project = TemplateRequest::new(request.database);
        let known = context! {
            service => service_known(&name, &request.fields),
            generated => true,
            ..project.known()
        };
        let mut files = Vec::new();
        for fragment in fragments.list().iter().filter(|fragment| project.wants(fragment)) {
            if let Some(kind) = fragment.kind {
                let (path, content) = fragments.fill(fragment, &known)?;
                files.push(ServiceFile { path, size: content.len(), content, kind });
            }
        }
        if files.is_empty() {
            return Err(Error::NoService);
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { name, database: request.database, field_count: request.fields.len(), files })
    }
}

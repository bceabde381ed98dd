//! Whole projects: the fragments that fit a request, filled in and put together.

use std::collections::BTreeSet;

use minijinja::context;
use minijinja::value::Value;
use serde::{Deserialize, Serialize, Serializer};

use crate::database::Database;
use crate::entry::Version;
use crate::error::Error;
use crate::fragment::{Fragment, Fragments, verbatim};
use crate::service::{Field, FieldType, service_known};

/// The Feathers that a project's packages are of: for both, version 5 with notes for those who come from 4.
fn feathers(version: Version) -> &'static str {
    if version == Version::V4 { "v4" } else { "v5" }
}

/// What kind of project is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TemplateRequest {
    /// Where the records are kept.
    pub database: Database,
    /// With users, passwords and tokens.
    #[serde(default)]
    pub auth: bool,
    /// In TypeScript rather than JavaScript.
    #[serde(default = "yes")]
    pub typescript: bool,
    /// For which Feathers.
    #[serde(default = "newest")]
    pub version: Version,
}

fn yes() -> bool {
    true
}

fn newest() -> Version {
    Version::V5
}

impl TemplateRequest {
    /// A request with everything but the database left at its default: no authentication, TypeScript, Feathers 5.
    pub fn new(database: Database) -> Self {
        Self { database, auth: false, typescript: true, version: newest() }
    }

    /// Whether a fragment is meant for this request.
    pub(crate) fn wants(self, fragment: &Fragment) -> bool {
        let version = match fragment.version {
            None => true,
            Some(Version::Both) => self.version == Version::Both,
            Some(version) => feathers(self.version) == version.name(),
        };
        version
            && (fragment.database.is_empty() || fragment.database.contains(&self.database))
            && fragment.auth.is_none_or(|auth| auth == self.auth)
            && fragment.typescript.is_none_or(|typescript| typescript == self.typescript)
    }

    /// What every template knows.
    pub(crate) fn known(self) -> Value {
        context! {
            database => verbatim(self.database.name()),
            mongodb => self.database == Database::Mongodb,
            sql => self.database != Database::Mongodb,
            auth => self.auth,
            typescript => self.typescript,
            version => verbatim(feathers(self.version)),
            both => self.version == Version::Both,
            ext => verbatim(if self.typescript { "ts" } else { "js" }),
            // ES modules name the files that they import in full; TypeScript's CommonJS does not.
            js => verbatim(if self.typescript || self.version == Version::V4 { "" } else { ".js" }),
        }
    }
}

/// A file of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProjectFile {
    /// Where it goes, from the project's root, with `/`.
    pub path: String,
    /// What is in it.
    pub content: String,
    /// Its length in bytes.
    pub size: usize,
}

/// A whole project; serialised, it is the payload of `get_feathers_template`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// What was asked for.
    #[serde(flatten)]
    pub request: TemplateRequest,
    /// The packages that it runs on, as `name@version`, by name.
    pub dependencies: Vec<String>,
    /// What is in it, in a word each, by name.
    pub feature_flags: Vec<String>,
    /// Its files, by path.
    #[serde(serialize_with = "by_path")]
    pub files: Vec<ProjectFile>,
}

fn by_path<S: Serializer>(files: &[ProjectFile], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(files.iter().map(|file| (&file.path, file)))
}

/// The payload where no fragment fits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NoMatch {
    error: &'static str,
    #[serde(flatten)]
    request: TemplateRequest,
}

/// What `get_feathers_template` answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum TemplatePayload {
    /// A project.
    Project(Project),
    /// Word that there is none.
    NoMatch(NoMatch),
}

impl TemplatePayload {
    /// The payload for a request.
    ///
    /// # Errors
    /// Where a fragment cannot be filled in.
    pub fn new(fragments: &Fragments, request: TemplateRequest) -> Result<Self, Error> {
        Ok(Project::compose(fragments, request)?.map_or_else(
            || Self::NoMatch(NoMatch { error: "No matching templates found for the specified configuration", request }),
            Self::Project,
        ))
    }
}

impl Project {
    /// Puts the fragments that fit a request together; `None` where none does.
    ///
    /// ```
    /// use retort_knowledge::{Database, Fragments, Project, TemplateRequest};
    ///
    /// let request = TemplateRequest::new(Database::Sqlite);
    /// let project = Project::compose(&Fragments::embedded()?, request)?.unwrap();
    /// assert!(project.files.iter().any(|file| file.path == "src/app.ts"));
    /// # Ok::<(), retort_knowledge::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where a fragment cannot be filled in.
    pub fn compose(fragments: &Fragments, request: TemplateRequest) -> Result<Option<Self>, Error> {
        let wanted: Vec<&Fragment> = fragments.list().iter().filter(|fragment| request.wants(fragment)).collect();
        if wanted.is_empty() {
            return Ok(None);
        }
        let pinned = |names: fn(&Fragment) -> &[String]| -> Result<Vec<(String, String)>, Error> {
            let names: BTreeSet<&String> = wanted.iter().flat_map(|fragment| names(fragment)).collect();
            let feathers = feathers(request.version);
            names.into_iter().map(|name| Ok((name.clone(), fragments.pinned(feathers, name)?.to_owned()))).collect()
        };
        let dependencies = pinned(|fragment| &fragment.dependencies)?;
        let dev_dependencies = pinned(|fragment| &fragment.dev_dependencies)?;
        let first = [Field::new("text", FieldType::String).required(), Field::new("sentAt", FieldType::Date)];
        let known = context! {
            dependencies => dependencies,
            dev_dependencies => dev_dependencies,
            service => service_known("messages", &first),
            generated => false,
            ..request.known()
        };

        let mut files = Vec::new();
        for fragment in &wanted {
            let (path, content) = fragments.fill(fragment, &known)?;
            files.push(ProjectFile { path, size: content.len(), content });
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        if let Some(twice) = files.windows(2).find_map(|pair| pair.first().filter(|file| file.path == pair[1].path)) {
            return Err(Error::fragment(&twice.path, "two fragments make this file"));
        }
        let flags: BTreeSet<&String> = wanted.iter().flat_map(|fragment| &fragment.feature_flags).collect();
        Ok(Some(Self {
            request,
            dependencies: dependencies.into_iter().map(|(name, version)| format!("{name}@{version}")).collect(),
            feature_flags: flags.into_iter().cloned().collect(),
            files,
        }))
    }
}

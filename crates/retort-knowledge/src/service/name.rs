//! Names that can be trusted as part of code, paths and tables, and those that are refused.

use std::collections::HashSet;

use retort_server::quoted::Quoted;

use super::problem::Problem;
use crate::database::Database;

/// The longest name of a service. With the longest word that templates add it still fits PostgreSQL's 63 bytes.
pub(super) const LONGEST_NAME: usize = 40;
/// The longest name of a field: what PostgreSQL keeps of it.
pub(super) const LONGEST_FIELD: usize = 63;
/// The most fields that a service has. Every database takes as many in one statement.
pub(super) const MOST_FIELDS: usize = 200;

/// What every JavaScript object has, or code that walks objects takes for something else.
const OBJECT_PROPERTIES: [&str; 13] = [
    "__proto__",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "prototype",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// The columns that PostgreSQL adds to every table.
const POSTGRESQL_COLUMNS: [&str; 6] = ["cmax", "cmin", "ctid", "tableoid", "xmax", "xmin"];

/// The name of a service as Feathers, file systems and databases can bear it: lower case, only letters from a to z and
/// digits, with `_` before a digit at the start. Empty where nothing is left.
///
/// ```
/// assert_eq!(retort_knowledge::sanitize_name("Blog-Posts"), "blogposts");
/// assert_eq!(retort_knowledge::sanitize_name("3d models"), "_3dmodels");
/// ```
pub fn sanitize_name(name: &str) -> String {
    let mut kept: String =
        name.to_lowercase().chars().filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit()).collect();
    if kept.starts_with(|c: char| c.is_ascii_digit()) {
        kept.insert(0, '_');
    }
    kept
}

/// The sanitised name, with what speaks against it.
pub(super) fn service_name(name: &str, problems: &mut Vec<Problem>) -> String {
    let kept = sanitize_name(name);
    if name.trim().is_empty() {
        problems.push(Problem::MissingName);
    } else if kept.is_empty() {
        problems.push(Problem::EmptyName(Quoted::new(name)));
    } else if kept.len() > LONGEST_NAME {
        problems.push(Problem::LongName(Quoted::new(name)));
    } else if OBJECT_PROPERTIES.contains(&kept.as_str()) {
        problems.push(Problem::ReservedName(Quoted::new(name), "every JavaScript object has a property of that name"));
    } else if kept == "authentication" {
        problems.push(Problem::ReservedName(Quoted::new(name), "Feathers has a service of that name"));
    } else if is_device(&kept) {
        problems.push(Problem::ReservedName(Quoted::new(name), "Windows has no folders of that name"));
    }
    kept
}

fn is_device(name: &str) -> bool {
    matches!(name, "con" | "prn" | "aux" | "nul")
        || name.strip_prefix("com").or_else(|| name.strip_prefix("lpt")).is_some_and(|rest| {
            let mut digits = rest.chars();
            matches!((digits.next(), digits.next()), (Some('0'..='9'), None))
        })
}

/// What speaks against the fields' names.
pub(super) fn check_fields(names: &[&str], database: Option<Database>, problems: &mut Vec<Problem>) {
    if names.is_empty() {
        problems.push(Problem::MissingFields);
    }
    if names.len() > MOST_FIELDS {
        problems.push(Problem::TooManyFields(names.len()));
        return;
    }
    let mut seen = HashSet::new();
    for (place, name) in names.iter().enumerate() {
        let lower = name.to_ascii_lowercase();
        if name.trim().is_empty() {
            problems.push(Problem::MissingFieldName(place));
        } else if !is_identifier(name) {
            problems.push(Problem::InvalidFieldName(place, Quoted::new(name)));
        } else if let Some(reason) = reserved(name, &lower, database) {
            problems.push(Problem::ReservedFieldName(place, Quoted::new(name), reason));
        } else if !seen.insert(lower) {
            problems.push(Problem::DuplicateField(place, Quoted::new(name)));
        }
    }
}

/// A name that is an identifier in JavaScript and SQL, and no operator of a query.
fn is_identifier(name: &str) -> bool {
    name.len() <= LONGEST_FIELD
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
}

fn reserved(name: &str, lower: &str, database: Option<Database>) -> Option<&'static str> {
    if matches!(lower, "id" | "_id") {
        Some("the database gives each record its id")
    } else if OBJECT_PROPERTIES.contains(&name) {
        Some("every JavaScript object has a property of that name")
    } else if database == Some(Database::Mongodb) && name == "_bsontype" {
        Some("MongoDB's driver takes a record with it for one of its own types")
    } else if database == Some(Database::Postgresql) && POSTGRESQL_COLUMNS.contains(&name) {
        Some("every PostgreSQL table has a column of that name")
    } else {
        None
    }
}

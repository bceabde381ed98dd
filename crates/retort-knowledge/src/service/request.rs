//! What is asked of `generate_service`, read from JSON with everything that is wrong in it.

use retort_server::quoted::Quoted;
use serde_json::Value;

use super::field::{Field, FieldType};
use super::name::{check_fields, service_name};
use super::problem::{Problem, Problems};
use crate::database::Database;

/// What kind of service is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServiceRequest {
    /// What it is called; sanitised before use.
    pub name: String,
    /// Where its records are kept.
    pub database: Database,
    /// What a record holds.
    pub fields: Vec<Field>,
}

impl ServiceRequest {
    /// A request; whether it can be met shows when the service is made.
    pub fn new(name: impl Into<String>, database: Database, fields: Vec<Field>) -> Self {
        Self { name: name.into(), database, fields }
    }

    /// Reads the arguments of `generate_service`.
    ///
    /// # Errors
    /// With all that is wrong in them.
    pub fn from_json(arguments: &Value) -> Result<Self, Problems> {
        let mut problems = Vec::new();
        if !arguments.is_object() {
            problems.push(Problem::Shape { place: "arguments".to_owned(), wanted: "an object" });
        }
        let name = text(&arguments["name"], "name", Problem::MissingName, &mut problems);
        if let Some(name) = name {
            service_name(name, &mut problems);
        }
        let database =
            text(&arguments["database"], "database", Problem::MissingDatabase, &mut problems).and_then(|name| {
                let known = Database::from_name(name);
                problems.extend(known.is_none().then(|| Problem::InvalidDatabase(Quoted::new(name))));
                known
            });
        let fields = fields(&arguments["fields"], database, &mut problems);
        match (name, database) {
            (Some(name), Some(database)) if problems.is_empty() => Ok(Self::new(name, database, fields)),
            _ => Err(Problems::new(problems)),
        }
    }

    /// The sanitised name, once nothing speaks against the request.
    pub(super) fn check(&self) -> Result<String, Problems> {
        let mut problems = Vec::new();
        let name = service_name(&self.name, &mut problems);
        let names: Vec<&str> = self.fields.iter().map(|field| field.name.as_str()).collect();
        check_fields(&names, Some(self.database), &mut problems);
        if problems.is_empty() { Ok(name) } else { Err(Problems::new(problems)) }
    }
}

fn text<'a>(value: &'a Value, place: &str, missing: Problem, problems: &mut Vec<Problem>) -> Option<&'a str> {
    match value {
        Value::String(text) => return Some(text),
        Value::Null => problems.push(missing),
        _ => problems.push(Problem::Shape { place: place.to_owned(), wanted: "a string" }),
    }
    None
}

fn flag(value: &Value, place: impl FnOnce() -> String, problems: &mut Vec<Problem>) -> bool {
    match value {
        Value::Bool(flag) => return *flag,
        Value::Null => {}
        _ => problems.push(Problem::Shape { place: place(), wanted: "true or false" }),
    }
    false
}

/// The fields that can be read; what is wrong with the others is among the problems.
fn fields(value: &Value, database: Option<Database>, problems: &mut Vec<Problem>) -> Vec<Field> {
    let list = match value {
        Value::Array(list) => list.as_slice(),
        Value::Null => &[],
        _ => {
            problems.push(Problem::Shape { place: "fields".to_owned(), wanted: "an array" });
            return Vec::new();
        }
    };
    let names: Vec<&str> = list.iter().map(|field| field["name"].as_str().unwrap_or_default()).collect();
    check_fields(&names, database, problems);
    let mut fields = Vec::new();
    for (place, (field, name)) in list.iter().zip(names).enumerate() {
        let kind = text(&field["type"], &format!("fields[{place}].type"), Problem::MissingFieldType(place), problems);
        let Some(kind) = kind else { continue };
        let Some(kind) = FieldType::from_name(kind) else {
            problems.push(Problem::InvalidFieldType(place, Quoted::new(kind)));
            continue;
        };
        let required = flag(&field["required"], || format!("fields[{place}].required"), problems);
        let unique = flag(&field["unique"], || format!("fields[{place}].unique"), problems);
        fields.push(Field { name: name.to_owned(), kind, required, unique });
    }
    fields
}

//! What a caller sent for a row: read by the fields, then held against the rows that are there. All that is wrong is told at once.

use std::slice::from_ref;

use serde_json::{Map, Value as Json};

use super::field::{Field, REQUIRED, Taken, missing};
use super::python;
use super::refused::Refused;
use super::resource::Resource;
use crate::database::{Error, Transaction, Value};

/// What is to be done with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is made: what is not sent has its default.
    Create,
    /// It is changed: all that is required has to be sent.
    Update,
    /// Only what is sent is changed.
    PartialUpdate,
}

/// What was sent for the fields of a row.
pub(super) struct Body<'a> {
    resource: &'a Resource,
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    field: &'a Field,
    taken: Result<Taken, Vec<String>>,
}

/// A value for a field.
pub(super) struct Assigned<'a> {
    pub(super) field: &'a Field,
    pub(super) value: Value,
    /// How a caller wrote the number of another row.
    sent: Option<String>,
}

impl<'a> Body<'a> {
    pub(super) fn read(resource: &'a Resource, sent: &Map<String, Json>, purpose: Purpose) -> Self {
        let fields = resource.fields.iter().filter(|field| !field.is_read_only());
        let parts = fields.filter_map(|field| {
            let taken = match (sent.get(field.name), &field.default, purpose) {
                (Some(sent), ..) => field.read(sent),
                (None, _, Purpose::PartialUpdate) | (None, Some(_), Purpose::Update) => return None,
                (None, Some(default), Purpose::Create) => Ok(Taken::Value(default.clone())),
                (None, None, _) => Err(vec![REQUIRED.to_owned()]),
            };
            Some(Part { field, taken })
        });
        Self { resource, parts: parts.collect() }
    }

    /// Holds it against the rows that are there; the row that is changed is `own`.
    pub(super) async fn checked(
        self,
        change: &mut Transaction,
        own: Option<i64>,
    ) -> Result<Vec<Assigned<'a>>, Refused> {
        let (mut assigned, mut wrong) = (Vec::new(), Vec::new());
        for Part { field, taken } in self.parts {
            let (value, sent) = match taken {
                Err(words) => {
                    wrong.push((field.name.to_owned(), words));
                    continue;
                }
                Ok(Taken::Value(value)) => (value, None),
                Ok(Taken::Related { id, sent }) => (Value::Integer(id), Some(sent)),
            };
            let words = match (&sent, field.related()) {
                (Some(sent), Some(table)) => {
                    let rows = change.query(&format!("SELECT 1 FROM {table} WHERE id = ?"), from_ref(&value)).await?;
                    rows.is_empty().then(|| missing(sent))
                }
                _ if field.is_unique => {
                    let sql = format!("SELECT 1 FROM {} WHERE {} = ? AND id <> ?", self.resource.name, field.name);
                    // Numbers of rows begin with 1.
                    let rows = change.query(&sql, &[value.clone(), own.unwrap_or_default().into()]).await?;
                    (!rows.is_empty()).then(|| taken_by_another(self.resource, field.name))
                }
                _ => None,
            };
            match words {
                Some(words) => wrong.push((field.name.to_owned(), vec![words])),
                None => assigned.push(Assigned { field, value, sent }),
            }
        }
        if wrong.is_empty() { Ok(assigned) } else { Err(Refused::Fields(wrong)) }
    }
}

/// What is sent for a row has to be an object. What is empty counts as nothing, as in the original.
pub(super) fn members(sent: Option<Json>) -> Result<Map<String, Json>, Refused> {
    let is_empty = match &sent {
        None | Some(Json::Null) => true,
        Some(Json::Bool(yes)) => !yes,
        Some(Json::Number(number)) => number.as_f64() == Some(0.0),
        Some(Json::String(text)) => text.is_empty(),
        Some(Json::Array(items)) => items.is_empty(),
        Some(Json::Object(members)) => members.is_empty(),
    };
    match sent {
        Some(Json::Object(members)) => Ok(members),
        Some(other) if !is_empty => {
            let kind = python::type_name(&other);
            Err(Refused::field("non_field_errors", format!("Invalid data. Expected a dictionary, but got {kind}.")))
        }
        _ => Ok(Map::new()),
    }
}

fn taken_by_another(resource: &Resource, name: &str) -> String {
    format!("{} with this {} already exists.", resource.one, name.replace('_', " "))
}

/// Why a change was not taken that had seemed to fit: somebody else was quicker. The words are the same.
pub(super) fn outrun(error: Error, resource: &Resource, assigned: &[Assigned<'_>]) -> Refused {
    if let Some(field) = error.taken().and_then(|column| resource.find(column)) {
        return Refused::field(field.name, taken_by_another(resource, field.name));
    }
    let related = assigned.iter().find_map(|assigned| Some((assigned.field, assigned.sent.as_ref()?)));
    match related {
        Some((field, sent)) if error.is_reference() => Refused::field(field.name, missing(sent)),
        _ => error.into(),
    }
}

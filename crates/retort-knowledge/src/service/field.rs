//! The fields of a service: their names, their types, and values to try them with.

use minijinja::context;
use minijinja::value::Value;
use serde::{Deserialize, Serialize};

use crate::fragment::verbatim;

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FieldType {
    /// Text.
    String,
    /// A number, whole or not.
    Number,
    /// True or false.
    Boolean,
    /// An instant, in JSON as RFC 3339 text.
    Date,
    /// The id of a MongoDB document: 24 hexadecimal digits.
    ObjectId,
    /// A list of anything.
    Array,
    /// A JSON object of any shape.
    Object,
}

impl FieldType {
    /// Every type, in the order of the tool's schema.
    pub const ALL: [Self; 7] =
        [Self::String, Self::Number, Self::Boolean, Self::Date, Self::ObjectId, Self::Array, Self::Object];

    /// The name that requests use.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Date => "date",
            Self::ObjectId => "objectId",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Two values that differ, as literals, for the service's own test.
    fn samples(self) -> [&'static str; 2] {
        match self {
            Self::String => [r#""first""#, r#""second""#],
            Self::Number => ["1.5", "-20"],
            Self::Boolean => ["true", "false"],
            Self::Date => [r#""2026-01-02T03:04:05.678Z""#, r#""1999-12-31T23:59:59.000Z""#],
            Self::ObjectId => [r#""65a1b2c3d4e5f60718293a4b""#, r#""ffffffffffffffffffffffff""#],
            Self::Array => [r#"["one", 2, null]"#, "[{ three: [3] }]"],
            Self::Object => ["{ deep: { list: [1, 2] } }", r#"{ quoted: "'`${}" }"#],
        }
    }
}

/// A field of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Field {
    /// What it is called.
    pub name: String,
    /// What it holds.
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// Whether each record must have it.
    #[serde(default)]
    pub required: bool,
    /// Whether no two records may have the same value in it.
    #[serde(default)]
    pub unique: bool,
}

impl Field {
    /// A field that may be left out and may repeat.
    pub fn new(name: impl Into<String>, kind: FieldType) -> Self {
        Self { name: name.into(), kind, required: false, unique: false }
    }

    /// The same, but each record must have it.
    #[must_use]
    pub fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The same, but no two records may have the same value in it.
    #[must_use]
    pub fn unique(self) -> Self {
        Self { unique: true, ..self }
    }
}

/// The most that PostgreSQL keeps of an identifier.
const LONGEST_IDENTIFIER: usize = 63;

/// What the templates of a service know about it. The name and the fields have been checked by then.
pub(crate) fn service_known(name: &str, fields: &[Field]) -> Value {
    let mut pascal = name.to_owned();
    if let Some(first) = pascal.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let fields_known: Vec<Value> = fields
        .iter()
        .enumerate()
        .map(|(place, field)| {
            let mut index = format!("{name}_{}_unique", field.name);
            if index.len() > LONGEST_IDENTIFIER {
                index = format!("{name}_{place}_unique");
            }
            let [first, second] = field.kind.samples();
            context! {
                name => verbatim(&field.name),
                type => verbatim(field.kind.name()),
                json => matches!(field.kind, FieldType::Array | FieldType::Object),
                required => field.required,
                unique => field.unique,
                index => verbatim(index),
                first => verbatim(first),
                second => verbatim(second),
            }
        })
        .collect();
    context! {
        name => verbatim(name),
        pascal => verbatim(pascal),
        fields => fields_known,
        has_json => fields.iter().any(|field| matches!(field.kind, FieldType::Array | FieldType::Object)),
        has_dates => fields.iter().any(|field| field.kind == FieldType::Date),
        has_booleans => fields.iter().any(|field| field.kind == FieldType::Boolean),
        has_unique => fields.iter().any(|field| field.unique),
        has_required => fields.iter().any(|field| field.required),
    }
}

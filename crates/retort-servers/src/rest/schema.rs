//! What the tools of a resource take, as JSON Schemas that clients are shown.

use serde_json::{Map, Value as Json, json};

use super::field::{Field, Kind};
use super::query::{DEFAULT_PAGE, LARGEST_LIST, LARGEST_PAGE};
use super::resource::Resource;

/// The arguments of a tool: which row, and what is sent for it.
pub(super) fn arguments(kwargs: Option<Json>, body: Option<Json>) -> Json {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, schema) in [("kwargs", kwargs), ("body", body)] {
        let Some(schema) = schema else { continue };
        if schema["required"].as_array().is_some_and(|required| !required.is_empty()) {
            required.push(name);
        }
        properties.insert(name.to_owned(), schema);
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// Which row.
pub(super) fn one(resource: &Resource) -> Json {
    let description = format!("The id of the {}", resource.one);
    json!({
        "type": "object",
        "properties": { "pk": { "type": "string", "description": description } },
        "required": ["pk"],
    })
}

/// What is sent for a row; nothing of it is required where only a part is changed.
pub(super) fn body(resource: &Resource, is_partial: bool) -> Json {
    let fields = || resource.fields.iter().filter(|field| !field.is_read_only());
    let properties: Map<String, Json> = fields().map(|field| (field.name.to_owned(), sent(field))).collect();
    let required: Vec<&str> =
        fields().filter(|field| !is_partial && field.default.is_none()).map(|field| field.name).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

/// What is sent for a field.
fn sent(field: &Field) -> Json {
    let mut schema = match &field.kind {
        Kind::Text { most, may_be_blank: true } => json!({ "type": "string", "maxLength": most }),
        Kind::Text { most, may_be_blank: false } => json!({ "type": "string", "maxLength": most, "minLength": 1 }),
        Kind::Email { most } => json!({
            "type": "string",
            "format": "email",
            "description": "Valid email address (e.g., \"user@example.com\")",
            "maxLength": most,
            "minLength": 1,
        }),
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Integer { least, most } => json!({ "type": "integer", "maximum": most, "minimum": least }),
        Kind::Decimal(precision) => {
            let (digits, places) = (precision.digits, precision.places);
            json!({
                "type": "string",
                "description": format!("Decimal in format: (max {digits} digits, {places} decimal places)"),
            })
        }
        Kind::Choice(choices) => json!({ "type": "string", "enum": choices }),
        Kind::Related { one, .. } => {
            json!({ "type": "integer", "description": format!("Primary key (id) of {one} object") })
        }
        Kind::Id => json!({ "type": "integer" }),
        Kind::MadeAt => json!({ "type": "string", "format": "date-time" }),
    };
    schema["title"] = json!(field.label());
    schema
}

/// What a list can be asked for: filters, search, order and pages.
pub(super) fn list(resource: &Resource) -> Json {
    let mut properties = Map::new();
    for filter in resource.filters() {
        let (field, words) = (filter.field, filter.words());
        let mut schema = match &field.kind {
            Kind::Bool => json!({ "type": "boolean" }),
            Kind::Id | Kind::Integer { .. } | Kind::Related { .. } => json!({ "type": "integer" }),
            Kind::Choice(choices) => json!({ "type": "string", "enum": choices }),
            _ => json!({ "type": "string" }),
        };
        schema["description"] = json!(format!("Only {} whose {} {words}", resource.name, field.name));
        properties.insert(filter.name(), schema);
    }
    let names: Vec<&str> = resource.fields.iter().map(|field| field.name).collect();
    let names = names.join(", ");
    if !resource.searched.is_empty() {
        let searched = resource.searched.join(", ");
        let description = format!("Words that all have to be in {searched}, in any case; several in quotes are one");
        properties.insert("search".to_owned(), json!({ "type": "string", "description": description }));
    }
    let description = format!("Fields to order by, with commas between them and - before one to reverse it: {names}");
    properties.insert("ordering".to_owned(), json!({ "type": "string", "description": description }));
    let description = format!(
        "Number of results to return per page. Without limit and offset all are returned as an array, up to {LARGEST_LIST}"
    );
    properties.insert(
        "limit".to_owned(),
        json!({ "type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "description": description }),
    );
    let description =
        format!("The initial index from which to return the results; {DEFAULT_PAGE} of them where no limit is given");
    properties.insert("offset".to_owned(), json!({ "type": "integer", "minimum": 0, "description": description }));
    json!({ "type": "object", "properties": properties, "required": [] })
}

//! The `outputSchema` of a tool, from the type that it replies with.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The schema of the `structuredContent` of [`Reply::single`](crate::Reply::single) for a `T`, and of
/// [`Reply::list`](crate::Reply::list) for a `Vec<T>`, in the dialect [`Mcp`](crate::Dialect::Mcp).
///
/// ```
/// #[derive(schemars::JsonSchema)]
/// struct Customer {
///     /// The number.
///     id: i32,
///     name: String,
/// }
///
/// let one = retort_server::schema_for::<Customer>();
/// assert_eq!(one["required"], serde_json::json!(["id", "name"]));
/// let many = retort_server::schema_for::<Vec<Customer>>();
/// assert_eq!(many["properties"]["results"]["items"]["properties"]["name"]["type"], "string");
/// assert_eq!(many["properties"]["hasMore"]["type"], "boolean");
/// ```
pub fn schema_for<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    let Value::Object(mut members) = schema else { return json!({"type": "object"}) };
    // Formats such as `uint32` are schemars' own; validators that know only the standard's report them.
    drop_own_formats(&mut members);
    match members.get("type").and_then(Value::as_str) {
        Some("object") => Value::Object(members),
        Some("array") => list(members),
        Some("string") => under("text", members),
        Some(_) => under("value", members),
        // Objects of several kinds have no type of their own, and clients want one.
        None => {
            members.insert("type".to_owned(), json!("object"));
            Value::Object(members)
        }
    }
}

/// An object with one member.
fn under(name: &str, mut members: Map<String, Value>) -> Value {
    let meta = members.remove("$schema");
    let mut schema = json!({"type": "object", "properties": {name: members}, "required": [name]});
    if let Some(meta) = meta {
        schema["$schema"] = meta;
    }
    schema
}

/// A list and its page.
fn list(mut rows: Map<String, Value>) -> Value {
    let title = rows.remove("title");
    let mut schema = under("results", rows);
    if let Some(title) = title {
        schema["title"] = title;
    }
    let count = |words: &str| json!({"type": "integer", "minimum": 0, "description": words});
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.insert("offset".to_owned(), count("Where this page starts"));
        properties.insert("limit".to_owned(), count("How many rows a page has at most"));
        properties.insert("total".to_owned(), count("How many rows there are in all"));
        properties
            .insert("hasMore".to_owned(), json!({"type": "boolean", "description": "Whether there is another page"}));
        properties.insert("nextOffset".to_owned(), count("Where the next page starts"));
        properties.insert(
            "nextCursor".to_owned(),
            json!({"type": "string", "description": "What to ask the next page with"}),
        );
    }
    schema
}

fn drop_own_formats(members: &mut Map<String, Value>) {
    const OWN: [&str; 14] = [
        "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64", "uint128", "uint",
        "float", "double",
    ];
    if members.get("format").and_then(Value::as_str).is_some_and(|format| OWN.contains(&format)) {
        members.remove("format");
    }
    // The schema is an author's own, from a type: it is as deep as that.
    for value in members.values_mut() {
        match value {
            Value::Object(members) => drop_own_formats(members),
            Value::Array(items) => items.iter_mut().filter_map(Value::as_object_mut).for_each(drop_own_formats),
            _ => {}
        }
    }
}

//! The envelope in a payload, and its fields held against the schema that is made from Retort's own types.

use std::collections::HashMap;
use std::sync::LazyLock;

use jsonschema::Validator;
use retort_core::{Document, Kind, Raw, ResponseType, json_schema};
use serde_json::{Value, json};

use crate::call::Call;
use crate::finding::{Findings, quoted};

/// The envelope that a payload is, or means to be.
pub(super) fn envelope<'a>(call: &'a Call<'_>) -> Option<&'a Document> {
    call.object().filter(|object| object.get("responseType").is_some() || object.get("toolName").is_some())
}

/// The type of a response.
pub(super) fn response_type(envelope: &Document) -> Option<ResponseType> {
    let name = envelope.get("responseType")?;
    let name = name.to_text()?;
    ResponseType::ALL.into_iter().find(|kind| kind.name() == name)
}

/// A part of the schema, without the parts of that part.
struct Part {
    validator: Validator,
    /// What may stand there, in words.
    allowed: String,
}

static PARTS: LazyLock<HashMap<String, Part>> = LazyLock::new(|| {
    let schema = json_schema();
    let mut parts = HashMap::new();
    let mut open = vec![(String::new(), &schema)];
    while let Some((path, place)) = open.pop() {
        let Some(Value::Object(members)) = place.get("properties") else { continue };
        for (name, part) in members {
            let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            let mut shallow = part.clone();
            if let Some(members) = shallow.as_object_mut() {
                members.remove("properties");
            }
            if let Ok(validator) = jsonschema::validator_for(&shallow) {
                parts.insert(path.clone(), Part { validator, allowed: allowed(&shallow) });
            }
            open.push((path, part));
        }
    }
    parts
});

/// What a part of the schema allows, in words.
fn allowed(schema: &Value) -> String {
    let words = |key: &str| match schema.get(key) {
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).map(String::from).collect(),
        Some(Value::String(word)) => vec![word.clone()],
        _ => Vec::new(),
    };
    let choices = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let kinds: Vec<String> = words("type")
        .into_iter()
        .chain(choices.filter_map(|choice| choice.get("type")?.as_str()).map(String::from))
        .collect();
    let named = words("enum");
    let mut told: Vec<String> = if named.is_empty() { kinds } else { named };
    told.retain(|word| word != "null");
    let least = schema.get("minimum").map(|least| format!(" from {least} on")).unwrap_or_default();
    format!("{}{least}", told.join(", "))
}

/// Reports a field, or members of a field, that the schema does not allow.
pub(super) fn report(call: &Call<'_>, findings: &mut Findings<'_>, field: &str, members: &[&str]) {
    let Some(value) = envelope(call).and_then(|envelope| envelope.get(field)) else { return };
    if members.is_empty() {
        report_one(call, findings, field, &value);
    }
    for member in members {
        if let Some(value) = value.get(member) {
            report_one(call, findings, &format!("{field}/{member}"), &value);
        }
    }
}

fn report_one(call: &Call<'_>, findings: &mut Findings<'_>, path: &str, value: &Raw) {
    let Some(part) = PARTS.get(path) else { return };
    let Some(instance) = shallow(value) else { return };
    if !part.validator.is_valid(&instance) {
        let name = path.replace('/', ".");
        let message = format!("`{name}` is {}; the schema allows: {}", quoted(value), part.allowed);
        findings.add_in(call, format!("/{path}"), message);
    }
}

/// A value for the validator: what stands in a container is not looked at.
fn shallow(value: &Raw) -> Option<Value> {
    match value.kind() {
        Kind::Object => Some(json!({})),
        Kind::Array => Some(json!([])),
        _ => serde_json::from_str(&value.to_json()).ok(),
    }
}

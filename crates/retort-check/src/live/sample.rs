//! Arguments for a call that nobody gave: what the schema itself offers (defaults, examples, constants, the first of
//! an enumeration), else the least that it allows.

use std::cell::Cell;

use retort_client::Params;
use retort_core::{Kind, Pointer, Raw};

/// How deep a schema is followed.
const DEEPEST: usize = 12;
/// How many values are made up for one call: a schema may refer to itself many times over.
const MOST_VALUES: usize = 256;
/// The most items and characters that are made up.
const MOST_MADE_UP: u64 = 64;
/// The longest list that is made up, in bytes: lists may be of lists.
const LONGEST_LIST: usize = 1 << 16;

/// Arguments that the schema allows: those that must be there.
pub(super) fn arguments(schema: Option<&Raw>) -> Result<String, String> {
    match schema {
        Some(schema) => object(schema, schema, DEEPEST, &Cell::new(MOST_VALUES)),
        None => Ok("{}".to_owned()),
    }
}

fn object(schema: &Raw, root: &Raw, depth: usize, left: &Cell<usize>) -> Result<String, String> {
    let properties = schema.get("properties");
    let mut made = Params::new();
    for name in schema.get("required").iter().flat_map(Raw::items) {
        let name = name.to_plain().into_owned();
        let property = properties.as_ref().and_then(|properties| properties.get(&name));
        let value = match property {
            Some(property) => value(&property, root, depth, left)
                .map_err(|reason| format!("no value for its argument {name}: {reason}"))?,
            None if made_up(left) => "\"\"".to_owned(),
            None => return Err("its schema wants too many values".to_owned()),
        };
        made = made.with_json(&name, value);
    }
    Ok(made.to_json())
}

/// Whether one more value may be made up.
fn made_up(left: &Cell<usize>) -> bool {
    let more = left.get().checked_sub(1);
    left.set(more.unwrap_or_default());
    more.is_some()
}

fn value(schema: &Raw, root: &Raw, depth: usize, left: &Cell<usize>) -> Result<String, String> {
    let Some(depth) = depth.checked_sub(1) else { return Err("its schema is too deep".to_owned()) };
    if !made_up(left) {
        return Err("its schema wants too many values".to_owned());
    }
    let offered = ["const", "default"].iter().find_map(|key| schema.get(key));
    let listed = || ["examples", "enum"].iter().find_map(|key| schema.get(key)?.items().next());
    if let Some(offered) = offered.or_else(listed) {
        return Ok(offered.to_json());
    }
    if let Some(reference) = schema.get("$ref") {
        let target = resolve(root, &reference.to_plain()).ok_or("its schema refers to what is not there")?;
        return value(&target, root, depth, left);
    }
    if let Some(first) = ["anyOf", "oneOf", "allOf"].iter().find_map(|key| schema.get(key)?.items().next()) {
        return value(&first, root, depth, left);
    }
    let kind = schema.get("type").map(|kind| match kind.kind() {
        Kind::Array => kind.items().next().map(|kind| kind.to_plain().into_owned()).unwrap_or_default(),
        _ => kind.to_plain().into_owned(),
    });
    let count = |key: &str| schema.get(key).and_then(|count| count.to_count()).unwrap_or(0);
    match kind.as_deref() {
        Some("string") | None => Ok(Raw::string(&text(schema, count("minLength"))).to_json()),
        Some("integer" | "number") => Ok(number(schema)),
        Some("boolean") => Ok("false".to_owned()),
        Some("null") => Ok("null".to_owned()),
        Some("array") => {
            let wanted = count("minItems");
            if wanted > MOST_MADE_UP {
                return Err(format!("it wants {wanted} items"));
            }
            let item = match schema.get("items") {
                Some(items) if wanted > 0 => value(&items, root, depth, left)?,
                _ => "\"\"".to_owned(),
            };
            let wanted = usize::try_from(wanted).unwrap_or(0);
            if wanted.saturating_mul(item.len()) > LONGEST_LIST {
                return Err("it wants too long a list".to_owned());
            }
            Ok(format!("[{}]", vec![item; wanted].join(",")))
        }
        Some("object") => object(schema, root, depth, left),
        Some(other) => Err(format!("its type is {other:?}")),
    }
}

/// The least number that is allowed; 1 where any is.
fn number(schema: &Raw) -> String {
    let bound = |key: &str| schema.get(key).filter(|bound| bound.kind() == Kind::Number);
    if let Some(least) = bound("minimum") {
        return least.to_json();
    }
    if let Some(least) = bound("exclusiveMinimum").and_then(|least| least.to_plain().parse::<f64>().ok()) {
        return format!("{}", least + 1.0);
    }
    bound("maximum")
        .filter(|most| most.to_plain().parse::<f64>().is_ok_and(|most| most < 1.0))
        .map_or_else(|| "1".to_owned(), |most| most.to_json())
}

/// A text of the format that is asked for, or as long as it must be.
fn text(schema: &Raw, least: u64) -> String {
    let format = schema.get("format").map(|format| format.to_plain().into_owned());
    let text = match format.as_deref() {
        Some("date") => "2026-01-01",
        Some("date-time") => "2026-01-01T00:00:00Z",
        Some("time") => "00:00:00Z",
        Some("uri" | "url") => "https://example.com/",
        Some("email") => "someone@example.com",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        Some("ipv4") => "192.0.2.1",
        Some("hostname") => "example.com",
        _ => "example",
    };
    let missing = usize::try_from(least.min(MOST_MADE_UP * MOST_MADE_UP)).unwrap_or(0).saturating_sub(text.len());
    text.to_owned() + &"e".repeat(missing)
}

/// What a reference inside the schema names.
fn resolve(root: &Raw, reference: &str) -> Option<Raw> {
    let path = reference.strip_prefix('#')?;
    path.parse::<Pointer>().ok()?.find(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_offers_what_it_can() {
        let schema = r##"{"type": "object", "required": ["a", "b", "c", "d", "e", "f", "g", "h"], "properties": {
            "a": {"type": "string", "default": "given"}, "b": {"enum": ["first", "second"]}, "c": {"type": "integer", "minimum": 3},
            "d": {"type": "array", "minItems": 2, "items": {"type": "boolean"}}, "e": {"$ref": "#/$defs/thing"},
            "f": {"anyOf": [{"type": "number"}, {"type": "null"}]}, "g": {"type": "string", "format": "date"},
            "h": {"type": "string", "minLength": 9}, "left": {"type": "string"}},
            "$defs": {"thing": {"type": "object", "required": ["x"], "properties": {"x": {"const": 7}}}}}"##;
        let made = arguments(Raw::parse(schema).as_ref()).unwrap();
        assert_eq!(
            made,
            r#"{"a":"given","b":"first","c":3,"d":[false,false],"e":{"x":7},"f":1,"g":"2026-01-01","h":"exampleee"}"#
        );
    }

    #[test]
    fn what_multiplies_itself_is_not_made_up() {
        let many: Vec<String> = (0..10).map(|at| format!("\"a{at}\"")).collect();
        let same: Vec<String> = many.iter().map(|name| format!(r##"{name}: {{"$ref": "#"}}"##)).collect();
        let doubling =
            format!(r#"{{"type": "object", "required": [{}], "properties": {{{}}}}}"#, many.join(","), same.join(","));
        assert!(arguments(Raw::parse(doubling).as_ref()).is_err());
        let list = r#"{"type": "array", "minItems": 64, "items": "#;
        let nested = format!("{}{{}}{}", list.repeat(9), "}".repeat(9));
        let nested = format!(r#"{{"required": ["a"], "properties": {{"a": {nested}}}}}"#);
        assert!(arguments(Raw::parse(nested).as_ref()).unwrap_err().contains("too long a list"));
        let names: Vec<String> = (0..1000).map(|at| format!("\"a{at}\"")).collect();
        let wide = format!(r#"{{"required": [{}]}}"#, names.join(","));
        assert!(arguments(Raw::parse(wide).as_ref()).unwrap_err().contains("too many values"));
    }

    #[test]
    fn a_schema_without_end_has_one() {
        let schema = r##"{"required": ["a"], "properties": {"a": {"$ref": "#/properties/a"}}}"##;
        assert!(arguments(Raw::parse(schema).as_ref()).unwrap_err().contains("too deep"));
    }
}

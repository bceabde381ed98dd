//! Holds what came of a case against what is wanted of it. Everything that is missing is told, not only the first.

use serde_json::Value;

use super::row::Case;
use super::run::Ran;

/// What a case wanted and did not get.
pub(super) fn missing(case: &Case, ran: &Ran) -> Vec<String> {
    let mut missing = Vec::new();
    if case.exit.is_some() && case.exit != ran.exit {
        missing.push(format!("exit code {:?}, wanted {:?}", ran.exit, case.exit));
    }
    let needs_value = case.is.is_some() || !case.has.is_empty() || !case.lacks.is_empty();
    match &ran.value {
        Some(value) => missing.extend(missing_values(case, value)),
        None if needs_value || !case.finds.is_empty() || !case.spares.is_empty() => {
            missing.push("the output is no JSON".to_owned());
        }
        None => {}
    }
    let not_said = case.says.iter().filter(|words| !ran.printed.contains(*words));
    missing.extend(not_said.map(|words| format!("does not say {words:?}")));
    let said = case.omits.iter().filter(|words| ran.printed.contains(*words));
    missing.extend(said.map(|words| format!("says {words:?}")));
    let not_told = case.tells.iter().filter(|words| !ran.told.contains(*words));
    missing.extend(not_told.map(|words| format!("does not tell {words:?} on standard error")));
    missing
}

fn missing_values(case: &Case, value: &Value) -> Vec<String> {
    let mut missing = Vec::new();
    if let Some(wanted) = case.is.as_ref().filter(|wanted| !equal(wanted, value)) {
        missing.push(format!("wanted {wanted}"));
    }
    for (place, wanted) in &case.has {
        let (pointer, test) = place.split_once(' ').unwrap_or((place, "equals"));
        let found = at(value, pointer);
        if found.is_empty() {
            missing.push(format!("{pointer} is not there, wanted {wanted}"));
        }
        let wrong = found.iter().filter(|found| !passes(test, wanted, found));
        missing.extend(wrong.map(|found| format!("{pointer} is {found}, wanted: {test} {wanted}")));
    }
    let there = case.lacks.iter().filter(|pointer| !at(value, pointer).is_empty());
    missing.extend(there.map(|pointer| format!("{pointer} is there")));

    let sources = value["sources"].as_array().into_iter().flatten();
    let findings = sources.flat_map(|source| source["findings"].as_array().into_iter().flatten());
    let broken: Vec<&str> = findings.filter_map(|finding| finding["rule"].as_str()).collect();
    let breaks = |rule: &str| broken.iter().any(|broken| rule == "*" || broken.starts_with(rule));
    let unfound = case.finds.iter().filter(|rule| !breaks(rule));
    missing.extend(unfound.map(|rule| format!("{rule} is not found; found: {broken:?}")));
    let found = case.spares.iter().filter(|rule| breaks(rule));
    missing.extend(found.map(|rule| format!("{rule} is found; found: {broken:?}")));
    missing
}

/// The values at a pointer. `*` stands for every member or item; a text that holds JSON is entered like JSON.
fn at(value: &Value, pointer: &str) -> Vec<Value> {
    let mut found = vec![value.clone()];
    for segment in pointer.split('/').skip(1) {
        let segment = segment.replace("~1", "/").replace("~0", "~");
        found = found.into_iter().flat_map(|value| step(value, &segment)).collect();
    }
    found
}

fn step(value: Value, segment: &str) -> Vec<Value> {
    match value {
        Value::String(text) => serde_json::from_str::<Value>(&text)
            .ok()
            .filter(|inner| inner.is_object() || inner.is_array())
            .map(|inner| step(inner, segment))
            .unwrap_or_default(),
        Value::Object(members) if segment == "*" => members.into_iter().map(|(_, member)| member).collect(),
        Value::Object(mut members) => members.remove(segment).into_iter().collect(),
        Value::Array(items) if segment == "*" => items,
        Value::Array(items) => {
            segment.parse().ok().and_then(|index: usize| items.get(index).cloned()).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn passes(test: &str, wanted: &Value, found: &Value) -> bool {
    match test {
        "equals" => equal(wanted, found),
        "is" => wanted == kind(found),
        "keys" => {
            let members = found.as_object();
            members.is_some_and(|members| names(wanted) == members.keys().cloned().collect::<Vec<_>>())
        }
        "has-keys" => names(wanted).iter().all(|name| found.get(name).is_some()),
        "length" => {
            let length = found.as_array().map(Vec::len).or_else(|| found.as_object().map(serde_json::Map::len));
            let length = length.or_else(|| found.as_str().map(|text| text.chars().count()));
            length.map(Value::from).as_ref() == Some(wanted)
        }
        "contains" => match found {
            Value::Array(items) => items.contains(wanted),
            other => text(other).contains(text(wanted)),
        },
        "lacks" => !text(found).contains(text(wanted)),
        "starts" => text(found).starts_with(text(wanted)),
        "ends" => text(found).ends_with(text(wanted)),
        "in" => wanted.as_array().is_some_and(|allowed| allowed.contains(found)),
        "at-least" => found.as_f64() >= wanted.as_f64() && found.is_number(),
        "at-most" => found.as_f64() <= wanted.as_f64() && found.is_number(),
        "falls" => {
            let numbers: Vec<f64> = at(found, wanted.as_str().unwrap()).iter().filter_map(Value::as_f64).collect();
            numbers.len() > 1 && numbers.windows(2).all(|pair| pair[0] >= pair[1])
        }
        other => panic!("there is no test {other:?}"),
    }
}

fn names(wanted: &Value) -> Vec<String> {
    let mut names: Vec<String> = wanted.as_array().unwrap().iter().map(|name| text(name).to_owned()).collect();
    names.sort();
    names
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether two values are the same; a number is the same however it is written.
fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| equal(one, other)))
        }
        (one, other) => one == other,
    }
}

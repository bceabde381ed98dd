//! Complaints: what is wrong with each argument, as the libraries that check arguments list it. A person wants the place
//! and the sentence of each; the rest repeats both in signs for programs.

use retort_core::{Kind, Raw};

use super::named;

/// What libraries call the place of a complaint.
const PLACES: &[&str] =
    &["path", "loc", "field", "param", "property", "instancePath", "instance_path", "dataPath", "data_path", "pointer"];
/// What they call what is wrong there.
const SENTENCES: &[&str] = &["message", "msg", "detail", "description", "error", "reason", "title", "code"];
/// What repeats the sentence: which check failed, and what it compared.
#[rustfmt::skip]
const REPEATED: &[&str] = &[
    "code", "type", "kind", "keyword", "validation", "rule", "schemapath", "schema_path", "params", "expected", "received",
    "inclusive", "exact", "minimum", "maximum", "multipleof", "requirement", "origin", "format", "pattern", "keys", "options",
    "values", "ctx", "url", "fatal", "input", "lang", "issues", "abortearly", "abortpipeearly", "note",
];
/// Most complaints of a list, most members of one, and most steps of a path.
const MOST_COMPLAINTS: usize = 100;
/// A place is no longer than this, in bytes: each member of a complaint repeats it.
const LONGEST_PLACE: usize = 400;

/// The complaints of a list, each as its place and its sentence; `None` where any of its items is something else.
pub(super) fn complaints(list: &Raw) -> Option<Vec<(String, Raw)>> {
    if list.kind() != Kind::Array || list.items().nth(MOST_COMPLAINTS).is_some() {
        return None;
    }
    let mut pairs = Vec::new();
    for item in list.items() {
        pairs.extend(complaint(&item)?);
    }
    Some(pairs).filter(|pairs| !pairs.is_empty())
}

/// A complaint: its place and its sentence, then whatever else it says.
fn complaint(item: &Raw) -> Option<Vec<(String, Raw)>> {
    if item.kind() != Kind::Object {
        return None;
    }
    let mut members: Vec<(String, Raw)> = item.members().map(named).collect();
    // JSON:API has the place one level down.
    if let Some(at) = members.iter().position(|(key, value)| key == "source" && value.get("pointer").is_some()) {
        let (_, source) = members.remove(at);
        members.extend(source.members().map(named));
    }
    let find = |members: &[(String, Raw)], names: &[&str], is_fit: fn(&Raw) -> bool| {
        let at = |name: &&str| members.iter().position(|(key, value)| key.eq_ignore_ascii_case(name) && is_fit(value));
        names.iter().find_map(at)
    };
    let place =
        place(&members.remove(find(&members, PLACES, |_| true)?).1).filter(|place| place.len() <= LONGEST_PLACE)?;
    if members.len() > MOST_COMPLAINTS {
        return None;
    }
    let is_sentence = |value: &Raw| value.kind() == Kind::String && !value.is_blank();
    let sentence = members.remove(find(&members, SENTENCES, is_sentence)?).1;
    let place = if place.is_empty() { "all of it".to_owned() } else { place };
    let mut pairs = vec![(place.clone(), sentence)];
    let is_new = |key: &str| !REPEATED.contains(&&*key.to_ascii_lowercase());
    let more = members.into_iter().filter(|(key, value)| value.kind() != Kind::Null && is_new(key));
    pairs.extend(more.map(|(key, value)| (format!("{place}.{key}"), value)));
    Some(pairs)
}

/// The place of a complaint, as a person writes it: `items[0].name`.
fn place(value: &Raw) -> Option<String> {
    match value.kind() {
        Kind::Null => Some(String::new()),
        Kind::String => {
            let text = value.to_plain();
            let steps = text.trim_start_matches('#').trim_start_matches(['/', '.']);
            Some(if text.contains('/') { steps.replace('/', ".") } else { steps.to_owned() })
        }
        Kind::Array if value.items().nth(MOST_COMPLAINTS).is_none() => {
            let mut place = String::new();
            for step in value.items() {
                // Some libraries tell of each step what it leads to.
                let step = if step.kind() == Kind::Object { step.get("key")? } else { step };
                let (before, behind) = match step.kind() {
                    Kind::Number => ("[", "]"),
                    Kind::String if place.is_empty() => ("", ""),
                    Kind::String => (".", ""),
                    _ => return None,
                };
                place.extend([before, &*step.to_plain(), behind]);
            }
            Some(place)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(list: &str) -> Option<Vec<String>> {
        let pairs = complaints(&Raw::parse(list).unwrap())?;
        Some(pairs.into_iter().map(|(place, said)| format!("{place}: {}", said.to_plain())).collect())
    }

    #[test]
    fn the_lists_of_all_libraries_are_read() {
        let zod = r#"[{"code": "too_big", "maximum": 90, "inclusive": true, "message": "at most 90", "path": ["points", 0, "lat"]}]"#;
        assert_eq!(told(zod).unwrap(), ["points[0].lat: at most 90"]);
        let pydantic = r#"[{"type": "missing", "loc": ["body", "name"], "msg": "Field required", "input": {}}, {"loc": ["q"], "msg": "no"}]"#;
        assert_eq!(told(pydantic).unwrap(), ["body.name: Field required", "q: no"]);
        let ajv = r##"[{"instancePath": "/a/0/b", "schemaPath": "#/x", "keyword": "type", "params": {"type": "string"}, "message": "must be string"}]"##;
        assert_eq!(told(ajv).unwrap(), ["a.0.b: must be string"]);
        let valibot = r#"[{"kind": "schema", "type": "object", "expected": "\"q\"", "message": "Invalid key", "path": [{"type": "object", "origin": "key", "input": {}, "key": "q"}]}]"#;
        assert_eq!(told(valibot).unwrap(), ["q: Invalid key"]);
        let json_api = r#"[{"status": "422", "source": {"pointer": "/data/attributes/age"}, "title": "Invalid", "detail": "must be positive"}]"#;
        assert_eq!(
            told(json_api).unwrap(),
            [
                "data.attributes.age: must be positive",
                "data.attributes.age.status: 422",
                "data.attributes.age.title: Invalid"
            ]
        );
        assert_eq!(
            told(r#"[{"field": "title", "code": "missing_field", "resource": "Issue"}]"#).unwrap(),
            ["title: missing_field", "title.resource: Issue"]
        );
        assert_eq!(
            told(r#"[{"path": [], "message": "Unrecognized key: x"}]"#).unwrap(),
            ["all of it: Unrecognized key: x"]
        );
    }

    #[test]
    fn other_lists_are_no_complaints() {
        let files = r#"[{"path": "/a.txt", "size": 3}]"#;
        for no in
            ["[]", "{}", "[1]", r#"["a"]"#, r#"[{"message": "x"}]"#, r#"[{"path": {"a": 1}, "message": "x"}]"#, files]
        {
            assert_eq!(told(no), None, "{no}");
        }
    }
}

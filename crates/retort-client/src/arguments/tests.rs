//! The table of cases in `tests/cases/arguments.jsonl`, hostile schemas, and what must hold for all inputs.

use std::path::Path;

use proptest::prelude::*;
use retort_core::Raw;
use serde_json::{Value, json};

use super::{Problem, build};

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn told(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_table_of_cases() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/arguments.jsonl");
    let text = std::fs::read_to_string(&table).unwrap();
    let mut failed = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let raw = Raw::parse(line).unwrap_or_else(|| panic!("line {} is no JSON", index + 1));
        let case: Value = serde_json::from_str(line).unwrap();
        let words: Vec<String> = serde_json::from_value(case["words"].clone()).unwrap_or_default();
        let made = build(&words, case["args"].as_str(), raw.get("schema").as_ref());
        let (json, problems, notes) = match &made {
            Ok(arguments) => (Some(arguments.as_json()), Vec::new(), arguments.notes().to_vec()),
            Err(problems) => (None, told(problems), Vec::new()),
        };
        let expected = (&case["json"], case.get("problems").cloned().unwrap_or(json!([])), case.get("notes"));
        let same = json!(json) == *expected.0
            && json!(problems) == expected.1
            && expected.2.is_none_or(|notes_expected| json!(notes) == *notes_expected);
        if !same {
            failed.push(format!(
                "line {} ({}):\n  json {}\n  problems {}\n  notes {}",
                index + 1,
                case["case"],
                json!(json),
                json!(problems),
                json!(notes)
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn files_are_read_and_can_be_escaped() {
    let folder = std::env::temp_dir().join(format!("retort-arguments-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    std::fs::write(at("note.txt"), "Dear all,\n\"hello\"\n").unwrap();
    std::fs::write(at("value.json"), "{\"n\":\n  1.10}").unwrap();
    std::fs::write(at("five"), "5\n").unwrap();
    std::fs::write(at("bytes"), [0xff, 0xfe]).unwrap();
    let schema = Raw::parse(r#"{"properties": {"n": {"type": "integer"}}}"#).unwrap();
    let made = build(
        &[
            format!("note=@{}", at("note.txt")),
            format!("value:=@{}", at("value.json")),
            format!("n=@{}", at("five")),
            "user=@@ann".to_owned(),
        ],
        None,
        Some(&schema),
    );
    let expected = r#"{"note":"Dear all,\n\"hello\"\n","value":{"n":1.10},"n":5,"user":"@ann"}"#;
    assert_eq!(made.unwrap().as_json(), expected);
    let problems = build(&[format!("a=@{}", at("bytes")), "b=@nowhere".to_owned()], None, None).unwrap_err();
    let problems = told(&problems);
    assert!(problems[0].contains("is not UTF-8 text"), "{problems:?}");
    assert!(problems[1].contains("write b=@@nowhere for the text itself"), "{problems:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Builds in a small thread, as a server's worker may be one.
fn survives(schema: &Value, words: Vec<String>, given: String) -> Vec<String> {
    let schema = Raw::parse(schema.to_string()).unwrap();
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || build(&words, Some(&given), Some(&schema)).map(|made| made.notes().to_vec()));
    let made = thread.unwrap().join().unwrap();
    made.unwrap_or_else(|problems| told(&problems))
}

#[test]
fn hostile_schemas_end() {
    let deep = |open: &str, close: &str, times: usize| format!("{}1{}", open.repeat(times), close.repeat(times));
    let plain = || r#"{"x": {"next": {"next": {}}}}"#.to_owned();
    let doubling: serde_json::Map<String, Value> = (0..60)
        .map(|level| {
            let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
            (format!("d{level}"), json!({"allOf": [next.clone(), next]}))
        })
        .chain([("d60".to_owned(), json!({}))])
        .collect();
    let cases = [
        ("itself", json!({"$ref": "#"}), plain()),
        (
            "a circle",
            json!({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "properties": {"x": {"$ref": "#/$defs/a"}}}),
            plain(),
        ),
        (
            "a circle in allOf",
            json!({"$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}, "properties": {"x": {"$ref": "#/$defs/a"}}}),
            plain(),
        ),
        ("doubling", json!({"$defs": doubling, "properties": {"x": {"$ref": "#/$defs/d0"}}}), plain()),
        (
            "doubling inside",
            json!({"$defs": {"a": {"properties": {"next": {"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}}}}, "properties": {"y": {"$ref": "#/$defs/a"}}}),
            format!("{{\"y\": {}}}", deep("{\"next\":", "}", 100)),
        ),
        ("remote", json!({"properties": {"x": {"$ref": "https://example.org/schema.json"}}}), plain()),
        (
            "own id",
            json!({"properties": {"x": {"$id": "http://a/b", "$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}}}),
            plain(),
        ),
        ("no schema at all", json!({"type": "banana", "properties": {"x": 5}}), plain()),
        (
            "slow pattern",
            json!({"properties": {"z": {"type": "string", "pattern": "^(a+)+(?=b)$"}}}),
            format!("{{\"z\": \"{}\"}}", "a".repeat(5000)),
        ),
        (
            "huge pattern",
            json!({"properties": {"z": {"type": "string", "pattern": "(a{1000}){1000}"}}}),
            r#"{"z": "a"}"#.to_owned(),
        ),
        (
            "deep arguments",
            json!({"properties": {"z": {"type": "array"}}}),
            format!("{{\"z\": {}}}", deep("[", "]", 50_000)),
        ),
        (
            "deep arguments and schema",
            json!({"$defs": {"l": {"items": {"$ref": "#/$defs/l"}}}, "properties": {"z": {"$ref": "#/$defs/l"}}}),
            format!("{{\"z\": {}}}", deep("[", "]", 100)),
        ),
        (
            "wrong kinds",
            json!({"properties": [1], "required": 5, "allOf": {"a": 1}, "enum": "x", "items": 3, "$ref": 7}),
            plain(),
        ),
    ];
    for (name, schema, given) in cases {
        let told = survives(&schema, words(&["x=1", "x.y.z=2"]), given);
        assert!(!told.is_empty(), "{name} must not pass in silence");
        survives(&schema, Vec::new(), "{}".to_owned());
    }
    let nested = (0..120).fold(json!({"type": "string"}), |inner, _| json!({"properties": {"x": inner}}));
    survives(&nested, words(&["x.x.x.x=2"]), "{}".to_owned());
    let wide: serde_json::Map<String, Value> =
        (0..20_000).map(|at| (format!("p{at}"), json!({"type": "string"}))).collect();
    let wide = json!({"properties": wide, "required": ["p1", "p2"]});
    let told = survives(&wide, words(&["p30000=1"]), "{}".to_owned());
    assert!(!told.is_empty());
}

#[test]
fn the_words_of_a_server_cannot_drive_the_terminal() {
    let schema = json!({"properties": {"a": {"type": "string", "description": "\u{1b}[2Jx\ny"}}, "required": ["a"]});
    let schema = Raw::parse(schema.to_string()).unwrap();
    let problems = told(&build(&[], None, Some(&schema)).unwrap_err());
    assert_eq!(problems, ["argument a: it is missing: \\u{1b}[2Jx y; allowed: a text"]);
}

/// JSON values of every kind, as text.
fn any_json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?",
        any::<String>().prop_map(|text| json!(text).to_string()),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((any::<String>(), inner), 0..5).prop_map(|members| {
                let members: Vec<String> =
                    members.into_iter().map(|(key, value)| format!("{}:{value}", json!(key))).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// Schemas that are mostly sound.
fn any_schema() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec!["null", "boolean", "integer", "number", "string", "array", "object", "none"]);
    let leaf = prop_oneof![
        kind.prop_map(|kind| json!({"type": kind})),
        Just(json!({"$ref": "#"})),
        Just(json!({"$ref": "#/properties/a"})),
        Just(json!({"enum": [1, "1", null, true, [1], "a"]})),
        Just(json!({"type": ["integer", "null"], "minimum": 3})),
        Just(json!(true)),
        Just(json!(7)),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let property = (prop::sample::select(vec!["a", "b", "a.b"]), inner.clone());
        prop_oneof![
            prop::collection::vec(property, 0..4).prop_map(|properties| {
                let properties: serde_json::Map<String, Value> =
                    properties.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
                json!({"type": "object", "properties": properties, "additionalProperties": false, "required": ["a"]})
            }),
            inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            prop::collection::vec(inner, 1..4).prop_map(|branches| json!({"anyOf": branches})),
        ]
    })
}

proptest! {
    #![proptest_config(trials::cases(64))]

    #[test]
    fn json_goes_out_as_it_came_in(value in any_json(), name in "[a-z_][a-z0-9_.-]{0,12}") {
        let made = build(&[format!("{name}:={value}")], None, None).unwrap();
        prop_assert_eq!(made.as_json(), format!("{{\"{name}\":{value}}}"));
        let given = build(&[], Some(made.as_json()), None).unwrap();
        prop_assert_eq!(given.as_json(), made.as_json());
    }

    #[test]
    fn a_text_without_a_schema_stays_a_text(text in "[^@].*", name in "[a-z_]{1,12}") {
        let made = build(&[format!("{name}={text}")], None, None).unwrap();
        let value: Value = serde_json::from_str(made.as_json()).unwrap();
        prop_assert_eq!(value, json!({name: text}));
    }

    #[test]
    fn nothing_panics_and_what_is_made_is_json(
        words in prop::collection::vec("(a|b|a\\.b|a\\.b\\.c|[a-z.:=]{0,4})(=|:=)?[^@]{0,8}", 0..5),
        values in prop::collection::vec(("(a|b|a\\.b)(=|:=)", any_json()), 0..3),
        given in prop::option::of(any_json()),
        schema in any_schema(),
    ) {
        let mut words = words;
        words.extend(values.into_iter().map(|(name, value)| format!("{name}{value}")));
        let words: Vec<String> = words.into_iter().filter(|word| !word.contains("=@")).collect();
        let schema = Raw::parse(schema.to_string()).unwrap();
        match build(&words, given.as_deref(), Some(&schema)) {
            Ok(made) => {
                prop_assert!(serde_json::from_str::<Value>(made.as_json()).is_ok_and(|value| value.is_object()));
                prop_assert!(!made.as_json().contains('\n'));
            }
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }
}

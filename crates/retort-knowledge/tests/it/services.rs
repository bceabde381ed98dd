//! Services as data: what the payload looks like, what is refused, and that requests stay data.

use std::fmt::Write;

use proptest::prelude::*;
use retort_knowledge::{Database, Error, Field, FieldType, Fragments, Service, ServiceRequest, sanitize_name};
use serde_json::{Value, json};

use crate::fragments;

fn every_field() -> Vec<Field> {
    let fields = FieldType::ALL.iter().flat_map(|kind| {
        let name = format!("{kind:?}");
        [Field::new(format!("must{name}"), *kind).required().unique(), Field::new(format!("may{name}"), *kind)]
    });
    fields.collect()
}

#[test]
fn the_payload_has_the_keys_of_the_reference() {
    let arguments = json!({
        "name": "Blog-Posts!",
        "database": "postgresql",
        "fields": [{"name": "title", "type": "string", "required": true}, {"name": "body", "type": "string"}],
    });
    let request = ServiceRequest::from_json(&arguments).unwrap();
    let text = serde_json::to_string(&Service::generate(fragments(), &request).unwrap()).unwrap();
    assert!(text.starts_with(r#"{"name":"blogposts","database":"postgresql","fieldCount":2,"files":{"#));
    let payload: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(payload.as_object().unwrap().len(), 4);
    let file = payload["files"]["src/services/blogposts/blogposts.service.ts"].as_object().unwrap();
    assert_eq!(file["path"], "src/services/blogposts/blogposts.service.ts");
    assert_eq!(file["type"], "service");
    assert_eq!(file["size"], file["content"].as_str().unwrap().len());
    assert_eq!(file.len(), 4);
}

#[test]
fn there_are_four_kinds_of_file_and_a_migration_for_sql() {
    for database in Database::ALL {
        let request = ServiceRequest::new("posts", database, every_field());
        let service = Service::generate(fragments(), &request).unwrap();
        let files: Vec<String> = service
            .files
            .iter()
            .map(|file| format!("{} {}", serde_json::to_value(file.kind).unwrap().as_str().unwrap(), file.path))
            .collect();
        let mut wanted = vec![
            "hooks src/services/posts/posts.hooks.ts",
            "schema src/services/posts/posts.schema.ts",
            "service src/services/posts/posts.service.ts",
            "test src/services/posts/posts.test.ts",
        ];
        if database != Database::Mongodb {
            wanted.insert(0, "schema migrations/20260101000000_posts.ts");
        }
        assert_eq!(files, wanted);
        for file in service.files {
            assert!(!file.content.contains("\n\n\n") && !file.content.starts_with('\n'), "{}", file.content);
            assert!(file.content.lines().all(|line| line.trim_end() == line), "{}", file.content);
        }
    }
}

#[test]
fn without_fragments_there_is_no_service() {
    let request = ServiceRequest::new("posts", Database::Sqlite, every_field());
    let error = Service::generate(&Fragments::from_files([]).unwrap(), &request).unwrap_err();
    assert_eq!(error.to_string(), "the knowledge base has no fragments to make a service from");
}

#[test]
fn a_service_for_each_database() {
    for database in Database::ALL {
        let request = ServiceRequest::new("posts", database, every_field());
        let mut text = String::new();
        for file in Service::generate(fragments(), &request).unwrap().files {
            let _ = write!(text, "==> {}\n{}\n", file.path, file.content);
        }
        insta::assert_snapshot!(database.name(), text);
    }
}

#[test]
fn all_that_is_wrong_is_told() {
    let field = |name: &str| json!({"name": name, "type": "string"});
    let cases = [
        json!(null),
        json!({}),
        json!({"name": "", "database": "sqlite", "fields": []}),
        json!({"name": "!!!", "database": "oracle", "fields": [field("a")]}),
        json!({"name": 1, "database": [], "fields": {}}),
        json!({"name": "x".repeat(200), "database": "sqlite", "fields": [field("a")]}),
        json!({"name": "constructor", "database": "sqlite", "fields": [field("a")]}),
        json!({"name": "Authentication", "database": "sqlite", "fields": [field("a")]}),
        json!({"name": "COM1", "database": "sqlite", "fields": [field("a")]}),
        json!({"name": "a", "database": "sqlite", "fields": [{"name": "a", "type": "blob"}, {"name": "b"}, {"type": "string"}]}),
        json!({"name": "a", "database": "sqlite", "fields": [1, {"name": "a", "type": "date", "required": "yes", "unique": 1}]}),
        json!({"name": "a", "database": "sqlite", "fields": [field("a"), field("b"), field("A")]}),
        json!({"name": "a", "database": "sqlite", "fields": [field("id"), field("_ID"), field("__proto__"), field("toString")]}),
        json!({"name": "a", "database": "sqlite", "fields": [field("$where"), field("a.b"), field("1a"), field("ä"), field("a b")]}),
        json!({"name": "a", "database": "sqlite", "fields": [field("a\"];process.exit()//"), field(&"y".repeat(64))]}),
        json!({"name": "a", "database": "postgresql", "fields": [field("ctid")]}),
        json!({"name": "a", "database": "sqlite", "fields": (0..201).map(|i| field(&format!("f{i}"))).collect::<Vec<_>>()}),
    ];
    let told: Vec<String> = cases
        .iter()
        .map(|case| ServiceRequest::from_json(case).unwrap_err().to_string().replace("; ", "\n    "))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn names_are_sanitised_as_the_reference_has_it() {
    let cases = [
        ("Users", "users"),
        ("user_profiles", "userprofiles"),
        ("3D", "_3d"),
        ("../../etc/passwd", "etcpasswd"),
        ("é", ""),
    ];
    for (name, wanted) in cases {
        assert_eq!(sanitize_name(name), wanted);
    }
}

const NASTY: [&str; 18] = [
    "`${process.exit()}`",
    "\"; drop table users; --",
    "*/",
    "//",
    "\u{2028}",
    "__proto__",
    "constructor",
    "$where",
    "../../x",
    "{{ 7 * 7 }}",
    "{% include 'x' %}",
    "a\0b",
    "</script>",
    "class",
    "default",
    "ﬁeld",
    "İd",
    "K",
];

fn hostile() -> impl Strategy<Value = String> {
    let nasty = prop::sample::select(&NASTY[..]).prop_map(str::to_owned);
    prop_oneof![any::<String>(), nasty, "[a-zA-Z_][a-zA-Z0-9_]{0,30}"]
}

fn database() -> impl Strategy<Value = Database> {
    prop::sample::select(&Database::ALL[..])
}

fn field(name: impl Strategy<Value = String>) -> impl Strategy<Value = Field> {
    (name, prop::sample::select(&FieldType::ALL[..]), any::<bool>(), any::<bool>()).prop_map(
        |(name, kind, required, unique)| {
            let field = Field::new(name, kind);
            let field = if required { field.required() } else { field };
            if unique { field.unique() } else { field }
        },
    )
}

proptest! {
    #![proptest_config(trials::cases(64))]

    #[test]
    fn hostile_requests_are_refused_or_harmless(
        name in hostile(),
        database in database(),
        fields in prop::collection::vec(field(hostile()), 0..4),
    ) {
        match Service::generate(fragments(), &ServiceRequest::new(&name, database, fields.clone())) {
            Err(Error::Service(problems)) => prop_assert!(!problems.list().is_empty()),
            Err(error) => panic!("{error}"),
            Ok(service) => {
                prop_assert!(service.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'));
                for field in &fields {
                    prop_assert!(field.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
                }
                // Of the name nothing gets in but what is left of it.
                let plain = ServiceRequest::new(service.name.trim_start_matches('_'), database, fields);
                prop_assert_eq!(service, Service::generate(fragments(), &plain).unwrap());
            }
        }
    }

    /// What is made is the same as for harmless names, but for the names themselves, as whole words.
    #[test]
    fn names_stay_names(
        name in "[a-z]{3,20}",
        database in database(),
        fields in prop::collection::vec(field("[a-zA-Z_][a-zA-Z0-9_]{2,20}"), 1..5),
    ) {
        let Ok(service) = Service::generate(fragments(), &ServiceRequest::new(&name, database, fields.clone())) else {
            return Ok(());
        };
        let harmless = fields.iter().enumerate().map(|(place, field)| {
            let mut field = field.clone();
            field.name = format!("zZz{place}zZz");
            field
        });
        let request = ServiceRequest::new("qqxxqq", database, harmless.collect());
        let twin = Service::generate(fragments(), &request).unwrap();
        let mut pascal = name.clone();
        pascal[..1].make_ascii_uppercase();
        for (file, twin) in service.files.iter().zip(twin.files) {
            let mut renamed = twin.content;
            for (place, field) in fields.iter().enumerate() {
                renamed = renamed.replace(&format!("zZz{place}zZz"), &field.name);
            }
            renamed = renamed.replace("qqxxqq", &name).replace("Qqxxqq", &pascal);
            prop_assert_eq!(&file.content, &renamed);
        }
    }
}

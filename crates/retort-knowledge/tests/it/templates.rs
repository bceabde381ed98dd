//! Projects as data: what the payload looks like, and that the pieces fit each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use retort_knowledge::{Database, Fragments, Project, TemplatePayload, TemplateRequest, Version};
use serde_json::{Value, json};

use crate::{extension, fragments, requests};

fn content<'a>(project: &'a Project, path: &str) -> &'a str {
    &project.files.iter().find(|file| file.path == path).unwrap().content
}

#[test]
fn defaults_are_no_authentication_typescript_and_feathers_5() {
    let request: TemplateRequest = serde_json::from_value(json!({"database": "sqlite"})).unwrap();
    assert_eq!(request, TemplateRequest::new(Database::Sqlite));
    assert_eq!(
        serde_json::to_string(&request).unwrap(),
        r#"{"database":"sqlite","auth":false,"typescript":true,"version":"v5"}"#
    );
    for wrong in [json!({}), json!({"database": "oracle"}), json!({"database": "sqlite", "colour": "red"})] {
        assert!(serde_json::from_value::<TemplateRequest>(wrong).is_err());
    }
}

#[test]
fn the_payload_has_the_keys_of_the_reference() {
    let payload = TemplatePayload::new(fragments(), TemplateRequest::new(Database::Mongodb)).unwrap();
    let text = serde_json::to_string(&payload).unwrap();
    assert!(text.starts_with(
        r#"{"database":"mongodb","auth":false,"typescript":true,"version":"v5","dependencies":["@feathersjs/"#
    ));
    let payload: Value = serde_json::from_str(&text).unwrap();
    let keys: Vec<&String> = payload.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 7, "{keys:?}");
    assert!(payload["featureFlags"].as_array().unwrap().contains(&json!("mongodb")));
    let file = payload["files"]["package.json"].as_object().unwrap();
    assert_eq!(file["path"], "package.json");
    assert_eq!(file["size"], file["content"].as_str().unwrap().len());
    assert_eq!(file.len(), 3);
}

#[test]
fn without_fragments_the_payload_says_that_nothing_matches() {
    let none = Fragments::from_files([]).unwrap();
    let payload = TemplatePayload::new(&none, TemplateRequest::new(Database::Sqlite)).unwrap();
    assert_eq!(
        serde_json::to_string(&payload).unwrap(),
        concat!(
            r#"{"error":"No matching templates found for the specified configuration","#,
            r#""database":"sqlite","auth":false,"typescript":true,"version":"v5"}"#
        )
    );
}

#[test]
fn both_is_feathers_5_with_notes() {
    for mut request in requests().into_iter().filter(|request| request.version == Version::V5) {
        let plain = Project::compose(fragments(), request).unwrap().unwrap();
        request.version = Version::Both;
        let noted = Project::compose(fragments(), request).unwrap().unwrap();
        assert!(content(&noted, "MIGRATION.md").starts_with("# From Feathers 4 to Feathers 5\n"));
        assert_eq!(noted.dependencies, plain.dependencies);
        assert_eq!(noted.files.len(), plain.files.len() + 1);
        for file in plain.files.iter().filter(|file| file.path != "README.md") {
            assert_eq!(content(&noted, &file.path), file.content);
        }
    }
}

#[test]
fn files_are_tidy_and_in_the_language_that_was_asked_for() {
    for request in requests() {
        let project = Project::compose(fragments(), request).unwrap().unwrap();
        let other = if request.typescript { "js" } else { "ts" };
        let mut paths = BTreeSet::new();
        for file in &project.files {
            let (path, content) = (&file.path, &file.content);
            assert!(paths.insert(path), "{request:?}: {path} twice");
            assert!(extension(path) != other, "{request:?}: {path}");
            assert!(content.ends_with('\n') && !content.ends_with("\n\n"), "{request:?}: the end of {path}");
            assert!(!content.contains("\n\n\n") && !content.starts_with('\n'), "{request:?}: empty lines in {path}");
            assert!(content.lines().all(|line| line.trim_end() == line), "{request:?}: blanks at line ends in {path}");
            assert!(!content.contains("{{") && !content.contains("{%"), "{request:?}: a template in {path}");
            if extension(path) == "json" {
                serde_json::from_str::<Value>(content).unwrap();
            }
        }
        for path in ["package.json", "README.md", "config/default.json", ".gitignore"] {
            assert!(paths.contains(&path.to_owned()), "{request:?}: no {path}");
        }
    }
}

/// The packages that a file imports.
fn imports(content: &str) -> impl Iterator<Item = String> {
    let names = content.lines().filter_map(|line| {
        let (_, rest) = line.split_once(" from \"").or_else(|| line.split_once("require(\""))?;
        rest.split('"').next()
    });
    names.filter(|name| !name.starts_with('.') && !name.starts_with("node:")).map(|name| {
        let parts = if name.starts_with('@') { 2 } else { 1 };
        name.split('/').take(parts).collect::<Vec<_>>().join("/")
    })
}

#[test]
fn what_is_imported_is_declared_and_what_is_declared_is_used() {
    for request in requests() {
        let project = Project::compose(fragments(), request).unwrap().unwrap();
        let package: Value = serde_json::from_str(content(&project, "package.json")).unwrap();
        let declared: BTreeMap<String, Value> = serde_json::from_value(package["dependencies"].clone()).unwrap();
        let told: Vec<String> =
            declared.iter().map(|(name, version)| format!("{name}@{}", version.as_str().unwrap())).collect();
        assert_eq!(project.dependencies, told);

        let code = project.files.iter().filter(|file| ["ts", "js"].contains(&extension(&file.path)));
        let mut used: BTreeSet<String> = code.flat_map(|file| imports(&file.content)).collect();
        // Knex loads the driver by its name in the settings.
        used.extend(match request.database {
            Database::Postgresql => Some("pg".to_owned()),
            Database::Sqlite => Some("better-sqlite3".to_owned()),
            Database::Mongodb => None,
        });
        assert_eq!(used, declared.into_keys().collect(), "{request:?}");
    }
}

#[test]
fn the_packages_that_tests_install_are_those_of_the_projects() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |path: &str| -> Value { serde_json::from_str(&std::fs::read_to_string(root.join(path)).unwrap()).unwrap() };
    let versions = read("knowledge/templates/versions.json");
    for version in ["v4", "v5"] {
        let folder = format!("../../tests/knowledge/projects/{version}");
        let package = read(&format!("{folder}/package.json"));
        let lock = read(&format!("{folder}/package-lock.json"));
        let told = "copy the versions there, then run `npm install --package-lock-only`";
        assert_eq!(package["dependencies"], versions[version], "{folder}/package.json is behind: {told}");
        assert_eq!(
            lock["packages"][""]["dependencies"], versions[version],
            "{folder}/package-lock.json is behind: {told}"
        );
    }
}

#[test]
fn a_project_at_a_glance() {
    let mut text = String::new();
    for request in requests().into_iter().filter(|request| request.auth && request.database != Database::Mongodb) {
        let project = Project::compose(fragments(), request).unwrap().unwrap();
        let files: Vec<&str> = project.files.iter().map(|file| file.path.as_str()).collect();
        let _ = write!(
            text,
            "{}\n  {}\n  {}\n  {}\n\n",
            serde_json::to_string(&request).unwrap(),
            project.dependencies.join(" "),
            project.feature_flags.join(" "),
            files.join("\n  ")
        );
    }
    insta::assert_snapshot!(text);
}

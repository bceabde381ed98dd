//! Loading a knowledge base from a folder, and making one from Markdown.

use std::fs;
use std::path::{Path, PathBuf};

use retort_knowledge::base::{self, BuildOptions};
use retort_knowledge::{Entry, Error, KnowledgeLoader, Versions};
use serde_json::Value;

/// A folder of its own, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("retort-knowledge-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_category_or_one_file_of_it() {
    let folder = Folder::new("load");
    folder.write("docs/one.json", r#"[{"id": "a", "title": "A", "category": "x", "body": "b"}, {"id": "broken"}]"#);
    folder.write("docs/two.json", "{\n  \"id\": nothing\n}");
    folder.write("snippets/hooks-before.json", r#"{"id": "s", "title": "S", "body": "b"}"#);
    folder.write("secret.json", r#"{"id": "secret", "title": "S", "body": "b"}"#);
    let loader = KnowledgeLoader::new(folder.path());

    let docs: Vec<Entry> = loader.load("docs", None).unwrap();
    assert_eq!(docs.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(), ["a"]);
    let warnings = loader.take_warnings();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].starts_with("docs/one.json: the entry broken is left out: "), "{warnings:?}");
    assert!(warnings[1].starts_with("docs/two.json is no valid JSON"), "{warnings:?}");

    assert_eq!(loader.load::<Entry>("snippets", Some("hooks-before")).unwrap()[0].id, "s");
    assert!(loader.load::<Entry>("snippets", Some("none")).unwrap().is_empty());
    assert!(loader.load::<Entry>("none", None).unwrap().is_empty());
    let error = loader.load::<Entry>("docs", Some("two")).unwrap_err().to_string();
    assert_eq!(error, "docs/two.json is no valid JSON: expected ident at line 2, column 10");
    for (category, file) in [("..", None), ("docs", Some("../secret")), ("docs/..", Some("secret")), ("/", None)] {
        assert!(matches!(loader.load::<Entry>(category, file), Err(Error::Outside(_))), "{category} {file:?}");
    }

    let index = serde_json::to_value(loader.build_index().unwrap()).unwrap();
    let keys: Vec<&String> = index.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 5);
    assert_eq!(index["byCategory"]["x"][0]["id"], "a");
    assert_eq!((&index["templates"], &index["bestPractices"]), (&Value::Array(vec![]), &Value::Array(vec![])));
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_followed() {
    let outside = Folder::new("outside");
    outside.write("x.json", r#"{"id": "secret", "title": "S", "body": "b"}"#);
    let folder = Folder::new("links");
    folder.write("docs/a.json", r#"{"id": "a", "title": "A", "body": "b"}"#);
    std::os::unix::fs::symlink(outside.path().join("x.json"), folder.path().join("docs/x.json")).unwrap();
    std::os::unix::fs::symlink(outside.path(), folder.path().join("patterns")).unwrap();
    let loader = KnowledgeLoader::new(folder.path());
    assert_eq!(loader.load::<Entry>("docs", None).unwrap().len(), 1);
    assert!(loader.load::<Entry>("patterns", None).unwrap().is_empty());
    assert_eq!(loader.take_warnings().len(), 2);
}

#[test]
fn what_is_built_in_is_whole() {
    let loader = KnowledgeLoader::built_in();
    let index = loader.build_index().unwrap();
    assert_eq!(loader.take_warnings(), Vec::<String>::new());
    assert!(index.by_category.values().map(Vec::len).sum::<usize>() >= 150);
    assert!(!index.templates.is_empty() && !index.snippets.is_empty());
    assert!(!index.patterns.is_empty() && !index.best_practices.is_empty());
    let entries = loader.entries().unwrap();
    let mut ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), entries.len(), "ids are unique");
    for entry in &entries {
        assert!(!entry.title.is_empty() && !entry.category.is_empty() && !entry.tags.is_empty(), "{}", entry.id);
        assert!(entry.source.url.as_deref().is_some_and(|url| url.starts_with("https://")), "{}", entry.id);
        assert!(entry.body.len() > 200, "{}", entry.id);
    }
}

#[test]
fn markdown_becomes_a_base_that_is_brought_up_to_date() {
    let docs = Folder::new("docs");
    let target = Folder::new("target");
    let base_folder = target.path().join("kb");
    docs.write(
        "guide/start.md",
        "# Start\n\nInstall the frobnicator first.\n\n## Options\n\nUse `--fast` for speed.\n",
    );
    docs.write("api.md", "# API\n\n```sh\n# not a heading\nfrobnicate --now\n```\n");
    docs.write("node_modules/x/readme.md", "# Not ours\n");
    docs.write("notes.txt", "no Markdown");
    let build = || base::build(docs.path(), &base_folder, &BuildOptions::default(), |_, _| {}).unwrap();

    let built = build();
    assert_eq!((built.files, built.read, built.entries), (2, 2, 3));
    let found = |query: &str| {
        let index = base::open(&base_folder).unwrap();
        let hits = index.search(query, Versions::All, 5).unwrap();
        hits.into_iter().map(|hit| hit.entry.id).collect::<Vec<_>>()
    };
    assert_eq!(found("frobnicator")[0], "guide/start#start");
    assert_eq!(found("options speed")[0], "guide/start#options");

    assert_eq!(build().read, 0);
    docs.write("api.md", "# API\n\nNow about wobbling.\n");
    let built = build();
    assert_eq!((built.read, built.entries), (1, 3));
    assert_eq!(found("wobbling"), ["api#api"]);
    assert!(found("frobnicate now").iter().all(|id| id != "api#api"));
    fs::remove_file(docs.path().join("guide/start.md")).unwrap();
    let built = build();
    assert_eq!((built.removed, built.entries), (1, 1));
    assert!(found("frobnicator").is_empty());

    target.write("other/thing.txt", "somebody's");
    let taken = base::build(docs.path(), &target.path().join("other"), &BuildOptions::default(), |_, _| {});
    assert!(matches!(taken, Err(Error::Taken(_))), "{taken:?}");
    assert!(matches!(base::open(&target.path().join("nothing")), Err(Error::NoBase(_))));
    let empty = Folder::new("empty");
    let none = base::build(empty.path(), &base_folder, &BuildOptions::default(), |_, _| {});
    assert!(matches!(none, Err(Error::NoMarkdown(_))));
}

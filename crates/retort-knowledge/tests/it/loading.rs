//! Loading a knowledge base from a folder, and making one from Markdown.

use std::fs;
use std::path::{Path, PathBuf};

use retort_knowledge::base::{self, BuildOptions};
use retort_knowledge::{Entry, Error, KnowledgeLoader, Versions};
use serde_json::Value;

/// A folder of its own, gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("retort-knowledge-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
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

    let made = build();
    assert_eq!((made.files, made.read, made.entries), (2, 2, 3));
    let found = |query: &str| {
        let index = base::open(&base_folder).unwrap();
        let hits = index.search(query, Versions::All, 5).unwrap();
        hits.into_iter().map(|hit| hit.entry.id).collect::<Vec<_>>()
    };
    assert_eq!(found("frobnicator")[0], "guide/start#start");
    assert_eq!(found("options speed")[0], "guide/start#options");

    assert_eq!(build().read, 0);
    docs.write("api.md", "# API\n\nNow about wobbling.\n");
    let made = build();
    assert_eq!((made.read, made.entries), (1, 3));
    assert_eq!(found("wobbling"), ["api#api"]);
    assert!(found("frobnicate").iter().all(|id| id != "api#api"));
    fs::remove_file(docs.path().join("guide/start.md")).unwrap();
    let made = build();
    assert_eq!((made.removed, made.entries), (1, 1));
    assert!(found("frobnicator").is_empty());

    target.write("other/thing.txt", "somebody's");
    let taken = base::build(docs.path(), &target.path().join("other"), &BuildOptions::default(), |_, _| {});
    assert!(matches!(taken, Err(Error::Taken(_))), "{taken:?}");
    assert!(matches!(base::open(&target.path().join("nothing")), Err(Error::NoBase(_))));
    let empty = Folder::new("empty");
    let none = base::build(empty.path(), &base_folder, &BuildOptions::default(), |_, _| {});
    assert!(matches!(none, Err(Error::NoMarkdown(_))));
}

#[test]
fn a_bad_fragment_is_left_out_with_a_warning_and_the_rest_is_served() {
    let folder = Folder::new("bad-fragment");
    folder.write("docs/a.json", r#"{"id": "a", "title": "A", "body": "b"}"#);
    folder.write("templates/good.jinja", "---\npath: good.txt\n---\nGood.\n");
    folder.write("templates/red.jinja", "---\npath: red.txt\ncolour: red\n---\nRed.\n");
    folder.write("templates/open.jinja", "---\npath: open.txt\n---\n{% if %}\n");
    folder.write("templates/versions.json", "{");
    let loader = KnowledgeLoader::new(folder.path());
    let found = loader.fragments().unwrap();
    assert_eq!(found.list().iter().map(|fragment| fragment.id.as_str()).collect::<Vec<_>>(), ["good.jinja"]);
    let warnings = loader.take_warnings();
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert_eq!(
        warnings[1],
        "the fragment red.jinja cannot be read: `colour` is unknown in front matter; it is left out"
    );
    assert!(warnings[0].contains("open.jinja") && warnings[2].contains("versions.json"), "{warnings:?}");
    assert_eq!(loader.build_index().unwrap().templates.len(), 1);
    assert!(retort_knowledge::Router::feathers(&loader, loader.index(None).unwrap().into()).is_ok());
}

#[test]
fn fragments_with_the_line_ends_of_windows_are_the_same() {
    let folder = Folder::new("windows");
    folder.write("templates/a.jinja", "---\r\npath: a.txt\r\ndatabase: [sqlite]\r\n---\r\nOne\r\nTwo\r\n");
    let found = KnowledgeLoader::new(folder.path()).fragments().unwrap();
    assert_eq!(found.list().len(), 1);
    assert_eq!((found.list()[0].path.as_str(), found.list()[0].content.as_str()), ("a.txt", "One\nTwo\n"));
}

#[test]
fn a_named_file_that_cannot_be_read_is_told() {
    let folder = Folder::new("unreadable");
    folder.write("docs/a.json", r#"{"id": "a", "title": "A", "body": "b"}"#);
    fs::write(folder.path().join("docs/x.json"), b"{\"id\": \"caf\xe9\"}").unwrap();
    let loader = KnowledgeLoader::new(folder.path());
    let error = loader.load::<Entry>("docs", Some("x")).unwrap_err().to_string();
    assert!(error.starts_with("cannot use docs/x.json: "), "{error}");
    assert_eq!(loader.load::<Entry>("docs", Some("a")).unwrap().len(), 1);
    assert_eq!(loader.take_warnings(), Vec::<String>::new(), "what was not asked for is not read");
    assert_eq!(loader.load::<Entry>("docs", None).unwrap().len(), 1);
    assert!(loader.take_warnings()[0].starts_with("docs/x.json cannot be read"));
}

#[test]
fn an_entry_of_no_known_version_is_left_out_with_a_warning() {
    let folder = Folder::new("version");
    folder.write("docs/a.md", "---\nid: a\ntitle: A\nversion: v6\n---\nText.\n");
    folder.write("docs/b.md", "---\nid: b\ntitle: B\nversion: v4\n---\nText.\n");
    let loader = KnowledgeLoader::new(folder.path());
    let found: Vec<Entry> = loader.load("docs", None).unwrap();
    assert_eq!(found.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(
        loader.take_warnings(),
        ["docs/a.md has an entry that cannot be used: \"v6\" is no version, as v4, v5 and both are; it is left out"]
    );
    assert!(matches!(loader.load::<Entry>("docs", Some("a")), Err(Error::Unfit { .. })));
}

#[test]
fn the_json_that_the_documents_show_is_loaded() {
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/knowledge.md");
    let document = fs::read_to_string(documents).unwrap();
    let (_, section) = document.split_once("\n## Entries of your own\n").unwrap();
    let (_, block) = section.split_once("\n```json\n").unwrap();
    let (json, _) = block.split_once("\n```\n").unwrap();
    let folder = Folder::new("documented");
    folder.write("docs/hooks.json", json);
    let loader = KnowledgeLoader::new(folder.path());
    let found: Vec<Entry> = loader.load("docs", Some("hooks")).unwrap();
    assert_eq!(found, loader.load::<Entry>("docs", None).unwrap());
    assert_eq!(loader.take_warnings(), Vec::<String>::new());
    // Nothing that is shown is passed over, and what the table names is all that there is.
    let shown: Value = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_value(&found[0]).unwrap(), shown[0]);
    for member in shown[0].as_object().unwrap().keys() {
        assert!(section.contains(&format!("\n| `{member}` | ")), "{member}");
    }
    assert_eq!((found[1].version.name(), found[1].category.as_str(), &found[1].tags), ("both", "", &Vec::new()));
    for needed in ["id", "title", "body"] {
        let mut without = shown[1].clone();
        without.as_object_mut().unwrap().remove(needed);
        folder.write("docs/without.json", &without.to_string());
        let error = loader.load::<Entry>("docs", Some("without")).unwrap_err().to_string();
        assert!(error.contains(&format!("missing field `{needed}`")), "{error}");
    }
    let index = loader.index(None).unwrap();
    assert_eq!(index.search("how do I log who called what", Versions::All, 1).unwrap()[0].entry.id, "hooks-audit");
}

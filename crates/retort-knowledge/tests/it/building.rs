//! Knowledge bases made from folders of Markdown: what becomes an entry, and what a build that went wrong leaves behind.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use retort_knowledge::base::{self, BuildOptions, Built};
use retort_knowledge::{Entry, Error, Version, Versions};

use crate::loading::Folder;

/// A folder of Markdown and a place for its knowledge base.
struct Docs {
    folder: Folder,
    url: Option<&'static str>,
}

impl Docs {
    fn new(name: &str) -> Self {
        Self { folder: Folder::new(&format!("building-{name}")), url: None }
    }

    fn at(name: &str, url: &'static str) -> Self {
        Self { url: Some(url), ..Self::new(name) }
    }

    fn write(&self, name: &str, text: &str) {
        self.folder.write(&format!("docs/{name}"), text);
    }

    fn target(&self) -> PathBuf {
        self.folder.path().join("kb")
    }

    fn try_build(&self, url: Option<&str>, progress: impl FnMut(usize, usize)) -> Result<Built, Error> {
        let mut options = BuildOptions::default();
        options.url = url.map(String::from);
        base::build(&self.folder.path().join("docs"), &self.target(), &options, progress)
    }

    fn build(&self) -> Built {
        self.try_build(self.url, |_, _| {}).unwrap()
    }

    /// What a search finds in the knowledge base as it is now.
    fn found(&self, query: &str) -> Vec<Entry> {
        let hits = base::open(&self.target()).unwrap().search(query, Versions::All, 50).unwrap();
        hits.into_iter().map(|hit| hit.entry).collect()
    }

    /// The one entry that has a word.
    fn entry(&self, word: &str) -> Entry {
        let mut found = self.found(word);
        assert_eq!(found.len(), 1, "{word}: {found:?}");
        found.remove(0)
    }

    fn url(&self, word: &str) -> Option<String> {
        self.entry(word).source.url
    }
}

#[test]
fn a_build_that_breaks_off_leaves_what_was_there() {
    let docs = Docs::new("breaks-off");
    docs.write("a.md", "# Zebra\n\nStripes.\n");
    docs.write("b.md", "# Lion\n\nA mane.\n");
    assert_eq!(docs.build().entries, 2);
    // Another address means that all is made anew; it ends in the middle of that.
    let broken = catch_unwind(AssertUnwindSafe(|| {
        docs.try_build(Some("https://x.example"), |done, _| assert!(done < 1, "broken off"))
    }));
    assert!(broken.is_err());
    assert_eq!(docs.found("stripes").len(), 1);
    let built = docs.build();
    assert_eq!((built.entries, built.read), (2, 0));
    assert_eq!(docs.url("stripes"), None);
    let built = docs.try_build(Some("https://x.example"), |_, _| {}).unwrap();
    assert_eq!((built.entries, built.read), (2, 2));
    assert_eq!(docs.url("mane").as_deref(), Some("https://x.example/b#lion"));
}

#[test]
fn a_first_build_that_breaks_off_is_no_base_and_is_done_again() {
    let docs = Docs::new("first");
    docs.write("a.md", "# Zebra\n\nStripes.\n");
    docs.write("b.md", "# Lion\n\nA mane.\n");
    let broken = catch_unwind(AssertUnwindSafe(|| docs.try_build(None, |done, _| assert!(done < 1, "broken off"))));
    assert!(broken.is_err());
    assert!(matches!(base::open(&docs.target()), Err(Error::NoBase(_))));
    assert_eq!(docs.build().entries, 2);
}

#[test]
fn what_a_broken_off_build_had_read_and_is_gone_since_is_not_found() {
    let docs = Docs::new("gone");
    docs.write("a.md", "# Zebra\n\nStripes.\n");
    docs.build();
    docs.write("b.md", "# Lion\n\nA mane.\n");
    let broken = catch_unwind(AssertUnwindSafe(|| docs.try_build(None, |done, all| assert!(done < all, "broken off"))));
    assert!(broken.is_err());
    fs::remove_file(docs.folder.path().join("docs/b.md")).unwrap();
    assert_eq!(docs.build().entries, 1);
    assert!(docs.found("mane").is_empty());
}

#[test]
fn entries_are_had_by_their_ids_until_they_are_gone() {
    let docs = Docs::new("ids-gone");
    for name in ["a", "b", "c"] {
        docs.write(&format!("{name}.md"), &format!("# {name}\n\nfirst {name}\n\n## Part\n\nsecond {name}\n"));
    }
    docs.build();
    fs::remove_file(docs.folder.path().join("docs/b.md")).unwrap();
    docs.write("c.md", "# c\n\nanew\n");
    docs.build();
    let index = base::open(&docs.target()).unwrap();
    let ids = |after: Option<&str>, limit| -> Vec<String> {
        index.after_id(after, limit).unwrap().into_iter().map(|entry| entry.id).collect()
    };
    assert_eq!(ids(None, 10), ["a#a", "a#part", "c#c"]);
    assert_eq!((ids(None, 2), ids(Some("a#part"), 2)), (vec!["a#a".into(), "a#part".into()], vec!["c#c".to_owned()]));
    // What a page begins after need not be there any more.
    assert_eq!((ids(Some("b#b"), 10), ids(Some("z"), 10)), (vec!["c#c".to_owned()], vec![]));
    assert_eq!(index.with_id("c#c").unwrap()[0].body, "anew");
    assert!(index.with_id("b#b").unwrap().is_empty() && index.with_id("").unwrap().is_empty());
    assert_eq!(index.ids_like("part", 10).unwrap(), (vec!["a#part".to_owned()], false));
}

#[test]
fn two_builds_at_once_do_not_meet() {
    let docs = Docs::new("two");
    docs.write("a.md", "# Zebra\n\nStripes.\n");
    let mut second = None;
    let built = docs.try_build(None, |done, _| {
        if done == 0 {
            second = Some(docs.try_build(None, |_, _| {}));
        }
    });
    let told = second.unwrap().unwrap_err().to_string();
    assert!(told.starts_with("another build is under way in "), "{told}");
    assert_eq!(built.unwrap().entries, 1);
    assert_eq!(docs.build().read, 0);
    assert_eq!(docs.found("stripes").len(), 1);
}

#[test]
fn an_index_that_is_gone_or_broken_is_told_with_advice_and_made_anew() {
    let docs = Docs::new("no-index");
    docs.write("a.md", "# Zebra\n\nStripes.\n");
    let index = docs.target().join("index");
    let told = || base::open(&docs.target()).map(|_| ()).unwrap_err().to_string();
    docs.build();
    fs::remove_dir_all(&index).unwrap();
    assert!(told().ends_with(": retort knowledge build makes one"), "{}", told());
    assert_eq!(docs.build().read, 1);
    for file in fs::read_dir(&index).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|end| end == "store" || end == "term") {
            fs::remove_file(file).unwrap();
        }
    }
    assert!(told().ends_with("build it again with retort knowledge build"), "{}", told());
    assert_eq!(docs.build().read, 1);
    fs::write(index.join("meta.json"), "{").unwrap();
    assert!(told().ends_with("build it again with retort knowledge build"), "{}", told());
    assert_eq!(docs.build().read, 1);
    assert_eq!(docs.found("stripes").len(), 1);
    fs::remove_file(docs.target().join("retort.lock")).unwrap();
    assert_eq!(docs.build().read, 0);
}

#[test]
fn a_byte_that_has_changed_is_noticed_and_the_index_is_made_anew_with_words() {
    let docs = Docs::new("flipped");
    docs.write("a.md", "# Zebra\n\nStripes.\n");
    docs.write("b.md", "# Lion\n\nA mane.\n");
    docs.build();
    let index = docs.target().join("index");
    let names = || -> Vec<_> { fs::read_dir(&index).unwrap().map(|file| file.unwrap().file_name()).collect() };
    let is_part = |name: &std::ffi::OsString| name == "meta.json" || !name.to_string_lossy().starts_with('.');
    let count = names().iter().filter(|name| is_part(name)).count();
    assert!(count > 5, "{count}");
    for number in 0..count {
        for part in [0, 1, 2, 3, 4] {
            let mut files: Vec<_> = names().into_iter().filter(is_part).collect();
            files.sort_by_key(|name| name.to_string_lossy().rsplit_once('.').map(|(_, end)| end.to_owned()));
            let path = index.join(&files[number]);
            let mut bytes = fs::read(&path).unwrap();
            let at = (bytes.len() - 1) * part / 4;
            bytes[at] ^= 1;
            fs::write(&path, bytes).unwrap();
            let told = base::open(&docs.target()).map(|_| ());
            let Err(Error::Broken { .. } | Error::OtherSchema) = told else {
                panic!("{}, byte {at}: {told:?}", path.display())
            };
            let built = docs.build();
            assert_eq!((built.read, built.entries), (2, 2), "{}, byte {at}", path.display());
            let [warning] = &built.warnings[..] else { panic!("{}, byte {at}: {:?}", path.display(), built.warnings) };
            assert!(warning.contains("is damaged") && warning.ends_with("it is made anew"), "{warning}");
            assert_eq!(docs.found("stripes").len(), 1);
        }
    }
    assert!(docs.build().warnings.is_empty());
}

#[test]
fn a_base_opens_where_nothing_can_be_written() {
    let docs = Docs::new("read-only");
    docs.write("a.md", "# Zebra\n\nStripes.\n");
    docs.build();
    // A folder in the place of the file that is locked: as on a disk that is mounted for reading, it cannot be made. The
    // superuser may write wherever the system can, so nothing else stops a test that runs as one.
    let lock = docs.target().join("index/.tantivy-meta.lock");
    let _ = fs::remove_file(&lock);
    fs::create_dir(&lock).unwrap();
    assert_eq!(docs.found("stripes").len(), 1);
}

#[test]
fn entries_at_hand_are_written_where_nothing_else_is() {
    let folder = Folder::new("building-entries");
    folder.write("site/index/page.html", "somebody's");
    let entry: Entry =
        serde_json::from_value(serde_json::json!({"id": "a", "title": "A", "body": "Zebra stripes."})).unwrap();
    let taken = base::write_entries(&folder.path().join("site"), [&entry]).map(|_| ());
    assert!(matches!(taken, Err(Error::Taken(_))), "{taken:?}");
    assert!(folder.path().join("site/index/page.html").exists());

    let docs = Docs::new("over-entries");
    assert_eq!(base::write_entries(&docs.target(), [&entry]).unwrap().len(), 1);
    assert_eq!(docs.found("zebra").len(), 1);
    // What a folder has takes their place.
    docs.write("b.md", "# Lion\n\nA mane.\n");
    assert_eq!(docs.build().entries, 1);
    assert!(docs.found("zebra").is_empty());
}

#[test]
fn pages_with_an_id_have_sections_too() {
    let docs = Docs::at("ids", "https://x.example/docs");
    docs.write("a/intro.md", "---\nid: intro\ntitle: Intro\n---\n# One\n\nZebra.\n\n## Two\n\nLion.\n");
    docs.write("b/intro.md", "---\nid: intro\ntitle: Intro\n---\nOstrich.\n");
    assert_eq!(docs.build().entries, 3);
    let lion = docs.entry("lion");
    assert_eq!((lion.id.as_str(), lion.title.as_str()), ("a/intro#two", "Intro: Two"));
    assert_eq!(lion.source.url.as_deref(), Some("https://x.example/docs/a/intro#two"));
    assert_eq!(docs.entry("ostrich").id, "b/intro");
}

#[test]
fn front_matter_is_read_as_yaml_has_it() {
    let docs = Docs::at("yaml", "https://x.example/docs");
    docs.write(
        "nested.md",
        "---\nhero:\n  title: Fast\nimage:\n  url: https://cdn.example/x.png\ntitle: 'Zebra''s page' # ours\n\
         tags:\n  - crossing\n  - \"black, white\"\n---\nzebraword\n",
    );
    docs.write("jekyll.md", "---\npermalink: /guide/\n---\n# A\n\njekyllword\n");
    docs.write("inside.md", "---\npermalink: /docs/guide/\n---\ninsideword\n");
    docs.write("told.md", "---\nsource: an interview\nurl: https://y.example/told\n---\ntoldword\n");
    docs.write("empty.md", "---\nsource:\nurl: https://y.example/empty\n---\nemptyword\n");
    docs.write("list.md", "---\r\ntags:\r\n- one\r\n- two\r\ntitle: >-\r\n  A long\r\n  title\r\n---\r\nlistword\r\n");
    docs.write("flow.md", "---\ntags: [\"a, b\",\n  c\n]\n---\nflowword\n");
    docs.write("rule.md", "---\n\nruleword stands between two rules.\n\n---\n\nMore.\n");
    docs.build();
    let zebra = docs.entry("zebraword");
    assert_eq!(zebra.title, "Zebra's page");
    assert_eq!(zebra.tags, ["crossing", "black, white"]);
    assert_eq!(zebra.source.url.as_deref(), Some("https://x.example/docs/nested"));
    assert_eq!(docs.url("jekyllword").as_deref(), Some("https://x.example/docs/guide/#a"));
    assert_eq!(docs.url("insideword").as_deref(), Some("https://x.example/docs/guide/"));
    assert_eq!(docs.url("toldword").as_deref(), Some("https://y.example/told"));
    assert_eq!(docs.url("emptyword").as_deref(), Some("https://y.example/empty"));
    let list = docs.entry("listword");
    assert_eq!((list.title.as_str(), list.tags), ("A long title", vec!["one".to_owned(), "two".to_owned()]));
    assert_eq!(docs.entry("flowword").tags, ["a, b", "c"]);
    assert_eq!(docs.found("ruleword").len(), 1);
}

#[test]
fn one_page_cannot_take_all_memory_or_time() {
    let docs = Docs::new("hostile");
    let tags: Vec<String> = (0..20_000).map(|number| format!("tag{number}")).collect();
    docs.write("tags.md", &format!("---\ntags: [{}]\n---\n{}", tags.join(", "), "# a\nb\n".repeat(20_000)));
    let numbered: Vec<String> = (1..5_000).map(|number| format!("# c-{number}\nb\n")).collect();
    docs.write("names.md", &(numbered.concat() + &"# c\nb\n".repeat(20_000)));
    docs.write("title.md", &format!("# {}\n\ntitleword\n", "long ".repeat(50_000)));
    docs.build();
    assert!(docs.entry("titleword").title.len() <= 200);
    let size: u64 =
        fs::read_dir(docs.target().join("index")).unwrap().map(|f| f.unwrap().metadata().unwrap().len()).sum();
    assert!(size < 100 << 20, "{size}");
}

#[test]
fn headings_of_one_name_are_numbered_as_on_the_web() {
    let docs = Docs::at("numbered", "https://x.example");
    docs.write(
        "a.md",
        "# Setup\n\nfirstword\n\n# Setup\n\nsecondword\n\n# Setup 1\n\nthirdword\n\n# Setup\n\nfourthword\n",
    );
    docs.build();
    let urls = ["firstword", "secondword", "thirdword", "fourthword"].map(|word| docs.url(word).unwrap());
    assert_eq!(urls, ["setup", "setup-1", "setup-1-1", "setup-2"].map(|name| format!("https://x.example/a#{name}")));
}

#[test]
fn headings_are_read_as_sites_write_them() {
    let docs = Docs::at("headings", "https://x.example");
    docs.write(
        "a.md",
        "## Title {#custom-id}\n\ncustomword\n\n## With space { #spaced .wide }\n\nspacedword\n\n\
         ## GET /users/{id}\n\nbraceword\n\n## Write `{#id}`\n\ncodeword\n\nTwo\nlines\n---\n\nlinesword\n\n\
         ## What's new in my_function?\n\nnewsword\n",
    );
    docs.build();
    let said = |word: &str| {
        let entry = docs.entry(word);
        (entry.title, entry.source.url.unwrap().split_once('#').unwrap().1.to_owned())
    };
    let of = |title: &str, anchor: &str| (title.to_owned(), anchor.to_owned());
    assert_eq!(said("customword"), of("Title", "custom-id"));
    assert_eq!(said("spacedword"), of("Title: With space", "spaced"));
    assert_eq!(said("braceword"), of("Title: GET /users/{id}", "get-usersid"));
    assert_eq!(said("codeword"), of("Title: Write {#id}", "write-id"));
    assert_eq!(said("linesword"), of("Title: Two lines", "two-lines"));
    assert_eq!(said("newsword"), of("Title: What's new in my_function?", "whats-new-in-my_function"));
}

#[test]
fn addresses_are_made_of_any_path() {
    let docs = Docs::at("paths", "https://x.example/");
    docs.write("c#/my page.md", "# Start\n\nsharpword\n");
    docs.write("100%/é?.md", "percentword\n");
    docs.build();
    assert_eq!(docs.url("sharpword").as_deref(), Some("https://x.example/c%23/my%20page#start"));
    assert_eq!(docs.url("percentword").as_deref(), Some("https://x.example/100%25/%C3%A9%3F"));
}

#[cfg(unix)]
#[test]
fn names_are_those_of_the_files() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let docs = Docs::new("names");
    docs.write("a\\b.md", "backword\n");
    docs.write("a/b.md", "folderword\n");
    docs.write("target/t.md", "targetword\n");
    docs.write("out/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55");
    docs.write("out/o.md", "outword\n");
    let inside = |name: &[u8]| docs.folder.path().join("docs").join(OsStr::from_bytes(name));
    fs::write(inside(b"x\xff.md"), "oneword\n").unwrap();
    fs::write(inside(b"x\xfe.md"), "otherword\n").unwrap();
    std::os::unix::fs::symlink(inside(b"a"), inside(b"linked")).unwrap();
    let built = docs.build();
    assert_eq!((built.files, built.entries), (4, 4));
    assert_eq!((docs.entry("backword").id, docs.entry("folderword").id), ("a\\b".to_owned(), "a/b".to_owned()));
    assert_eq!(docs.found("targetword").len(), 1);
    assert!(docs.found("outword").is_empty());
    let mut warnings = built.warnings;
    warnings.sort_unstable();
    assert_eq!(
        warnings,
        [
            "linked is a link and is not followed",
            "x\u{fffd}.md is left out: its name is no UTF-8, and reads like that of another file"
        ]
    );
    let again = docs.build();
    assert_eq!((again.read, again.entries), (0, 4));
}

#[test]
fn sections_are_about_what_their_page_is_about() {
    let docs = Docs::new("versions");
    docs.write("a.md", "---\nversion: v4\ncategory: hooks\n---\n# One\n\nzebraword\n");
    docs.write("b.md", "---\nversion: 1.2.3\n---\nlionword\n");
    docs.write("c.md", "---\nversion: v6\n---\nostrichword\n");
    let built = docs.build();
    let zebra = docs.entry("zebraword");
    assert_eq!((zebra.version, zebra.category.as_str()), (Version::V4, "hooks"));
    assert_eq!(docs.entry("lionword").version, Version::Both);
    assert_eq!(
        built.warnings,
        ["a version that is none of v4, v5 and both is passed over in 2 files; the first is b.md with \"1.2.3\""]
    );
}

#[test]
fn long_sections_are_cut_between_paragraphs_and_never_in_code() {
    let docs = Docs::at("long", "https://x.example");
    let filler = |word: &str| format!("{}\n\n", format!("{word} filler. ").repeat(100));
    let code = format!("```sh\ncodestart\n\n{}codeend\n```\n\n", "# no heading\n\nmake\n\n".repeat(5_000));
    let many = (0..500).map(|number| filler(&format!("word{number}"))).collect::<Vec<_>>().concat();
    docs.write("a.md", &format!("# Long\n\n{many}{code}{many}"));
    docs.write("list.md", &format!("# List\n\n{}", "- listword and more of it\n".repeat(20_000)));
    docs.write("lines.md", &format!("# Lines\n\n{}", "linesword and more of it\n".repeat(20_000)));
    docs.build();
    let found = docs.found("word7");
    assert!(found.iter().all(|entry| entry.body.len() < 256 << 10), "{}", found[0].body.len());
    assert!(found[0].id.starts_with("a#long") && found[0].title == "Long");
    assert_eq!(found[0].source.url.as_deref(), Some("https://x.example/a#long"));
    let coded = docs.entry("codestart");
    assert!(coded.body.contains("codestart") && coded.body.contains("codeend\n```"));
    for word in ["listword", "linesword"] {
        let found = docs.found(word);
        let ids: std::collections::BTreeSet<&String> = found.iter().map(|entry| &entry.id).collect();
        assert!(found.len() > 5 && ids.len() == found.len(), "{word}: {ids:?}");
        assert!(found.iter().all(|entry| entry.body.len() < 128 << 10 && !entry.body.is_empty()));
    }
}

//! Knowledge bases, built from folders of Markdown and served as somebody would.

use std::fs;

use serde_json::Value;

use crate::servers::{Folder, Served};
use crate::{at_terminal, json, retort, root, stderr, stdout};

/// A folder with documentation and a place for its knowledge base.
struct Docs {
    folder: Folder,
}

impl Docs {
    fn new(name: &str) -> Self {
        let docs = Self { folder: Folder::new(&format!("knowledge-{name}")) };
        docs.write(
            "guide/start.md",
            "---\ntitle: Guide\ntags: [begin]\n---\nWelcome, see [the site](https://a.example/guide).\n\n# Install\n\nRun \
             this:\n\n```sh\n# not a heading\nmake install\n\nmake test\n```\n\n## Upgrade\n\nPull the lever.\n",
        );
        docs.write("entry.md", "---\nid: lamp\ntitle: The lamp\nsource: https://b.example/lamp\n---\nIt glows.\n");
        docs
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.folder.0.join("docs").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn path(&self, name: &str) -> String {
        self.folder.0.join(name).into_os_string().into_string().unwrap()
    }

    /// Builds the knowledge base; gives what is said, on both outputs.
    fn build(&self) -> (String, String) {
        let output = retort(&["knowledge", "build", &self.path("docs"), "-o", &self.path("kb")], b"");
        assert!(output.status.success(), "{}", stderr(&output));
        let told = stdout(&output).replace(&self.path("kb"), "KB");
        (told, stderr(&output).to_owned())
    }

    /// What a search finds.
    fn search(&self, query: &str) -> Vec<Value> {
        let found = json(&retort(&["call", &self.path("kb"), "search_docs", &format!("query={query}"), "--json"], b""));
        found["data"].as_array().unwrap_or_else(|| panic!("{found}")).clone()
    }
}

#[test]
fn sections_are_found_with_their_code_and_their_sources() {
    let docs = Docs::new("sections");
    let (told, warnings) = docs.build();
    assert_eq!(
        (told.as_str(), warnings.as_str()),
        ("4 entries from 2 files in KB; 2 read, 0 unchanged, 0 removed\n", "")
    );
    let found = docs.search("make test");
    assert_eq!((&found[0]["id"], &found[0]["title"]), (&"guide/start#install".into(), &"Guide: Install".into()));
    let snippet = found[0]["snippet"].as_str().unwrap();
    assert!(snippet.contains("# not a heading make install make test"), "{snippet}");
    assert_eq!(found[0]["source"]["path"], "guide/start.md");
    assert_eq!(docs.search("welcome")[0]["source"]["url"], "https://a.example/guide");
    let lamp = &docs.search("lamp")[0];
    assert_eq!((&lamp["id"], &lamp["title"]), (&"entry".into(), &"The lamp".into()));
    assert_eq!(lamp["source"]["url"], "https://b.example/lamp");
}

#[test]
fn a_full_disk_is_called_one_and_what_was_there_stays() {
    let docs = Docs::new("full");
    docs.build();
    for number in 0..200 {
        let words: String = (0..400).map(|word| format!("word{} ", number * 400 + word)).collect::<Vec<_>>().concat();
        docs.write(&format!("more/{number}.md"), format!("# Page {number}\n\n{words}\n"));
    }
    // No file may be larger than that: for whoever writes it is as if the disk were full.
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" knowledge build \"$1\" -o \"$2\"";
    for target in ["kb", "another"] {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_retort"), &docs.path("docs"), &docs.path(target)]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let told = stderr(&output);
        assert!(
            told.starts_with("retort: there is no room left on the disk for ") && told.lines().count() == 1,
            "{told}"
        );
        // Nor does what it wrote keep the disk full.
        let files = fs::read_dir(docs.folder.0.join(target).join("index")).unwrap();
        let bytes: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
        assert!(bytes < 60_000, "{bytes} bytes are left behind in {target}");
    }
    assert_eq!(docs.search("lamp").len(), 1);
    assert!(docs.build().0.contains(" from 202 files in KB; 200 read, 2 unchanged"));
}

#[test]
fn a_base_opens_on_a_disk_that_is_mounted_for_reading() {
    let docs = Docs::new("mounted");
    docs.build();
    let folder = docs.path("");
    let script = "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" && ! touch \"$1/x\" 2> /dev/null && \
                  exec \"$0\" call \"$1/kb\" search_docs query=lamp --json";
    let mut command = std::process::Command::new("unshare");
    let output = command.args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_retort"), &folder]).output();
    match output {
        Ok(output) if stderr(&output).contains("unshare: ") || stderr(&output).contains("mount: ") => {
            trials::pass_over("leave to mount a folder");
        }
        Err(_) => trials::pass_over("the command unshare"),
        Ok(output) => assert_eq!(json(&output)["data"][0]["id"], "entry", "{}", stderr(&output)),
    }
}

#[test]
fn a_damaged_base_is_told_and_one_that_is_kept_is_made_anew() {
    let docs = Docs::new("damaged");
    docs.build();
    let flip = |folder: &std::path::Path| {
        let mut files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let store = files.find(|path| path.extension().is_some_and(|end| end == "store")).unwrap();
        let mut bytes = fs::read(&store).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        fs::write(&store, bytes).unwrap();
    };
    flip(&docs.folder.0.join("kb/index"));
    let output = retort(&["call", &docs.path("kb"), "search_docs", "query=lamp"], b"");
    assert!(!output.status.success());
    assert!(stderr(&output).contains("build it again with retort knowledge build"), "{}", stderr(&output));
    let (_, warnings) = docs.build();
    assert!(warnings.contains("is damaged") && warnings.contains("it is made anew"), "{warnings}");
    assert_eq!(docs.search("lamp").len(), 1);

    let cache = docs.folder.0.join("cache");
    let feathers = || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_retort"));
        command.args(["call", "feathers", "search_docs", "query=hooks", "--json"]).env("XDG_CACHE_HOME", &cache);
        let output = command.output().unwrap();
        assert!(json(&output)["data"].as_array().is_some_and(|found| !found.is_empty()), "{}", stderr(&output));
        stderr(&output).to_owned()
    };
    let kept = cache.join("retort/feathers/index");
    let keep = || {
        for _ in 0..100 {
            let told = feathers();
            if kept.join("meta.json").is_file()
                && !told.contains("damaged")
                && cache.join("retort/feathers/retort.sum").is_file()
            {
                return;
            }
        }
        panic!("the index is never kept");
    };
    keep();
    assert_eq!(feathers(), "");
    flip(&kept);
    let told = feathers();
    assert!(told.contains("is damaged") && told.contains("it is made anew"), "{told}");
    keep();
}

#[test]
fn only_what_has_changed_is_read_again() {
    let docs = Docs::new("changes");
    docs.build();
    assert_eq!(docs.build().0, "4 entries from 2 files in KB; 0 read, 2 unchanged, 0 removed\n");
    // An entry with a source elsewhere is known by its file all the same.
    docs.write("entry.md", "---\nid: lamp\ntitle: The lamp\nsource: https://b.example/lamp\n---\nIt flickers.\n");
    assert_eq!(docs.build().0, "4 entries from 2 files in KB; 1 read, 1 unchanged, 0 removed\n");
    let found = docs.search("lamp");
    assert_eq!((found.len(), &found[0]["snippet"]), (1, &"It flickers.".into()));
    fs::remove_file(docs.folder.0.join("docs/entry.md")).unwrap();
    assert_eq!(docs.build().0, "3 entries from 1 file in KB; 0 read, 1 unchanged, 1 removed\n");
    assert_eq!(docs.search("lamp"), Vec::<Value>::new());
}

#[test]
fn a_build_that_was_killed_is_done_again() {
    let docs = Docs::new("killed");
    for number in 0..400 {
        docs.write(&format!("many/{number}.md"), format!("# Page {number}\n\nword{number}\n").repeat(20));
    }
    let (whole, _) = docs.build();
    assert!(whole.starts_with("8,004 entries from 402 files in KB; 402 read"), "{whole}");
    // Each time all is made anew, for another address, and ended at another moment.
    for (turn, milliseconds) in [0, 20, 60, 150, 400, 800].into_iter().enumerate() {
        let mut build = std::process::Command::new(env!("CARGO_BIN_EXE_retort"))
            .args(["knowledge", "build", &docs.path("docs"), "-o", &docs.path("kb")])
            .args(["--url", &format!("https://x.example/{turn}")])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        build.kill().unwrap();
        build.wait().unwrap();
        // What was there is there, or what was to come.
        assert_eq!(docs.search("word399")[0]["source"]["path"], "many/399.md", "{milliseconds} ms");
        let (told, _) = docs.build();
        assert!(told.starts_with("8,004 entries from 402 files in KB; "), "{milliseconds} ms: {told}");
        assert_eq!(docs.search("lamp").len(), 1, "{milliseconds} ms");
    }
    // The first build of all, which leaves nothing to go back to.
    for milliseconds in [0, 30, 100, 300] {
        let place = docs.path(&format!("new-{milliseconds}"));
        let words = ["knowledge", "build", &docs.path("docs"), "-o", &place];
        let mut build = std::process::Command::new(env!("CARGO_BIN_EXE_retort"))
            .args(words)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        build.kill().unwrap();
        build.wait().unwrap();
        let again = retort(&words, b"");
        assert!(stdout(&again).starts_with("8,004 entries from 402 files"), "{milliseconds} ms: {}", stderr(&again));
    }
}

#[test]
fn what_is_wrong_is_told_in_a_sentence_and_nothing_is_touched() {
    let docs = Docs::new("mistakes");
    let place = |name: &str| docs.path(name);
    // A folder of somebody else's, which looks like a knowledge base from afar.
    for (name, text) in
        [("site/manifest.json", r#"{"name": "site"}"#), ("site/index/page.html", "x"), ("two/index/x", "x")]
    {
        let path = docs.folder.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::create_dir_all(docs.folder.0.join("empty")).unwrap();
    let build = |from: &str, to: &str| {
        vec!["knowledge".to_owned(), "build".to_owned(), place(from), "-o".to_owned(), place(to)]
    };
    let serve = |words: &[&str], folder: &str| -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).chain([place(folder)]).collect()
    };
    for (arguments, said) in [
        (build("nowhere", "kb"), format!("cannot use {}: No such file or directory (os error 2)", place("nowhere"))),
        (
            build("empty", "kb"),
            format!("there is no Markdown in {}: files that end in .md, .mdx or .markdown are read", place("empty")),
        ),
        (
            build("docs", "site"),
            format!("{} holds something else than a knowledge base: name a new folder", place("site")),
        ),
        (
            build("docs", "two"),
            format!("{} holds something else than a knowledge base: name a new folder", place("two")),
        ),
        (
            build("docs", "docs"),
            format!("{} holds something else than a knowledge base: name a new folder", place("docs")),
        ),
        (
            serve(&["serve", "knowledge"], "nowhere"),
            format!("there is no knowledge base in {}: retort knowledge build makes one", place("nowhere")),
        ),
        (
            serve(&["serve", "knowledge"], "docs"),
            format!("there is no knowledge base in {}: retort knowledge build makes one", place("docs")),
        ),
        (
            serve(&["serve", "knowledge"], "site"),
            format!("there is no knowledge base in {}: retort knowledge build makes one", place("site")),
        ),
        (
            serve(&["serve", "feathers", "--knowledge"], "nowhere"),
            format!("cannot use {}: No such file or directory (os error 2)", place("nowhere")),
        ),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = retort(&arguments, b"");
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{arguments:?}");
        assert_eq!(stderr(&output), format!("retort: {said}\n"), "{arguments:?}");
    }
    assert!(docs.folder.0.join("site/index/page.html").exists() && docs.folder.0.join("two/index/x").exists());
}

#[cfg(unix)]
#[test]
fn hostile_folders_are_read_all_the_same() {
    let docs = Docs::new("hostile");
    let inside = |name: &str| docs.folder.0.join("docs").join(name);
    std::os::unix::fs::symlink(inside("guide"), inside("guide/again")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", inside("linked.md")).unwrap();
    docs.write("latin.md", b"# Caf\xe9\n\nZebra crossing.\n");
    docs.write("new\nline\u{1b}[31m.md", "# Odd\n\nOstrich feathers.\n");
    docs.write(".hidden.md", "# Hidden\n\nSecret squirrel.\n");
    docs.write("node_modules/x/README.md", "# Theirs\n\nSecret squirrel.\n");
    // As many headings of one name as fit, which must not take for ever.
    docs.write("many.md", "# a\nb\n\n".repeat(5_000));
    docs.write("open.md", "---\nnever: closed\n\n```\n# code to the end\n");
    fs::File::create(inside("huge.md")).unwrap().set_len(17 << 20).unwrap();
    let deep: String = "deep/".repeat(300);
    docs.write(&format!("{deep}down.md"), "# Down\n\nMole hills.\n");
    let (told, warnings) = docs.build();
    assert!(told.contains(" from 7 files in KB; 7 read"), "{told}");
    let mut warnings: Vec<&str> = warnings.lines().collect();
    warnings.sort_unstable();
    assert_eq!(
        warnings,
        [
            "retort: guide/again is a link and is not followed",
            "retort: huge.md is larger than 16 MB; it is left out",
            "retort: latin.md is not all UTF-8; what is not was replaced",
            "retort: linked.md is a link and is not followed",
        ]
    );
    for (query, id) in
        [("zebra", "latin#caf"), ("ostrich", "new\nline\u{1b}[31m#odd"), ("mole", &*format!("{deep}down#down"))]
    {
        assert_eq!(docs.search(query)[0]["id"], id);
    }
    assert_eq!(docs.search("squirrel"), Vec::<Value>::new());
}

#[test]
fn a_terminal_sees_how_far_it_is() {
    let docs = Docs::new("progress");
    let arguments = ["knowledge", "build", &docs.path("docs"), "-o", &docs.path("kb")];
    let shown = at_terminal(&arguments, "", &[]);
    assert!(shown.status.success());
    assert!(stdout(&shown).contains(" of 2 files"), "{:?}", stdout(&shown));
    assert!(stdout(&shown).trim_end().ends_with("2 read, 0 unchanged, 0 removed"), "{:?}", stdout(&shown));
}

#[test]
fn the_documents_of_this_repository_are_served_and_the_checker_finds_nothing() {
    let folder = Folder::new("knowledge-own");
    let base = folder.0.join("kb").into_os_string().into_string().unwrap();
    // Without the reference of the rules, which shows what is wrong on purpose.
    let documents = folder.0.join("docs");
    std::fs::create_dir_all(&documents).unwrap();
    for name in ["checking.md", "envelope.md", "formats.md", "servers.md", "showing.md"] {
        std::fs::copy(root().join("docs").join(name), documents.join(name)).unwrap();
    }
    let output = retort(&["knowledge", "build", documents.to_str().unwrap(), "-o", &base], b"");
    assert!(output.status.success() && stderr(&output).is_empty(), "{}", stderr(&output));
    let served = Served::start_with(&["knowledge", &base, "--subject", "Retort"]);
    let found = json(&retort(&["call", &served.url, "search_docs", "query=how is a server checked", "--json"], b""));
    assert_eq!(found["data"][0]["source"]["path"], "checking.md", "{found}");
    let command = format!("'{}' serve knowledge '{base}'", env!("CARGO_BIN_EXE_retort"));
    for server in [&served.url, &command] {
        let output = retort(&["check", server], b"");
        assert_eq!(output.status.code(), Some(0), "{server}: {}{}", stdout(&output), stderr(&output));
    }
}

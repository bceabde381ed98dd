//! The documents: what they show is what the program prints. `RETORT_DOCS=update cargo test` writes it anew.

use std::path::Path;
use std::process::Command;

use crate::root;

/// What a command prints, both streams as a terminal would show them.
fn run(command: &str) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_retort")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{}:{path}", programs.display()))
        // What is remembered of a server moves the ids of later requests.
        .env("XDG_CACHE_HOME", "/dev/null")
        .current_dir(root())
        .output()
        .unwrap();
    let text = [output.stderr, output.stdout].concat();
    String::from_utf8(text).unwrap()
}

/// A document with the output behind every `$ command` in its console blocks as it really is.
fn rendered(document: &str) -> String {
    let mut rendered = String::new();
    let mut in_console = false;
    for line in document.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        }
        if in_console && !line.starts_with("```") && !line.starts_with("$ ") {
            continue;
        }
        rendered.push_str(line);
        rendered.push('\n');
        if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            rendered.push_str(&run(command));
        }
    }
    rendered
}

#[test]
fn every_command_shown_prints_what_is_shown() {
    let documents = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let documents = documents.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut shown = 0;
    for path in documents.chain([root().join("README.md")]) {
        let document = std::fs::read_to_string(&path).unwrap();
        let rendered = rendered(&document);
        shown += document.matches("\n$ ").count();
        if std::env::var("RETORT_DOCS").as_deref() == Ok("update") {
            // Pages that other tests write are left to them.
            if document != rendered {
                std::fs::write(&path, rendered).unwrap();
            }
        } else {
            assert!(document == rendered, "{} is stale: RETORT_DOCS=update cargo test", path.display());
        }
    }
    assert!(shown > 5, "the documents show what Retort does");
}

#[test]
fn every_rule_is_in_the_reference() {
    let path = root().join("docs/rules.md");
    let expected = retort_check::rules_markdown();
    if std::env::var("RETORT_DOCS").as_deref() == Ok("update") {
        std::fs::write(&path, expected).unwrap();
    } else {
        let document = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(document == expected, "docs/rules.md is stale: RETORT_DOCS=update cargo test");
    }
}

#[test]
fn every_oddity_is_explained() {
    let path = root().join("docs/oddities.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let (before, _) = document.split_once("| id | what it is |").unwrap();
    let rows = retort_core::OddityKind::ALL.iter().map(|kind| format!("| `{kind}` | {} |\n", kind.explanation()));
    let table = rows.collect::<Vec<_>>().concat();
    let expected = format!("{before}| id | what it is |\n|---|---|\n{table}");
    if std::env::var("RETORT_DOCS").as_deref() == Ok("update") {
        std::fs::write(&path, expected).unwrap();
    } else {
        assert!(document == expected, "docs/oddities.md is stale: RETORT_DOCS=update cargo test");
    }
}

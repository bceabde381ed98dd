//! `--output`: what an answer brings along is written below one folder, under names that can be seen and take no effect.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::hostile::{Scripted, result, scripted};
use crate::{stderr, stdout};

/// A server whose tool answers with these files.
fn with_files(name: &str, paths: &[&str]) -> Scripted {
    let files: serde_json::Map<String, Value> =
        paths.iter().map(|path| ((*path).to_owned(), json!({"content": format!("of {path}")}))).collect();
    let text = json!({"made": true, "files": files}).to_string();
    scripted(name, &json!({"tools/call": [result(&json!({"content": [{"type": "text", "text": text}]}))]}))
}

/// Every file below a folder, by its path.
fn below(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().filter_map(Result::ok) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                found.insert(entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

const HARMLESS: [&str; 4] = ["README.md", "src/a.ts", "Makefile", "package.json"];
const READ: [&str; 14] = [
    ".bashrc",
    ".git/hooks/post-checkout",
    ".mcp.json",
    "mcp.json",
    "sub/MCP.JSON",
    ".vscode/mcp.json",
    "src/.envrc",
    "bare/HEAD",
    "GIT~1/config",
    "--checkpoint-action=exec=sh x",
    "mcp.json.",
    ".ssh/authorized_keys",
    "CLAUDE.md",
    "docs/agents.md",
];

#[test]
fn what_takes_effect_by_being_there_is_written_only_when_it_is_asked_for() {
    let server = with_files("read", &[HARMLESS.as_slice(), &READ].concat());
    let folder = server.folder.0.join("out");
    let output = server.run(&["call", "t", "--output", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(below(&folder), names(&HARMLESS));
    assert!(stderr(&output).contains("14 files of the answer not written"), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("add --hidden-files")
            && stderr(&output).contains(".bashrc: its name begins with a dot"),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains("  … and 2 other files"), "{}", stderr(&output));
    assert!(stdout(&output).contains("made"), "{}", stdout(&output));
    let output = server.run(&["call", "t", "--output", folder.to_str().unwrap(), "--hidden-files"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(below(&folder).len(), HARMLESS.len() + READ.len());
}

#[test]
fn every_file_that_is_not_written_is_told_with_its_reason() {
    let long = "x".repeat(2000);
    let files = json!({
        "files": {"a.txt": "fine", "../b": "b", "c.txt": {"size": 3}, "CLAUDE.md": "d", "con": "e", format!("{long}/../f"): "f"}
    });
    let server = scripted(
        "told",
        &json!({"tools/call": [result(&json!({"content": [{"type": "text", "text": files.to_string()}]}))]}),
    );
    let folder = server.folder.0.join("out");
    let output = server.run(&["call", "t", "--output", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(below(&folder), names(&["a.txt"]));
    let told = stderr(&output);
    for reason in [
        "  CLAUDE.md: agents read it as orders",
        "  ../b: its path leads out of the folder",
        "  c.txt: the answer has no text for it",
        "  con: its name is a device on some systems",
        "  xxx",
    ] {
        assert!(told.contains(reason), "{reason}: {told}");
    }
    assert!(told.len() < 1000, "{told}");
}

#[test]
fn names_are_written_so_that_they_can_be_seen() {
    let paths = ["a\u{202e}txt.exe", "\u{200b}.bashrc", "b\u{1b}[2J\n", "mcp\u{2060}.json", "c\u{a0}d/e"];
    let server = with_files("seen", &paths);
    let folder = server.folder.0.join("out");
    let output = server.run(&["call", "t", "--output", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let written = ["a_U+202E_txt.exe", "_U+200B_.bashrc", "b_U+001B_[2J_U+000A_", "mcp_U+2060_.json", "c_U+00A0_d/e"];
    assert_eq!(below(&folder), names(&written));
    assert!(stderr(&output).contains("a_U+202E_txt.exe"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let server = with_files("links", &["in/x", "out/x", "deep/out/x", "file", "ok/x"]);
    let (outside, folder) = (server.folder.0.join("outside"), server.folder.0.join("out"));
    std::fs::create_dir_all(&outside).unwrap();
    std::fs::create_dir_all(folder.join("deep")).unwrap();
    std::fs::create_dir_all(folder.join("here")).unwrap();
    std::os::unix::fs::symlink("here", folder.join("in")).unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("out")).unwrap();
    std::os::unix::fs::symlink("../../outside", folder.join("deep/out")).unwrap();
    std::os::unix::fs::symlink(outside.join("file"), folder.join("file")).unwrap();
    for arguments in [["--hidden-files"].as_slice(), &[]] {
        let output = server.run(&[["call", "t", "--output", folder.to_str().unwrap()].as_slice(), arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("there is a link on the way"), "{}", stderr(&output));
        assert_eq!(below(&outside), names(&[]));
        assert_eq!(std::fs::read_to_string(folder.join("ok/x")).unwrap(), "of ok/x");
        assert_eq!(below(&folder.join("here")), names(&[]));
    }
}

#[test]
fn too_many_files_and_bytes_are_not_begun_with() {
    let many: Vec<String> = (0..1001).map(|number| format!("f{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let server = with_files("many", &many);
    let folder = server.folder.0.join("out");
    let out = folder.to_str().unwrap();
    for (limit, option) in
        [(["--max-files", "1000"], "--max-files"), (["--max-files", "5"], "--max-files"), (["--max-files", "2000"], "")]
    {
        let output = server.run(&[["call", "t", "--output", out].as_slice(), &limit].concat());
        assert_eq!(output.status.code(), Some(if option.is_empty() { 0 } else { 2 }), "{}", stderr(&output));
        assert!(stderr(&output).contains(option), "{}", stderr(&output));
        assert_eq!(below(&folder).len(), if option.is_empty() { 1001 } else { 0 });
    }
    let server = with_files("bytes", &["a", "b"]);
    let folder = server.folder.0.join("out");
    let out = folder.to_str().unwrap();
    let output = server.run(&["call", "t", "--output", out, "--max-saved", "7"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("have 8 bytes, and at most 7 are saved"), "{}", stderr(&output));
    assert_eq!(below(&folder).len(), 0);
    let output = server.run(&["call", "t", "--output", out, "--max-saved", "8"]);
    assert_eq!((output.status.code(), below(&folder).len()), (Some(0), 2), "{}", stderr(&output));
}

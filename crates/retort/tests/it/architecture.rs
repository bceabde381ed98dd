//! ARCHITECTURE.md is a map: every file that it names is there, and every module at the top of a crate is on it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::root;

fn document() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// Where the links of a document lead, without those that leave the repository.
fn links(document: &str) -> BTreeSet<PathBuf> {
    let targets = document.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.starts_with('#')).map(PathBuf::from).collect()
}

/// The names in backticks that are names of source files or folders, and in no link.
fn unlinked(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = document;
    while let Some((before, from)) = rest.split_once('`') {
        let Some((name, after)) = from.split_once('`') else { break };
        let is_linked = before.ends_with('[') && after.starts_with("](");
        let is_file = Path::new(name).extension().is_some_and(|end| end == "rs") || name.ends_with('/');
        if is_file && !is_linked && !name.contains(' ') {
            found.push(name.to_owned());
        }
        rest = after;
    }
    found
}

/// The modules that a crate's root declares, as the files or folders they are in.
fn modules(root: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(root).unwrap();
    let folder = root.parent().unwrap();
    let declared = text.lines().filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';'));
    declared
        .map(|name| {
            let file = folder.join(format!("{name}.rs"));
            if file.exists() { file } else { folder.join(name) }
        })
        .collect()
}

#[test]
fn every_file_on_the_map_is_there() {
    let links = links(&document());
    assert!(links.len() > 50, "the map links what it names");
    let missing: Vec<&PathBuf> = links.iter().filter(|link| !root().join(link).exists()).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md links what is not there: {missing:?}");
}

#[test]
fn every_file_that_is_named_is_linked() {
    let unlinked = unlinked(&document());
    assert!(unlinked.is_empty(), "ARCHITECTURE.md names files without a link: {unlinked:?}");
}

#[test]
fn every_module_at_the_top_of_a_crate_is_on_the_map() {
    let links = links(&document());
    let mut missing = Vec::new();
    let mut crates = 0;
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let source = entry.unwrap().path().join("src");
        for file in ["lib.rs", "main.rs"].map(|name| source.join(name)).into_iter().filter(|file| file.exists()) {
            crates += 1;
            for module in modules(&file) {
                let module = module.strip_prefix(root()).unwrap().to_owned();
                if !links.iter().any(|link| link.starts_with(&module)) {
                    missing.push(module);
                }
            }
        }
    }
    assert!(crates >= 8, "all crates are looked at");
    assert!(missing.is_empty(), "ARCHITECTURE.md does not name these modules: {missing:?}");
}

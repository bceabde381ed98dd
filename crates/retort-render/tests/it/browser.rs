//! Pages in a real browser: attacks do nothing there, rules for accessible pages hold, and tables sort and filter.
//!
//! `./test` installs Chromium and the packages that drive it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use retort_render::{View, html};

use crate::attacks::{KINDS, attacks, folder as folder_of, views};
use crate::{said, view};

/// The folder of the packages that drive Chromium.
fn peers() -> Option<PathBuf> {
    trials::peers("Chromium's driver")
}

/// A new folder for pages.
fn pages(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Lets a script of the browser tests look at a folder of pages, and gives what it found.
fn found_by(script: &str, pages: &Path, peers: &Path) -> serde_json::Value {
    let scripts = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/browser");
    let output = Command::new(peers.join("node_modules/.bin/node"))
        .arg(scripts.join(script))
        .arg(pages)
        .env("RETORT_PEERS", peers)
        .output()
        .unwrap();
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Half of the attacks in a browser, so that two browsers work at the same time. So many pages and clicks there are at least.
fn attack(half: usize, pages_there: u64, clicks: u64) {
    let Some(peers) = peers() else { return };
    let folder = pages(&format!("attacks-{half}"));
    for kind in KINDS.into_iter().skip(half).step_by(2) {
        let attacks = attacks(kind);
        let mut places: BTreeMap<String, Vec<View>> = BTreeMap::new();
        for attack in &attacks {
            for (place, view) in views(attack) {
                places.entry(place).or_default().push(view);
            }
        }
        let title = attacks.concat();
        // A frame costs a browser more than anything else on a page; all attacks are previewed once.
        let is_twin = |place: &str| match place {
            "place-05" => kind != "html",
            "inside-html" => !matches!(kind, "html" | "links"),
            _ => false,
        };
        for (place, views) in places.into_iter().filter(|(place, _)| !is_twin(place)) {
            std::fs::write(folder.join(format!("{kind}-{place}.html")), html::page(&views, &title)).unwrap();
        }
    }
    let found = found_by("attacks.mjs", &folder, &peers);
    assert_eq!(found["trouble"], serde_json::json!([]));
    assert!(found["pages"].as_u64().unwrap() >= pages_there && found["clicks"].as_u64().unwrap() > clicks, "{found}");
}

#[test]
fn no_attack_runs_or_asks_for_anything() {
    attack(0, 100, 50_000);
}

#[test]
fn no_other_attack_runs_or_asks_for_anything() {
    attack(1, 65, 25_000);
}

/// A table of more rows than a page lays out at first, with signs that could break a row that is kept as text.
fn large() -> View {
    let rows: Vec<serde_json::Value> = (0..450)
        .map(|row| {
            let text = format!("\"{row}\" <td> & </tr>\n<tr>'s {}", (row * 7919) % 450);
            serde_json::json!({"id": row, "text": text, "mixed": (row * 7919) % 450, "list": [row, "</noscript>"]})
        })
        .collect();
    view(&said(&serde_json::to_string(&rows).unwrap()), None)
}

/// A page for each response that the tests know.
fn fixture_pages(name: &str) -> PathBuf {
    let to = pages(name);
    let mut all = Vec::new();
    for file in std::fs::read_dir(folder_of("responses")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut view = view(&std::fs::read_to_string(&path).unwrap(), None);
        if view.frame.counts.as_ref().is_some_and(retort_render::Counts::is_partial) {
            view.frame.rest = Some("retort call library list_members --offset 50".to_owned());
        }
        std::fs::write(to.join(format!("{name}.html")), html::page(std::slice::from_ref(&view), &name)).unwrap();
        all.push((name, view));
    }
    all.sort_by(|one, other| one.0.cmp(&other.0));
    std::fs::write(to.join("large.html"), html::page(&[large()], "large")).unwrap();
    let all: Vec<View> = all.into_iter().map(|(_, view)| view).collect();
    std::fs::write(to.join("all.html"), html::page(&all, "All of them")).unwrap();
    to
}

#[test]
fn pages_are_accessible_in_light_and_dark() {
    let Some(peers) = peers() else { return };
    let found = found_by("accessible.mjs", &fixture_pages("accessible"), &peers);
    assert_eq!(found["trouble"], serde_json::json!([]));
    assert!(found["pages"].as_u64().unwrap() >= 25 && found["rules"].as_u64().unwrap() >= 20, "{found}");
}

#[test]
fn pages_can_be_used_with_the_mouse_and_with_keys() {
    let Some(peers) = peers() else { return };
    let folder = fixture_pages("use");
    let response = std::fs::read_to_string(folder_of("responses").join("search_results.json")).unwrap();
    let mut page = std::fs::File::create(folder.join("remote.html")).unwrap();
    html::write_page(&[view(&response, None)], "remote", html::RemoteImages::AtOnce, &mut page).unwrap();
    let found = found_by("use.mjs", &folder, &peers);
    assert_eq!(found["trouble"], serde_json::json!([]));
}

#[test]
fn the_policy_alone_keeps_raw_pages_silent() {
    let Some(peers) = peers() else { return };
    let found = found_by("policy.mjs", &fixture_pages("policy"), &peers);
    assert_eq!((&found["hits"], &found["tabs"]), (&serde_json::json!([]), &serde_json::json!(1)), "{found}");
    assert!(found["clicks"].as_u64().unwrap() >= 7, "{found}");
    assert_eq!(found["control"], 1, "the server that counts was never reached");
}

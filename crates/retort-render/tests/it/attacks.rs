//! Known attacks, hundreds of each kind, in every place where a server's text can stand. Here they meet the terminal;
//! the browser meets them in [`crate::browser`].

use std::path::PathBuf;

use retort_core::Format;
use retort_render::{Palette, Terminal, View, harmless};

use crate::hostile::{responses, without_own};
use crate::{fitted, said, view};

/// The kinds of attacks, each a file of JSON Lines.
pub(crate) const KINDS: [&str; 5] = ["html", "terminal", "links", "markdown", "data"];

pub(crate) fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The attacks of a kind.
pub(crate) fn attacks(kind: &str) -> Vec<String> {
    let lines = std::fs::read_to_string(folder("attacks").join(format!("{kind}.jsonl"))).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Every way in which a response with an attack in it is shown, each under a name.
pub(crate) fn views(attack: &str) -> Vec<(String, View)> {
    let mut views = Vec::new();
    for (index, response) in responses(attack).iter().chain(&more(attack)).enumerate() {
        views.push((format!("place-{index:02}"), view(response, None)));
    }
    for format in Format::ALL {
        views.push((format!("as-{}", format.name()), view(&said(attack), Some(format))));
    }
    // A browser is given these as pages and as Markdown, whatever they look like.
    let markdown = format!(
        "[{attack}]({attack})\n\n![{attack}]({attack})\n\n```{attack}\n{attack}\n```\n\n# {attack}\n\n> {attack}"
    );
    views.push(("inside-markdown".to_owned(), view(&said(&markdown), Some(Format::Markdown))));
    let html = format!(
        "<p title=\"{attack}\">{attack}</p><a href=\"{attack}\">{attack}</a><img src='{attack}' alt='{attack}'>"
    );
    views.push(("inside-html".to_owned(), view(&said(&html), Some(Format::Html))));
    for (_, view) in &mut views {
        view.tool = Some(attack.to_owned());
        view.frame.rest = Some(format!("retort call server tool --offset {attack}"));
    }
    views
}

/// Places beside those that the terminal's own tests know.
fn more(attack: &str) -> Vec<String> {
    let text = serde_json::to_string(attack).unwrap();
    vec![
        said(&format!(
            r#"{{"results": [{{"title": "a", "url": "https://a.example/", "image": {text}}}, {{"title": {text}, "url": {text}, "thumbnail": {text}}}]}}"#
        )),
        said(&format!(r#"[{{{text}: {text}, "n": 1}}, {{{text}: [{text}], "n": {{{text}: 2}}}}, {{"n": null}}]"#)),
        said(&format!(
            r#"{{"data": [{{"id": {text}}}, {{"id": 2}}], "pagination": {{"hasMore": true, "nextOffset": {text}}}}}"#
        )),
        format!(r#"{{"content": [{{"type": "audio", "data": {text}, "mimeType": "audio/wav"}}]}}"#),
        format!(
            r#"{{"contents": [{{"uri": {text}, "mimeType": {text}, "blob": {text}}}, {{"uri": {text}, "text": {text}}}]}}"#
        ),
        format!(r#"{{"isError": true, "content": [{{"type": "text", "text": {text}}}]}}"#),
    ]
}

fn no_terminal_obeys(kind: &str) {
    let attacks = attacks(kind);
    assert!(attacks.len() >= 200, "only {} attacks of the kind {kind}", attacks.len());
    let mut coloured = fitted(60);
    (coloured.palette, coloured.links) = (Some(Palette::Dark), true);
    for attack in &attacks {
        for (place, view) in views(attack) {
            for terminal in [&Terminal::plain(), &coloured] {
                let shown = without_own(&terminal.draw(&view));
                for line in shown.lines() {
                    assert_eq!(harmless(line), line, "{attack:?} in {place}");
                }
            }
        }
    }
}

#[test]
fn no_terminal_obeys_markup() {
    no_terminal_obeys("html");
}

#[test]
fn no_terminal_obeys_escapes() {
    no_terminal_obeys("terminal");
}

#[test]
fn no_terminal_obeys_links() {
    no_terminal_obeys("links");
}

#[test]
fn no_terminal_obeys_markdown() {
    no_terminal_obeys("markdown");
}

#[test]
fn no_terminal_obeys_data() {
    no_terminal_obeys("data");
}

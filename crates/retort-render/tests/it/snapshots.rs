//! Every response in `tests/responses`, as a terminal of 80 and of 140 columns shows it, with and without colours.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use retort_render::{Palette, Part, PartBody, Terminal};

use super::view;

/// Every response, by name.
fn responses() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/responses");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut found: Vec<(String, String)> =
        files.map(|path| (named(&path), fs::read_to_string(&path).unwrap())).collect();
    found.sort();
    found
}

fn terminal(width: usize, palette: Option<Palette>) -> Terminal {
    let mut terminal = Terminal::plain();
    (terminal.width, terminal.palette, terminal.links) = (Some(width), palette, palette.is_some());
    (terminal.rows, terminal.more) = (Some(20), Some("--rows all".to_owned()));
    terminal
}

#[test]
fn every_format_on_a_terminal() {
    let looks = [(80, None), (140, None), (80, Some(Palette::Dark)), (140, Some(Palette::Light))];
    for (name, response) in responses() {
        let mut view = view(&response, None);
        view.frame.rest = view.frame.counts.as_ref().filter(|counts| counts.is_partial()).map(|_| {
            // What the command line knows and the response does not.
            "retort call list_members --all".to_owned()
        });
        let mut shown = String::new();
        for (width, palette) in looks {
            let colours = palette.map_or("no colours".to_owned(), |palette| format!("{palette:?}").to_lowercase());
            let drawn = terminal(width, palette).draw(&view);
            writeln!(shown, "──── {width} columns, {colours}\n{}", drawn.replace('\u{1b}', "␛")).unwrap();
        }
        insta::assert_snapshot!(format!("terminal_{name}"), shown);
    }
}

#[test]
fn every_format_in_a_pipe() {
    for (name, response) in responses() {
        insta::assert_snapshot!(format!("pipe_{name}"), Terminal::plain().draw(&view(&response, None)));
    }
}

#[test]
fn lines_keep_to_the_width() {
    // Source is never broken; Markdown and tables look after themselves.
    let looks_after_itself =
        |part: &Part| matches!(part.body, PartBody::Source(_) | PartBody::Markdown(_) | PartBody::Table(_));
    for (name, response) in responses() {
        let view = view(&response, None);
        if view.parts.iter().any(looks_after_itself) {
            continue;
        }
        for width in [40, 80] {
            for line in terminal(width, None).draw(&view).lines() {
                // An address is never broken, so that it can be copied.
                let is_address = line.trim_start().starts_with("http");
                assert!(is_address || retort_render::width(line) <= width, "{name} {width}: {line}");
            }
        }
    }
}

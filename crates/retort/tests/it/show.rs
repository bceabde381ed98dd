//! `retort show`: what a person, a pipe, a file and a pager get of a response.

use std::process::Command;

use serde_json::json;

use crate::servers::Folder;
use crate::{at_terminal, retort, root, run, stderr, stdout};

/// A result whose text is this.
fn said(text: &str) -> Vec<u8> {
    json!({ "content": [{ "type": "text", "text": text }] }).to_string().into_bytes()
}

fn rows(count: usize) -> Vec<u8> {
    let rows: Vec<_> = (1..=count).map(|number| json!({ "id": number, "name": format!("row {number}") })).collect();
    said(&serde_json::to_string(&rows).unwrap())
}

const LINK: &str =
    r#"{"results": [{"title": "Retort", "url": "https://retort.example/", "description": "A vessel."}]}"#;

#[test]
fn a_pipe_gets_plain_and_complete_text() {
    let output = retort(&["show"], &rows(3000));
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("row 3000") && !text.contains('\u{1b}') && !text.contains("more rows"), "{text}");
    // And JSON is JSON still.
    let output = retort(&["show", "--as", "json"], &rows(2));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value[1]["name"], "row 2");
}

#[test]
fn colours_come_when_they_are_wanted() {
    let text = said("\u{2705} done successfully");
    let coloured = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retort"));
        command.arg("show").args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        stdout(&run(command.envs(environment.iter().copied()), &text)).contains('\u{1b}')
    };
    assert!(!coloured(&[], &[]));
    assert!(coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[], &[("CLICOLOR_FORCE", "0")]));
    assert!(!coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    let shades = ["dark", "light"]
        .map(|theme| stdout(&retort(&["show", "--color", "always", "--theme", theme], &text)).to_owned());
    assert_ne!(shades[0], shades[1]);
}

#[test]
fn a_terminal_gets_colours_links_and_a_pager_for_what_is_long() {
    let folder = Folder::new("show-terminal");
    let cards = folder.write("cards.json", LINK);
    let output = at_terminal(&["show", &cards], "", &[("FORCE_HYPERLINK", "1")]);
    assert!(stdout(&output).contains("\u{1b}]8;;https://retort.example/\u{1b}\\"), "{output:?}");
    let output = at_terminal(&["show", &cards], "", &[("TERM", "linux")]);
    assert!(stdout(&output).contains("https://retort.example/") && !stdout(&output).contains("]8;;"), "{output:?}");
    let output = at_terminal(&["show", &cards], "", &[("NO_COLOR", "1")]);
    assert!(!stdout(&output).contains('\u{1b}'), "{output:?}");

    let long = folder.write("long.json", &String::from_utf8(rows(200)).unwrap());
    let output = at_terminal(&["show", &long], "", &[("PAGER", "head -n 3")]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(stdout(&output).lines().count(), 3, "{output:?}");
    let output = at_terminal(&["show", &long], "q", &[("PAGER", "no-such-pager")]);
    assert!(stdout(&output).contains("cannot be started"), "{output:?}");
    for (arguments, pager) in [(vec!["show", &long, "--no-pager"], "head -n 3"), (vec!["show", &long], "cat")] {
        let output = at_terminal(&arguments, "", &[("PAGER", pager)]);
        assert!(stdout(&output).contains("row 200"), "{output:?}");
    }
}

#[test]
fn the_built_in_pager_shows_page_by_page() {
    let folder = Folder::new("show-pager");
    let long = folder.write("long.json", &String::from_utf8(rows(200)).unwrap());
    let output = at_terminal(&["show", &long], "Gq", &[]);
    let text = stdout(&output);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains("q quit") && text.contains("row 200") && !text.contains("row 100"), "{text}");
    // The terminal is given back as it was.
    assert!(text.contains("\u{1b}[?1049l") && text.contains("\u{1b}[?25h"), "{text}");
}

#[test]
fn a_terminal_gets_so_many_rows_and_the_way_to_the_others() {
    let folder = Folder::new("show-rows");
    let long = folder.write("long.json", &String::from_utf8(rows(1500)).unwrap());
    let output = at_terminal(&["show", &long, "--no-pager"], "", &[]);
    let text = stdout(&output);
    assert!(text.contains("row 1000") && !text.contains("row 1001") && text.contains("500 more rows"), "{text}");
    assert!(text.contains("--rows all"), "{text}");
    let output = at_terminal(&["show", &long, "--no-pager", "--rows", "all"], "", &[]);
    assert!(stdout(&output).contains("row 1500"));
    let output = retort(&["show", "--rows", "2"], &rows(9));
    assert!(stdout(&output).contains("7 more rows"), "{output:?}");
}

#[test]
fn a_format_that_does_not_fit_is_told_and_nothing_is_lost() {
    let output = retort(&["show", "--as", "table"], &said("nothing but prose here"));
    assert!(output.status.success());
    assert_eq!(stdout(&output), "nothing but prose here\n");
    assert!(stderr(&output).contains("cannot be shown as table"), "{output:?}");
    let output = retort(&["show", "--as", "tables"], b"{}");
    assert_eq!(output.status.code(), Some(2));
    // Every format can be asked for of everything.
    for format in ["search_results", "table", "json", "markdown", "csv", "key_value", "url_list", "error", "plain_text"]
    {
        for text in [LINK, "a,b\n1,2\n3,4", "A: 1\nB: 2", "# T\n\n- x", "https://a.example/", "[]", "null", "\"\""] {
            let output = retort(&["show", "--as", format], &said(text));
            assert!(output.status.code().is_some_and(|code| code < 2), "{format} {text}: {output:?}");
        }
    }
}

#[test]
fn failures_are_boxes_and_bad_ends() {
    let output =
        retort(&["show"], br#"{"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "No such tool"}}"#);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("-32602") && stdout(&output).contains("No such tool"), "{output:?}");
}

#[test]
fn a_page_goes_to_a_file_that_is_one() {
    let folder = Folder::new("show-page");
    let answer = folder.write("answer.json", LINK);
    let page = folder.write("page.html", "");
    let output = retort(&["show", &answer, "--html", &page], b"");
    assert!(output.status.success(), "{output:?}");
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("Retort"), "{html}");
    // A name that is no page's is read, and never written over.
    let output = retort(&["show", "--html", &answer], b"");
    assert_eq!(stdout(&output), html);
    assert_eq!(std::fs::read_to_string(&answer).unwrap(), LINK);
    let output = at_terminal(&["show", &answer, "--html"], "", &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stdout(&output).contains("--html page.html"), "{output:?}");
    let output = retort(&["call", "gallery", "format_table", "--html", &answer], b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(std::fs::read_to_string(&answer).unwrap(), LINK);
}

#[test]
fn rows_are_exported() {
    let output = retort(&["show", "--csv"], &rows(2));
    assert_eq!(stdout(&output), "id,name\r\n1,row 1\r\n2,row 2\r\n");
    let output = retort(&["show", "--markdown"], &rows(1));
    assert_eq!(stdout(&output), "| id | name |\n| ---: | --- |\n| 1 | row 1 |\n");
    let output = retort(&["show", "--csv"], &said("prose"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no rows"), "{output:?}");
}

#[test]
fn several_responses_follow_each_other() {
    let output = retort(&["show", "examples/responses/batch.json", "examples/responses/format_csv.json"], b"");
    assert!(stdout(&output).contains("Vienna"), "{output:?}");
    let output = retort(&["show", "examples/responses/format_csv.json", "no-such-file.json"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("Vienna") && stderr(&output).contains("no-such-file.json"), "{output:?}");
}

#[test]
fn a_call_shows_how_to_get_the_rest() {
    let output = retort(&["call", "gallery", "page_by_offset", "limit=2"], b"");
    let text = stdout(&output);
    assert!(text.contains("2 of 137, next from 2"), "{text}");
    assert!(text.contains("retort call gallery page_by_offset limit=2 --all"), "{text}");
    let output = retort(&["call", "gallery", "page_by_offset", "limit=50", "--all", "--csv"], b"");
    assert_eq!(stdout(&output).lines().count(), 138, "{output:?}");
    assert!(root().exists());
}

#[test]
fn what_was_cut_off_is_told_beside_the_data() {
    let folder = Folder::new("show-cut");
    let cut = folder.write("cut.json", r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"#);
    let words = "The JSON ends before it is complete.";
    let output = retort(&["show", &cut], b"");
    assert_eq!((stdout(&output), stderr(&output)), ("hello\n", &*format!("retort: {words}\n")));
    let output = at_terminal(&["show", &cut], "", &[]);
    assert_eq!(stdout(&output).matches(words).count(), 1, "{output:?}");
}

#[test]
fn a_page_has_the_names_of_its_files() {
    let folder = Folder::new("show-names");
    let one = folder.write("one.json", &String::from_utf8(rows(2)).unwrap());
    let two = folder.write("two.json", &String::from_utf8(rows(2)).unwrap());
    let output = retort(&["show", &one, "--html"], b"");
    assert!(stdout(&output).contains("<title>one.json</title>"));
    let output = retort(&["show", &one, &two, "--html"], b"");
    let page = stdout(&output);
    assert!(
        page.contains("<title>Responses</title>") && page.contains(">one.json</h2>") && page.contains(">two.json</h2>")
    );
}

#[test]
fn a_list_without_rows_is_a_file_without_lines_and_an_error_is_told() {
    for empty in ["[]", r#"{"columns": ["id"], "rows": []}"#] {
        let output = retort(&["show", "--csv"], empty.as_bytes());
        assert_eq!((output.status.code(), stdout(&output), stderr(&output)), (Some(0), "", ""));
    }
    let output = retort(&["show", "--csv"], b"Error: nope");
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
    assert_eq!(stderr(&output), "retort: nope\n");
}

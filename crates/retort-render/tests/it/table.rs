//! Tables in a terminal: how they look at two widths, with and without colours, and in a pipe; and what holds for
//! any rows at any width.

use std::fmt::Write;

use proptest::prelude::*;
use retort_core::{Format, Interpretation, Raw};
use retort_render::{Palette, Terminal, View, width};

/// The view of a result with one text block.
fn view(text: &str) -> View {
    shown_as(text, None)
}

fn shown_as(text: &str, wanted: Option<Format>) -> View {
    let result = format!(r#"{{"content": [{{"type": "text", "text": {}}}]}}"#, Raw::string(text).as_str());
    View::of(&Interpretation::from(retort_core::read(result).into_first()), wanted)
}

fn terminal(width: usize) -> Terminal {
    let mut terminal = Terminal::plain();
    terminal.width = Some(width);
    terminal.marks = true;
    terminal.more = Some("--rows all".to_owned());
    terminal.wider = Some("--width".to_owned());
    terminal
}

fn coloured(width: usize) -> Terminal {
    let mut terminal = terminal(width);
    terminal.palette = Some(Palette::Dark);
    terminal.links = true;
    terminal
}

/// The view at 80 and 140 columns, plain and in colours, and in a pipe. Escapes and marks are written so that they
/// can be seen.
fn looks(view: &View) -> String {
    let mut looks = String::new();
    for (name, terminal) in [
        ("80", terminal(80)),
        ("140", terminal(140)),
        ("80, coloured", coloured(80)),
        ("140, coloured", coloured(140)),
        ("pipe", Terminal::plain()),
    ] {
        let text = terminal.draw(view).replace('\u{1b}', "␛").replace('\u{200e}', "‹ltr›");
        writeln!(looks, "== {name} ==\n{text}").unwrap();
    }
    looks
}

/// `count` rows from a pattern in which `#` is the number of the row.
fn rows(count: usize, pattern: &str) -> String {
    let row = |number: usize| pattern.replace('#', &number.to_string());
    format!("[{}]", (1..=count).map(row).collect::<Vec<_>>().join(","))
}

#[test]
fn plain() {
    insta::assert_snapshot!(looks(&view(
        r#"[
          {"id": 1, "name": "Ann Lee", "role": "owner", "active": true, "joined": "2024-03-01"},
          {"id": 2, "name": "Bob", "role": "editor", "active": false, "joined": "2025-11-30"},
          {"id": 30, "name": "Cleo Maria Dupont", "role": "reader", "active": true, "joined": "2026-01-15"}
        ]"#
    )));
}

#[test]
fn wide() {
    insta::assert_snapshot!(looks(&view(&rows(
        5,
        r#"{
          "id": "5f1c2d3e-aaaa-4bbb-8ccc-00000000000#", "number": 10#, "title": "Crash when the file is empty (case #)",
          "state": "open", "html_url": "https://github.com/example/project/issues/10#", "user": {"login": "ann#", "id": #},
          "labels": ["bug", "p#"], "comments": #, "body": "When I open an empty file, the program stops.\nIt says nothing at all. Seen # times.",
          "locked": false, "created_at": "2026-11-0#T07:43:11Z", "updated_at": "2026-11-1#T17:03:59.123456Z"
        }"#
    ))));
}

#[test]
fn gaps_and_nulls() {
    insta::assert_snapshot!(looks(&view(
        r#"[
          {"id": 1, "name": "whole", "size": 12.5, "note": "all there"},
          {"id": 2, "name": "no size", "note": null},
          {"id": 3, "name": "", "size": null},
          {"id": 4, "name": "no note", "size": 0}
        ]"#
    )));
}

#[test]
fn nested() {
    insta::assert_snapshot!(looks(&view(
        r#"[
          {"name": "small", "tags": ["a", "b"], "owner": {"id": 1}, "mixed": 1, "history": []},
          {"name": "large", "tags": ["a long tag", "another long tag", "and a third one that is long"],
           "owner": {"id": 2, "login": "somebody-with-a-long-name", "email": "somebody@example.org"}, "mixed": "x",
           "history": [{"at": 1}, {"at": 2}, {"at": 3}, {"at": 4}, {"at": 5}, {"at": 6}]},
          {"name": "none", "tags": [], "owner": {}, "mixed": [1, 2], "history": null},
          {"name": "lines", "tags": [
              "one"
           ], "owner": {
              "id": 3
           }, "mixed": true, "history": [{"at": 7}]}
        ]"#
    )));
}

#[test]
fn many_scripts() {
    insta::assert_snapshot!(looks(&view(
        r#"[
          {"language": "日本語", "greeting": "こんにちは、世界", "flag": "🇯🇵", "n": 1},
          {"language": "العربية", "greeting": "مرحبا بالعالم", "flag": "🇪🇬", "n": 22},
          {"language": "עברית", "greeting": "שלום עולם (1+1)", "flag": "🇮🇱", "n": 333},
          {"language": "Français", "greeting": "De\u0301ja\u0300 vu", "flag": "🇫🇷", "n": 4444},
          {"language": "हिन्दी", "greeting": "नमस्ते दुनिया", "flag": "🇮🇳", "n": 5},
          {"language": "emoji", "greeting": "👩‍🚀👨‍👩‍👧 👍🏽", "flag": "🏴‍☠️", "n": 6},
          {"language": "hostile", "greeting": "a\u001b[2J\u202eb\nc\td", "flag": "\u0007", "n": 7}
        ]"#
    )));
}

#[test]
fn csv() {
    insta::assert_snapshot!(looks(&view(
        "order;customer;amount;paid;date;link\n\
         1001;Ann Lee;12.50;true;2026-01-02;https://example.com/orders/1001\n\
         1002;\"Bob; Sons\";1200;false;2026-01-03;https://example.com/orders/1002\n\
         1003;Cleo;-3.25;true;2026-01-04;\n\
         1004;;0.5;false;2026-01-05;https://example.com/orders/1004\n"
    )));
}

#[test]
fn ragged_csv() {
    let text = "id,name,city\n1,Ann,Oslo\n2,Bob,Bern,Switzerland,CH\n3\n4,Dan,Rome\n5,Eve,Paris\n";
    insta::assert_snapshot!(looks(&shown_as(text, Some(Format::Csv))));
}

#[test]
fn csv_whose_rows_have_more_fields_than_names() {
    let text = "name,city\n1,Ann,Oslo\n2,Bob,Bern\n3,Cleo,Rome\n";
    insta::assert_snapshot!(looks(&shown_as(text, Some(Format::Csv))));
}

#[test]
fn numbers() {
    insta::assert_snapshot!(looks(&view(
        r#"[
          {"metric": "requests", "count": 1204331, "share": 0.25, "big": 12345678901234567890123, "exp": 1e-7, "text": "12"},
          {"metric": "errors", "count": 7, "share": 12.5, "big": 0, "exp": -2.5E+10, "text": "007"},
          {"metric": "retries", "count": -40, "share": 100, "big": -1, "exp": 3, "text": "n/a"}
        ]"#
    )));
}

#[test]
fn long_text() {
    insta::assert_snapshot!(looks(&view(&rows(
        4,
        r#"{"id": #, "title": "A title of some words", "description": "A long description that goes on and on, because whoever wrote item # had a lot of time and even more words to spend on it, as people do.", "comment": "short"}"#
    ))));
}

#[test]
fn thirty_columns() {
    let members: Vec<String> = (1..=27).map(|number| format!(r#""field_{number}": "value # of {number}""#)).collect();
    let row = format!(r#"{{"id": #, {}, "name": "Thing #", "status": "ok#"}}"#, members.join(", "));
    insta::assert_snapshot!(looks(&view(&rows(4, &row))));
}

#[test]
fn one_wide_row() {
    insta::assert_snapshot!(looks(&view(
        r#"[{"id": 17, "name": "One thing alone", "page": "https://example.com/things/17", "price": 12.5, "sold": null,
          "description": "It is a thing, and there is only one of it. So there is room to say all that is to be said about it, in as many lines as that takes.",
          "tags": ["rare", "single"], "empty": "", "made": "2026-01-02T03:04:05Z"}]"#
    )));
}

#[test]
fn rows_that_are_left_out_are_counted() {
    let view = view(&rows(1234, r#"{"id": #, "name": "Row #"}"#));
    let mut terminal = terminal(80);
    terminal.rows = Some(2);
    let text = terminal.draw(&view);
    assert!(text.contains("… 1,232 more rows (--rows all)\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("Row ")).count(), 2, "{text}");
}

#[test]
fn a_pipe_gets_everything() {
    let long = "word ".repeat(2_000);
    let text = format!(r#"[{{"a": "{long}", "b": 1}}, {{"a": "x", "b": 2}}]"#);
    let text = Terminal::plain().draw(&view(&text));
    assert!(text.contains(long.trim_end()));
    // One long value does not make every line long.
    assert!(text.lines().filter(|line| line.len() > 1_000).count() == 1);
}

#[test]
fn values_beyond_the_rows_that_were_looked_at_are_whole() {
    let view = view(&rows(12_000, r#"{"id": #, "name": "Row #"}"#));
    let text = terminal(20).draw(&view);
    assert!(text.contains("12000  Row 12000"), "{}", &text[text.len() - 100..]);
}

#[test]
fn deep_values_and_many_columns_are_drawn() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let view = view(&format!(r#"[{{"id": 1, "deep": {deep}}}, {{"id": 2, "deep": []}}]"#));
    assert!(terminal(80).draw(&view).contains("[…1]"));
    assert!(Terminal::plain().draw(&view).contains(&deep));
    let members: Vec<String> = (0..1_000).map(|number| format!(r#""c{number}": {number}"#)).collect();
    let row = format!("{{{}}}", members.join(","));
    let view = shown_as(&format!("[{row},{row},{row},{row}]"), Some(Format::Table));
    let text = Terminal::plain().draw(&view);
    assert_eq!(text.matches(r#""c999":999"#).count(), 4, "members beyond the columns are kept");
    terminal(80).draw(&view);
}

/// Text as servers send it, or worse.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,12}",
        "\\PC{0,20}",
        ".{0,40}",
        "[\u{0}-\u{9f}\u{200b}-\u{202e}\u{2066}-\u{2069}\u{fe0f}]{0,8}",
        "[👩\u{200d}🚀👍🏽🇯🇵☺\u{fe0f}ab ]{0,10}",
        "[\u{627}-\u{64a}\u{200c}\u{200d}\u{300}\u{5d0} a]{0,12}",
        Just("2026-11-15T07:43:11Z".to_owned()),
        Just("https://example.com/a/rather/long/path?with=query".to_owned()),
        "[日本語한국]{0,40}",
    ]
}

fn values() -> impl Strategy<Value = String> {
    let scalars = prop_oneof![
        4 => texts().prop_map(|text| Raw::string(&text).as_str().to_owned()),
        2 => any::<i64>().prop_map(|number| number.to_string()),
        1 => Just("null".to_owned()),
        1 => any::<bool>().prop_map(|word| word.to_string()),
    ];
    scalars.prop_recursive(2, 8, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            inner.prop_map(|value| format!(r#"{{"k": {value}}}"#)),
        ]
    })
}

fn tables() -> impl Strategy<Value = String> {
    let row = proptest::collection::vec((0..12_usize, values()), 0..12);
    let names = proptest::collection::vec(texts(), 12);
    (names, proptest::collection::vec(row, 1..6)).prop_map(|(names, rows)| {
        let member = |(name, value): &(usize, String)| format!("{}: {value}", Raw::string(&names[*name]).as_str());
        let row = |row: &Vec<(usize, String)>| format!("{{{}}}", row.iter().map(member).collect::<Vec<_>>().join(", "));
        format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(", "))
    })
}

/// A line without the escape sequences that are ours, which are links and colours.
fn without_ours(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once('\u{1b}') {
        text.push_str(before);
        let end = if behind.starts_with("]8;;") {
            behind.find("\u{1b}\\").map(|end| end + 2)
        } else if behind.starts_with('[') {
            behind
                .find(|sign: char| sign.is_ascii_alphabetic())
                .filter(|end| behind.as_bytes()[*end] == b'm')
                .map(|end| end + 1)
        } else {
            None
        };
        assert!(end.is_some(), "not ours: {line:?}");
        rest = &behind[end.unwrap()..];
    }
    text + rest
}

fn check(text: &str, most: Option<usize>) {
    for line in text.lines() {
        let line = without_ours(line).replace('\u{200e}', "");
        assert!(!line.chars().any(char::is_control), "a control character: {line:?}");
        assert!(!line.contains(['\u{202e}', '\u{2066}', '\u{200b}']), "a hidden character: {line:?}");
        if let Some(most) = most {
            assert!(width(&line) <= most, "{} of {most} columns: {line:?}\n{text}", width(&line));
        }
    }
}

proptest! {
    #[test]
    fn no_line_is_too_wide_and_nothing_is_obeyed(text in tables(), most in 1..200_usize) {
        let view = shown_as(&text, Some(Format::Table));
        for terminal in [terminal(most), coloured(most)] {
            check(&terminal.draw(&view), (most >= 20).then_some(most));
        }
        check(&Terminal::plain().draw(&view), None);
    }

    #[test]
    fn csv_of_any_kind_is_drawn(rows in proptest::collection::vec(proptest::collection::vec(texts(), 1..8), 1..8), most in 1..120_usize) {
        let line = |fields: &Vec<String>| {
            fields.iter().map(|field| format!("\"{}\"", field.replace('"', "\"\""))).collect::<Vec<_>>().join(",")
        };
        let text = rows.iter().map(line).collect::<Vec<_>>().join("\n");
        let view = shown_as(&text, Some(Format::Csv));
        if view.unfit.is_none() {
            check(&coloured(most).draw(&view), (most >= 20).then_some(most));
        }
    }
}

#[test]
fn a_cell_without_a_width_joins_no_other() {
    let text = "\"a\",\"b\"\n\"☺\",\"\u{fe0f}\"\n\"x\",\"y\"";
    let shown = terminal(45).draw(&shown_as(text, Some(Format::Csv)));
    assert!(!shown.contains("☺\u{fe0f}"), "{shown:?}");
}

#[test]
fn the_way_to_see_more_columns_is_one_that_helps() {
    let row: serde_json::Map<_, _> = (0..30).map(|at| (format!("column_{at}"), format!("value {at}").into())).collect();
    let seen = view(&serde_json::json!([row, row, row, row]).to_string());
    let mut terminal = terminal(200);
    terminal.whole = Some("--as json".to_owned());
    let shown = terminal.draw(&seen);
    let (_, hint) = shown.split_once("(--width ").unwrap();
    let (width, rest) = hint.split_once(',').unwrap();
    assert_eq!(rest, " or --as json)\n");
    terminal.width = Some(width.parse().unwrap());
    assert!(!terminal.draw(&seen).contains("more column"), "{width}");
    terminal.width = Some(width.parse::<usize>().unwrap() - 1);
    assert!(terminal.draw(&seen).contains("more column"), "{width}");
}

#[test]
fn nested_values_are_read_where_there_is_room() {
    let row = |number: usize| {
        serde_json::json!({"number": number, "title": format!("Issue {number} with quite a long title, as they have"),
            "user": {"login": "ann", "id": number}, "labels": [{"name": "bug", "color": "f00"}]})
    };
    let seen = view(&serde_json::json!([row(1), row(2), row(3), row(4)]).to_string());
    assert!(terminal(120).draw(&seen).contains(r#"{"id":1,"login":"ann"}"#));
    assert!(terminal(80).draw(&seen).contains(r#"[{"color":"f00","…"#), "{}", terminal(80).draw(&seen));
    assert!(terminal(40).draw(&seen).contains("{…2}"), "{}", terminal(40).draw(&seen));
}

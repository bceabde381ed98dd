//! Views as Markdown and as CSV: complete, and harmless to whoever reads them.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use retort_core::Format;
use retort_render::{ExportError, View, csv, markdown};

use super::{said, view};

fn as_markdown(view: &View) -> String {
    let mut out = Vec::new();
    markdown(view, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn as_csv(view: &View) -> Result<String, ExportError> {
    let mut out = Vec::new();
    csv(view, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn every_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/responses");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let view = view(&fs::read_to_string(&path).unwrap(), None);
        insta::assert_snapshot!(format!("markdown_{name}"), as_markdown(&view));
        let rows = as_csv(&view).unwrap_or_else(|error| error.to_string());
        insta::assert_snapshot!(format!("csv_{name}"), rows.replace("\r\n", "␍\n"));
    }
}

#[test]
fn spreadsheets_run_nothing() {
    let rows = r#"[{"a": "=1+1", "b": -5, "c": "-5", "d": "+1 2", "e": "@x", "f": "\tx"}, {"a": "-x\u001b[2J"}]"#;
    let csv = as_csv(&view(&said(rows), Some(Format::Table))).unwrap();
    assert_eq!(
        csv,
        "a,b,c,d,e,f\r\n'=1+1,-5,-5,'+1 2,'@x,\"'\tx\"\r\n'-x\\u{1b}[2J,,,,,\r\n".replace("\"'\tx\"", "'\tx")
    );
}

#[test]
fn what_has_no_rows_says_so() {
    let error = as_csv(&view(&said("Just a sentence."), None)).unwrap_err();
    assert_eq!(error.to_string(), "there are no rows in it: it is text");
}

/// What Markdown of ours must not have in it where a server wrote the words.
fn marks(markdown: &str) -> Vec<String> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS | Options::ENABLE_FOOTNOTES;
    let is_mark = |event: &Event<'_>| match event {
        Event::Start(tag) => {
            !matches!(tag, Tag::Paragraph | Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell)
        }
        Event::Html(_) | Event::Code(_) | Event::Rule | Event::TaskListMarker(_) | Event::FootnoteReference(_) => true,
        Event::InlineHtml(html) => &**html != "<br>",
        _ => false,
    };
    Parser::new_ext(markdown, options).filter(is_mark).map(|event| format!("{event:?}")).collect()
}

#[test]
fn text_stays_text() {
    let texts = [
        "# not a heading",
        "- no list",
        "1. no list",
        "> no quote",
        "***",
        "---",
        "===",
        "`code`",
        "[a](javascript:x)",
        "<img src=x>",
        "    no code",
        "```\nx",
        "a\n---",
        "a\n===",
        "| a |\n|---|",
        "~~x~~",
        "&lt;b&gt;",
        "[^1]",
        "![x](y)",
        "<https://a.example>",
        "+ x\n+ y",
        "\\*x\\*",
        "- [ ] x",
        "~~~\nx",
        "[a]: /b",
        "a  \nb",
        "2) x",
        "<!-- x -->",
        "$x$",
    ];
    for text in texts {
        let view = view(&said(text), Some(Format::PlainText));
        assert_eq!(marks(&as_markdown(&view)), Vec::<String>::new(), "{text:?} became {:?}", as_markdown(&view));
        let rows =
            serde_json::to_string(&[[("a", text)].into_iter().collect::<std::collections::HashMap<_, _>>()]).unwrap();
        let view = super::view(&said(&rows), Some(Format::Table));
        assert_eq!(marks(&as_markdown(&view)), Vec::<String>::new(), "{text:?} became {:?}", as_markdown(&view));
    }
}

#[test]
fn fences_are_never_closed_from_inside() {
    let text = "{\"a\": \"`````\\n```\"}";
    let markdown = as_markdown(&view(&said(text), Some(Format::Json)));
    assert_eq!(markdown, "``````json\n{\n  \"a\": \"`````\\n```\"\n}\n``````\n");
    let markdown = as_markdown(&view(&said("fn a() {}\n````\n"), Some(Format::Code)));
    assert!(markdown.starts_with("`````\n") && markdown.ends_with("\n`````\n"), "{markdown}");
}

proptest! {
    #![proptest_config(crate::cases(128))]

    #[test]
    fn any_text_stays_text(text in "([a-z*_`#>|~<&\\[\\]()!:=+.0-9 \t\n\\\\-]|\\PC){0,60}") {
        let markdown = as_markdown(&view(&said(&text), Some(Format::PlainText)));
        prop_assert_eq!(marks(&markdown), Vec::<String>::new(), "{:?} became {:?}", text, markdown);
    }

    #[test]
    fn fields_are_read_back(fields in prop::collection::vec("[a-z][a-z,\"\n ;é]{0,12}", 1..6)) {
        let row: Vec<String> = fields.iter().map(|field| serde_json::to_string(field).unwrap()).collect();
        let named: Vec<String> = row.iter().enumerate().map(|(at, field)| format!("\"k{at}\": {field}")).collect();
        let csv = as_csv(&view(&said(&format!("[{{{0}}}, {{{0}}}]", named.join(", "))), Some(Format::Table))).unwrap();
        let records: Vec<Vec<String>> = retort_core::csv_records(&csv, retort_core::Delimiter::Comma).collect();
        prop_assert_eq!(&records[1], &fields);
        prop_assert_eq!(&records[2], &fields);
    }
}

#[test]
fn the_table_in_a_markdown_text_gives_its_rows() {
    let table = "| id | name |\n|---:|---|\n| 1 | Ann, *M.* |\n| 2 | [Bob](https://b.example/) |\n";
    let rows = "id,name\r\n1,\"Ann, M.\"\r\n2,Bob (https://b.example/)\r\n";
    let longer = format!("# People\n\nThose who came:\n\n{table}\nAnd nobody else.\n");
    for text in [table, &longer] {
        for wanted in [None, Some(Format::Table), Some(Format::Csv)] {
            let mut out = Vec::new();
            csv(&view(&said(text), wanted), &mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), rows, "{wanted:?}: {text}");
        }
    }
    let shown = retort_render::Terminal::plain().draw(&view(&said(table), Some(Format::Table)));
    assert_eq!(shown, "id  name\n──  ────────────────────────\n 1  Ann, M.\n 2  Bob (https://b.example/)\n");
}

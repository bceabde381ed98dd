//! Markdown and the source of programs and pages, as a terminal shows them.

use std::fmt::Write;

use proptest::prelude::*;
use retort_core::{Format, is_hidden};
use retort_render::{Palette, Terminal, html, width};

use super::{fitted, said, view};

const EVERYTHING: &str = include_str!("../fixtures/everything.md");
const PAGE: &str = include_str!("../fixtures/page.html");
const SOURCES: &[(&str, &str)] = &[
    ("rust", include_str!("../fixtures/sources/sample.rs")),
    ("python", include_str!("../fixtures/sources/sample.py")),
    ("typescript", include_str!("../fixtures/sources/sample.ts")),
    ("sql", include_str!("../fixtures/sources/sample.sql")),
    ("yaml", include_str!("../fixtures/sources/sample.yaml")),
    ("diff", include_str!("../fixtures/sources/sample.diff")),
];

fn drawn(text: &str, format: Format, terminal: &Terminal) -> String {
    terminal.draw(&view(&said(text), Some(format)))
}

fn coloured(width: usize, palette: Palette) -> Terminal {
    let mut terminal = fitted(width);
    (terminal.palette, terminal.links) = (Some(palette), true);
    terminal
}

/// A text in four looks, one below the other.
fn looks(text: &str, format: Format) -> String {
    let looks = [
        ("80 columns, no colours", fitted(80)),
        ("140 columns, no colours", fitted(140)),
        ("80 columns, dark", coloured(80, Palette::Dark)),
        ("140 columns, light", coloured(140, Palette::Light)),
    ];
    let mut shown = String::new();
    for (name, terminal) in looks {
        writeln!(shown, "──── {name}\n{}", drawn(text, format, &terminal).replace('\u{1b}', "␛")).unwrap();
    }
    shown
}

#[test]
fn everything_that_markdown_has() {
    insta::assert_snapshot!(looks(EVERYTHING, Format::Markdown));
    insta::assert_snapshot!("everything_in_a_pipe", drawn(EVERYTHING, Format::Markdown, &Terminal::plain()));
}

#[test]
fn a_page_as_text_and_as_source() {
    insta::assert_snapshot!(looks(PAGE, Format::Html));
    assert_eq!(drawn(PAGE, Format::Html, &Terminal::plain()), PAGE);
}

#[test]
fn sources() {
    for (language, text) in SOURCES {
        // The detector must know the language by itself.
        let view = view(&said(text), None);
        assert_eq!(view.format, Format::Code, "{language}");
        let drawn = coloured(80, Palette::Dark).draw(&view).replace('\u{1b}', "␛");
        insta::assert_snapshot!(format!("source_{language}"), drawn);
        assert_eq!(Terminal::plain().draw(&view), *text, "{language}");
    }
}

#[test]
fn tabs_stay_in_a_pipe_and_are_wide_on_a_terminal() {
    let go = "package main\n\nfunc main() {\n\tprintln(1)\n}\n";
    assert_eq!(drawn(go, Format::Code, &Terminal::plain()), go);
    assert!(drawn(go, Format::Code, &fitted(80)).contains("\n    println(1)\n"));
}

#[test]
fn short_sources_have_no_numbers() {
    assert_eq!(drawn("let a = 1;\n", Format::Code, &fitted(80)), "let a = 1;\n");
    assert!(drawn(&"let a = 1;\n".repeat(6), Format::Code, &fitted(80)).starts_with("1  let a"));
}

#[test]
fn long_markdown_is_drawn_to_its_end() {
    let section = |number: usize| format!("## Part {number}\n\n{} *end*\n\n", "Some words. ".repeat(100));
    let mut text: String = (0..240).map(section).collect();
    // What is too much in the middle of it is shown as it is, and nothing else.
    text.extend(["[".repeat(70_000), "\n\n".to_owned(), section(240)]);
    let view = view(&said(&text), Some(Format::Markdown));
    let page = html::page(std::slice::from_ref(&view), "");
    assert_eq!((page.matches("class=\"level-2\"").count(), page.matches("Shown as its source").count()), (241, 1));
    let drawn = coloured(80, Palette::Dark).draw(&view);
    assert_eq!((drawn.matches("Part ").count(), drawn.matches("## ").count()), (241, 0));
    assert!(drawn.matches('[').count() > 70_000);
}

#[test]
fn a_wide_table_of_names_alone_is_shown() {
    let text = format!("# T\n\n{}|\n{}|\n", "|name".repeat(40), "|-".repeat(40));
    let view = view(&said(&text), Some(Format::Markdown));
    assert_eq!(fitted(60).draw(&view).matches("name").count(), 40);
}

#[test]
fn hostile_markdown() {
    let escape = "\u{1b}[2J\u{1b}]8;;https://evil.example\u{1b}\\";
    let texts = [
        format!("```sh\n{escape}\n```\n"),
        format!("```{escape}\n```\n"),
        format!("    {escape}\n"),
        format!("[{escape}](https://a.example \"{escape}\")"),
        format!("[a](<https://a.example/{escape}>)"),
        format!("![{escape}](javascript:{escape})"),
        format!("| {escape} |\n|---|\n| {escape} |\n"),
        format!("# {escape}\n\n> {escape}\n\n- {escape}\n\n<b {escape}>\n"),
        format!("x[^a]\n\n[^a]: {escape}\n"),
        "[a](\\u001b) &#27;[31m &#x9b;31m &#8238;x".to_owned(),
    ];
    for text in &texts {
        for terminal in [Terminal::plain(), fitted(40), coloured(40, Palette::Dark)] {
            let drawn = drawn(text, Format::Markdown, &terminal);
            assert!(!drawn.contains("\u{1b}[2J") && !drawn.contains("evil.example\u{1b}"), "{text:?} became {drawn:?}");
            if terminal.palette.is_none() {
                let hidden = drawn.chars().find(|char| *char != '\n' && is_hidden(*char));
                assert_eq!(hidden, None, "{text:?} became {drawn:?}");
            }
        }
    }
}

#[test]
fn links_that_must_not_be_followed() {
    for address in
        ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x"]
    {
        let drawn = drawn(&format!("[click]({address})"), Format::Markdown, &coloured(80, Palette::Dark));
        assert!(!drawn.contains("\u{1b}]8"), "{drawn:?}");
        assert!(drawn.contains(address), "{drawn:?}");
    }
    let drawn = drawn("[https://bank.example](https://evil.example)", Format::Markdown, &coloured(80, Palette::Dark));
    assert!(drawn.contains("(https://evil.example)"), "{drawn:?}");
}

#[test]
fn deep_long_and_unclosed() {
    let deep: String = (0..1_000).map(|depth| format!("{}- x\n", "  ".repeat(depth))).collect::<Vec<_>>().concat();
    let texts = [
        format!("{}x", "> ".repeat(10_000)),
        format!("{}x", "- ".repeat(10_000)),
        format!("{}x", "1. > ".repeat(5_000)),
        deep,
        "word ".repeat(200_000),
        "x".repeat(1_000_000),
        format!("`{}", "x".repeat(1_000_000)),
        format!("```rust\n{}", "x".repeat(1_000_000)),
        format!("{}a{}", "**".repeat(20_000), "**".repeat(20_000)),
        "[".repeat(50_000),
        format!("{}a{}", "![".repeat(2_000), "](x)".repeat(2_000)),
        format!("{}|\n{}|\n{}", "|a".repeat(1_000), "|-".repeat(1_000), "|x|\n".repeat(1_000)),
        "<b>".repeat(50_000),
    ];
    for text in &texts {
        let drawn = drawn(text, Format::Markdown, &fitted(80));
        // What is drawn is bounded by what was sent, not by how deep it is.
        assert!(drawn.len() < 100 * text.len(), "{} bytes became {}", text.len(), drawn.len());
        assert!(drawn.lines().all(|line| width(line) <= 80), "{text:.60}");
    }
}

proptest! {
    #![proptest_config(trials::cases(64))]

    #[test]
    fn any_markdown_keeps_to_the_width(text in "([a-z*_`#>|~<&\\[\\]()!:0-9 \t\n-]|\\PC|https://a.b ){0,200}", wide in 20_usize..100) {
        let drawn = drawn(&text, Format::Markdown, &fitted(wide));
        for line in drawn.lines() {
            prop_assert!(width(line) <= wide, "{line:?}");
        }
    }

    #[test]
    fn any_source_is_complete(text in "([a-z{}()<>\"'/=*#\n ]|\\PC){0,200}", language in "(rust|html|python|diff|markdown|nothing)") {
        let text = text.replace(is_hidden, " ");
        let drawn = drawn(&format!("``````{language}\n{text}\n``````"), Format::Markdown, &Terminal::plain());
        for line in text.lines() {
            prop_assert!(drawn.contains(line.trim()), "{line:?} is not in {drawn:?}");
        }
    }
}

//! The shape of a text is kept: what is set in stays set in, and what is code or a pattern keeps its signs.

use retort_core::Format;
use retort_render::{Terminal, html};

use crate::{fitted, said, view};

/// Trees as browsers, shells and people draw them; none of them is as wide as a terminal.
const TREES: &[&str] = &[
    "- generic [ref=e2]:\n  - heading \"Example\" [level=1] [ref=e3]\n  - list [ref=e4]:\n    - listitem: one\n    - button \"Go\" [disabled]\n",
    "- document:\n  - banner:\n    - link \"Skip\":\n      - /url: \"#start\"\n    - text: Hello **world** and __init__\n",
    "uid=1_0 RootWebArea \"Example\"\n  uid=1_1 heading \"Example\" level=\"1\"\n    uid=1_2 StaticText \"This\"\n",
    ".\n├── Cargo.toml\n├── src\n│   ├── lib.rs\n│   └── main.rs\n└── tests\n    └── it.rs\n\n2 directories, 4 files\n",
    "Root\n  Child one\n    Grandchild: value\n  Child two\n    Another: thing\n",
    "Name: x\n  Sub: y\n  Other: z\n    Deep: w\nTotal: 3\n",
    "server:\n  host: localhost\n  tls:\n    cert: /etc/x.pem\n",
    "1. First\n   a. sub\n      - deeper\n2. Second\n",
    "Window \"Main\"\n  Group\n    Button \"OK\" enabled\n  StatusBar: ready\n",
    "[FILE] README.md\n[DIR] src\n  [FILE] main.rs\n  [DIR] lib\n    [FILE] mod.rs\n",
];

/// How far each line is set in that says something, with its first word.
fn indents(text: &str) -> Vec<(usize, String)> {
    let said = text.lines().filter(|line| !line.trim().is_empty());
    let first = |line: &str| {
        let word = line.trim_start_matches(|char: char| !char.is_alphanumeric());
        word.chars().take_while(|char| char.is_alphanumeric()).collect()
    };
    said.map(|line| (line.chars().take_while(|char| " │├└─\u{a0}-".contains(*char)).count(), first(line))).collect()
}

#[test]
fn what_is_set_in_stays_set_in() {
    for tree in TREES {
        let seen = view(&said(tree), None);
        // Numbers of lines and the like stand before what is said, and are the same for all.
        let least = |drawn: &str| {
            let numbered =
                |line: &str| line.trim_start_matches(|char: char| char == ' ' || char.is_ascii_digit()).len();
            drawn.lines().map(|line| line.len() - numbered(line)).min().unwrap_or_default()
        };
        let piped = Terminal::plain().draw(&seen);
        let bare = |text: &str| indents(text).into_iter().map(|(at, _)| at).collect::<Vec<usize>>();
        assert_eq!(bare(&piped).len(), bare(tree).len(), "{piped}");
        if seen.format != Format::KeyValue {
            assert_eq!(piped.trim_end(), tree.trim_end());
        }
        for drawn in [piped, fitted(100).draw(&seen)] {
            let from = if seen.format == Format::Code { least(&drawn) } else { 0 };
            let lines: Vec<&str> = drawn.lines().map(|line| line.get(from..).unwrap_or(line)).collect();
            let (is, should) = (bare(&lines.join("\n")), bare(tree));
            let deeper = |indents: &[usize]| indents.windows(2).map(|two| two[0].cmp(&two[1])).collect::<Vec<_>>();
            assert_eq!(deeper(&is), deeper(&should), "{:?}\n{drawn}", seen.format);
        }
    }
}

#[test]
fn names_that_belong_to_others_stand_further_in() {
    let seen = view(&said("Name: x\n  Sub: y\n\tOther: z\nTotal: 3\n"), Some(Format::KeyValue));
    assert_eq!(fitted(40).draw(&seen), "Name       x\n  Sub      y\n    Other  z\nTotal      3\n");
    assert!(html::page(&[seen], "").contains("\u{a0}\u{a0}Sub"));
}

/// Signs that are no marks where the text is no Markdown.
const SIGNS: &[&str] = &[
    "include: **/*.rs, **/__init__.py and a*b*c",
    "- **/*.rs\n- **/__init__.py\n- a*b*c\n- src/**/test_*.py",
    "**/*.rs\n**/*.toml\n*_test.go",
    "2 * 3 * 4 = 24 and __main__ is not main",
    "{\"pattern\": \"**/*.rs\", \"name\": \"__init__\"}",
    "SELECT * FROM t WHERE a_b_c = '*x*'",
];

#[test]
fn stars_and_underscores_of_patterns_stay() {
    for text in SIGNS {
        let seen = view(&said(text), None);
        for drawn in [Terminal::plain().draw(&seen), fitted(100).draw(&seen)] {
            for sign in ['*', '_'] {
                assert_eq!(drawn.matches(sign).count(), text.matches(sign).count(), "{drawn}");
            }
        }
    }
}

#[test]
fn json_inside_of_markdown_is_code() {
    let text = "# Query\n\nAsked with {\"glob\": \"**/*.rs\", \"not\": [\"__init__\", \"*a*\"], \"say\": \"\\\"hi\\\"\"} and got:\n\n- one\n- two\n{\n  \"a\": {\n    \"b\": \"\\\\d+ *x*\"\n  }\n}\n\nIt is **done**.\n";
    let seen = view(&said(text), Some(Format::Markdown));
    assert_eq!(Terminal::plain().draw(&seen), text);
    let drawn = fitted(120).draw(&seen);
    for kept in [
        r#"{"glob": "**/*.rs", "not": ["__init__", "*a*"], "say": "\"hi\""}"#,
        "    {\n      \"a\": {\n        \"b\": \"\\\\d+ *x*\"\n      }\n    }\n",
    ] {
        assert!(drawn.contains(kept), "{drawn}");
    }
    let page = html::page(&[seen], "");
    assert!(page.contains("__init__") && page.contains("**/*.rs") && page.contains("<strong>done</strong>"), "{page}");
}

//! Pages: a snapshot of each response's, and what must hold for all of them.

use retort_render::html;

use crate::attacks::folder;
use crate::{said, view};

#[test]
fn every_response_as_html() {
    for file in std::fs::read_dir(folder("responses")).unwrap() {
        let path = file.unwrap().path();
        let view = view(&std::fs::read_to_string(&path).unwrap(), None);
        // One element a line is enough to see what changed.
        let shown = html::fragment(&view).replace("><", ">\n<");
        insta::assert_snapshot!(format!("html_{}", path.file_stem().unwrap().to_str().unwrap()), shown);
    }
}

#[test]
fn a_page_stands_alone_and_says_what_it_may_do() {
    let page = html::page(&[view(&said("Hello"), None)], "A <title>");
    assert!(page.contains("<html lang=\"en\">") && page.contains("<title>A &lt;title&gt;</title>"));
    assert!(page.contains("default-src 'none'; script-src 'sha256-") && page.contains("img-src data:;"));
    assert!(!page.contains("src=\"http") && !page.contains("url("));
}

#[test]
fn only_a_page_with_images_of_others_may_load_some() {
    let page = |text: &str| html::page(&[view(&said(text), None)], "");
    let card = |image: &str| {
        page(&format!(r#"[{{"title": "a", "url": "https://a.example", "image": "{image}", "description": "b"}}]"#))
    };
    assert!(card("https://a.example/i.png").contains("img-src data: https: http:;"));
    assert!(!card("javascript:alert(1)").contains("img-src data: https:"));
    assert!(!page("https://a.example/i.png").contains("img-src data: https:"));
}

#[test]
fn headings_of_markdown_stand_below_those_of_the_page() {
    let shown = html::fragment(&view(&said("# One\n\n#### Four\n\n## Two\n\ntext"), None));
    let levels: Vec<_> = shown.match_indices("<h").filter_map(|(at, _)| shown.get(at + 2..at + 3)).collect();
    assert_eq!(levels, ["3", "4", "4"]);
}

#[test]
fn deep_and_large_responses_become_pages() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let quotes = ">".repeat(100_000);
    let elements = "<div>".repeat(100_000);
    let bold = "<b id=x><p>x".repeat(20_000);
    for text in [&deep, &quotes, &elements, &bold] {
        for wanted in [None, Some(retort_core::Format::Markdown), Some(retort_core::Format::Html)] {
            assert!(html::fragment(&view(&said(text), wanted)).len() > text.len() / 2);
        }
    }
}

/// The page of a text.
fn page_of(text: &str) -> String {
    html::page(&[view(&said(text), None)], "")
}

#[test]
fn columns_of_a_markdown_table_keep_their_side() {
    let page = page_of("# T\n\n| a | b | c |\n|---:|:---:|---|\n| 1 | 2 | 3 |\n");
    assert!(page.contains("<th align=\"right\">a</th><th align=\"center\">b</th><th>c</th>"), "{page}");
    assert!(page.contains("<td align=\"right\">1</td><td align=\"center\">2</td><td>3</td>"), "{page}");
}

#[test]
fn text_that_blanks_put_into_columns_keeps_them() {
    let columns = "ID   NAME     STATUS\n1    web      up\n22   database down";
    assert!(page_of(columns).contains("<div class=\"text aligned\""));
    for text in ["One line.  And another.", "One.  Two.\nThree four.  Five.\nSix.", "a\n    b\n    c"] {
        assert!(!page_of(text).contains("<div class=\"text aligned\""), "{text}");
    }
}

#[test]
fn a_long_cell_is_folded() {
    let cell = |text: &str| page_of(&serde_json::json!([{"id": 1, "body": text}, {"id": 2, "body": "b"}]).to_string());
    let is_folded = |page: &str| page.contains("<details class=\"long\"");
    assert!(is_folded(&cell(&"words ".repeat(30))));
    assert!(is_folded(&cell("1\n2\n3\n4")));
    assert!(!is_folded(&cell("1\n2\n3\n")) && !is_folded(&cell(&"words ".repeat(20))));
}

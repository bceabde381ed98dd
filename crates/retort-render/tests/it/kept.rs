//! Nothing is lost: whatever a response says is seen in a terminal, in a page and in Markdown, however odd it is put
//! together.

use retort_core::{Format, Interpretation};
use retort_render::{PartBody, Terminal, View, csv, html, markdown};

use super::{said, view};

/// Makes responses out of names that mean something to somebody, each with words that occur nowhere else.
struct Odd {
    state: u64,
    words: Vec<String>,
}

const NAMES: &[&str] = &[
    "status",
    "success",
    "message",
    "data",
    "results",
    "items",
    "error",
    "errors",
    "count",
    "total",
    "pagination",
    "meta",
    "metadata",
    "summary",
    "next_cursor",
    "nextCursor",
    "next_offset",
    "has_more",
    "page",
    "limit",
    "offset",
    "returned",
    "id",
    "url",
    "title",
    "name",
    "code",
    "hint",
    "details",
    "type",
    "text",
    "content",
    "description",
    "source",
    "image",
    "author",
    "date",
    "kind",
    "result",
    "warnings",
    "tool",
    "tools",
    "uri",
    "mimeType",
    "label",
    "extra",
    "before",
    "after",
    "isError",
    "structuredContent",
    "query",
    "_meta",
    "annotations",
    "role",
    "messages",
    "statusCode",
    "shorturl",
    "total_links",
    "documents",
    "score",
];

impl Odd {
    fn below(&mut self, most: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.state >> 33).unwrap() % most
    }

    fn word(&mut self) -> String {
        let word = format!("mk{}x", 1000 + self.words.len());
        self.words.push(word.clone());
        word
    }

    fn number(&mut self) -> String {
        let number = format!("{}", 7000 + self.words.len());
        self.words.push(number.clone());
        number
    }

    fn name(&mut self) -> String {
        let at = self.below(NAMES.len());
        NAMES[at].to_owned()
    }

    fn value(&mut self, depth: usize) -> String {
        let kinds = if depth == 0 { 5 } else { 11 };
        match self.below(kinds) {
            0 => format!("\"{}\"", self.word()),
            1 => self.number(),
            2 => ["true", "false", "null"][self.below(3)].to_owned(),
            3 => format!("\"{} and\\nthen {}\"", self.word(), self.word()),
            4 => format!("\"https://{}.example/\"", self.word()),
            5 | 6 => self.object(depth - 1),
            7 => self.list(depth - 1, Self::object),
            8 => self.list(depth - 1, Self::value),
            9 => self.rows(depth - 1),
            _ => self.list(0, Self::value),
        }
    }

    fn object(&mut self, depth: usize) -> String {
        let members: Vec<String> =
            (0..self.below(6)).map(|_| format!("\"{}\": {}", self.name(), self.value(depth))).collect();
        format!("{{{}}}", members.join(", "))
    }

    fn list(&mut self, depth: usize, item: fn(&mut Self, usize) -> String) -> String {
        let items: Vec<String> = (0..self.below(4)).map(|_| item(self, depth)).collect();
        format!("[{}]", items.join(", "))
    }

    /// Objects with the same names.
    fn rows(&mut self, depth: usize) -> String {
        let names: Vec<String> = (0..=self.below(5)).map(|_| self.name()).collect();
        let mut row = || {
            let members: Vec<String> = names.iter().map(|name| format!("\"{name}\": {}", self.value(depth))).collect();
            format!("{{{}}}", members.join(", "))
        };
        format!("[{}, {}]", row(), row())
    }

    fn block(&mut self) -> String {
        match self.below(8) {
            0..4 => format!("{{\"type\": \"text\", \"text\": {}}}", serde_json::to_string(&self.value(3)).unwrap()),
            4 => self.object(2),
            5 => {
                format!("{{\"type\": \"resource\", \"resource\": {}}}", self.object(2).replace("\"data\"", "\"datum\""))
            }
            6 => format!(
                "{{\"type\": \"resource_link\", \"{}\": {}, \"uri\": \"{}\"}}",
                self.name(),
                self.value(1),
                self.word()
            ),
            _ => format!("{{\"type\": \"text\", \"text\": \"{} {}\"}}", self.word(), self.word()),
        }
    }

    fn response(&mut self) -> String {
        match self.below(8) {
            0 => self.object(3),
            1 => format!("{{\"structuredContent\": {}, \"content\": []}}", self.object(3)),
            2 => format!("{{\"content\": [{}], \"isError\": true}}", self.block()),
            3 => format!("{{\"content\": [{}, {}]}}", self.block(), self.block()),
            4 => format!("{{\"content\": [{}], \"structuredContent\": {}}}", self.block(), self.object(3)),
            5 => format!("{{\"jsonrpc\": \"2.0\", \"id\": 1, \"error\": {}}}", self.object(2)),
            _ => format!("{{\"content\": [{}]}}", self.block()),
        }
    }
}

/// The text of a page without its tags; the addresses that links lead to are seen as well.
fn without_tags(page: &str) -> String {
    let mut text = String::new();
    for piece in page.split('<') {
        let (tag, said) = piece.split_once('>').unwrap_or(("", piece));
        for kept in ["href=\"", "title=\"", "datetime=\""] {
            if let Some((_, to)) = tag.split_once(kept) {
                text.push_str(to.split('"').next().unwrap());
                text.push(' ');
            }
        }
        text.push_str(said);
    }
    text
}

fn seen(view: &View) -> [(&'static str, String); 3] {
    let mut exported = Vec::new();
    markdown(view, &mut exported).unwrap();
    [
        ("terminal", Terminal::plain().draw(view)),
        ("page", without_tags(&html::fragment(view))),
        ("markdown", String::from_utf8(exported).unwrap()),
    ]
}

#[test]
fn every_word_of_odd_responses_is_seen() {
    let cases = std::env::var("RETORT_ODD").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400);
    let mut lost = Vec::new();
    for case in 0..cases {
        let mut odd = Odd { state: case, words: Vec::new() };
        let response = odd.response();
        let reading = retort_core::read(response.as_str());
        let views: Vec<View> =
            reading.messages.iter().map(|message| View::of(&Interpretation::of(message), None)).collect();
        let mut all = [("terminal", String::new()), ("page", String::new()), ("markdown", String::new())];
        for view in &views {
            for (all, (_, shown)) in all.iter_mut().zip(seen(view)) {
                all.1.push_str(&shown);
            }
        }
        for (place, shown) in all {
            let missing: Vec<&String> = odd.words.iter().filter(|word| !shown.contains(word.as_str())).collect();
            if !missing.is_empty() {
                lost.push(format!("{case}: {place} loses {missing:?} of\n  {response}\n{shown}"));
            }
        }
    }
    assert!(lost.is_empty(), "{} lost\n{}", lost.len(), lost[..lost.len().min(8)].join("\n"));
}

#[test]
fn a_member_that_is_sent_twice_is_seen_twice() {
    let view = view(&said(r#"[{"a": "one", "a": "two", "b": 1}, {"a": "three", "b": 2}]"#), Some(Format::Table));
    for (place, shown) in seen(&view) {
        assert!(["one", "two", "three"].iter().all(|word| shown.contains(word)), "{place}: {shown}");
    }
    let mut out = Vec::new();
    csv(&view, &mut out).unwrap();
    let lines = String::from_utf8(out).unwrap();
    assert_eq!(lines, "a,b,\r\ntwo,1,\"{\"\"a\"\":\"\"one\"\"}\"\r\nthree,2,\r\n");
    let mut out = Vec::new();
    markdown(&view, &mut out).unwrap();
    assert!(out.starts_with(b"| a | b |  |\n"), "cells without a heading are not drawn");
}

#[test]
fn one_long_row_does_not_make_every_row_long() {
    let text = format!("a,b\n{}{}\n", "1,2\n".repeat(2_000), "x,".repeat(20_000));
    let view = view(&said(&text), Some(Format::Csv));
    let mut out = Vec::new();
    csv(&view, &mut out).unwrap();
    assert!(out.len() < 1 << 20, "{}", out.len());
    let page = html::fragment(&view);
    assert!(page.len() < 4 << 20, "{}", page.len());
    assert_eq!((String::from_utf8(out).unwrap().matches('x').count(), page.matches(">x<").count()), (20_000, 20_000));
}

#[test]
fn a_text_with_more_columns_than_sense_is_no_table() {
    let text = format!("{}\n{}", "a,".repeat(100_000), "1,2\n".repeat(1_000));
    let view = view(&said(&text), Some(Format::Table));
    assert!(view.unfit.is_some() && matches!(view.parts[0].body, PartBody::Text { .. }));
}

#[test]
fn a_picture_of_a_failure_is_told_as_one() {
    let response = r#"{"content": [{"type": "image", "data": "AAAA", "mimeType": "image/png"}], "isError": true}"#;
    for (place, shown) in seen(&view(response, None)) {
        assert!(shown.contains("this went wrong"), "{place}: {shown}");
    }
}

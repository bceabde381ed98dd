//! The JSON around a place.

use retort_core::Raw;

use super::super::excerpt::{Excerpt, around, around_text, columns};
use super::super::place::{breadcrumb, inner_json};
use super::*;
use crate::values::Values;

fn shown(json: &str, pointer: &str, width: usize) -> String {
    drawn(&around(&mut Values::of(Raw::parse(json).unwrap()), pointer, None, width).unwrap())
}

fn drawn(Excerpt { before, marked, after }: &Excerpt) -> String {
    format!("{before}{marked}{after}\n{}{}", " ".repeat(columns(before)), "^".repeat(columns(marked)))
}

#[test]
fn the_place_stands_among_its_neighbours() {
    insta::assert_snapshot!(shown(r#"{"a":1,"b":[1,2],"c":{"d":null},"e":""}"#, "/b", 60));
    insta::assert_snapshot!(shown("[10,11,12,13,14,15,16,17,18,19,20,21,22,23]", "/7", 40));
    insta::assert_snapshot!(shown("[10,11,12,13,14,15,16,17,18,19,20,21,22,23]", "/0", 20));
    let long = format!(r#"{{"before":"{0}","it":"{0}","after":{{"x":"{0}"}}}}"#, "long words ".repeat(40));
    insta::assert_snapshot!(shown(&long, "/it", 70));
    insta::assert_snapshot!(shown(&long, "/after", 70));
    insta::assert_snapshot!(shown(&long, "", 70));
}

#[test]
fn marks_stand_below_wide_characters() {
    insta::assert_snapshot!(shown(r#"{"名前":"山田","絵":"🎉🎉","é":"é"}"#, "/絵", 60));
}

#[test]
fn what_is_missing_marks_what_it_is_missing_from() {
    insta::assert_snapshot!(shown(r#"{"a":{"b":1}}"#, "/a/x/y", 60));
}

#[test]
fn a_part_of_a_text_stands_among_its_words() {
    let text = format!("{}NEEDLE{}", "hay \"and\"\n ".repeat(50), " straw".repeat(50));
    let mut raw = Values::of(Raw::string(&text));
    let at = text.find("NEEDLE").unwrap();
    insta::assert_snapshot!(drawn(&around(&mut raw, "", Some(&(at..at + 6)), 60).unwrap()));
    insta::assert_snapshot!(drawn(&around(&mut raw, "", Some(&(0..3)), 60).unwrap()));
    insta::assert_snapshot!(drawn(&around(&mut raw, "", Some(&(9999..99999)), 60).unwrap()));
}

#[test]
fn no_excerpt_is_wider_than_asked_for() {
    let deep = format!("{}1{}", "[".repeat(3000), "]".repeat(3000));
    let keys = format!(r#"{{"{0}":{{"{0}":"{0}"}},"x":[[["{0}"]],{{"y":"{0}"}}]}}"#, "k😀".repeat(80));
    for json in [deep.as_str(), &keys, TRANSCRIPT.lines().nth(3).unwrap()] {
        for pointer in ["", "/0", "/x", "/x/1", "/x/1/y", "/result/content/0", "/result/content/0/text"] {
            for width in [24, 30, 50, 100] {
                let mut values = Values::of(Raw::parse(json).unwrap());
                let Excerpt { before, marked, after } = around(&mut values, pointer, None, width).unwrap();
                let line = format!("{before}{marked}{after}");
                assert!(columns(&line) <= width.max(44), "{width}: {line}");
            }
        }
    }
}

#[test]
fn what_is_no_json_is_shown_as_text() {
    let text = "<html>\u{1b}[2J\n<b>no</b>";
    insta::assert_snapshot!(drawn(&around_text(text, None, 40)));
    insta::assert_snapshot!(drawn(&around_text(text, Some(&(6..7)), 40)));
}

#[test]
fn json_is_found_in_text() {
    for text in [r#"{"a":1}"#, "```json\n{\"a\":1}\n```", r#""{\"a\":1}""#] {
        assert_eq!(inner_json(text).unwrap().as_str().trim(), r#"{"a":1}"#);
    }
    assert!(inner_json("no").is_none());
    assert!(inner_json("``````").is_none());
}

#[test]
fn places_have_words() {
    let mut place = finding(&DATES, 0, "a", "/result/content/0/te~1xt/a b/x-y/\u{1b}", "");
    insta::assert_snapshot!(breadcrumb(&place), @r#"result.content[0]["te/xt"]["a b"].x-y["\u001b"]"#);
    place.within = Some(String::new());
    place.pointer = String::new();
    insta::assert_snapshot!(breadcrumb(&place), @"its text → its JSON");
}

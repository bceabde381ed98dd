//! How the main states look, on 80 columns and 24 lines.

use insta::assert_snapshot;

use super::{Screen, people};

const CONFIG: &str = r#"{"server": {"name": "alpha", "ports": [80, 443], "tls": {"cert": null, "min": "1.2"}},
    "ratio": 0.25, "enabled": true, "message": "It said \"hello\" and went on for so long that the line is cut somewhere"}"#;

#[test]
fn a_table() {
    let list = format!(r#"{{"total": 150, "offset": 0, "limit": 50, "people": {}}}"#, people(50));
    let mut screen = Screen::of(&list);
    assert_snapshot!("table", screen.text());
    assert_snapshot!("table_sorted_and_filtered", screen.keys("llljjsfadam<Enter>").text());
    assert_snapshot!("table_filter_prompt", screen.keys("f<C-u>zo").text());
    assert_snapshot!("table_row_opened", screen.keys("<Enter>j<Enter>").text());
    assert_snapshot!("table_keys", screen.keys("q?").text());
}

#[test]
fn a_tree() {
    let mut screen = Screen::of(CONFIG);
    assert_snapshot!("tree", screen.keys("jjj").text());
    assert_snapshot!("tree_folded", screen.keys("zg").text());
    assert_snapshot!("tree_search", screen.keys("/443").text());
    assert_snapshot!("tree_keys", screen.keys("<Enter>?").text());
}

#[test]
fn envelope_and_raw() {
    let mut screen = Screen::of(CONFIG);
    assert_snapshot!("envelope", screen.keys("e").text());
    assert_snapshot!("raw", screen.keys("r").text());
}

#[test]
fn a_narrow_screen() {
    let mut screen = Screen::of(&people(50));
    assert_snapshot!("table_narrow", screen.resize(32, 10).text());
    assert_snapshot!("tree_narrow", screen.keys("<Enter>").text());
}

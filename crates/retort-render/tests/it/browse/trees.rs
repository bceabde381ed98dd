//! Trees: folding, levels, paths and searches.

use ratatui::style::Modifier;

use super::Screen;

const CONFIG: &str = r#"{
    "server": {"name": "alpha", "ports": [80, {"tls": 443}], "a.b": true},
    "ratio": 0.25,
    "none": null,
    "text": "one\ntwo",
    "deep": {"a": {"b": {"c": {"d": {"e": "Hidden"}}}}}
}"#;

/// The lines of the tree.
fn lines(screen: &Screen) -> Vec<String> {
    let text = screen.text();
    let lines: Vec<String> = text.lines().skip(1).take(21).map(str::to_owned).collect();
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

#[test]
fn parts_are_folded_and_unfolded_with_every_key_for_it() {
    let mut screen = Screen::of(CONFIG);
    assert!(lines(&screen).contains(&"  ▾ server: {3 members}".to_owned()), "{}", screen.text());
    let open = lines(&screen).len();
    screen.keys("j<Enter>");
    assert_eq!(lines(&screen)[1], r#"  ▸ server: {"name": "alpha", "ports": [80, {"tls": 443}], "a.b": true}"#);
    assert!(lines(&screen).len() < open);
    assert_eq!(lines(screen.keys(" "))[1], "  ▾ server: {3 members}");
    assert_eq!(lines(screen.keys("h")).len(), lines(screen.keys("<Right><Left>")).len());
    assert_eq!(screen.keys("l").keys("l").status().split_whitespace().next(), Some("$.server.name"));
    // Left from inside goes out, and then folds.
    assert_eq!(screen.keys("<Left>").status().split_whitespace().next(), Some("$.server"));
}

#[test]
fn all_is_folded_unfolded_or_shown_to_a_level() {
    let mut screen = Screen::of(CONFIG);
    assert_eq!(lines(screen.keys("z")).len(), 6);
    assert!(screen.keys("Z").text().contains(r#"e: "Hidden""#));
    assert_eq!(lines(screen.keys("1")).len(), 6);
    assert_eq!(lines(screen.keys("2")).len(), 10);
    assert_eq!(lines(screen.keys("3")).len(), 13);
}

#[test]
fn paths_can_be_used_elsewhere() {
    let mut screen = Screen::of(CONFIG);
    screen.keys("Z/tls<Enter>p");
    assert_eq!(screen.browser.take_copied().unwrap(), "$.server.ports[1].tls");
    screen.keys("/a.b<Enter>p");
    assert_eq!(screen.browser.take_copied().unwrap(), r#"$.server["a.b"]"#);
    screen.keys("y");
    assert_eq!(screen.browser.take_copied().unwrap(), "true");
    screen.keys("/two<Enter>y");
    assert_eq!(screen.browser.take_copied().unwrap(), "one\ntwo");
}

#[test]
fn a_search_finds_what_is_folded_away() {
    let mut screen = Screen::of(CONFIG);
    screen.keys("z/hid");
    assert!(screen.text().contains(r#"e: "Hidden""#), "{}", screen.text());
    assert_eq!(screen.marked(Modifier::UNDERLINED), ["Hid"]);
    assert!(screen.keys("<Enter>").status().starts_with("$.deep.a.b.c.d.e"), "{}", screen.status());
    assert!(screen.keys("/hID").status().contains("not found"));
    assert!(screen.keys("<Esc>/a<Enter>").status().starts_with("$.server.name"), "{}", screen.status());
}

#[test]
fn long_texts_open_and_json_in_a_text_is_a_tree() {
    let mut screen = Screen::of(r#"{"inner": "{\"a\": [1, 2]}", "long": "first line\nsecond line", "short": "x"}"#);
    screen.keys("j<Enter>");
    assert!(screen.text().contains("▾ a: [2 items]"), "{}", screen.text());
    assert!(screen.keys("jj").status().starts_with("$.inner.a[0]"));
    screen.keys("qj<Enter>");
    assert!(screen.text().contains("first line\nsecond line"), "{}", screen.text());
    assert!(screen.keys("qj<Enter>").text().contains("short"));
}

#[test]
fn what_is_too_large_is_not_copied() {
    let mut screen = Screen::of(&format!(r#"{{"a": "{}", "b": 1}}"#, "x".repeat(200_000)));
    screen.keys("jy");
    assert!(screen.browser.take_copied().is_none());
    assert!(screen.status().starts_with("too large to copy: 200.0 KB, at most 100 KB"), "{}", screen.status());
}

#[test]
fn large_lists_are_gone_through_quickly() {
    let items: Vec<String> = (0..300_000).map(|item| item.to_string()).collect();
    let mut screen = Screen::of(&format!(r#"{{"head": 1, "list": [{}]}}"#, items.join(",")));
    screen.keys("G<Enter>G");
    assert!(screen.status().starts_with("$.list[299999]"), "{}", screen.status());
    assert!(screen.keys("/123456<Enter>").status().starts_with("$.list[123456]"), "{}", screen.status());
    assert!(screen.keys("<Left>").status().starts_with("$.list "), "{}", screen.status());
}

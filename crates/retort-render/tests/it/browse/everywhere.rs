//! What is the same in every pane: the ways to see a response, parts, the list of keys, leaving.

use super::{Screen, people};

#[test]
fn three_ways_to_see_it() {
    let mut screen = Screen::of(&people(3));
    let sees = |screen: &Screen| (screen.line(1), screen.status());
    let view = sees(&screen);
    screen.keys("<Tab>");
    assert!(screen.text().contains(r#"responseType: "list""#), "{}", screen.text());
    assert!(screen.keys("<Tab>").line(1).starts_with(r#"{"content": ["#));
    assert_eq!(sees(screen.keys("<Tab>")), view);
    assert!(screen.keys("<BackTab>").line(1).starts_with(r#"{"content": ["#));
    assert!(screen.keys("e").text().contains("toolName"));
    assert!(screen.keys("r").line(1).starts_with('{'));
    // Each keeps its place.
    screen.keys("vjjle");
    assert_eq!(screen.keys("v").cursor(), "Zoe 3");
}

#[test]
fn parts_are_seen_one_after_the_other() {
    let rows = people(2).replace('"', "\\\"");
    let mut screen = Screen::of("x");
    assert!(screen.keys("]").status().starts_with("there is only one part"));
    let resource = r#"{"type": "resource_link", "uri": "https://example.com/a", "name": "A"}"#;
    screen = Screen::sent(&format!(r#"{{"content": [{{"type": "text", "text": "{rows}"}}, {resource}]}}"#));
    assert!(screen.line(0).contains("part 1 of 2"), "{}", screen.text());
    assert!(screen.keys("]").line(0).contains("part 2 of 2"));
    assert!(screen.text().contains("https://example.com/a"), "{}", screen.text());
    assert!(screen.keys("]").line(0).contains("part 1 of 2"));
    assert!(screen.keys("[").line(0).contains("part 2 of 2"));
}

#[test]
fn what_stands_beside_a_list_is_a_part() {
    let mut screen = Screen::of(&format!(r#"{{"took": 12, "people": {}}}"#, people(2)));
    assert!(screen.keys("]").text().contains("took: 12"), "{}", screen.text());
}

#[test]
fn all_keys_are_listed_and_the_list_goes_away() {
    let mut screen = Screen::of(&people(3));
    assert!(screen.keys("?").text().contains("filter: text in any cell"), "{}", screen.text());
    assert!(!screen.keys("q").text().contains("text in any cell"));
    assert!(!screen.browser.is_done());
    screen.resize(40, 10).keys("?");
    assert!(screen.text().contains("more below"), "{}", screen.text());
    assert!(screen.keys("jjjjjjjjjjjjjjjjjjj").text().contains("leave"), "{}", screen.text());
}

#[test]
fn the_keys_at_the_bottom_fit_the_width() {
    let mut screen = Screen::of(&people(3));
    assert!(screen.line(23).starts_with(" ? keys  q quit  / search  s sort  f filter"));
    assert_eq!(screen.resize(30, 24).line(23), " ? keys  q quit  / search");
    assert_eq!(screen.resize(18, 24).line(23), " ? keys  q quit");
}

#[test]
fn keys_that_make_no_sense_say_so() {
    let mut screen = Screen::of("just words");
    for keys in ["s", "f", "z", "n", "p", "Y"] {
        screen.keys(keys);
        assert!(!screen.status().starts_with("line"), "{keys}: {}", screen.status());
    }
    screen.keys("<Esc><Esc>");
    assert!(!screen.browser.is_done());
    assert!(screen.keys("<C-c>").browser.is_done());
}

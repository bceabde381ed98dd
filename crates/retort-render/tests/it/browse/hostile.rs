//! Whatever a server sends and whatever keys are pressed: nothing falls over, and nothing reaches the terminal that
//! it would obey.

use proptest::prelude::*;
use retort_render::browse::{KeyCode, KeyEvent, KeyModifiers};

use super::{Screen, people};

const EVIL: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}\u{200b}\u{9b}31m";

fn assert_harmless(screen: &Screen) {
    let buffer = screen.terminal.backend().buffer();
    for cell in buffer.content() {
        assert!(!cell.symbol().chars().any(retort_core::is_hidden), "{:?} in\n{}", cell.symbol(), screen.text());
    }
}

#[test]
fn nothing_is_obeyed_anywhere() {
    let evil = retort_core::Raw::string(EVIL);
    let evil = evil.as_str();
    let rows = format!(r#"[{{{evil}: {evil}, "a": [{evil}]}}, {{{evil}: 1, "a": {evil}}}]"#);
    let bodies = [
        rows.clone(),
        format!(r#"{{{evil}: {{{evil}: {evil}}}, "x": [{evil}]}}"#),
        format!("# {EVIL}\n\n- {EVIL}\n- [{EVIL}](javascript:{EVIL})\n"),
        format!("a,{EVIL}\n1,{EVIL}\n2,{EVIL}\n3,x\n"),
        format!("Error: {EVIL}\n{EVIL}"),
        format!("name: {EVIL}\nother: {EVIL}\n"),
        EVIL.to_owned(),
    ];
    for body in bodies {
        let mut screen = Screen::of(&body);
        for keys in
            ["j", "l", "<Enter>", "p", "y", "/\u{1b}x<Enter>", "n", "s", "q", "f[2<Enter>", "e", "Z", "G", "r", "?"]
        {
            screen.keys(keys);
            assert_harmless(&screen);
            screen.browser.take_copied();
        }
    }
}

#[test]
fn what_is_made_harmless_can_be_seen_with_and_without_a_search() {
    let evil = retort_core::Raw::string(EVIL);
    let evil = evil.as_str();
    for body in
        [format!(r#"[{{"a": {evil}, "b": 1}}, {{"a": {evil}, "b": 2}}]"#), format!(r#"{{"a": {evil}, "b": 1}}"#)]
    {
        let mut screen = Screen::of(&body);
        let seen = r"\u{1b}[2J\u{1b}]0;owned\u{7}";
        assert!(screen.text().contains(seen), "{}", screen.text());
        assert!(screen.keys("/owned<Enter>").text().contains(seen), "{}", screen.text());
        assert!(screen.keys("e").text().contains(seen), "{}", screen.text());
    }
}

#[test]
fn depth_and_length_are_no_danger() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let mut screen = Screen::of(&deep);
    screen.keys("Z G <Left>zzZpy/1<Enter>");
    assert!(screen.keys("p").status().contains("too large to copy"), "{}", screen.status());
    screen.keys("eZGr");
    let mut screen = Screen::of(&format!(r#"{{"{0}": "{0}", "list": ["{0}", {{"{0}": 1}}]}}"#, "k".repeat(1_000_000)));
    screen.keys("jlZG<Enter>/kkk<Enter>nNyper");
    assert_harmless(&screen);
}

#[test]
fn any_size_of_screen_will_do() {
    for body in [people(30), r#"{"a": {"b": [1, 2]}}"#.to_owned(), "words ".repeat(100), String::new(), "[]".to_owned()]
    {
        let mut screen = Screen::of(&body);
        for (width, height) in [(1, 1), (2, 3), (3, 2), (5, 5), (200, 4), (10, 60), (80, 24)] {
            screen.resize(width, height);
            for keys in
                ["jjl", "?", "jq", "/a<Enter>", "n", "f1<Enter>", "<Tab>", "<Tab>", "<Tab>", "G$", "g0", "<Esc>"]
            {
                screen.keys(keys);
            }
        }
    }
}

fn key() -> impl Strategy<Value = KeyEvent> {
    let letters = "hjklgGzZ123s wf&/nNypYver[]?q0$^aéx:".chars().collect::<Vec<_>>();
    let named = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Backspace,
    ];
    prop_oneof![
        4 => prop::sample::select(letters).prop_map(|letter| KeyCode::Char(letter).into()),
        2 => prop::sample::select(named.to_vec()).prop_map(KeyEvent::from),
        1 => prop::sample::select("dufbnpwl".chars().collect::<Vec<_>>())
            .prop_map(|letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)),
    ]
}

fn body() -> impl Strategy<Value = String> {
    prop_oneof![
        (0_usize..40).prop_map(people),
        Just(r#"{"took": 1, "rows": [{"a": 1, "b": [1, {"c": "x"}]}, {"a": "é", "z": null}]}"#.to_owned()),
        Just("a,b\n1,2\n3,4\n5,6\n7,8\n".to_owned()),
        Just("# Title\n\nSome words.\n\n- a\n- b\n".to_owned()),
        Just(r#"{"a": {"b": {"c": [[], {}, [[1]], "text", "line\nline"]}}, "": {"": ""}}"#.to_owned()),
        "\\PC{0,200}",
    ]
}

proptest! {
    #![proptest_config(trials::cases(48))]

    #[test]
    fn any_keys_on_anything(
        body in body(),
        keys in prop::collection::vec(key(), 0..60),
        size in (1_u16..100, 1_u16..40),
    ) {
        let mut screen = Screen::of(&body);
        screen.resize(size.0, size.1);
        for key in keys {
            screen.press(key);
            screen.draw();
            assert_harmless(&screen);
            if screen.browser.is_done() {
                break;
            }
        }
    }

    #[test]
    fn the_cursor_of_a_table_stays_in_it(rows in 1_usize..30, keys in prop::collection::vec(key(), 0..40)) {
        let mut screen = Screen::of(&people(rows));
        let moving = |key: &KeyEvent| !matches!(key.code, KeyCode::Enter | KeyCode::Tab | KeyCode::BackTab | KeyCode::Esc)
            && !matches!(key.code, KeyCode::Char('/' | 'f' | '&' | 'e' | 'r' | '?' | 'q' | 'p' | 'y' | 'Y' | 'n' | 'N' | ' ' | '[' | ']' | 'z' | 'Z' | '1' | '2' | '3' | 's'));
        for key in keys.into_iter().filter(moving) {
            screen.press(key);
        }
        screen.draw();
        let status = screen.status();
        let row: usize = status.split_once("row ").unwrap().1.split_once(" of").unwrap().0.parse().unwrap();
        prop_assert!(row >= 1 && row <= rows, "{}", status);
        prop_assert_eq!(screen.marked(ratatui::style::Modifier::REVERSED).len(), 1);
    }
}

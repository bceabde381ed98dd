//! Text: wrapping, moving and searching; and the message as it was sent.

use ratatui::style::Modifier;

use super::Screen;

#[test]
fn text_scrolls_and_is_searched() {
    let text: Vec<String> = (1..=100).map(|line| format!("This is line number {line} of the story.")).collect();
    let mut screen = Screen::of(&text.join("\n"));
    assert!(screen.line(1).ends_with("number 1 of the story."), "{}", screen.text());
    assert!(screen.keys("jj").line(1).contains("number 3 "));
    assert!(screen.keys("G").line(21).contains("number 100 "), "{}", screen.text());
    assert!(screen.status().ends_with("line 100 of 100"), "{}", screen.status());
    assert!(screen.keys("g/number 50").text().contains("number 50 "));
    assert_eq!(screen.marked(Modifier::UNDERLINED), ["number 50"]);
    assert!(screen.keys("<Enter>/number 9<Enter>n").text().contains("number 90 "), "{}", screen.text());
    assert!(screen.keys("NNN").status().starts_with("the search went on"), "{}", screen.status());
}

#[test]
fn raw_is_what_was_sent_in_rows_of_the_screen() {
    let words: Vec<String> = (0..2000).map(|word| format!("word{word}")).collect();
    let mut screen =
        Screen::sent(&format!(r#"{{"content": [{{"type": "text", "text": "{}"}}], "x": 1}}"#, words.join(" ")));
    screen.keys("r");
    assert!(screen.line(1).starts_with(r#"{"content": [{"type": "text", "text": "word0 word1"#), "{}", screen.text());
    assert!(screen.keys("G").line(21).ends_with(r#""x": 1}"#), "{}", screen.text());
    screen.keys("g/word1500");
    assert_eq!(screen.marked(Modifier::UNDERLINED).concat(), "word1500");
    // What was at the top stays there in another width.
    let top = screen.line(1).chars().take(8).collect::<String>();
    screen.resize(40, 24);
    assert!(screen.text().contains(&top), "{top}: {}", screen.text());
}

#[test]
fn a_match_on_two_rows_is_shown_on_both() {
    let mut screen = Screen::of(&format!("{}needle{}", "x".repeat(38), "y".repeat(100)));
    screen.keys("r/needle");
    assert_eq!(screen.marked(Modifier::UNDERLINED), ["nee", "dle"], "{}", screen.text());
}

#[test]
fn lines_that_are_too_long_move_to_the_side() {
    let code = format!("fn main() {{\n    let x = \"{}END\";\n    let y = 1;\n}}\n", "a".repeat(90));
    let mut screen = Screen::of(&code);
    let start = screen.text();
    screen.keys("<Right><Right>");
    screen.keys("0");
    assert_eq!(screen.text(), start);
}

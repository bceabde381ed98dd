//! Tables: the cursor, columns, order and filters.

use ratatui::style::Modifier;

use super::{Screen, people};

/// The second word of each row on the screen: its id.
fn ids(screen: &Screen) -> Vec<String> {
    let lines = screen.text();
    let rows =
        lines.lines().skip(3).take_while(|line| line.starts_with(|first: char| first == ' ' || first.is_ascii_digit()));
    rows.filter_map(|line| line.split_whitespace().nth(1).map(str::to_owned)).take(18).collect()
}

#[test]
fn the_cursor_goes_everywhere_and_tells_its_path() {
    let mut screen = Screen::of(&people(100));
    assert_eq!(screen.cursor(), "1");
    assert!(screen.keys("jjl").status().starts_with("$[2].name"), "{}", screen.status());
    assert_eq!(screen.cursor(), "Zoe 3");
    assert!(screen.keys("kh<Down><Right>$").status().starts_with("$[2].note"));
    assert!(screen.keys("0G").status().starts_with("$[99].id"));
    assert!(screen.keys("g<C-d>").status().starts_with("$[9].id"));
    assert!(screen.keys("g<C-f><PageDown><C-b><End>").status().starts_with("$[18].note"));
    assert!(screen.status().ends_with("empty · row 19 of 100"), "{}", screen.status());
}

#[test]
fn the_path_begins_where_the_list_is() {
    let mut screen = Screen::of(&format!(r#"{{"total": 9, "odd key": {{"x": 1}}, "people": {}}}"#, people(3)));
    assert!(screen.keys("jl").status().starts_with("$.people[1].name"), "{}", screen.text());
}

#[test]
fn a_column_sorts_as_what_it_is_then_back_then_not() {
    let mut screen = Screen::of(&people(12));
    screen.keys("lll");
    screen.keys("s");
    assert!(screen.status().starts_with("sorted by balance"), "{}", screen.status());
    assert!(screen.line(1).contains("balance ▲"));
    // 0, 10, 20, 27 … as numbers, not as letters.
    assert_eq!(ids(&screen)[..4], ["1", "12", "4", "7"]);
    assert_eq!(ids(screen.keys("s"))[11], "1");
    assert!(screen.line(1).contains("balance ▼"));
    let undone: Vec<String> = (1..=12).map(|id| id.to_string()).collect();
    assert_eq!(ids(screen.keys("s")), undone);
    assert!(!screen.line(1).contains('▼'));

    // Names without regard to case; dates as dates.
    assert_eq!(ids(screen.keys("0ls"))[..3], ["10", "5", "1"]);
    assert_eq!(ids(screen.keys("ls"))[..2], ["12", "11"]);
}

#[test]
fn equal_rows_keep_their_order_and_rows_without_a_value_are_last() {
    let mut screen =
        Screen::of(r#"[{"id": 1, "x": null}, {"id": 2, "x": 5}, {"id": 3, "x": 4}, {"id": 4, "x": 5}, {"id": 5}]"#);
    assert_eq!(ids(screen.keys("ls")), ["3", "2", "4", "1", "5"]);
    assert_eq!(ids(screen.keys("s")), ["2", "4", "3", "1", "5"]);
}

#[test]
fn rows_are_filtered_while_the_text_is_typed() {
    let mut screen = Screen::of(&people(100));
    assert_eq!(ids(screen.keys("fzoe 1")), ["13", "18"]);
    assert_eq!(ids(screen.keys("<Backspace>2")), ["23", "28"]);
    assert!(screen.keys("<Enter>").status().contains("row 1 of 2 (of 100)"), "{}", screen.status());
    assert!(screen.status().starts_with("filter: zoe 2"));
    // A filter that is given up leaves the one before.
    assert_eq!(ids(screen.keys("&3<Esc>")), ["23", "28"]);
    assert_eq!(ids(screen.keys("<Esc>")).len(), 18);
}

#[test]
fn a_filter_may_name_its_column_and_a_capital_matters() {
    let mut screen = Screen::of(&people(100));
    assert_eq!(ids(screen.keys("fid:77<Enter>")), ["77"]);
    assert_eq!(ids(screen.keys("f<C-u>na: ann 9<Enter>")), ["91", "96"]);
    assert_eq!(ids(screen.keys("f<C-u>Ann<Enter>")).len(), 0);
    assert!(screen.status().ends_with("row nothing (of 100)"), "{}", screen.status());
    assert_eq!(ids(screen.keys("f<C-u>ÉMILE 4<Enter>")).len(), 0);
    assert_eq!(ids(screen.keys("f<C-u>émile 4<Enter>")), ["4", "44", "49"]);
    // What is no column is a text.
    assert_eq!(ids(screen.keys("f<C-u>zzz:1<Enter>")).len(), 0);
}

#[test]
fn an_order_holds_for_filtered_rows() {
    let mut screen = Screen::of(&people(50));
    assert_eq!(ids(screen.keys("ssfadam<Enter>"))[..3], ["50", "45", "40"]);
    assert_eq!(ids(screen.keys("s"))[..3], ["5", "10", "15"]);
}

#[test]
fn a_search_goes_through_the_cells() {
    let mut screen = Screen::of(&people(100));
    assert!(screen.keys("/bob").status().contains("/bob"));
    assert_eq!(screen.cursor(), "Bob 2");
    assert_eq!(screen.keys(" 7").cursor(), "Bob 7");
    assert_eq!(screen.keys("<Enter>n").cursor(), "Bob 72");
    assert_eq!(screen.keys("N").cursor(), "Bob 7");
    assert_eq!(screen.keys("N").cursor(), "Bob 77");
    assert!(screen.status().starts_with("the search went on at the other end"), "{}", screen.status());
    assert!(screen.marked(Modifier::UNDERLINED).iter().any(|found| found == "Bob 7"), "{}", screen.text());
    assert!(screen.keys("/nobody").status().contains("not found"));
    assert_eq!(screen.keys("<Esc>").cursor(), "Bob 77");
    assert!(screen.marked(Modifier::UNDERLINED).is_empty());
}

#[test]
fn rows_and_nested_cells_open_as_trees() {
    let mut screen = Screen::of(&people(10));
    screen.keys("jl<Enter>");
    assert!(screen.status().starts_with("$[1].name"), "{}", screen.text());
    assert!(screen.text().contains("▾ tags: [2 items]"));
    screen.keys("q$h<Enter>");
    assert!(screen.status().starts_with("$[1].tags"), "{}", screen.text());
    assert!(screen.keys("jj<Right>").status().starts_with("$[1].tags[1].n"), "{}", screen.text());
    assert!(screen.keys("<Esc>").line(1).contains("name"));
    assert!(!screen.browser.is_done());
    assert!(screen.keys("q").browser.is_done());
}

#[test]
fn values_paths_and_rows_are_copied() {
    let mut screen = Screen::of(&people(3));
    screen.keys("jly");
    assert_eq!(screen.browser.take_copied().unwrap(), "Bob 2");
    assert!(screen.status().starts_with("copied the value: Bob 2"));
    screen.keys("yp");
    assert_eq!(screen.browser.take_copied().unwrap(), "$[1].name");
    screen.keys("Y");
    assert!(screen.browser.take_copied().unwrap().starts_with(r#"{"id": 2, "name": "Bob 2""#));
    assert!(screen.browser.take_copied().is_none());
}

#[test]
fn columns_scroll_and_widen() {
    let columns: Vec<String> = (0..20).map(|at| format!(r#""column_{at}": "{}""#, "x".repeat(at * 3))).collect();
    let row = format!("{{{}}}", columns.join(", "));
    let mut screen = Screen::of(&format!("[{row}, {row}]"));
    assert!(screen.line(1).contains("column_0") && screen.line(1).ends_with('›'));
    screen.keys("$");
    assert!(screen.line(1).starts_with('‹') && screen.line(1).contains("column_19"), "{}", screen.text());
    assert!(!screen.text().contains(&"x".repeat(40)));
    assert!(screen.keys("w").text().contains(&"x".repeat(57)), "{}", screen.text());
    assert!(!screen.keys("w").text().contains(&"x".repeat(40)));
}

#[test]
fn records_and_cards_are_tables_too() {
    let rows: Vec<String> = (1..60).map(|row| format!("{row},\"name, {row}\",{}", 100 - row)).collect();
    let mut screen = Screen::of(&format!("id,name,score\n{}\n", rows.join("\n")));
    assert!(screen.keys("jl").status().starts_with("$[1].name"), "{}", screen.text());
    assert_eq!(screen.cursor(), "name, 2");
    assert_eq!(ids(screen.keys("ls"))[..2], ["59", "58"]);
    assert!(screen.keys("<Enter>").text().contains(r#"name: "name, 59""#), "{}", screen.text());

    let mut screen = Screen::of(
        r#"{"results": [{"title": "Rust", "url": "https://rust-lang.org", "snippet": "A language", "rank": 1},
            {"title": "Go", "url": "https://go.dev", "snippet": "Another", "rank": 2}]}"#,
    );
    assert!(screen.line(1).contains("title") && screen.line(1).contains("description"), "{}", screen.text());
    assert!(screen.keys("j<Enter>").text().contains("rank: 2"), "{}", screen.text());
}

#[test]
fn rows_beyond_the_first_thousand_are_there() {
    let mut screen = Screen::of(&people(5000));
    assert!(screen.keys("G").status().ends_with("row 5,000 of 5,000"), "{}", screen.status());
    // The columns grow with what is seen.
    assert_eq!(screen.keys("l").cursor(), "Adam 5000");
    assert!(screen.keys("g/bob 4997<Enter>").status().starts_with("$[4996].name"), "{}", screen.status());
    assert_eq!(ids(screen.keys("fid:4999<Enter>")), ["4999"]);
}

#[test]
fn the_path_of_a_result_is_that_of_the_payload() {
    let results = r#"{"query": "q", "results": [{"title": "A", "url": "https://a.example", "snippet": "about a"},
        {"title": "B", "url": "https://b.example", "snippet": "about b"}]}"#;
    let mut screen = Screen::of(results);
    assert!(screen.text().contains("$.results[0].title"), "{}", screen.text());
    assert!(screen.keys("jl").text().contains("$.results[1].snippet"), "{}", screen.text());
    assert!(screen.keys("l").text().contains("$.results[1].url"), "{}", screen.text());
    let docs = r#"[{"title": "A", "snippet": "about a", "source": {"path": "a.md"}}, {"title": "B", "snippet": "about b", "source": {"path": "b.md"}}]"#;
    assert!(Screen::of(docs).keys("ll").text().contains("$[0].source.path"));
}

//! Cards, failures, frames, pairs and text at their edges.

use retort_core::Format;
use retort_render::{Card, PartBody, Terminal, View};

use super::{fitted, said, view};

fn cards(json: &str) -> View {
    view(&said(json), Some(Format::SearchResults))
}

/// A terminal on which links can be clicked.
fn clickable(width: usize) -> Terminal {
    let mut terminal = fitted(width);
    terminal.links = true;
    terminal
}

#[test]
fn a_card_shows_where_it_leads_in_one_way_or_the_other() {
    let json = r#"[{"title": "Tides", "url": "https://www.sea.example/tides", "date": "2024-03-09", "snippet": "High and low."},
                   {"title": "Sand", "url": "ftp://sea.example", "snippet": "Wet and dry."}]"#;
    let shown = clickable(60).draw(&cards(json));
    let link = "\u{1b}]8;;https://www.sea.example/tides\u{1b}\\Tides\u{1b}]8;;\u{1b}\\";
    assert_eq!(
        shown,
        format!("{link}\n  sea.example · 9 Mar 2024\n  High and low.\n\nSand\n  ftp://sea.example\n  Wet and dry.\n")
    );
    let bare = fitted(60).draw(&cards(json));
    assert!(bare.starts_with("Tides\n  https://www.sea.example/tides\n  9 Mar 2024\n"), "{bare}");
}

#[test]
fn a_card_without_a_title_has_its_address_or_says_so() {
    let shown =
        fitted(60).draw(&cards(r#"[{"url": "https://a.example/x"}, {"score": 1}, {"title": "", "score": null}]"#));
    assert_eq!(shown, "https://a.example/x\n\nuntitled\n  score: 1\n\nuntitled\n  title: \n");
}

#[test]
fn cards_past_the_rows_are_counted() {
    let mut terminal = fitted(60);
    (terminal.rows, terminal.more) = (Some(1), Some("--rows all".to_owned()));
    let view = cards(r#"[{"title": "a"}, {"title": "b"}, {"title": "c"}]"#);
    assert_eq!(terminal.draw(&view), "a\n\n… 2 more results (--rows all)\n");
    terminal.rows = Some(0);
    assert_eq!(terminal.draw(&view), "… 3 more results (--rows all)\n");
    let mut none = view;
    none.parts[0].body = PartBody::Cards(Vec::<Card>::new());
    assert_eq!(terminal.draw(&none), "no results\n");
}

#[test]
fn a_page_sent_as_a_description_is_cut_for_a_person_only() {
    let page = "A line of the page.\n\n\n".repeat(50);
    let json = serde_json::json!([{"title": "a", "url": "https://a.example", "text": page}]).to_string();
    let mut terminal = fitted(60);
    terminal.rows = Some(20);
    let shown = terminal.draw(&cards(&json));
    assert!(shown.ends_with("\n  A line of the page.\n\n  … 93 more lines\n"), "{shown}");
    assert_eq!(Terminal::plain().draw(&cards(&json)).matches("A line").count(), 50);
}

#[test]
fn nested_members_of_a_card_are_short_for_a_person_only() {
    let json = r#"[{"title": "a", "long": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], "tags": ["x", "y"], "o": {}}]"#;
    assert_eq!(fitted(80).draw(&cards(json)), "a\n  long: [… 20 items] · o: {}\n  [x] [y]\n");
    assert!(Terminal::plain().draw(&cards(json)).contains("18, 19, 20]"));
}

#[test]
fn a_failure_is_a_box_as_wide_as_its_text() {
    let failed = r#"{"content": [{"type": "text", "text": "Error: the tide is out"}], "isError": true}"#;
    let expected = "╭─ ✗ error ───────╮\n│ the tide is out │\n╰─────────────────╯\n";
    assert_eq!(Terminal::plain().draw(&view(failed, None)), expected);
    assert_eq!(fitted(80).draw(&view(failed, None)), expected);
    let narrow = fitted(18).draw(&view(failed, None));
    assert_eq!(narrow, "╭─ ✗ error ───╮\n│ the tide is │\n│ out         │\n╰─────────────╯\n");
    assert_eq!(fitted(10).draw(&view(failed, None)), "✗ error\nthe tide\nis out\n");
}

#[test]
fn a_box_has_straight_sides_whatever_it_holds() {
    let text = "潮が引くと\u{202e}現れる\n  👩\u{200d}🚀 indented\n\tafter a tab\nשלום";
    let json = serde_json::json!({"status": "error", "error": {"code": "日本", "message": text, "hint": text,
        "details": {"list": [1, [2, {"a": text}]], "鍵": "https://a.example", "empty": ""}}});
    for mut terminal in [fitted(50), clickable(50), fitted(90)] {
        terminal.palette = None;
        let shown = terminal.draw(&view(&said(&json.to_string()), None));
        let bare = shown.replace("\u{1b}]8;;https://a.example/\u{1b}\\", "").replace("\u{1b}]8;;\u{1b}\\", "");
        let widths: Vec<usize> = bare.lines().map(retort_render::width).collect();
        assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{shown}");
    }
}

#[test]
fn what_is_odd_in_an_error_is_told_once() {
    let json = r#"{"error": {"code": 7, "message": "No", "hint": "Wait", "try_after": 30}}"#;
    let shown = fitted(60).draw(&view(&said(json), None));
    for word in ["No", "hint: Wait", "try_after", "30"] {
        assert_eq!(shown.matches(word).count(), 1, "{word}: {shown}");
    }
}

#[test]
fn a_frame_tells_how_it_went_and_how_much_there_is() {
    let json = r#"{"toolName": "t", "responseType": "list", "status": "partial", "message": "Some are missing, and more will follow soon",
        "data": [{"id": 1}], "pagination": {"nextOffset": "abc", "hasMore": true}, "summary": {"total": 9, "returned": 1}}"#;
    let mut view = view(&said(json), None);
    view.frame.rest = Some("retort call t --all".to_owned());
    view.parts.clear();
    let expected =
        "! Some are missing, and more\n  will follow soon\n\n\n1 of 9, next from abc\nthe rest: retort call t --all\n";
    assert_eq!(fitted(30).draw(&view), expected);
    view.frame.message = None;
    assert!(fitted(30).draw(&view).starts_with("! this went well only in part\n"));
}

#[test]
fn pairs_keep_their_columns() {
    let text = "Name: Ann\nNotes: a long value that has to be wrapped\n日本: x\nA name too long for it: y\n";
    let expected = "Name   Ann
Notes  a long value that has
       to be wrapped
日本   x
A name too long for it
       y
";
    assert_eq!(fitted(28).draw(&view(&said(text), Some(Format::KeyValue))), expected);
}

#[test]
fn text_keeps_its_indentation_and_blank_lines() {
    let text = "One line of text that is wrapped.\n\n    And one that is set in and wrapped.\n\ta\tb\n";
    let expected =
        "One line of text\nthat is wrapped.\n\n    And one that\n    is set in and\n    wrapped.\n        a       b\n";
    let view = view(&said(text), Some(Format::PlainText));
    assert_eq!(fitted(17).draw(&view), expected);
    assert_eq!(Terminal::plain().draw(&view), text);
}

#[test]
fn nothing_is_said_to_a_person_only() {
    let view = view(r#"{"content": []}"#, None);
    assert_eq!(fitted(80).draw(&view), "nothing\n");
    assert_eq!(Terminal::plain().draw(&view), "");
}

#[test]
fn media_are_told_in_a_line() {
    let response = r#"{"content": [{"type": "image", "mimeType": "image/jpeg", "data": "iVBORw0KGgo=", "caption": "Dusk"},
        {"type": "audio", "mimeType": "audio/wav", "data": "not base64!"}]}"#;
    let expected =
        "image/png, sent as image/jpeg · 8 bytes\ncaption  Dusk\n\naudio/wav · 11 bytes, not base64: not base64!\n";
    assert_eq!(fitted(80).draw(&view(response, None)), expected);
}

#[test]
fn what_was_cut_off_is_told_wherever_it_is_shown() {
    let cut = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"#;
    let words = "The JSON ends before it is complete.";
    let seen = view(cut, None);
    assert_eq!(fitted(80).draw(&seen), format!("hello\n\n! {words}\n"));
    assert!(fitted(80).draw(&view(cut, Some(Format::Json))).contains(words));
    let mut pipe = Terminal::plain();
    pipe.damage = false;
    assert_eq!(pipe.draw(&seen), "hello\n");
    assert!(retort_render::html::page(std::slice::from_ref(&seen), "").contains(words));
    let mut text = Vec::new();
    retort_render::markdown(&seen, &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), format!("hello\n\n> [!WARNING]\n> {words}\n"));
    // What is only unusual is no news to a person.
    assert_eq!(fitted(80).draw(&view(r#"{"content": "hello"}"#, None)), "hello\n");
}

/// A response of several blocks of text.
fn blocks(texts: &[&str]) -> String {
    let blocks: Vec<_> = texts.iter().map(|text| serde_json::json!({"type": "text", "text": text})).collect();
    serde_json::json!({ "content": blocks }).to_string()
}

#[test]
fn blocks_keep_their_order_and_their_formats() {
    let response = blocks(&["File 1 of 2", r#"[{"a": 1}, {"a": 2}]"#, "# Notes\n\n- x\n- y\n"]);
    let seen = view(&response, None);
    assert_eq!(fitted(40).draw(&seen), "File 1 of 2\n\na\n─\n1\n2\n\nNotes\n═════\n\n• x\n• y\n");
    let mut text = Vec::new();
    retort_render::markdown(&seen, &mut text).unwrap();
    let expected = "File 1 of 2\n\n| a |\n| ---: |\n| 1 |\n| 2 |\n\n# Notes\n\n- x\n- y\n";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
    let page = retort_render::html::page(&[seen], "");
    let place = |what: &str| page.rfind(what).unwrap();
    assert!(place("File 1 of 2") < place("</table>") && place("</table>") < place("<li>x</li>"), "{page}");
    // A sentence before the data is what the response says to a person.
    let seen = view(&blocks(&["Two rows", r#"[{"a": 1}, {"a": 2}]"#]), None);
    assert_eq!(seen.frame.message.as_deref(), Some("Two rows"));
}

#[test]
fn texts_of_several_formats_are_told_apart() {
    let shown = |texts: &[&str]| fitted(40).draw(&view(&blocks(texts), None));
    let rows = r#"[{"a": 1}, {"a": 2}]"#;
    assert_eq!(shown(&[rows, "between", rows]), "a\n─\n1\n2\n\nbetween\n\na\n─\n1\n2\n");
    assert_eq!(shown(&["# One\n\n- x\n- y", "Plain.\nText."]), "One\n═══\n\n• x\n• y\n\nPlain.\nText.\n");
    // Lines that are sent one by one belong together.
    assert_eq!(shown(&["Name: Ann", "Age: 30", "City: Oslo"]), "Name  Ann\nAge   30\nCity  Oslo\n");
    assert_eq!(shown(&["one", "two"]), "one\ntwo\n");
}

#[test]
fn an_image_stands_where_it_was_sent() {
    let response = r#"{"content": [{"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="},
        {"type": "text", "text": "The plot."}]}"#;
    assert_eq!(fitted(80).draw(&view(response, None)), "image/png · 8 bytes\n\nThe plot.\n");
}

#[test]
fn lists_in_a_list_have_the_name_of_their_member_and_no_heading() {
    let json = r#"{"a": 1, "list": [[5, 6], [7, 8]], "s": "x"}"#;
    let seen = view(&said(json), None);
    assert_eq!(fitted(40).draw(&seen), "list\n5  6\n7  8\n\na  1\ns  x\n");
    let mut text = Vec::new();
    retort_render::csv(&seen, &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), "5,6\r\n7,8\r\n");
    let mut text = Vec::new();
    retort_render::markdown(&seen, &mut text).unwrap();
    let expected = "### list\n\n|  |  |\n| ---: | ---: |\n| 5 | 6 |\n| 7 | 8 |\n\n- a: 1\n- s: x\n";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
}

#[test]
fn results_of_files_are_cards_with_their_paths() {
    let json = r#"{"query": "x", "results": [
        {"id": "a", "title": "Tides", "source": {"path": "guide/tides.md"}, "score": 1.0, "snippet": "High and low."},
        {"id": "b", "title": "Sand", "source": {"path": "guide/sand.md", "url": "https://sea.example/s", "line": 3}, "score": 0.5, "snippet": "Wet."}]}"#;
    let seen = view(&said(json), None);
    let expected = "Tides\n  guide/tides.md\n  High and low.\n  id: a · score: 1.0\n\n\
                    Sand\n  sea.example · guide/sand.md\n  Wet.\n  id: b · source: {\"line\":3} · score: 0.5\n\nquery  x\n";
    let shown = clickable(60).draw(&seen);
    let bare = shown.replace("\u{1b}]8;;https://sea.example/s\u{1b}\\", "").replace("\u{1b}]8;;\u{1b}\\", "");
    assert_eq!(bare, expected);
    assert!(retort_render::html::page(std::slice::from_ref(&seen), "").contains("guide/tides.md"));
    let mut text = Vec::new();
    retort_render::csv(&seen, &mut text).unwrap();
    assert!(String::from_utf8(text).unwrap().starts_with("title,url,source,description,id,score"));
}

#[test]
fn a_list_of_nothing_says_so_to_a_person_only() {
    let seen = view(&said(r#"{"items": [], "total": 0}"#), None);
    assert!(fitted(60).draw(&seen).starts_with("[]  nothing was found\n"), "{}", fitted(60).draw(&seen));
    assert!(Terminal::plain().draw(&seen).starts_with("[]\n"));
    assert!(retort_render::html::page(&[seen], "").contains("Nothing was found."));
}

#[test]
fn a_json_string_is_shown_without_its_quotes() {
    for (sent, shown) in [
        (r#""OK""#, "OK\n"),
        (r#""""#, "nothing\n"),
        (r#""one\ntwo \"three\"""#, "one\ntwo \"three\"\n"),
        (r#""a" and "b""#, "\"a\" and \"b\"\n"),
    ] {
        assert_eq!(fitted(60).draw(&view(&said(sent), None)), shown, "{sent}");
    }
}

#[test]
fn colours_of_programs_are_left_out_of_every_view() {
    let coloured = "\u{1b}[96mindex.ts\u{1b}[0m:\u{1b}[93m1\u{1b}[0m - \u{1b}[91merror\u{1b}[0m\u{1b}[2J";
    let as_json = serde_json::json!([{"a": coloured, "b": 1}, {"a": coloured, "b": 2}]).to_string();
    for text in [
        coloured.to_owned(),
        format!("# Title\n\n- {coloured}\n- b"),
        format!("File: {coloured}\nLine: 2\nRow: 3"),
        as_json,
    ] {
        let seen = view(&said(&text), None);
        let mut exported = Vec::new();
        retort_render::markdown(&seen, &mut exported).unwrap();
        let page = retort_render::html::fragment(&seen);
        for shown in [fitted(100).draw(&seen), page, String::from_utf8(exported).unwrap()] {
            assert!(shown.contains("index.ts") && !shown.contains("[96m"), "{shown}");
            assert!(shown.contains("[2J") || shown.contains("\\[2J"), "{shown}");
            assert!(!shown.contains('\u{1b}'), "{shown}");
        }
    }
}

#[test]
fn a_resource_of_rows_is_shown_as_a_call_would_show_it() {
    let resource = |text: &str, more: &str| {
        let content = serde_json::json!({"uri": "db://t", "mimeType": "application/json", "text": text});
        format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {{"contents": [{content}]{more}}}}}"#)
    };
    let rows = r#"[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}]"#;
    let table = "db://t (application/json)\nid  name\n──  ────\n 1  Ann\n 2  Bob\n";
    assert_eq!(fitted(60).draw(&view(&resource(rows, ""), None)), table);
    let page = format!(r#"{{"results": {rows}, "total": 5, "has_more": true}}"#);
    assert_eq!(fitted(60).draw(&view(&resource(&page, ""), None)), format!("{table}\n2 of 5, more to come\n"));
    // What stands beside the resource is not lost for it, and an error that is stored is no failure.
    let beside = fitted(60).draw(&view(&resource(&page, r#", "took": 77"#), None));
    assert!(beside.contains("took  77") && beside.contains("Ann"), "{beside}");
    let stored = view(&resource(r#"{"error": "was found in the log", "rows": [1]}"#, ""), None);
    assert!(!stored.failed && matches!(stored.parts[0].body, PartBody::Tree(_)));
}

/// A result of texts and images, as its blocks come.
fn mixed(kinds: &[&str]) -> View {
    let block = |kind: &&str| match *kind {
        "image" => serde_json::json!({"type": "image", "data": "R0lGODlhAQABAAAAACw=", "mimeType": "image/gif"}),
        text => serde_json::json!({"type": "text", "text": text}),
    };
    let result = serde_json::json!({"content": kinds.iter().map(block).collect::<Vec<_>>()});
    view(&result.to_string(), None)
}

#[test]
fn blocks_are_shown_in_the_order_they_came() {
    let kinds = |view: &View| -> Vec<String> {
        let kind = |body: &PartBody| match body {
            PartBody::Text { text, .. } | PartBody::Markdown(text) => text.clone(),
            PartBody::Media(_) => "image".to_owned(),
            PartBody::Table(_) => "table".to_owned(),
            PartBody::Tree(value) => value.to_json(),
            other => format!("{other:?}"),
        };
        view.parts.iter().map(|part| kind(&part.body)).collect()
    };
    for sent in [
        vec!["Before it", "image", "After it", "image", "The end"],
        vec!["image", "One", "image", "Two"],
        vec!["One", "image", "image", "Two", "image"],
        vec!["{\"id\":1}", "image", "{\"id\":2}"],
        vec!["# One\n\n- a\n- b", "image", "Two"],
    ] {
        assert_eq!(kinds(&mixed(&sent)), sent);
    }
    assert_eq!(kinds(&mixed(&["One", "and more", "image", "Two"])), ["One\nand more", "image", "Two"]);
    // Without anything between them, they are one text or one list.
    assert_eq!(kinds(&mixed(&["image", "One", "Two"])), ["image", "One\nTwo"]);
    assert_eq!(kinds(&mixed(&["image", "{\"id\":1}", "{\"id\":2}"])), ["image", "table"]);
}

#[test]
fn a_list_of_errors_is_told_once() {
    let failed = |payload: &str| {
        let text = serde_json::to_string(payload).unwrap();
        fitted(60)
            .draw(&view(&format!(r#"{{"isError": true, "content": [{{"type": "text", "text": {text}}}]}}"#), None))
    };
    for (payload, told) in [
        (r#"{"errors": ["first", "second"]}"#, vec!["2 errors", "• first", "• second"]),
        (
            r#"{"errors": [{"message": "first", "path": ["a"]}, {"message": "second", "path": ["b"]}]}"#,
            vec!["2 errors", "first", "second"],
        ),
        (r#"{"errors": [{"message": "first", "code": 1}, {"message": "second", "code": 2}]}"#, vec!["first", "second"]),
        (r#"{"errors": ["first"]}"#, vec!["first"]),
        (r#"{"errors": [{"message": "first", "path": ["a"]}]}"#, vec!["a: first"]),
        (r#"{"message": "Not valid", "errors": ["first", "second"]}"#, vec!["Not valid", "first", "second"]),
    ] {
        let shown = failed(payload);
        let times = |word: &str| shown.matches(word).count();
        assert!(told.iter().all(|words| times(words) == 1) && times("first") == 1, "{payload}\n{shown}");
    }
    let shown = failed("Traceback (most recent call last):\n  File \"x.py\", line 1, in run\n    go()\nKeyError: 'x'");
    assert!(
        shown.lines().nth(1).unwrap().contains("KeyError: 'x'") && shown.matches("KeyError").count() == 1,
        "{shown}"
    );
}

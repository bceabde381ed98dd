//! Hostile responses: nothing that a server sends is obeyed by a terminal, hidden from a person, or too much.

use proptest::prelude::*;
use retort_core::{Format, is_hidden};
use retort_render::{Images, Palette, Terminal};

use super::{fitted, said, view};

const ATTACKS: &[&str] = &[
    "\u{1b}[2J\u{1b}[H",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]8;;https://evil.example\u{1b}\\click me\u{1b}]8;;\u{1b}\\",
    "\u{1b}]52;c;ZXZpbA==\u{7}",
    "\u{1b}P+q544e\u{1b}\\",
    "\u{1b}_Ga=T,f=100;AAAA\u{1b}\\",
    "\u{9b}31m\u{9d}8;;x\u{9c}",
    "a\rb\u{8}\u{8}c\u{7f}",
    "\u{202e}txt.exe\u{202c} \u{2066}x\u{2069}",
    "zero\u{200b}width\u{feff}and\u{ad}soft",
    "tag\u{e0041}\u{e0042}",
    "a\u{1d173}b\u{1d17a}c\u{1bca0}d\u{17b4}e\u{fe00}f\u{fe0f}g\u{115f}h\u{fff0}",
    "\u{0}\u{1}\u{2}",
    "line\u{2028}and\u{2029}paragraph",
    "╭─ ✗ error ─╮",
    "\u{1b}[31m\u{fffd}\u{10ffff}",
];

/// Everywhere that a text can stand in a response.
pub(crate) fn responses(attack: &str) -> Vec<String> {
    let text = serde_json::to_string(attack).unwrap();
    let inner = |json: String| said(&json);
    vec![
        said(attack),
        said(&format!("# {attack}\n\n- {attack}\n\n```rust\n{attack}\n```\n[{attack}](https://a.example/{attack})")),
        said(&format!("Name: {attack}\n{attack}: x\nAge: 3")),
        said(&format!("https://a.example/{attack}\nhttps://b.example/\n{attack}")),
        said(&format!("a,b\n{attack},1\n2,{attack}\n3,4\n")),
        said(&format!("<html><body>{attack}</body></html>")),
        inner(format!(
            r#"[{{"title": {text}, "url": {text}, "description": {text}, "author": {text}, "date": {text}, {text}: {text}}}]"#
        )),
        inner(format!(
            r#"{{"results": [{{"title": {text}, "url": "https://a.example/"}}, {{"title": "b", "url": {text}}}]}}"#
        )),
        inner(format!(r#"{{{text}: {{"a": [{text}, {{{text}: 1}}]}}}}"#)),
        inner(format!(
            r#"{{"status": "error", "error": {{"code": {text}, "message": {text}, "hint": {text}, {text}: {text}}}}}"#
        )),
        inner(format!(
            r#"{{"status": "success", "message": {text}, "data": {{"x": {text}}}, "metadata": {{{text}: {text}}}}}"#
        )),
        format!(r#"{{"content": [{{"type": "image", "data": {text}, "mimeType": {text}, {text}: {text}}}]}}"#),
        format!(
            r#"{{"content": [{{"type": "resource_link", "uri": {text}, "name": {text}, "description": {text}}}]}}"#
        ),
        format!(
            r#"{{"content": [{{"type": "resource", "resource": {{"uri": {text}, "mimeType": {text}, "text": {text}}}}}]}}"#
        ),
        format!(
            r#"{{"description": {text}, "messages": [{{"role": {text}, "content": {{"type": "text", "text": {text}}}}}]}}"#
        ),
        format!(
            r#"{{"jsonrpc": "2.0", "id": 1, "error": {{"code": {text}, "message": {text}, "data": {{{text}: {text}}}}}}}"#
        ),
    ]
}

fn wanted() -> impl Iterator<Item = Option<Format>> {
    std::iter::once(None).chain(Format::ALL.into_iter().map(Some))
}

/// Takes out the sequences that the canvas itself writes; whatever is left over is somebody else's.
pub(crate) fn without_own(drawn: &str) -> String {
    let mut left = String::new();
    let mut rest = drawn;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        left.push_str(before);
        let colour = after.strip_prefix('[').and_then(|tail| {
            let end = tail.find(|char: char| !char.is_ascii_digit() && char != ';')?;
            tail.get(end..)?.strip_prefix('m')
        });
        let link = after.strip_prefix("]8;;").and_then(|tail| {
            let (target, tail) = tail.split_once("\u{1b}\\")?;
            let may =
                target.is_empty() || ["http://", "https://", "mailto:"].iter().any(|scheme| target.starts_with(scheme));
            (may && target.bytes().all(|byte| byte.is_ascii_graphic())).then_some(tail)
        });
        rest = colour.or(link).unwrap_or_else(|| {
            left.push('\u{1b}');
            after
        });
    }
    left.push_str(rest);
    left
}

#[test]
fn nothing_is_obeyed_and_nothing_hides() {
    let mut coloured = fitted(60);
    (coloured.palette, coloured.links, coloured.images) = (Some(Palette::Dark), true, Images::Kitty);
    for attack in ATTACKS {
        for response in responses(attack) {
            for format in wanted() {
                let view = view(&response, format);
                for terminal in [&Terminal::plain(), &fitted(30), &coloured] {
                    let shown = without_own(&terminal.draw(&view));
                    let bad = shown.chars().find(|char| *char != '\n' && is_hidden(*char));
                    assert_eq!(bad, None, "{format:?} {response}\n{shown:?}");
                }
            }
        }
    }
}

#[test]
fn only_the_web_and_mail_can_be_clicked() {
    let mut terminal = fitted(80);
    terminal.links = true;
    for address in
        ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x", "https://a.example/\u{1b}\\x"]
    {
        for response in responses(address) {
            for format in wanted() {
                let shown = terminal.draw(&view(&response, format));
                assert!(
                    !shown.contains("]8;;javascript") && !shown.contains("]8;;file") && !shown.contains("]8;;data")
                );
                assert_eq!(without_own(&shown).find('\u{1b}'), None, "{shown:?}");
            }
        }
    }
}

#[test]
fn every_width_is_drawn() {
    for width in 0..=20 {
        let mut terminal = fitted(width);
        terminal.rows = Some(width);
        for response in responses("日本 emoji 👩\u{200d}🚀 and a_rather_long_word_without_blanks") {
            for format in wanted() {
                let _ = terminal.draw(&view(&response, format));
            }
        }
    }
}

#[test]
fn bytes_that_are_no_image_are_never_sent_to_the_terminal() {
    for (data, mime) in [
        ("G1syShtdMDt4Bw==", "image/png"),
        ("PHN2Zz4=", "image/svg+xml"),
        ("iVBORw0KGgobWzJK", "image/png"),
        ("???", "image/gif"),
    ] {
        let response = format!(r#"{{"content": [{{"type": "image", "data": "{data}", "mimeType": "{mime}"}}]}}"#);
        for images in [Images::Kitty, Images::Iterm2, Images::Sixel] {
            let mut terminal = fitted(80);
            terminal.images = images;
            let shown = terminal.draw(&view(&response, None));
            assert!(!shown.contains('\u{1b}') && shown.contains("image/"), "{shown:?}");
        }
    }
}

#[test]
fn a_very_long_name_does_not_push_the_others_away() {
    let long = "k".repeat(1 << 16);
    let json = format!(r#"{{"error": "no", "{long}": 1, "b": 2}}"#);
    for terminal in [Terminal::plain(), fitted(80)] {
        for format in wanted() {
            assert!(terminal.draw(&view(&said(&json), format)).len() < 1 << 19);
        }
    }
}

proptest! {
    #![proptest_config(trials::cases(32))]

    #[test]
    fn any_text_is_drawn_at_any_width(text in any::<String>(), width in 0..50_usize) {
        for response in responses(&text) {
            for terminal in [Terminal::plain(), fitted(width)] {
                let shown = terminal.draw(&view(&response, None));
                let bad = shown.chars().find(|char| !matches!(char, '\n' | '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}') && is_hidden(*char));
                prop_assert_eq!(bad, None);
            }
        }
    }
}

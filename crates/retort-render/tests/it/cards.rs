//! Cards of search results: their pictures, the words that they are filed under, and what was found in them.

use retort_core::Format;
use retort_render::html::{self, RemoteImages};
use retort_render::{Card, Images, PartBody, Picture, Terminal};

use crate::{fitted, said, view};

/// A red dot of one pixel.
const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

fn shown(more: &str) -> retort_render::View {
    let text = format!(r#"{{"results": [{{"title": "A", "url": "https://a.example/", {more}}}]}}"#);
    let seen = view(&said(&text), None);
    assert_eq!(seen.format, Format::SearchResults);
    seen
}

fn card(more: &str) -> Card {
    let PartBody::Cards(cards) = &shown(more).parts[0].body else { panic!("no cards: {more}") };
    cards[0].clone()
}

#[test]
fn pictures_are_found_wherever_servers_put_them() {
    for more in [
        r#""image": "https://a.example/i.png""#,
        r#""image": {"url": "https://a.example/i.png"}"#,
        r#""image": {"src": "https://a.example/i.png", "width": 10}"#,
        r#""thumbnail": {"src": "https://a.example/i.png"}"#,
        r#""thumbnailUrl": "https://a.example/i.png""#,
        r#""thumbnail_url": "https://a.example/i.png""#,
        r#""image_url": "https://a.example/i.png""#,
        r#""og:image": "https://a.example/i.png""#,
        r#""images": ["https://a.example/i.png", "https://a.example/j.png"]"#,
        r#""images": [{"url": "https://a.example/i.png", "alt": "x"}]"#,
        r#""image": null, "imageLink": "https://a.example/i.png""#,
    ] {
        let card = card(more);
        let Some(Picture::At(link)) = &card.image else { panic!("no picture: {more}") };
        assert_eq!(link.address, "https://a.example/i.png", "{more}");
    }
    let more = r#""images": [{"url": "https://a.example/i.png", "alt": "x"}, "https://a.example/j.png"]"#;
    let left: Vec<String> = card(more).more.iter().map(|(key, value)| format!("{key}={}", value.to_json())).collect();
    assert_eq!(left, [r#"images=[{"alt":"x"},"https://a.example/j.png"]"#]);
}

#[test]
fn a_picture_in_an_address_is_shown_and_its_data_is_not() {
    let seen = shown(&format!(r#""image": "data:image/png;base64,{DOT}""#));
    let page = html::page(std::slice::from_ref(&seen), "");
    assert!(page.contains(&format!("<img src=\"data:image/png;base64,{DOT}\" alt=\"A\">")), "{page}");
    for drawn in [Terminal::plain().draw(&seen), fitted(80).draw(&seen)] {
        assert!(drawn.contains("image: image/png, 1 × 1, 70 bytes") && !drawn.contains(&DOT[..20]), "{drawn}");
    }
    let mut terminal = fitted(80);
    terminal.images = Images::Kitty;
    assert!(terminal.draw(&seen).contains("\u{1b}_G"));
    // What is no picture of a kind that browsers show safely is told only.
    let large = DOT.repeat(60_000);
    for address in [
        "data:image/svg+xml;base64,PHN2Zz4=",
        "data:image/svg+xml,<svg onload=x()>",
        "data:text/html;base64,PGI+",
        &format!("data:image/png;base64,{large}"),
    ] {
        let seen = shown(&format!(r#""image": {}"#, serde_json::json!({"url": address})));
        let page = html::page(std::slice::from_ref(&seen), "");
        assert!(!page.contains("<img") && page.contains("of base64]"), "{}", &address[..30]);
        let drawn = fitted(80).draw(&seen);
        assert!(drawn.lines().all(|line| line.len() < 100), "{drawn}");
    }
}

#[test]
fn tags_are_badges() {
    for more in [
        r#""tags": ["rust", "mcp"]"#,
        r#""labels": [{"name": "rust", "color": "f00"}, {"name": "mcp"}]"#,
        r#""keywords": "rust, mcp""#,
        r#""Categories": [{"title": "rust"}, "mcp"]"#,
        r#""topics": ["rust"], "category": "mcp""#,
    ] {
        assert_eq!(card(more).tags, ["rust", "mcp"], "{more}");
        let seen = shown(more);
        assert!(fitted(60).draw(&seen).contains("  [rust] [mcp]\n"), "{more}");
        assert!(html::page(&[seen], "").contains("<li class=\"badge\"><bdi>rust</bdi></li>"), "{more}");
    }
    // What is no list of words stays what it is.
    for more in
        [r#""tags": []"#, r#""tags": [[1], {"a": 1}]"#, r#""tags": null"#, &format!(r#""tags": "{}""#, "x".repeat(99))]
    {
        assert_eq!(card(more).tags, [""; 0], "{more}");
    }
}

#[test]
fn what_was_found_is_stressed_and_never_markup() {
    let seen = shown(
        r#""snippet": "The <b>tide</b> &amp; the <span class=\"searchmatch\">moon</span>, Vec<T> <script>x</script>""#,
    );
    let page = html::page(std::slice::from_ref(&seen), "");
    assert!(page.contains("The <mark>tide</mark> &amp; the <mark>moon</mark>, Vec&lt;T&gt; &lt;script&gt;"), "{page}");
    assert!(fitted(100).draw(&seen).contains("  The tide & the moon, Vec<T> <script>x</script>\n"));
    let rows = r#"[{"id": 1, "snippet": "The <b>tide</b>"}, {"id": 2, "snippet": "a <em>moon</em> b"}]"#;
    let seen = view(&said(rows), None);
    assert!(fitted(60).draw(&seen).contains(" 1  The tide\n"), "{}", fitted(60).draw(&seen));
    assert!(html::page(&[seen], "").contains("a <mark>moon</mark> b"));
}

#[test]
fn images_of_others_are_loaded_at_once_only_where_somebody_wants_that() {
    let seen = [shown(r#""image": "https://a.example/i.png""#)];
    let page = |images| {
        let mut page = Vec::new();
        html::write_page(&seen, "", images, &mut page).unwrap();
        String::from_utf8(page).unwrap()
    };
    let is_marked = |page: &str| page.contains("<html lang=\"en\" data-images=\"remote\">");
    assert!(is_marked(&page(RemoteImages::AtOnce)) && !is_marked(&page(RemoteImages::OnClick)));
    assert!(page(RemoteImages::AtOnce).contains("img-src data: https: http:"));
}

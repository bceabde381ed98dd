//! HTML: views as one page that opens anywhere, or as a piece of one. The page loads nothing and says so in its content
//! security policy; what a server sends is escaped or sanitised on its way into it.

mod cards;
mod failure;
mod frame;
mod markdown;
mod media;
mod pairs;
mod sanitise;
mod source;
mod table;
mod text;
mod tree;
mod values;

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use sha2::{Digest, Sha256};

use crate::view::{Body, Card, Part, Picture, View};
use text::{heading, line};

/// What a page of Retort's has near its start, and no other.
pub const MARK: &str = "<meta name=\"generator\" content=\"Retort\">";

/// The stylesheet of a page.
pub const STYLE: &str = include_str!("page.css");
/// The script of a page, an ES module: it sorts, filters, folds and copies. All that a page says is there without it.
pub const SCRIPT: &str = include_str!("page.js");

/// When a page asks for images that are somewhere else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RemoteImages {
    /// When somebody clicks: whoever serves them learns nothing before that.
    #[default]
    OnClick,
    /// As soon as the page is opened.
    AtOnce,
}

/// Views as one page that opens anywhere.
///
/// ```
/// use retort_core::Interpretation;
/// use retort_render::{View, html};
///
/// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "<script>alert(1)</script>"}]}"#);
/// let page = html::page(&[View::of(&Interpretation::of(&reading.messages[0]), None)], "A page");
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// assert!(!page.contains("<script>alert"));
/// ```
pub fn page(views: &[View], title: &str) -> String {
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = write_page(views, title, RemoteImages::OnClick, &mut page);
    String::from_utf8_lossy(&page).into_owned()
}

/// Writes views as one page that opens anywhere.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write_page(views: &[View], title: &str, images: RemoteImages, out: &mut dyn Write) -> io::Result<()> {
    let title = Some(title).filter(|title| !title.trim().is_empty()).unwrap_or("Response");
    let remote = views.iter().flat_map(|view| &view.parts).any(|part| has_remote_images(&part.body));
    let head = html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy(remote));
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="referrer" content="no-referrer";
            meta name="color-scheme" content="light dark";
            (PreEscaped(MARK))
            title { (crate::harmless(title)) }
            style { (PreEscaped(STYLE)) }
        }
    };
    let header = html! {
        header {
            (heading(1, "title", &line(title).render()))
            button.theme.scripted type="button" data-theme-toggle { "Theme: auto" }
        }
    };
    out.write_all(DOCTYPE.0.as_bytes())?;
    out.write_all(match images {
        RemoteImages::OnClick => b"<html lang=\"en\">" as &[u8],
        RemoteImages::AtOnce => b"<html lang=\"en\" data-images=\"remote\">",
    })?;
    write_markup(&head, out)?;
    out.write_all(b"<body>")?;
    write_markup(&header, out)?;
    out.write_all(b"<main>")?;
    let named = views.len() > 1;
    for (index, view) in views.iter().enumerate() {
        out.write_all(b"<section class=\"view\">")?;
        if named {
            let name = view.tool.as_ref().or(view.name.as_ref()).cloned();
            let name = name.unwrap_or_else(|| format!("Response {}", index + 1));
            write_markup(&heading(2, "tool", &line(&name).render()), out)?;
        }
        write_view(view, if named { 3 } else { 2 }, out)?;
        out.write_all(b"</section>")?;
    }
    out.write_all(b"</main>")?;
    write_markup(&html! { script type="module" { (PreEscaped(SCRIPT)) } }, out)?;
    out.write_all(b"</body></html>\n")
}

/// A view as a piece of a page, whose headings start at the third level. It wants [`STYLE`]; [`SCRIPT`] makes it sort
/// and filter.
pub fn fragment(view: &View) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = write_view(view, 3, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// What a page with the stylesheet and the script may do; with `remote`, it may show images of others once somebody
/// asks for them.
pub fn policy(remote: bool) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    let images = if remote { "data: https: http:" } else { "data:" };
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}' 'sha256-{}'; img-src {images}; media-src data:; \
         base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE),
        hash(source::PREVIEW_STYLE),
    )
}

fn has_remote_images(body: &Body) -> bool {
    match body {
        Body::Cards(cards) => {
            let is_remote =
                |card: &Card| matches!(&card.image, Some(Picture::At(link)) if text::web_target(link).is_some());
            cards.iter().any(is_remote)
        }
        Body::Markdown(text) => markdown::may_have_images(text),
        _ => false,
    }
}

fn write_view(view: &View, level: u8, out: &mut dyn Write) -> io::Result<()> {
    write_markup(&frame::above(view), out)?;
    for part in &view.parts {
        write_part(part, level, out)?;
    }
    write_markup(&frame::below(view, level), out)
}

fn write_part(part: &Part, level: u8, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"<div class=\"part\">")?;
    let mut level = level;
    if let Some(label) = &part.label {
        write_markup(&heading(level, "label", &line(label).render()), out)?;
        level += 1;
    }
    let markup = match &part.body {
        Body::Table(table) => {
            table::write(table, out)?;
            html! {}
        }
        Body::Cards(cards) => cards::draw(cards, level),
        Body::Tree(value) => tree::draw(value),
        Body::Markdown(text) => markdown::draw(text, level),
        Body::Pairs(entries) => pairs::draw(entries, level),
        Body::Links(links) => pairs::links(links),
        Body::Failure(failure) => failure::draw(failure, level),
        Body::Text { text, tone } => source::text(text, *tone),
        Body::Source(source) => source::draw(source),
        Body::Media(media) => media::draw(media),
        Body::Nothing => html! { p.nothing { "The response is empty." } },
    };
    write_markup(&markup, out)?;
    out.write_all(b"</div>")
}

fn write_markup(markup: &Markup, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(markup.0.as_bytes())
}

//! HTML: views as one page that opens anywhere, or as a piece of one. The page loads nothing and says so in its content
//! security policy; what a server sends is escaped or sanitised on its way into it.

mod cards;
mod failure;
mod frame;
mod markdown;
mod media;
mod pairs;
mod put;
mod sanitise;
mod source;
mod table;
mod text;
mod tree;
mod values;

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::view::{Card, Part, PartBody, Picture, View};
use put::{Put, put};
use text::{close_heading, line, open_heading};

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
    let mut head = Head::new(title);
    head.images = images;
    head.several = views.len() > 1;
    head.shows_remote = views.iter().any(has_remote_images);
    let mut page = Page::begin(&head, out)?;
    views.iter().try_for_each(|view| page.write(view))?;
    page.finish().map(drop)
}

/// What a page says and allows before its first view is written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Head<'a> {
    /// What stands above everything.
    pub title: &'a str,
    /// When the page asks for images that are somewhere else.
    pub images: RemoteImages,
    /// Whether there will be more than one view: then each has a name above it.
    pub several: bool,
    /// Whether a view may show images that are somewhere else; see [`has_remote_images`].
    pub shows_remote: bool,
}

impl<'a> Head<'a> {
    /// The head of a page with one view, which shows no images of others.
    pub fn new(title: &'a str) -> Self {
        Self { title, images: RemoteImages::OnClick, several: false, shows_remote: false }
    }
}

/// A page that is written view by view, for whoever has more views than fit into memory.
///
/// ```
/// use retort_core::{Interpretation, Messages};
/// use retort_render::{View, html};
///
/// # fn main() -> std::io::Result<()> {
/// let messages = Messages::of("{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}}\n".repeat(3));
/// let mut head = html::Head::new("Three answers");
/// head.several = true;
/// let mut page = html::Page::begin(&head, Vec::new())?;
/// for message in messages.responses() {
///     page.write(&View::of(&Interpretation::of(&message), None))?;
/// }
/// let page = String::from_utf8_lossy(&page.finish()?).into_owned();
/// assert_eq!(page.matches("<section").count(), 3);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Page<W> {
    out: W,
    several: bool,
    written: usize,
}

impl<W: Write> Page<W> {
    /// Writes what stands before the first view.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn begin(head: &Head<'_>, mut out: W) -> io::Result<Self> {
        let title = Some(head.title).filter(|title| !title.trim().is_empty()).unwrap_or("Response");
        let markup = html! {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(head.shows_remote));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                (PreEscaped(MARK))
                title { (crate::harmless(title)) }
                style { (PreEscaped(STYLE)) }
            }
        };
        out.write_all(DOCTYPE.0.as_bytes())?;
        out.write_all(match head.images {
            RemoteImages::OnClick => b"<html lang=\"en\">" as &[u8],
            RemoteImages::AtOnce => b"<html lang=\"en\" data-images=\"remote\">",
        })?;
        let theme =
            "<button class=\"theme scripted\" type=\"button\" data-theme-toggle>Theme: auto</button></header><main>";
        put!(&mut out, markup, "<body><header>", open_heading(1, "title"), line(title), close_heading(1), theme)?;
        Ok(Self { out, several: head.several, written: 0 })
    }

    /// Writes a view.
    ///
    /// # Errors
    /// When the page cannot be written to.
    pub fn write(&mut self, view: &View) -> io::Result<()> {
        self.written += 1;
        let out = &mut self.out;
        out.write_all(b"<section class=\"view\">")?;
        if self.several {
            let number = format!("Response {}", self.written);
            let name = view.tool.as_deref().or(view.name.as_deref()).unwrap_or(&number);
            put!(out, open_heading(2, "tool"), line(name), close_heading(2))?;
        }
        put_view(view, if self.several { 3 } else { 2 }, &mut *out)?;
        out.write_all(b"</section>")
    }

    /// Writes what stands behind the last view, and gives back what was written to.
    ///
    /// # Errors
    /// When the page cannot be written to.
    pub fn finish(mut self) -> io::Result<W> {
        put!(&mut self.out, "</main><script type=\"module\">", SCRIPT, "</script></body></html>\n")?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A view as a piece of a page, whose headings start at the third level. It wants [`STYLE`]; [`SCRIPT`] makes it sort
/// and filter.
pub fn fragment(view: &View) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = put_view(view, 3, &mut text);
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

/// Whether a view shows images that are somewhere else, once somebody asks for them.
pub fn has_remote_images(view: &View) -> bool {
    let is_remote = |card: &Card| matches!(&card.image, Some(Picture::At(link)) if text::web_target(link).is_some());
    view.parts.iter().any(|part| match &part.body {
        PartBody::Cards(cards) => cards.iter().any(is_remote),
        PartBody::Markdown(text) => markdown::may_have_images(text),
        _ => false,
    })
}

fn put_view(view: &View, level: u8, out: &mut dyn Write) -> io::Result<()> {
    frame::put_above(view, out)?;
    view.parts.iter().try_for_each(|part| put_part(part, level, out))?;
    frame::put_below(view, level, out)
}

fn put_part(part: &Part, level: u8, out: &mut dyn Write) -> io::Result<()> {
    "<div class=\"part\">".put(out)?;
    let mut level = level;
    if let Some(label) = &part.label {
        put!(out, open_heading(level, "label"), line(label), close_heading(level))?;
        level += 1;
    }
    match &part.body {
        PartBody::Table(table) => table::put_table(table, out),
        PartBody::Cards(cards) => cards::put_cards(cards, level, out),
        PartBody::Tree(value) => tree::put_tree(value, out),
        PartBody::Markdown(text) => markdown::put_markdown(text, level, out),
        PartBody::Pairs(entries) => pairs::put_pairs(entries, level, out),
        PartBody::Links(links) => pairs::put_links(links, out),
        PartBody::Failure(failure) => failure::put_failure(failure, level, out),
        PartBody::Text { text, tone } => source::put_text(text, *tone, out),
        PartBody::Source(source) => source::put_source(source, out),
        PartBody::Media(media) => media::put_media(media, out),
        PartBody::Nothing => "<p class=\"nothing\">The response is empty.</p>".put(out),
    }?;
    "</div>".put(out)
}

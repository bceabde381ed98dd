//! Markdown as GitHub has it, as HTML: read, sanitised, its code in colours. Its headings stand below those of the page,
//! its links say where they lead, and its images wait for a click.

use std::fmt;
use std::io::{self, Write};

use maud::{Markup, PreEscaped, Render, html};
use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::put::{Put, put};
use super::sanitise::{self, LARGEST_PAGE};
use super::source::put_highlighted;
use super::text::{block, line};
use crate::fair::{Stretch, short_stretches, stretches};
use crate::fence::with_fences;
use crate::highlight::Patience;
use crate::view::{Link, first_address};

/// The classes that survive the sanitiser.
pub(super) const CLASSES: &[&str] = &[
    "hidden-char",
    "level-1",
    "level-2",
    "level-3",
    "level-4",
    "level-5",
    "level-6",
    "footnote-reference",
    "footnote-definition",
    "footnote-definition-label",
    "markdown-alert-note",
    "markdown-alert-tip",
    "markdown-alert-important",
    "markdown-alert-warning",
    "markdown-alert-caution",
    "source",
];

/// What of Markdown is read: what people write on GitHub.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_GFM);

/// Whether a text may show images.
pub(super) fn may_have_images(text: &str) -> bool {
    let is_image =
        |(at, _): (usize, &str)| text.get(at + 1..at + 4).is_some_and(|name| name.eq_ignore_ascii_case("img"));
    text.contains("![") || text.match_indices('<').any(is_image)
}

pub(super) fn put_markdown(text: &str, level: u8, out: &mut dyn Write) -> io::Result<()> {
    let mut place = Place { level, ..Place::default() };
    for stretch in stretches(text) {
        if put_stretch(&stretch, &mut place, out)? {
            continue;
        }
        for stretch in short_stretches(stretch.text) {
            if !put_stretch(&stretch, &mut place, out)? {
                put_unread(stretch.text, &place, out)?;
            }
        }
    }
    Ok(())
}

/// Writes a stretch as it was meant; tells whether it could be.
fn put_stretch(stretch: &Stretch<'_>, place: &mut Place, out: &mut dyn Write) -> io::Result<bool> {
    let is_fair = stretch.is_fair && stretch.text.len() <= LARGEST_PAGE;
    let Some(clean) = is_fair.then(|| cleaned(stretch.text, place)).flatten() else { return Ok(false) };
    put!(out, "<div class=\"markdown\" dir=\"auto\">", PreEscaped(clean), "</div>")?;
    Ok(true)
}

/// Writes a stretch as it was sent.
fn put_unread(text: &str, place: &Place, out: &mut dyn Write) -> io::Result<()> {
    "<p class=\"unfit\">Shown as its source: it is too large or too deep to be drawn.</p>".put(out)?;
    "<pre class=\"source\" tabindex=\"0\" role=\"group\" aria-label=\"Source\"><code>".put(out)?;
    put_highlighted(text, Some("markdown"), &place.patience, out)?;
    "</code></pre>".put(out)
}

/// A text as HTML that is fit to be shown; `None` where it would be too much.
fn cleaned(text: &str, place: &mut Place) -> Option<String> {
    let text = with_fences(text, OPTIONS);
    let mut html = Limited::default();
    let before = place.last;
    let events = Parser::new_ext(&text, OPTIONS).filter_map(|event| place.next(event));
    let written = pulldown_cmark::html::write_html_fmt(&mut html, events);
    let clean = written.ok().and_then(|()| sanitise::markdown(&html.0));
    // What is not shown, or was left open, says nothing about what comes.
    let last = if clean.is_some() { place.last } else { before };
    *place = Place { level: place.level, last, patience: place.patience.clone(), ..Place::default() };
    clean
}

/// HTML that is no longer than what would be parsed. Whoever writes more of it fails.
#[derive(Default)]
struct Limited(String);

impl fmt::Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LARGEST_PAGE {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        use fmt::Write;

        let text = String::from_utf8_lossy(bytes);
        self.write_str(&text).map(|()| bytes.len()).map_err(|_| io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the events that came say about those that come.
#[derive(Default)]
struct Place {
    /// The level of the page's heading above the text, and one more.
    level: u8,
    /// The level that the last heading had on the page.
    last: Option<u8>,
    /// The source of a block of code so far, with its language.
    code: Option<(String, String)>,
    /// What stands for an image so far, with its address.
    image: Option<(String, String)>,
    /// How the columns of a table are aligned, and the cell that comes next.
    columns: Vec<Alignment>,
    column: usize,
    is_head: bool,
    /// How many links are open.
    links: usize,
    /// How much time is left for the colours of all code.
    patience: Patience,
}

impl Place {
    fn next<'a>(&mut self, event: Event<'a>) -> Option<Event<'a>> {
        if let Some((_, source)) = &mut self.code {
            return match event {
                Event::Text(text) => {
                    source.push_str(&text);
                    None
                }
                Event::End(TagEnd::CodeBlock) => {
                    self.code.take().map(|(language, source)| as_html(code(&source, &language, &self.patience)))
                }
                _ => None,
            };
        }
        if let Some((_, alt)) = &mut self.image {
            match event {
                Event::Text(text) | Event::Code(text) => alt.push_str(&text),
                Event::End(TagEnd::Image) => return self.image.take().map(|(to, alt)| as_html(picture(&to, &alt))),
                _ => {}
            }
            return None;
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info.split([' ', ',', '{']).next().unwrap_or_default().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, String::new()));
                None
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                self.image = Some((dest_url.into_string(), String::new()));
                None
            }
            Event::Start(Tag::Table(columns)) => {
                self.columns.clone_from(&columns);
                Some(Event::Start(Tag::Table(columns)))
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                self.column = 0;
                self.is_head = matches!(event, Event::Start(Tag::TableHead));
                Some(event)
            }
            Event::Start(Tag::TableCell) => Some(self.open_cell()),
            Event::End(TagEnd::TableCell) => Some(raw(if self.is_head { "</th>" } else { "</td>" }.to_owned())),
            Event::Start(Tag::Heading { level, .. }) => Some(self.open_heading(level)),
            Event::End(TagEnd::Heading(_)) => Some(raw(format!("</h{}>\n", self.last.unwrap_or(6)))),
            Event::Start(Tag::Link { .. }) => {
                self.links += 1;
                Some(event)
            }
            Event::End(TagEnd::Link) => {
                self.links = self.links.saturating_sub(1);
                Some(event)
            }
            Event::Text(text) if self.links == 0 => Some(as_html(linked(&text))),
            Event::Text(text) => Some(as_html(block(&text).render())),
            Event::Code(text) => Some(as_html(html! { code { (block(&text)) } })),
            Event::Html(text) => Some(Event::Html(CowStr::from(sanitise::without_images(&text)))),
            Event::InlineHtml(text) => Some(Event::InlineHtml(CowStr::from(sanitise::without_images(&text)))),
            // Servers write lines and mean lines, as chats show them.
            Event::SoftBreak => Some(Event::HardBreak),
            Event::TaskListMarker(is_done) => {
                let label = if is_done { "done" } else { "to do" };
                Some(as_html(html! { input type="checkbox" disabled checked[is_done] aria-label=(label); " " }))
            }
            _ => Some(event),
        }
    }

    /// A cell says how it is aligned in an attribute: the page allows no styles but its own.
    fn open_cell<'a>(&mut self) -> Event<'a> {
        let name = if self.is_head { "th" } else { "td" };
        let side = match self.columns.get(self.column) {
            Some(Alignment::Left) => " align=\"left\"",
            Some(Alignment::Center) => " align=\"center\"",
            Some(Alignment::Right) => " align=\"right\"",
            _ => "",
        };
        self.column += 1;
        raw(format!("<{name}{side}>"))
    }

    /// The heading stands below the page's own, and never more than one level below the last, as readers by ear need it.
    fn open_heading<'a>(&mut self, level: HeadingLevel) -> Event<'a> {
        let sent = level as u8;
        let most = self.last.map_or(self.level, |last| last + 1);
        let shown = (self.level + sent - 1).min(most).min(6);
        self.last = Some(shown);
        raw(format!("<h{shown} class=\"level-{sent}\">"))
    }
}

fn raw<'a>(html: String) -> Event<'a> {
    Event::InlineHtml(CowStr::from(html))
}

fn as_html<'a>(markup: Markup) -> Event<'a> {
    raw(markup.0)
}

fn code(source: &str, language: &str, patience: &Patience) -> Markup {
    let language = Some(language).filter(|language| !language.is_empty());
    let mut html = Limited::default();
    // Where there is no room for colours, there is more of it without them.
    if put_highlighted(source, language, patience, &mut html).is_err() {
        html = Limited(block(source).render().0);
    }
    html! { pre.source tabindex="0" { code { (PreEscaped(html.0)) } } }
}

fn picture(to: &str, alt: &str) -> Markup {
    html! { x-picture src=(to) alt=(crate::harmless(alt)) {} }
}

/// Text whose web addresses can be followed.
fn linked(text: &str) -> Markup {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, address, behind)) = first_address(rest) {
        block(before).render_to(&mut html);
        if Link::new(address).target.is_some() {
            html! { a href=(address) { (line(address)) } }.render_to(&mut html);
        } else {
            block(address).render_to(&mut html);
        }
        rest = behind;
    }
    block(rest).render_to(&mut html);
    PreEscaped(html)
}

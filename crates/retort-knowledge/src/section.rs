//! The sections of a Markdown text: where they begin and end, what they are called, and what they are called in an
//! address.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::markdown::{LONGEST_TITLE, cut, is_url};

/// How long a section may be before it is cut between two paragraphs: what is found is read as a whole.
const LONG: usize = 32 << 10;
/// How long it may be before it is cut inside a list, a table or a paragraph.
const VERY_LONG: usize = 64 << 10;
/// How many sections a page has at most: each repeats what its front matter says.
const MOST_SECTIONS: usize = 10_000;

/// What stands under a heading, or a piece of it.
pub(crate) struct Section {
    pub(crate) title: String,
    /// What it would be called in an address, if nothing else were.
    pub(crate) anchor: String,
    pub(crate) range: Range<usize>,
    /// The first link to the web in it.
    pub(crate) link: Option<String>,
    /// Which part it is, of a section that is long.
    pub(crate) piece: usize,
}

/// A heading that is being read.
#[derive(Default)]
struct Heading {
    title: String,
    /// Whether it ends in text, which may be its name in braces, and not in code.
    ends_in_text: bool,
}

/// The sections of a text: what stands under each heading of the first three levels, up to the next.
pub(crate) fn sections(text: &str) -> Vec<Section> {
    let section =
        |start| Section { title: String::new(), anchor: String::new(), range: start..text.len(), link: None, piece: 1 };
    let mut sections = Vec::new();
    let mut last = section(0);
    let mut heading: Option<Heading> = None;
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let length = range.start.saturating_sub(last.range.start);
        let is_border = heading.is_none()
            && match &event {
                Event::Start(tag) => (depth == 0 && length > LONG) || (length > VERY_LONG && is_block(tag)),
                Event::SoftBreak | Event::HardBreak => length > VERY_LONG,
                _ => false,
            };
        match &event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        match event {
            Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H3 && sections.len() < MOST_SECTIONS => {
                last.range.end = range.start;
                sections.push(std::mem::replace(&mut last, section(range.end)));
                heading = Some(Heading::default());
                continue;
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(heading) = heading.take() {
                    (last.title, last.anchor) = heading.read();
                }
            }
            Event::Text(piece) => {
                if let Some(heading) = &mut heading {
                    heading.title.push_str(&piece);
                    heading.ends_in_text = true;
                }
            }
            Event::Code(piece) => {
                if let Some(heading) = &mut heading {
                    heading.title.push_str(&piece);
                    heading.ends_in_text = false;
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(heading) = &mut heading {
                    heading.title.push(' ');
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) if is_url(&dest_url) => {
                last.link.get_or_insert_with(|| dest_url.into_string());
            }
            _ => {}
        }
        if is_border {
            last.range.end = range.start;
            let (title, anchor) = (last.title.clone(), last.anchor.clone());
            let next = Section { title, anchor, piece: last.piece + 1, ..section(range.start) };
            sections.push(std::mem::replace(&mut last, next));
        }
    }
    sections.push(last);
    sections
}

/// Whether something begins here that can stand alone.
fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::BlockQuote(_)
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::List(_)
            | Tag::Item
            | Tag::Table(_)
            | Tag::TableRow
    )
}

impl Heading {
    /// Its title and its anchor. Some sites let a heading say its anchor: `Title {#anchor}`.
    fn read(self) -> (String, String) {
        let title = self.title.trim();
        let named = || {
            let (before, inside) = title.strip_suffix('}')?.rsplit_once('{')?;
            let inside = inside.trim_start().trim_start_matches(':').trim_start();
            let name = inside.strip_prefix('#')?.split_whitespace().next()?;
            Some((before.trim_end(), name.to_owned()))
        };
        let (title, anchor) = named().filter(|_| self.ends_in_text).unwrap_or_else(|| (title, String::new()));
        let title = cut(title, LONGEST_TITLE);
        (title.to_owned(), if anchor.is_empty() { slug(title) } else { cut(&anchor, LONGEST_TITLE).to_owned() })
    }
}

/// A heading as part of an address, in the way of GitHub: letters, digits, `-` and `_` stay, blanks become `-`.
fn slug(title: &str) -> String {
    let mut slug = String::with_capacity(title.len());
    for char in title.chars().flat_map(char::to_lowercase) {
        if char.is_alphanumeric() || matches!(char, '-' | '_') {
            slug.push(char);
        } else if char.is_whitespace() {
            slug.push('-');
        }
    }
    slug
}

/// The anchors of a page, each once. They are numbered as GitHub does it, and most who make sites with it.
#[derive(Default)]
pub(crate) struct Anchors {
    used: HashSet<String>,
    /// How often each was wanted: the numbers only grow, so that a thousand of one name are not counted a thousand times.
    times: HashMap<String, usize>,
}

impl Anchors {
    pub(crate) fn next(&mut self, wanted: String) -> String {
        if self.used.insert(wanted.clone()) {
            return wanted;
        }
        let times = self.times.entry(wanted.clone()).or_default();
        loop {
            *times += 1;
            let anchor = format!("{wanted}-{times}");
            if self.used.insert(anchor.clone()) {
                return anchor;
            }
        }
    }
}

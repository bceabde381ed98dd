//! What stands inside a line of text: strong and emphasised words, code, links and images.

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::Page;
use crate::measure::fit;
use crate::terminal::Ink;
use crate::view::{Link, first_address};

/// How the text that comes next looks.
#[derive(Default)]
pub(super) struct Style {
    strong: usize,
    emphasis: usize,
    struck: usize,
    pub(super) is_heading: bool,
    links: Vec<OpenLink>,
    image: Option<OpenImage>,
}

/// A link whose label is being read.
struct OpenLink {
    link: Link,
    /// Its place among the links of the text, where it may be followed.
    place: Option<usize>,
    /// Where its label begins.
    from: usize,
    /// Whether its label is its address.
    is_bare: bool,
}

/// An image whose description is being read.
struct OpenImage {
    link: Link,
    description: String,
    /// How many images are open inside each other.
    depth: usize,
}

impl Page<'_, '_> {
    fn ink(&self) -> Ink {
        let style = &self.style;
        match () {
            () if style.links.last().is_some_and(|open| open.place.is_some()) => Ink::Link,
            () if style.struck > 0 => Ink::Struck,
            () if style.is_heading => Ink::Heading,
            () if style.strong > 0 && style.emphasis > 0 => Ink::StrongEmphasis,
            () if style.strong > 0 => Ink::Strong,
            () if style.emphasis > 0 => Ink::Emphasis,
            () => Ink::Plain,
        }
    }

    fn is_plain(&self) -> bool {
        self.canvas.options().palette.is_none()
    }

    fn push(&mut self, ink: Ink, text: &str) {
        if let Some(image) = &mut self.style.image {
            return image.description.push_str(text);
        }
        let place = self.style.links.last().and_then(|open| open.place);
        self.flow.push(ink, place, text);
    }

    pub(super) fn take_inline(&mut self, event: &Event<'_>) {
        let ink = self.ink();
        match event {
            Event::Text(text) => self.push_text(text),
            Event::Code(code) | Event::InlineMath(code) | Event::DisplayMath(code) => {
                let ink = if self.style.links.is_empty() { Ink::Code } else { ink };
                if self.is_plain() { self.push(ink, &format!("`{code}`")) } else { self.push(ink, code) }
            }
            Event::InlineHtml(html) if html.starts_with("<br") => self.flow.break_line(),
            Event::InlineHtml(html) => self.push(Ink::Faint, html),
            // Servers write lines and mean lines, as chats show them.
            Event::SoftBreak | Event::HardBreak => self.break_line(),
            _ => {}
        }
    }

    fn break_line(&mut self) {
        if self.style.image.is_some() || self.table.is_some() {
            self.push(Ink::Plain, " ");
        } else {
            self.flow.break_line();
        }
    }

    /// Adds text, with the web addresses in it made links.
    fn push_text(&mut self, text: &str) {
        let ink = self.ink();
        let mut rest = text;
        while self.style.links.is_empty()
            && self.style.image.is_none()
            && let Some((before, address, after)) = first_address(rest)
        {
            self.push(ink, before);
            let found = Link::new(address);
            if found.target.is_some() {
                let place = self.flow.add_link(found);
                self.flow.push(Ink::Link, Some(place), address);
            } else {
                self.push(ink, address);
            }
            rest = after;
        }
        self.push(ink, rest);
    }

    pub(super) fn open_inline(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Strong => self.style.strong += 1,
            Tag::Emphasis => self.style.emphasis += 1,
            Tag::Strikethrough => {
                self.style.struck += 1;
                if self.is_plain() {
                    self.push(Ink::Plain, "~~");
                }
            }
            Tag::Link { dest_url, link_type, .. } => {
                let link = match link_type {
                    LinkType::Email => Link::new(&format!("mailto:{dest_url}")),
                    _ => Link::new(dest_url),
                };
                let place = link.target.is_some().then(|| self.flow.add_link(link.clone()));
                let is_bare = matches!(link_type, LinkType::Autolink | LinkType::Email);
                self.style.links.push(OpenLink { link, place, from: self.flow.text().len(), is_bare });
            }
            Tag::Image { dest_url, .. } => {
                if let Some(image) = &mut self.style.image {
                    image.depth += 1;
                } else {
                    let link = Link::new(dest_url);
                    self.style.image = Some(OpenImage { link, description: String::new(), depth: 1 });
                }
            }
            _ => {}
        }
    }

    pub(super) fn close_inline(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.style.strong = self.style.strong.saturating_sub(1),
            TagEnd::Emphasis => self.style.emphasis = self.style.emphasis.saturating_sub(1),
            TagEnd::Strikethrough => {
                if self.is_plain() {
                    self.push(Ink::Plain, "~~");
                }
                self.style.struck = self.style.struck.saturating_sub(1);
            }
            TagEnd::Link => self.close_link(),
            TagEnd::Image => self.close_image(),
            _ => {}
        }
    }

    fn close_link(&mut self) {
        let Some(open) = self.style.links.pop() else { return };
        let label = self.flow.text().get(open.from..).unwrap_or_default().trim();
        let link = &open.link;
        // A click shows where a link leads; where there is none, or where the label says that it leads somewhere else,
        // the address stands beside it.
        let is_known = link.address.is_empty() || link.address.starts_with('#') || label == link.address;
        let is_clicked = open.place.is_some() && self.canvas.options().links;
        if !is_known && !open.is_bare && (!is_clicked || label.is_empty() || is_deceiving(label, link)) {
            let blank = if label.is_empty() { "" } else { " " };
            self.push(Ink::Faint, &format!("{blank}({})", shortened(&link.address)));
        }
    }

    /// Tells of an image; it is never fetched.
    fn close_image(&mut self) {
        let Some(mut image) = self.style.image.take() else { return };
        image.depth -= 1;
        if image.depth > 0 {
            self.style.image = Some(image);
            return;
        }
        let description = image.description.trim();
        let colon = if description.is_empty() { "" } else { ": " };
        self.push(Ink::Faint, &format!("[image{colon}{description}]"));
        if !image.link.address.is_empty() {
            let address = format!(" ({})", shortened(&image.link.address));
            let is_inside = self.style.links.last().is_some_and(|open| open.place.is_some());
            if image.link.target.is_some() && !is_inside {
                let place = self.flow.add_link(image.link);
                self.flow.push(Ink::Faint, None, " (");
                self.flow.push(Ink::Faint, Some(place), &address[2..address.len() - 1]);
                self.flow.push(Ink::Faint, None, ")");
            } else {
                self.push(Ink::Faint, &address);
            }
        }
    }
}

/// Whether a label looks like the address of another host than the one that its link leads to.
fn is_deceiving(label: &str, link: &Link) -> bool {
    if label.contains(char::is_whitespace) || !label.contains('.') {
        return false;
    }
    let said = if label.contains("://") { Link::new(label) } else { Link::new(&format!("https://{label}")) };
    said.host.is_some() && said.host != link.host
}

/// An address; only its beginning where it carries what it leads to.
fn shortened(address: &str) -> std::borrow::Cow<'_, str> {
    let carries = address.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
    if carries { fit(address, 40).0 } else { address.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_deceive() {
        let link = Link::new("https://evil.example/");
        assert!(is_deceiving("https://bank.example", &link));
        assert!(is_deceiving("bank.example/login", &link));
        assert!(!is_deceiving("evil.example", &link));
        assert!(!is_deceiving("the bank", &link));
    }
}

//! HTML and XML: the first element decides which, and whether the angle bracket opens a document or a sentence.

use crate::format::Format;

#[rustfmt::skip]
const HTML_TAGS: &[&str] = &[
    "html", "head", "body", "title", "meta", "link", "base", "style", "script", "noscript", "template", "div",
    "span", "p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "a", "b", "i", "u", "s", "em", "strong", "small",
    "mark", "code", "pre", "blockquote", "q", "cite", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody",
    "tfoot", "tr", "td", "th", "caption", "colgroup", "form", "input", "button", "select", "option", "textarea",
    "label", "fieldset", "section", "article", "header", "footer", "main", "nav", "aside", "figure", "figcaption",
    "img", "picture", "video", "audio", "source", "iframe", "canvas", "center", "font", "details", "summary",
    "dialog", "sub", "sup", "abbr", "time", "kbd", "samp", "var", "del", "ins", "address", "frameset",
];

/// Tags that only a whole page begins with.
const PAGE_TAGS: [&str; 3] = ["html", "head", "body"];

/// Html or Xml for a text that is a document or a fragment of one.
pub(super) fn recognise(head: &str) -> Option<(Format, f32)> {
    let text = head.trim();
    if !text.starts_with('<') || text.starts_with("<?php") || text.starts_with("<?=") {
        return None;
    }
    let prologue = Prologue::read(text);
    if prologue.html_doctype {
        return Some((Format::Html, 0.99));
    }
    let Some(element) = Element::read(prologue.rest) else {
        return prologue.declared_xml.then_some((Format::Xml, 0.9));
    };
    let lower = element.name.to_ascii_lowercase();
    if PAGE_TAGS.contains(&lower.as_str()) {
        return Some((Format::Html, 0.98));
    }
    if prologue.declared_xml {
        return Some((Format::Xml, 0.99));
    }
    let closed = element.self_closing || closes(text, element.name);
    if HTML_TAGS.contains(&lower.as_str()) {
        return (closed || text.ends_with('>')).then_some((Format::Html, 0.93));
    }
    (closed && text.ends_with('>')).then_some((Format::Xml, 0.93))
}

/// Everything before the first element: the XML declaration, document types, comments and instructions.
struct Prologue<'a> {
    rest: &'a str,
    declared_xml: bool,
    html_doctype: bool,
}

impl<'a> Prologue<'a> {
    fn read(text: &'a str) -> Self {
        let mut prologue = Self { rest: text, declared_xml: false, html_doctype: false };
        loop {
            prologue.rest = prologue.rest.trim_start();
            let (end, skip) = if prologue.rest.starts_with("<!--") {
                ("-->", 3)
            } else if prologue.rest.starts_with("<?") {
                prologue.declared_xml |= prologue.rest.starts_with("<?xml");
                ("?>", 2)
            } else if starts_with_ignoring_case(prologue.rest, "<!doctype") {
                let name = prologue.rest[9..].trim_start();
                prologue.html_doctype |= starts_with_ignoring_case(name, "html");
                prologue.declared_xml |= !prologue.html_doctype;
                // A document type may hold declarations of its own in square brackets.
                let inner = prologue.rest.find('>').is_some_and(|end| prologue.rest[..end].contains('['));
                if inner { ("]>", 2) } else { (">", 1) }
            } else {
                return prologue;
            };
            // What never ends leaves nothing to read.
            prologue.rest = prologue.rest.find(end).map_or("", |at| &prologue.rest[at + skip..]);
        }
    }
}

struct Element<'a> {
    name: &'a str,
    self_closing: bool,
}

impl<'a> Element<'a> {
    /// The element that a text begins with; `<ann@example.org>` and `< b` are none.
    fn read(text: &'a str) -> Option<Self> {
        let inside = text.strip_prefix('<')?;
        let end =
            inside.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'))).unwrap_or(inside.len());
        let (name, rest) = inside.split_at(end);
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') || name.ends_with(':') {
            return None;
        }
        if !rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '/')) {
            return None;
        }
        let tag_end = end_of_tag(rest)?;
        Some(Self { name, self_closing: rest[..tag_end].ends_with('/') })
    }
}

/// Where the tag ends, past any `>` inside quotes.
fn end_of_tag(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'<') => return None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

fn closes(text: &str, name: &str) -> bool {
    text.match_indices("</").any(|(at, _)| {
        let rest = &text[at + 2..];
        rest.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('>'))
    })
}

fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(text: &str) -> Option<Format> {
        recognise(text).map(|(format, _)| format)
    }

    #[test]
    fn html_and_xml() {
        assert_eq!(format("<!doctype HTML><p>x"), Some(Format::Html));
        assert_eq!(format("\n<!-- x --><ul><li>a</li></ul>"), Some(Format::Html));
        assert_eq!(format("<?xml version='1.0'?><html/>"), Some(Format::Html));
        assert_eq!(format("<svg><g/></svg>"), Some(Format::Xml));
        assert_eq!(format("<a:b x='>' />"), Some(Format::Xml));
        assert_eq!(format("<!DOCTYPE note [<!ENTITY a \"b\">]><note/>"), Some(Format::Xml));
    }

    #[test]
    fn sentences_with_angle_brackets() {
        for text in
            ["<b> is bold", "<ann@example.org> wrote", "< 3", "<", "<!--", "<name> and <other>", "<?php echo 1;"]
        {
            assert_eq!(format(text), None, "{text}");
        }
    }
}

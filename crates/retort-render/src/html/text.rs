//! Text of servers in HTML: escaped, and with whatever is hidden or turns text around written so that it can be seen.
//! Nothing that a server says reaches a page but through here, or through the sanitiser.

use maud::{Markup, PreEscaped, Render, html};

use crate::safe::{told_apart, without_colours};
use crate::view::Link;
use crate::view::snippet::pieces;

/// Text of anybody.
#[derive(Clone, Copy)]
pub(super) struct Said<'a> {
    text: &'a str,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Lines and tabs stay.
    Block,
    /// Line ends become blanks.
    Line,
    /// What is hidden is written as JSON escapes it, so that what is shown still is JSON.
    Json,
}

/// Text that may have several lines.
pub(super) fn block(text: &str) -> Said<'_> {
    Said { text, form: Form::Block }
}

/// Text on one line.
pub(super) fn line(text: &str) -> Said<'_> {
    Said { text, form: Form::Line }
}

/// JSON that stays JSON.
pub(super) fn json(text: &str) -> Said<'_> {
    Said { text, form: Form::Json }
}

impl Render for Said<'_> {
    fn render_to(&self, buffer: &mut String) {
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
        // Almost all text is fine as it is.
        if self.text.bytes().all(is_plain) {
            buffer.push_str(self.text);
            return;
        }
        let text = without_colours(self.text);
        let mut chars = told_apart(&text).peekable();
        while let Some((char, is_told)) = chars.next() {
            match char {
                '\r' if matches!(chars.peek(), Some(('\n', _))) => {}
                '\n' | '\t' if self.form == Form::Line => buffer.push(' '),
                '\n' | '\t' => buffer.push(char),
                _ if is_told => self.tell(char, buffer),
                _ => push_escaped(char, buffer),
            }
        }
    }
}

impl Said<'_> {
    fn tell(self, char: char, buffer: &mut String) {
        use std::fmt::Write;

        buffer.push_str("<span class=\"hidden-char\">");
        if self.form == Form::Json {
            for unit in char.encode_utf16(&mut [0; 2]) {
                // Writing to memory does not fail.
                let _ = write!(buffer, "\\u{unit:04x}");
            }
        } else {
            buffer.extend(char.escape_unicode());
        }
        buffer.push_str("</span>");
    }
}

/// A JSON string of several lines, still JSON to whoever copies it; to whoever reads it the text that it stands for.
pub(super) fn json_lines(string: &str) -> Markup {
    let mut html = String::new();
    let mut rest = string;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        json(before).render_to(&mut html);
        let colour = crate::safe::colour_in_json(escape);
        let (taken, shown) = match escape.as_bytes().get(1) {
            _ if colour > 0 => (colour, ""),
            Some(b'n') => (2, "<br>"),
            Some(b't') => (2, "<span class=\"tab\"></span>"),
            Some(b'r') => (2, ""),
            Some(b'"' | b'\\' | b'/') => (1, ""),
            _ => (0, ""),
        };
        let (hidden, behind) = escape.split_at_checked(taken).unwrap_or((escape, ""));
        if taken > 0 {
            html.push_str("<span class=\"escape\">");
            json(hidden).render_to(&mut html);
            html.push_str("</span>");
            html.push_str(shown);
        }
        // What is escaped by one sign, or not read here, is text like any other.
        let text = 2_usize.saturating_sub(taken);
        let (plain, behind) = behind.split_at_checked(text).unwrap_or((behind, ""));
        json(plain).render_to(&mut html);
        rest = behind;
    }
    json(rest).render_to(&mut html);
    PreEscaped(html)
}

fn push_escaped(char: char, buffer: &mut String) {
    match char {
        '&' => buffer.push_str("&amp;"),
        '<' => buffer.push_str("&lt;"),
        '>' => buffer.push_str("&gt;"),
        '"' => buffer.push_str("&quot;"),
        '\'' => buffer.push_str("&#39;"),
        _ => buffer.push(char),
    }
}

/// A snippet, with what was found in it stressed.
pub(super) fn snippet(text: &str) -> Markup {
    html! {
        @for (is_stressed, piece) in pieces(text) {
            @if is_stressed { mark { (block(&piece)) } } @else { (block(&piece)) }
        }
    }
}

/// A heading; below the sixth level there is none.
pub(super) fn heading(level: u8, class: &str, content: &Markup) -> Markup {
    let level = level.clamp(1, 6);
    html! {
        (PreEscaped(format!("<h{level} class=\"{class}\" dir=\"auto\">")))
        (content)
        (PreEscaped(format!("</h{level}>")))
    }
}

/// Something that leads where a link leads, where that may be followed.
pub(super) fn anchor(link: &Link, content: &Markup) -> Markup {
    html! {
        @if let Some(target) = &link.target {
            a href=(target) target="_blank" rel="noopener noreferrer nofollow" { (content) }
        } @else {
            (content)
        }
    }
}

/// An address that may be followed, or that is shown only.
pub(super) fn address(link: &Link) -> Markup {
    let shown = html! { bdi { (line(&link.address)) } };
    html! {
        @if link.target.is_some() {
            (anchor(link, &shown))
        } @else {
            span.unfollowed title="This address is shown, but cannot be followed from here" { (shown) }
        }
    }
}

/// A picture somewhere else: nothing is fetched before somebody asks for it.
pub(super) fn remote_image(link: &Link, alt: &str) -> Option<Markup> {
    let target = web_target(link)?;
    let host = link.host.as_deref().unwrap_or_default();
    let alt = crate::harmless(alt);
    Some(html! {
        button.remote type="button" data-image=(target) data-alt=(alt) {
            "Show the image from " bdi { (line(host)) }
        }
    })
}

/// The address of a picture, where the web has it.
pub(super) fn web_target(link: &Link) -> Option<&str> {
    link.target.as_deref().filter(|target| target.starts_with("https://") || target.starts_with("http://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_hidden_is_told_and_whatever_is_markup_is_escaped() {
        let told = "<span class=\"hidden-char\">\\u{202e}</span>";
        assert_eq!(block("a<b>\u{202e}\n&\"'").render().0, format!("a&lt;b&gt;{told}\n&amp;&quot;&#39;"));
        assert_eq!(line("a\r\nb\tc").render().0, "a b c");
        assert_eq!(json("\u{e0041}").render().0, "<span class=\"hidden-char\">\\udb40\\udc41</span>");
        assert_eq!(line("👩\u{200d}🚀").render().0, "👩\u{200d}🚀");
        assert_eq!(
            line("\u{1b}[1;31mred\u{1b}[m \u{1b}[2J").render().0.replace("<span class=\"hidden-char\">", "|"),
            "red |\\u{1b}</span>[2J"
        );
    }

    #[test]
    fn a_string_of_lines_is_read_as_text_and_copied_as_json() {
        let string = r#""a\n\"b\"\t\\n \u001b[31mred\u001b[0m \u202e<\n\u001b[2J""#;
        let html = json_lines(string).0;
        let without = |html: &str, is_seen: bool| {
            let mut text = String::new();
            for piece in html.split('<') {
                let (tag, said) = piece.split_once('>').unwrap_or(("", piece));
                if tag == "br" && is_seen {
                    text.push('\n');
                }
                if !(is_seen && tag.contains("escape")) {
                    text.push_str(said);
                }
            }
            text.replace("&quot;", "\"").replace("&lt;", "<")
        };
        assert_eq!(without(&html, false), string);
        assert_eq!(without(&html, true), "\"a\n\"b\"\\n red \\u202e<\n\\u001b[2J\"");
    }
}

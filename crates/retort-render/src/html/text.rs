//! Text of servers in HTML: escaped, and with whatever is hidden or turns text around written so that it can be seen.
//! Nothing that a server says reaches a page but through here, or through the sanitiser.

use std::borrow::Cow;
use std::io::{self, Write};

use maud::{Markup, PreEscaped, Render};

use super::put::{Put, put};
use crate::safe::{chars_without_colours, told_apart};
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
    /// The same as on a terminal, for there are no elements in an attribute.
    Attribute,
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

/// Text as the value of an attribute.
pub(super) fn attribute(text: &str) -> Said<'_> {
    Said { text, form: Form::Attribute }
}

/// So many bytes are gathered before they are written.
const GATHERED: usize = 1 << 13;

impl Said<'_> {
    /// Whether it is fine as it is, as almost all text is.
    fn is_plain(self) -> bool {
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
        self.text.bytes().all(is_plain)
    }
}

impl Put for Said<'_> {
    fn put(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_plain() {
            return out.write_all(self.text.as_bytes());
        }
        put_chars(chars_without_colours(self.text), self.form, out)
    }
}

impl Render for Said<'_> {
    fn render_to(&self, buffer: &mut String) {
        if self.is_plain() {
            return buffer.push_str(self.text);
        }
        // Nothing fails that is not written.
        let _ = push_chars(chars_without_colours(self.text), self.form, buffer, |_| Ok(()));
    }
}

fn put_chars(chars: impl Iterator<Item = char>, form: Form, out: &mut dyn Write) -> io::Result<()> {
    let mut buffer = String::new();
    push_chars(chars, form, &mut buffer, |buffer| {
        if buffer.len() < GATHERED {
            return Ok(());
        }
        out.write_all(buffer.as_bytes())?;
        buffer.clear();
        Ok(())
    })?;
    out.write_all(buffer.as_bytes())
}

/// Adds characters to a buffer, and calls `pushed` behind each.
fn push_chars(
    chars: impl Iterator<Item = char>,
    form: Form,
    buffer: &mut String,
    mut pushed: impl FnMut(&mut String) -> io::Result<()>,
) -> io::Result<()> {
    let mut chars = told_apart(chars).peekable();
    while let Some((char, is_told)) = chars.next() {
        match char {
            '\r' if matches!(chars.peek(), Some(('\n', _))) => {}
            '\n' if form == Form::Attribute => buffer.push('⏎'),
            '\n' | '\t' if matches!(form, Form::Line | Form::Attribute) => buffer.push(' '),
            '\n' | '\t' => buffer.push(char),
            _ if is_told => tell(char, form, buffer),
            '&' => buffer.push_str("&amp;"),
            '<' => buffer.push_str("&lt;"),
            '>' => buffer.push_str("&gt;"),
            '"' => buffer.push_str("&quot;"),
            '\'' => buffer.push_str("&#39;"),
            _ => buffer.push(char),
        }
        pushed(buffer)?;
    }
    Ok(())
}

fn tell(char: char, form: Form, buffer: &mut String) {
    use std::fmt::Write;

    if form == Form::Attribute {
        return buffer.extend(char.escape_unicode());
    }
    buffer.push_str("<span class=\"hidden-char\">");
    if form == Form::Json {
        for unit in char.encode_utf16(&mut [0; 2]) {
            // Writing to memory does not fail.
            let _ = write!(buffer, "\\u{unit:04x}");
        }
    } else {
        buffer.extend(char.escape_unicode());
    }
    buffer.push_str("</span>");
}

/// JSON that is written into a page as it comes. Nobody needs more blanks before a line than a few.
pub(super) struct JsonInto<'a> {
    out: &'a mut dyn Write,
    /// How many blanks the line has begun with; `None` behind its first sign.
    blanks: Option<usize>,
}

impl<'a> JsonInto<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, blanks: None }
    }
}

/// The widest indentation.
const MOST_BLANKS: usize = 16;

impl Write for JsonInto<'_> {
    /// What is written are whole tokens, or pieces of them between two characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        if let Some(blanks) = &mut self.blanks {
            let count = rest.iter().take_while(|byte| **byte == b' ').count();
            let shown = count.min(MOST_BLANKS.saturating_sub(*blanks));
            self.out.write_all(rest.get(..shown).unwrap_or_default())?;
            *blanks += count;
            rest = rest.get(count..).unwrap_or_default();
        }
        if rest.is_empty() {
            return Ok(bytes.len());
        }
        self.blanks = None;
        let end = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
        let (line, behind) = rest.split_at(end);
        json(&String::from_utf8_lossy(line)).put(self.out)?;
        if line.ends_with(b"\n") {
            self.blanks = Some(0);
        }
        Ok(bytes.len() - behind.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a JSON string of several lines, still JSON to whoever copies it; to whoever reads it the text that it stands for.
pub(super) fn put_json_lines(string: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut rest = string;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        json(before).put(out)?;
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
            put!(out, "<span class=\"escape\">", json(hidden), "</span>", shown)?;
        }
        // What is escaped by one sign, or not read here, is text like any other.
        let text = 2_usize.saturating_sub(taken);
        let (plain, behind) = behind.split_at_checked(text).unwrap_or((behind, ""));
        json(plain).put(out)?;
        rest = behind;
    }
    json(rest).put(out)
}

/// Writes a snippet, with what was found in it stressed.
pub(super) fn put_snippet(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut pieces = pieces(text).peekable();
    while let Some(is_stressed) = pieces.peek().map(|(is_stressed, _)| *is_stressed) {
        let alike = std::iter::from_fn(|| pieces.next_if(|(other, _)| *other == is_stressed));
        let chars = alike.flat_map(|(_, piece)| {
            // What is not a part of the text is one character.
            let (text, single) = match piece {
                Cow::Borrowed(text) => (text, None),
                Cow::Owned(single) => ("", single.chars().next()),
            };
            chars_without_colours(text).chain(single)
        });
        if is_stressed {
            "<mark>".put(out)?;
        }
        put_chars(chars, Form::Block, out)?;
        if is_stressed {
            "</mark>".put(out)?;
        }
    }
    Ok(())
}

/// What begins a heading; below the sixth level there is none.
pub(super) fn open_heading(level: u8, class: &'static str) -> Markup {
    PreEscaped(format!("<h{} class=\"{class}\" dir=\"auto\">", level.clamp(1, 6)))
}

/// What ends it.
pub(super) fn close_heading(level: u8) -> Markup {
    PreEscaped(format!("</h{}>", level.clamp(1, 6)))
}

/// Writes a text that leads where a link leads, where that may be followed.
pub(super) fn put_anchor(link: &Link, text: &impl Put, out: &mut dyn Write) -> io::Result<()> {
    let Some(target) = &link.target else { return text.put(out) };
    put!(out, "<a href=\"", attribute(target), "\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">")?;
    text.put(out)?;
    "</a>".put(out)
}

/// Text that keeps its direction to itself.
pub(super) struct Apart<'a>(pub(super) &'a str);

impl Put for Apart<'_> {
    fn put(&self, out: &mut dyn Write) -> io::Result<()> {
        put!(out, "<bdi>", line(self.0), "</bdi>")
    }
}

/// Writes an address that may be followed, or that is shown only.
pub(super) fn put_address(link: &Link, out: &mut dyn Write) -> io::Result<()> {
    if link.target.is_some() {
        return put_anchor(link, &Apart(&link.address), out);
    }
    let unfollowed = "<span class=\"unfollowed\" title=\"This address is shown, but cannot be followed from here\">";
    put!(out, unfollowed, Apart(&link.address), "</span>")
}

/// Writes a picture somewhere else, or its address where it is not one of the web: nothing is fetched before somebody asks
/// for it.
pub(super) fn put_remote_image(link: &Link, alt: &str, out: &mut dyn Write) -> io::Result<()> {
    let Some(target) = web_target(link) else { return put_address(link, out) };
    let host = link.host.as_deref().unwrap_or_default();
    put!(
        out,
        "<button class=\"remote\" type=\"button\" data-image=\"",
        attribute(target),
        "\" data-alt=\"",
        attribute(alt),
        "\">Show the image from ",
        Apart(host),
        "</button>"
    )
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
        let mut html = Vec::new();
        put_json_lines(string, &mut html).unwrap();
        let html = String::from_utf8(html).unwrap();
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

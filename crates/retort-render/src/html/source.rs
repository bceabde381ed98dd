//! Text as it is, and source with its syntax in colours. A page that a server sends is shown beside its source, in a
//! frame where nothing can run or load.

use std::collections::HashMap;
use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};
use retort_core::Tone;

use super::put::{Put, put};
use super::sanitise;
use super::text::block;
use crate::highlight::{Patience, Token, highlight_within};
use crate::view::Source;

/// The stylesheet of the frame: the page's own does not reach into it.
pub(super) const PREVIEW_STYLE: &str = include_str!("preview.css");

pub(super) fn put_text(text: &str, tone: Tone, out: &mut dyn Write) -> io::Result<()> {
    let open = if tone == Tone::Success { "<div class=\"text good" } else { "<div class=\"text" };
    let rest = if is_aligned(text) {
        " aligned\" tabindex=\"0\" role=\"group\" aria-label=\"Text in columns\">"
    } else {
        "\" dir=\"auto\">"
    };
    put!(out, open, rest, block(text.trim_end()), "</div>")
}

/// Most lines that are looked at to see whether they make columns.
const LINES: usize = 200;

/// Whether the lines of a text make columns: behind several blanks, most of them go on at the same place.
fn is_aligned(text: &str) -> bool {
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()).take(LINES) {
        count += 1;
        let (mut blanks, mut is_begun) = (0, false);
        for (at, char) in line.chars().enumerate() {
            if char == ' ' {
                blanks += 1;
                continue;
            }
            if is_begun && blanks > 1 {
                *places.entry(at).or_default() += 1;
            }
            (blanks, is_begun) = (0, true);
        }
    }
    places.values().any(|lines| *lines > 1 && 2 * lines >= count)
}

pub(super) fn put_source(source: &Source, out: &mut dyn Write) -> io::Result<()> {
    let language = source.language.as_deref();
    let preview = (language == Some("html")).then(|| sanitise::preview(&source.text)).flatten().map(frame);
    let is_beside = preview.is_some();
    put!(out, is_beside.then_some("<div class=\"beside-source\">"), preview)?;
    "<pre class=\"source\" tabindex=\"0\" role=\"group\" aria-label=\"Source\" dir=\"ltr\"><code>".put(out)?;
    put_highlighted(&source.text, language, &Patience::default(), out)?;
    put!(out, "</code></pre>", is_beside.then_some("</div>"))
}

/// A page in a frame of its own. It is no larger than the sanitiser lets it be.
fn frame(preview: String) -> Markup {
    let document = html! {
        (maud::DOCTYPE)
        html {
            head { meta charset="utf-8"; style { (PreEscaped(PREVIEW_STYLE)) } }
            body dir="auto" { (PreEscaped(preview)) }
        }
    };
    html! {
        iframe.preview sandbox srcdoc=(document.0) title="What the page says, without scripts, styles and images" {}
    }
}

/// Writes source with its syntax in colours.
pub(super) fn put_highlighted(
    text: &str,
    language: Option<&str>,
    patience: &Patience,
    out: &mut dyn Write,
) -> io::Result<()> {
    for line in highlight_within(patience, text, language) {
        for (token, piece) in line {
            match class(token) {
                Some(class) => put!(out, "<span class=\"", class, "\">", block(piece), "</span>")?,
                None => block(piece).put(out)?,
            }
        }
        "\n".put(out)?;
    }
    Ok(())
}

fn class(token: Token) -> Option<&'static str> {
    Some(match token {
        Token::Plain | Token::Operator => return None,
        Token::Keyword => "t-keyword",
        Token::Punctuation => "t-punct",
        Token::Text => "t-string",
        Token::Number => "t-number",
        Token::Constant => "t-word",
        Token::Comment => "t-comment",
        Token::Function => "t-function",
        Token::Type => "t-type",
        Token::Key => "t-key",
        Token::Heading => "t-heading",
        Token::Inserted => "t-inserted",
        Token::Deleted => "t-deleted",
    })
}

/// The classes of highlighted source.
pub(super) const CLASSES: [&str; 12] = [
    "t-keyword",
    "t-punct",
    "t-string",
    "t-number",
    "t-word",
    "t-comment",
    "t-function",
    "t-type",
    "t-key",
    "t-heading",
    "t-inserted",
    "t-deleted",
];

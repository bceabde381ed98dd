//! What a page of HTML says, as the events of Markdown, so that both are drawn in one way. The page is read tag by tag
//! and no tree is built: neither deep nesting nor missing ends matter. Text that a browser would hide is shown.

mod tags;

use std::cell::{Cell, RefCell};
use std::time::Duration;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use pulldown_cmark::{Event, HeadingLevel, Tag};

use self::tags::Reader;
use crate::effort;

/// Pages are read in pieces of so many bytes, so that reading can be given up between two of them.
const PIECE: usize = 4 * 1024;

/// Longer pages are read only so far.
const MOST_BYTES: usize = 1024 * 1024;

/// So many events, each of which takes about a hundred bytes, are as far as a page is read.
const MOST_EVENTS: usize = 1 << 15;

/// A page of tags with thousands of attributes takes long to read; nobody waits longer than this.
const READING_TIMEOUT: Duration = Duration::from_secs(2);

/// What a page says.
pub(super) struct Page {
    /// It, as Markdown would say it.
    pub(super) events: Vec<Event<'static>>,
    /// Whether nothing else is in its source: no form, no script, nothing that a browser would hide.
    pub(super) is_all: bool,
}

/// Tags of which everything is said, or that say nothing themselves.
#[rustfmt::skip]
const SAID: &[&str] = &[
    "html", "head", "body", "title", "h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "section", "article", "main",
    "header", "footer", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "td",
    "th", "caption", "pre", "code", "kbd", "samp", "br", "hr", "a", "b", "strong", "i", "em", "u", "s", "del", "small",
    "sup", "sub", "center", "font",
];
/// Attributes that only say how something looks, and where a link leads, which is said.
#[rustfmt::skip]
const LOOKS: &[&str] = &[
    "href", "target", "rel", "class", "id", "style", "border", "align", "valign", "width", "height", "cellpadding",
    "cellspacing", "colspan", "rowspan", "scope", "lang", "dir", "start", "bgcolor", "color", "nowrap",
];

/// Reads a page.
pub(super) fn read(html: &str) -> Page {
    let start = effort::so_far();
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    let mut rest = html;
    let mut read = 0;
    let is_enough = || tokenizer.sink.reader.borrow().count() > MOST_EVENTS;
    let is_late = || effort::so_far().saturating_sub(start) >= READING_TIMEOUT;
    while !rest.is_empty() && read < MOST_BYTES && !is_enough() && !is_late() {
        let (piece, later) = rest.split_at(rest.floor_char_boundary(PIECE).max(1));
        queue.push_back(StrTendril::from(piece));
        let _ = tokenizer.feed(&queue);
        read += piece.len();
        rest = later;
    }
    tokenizer.end();
    let Sink { reader, leaves_out } = tokenizer.sink;
    let mut reader = reader.into_inner();
    let is_read = rest.is_empty() && !leaves_out.get();
    if !rest.is_empty() {
        reader.tell("… the rest is in the source");
    }
    let (events, title) = reader.finish();
    let has_title = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }));
    match title {
        Some(title) if !events.iter().any(has_title) => {
            Page { events: tags::heading(title).into_iter().chain(events).collect(), is_all: is_read }
        }
        Some(title) => {
            let is_said = events.iter().any(|event| matches!(event, Event::Text(text) if **text == *title));
            Page { events, is_all: is_read && is_said }
        }
        None => Page { events, is_all: is_read },
    }
}

#[derive(Default)]
struct Sink {
    reader: RefCell<Reader>,
    /// Whether something was met that is not said.
    leaves_out: Cell<bool>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut reader = self.reader.borrow_mut();
        let is_said = match &token {
            Token::TagToken(tag) => {
                let looks = || tag.attrs.iter().all(|attribute| LOOKS.contains(&&*attribute.name.local));
                SAID.contains(&&*tag.name) && looks()
            }
            Token::CommentToken(_) => false,
            _ => true,
        };
        if !is_said {
            self.leaves_out.set(true);
        }
        match token {
            Token::CharacterTokens(text) => reader.text(&text),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                reader.open(&tag);
                // What is inside these is not made of tags.
                match &*tag.name {
                    "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                        return TokenSinkResult::RawData(RawKind::Rawtext);
                    }
                    "title" | "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => {}
                }
            }
            Token::TagToken(tag) => reader.close(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::{Canvas, Terminal, markdown};

    fn said(html: &str) -> String {
        let options = Terminal { width: Some(60), ..Terminal::plain() };
        let mut out = Vec::new();
        markdown::draw_all(&read(html).events, &mut Canvas::new(&options, &mut out)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn blocks_and_marks() {
        let html = "<!doctype html><html><head><title>T</title><style>p{}</style></head><body>\
            <p>One <b>two</b>\n   three<br>four</p><script>alert(1)</script><div>five<div>six</div></div>\
            <ul><li>a<li>b<ol start=3><li>c</ol></ul><pre>x\n  y</pre><a href='https://a.example'><div>go</div></a>";
        insta::assert_snapshot!(said(html), @"
        T
        ═

        One two three
        four

        five

        six

        • a
        • b
          3. c

            x
              y

        go (https://a.example)
        ");
    }

    #[test]
    fn tables() {
        let html = "<table><tr><th>Name<th>Age</tr><tr><td>Ann<td>30</tr><tr><td><p>Bob<td>4</table>after";
        insta::assert_snapshot!(said(html), @"
        Name  Age
        ────  ───
        Ann   30
        Bob   4

        after
        ");
    }

    #[test]
    fn a_page_that_is_all_said_needs_no_source() {
        for all in [
            "<table border=1><tr><th>a<th>b</tr><tr><td>1<td>2</tr></table>",
            "<!doctype html><html><head><title>T</title></head><body><p class='x'>One</p></body></html>",
            "<title>T</title><h1>T</h1><ul><li>a<li><a href='https://a.example'>b</a></ul>",
        ] {
            assert!(read(all).is_all, "{all}");
        }
        for not in [
            "<p>One<!-- two --></p>",
            "<title>T</title><h1>Another</h1>",
            "<form><input name=q><button>Go</button></form>",
            "<p onclick='go()'>One</p>",
            "<p data-id=3>One</p>",
            "<p>One</p><script>two()</script>",
            "<p>One</p><style>p {}</style>",
            "<meta name='author' content='Ann'><p>One</p>",
        ] {
            assert!(!read(not).is_all, "{not}");
        }
    }

    #[test]
    fn hostile_pages() {
        assert!(said(&"<div>".repeat(2_000)).is_empty());
        assert!(said(&format!("{}x", "<blockquote><ul><li>".repeat(2_000))).contains('x'));
        assert!(said(&format!("{}x", "<b><a href=x>".repeat(2_000))).contains('x'));
        assert!(said(&format!("{}x", "</p></ul>".repeat(2_000))).contains('x'));
        assert!(said(&format!("{}x", "<table><tr><td>".repeat(2_000))).contains('x'));
        assert!(said("<p>\u{1b}[2Jred&#27;[1A &#x202e;</p>").contains("\\u{1b}[2Jred\\u{1b}[1A \\u{202e}"));
        assert!(!said("<a href='javascript:alert(1)'>x</a>").contains('\u{1b}'));
        assert_eq!(
            said("<img src='https://a.example/t.gif' alt='a cat'>"),
            "[image: a cat] (https://a.example/t.gif)\n"
        );
        assert!(said("<!-- only this -->").is_empty());
        assert_eq!(said("<script>if (a<b &&'c') {}</script>seen"), "seen\n");
        let attributes: Vec<String> = (0..4_000).map(|index| format!("a{index}")).collect();
        said(&format!("<p {}>x</p>", attributes.join(" ")));
    }
}

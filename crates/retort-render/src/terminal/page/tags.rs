//! The tags of a page, one after the other, each as what it means for a reader. Events come out in pairs, whatever
//! the tags do.

use html5ever::tokenizer::Tag as HtmlTag;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};

/// Deeper blocks, and more marks inside each other, are read as if their tags were not there.
const DEEPEST: usize = 64;

#[derive(Default)]
pub(super) struct Reader {
    events: Vec<Event<'static>>,
    /// The blocks that are open, by the names of their tags.
    blocks: Vec<(String, TagEnd)>,
    /// The marks that are open. They go on in the next block.
    marks: Vec<(String, Tag<'static>)>,
    /// Whether text is being read, and whether it is a paragraph of its own.
    run: Option<IsParagraph>,
    /// Whether what was read last is a blank, or nothing, so that no blank is needed.
    is_spaced: bool,
    /// Whether the next text in the same block begins on a new line.
    breaks: bool,
    /// The tag whose text is left out.
    skipped: Option<String>,
    title: Option<String>,
    /// The text of code: `pre` or `code`.
    code: Option<(&'static str, String)>,
    /// How many rows the table has.
    rows: usize,
}

type IsParagraph = bool;

impl Reader {
    /// How many events there are so far.
    pub(super) fn count(&self) -> usize {
        self.events.len()
    }

    pub(super) fn text(&mut self, text: &str) {
        if let Some(name) = &self.skipped {
            if name == "title" {
                self.title.get_or_insert_default().push_str(text);
            }
            return;
        }
        if let Some((_, code)) = &mut self.code {
            return code.push_str(text);
        }
        let mut words = String::new();
        let mut is_spaced = self.is_spaced || self.run.is_none();
        for char in text.chars() {
            if !char.is_ascii_whitespace() {
                words.push(char);
                is_spaced = false;
            } else if !is_spaced {
                words.push(' ');
                is_spaced = true;
            }
        }
        if !words.is_empty() {
            self.begin_text();
            self.events.push(Event::Text(CowStr::from(words)));
            self.is_spaced = is_spaced;
        }
    }

    /// Adds a line of our own.
    pub(super) fn tell(&mut self, text: &str) {
        self.end_text();
        self.skipped = None;
        self.text(text);
    }

    pub(super) fn finish(mut self) -> (Vec<Event<'static>>, Option<String>) {
        self.end_code("pre");
        self.end_code("code");
        self.end_text();
        while let Some((_, end)) = self.blocks.pop() {
            self.events.push(Event::End(end));
        }
        let title = self.title.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "));
        (self.events, title.filter(|title| !title.is_empty()))
    }

    pub(super) fn open(&mut self, tag: &HtmlTag) {
        let name = &*tag.name;
        if self.skipped.is_some() || self.code.is_some() && name != "br" {
            return;
        }
        let attribute = |name: &str| tag.attrs.iter().find(|attribute| *attribute.name.local == *name);
        let value = |name: &str| attribute(name).map(|attribute| attribute.value.to_string());
        match name {
            "script" | "style" | "template" | "title" | "svg" | "math" | "iframe" | "object" => {
                self.skipped = Some(name.to_owned());
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.open_block(name, heading_tag(name)),
            "blockquote" => self.open_block(name, Tag::BlockQuote(None)),
            "ul" | "menu" => self.open_block(name, Tag::List(None)),
            "ol" => {
                let start = value("start").and_then(|start| start.trim().parse().ok()).unwrap_or(1);
                self.open_block(name, Tag::List(Some(start)));
            }
            "li" => self.open_item(),
            "table" => self.open_table(),
            "tr" => self.open_row(),
            "td" | "th" => self.open_cell(name),
            "pre" | "textarea" | "xmp" => {
                self.end_text();
                self.code = Some(("pre", String::new()));
            }
            "code" | "kbd" | "samp" | "tt" => self.code = Some(("code", String::new())),
            "br" => match &mut self.code {
                Some((_, code)) => code.push('\n'),
                None if self.run.is_some() => {
                    self.events.push(Event::HardBreak);
                    self.is_spaced = true;
                }
                None => {}
            },
            "hr" => {
                self.end_text();
                if !self.is_in_table() {
                    self.events.push(Event::Rule);
                }
            }
            "img" => self.image(value("src").unwrap_or_default(), value("alt").unwrap_or_default()),
            "a" => {
                self.close("a");
                if let Some(href) = value("href") {
                    self.open_mark(name, link(href));
                }
            }
            "strong" | "b" => self.open_mark(name, Tag::Strong),
            "em" | "i" | "cite" | "dfn" => self.open_mark(name, Tag::Emphasis),
            "del" | "s" | "strike" => self.open_mark(name, Tag::Strikethrough),
            _ if is_block(name) => self.end_text(),
            _ => {}
        }
    }

    pub(super) fn close(&mut self, name: &str) {
        if let Some(skipped) = &self.skipped {
            if skipped == name {
                self.skipped = None;
            }
            return;
        }
        let name = match name {
            "pre" | "textarea" | "xmp" => return self.end_code("pre"),
            "code" | "kbd" | "samp" | "tt" => return self.end_code("code"),
            "td" | "th" => CELL,
            name => name,
        };
        if let Some(at) = self.marks.iter().rposition(|(open, _)| open == name) {
            // Marks that were opened later go on behind it.
            let later: Vec<_> = self.marks.drain(at..).collect();
            let is_text = self.run.is_some();
            if is_text {
                let ends = later.iter().rev().map(|(_, tag)| Event::End(tag.to_end()));
                self.events.extend(ends);
            }
            for (name, tag) in later.into_iter().skip(1) {
                if is_text {
                    self.events.push(Event::Start(tag.clone()));
                }
                self.marks.push((name, tag));
            }
        } else if let Some(at) = self.blocks.iter().rposition(|(open, _)| open == name) {
            self.close_blocks(at);
        } else if is_block(name) {
            self.end_text();
        }
    }

    /// Begins to read text, with all marks that are open.
    fn begin_text(&mut self) {
        if self.run.is_some() {
            return;
        }
        let is_paragraph = matches!(self.blocks.last(), None | Some((_, TagEnd::BlockQuote(_))));
        if is_paragraph {
            self.events.push(Event::Start(Tag::Paragraph));
        } else if self.breaks {
            self.events.push(Event::HardBreak);
        }
        self.events.extend(self.marks.iter().map(|(_, tag)| Event::Start(tag.clone())));
        (self.run, self.breaks, self.is_spaced) = (Some(is_paragraph), false, true);
    }

    fn end_text(&mut self) {
        let Some(is_paragraph) = self.run.take() else { return };
        self.events.extend(self.marks.iter().rev().map(|(_, tag)| Event::End(tag.to_end())));
        if is_paragraph {
            self.events.push(Event::End(TagEnd::Paragraph));
        } else {
            self.breaks = true;
        }
    }

    fn is_in_table(&self) -> bool {
        self.blocks.iter().any(|(_, end)| *end == TagEnd::Table)
    }

    fn open_mark(&mut self, name: &str, tag: Tag<'static>) {
        if self.marks.len() < DEEPEST {
            if self.run.is_some() {
                self.events.push(Event::Start(tag.clone()));
            }
            self.marks.push((name.to_owned(), tag));
        }
    }

    fn open_block(&mut self, name: &str, tag: Tag<'static>) {
        self.end_text();
        if self.blocks.len() < DEEPEST && !self.is_in_table() {
            self.push_block(name, tag);
        }
    }

    fn push_block(&mut self, name: &str, tag: Tag<'static>) {
        self.blocks.push((name.to_owned(), tag.to_end()));
        self.events.push(Event::Start(tag));
        self.breaks = false;
    }

    /// Closes the blocks from a place on.
    fn close_blocks(&mut self, from: usize) {
        self.end_text();
        self.events.extend(self.blocks.drain(from..).rev().map(|(_, end)| Event::End(end)));
        self.breaks = false;
    }

    fn open_item(&mut self) {
        self.end_text();
        if self.is_in_table() || self.blocks.len() + 1 >= DEEPEST {
            return;
        }
        let is_edge = |(_, end): &(String, TagEnd)| matches!(end, TagEnd::List(_) | TagEnd::Item);
        match self.blocks.iter().rposition(is_edge) {
            // The item before it was not closed.
            Some(at) if self.blocks.get(at).is_some_and(|(_, end)| *end == TagEnd::Item) => self.close_blocks(at),
            Some(_) => {}
            None => self.push_block("ul", Tag::List(None)),
        }
        self.push_block("li", Tag::Item);
    }

    fn open_table(&mut self) {
        self.end_text();
        if self.blocks.len() + 2 < DEEPEST && !self.is_in_table() {
            self.rows = 0;
            self.push_block("table", Tag::Table(Vec::new()));
        }
    }

    fn open_row(&mut self) {
        self.end_text();
        if let Some(row) = self.blocks.iter().position(|(name, _)| name == ROW) {
            self.close_blocks(row);
        }
    }

    fn open_cell(&mut self, name: &str) {
        self.end_text();
        if !self.is_in_table() {
            return;
        }
        if let Some(cell) = self.blocks.iter().position(|(name, _)| name == CELL) {
            self.close_blocks(cell);
        }
        if !self.blocks.iter().any(|(name, _)| name == ROW) {
            let is_head = self.rows == 0 && name == "th";
            self.rows += 1;
            self.push_block(ROW, if is_head { Tag::TableHead } else { Tag::TableRow });
        }
        self.push_block(CELL, Tag::TableCell);
    }

    fn end_code(&mut self, kind: &str) {
        let Some((_, code)) = self.code.take_if(|(open, _)| *open == kind) else { return };
        let is_block = kind == "pre" && !self.is_in_table();
        let code = if is_block { code.strip_prefix('\n').unwrap_or(&code).to_owned() } else { one_line(&code) };
        if code.trim().is_empty() {
            return;
        }
        if is_block {
            self.end_text();
            self.events.push(Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)));
            self.events.push(Event::Text(CowStr::from(code)));
            self.events.push(Event::End(TagEnd::CodeBlock));
        } else {
            self.begin_text();
            self.events.push(Event::Code(CowStr::from(code)));
            self.is_spaced = false;
        }
    }

    fn image(&mut self, source: String, description: String) {
        if source.is_empty() && description.is_empty() {
            return;
        }
        self.begin_text();
        let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
        self.events.push(Event::Start(Tag::Image { link_type: LinkType::Inline, dest_url: source.into(), title, id }));
        self.events.push(Event::Text(description.into()));
        self.events.push(Event::End(TagEnd::Image));
        self.is_spaced = false;
    }
}

/// The name under which cells of a table are open, and rows.
const CELL: &str = "td";
const ROW: &str = "tr";

/// A heading of the highest level.
pub(super) fn heading(title: String) -> [Event<'static>; 3] {
    let end = Event::End(TagEnd::Heading(HeadingLevel::H1));
    [Event::Start(heading_tag("h1")), Event::Text(title.into()), end]
}

fn heading_tag(name: &str) -> Tag<'static> {
    let level = match name {
        "h1" => HeadingLevel::H1,
        "h2" => HeadingLevel::H2,
        "h3" => HeadingLevel::H3,
        "h4" => HeadingLevel::H4,
        "h5" => HeadingLevel::H5,
        _ => HeadingLevel::H6,
    };
    Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() }
}

fn link(address: String) -> Tag<'static> {
    let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
    Tag::Link { link_type: LinkType::Inline, dest_url: address.into(), title, id }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tags that text does not run through.
fn is_block(name: &str) -> bool {
    const BLOCKS: &[&str] = &[
        "address",
        "article",
        "aside",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "legend",
        "main",
        "nav",
        "option",
        "p",
        "section",
        "summary",
        "tbody",
        "tfoot",
        "thead",
        "search",
    ];
    BLOCKS.contains(&name)
}

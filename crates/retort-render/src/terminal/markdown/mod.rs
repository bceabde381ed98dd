//! Markdown, drawn: headings, lists, tables, quotes, code and links. The parser gives one event after the other and
//! each block is drawn when it ends, so nothing here goes deeper than the text is nested.

mod flow;
mod inline;
mod lists;
mod margin;
mod notes;
mod table;

use std::collections::VecDeque;
use std::io;

use pulldown_cmark::{
    BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream,
};

use retort_core::Tone;

pub(super) use self::flow::Flow;
use self::inline::Style;
use self::lists::List;
use self::margin::Margin;
use self::notes::Notes;
use self::table::Table;
use super::source::{self, Code};
use super::{Canvas, Ink, text};
use crate::fair::stretches;
use crate::fence::with_fences;
use crate::highlight::{Patience, highlight_within};

/// What of Markdown is read: what people write on GitHub, and the settings at the top of a file.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS);

/// How long the line above the notes is.
const NOTES_RULE: usize = 12;

/// How far code stands from the text around it.
const CODE_INDENT: usize = 4;

pub(super) fn draw(text: &str, canvas: &mut Canvas<'_>) -> io::Result<()> {
    // A pipe gets what was sent: whatever reads it knows Markdown, and every sign may count.
    if canvas.options().width.is_none() {
        return text::draw_as_sent(text, canvas);
    }
    let patience = Patience::default();
    for (index, stretch) in stretches(text).enumerate() {
        if index > 0 {
            canvas.end_line()?;
        }
        if stretch.is_fair {
            draw_stretch(stretch.text, &patience, canvas)?;
        } else {
            text::draw(stretch.text, Tone::Neutral, canvas)?;
        }
    }
    Ok(())
}

fn draw_stretch(text: &str, patience: &Patience, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let text = &*with_fences(text, OPTIONS);
    let lists = lists::facts(Parser::new_ext(text, OPTIONS));
    let has_marks = canvas.options().palette.is_none();
    let events = Parser::new_ext(text, OPTIONS).into_offset_iter();
    let events = events.flat_map(|(event, range)| marked(text, event, range.start, has_marks));
    // An address with an underscore in it comes in two pieces, and would be half a link.
    draw_events(lists, TextMergeStream::new(events), patience, canvas)
}

/// An event, with the mark that makes text strong beside it where nothing else tells it: `__init__` stays what it is.
fn marked<'a>(text: &'a str, event: Event<'a>, start: usize, has_marks: bool) -> impl Iterator<Item = Event<'a>> {
    let long = match &event {
        Event::Start(Tag::Strong) | Event::End(TagEnd::Strong) => 2,
        Event::Start(Tag::Emphasis) | Event::End(TagEnd::Emphasis) => 1,
        _ => 0,
    };
    let mark = text.get(start..start + long).filter(|mark| has_marks && !mark.is_empty());
    let mark = mark.map(|mark| Event::Text(mark.into()));
    let is_end = matches!(event, Event::End(_));
    let (before, behind) = if is_end { (None, mark) } else { (mark, None) };
    before.into_iter().chain([event]).chain(behind)
}

/// Draws what another kind of text was turned into.
pub(super) fn draw_all(events: &[Event<'_>], canvas: &mut Canvas<'_>) -> io::Result<()> {
    draw_events(lists::facts(events.iter().cloned()), events.iter().cloned(), &Patience::default(), canvas)
}

fn draw_events<'a>(
    facts: VecDeque<lists::Facts>,
    events: impl Iterator<Item = Event<'a>>,
    patience: &Patience,
    canvas: &mut Canvas<'_>,
) -> io::Result<()> {
    let mut page = Page::new(canvas, facts, patience);
    let mut notes = Notes::default();
    for event in events {
        if let Some(event) = notes.sort(event, &mut page.facts) {
            page.take(event, &mut notes)?;
        }
    }
    page.flush()?;
    page.draw_notes(&mut notes)
}

/// What is being drawn.
struct Page<'c, 'o> {
    canvas: &'c mut Canvas<'o>,
    margin: Margin,
    flow: Flow,
    style: Style,
    /// Whether a blank line is due before the next block.
    gap: bool,
    heading: Option<HeadingLevel>,
    facts: VecDeque<lists::Facts>,
    lists: Vec<List>,
    code: Option<(Option<String>, String)>,
    table: Option<Table>,
    patience: Patience,
}

impl<'c, 'o> Page<'c, 'o> {
    fn new(canvas: &'c mut Canvas<'o>, facts: VecDeque<lists::Facts>, patience: &Patience) -> Self {
        Self {
            canvas,
            margin: Margin::default(),
            flow: Flow::default(),
            style: Style::default(),
            gap: false,
            heading: None,
            facts,
            lists: Vec::new(),
            code: None,
            table: None,
            patience: patience.clone(),
        }
    }

    fn take(&mut self, event: Event<'_>, notes: &mut Notes<'_>) -> io::Result<()> {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) if self.code.is_some() => {
                if let Some((_, code)) = &mut self.code {
                    code.push_str(&text);
                }
                Ok(())
            }
            Event::Html(text) => {
                for line in text.lines() {
                    self.flow.push(Ink::Faint, None, line);
                    self.flow.break_line();
                }
                Ok(())
            }
            Event::Rule => {
                self.begin_block()?;
                let wide = self.margin.room(self.canvas.options().width).unwrap_or(40);
                self.margin.draw(self.canvas)?;
                self.canvas.line(Ink::Faint, &"─".repeat(wide))?;
                self.end_block();
                Ok(())
            }
            Event::TaskListMarker(true) => {
                self.margin.mark("☑ ", Ink::Good);
                Ok(())
            }
            Event::TaskListMarker(false) => {
                self.margin.mark("☐ ", Ink::Faint);
                Ok(())
            }
            Event::FootnoteReference(label) => {
                let number = notes.number(&label);
                self.flow.push(Ink::Faint, None, &format!("[{number}]"));
                Ok(())
            }
            event => {
                self.take_inline(&event);
                Ok(())
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>) -> io::Result<()> {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.begin_block(),
            Tag::Heading { level, .. } => {
                self.begin_block()?;
                self.heading = Some(level);
                self.style.is_heading = true;
                // Where there is no bold, the marks of a low heading are all that tells it from text.
                if level > HeadingLevel::H2 && self.canvas.options().palette.is_none() {
                    self.flow.push(Ink::Heading, None, &format!("{} ", "#".repeat(level as usize)));
                }
                Ok(())
            }
            Tag::BlockQuote(kind) => self.open_quote(kind),
            Tag::CodeBlock(kind) => {
                self.begin_block()?;
                let language = match kind {
                    CodeBlockKind::Fenced(language) => Some(language.to_string()),
                    CodeBlockKind::Indented => None,
                };
                self.code = Some((language, String::new()));
                Ok(())
            }
            Tag::MetadataBlock(_) => {
                self.begin_block()?;
                self.code = Some((Some("yaml".to_owned()), String::new()));
                Ok(())
            }
            Tag::List(start) => {
                // In an item the list stands right below its text.
                let is_inside = self.lists.last().is_some_and(|list| !list.is_loose);
                self.flush()?;
                self.gap &= !is_inside;
                self.begin_block()?;
                let facts = self.facts.pop_front().unwrap_or_default();
                self.lists.push(List::new(start, facts, self.lists.len()));
                Ok(())
            }
            Tag::Item => {
                self.flush()?;
                let is_loose = self.lists.last().is_some_and(|list| list.is_loose);
                if self.gap && is_loose {
                    self.margin.draw_blank(self.canvas)?;
                }
                self.gap = false;
                let marker = self.lists.last_mut().map_or_else(|| "• ".to_owned(), List::marker);
                self.margin.open_item(marker, Ink::Faint, self.canvas.options().width);
                Ok(())
            }
            Tag::Table(alignments) => {
                self.begin_block()?;
                self.table = Some(Table { alignments, ..Table::default() });
                Ok(())
            }
            Tag::TableHead => {
                self.style.is_heading = true;
                self.in_table(|table| table.is_head = true);
                Ok(())
            }
            Tag::TableRow => {
                self.in_table(|table| {
                    table.is_head = false;
                    table.rows.push(Vec::new());
                });
                Ok(())
            }
            tag => {
                self.open_inline(&tag);
                Ok(())
            }
        }
    }

    fn end(&mut self, tag: TagEnd) -> io::Result<()> {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.flush_block(),
            TagEnd::Heading(_) => self.end_heading(),
            TagEnd::BlockQuote(_) => {
                self.flush()?;
                if self.margin.is_pending() {
                    self.margin.draw(self.canvas)?;
                    self.canvas.end_line()?;
                }
                self.margin.close();
                self.end_block();
                Ok(())
            }
            TagEnd::CodeBlock | TagEnd::MetadataBlock(_) => self.end_code(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.gap = self.lists.last().is_none_or(|list| list.is_loose);
                Ok(())
            }
            TagEnd::Item => {
                self.flush()?;
                if self.margin.is_pending() {
                    self.margin.draw(self.canvas)?;
                    self.canvas.end_line()?;
                }
                self.margin.close();
                self.gap = true;
                Ok(())
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    table.draw(self.canvas, &mut self.margin)?;
                }
                self.end_block();
                Ok(())
            }
            TagEnd::TableHead => {
                self.style.is_heading = false;
                self.in_table(|table| table.is_head = false);
                Ok(())
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.flow);
                self.in_table(|table| table.add(cell));
                Ok(())
            }
            tag => {
                self.close_inline(tag);
                Ok(())
            }
        }
    }

    fn in_table(&mut self, change: impl FnOnce(&mut Table)) {
        if let Some(table) = &mut self.table {
            change(table);
        }
    }

    /// Draws what an item says before a block, and the blank line that is due.
    fn begin_block(&mut self) -> io::Result<()> {
        self.flush()?;
        if self.gap {
            self.margin.draw_blank(self.canvas)?;
        }
        self.gap = false;
        Ok(())
    }

    fn end_block(&mut self) {
        self.gap = true;
    }

    fn flush_block(&mut self) -> io::Result<()> {
        self.flush()?;
        self.end_block();
        Ok(())
    }

    /// Draws the text that was gathered.
    fn flush(&mut self) -> io::Result<()> {
        if self.flow.is_empty() {
            return Ok(());
        }
        let flow = std::mem::take(&mut self.flow);
        self.draw_flow(&flow)
    }

    fn draw_flow(&mut self, flow: &Flow) -> io::Result<()> {
        for line in flow.lines(self.margin.room(self.canvas.options().width)) {
            self.margin.draw(self.canvas)?;
            flow.draw(&line, self.canvas)?;
            self.canvas.end_line()?;
        }
        Ok(())
    }

    fn end_heading(&mut self) -> io::Result<()> {
        let flow = std::mem::take(&mut self.flow);
        self.style.is_heading = false;
        let room = self.margin.room(self.canvas.options().width).unwrap_or(80);
        let wide = flow.width().min(room);
        self.draw_flow(&flow)?;
        let rule = match self.heading.take() {
            Some(HeadingLevel::H1) => "═",
            Some(HeadingLevel::H2) => "─",
            _ => "",
        };
        if wide > 0 && !rule.is_empty() {
            self.margin.draw(self.canvas)?;
            self.canvas.line(Ink::Faint, &rule.repeat(wide))?;
        }
        self.end_block();
        Ok(())
    }

    fn end_code(&mut self) -> io::Result<()> {
        let Some((language, text)) = self.code.take() else { return Ok(()) };
        let lines = highlight_within(&self.patience, &text, language.as_deref());
        let room = self.margin.room(self.canvas.options().width);
        let code = Code { room: room.map(|room| room.saturating_sub(CODE_INDENT)) };
        let margin = &mut self.margin;
        source::draw_lines(lines, &code, self.canvas, |canvas, _| {
            margin.draw(canvas)?;
            canvas.blanks(CODE_INDENT)
        })?;
        self.end_block();
        Ok(())
    }

    fn open_quote(&mut self, kind: Option<BlockQuoteKind>) -> io::Result<()> {
        self.begin_block()?;
        let (ink, title) = match kind {
            None => (Ink::Faint, None),
            Some(BlockQuoteKind::Note) => (Ink::Key, Some("Note")),
            Some(BlockQuoteKind::Tip) => (Ink::Good, Some("Tip")),
            Some(BlockQuoteKind::Important) => (Ink::Keyword, Some("Important")),
            Some(BlockQuoteKind::Warning) => (Ink::Warn, Some("Warning")),
            Some(BlockQuoteKind::Caution) => (Ink::Bad, Some("Caution")),
        };
        self.margin.open_quote(ink, self.canvas.options().width);
        if let Some(title) = title {
            self.margin.draw(self.canvas)?;
            self.canvas.line(ink, title)?;
        }
        Ok(())
    }

    fn draw_notes(&mut self, notes: &mut Notes<'_>) -> io::Result<()> {
        let mut is_first = true;
        while let Some((number, note)) = notes.next() {
            if std::mem::take(&mut is_first) {
                self.canvas.end_line()?;
                self.canvas.line(Ink::Faint, &"─".repeat(NOTES_RULE))?;
                self.gap = false;
            }
            self.margin.open_item(format!("[{number}] "), Ink::Faint, self.canvas.options().width);
            let facts = std::mem::replace(&mut self.facts, note.facts);
            for event in note.events {
                self.take(event, notes)?;
            }
            self.facts = facts;
            self.end(TagEnd::Item)?;
            self.gap = false;
        }
        Ok(())
    }
}

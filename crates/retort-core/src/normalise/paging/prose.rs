//! Pages that are told in words: "Showing 1-20 of 134", "(truncated, 57 more)", "call again with an offset of 5000". Only the first and the last lines of a text are read, because notices stand there; what stands between is content.

mod words;

use crate::envelope::{Cursor, Envelope, Kind as Type, Pagination, Summary};
use crate::json::{Kind, Raw};
use crate::outline::plain_name;
use crate::paging_names::PagingArgument;
use crate::payload::{Content, Payload};
use words::{after_name, argument_at, fact, number, range, says_cut, spelled_range, value_at};

/// So many lines at the start and at the end of a text may be notices.
const FIRST_LINES: usize = 3;
pub(super) const LAST_LINES: usize = 6;
/// So many bytes at either end are looked at.
const MOST_BYTES: usize = 2048;
/// So many lines at either end may say which page this is: that is said among other facts, and tips may follow.
const PAGE_LINES: usize = 16;
/// A longer line is content.
pub(super) const LONGEST_NOTICE: usize = 300;

/// Members that say something about the answer.
const NOTES: &[&str] =
    &["message", "note", "notes", "notice", "hint", "info", "warning", "msg", "pagination", "paging"];
/// Members that hold a text which was asked for.
const TEXTS: &[&str] = &["text", "content", "contents", "markdown", "body", "output", "result"];

/// What is said to be shown, or to be counted.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "results", "result", "items", "item", "lines", "line", "rows", "row", "records", "record", "entries", "entry",
    "matches", "match", "messages", "issues", "files", "characters", "chars", "bytes", "pages", "documents", "objects",
    "commits", "users", "tasks", "events", "hits", "keys", "elements", "articles", "products", "members", "channels",
];
const SHOWS: &[&str] = &[
    "showing",
    "shown",
    "displaying",
    "displayed",
    "returned",
    "returning",
    "listing",
    "listed",
    "viewing",
    "reading",
];

/// Facts that stand beside the page of an answer.
#[rustfmt::skip]
const PAGE_FACTS: &[&str] = &[
    "items per page", "results per page", "per page", "page size", "total results", "total items", "total matches",
    "total records", "total entries", "total tasks", "total", "limit",
];

/// What a notice says.
#[derive(Default)]
pub(super) struct Told {
    pub(super) more: Option<bool>,
    offset: Option<u64>,
    /// Where what is shown ends.
    end: Option<u64>,
    total: Option<u64>,
    next: Option<Cursor>,
    page: Option<u64>,
    pages: Option<u64>,
    next_page: Option<u64>,
}

/// Adds the pages that an answer tells of in words.
pub(super) fn add(envelope: &mut Envelope, payload: &Payload) {
    let is_list = matches!(envelope.kind, Type::List);
    let mut told = Told::default();
    let mut read = |text: &str| {
        for line in notices(text) {
            told.read(line, is_list);
        }
        told.read_page(text);
    };
    match &payload.content {
        Content::Text(text) => read(text.as_str()),
        Content::Json(document) => {
            for (_, node) in document.members(None).filter(|(_, node)| node.kind == Kind::String) {
                let name = node.plain_name.as_str();
                if (NOTES.contains(&name) || !is_list && TEXTS.contains(&name))
                    && let Some(text) = document.part(node.value).to_text()
                {
                    read(&text);
                }
            }
        }
        Content::Nothing => {}
    }
    payload.said.iter().for_each(|said| read(said));
    told.add_to(envelope, is_list);
}

/// The lines of a text that may be notices: the first ones and the last ones.
fn notices(text: &str) -> Vec<&str> {
    let edge = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at += 1;
        }
        at
    };
    let is_long = text.len() > 2 * MOST_BYTES;
    let whole = |line: &&str| !line.trim().is_empty() && line.len() <= LONGEST_NOTICE;
    let first = if is_long { text.get(..edge(MOST_BYTES)).unwrap_or_default() } else { text };
    let last = if is_long { text.get(edge(text.len() - MOST_BYTES)..).unwrap_or_default() } else { "" };
    let mut lines: Vec<&str> = first.lines().filter(whole).collect();
    if is_long {
        lines.truncate(FIRST_LINES);
        let tail: Vec<&str> = last.lines().filter(whole).collect();
        lines.extend(tail.iter().skip(tail.len().saturating_sub(LAST_LINES)));
    } else if lines.len() > FIRST_LINES + LAST_LINES {
        lines.drain(FIRST_LINES..lines.len() - LAST_LINES);
    }
    // A text without line ends may close with a sentence about itself.
    if let Some(line) = text.lines().next_back().filter(|line| line.len() > LONGEST_NOTICE) {
        let start = text.len() - line.len() + edge_in(line, line.len() - LONGEST_NOTICE / 2);
        let end = text.get(start..).unwrap_or_default();
        lines.extend(end.split_once(['.', '(', '[', '<', '\u{2026}']).map(|(_, rest)| rest));
    }
    lines
}

fn edge_in(line: &str, at: usize) -> usize {
    let mut at = at.min(line.len());
    while !line.is_char_boundary(at) {
        at += 1;
    }
    at
}

impl Told {
    pub(super) fn read(&mut self, line: &str, is_list: bool) {
        let lower = line.to_lowercase().replace(['\u{2013}', '\u{2014}'], "-").replace("out of", "of");
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | ','))
            .filter(|word| !word.is_empty())
            .collect();
        self.read_argument(line, &words);
        self.read_range(&words, is_list);
        self.read_rest(&lower, &words);
        if self.more.is_none() && says_cut(&lower) {
            self.more = Some(true);
        }
    }

    /// "Call the tool with an offset of 5000 to get more content", "Next cursor: abc".
    fn read_argument(&mut self, line: &str, words: &[&str]) {
        const CUES: &[&str] = &["more", "next", "continue", "remaining", "rest", "further", "additional", "paginate"];
        let has_cue = words.iter().any(|word| CUES.contains(word));
        let starts = line.char_indices().filter(|(at, c)| {
            c.is_ascii_alphabetic() && !line[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
        });
        for (at, _) in starts {
            let Some((name, rest)) = argument_at(&line[at..]) else { continue };
            let (assigned, rest) = after_name(rest);
            let plain = plain_name(&name);
            let is_next = plain.starts_with("next") && plain.len() > "next".len();
            // Words that mean something else as often count only as `start=20`.
            let is_weak = matches!(
                plain.as_str(),
                "from"
                    | "since"
                    | "until"
                    | "start"
                    | "position"
                    | "p"
                    | "page"
                    | "number"
                    | "token"
                    | "next"
                    | "skip"
                    | "after"
                    | "continue"
                    | "marker"
                    | "continuation"
            );
            if !(is_next && assigned || has_cue && (assigned || !is_weak)) {
                continue;
            }
            let (value, quoted) = value_at(rest);
            let role = PagingArgument::named(&name);
            let number = value.parse::<u64>().ok().filter(|number| number.to_string() == value);
            match (role, number) {
                _ if value.is_empty() => {}
                (Some(PagingArgument::Offset), Some(offset)) => self.go_on(Cursor::Number(offset)),
                (Some(PagingArgument::Page), Some(page)) => {
                    self.next_page = self.next_page.or(Some(page));
                    self.more = Some(true);
                }
                (Some(PagingArgument::Cursor | PagingArgument::After), _) => {
                    let is_nothing = matches!(value.to_lowercase().as_str(), "none" | "null" | "n/a" | "false" | "-");
                    let is_token = quoted || assigned || value.contains(|c: char| c.is_ascii_digit());
                    if !is_nothing && is_token {
                        self.go_on(number.map_or_else(|| Cursor::Text(value.to_owned()), Cursor::Number));
                    }
                }
                _ => {}
            }
        }
    }

    /// `Current page: 1 / 2`, or `Current page: 1` and `Total pages: 2`. A footer such as `Page 1 of 3` is content as often.
    fn read_page(&mut self, text: &str) {
        if self.more.is_some() {
            return;
        }
        let ends =
            [text.get(..edge_in(text, MOST_BYTES)), text.get(edge_in(text, text.len().saturating_sub(MOST_BYTES))..)];
        let [first, last] = ends.map(|end| end.unwrap_or(text).lines().filter(|line| !line.trim().is_empty()));
        let is_short = |line: &&str| line.len() <= LONGEST_NOTICE;
        let lines: Vec<&str> = first.take(PAGE_LINES).chain(last.rev().take(PAGE_LINES)).filter(is_short).collect();
        let find = |names: &[&str]| lines.iter().find_map(|line| fact(line, names));
        let total = find(&["total pages", "page count", "number of pages"]).map(|(pages, _)| pages);
        // A book has a page too: only beside other facts about pages it is one of an answer.
        let is_paged = || total.is_some() || find(PAGE_FACTS).is_some();
        let plain = || find(&["page", "page number"]).filter(|_| is_paged());
        let Some((page, of)) = find(&["current page"]).or_else(plain) else { return };
        let pages = of.or(total);
        if let Some(pages) = pages.filter(|pages| page > 0 && page <= *pages) {
            (self.page, self.pages, self.more) = (Some(page), Some(pages), Some(page < pages));
        }
    }

    fn go_on(&mut self, next: Cursor) {
        self.more = Some(true);
        self.next = self.next.take().or(Some(next));
    }

    /// "Showing 1-20 of 134", "Found 134 results, showing the first 20", "Page 2 of 7".
    fn read_range(&mut self, words: &[&str], is_list: bool) {
        let shows = words.iter().any(|word| SHOWS.contains(word));
        let has_unit = words.iter().any(|word| UNITS.contains(word));
        for (at, _) in words.iter().enumerate().filter(|(_, word)| **word == "of") {
            let before = words[..at].iter().rev().take(2).find_map(|word| range(word));
            let total = words[at + 1..].iter().take(3).find_map(|word| number(word));
            let (Some((first, last)), Some(total)) = (spelled_range(&words[..at]).or(before), total) else {
                continue;
            };
            let is_page = words[..at].iter().rev().take(2).any(|word| *word == "page");
            if is_page && (is_list || shows || has_unit) && last <= total {
                self.page = self.page.or(Some(last));
                self.pages = self.pages.or(Some(total));
                self.more = self.more.or(Some(last < total));
            } else if !is_page && last <= total && (shows || has_unit && first.is_some()) {
                self.offset = self.offset.or(first.and_then(|first| first.checked_sub(1)));
                self.end = self.end.or(first.map(|_| last));
                self.total = self.total.or(Some(total));
                self.more = self.more.or(Some(last < total));
            }
        }
        if shows && self.more.is_none() && !words.contains(&"of") {
            let verb = words.iter().position(|word| SHOWS.contains(word)).unwrap_or_default();
            let count = words[verb + 1..].iter().take(3).find_map(|word| number(word));
            let found = words.iter().position(|word| matches!(*word, "found" | "total" | "matched"));
            let total = found.and_then(|at| words[at + 1..].iter().take(2).find_map(|word| number(word)));
            if let (Some(count), Some(total)) = (count, total)
                && count <= total
            {
                self.total = Some(total);
                self.more = Some(count < total);
            }
        }
    }

    /// "(truncated, 57 more)", "... and 57 more", "854 lines remaining".
    fn read_rest(&mut self, lower: &str, words: &[&str]) {
        let opens = lower.trim_start_matches(['-', '*', '#', '>', ' ', '\t']);
        let is_notice = ["...", "\u{2026}", "(", "[", "+", "and ", "plus ", "there are ", "truncated"]
            .iter()
            .any(|start| opens.starts_with(start))
            || ["truncated", "omitted", "not shown", "hidden"].iter().any(|word| lower.contains(word))
            || words.iter().any(|word| SHOWS.contains(word));
        for (at, left) in words.iter().enumerate().filter_map(|(at, word)| Some((at, number(word)?))) {
            let after = words.get(at + 1).copied().unwrap_or_default();
            let then = words.get(at + 2).copied().unwrap_or_default();
            let is_left = |word: &str| matches!(word, "omitted" | "remaining" | "hidden" | "truncated");
            let is_more =
                after == "more" && (then.is_empty() || UNITS.contains(&then) || is_left(then) || then == "not");
            let is_rest = is_left(after) || UNITS.contains(&after) && (is_left(then) || lower.contains("not shown"));
            if is_notice && (is_more || is_rest) {
                self.more = self.more.or(Some(left > 0));
            }
        }
    }

    fn add_to(self, envelope: &mut Envelope, is_list: bool) {
        let Some(more) = self.more.filter(|more| *more || is_list) else { return };
        let summary = envelope.summary.get_or_insert_with(Summary::default);
        summary.total = summary.total.or(self.total);
        summary.has_more = Some(more);
        let pagination = envelope.pagination.get_or_insert_with(Pagination::default);
        pagination.has_more = Some(more);
        pagination.offset = pagination.offset.or(self.offset);
        let next = self.next.or(self.end.map(Cursor::Number)).filter(|_| more);
        pagination.next_offset = pagination.next_offset.take().or(next);
        let pages = [("page", self.page), ("totalPages", self.pages), ("nextPage", self.next_page)];
        for (name, value) in pages {
            if let Some(value) = value
                && !pagination.extra.iter().any(|(key, _)| key == name)
            {
                pagination.extra.push((name.to_owned(), Raw::known(value.to_string())));
            }
        }
    }
}

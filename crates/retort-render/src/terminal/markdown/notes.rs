//! Footnotes: they are numbered as they are met and drawn at the end, wherever they stand in the text.

use std::collections::{HashMap, VecDeque};

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use super::lists::Facts;

/// A note that waits to be drawn.
#[derive(Default)]
pub(super) struct Note<'a> {
    pub(super) events: Vec<Event<'a>>,
    /// What is known of the lists in it.
    pub(super) facts: VecDeque<Facts>,
}

#[derive(Default)]
pub(super) struct Notes<'a> {
    numbers: HashMap<String, usize>,
    waiting: Vec<(usize, Note<'a>)>,
    /// The note that is being read, and how many are open inside each other.
    open: Option<(CowStr<'a>, Note<'a>, usize)>,
    is_sorted: bool,
}

impl<'a> Notes<'a> {
    /// The number of a note.
    pub(super) fn number(&mut self, label: &str) -> usize {
        let next = self.numbers.len() + 1;
        match self.numbers.get(label) {
            Some(number) => *number,
            None => *self.numbers.entry(label.to_owned()).or_insert(next),
        }
    }

    /// Keeps what belongs to a note, and gives back anything else.
    pub(super) fn sort(&mut self, event: Event<'a>, facts: &mut VecDeque<Facts>) -> Option<Event<'a>> {
        let Some((_, note, depth)) = &mut self.open else {
            let Event::Start(Tag::FootnoteDefinition(label)) = event else { return Some(event) };
            self.open = Some((label, Note::default(), 1));
            return None;
        };
        match event {
            Event::Start(Tag::FootnoteDefinition(_)) => *depth += 1,
            Event::End(TagEnd::FootnoteDefinition) => *depth -= 1,
            Event::Start(Tag::List(_)) => {
                note.facts.extend(facts.pop_front());
                note.events.push(event);
            }
            _ => note.events.push(event),
        }
        if *depth == 0
            && let Some((label, note, _)) = self.open.take()
        {
            // Labels that nobody refers to come last, in their own order.
            let number = self.numbers.get(&*label).copied();
            let number = number.unwrap_or_else(|| self.number(&label));
            self.waiting.push((number, note));
        }
        None
    }

    /// The next note to be drawn, by number.
    pub(super) fn next(&mut self) -> Option<(usize, Note<'a>)> {
        if !std::mem::replace(&mut self.is_sorted, true) {
            self.waiting.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        }
        self.waiting.pop()
    }
}

//! Lists: how their items are marked. How wide the numbers get is known only at the end of a list, so lists are looked
//! through before anything is drawn.

use std::collections::VecDeque;

use pulldown_cmark::{Event, Tag, TagEnd};

/// What is to be known of a list before its first item is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// How many items it has.
    pub(super) items: u64,
    /// Whether there are blank lines between them.
    pub(super) is_loose: bool,
}

/// The facts of all lists, in the order in which they begin.
pub(super) fn facts<'a>(events: impl Iterator<Item = Event<'a>>) -> VecDeque<Facts> {
    let mut facts: VecDeque<Facts> = VecDeque::new();
    // The lists and items that are open, the lists by their place.
    let mut open: Vec<Option<usize>> = Vec::new();
    for event in events {
        match event {
            Event::Start(Tag::List(_)) => {
                open.push(Some(facts.len()));
                facts.push_back(Facts::default());
            }
            Event::Start(Tag::Item) => {
                if let Some(Some(list)) = open.last()
                    && let Some(list) = facts.get_mut(*list)
                {
                    list.items += 1;
                }
            }
            // A quote, a note: what is in it says nothing about the list around it.
            Event::Start(Tag::BlockQuote(_) | Tag::FootnoteDefinition(_)) => open.push(None),
            Event::Start(Tag::Paragraph) => {
                if let Some(Some(list)) = open.last()
                    && let Some(list) = facts.get_mut(*list)
                {
                    list.is_loose = true;
                }
            }
            Event::End(TagEnd::List(_) | TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition) => {
                open.pop();
            }
            _ => {}
        }
    }
    facts
}

/// A list that is being drawn.
pub(super) struct List {
    /// The number of its next item.
    next: Option<u64>,
    /// How wide its numbers are.
    wide: usize,
    bullet: &'static str,
    pub(super) is_loose: bool,
}

const BULLETS: [&str; 3] = ["• ", "◦ ", "▪ "];

impl List {
    /// A list inside so many others.
    pub(super) fn new(start: Option<u64>, facts: Facts, depth: usize) -> Self {
        let last = start.unwrap_or_default().saturating_add(facts.items.saturating_sub(1));
        let bullet = BULLETS.get(depth % BULLETS.len()).copied().unwrap_or("• ");
        Self { next: start, wide: last.to_string().len(), bullet, is_loose: facts.is_loose }
    }

    /// What stands before its next item.
    pub(super) fn marker(&mut self) -> String {
        match &mut self.next {
            Some(number) => {
                let marker = format!("{number:>0$}. ", self.wide);
                *number = number.saturating_add(1);
                marker
            }
            None => self.bullet.to_owned(),
        }
    }
}

//! Which panes show what: tables and cards as a table, JSON as a tree, all else as text.

use retort_core::{Pointer, Raw};

use super::pane::Pane;
use super::path::of_pointer;
use super::table::Table;
use super::text::Text;
use super::tree::TreePane;
use crate::view::{Frame, Part, PartBody, View, body_of_text};

/// A pane and what it is called.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) pane: Box<dyn Pane>,
}

/// Most bytes of text that are drawn with all that belongs to it.
const DRAWN: usize = 1 << 18;

/// The panes of a view: one for each part that has a form of its own, one for the text between two of them, and one
/// for what stands beside it all.
pub(super) fn of_view(view: &View) -> Vec<Named> {
    let frame = Frame { beside: Vec::new(), ..view.frame.clone() };
    let with = |frame: Frame, parts: Vec<Part>| View { frame, parts, ..of_nothing(view) };
    let mut panes: Vec<Named> = Vec::new();
    let mut words: Vec<Part> = Vec::new();
    for part in &view.parts {
        let name = part.label.clone().unwrap_or_default();
        let pointer = view.pointer.clone().filter(|_| panes.is_empty()).unwrap_or_default();
        let base = of_pointer(&pointer);
        match own_pane(&part.body, pointer, base) {
            Some(pane) => {
                take_words(&mut panes, &mut words, |parts| with(Frame::default(), parts));
                panes.push(Named { name, pane });
            }
            None => words.push(part.clone()),
        }
    }
    let is_only_text = panes.is_empty();
    take_words(&mut panes, &mut words, |parts| {
        with(if is_only_text { view.frame.clone() } else { Frame::default() }, parts)
    });
    if panes.is_empty() {
        let pane = Box::new(Text::view(with(frame, Vec::new())));
        panes.push(Named { name: String::new(), pane });
    }
    // What the server says to a person has too little room above.
    let message = view.frame.message.iter().map(|message| ("message".to_owned(), Raw::string(message)));
    let beside: Vec<(String, Raw)> = message.chain(view.frame.beside.iter().cloned()).collect();
    if !is_only_text && let Some(beside) = object_of(&beside) {
        panes.push(Named { name: "beside it".to_owned(), pane: Box::new(TreePane::new(beside, "$".to_owned())) });
    }
    panes
}

fn take_words(panes: &mut Vec<Named>, words: &mut Vec<Part>, view: impl FnOnce(Vec<Part>) -> View) {
    if words.is_empty() {
        return;
    }
    let parts = std::mem::take(words);
    let name = parts.iter().find_map(|part| part.label.clone()).unwrap_or_default();
    panes.push(Named { name, pane: Box::new(Text::view(view(parts))) });
}

/// The view without its parts.
fn of_nothing(view: &View) -> View {
    View {
        tool: view.tool.clone(),
        name: view.name.clone(),
        format: view.format,
        frame: Frame::default(),
        parts: Vec::new(),
        failed: view.failed,
        unfit: view.unfit,
        pointer: None,
    }
}

/// The pane of a body that has a form of its own, or is too long to be drawn.
fn own_pane(body: &PartBody, pointer: Pointer, base: String) -> Option<Box<dyn Pane>> {
    Some(match body {
        PartBody::Table(table) => Box::new(Table::new(table.clone())),
        PartBody::Cards(cards) => Box::new(Table::of_cards(cards.clone(), pointer)),
        PartBody::Tree(raw) => Box::new(TreePane::new(raw.clone(), base)),
        PartBody::Markdown(text) | PartBody::Text { text, .. } if text.len() > DRAWN => {
            Box::new(Text::long(text.clone()))
        }
        PartBody::Source(source) if source.text.len() > DRAWN => Box::new(Text::long(source.text.clone())),
        _ => return None,
    })
}

/// The pane of a text that a value has: JSON inside of a string is a tree again.
pub(super) fn of_text(text: &str, base: String) -> Box<dyn Pane> {
    let body = body_of_text(text);
    own_pane(&body, Pointer::root(), base).unwrap_or_else(|| {
        let nothing = View {
            tool: None,
            name: None,
            format: retort_core::Format::PlainText,
            frame: Frame::default(),
            parts: vec![Part::new(body)],
            failed: false,
            unfit: None,
            pointer: None,
        };
        Box::new(Text::view(nothing))
    })
}

/// Names and values as one object; `None` where there are none.
fn object_of(members: &[(String, Raw)]) -> Option<Raw> {
    let member = |(name, value): &(String, Raw)| format!("{}: {}", Raw::string(name).as_str(), value.to_json());
    let members: Vec<String> = members.iter().map(member).collect();
    (!members.is_empty()).then(|| Raw::parse(format!("{{{}}}", members.join(", ")))).flatten()
}

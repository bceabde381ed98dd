//! A document: a JSON object or array that a payload is, with the outline of what it holds.

use std::sync::{Arc, OnceLock};

use crate::json::{Raw, Shared, Span};
use crate::main_list::MainList;
use crate::outline::{Node, Outline, outline};
use crate::pointer::Pointer;

/// A JSON object or array, and its outline.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) raw: Raw,
    pub(crate) outline: Box<Outline>,
    /// The main list, as far as the document tells it without the name of a tool.
    pub(crate) main_list: OnceLock<Option<MainList>>,
}

impl Document {
    /// The value as it was sent.
    pub fn raw(&self) -> &Raw {
        &self.raw
    }

    /// Reads the outline of a value.
    pub(crate) fn of(raw: &Raw) -> Option<Self> {
        Self::within(raw.text(), raw.span()).ok()
    }

    pub(super) fn within(text: &Shared, span: Span) -> Result<Self, ()> {
        let outline = outline(text, span).map_err(|_| ())?;
        if !outline.kind.is_container() {
            return Err(());
        }
        let clean = outline.quirks.clean(outline.span.start, outline.span.end);
        let raw = Raw::slice(text, outline.span, clean);
        Ok(Self { raw, outline: Box::new(outline), main_list: OnceLock::new() })
    }

    /// Whether a value is it, or a part of it.
    pub(crate) fn has(&self, part: &Raw) -> bool {
        let (whole, span) = (self.raw.span(), part.span());
        Arc::ptr_eq(self.raw.text(), part.text()) && whole.start <= span.start && span.end <= whole.end
    }

    /// The value that `span` of it holds.
    pub(crate) fn part(&self, span: Span) -> Raw {
        Raw::slice(self.raw.text(), span, self.outline.quirks.clean(span.start, span.end))
    }
}

impl Document {
    /// The members of the object that `parent` holds, or of the value itself.
    pub(crate) fn members(&self, parent: Option<usize>) -> impl Iterator<Item = (usize, &Node)> {
        self.outline.nodes.iter().enumerate().filter(move |(_, node)| node.parent == parent)
    }

    /// The members whose values stand around a member, from the inside out.
    fn around<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        let above = |node: &Node| self.outline.nodes.get(node.parent?);
        std::iter::successors(above(node), move |node| above(node))
    }

    /// How many objects stand around a member.
    pub(crate) fn level(&self, node: &Node) -> usize {
        self.around(node).count()
    }

    /// The JSON pointer to a member, or to the value itself.
    pub(crate) fn pointer_to(&self, node: Option<usize>) -> Pointer {
        // Most members stand at the top.
        let Some(node) = node.and_then(|index| self.outline.nodes.get(index)) else { return Pointer::root() };
        if node.parent.is_none() {
            return Pointer::root().key(&node.name);
        }
        let mut keys = vec![node.name.as_str()];
        let mut at = node.parent;
        while let Some(node) = at.and_then(|index| self.outline.nodes.get(index)) {
            keys.push(node.name.as_str());
            at = node.parent;
        }
        let mut pointer = Pointer::root();
        keys.iter().rev().for_each(|key| pointer.push_key(key));
        pointer
    }

    /// The member at the top that a member stands in, or is.
    pub(crate) fn top_of(&self, node: Option<usize>) -> Option<&Node> {
        let node = self.outline.nodes.get(node?)?;
        Some(self.around(node).last().unwrap_or(node))
    }
}

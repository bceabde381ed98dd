//! Where edits come from: a repair names a place by its JSON pointer and says what becomes of it; this finds the bytes.
//! Containers along a pointer are taken apart once, so that ten thousand places in one list cost one pass over it, and
//! what nobody names keeps its bytes.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use retort_core::{Kind, Pointer, Raw, Step};

use super::quoted;

/// One change of a text: the bytes of `range` become `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Which bytes are replaced; an empty range is an insertion.
    pub range: Range<usize>,
    /// What takes their place.
    pub text: String,
}

impl Edit {
    pub(super) fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { range, text: text.into() }
    }

    /// Whether both cannot be made at once. What is inserted where something else ends or begins depends on it, so that
    /// touching is enough for an insertion.
    pub(super) fn clashes(&self, other: &Self) -> bool {
        let (one, two) = (&self.range, &other.range);
        if one.is_empty() || two.is_empty() {
            one.start <= two.end && two.start <= one.end
        } else {
            one.start < two.end && two.start < one.end
        }
    }
}

/// A member or an item, with what stands around it.
#[derive(Clone, Debug)]
pub(crate) struct Child {
    /// The key with its quotes, in an object.
    key: Option<Range<usize>>,
    /// The value.
    value: Range<usize>,
    /// Where the one before it ends.
    before: Option<usize>,
    /// Where the one behind it begins.
    behind: Option<usize>,
    /// Where the container is closed, before the bracket.
    close: usize,
}

impl Child {
    fn start(&self) -> usize {
        self.key.as_ref().map_or(self.value.start, |key| key.start)
    }

    /// What stands behind colons and commas here, so that what is put beside it looks like it.
    fn blank(&self) -> &'static str {
        let is_close = self.key.as_ref().is_none_or(|key| self.value.start <= key.end + 1);
        if is_close { "" } else { " " }
    }
}

/// Collects the edits of one repair in one message.
pub struct Edits {
    root: Raw,
    /// The containers that were taken apart, by where they begin.
    opened: HashMap<usize, Rc<[Child]>>,
    made: Made,
}

/// What one repair comes to.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) edits: Vec<Edit>,
    /// Whether it guesses here.
    pub(super) guesses: bool,
    /// Whether it may uncover what no rule could see before.
    pub(super) uncovers: bool,
}

impl Edits {
    pub(super) fn new(root: Raw) -> Self {
        Self { root, opened: HashMap::new(), made: Made::default() }
    }

    /// What was made since this was asked for last.
    pub(super) fn take(&mut self) -> Made {
        std::mem::take(&mut self.made)
    }

    /// Says that this repair, here, is a guess, though mostly it is none.
    pub fn guess(&mut self) {
        self.made.guesses = true;
    }

    /// Says that this repair, here, may uncover what no rule could see before.
    pub fn uncover(&mut self) {
        self.made.uncovers = true;
    }

    pub(super) fn root(&self) -> &Raw {
        &self.root
    }

    /// Says that this repair of a text is a guess where it is not the only block: several texts are read together, and what
    /// one of them is decides what the others are.
    pub fn guess_unless_alone(&mut self, pointer: &str) {
        let list = pointer.rfind("/content/").and_then(|at| pointer.get(..at + "/content".len()));
        let list = list.and_then(|list| self.get(list)).filter(|list| list.kind() == Kind::Array);
        if list.is_some_and(|list| self.children(&list).len() > 1) {
            self.guess();
        }
    }

    /// The value that a JSON pointer names.
    pub fn get(&mut self, pointer: &str) -> Option<Raw> {
        let (value, _) = self.find(pointer)?;
        Some(value)
    }

    /// Whether the value that a JSON pointer names is written like this.
    pub fn is(&mut self, pointer: &str, json: &str) -> bool {
        self.get(pointer).is_some_and(|value| value.as_str() == json)
    }

    /// Puts JSON in the place of a value.
    pub fn replace(&mut self, pointer: &str, json: impl Into<String>) {
        if let Some(value) = self.get(pointer) {
            self.made.edits.push(Edit::new(value.range(), json));
        }
    }

    /// Puts something before and behind a value.
    pub fn wrap(&mut self, pointer: &str, before: &str, behind: &str) {
        if let Some(value) = self.get(pointer) {
            let Range { start, end } = value.range();
            self.made.edits.push(Edit::new(start..start, before));
            self.made.edits.push(Edit::new(end..end, behind));
        }
    }

    /// Puts a value in the place of one that it is a part of; its bytes stay.
    pub fn unwrap(&mut self, pointer: &str, inner: &str) {
        if let (Some(outer), Some(inner)) = (self.get(pointer), self.get(inner)) {
            self.made.edits.push(Edit::new(outer.range().start..inner.range().start, ""));
            self.made.edits.push(Edit::new(inner.range().end..outer.range().end, ""));
        }
    }

    /// Changes a string, where `change` gives another text for it.
    pub fn rewrite(&mut self, pointer: &str, change: impl FnOnce(&str) -> Option<String>) {
        let Some(value) = self.get(pointer) else { return };
        if let Some(text) = value.to_text()
            && let Some(changed) = change(&text)
            && changed != text
        {
            self.made.edits.push(Edit::new(value.range(), string(&changed)));
        }
    }

    /// Makes changes inside a string: ranges of the text that it stands for, and what they become.
    pub(super) fn edit_inside(&mut self, value: &Raw, text: &str, changes: &[Edit]) {
        self.made.edits.extend(quoted::outside(value, text, changes));
    }

    /// Puts edits of the message itself on the list.
    pub(super) fn extend(&mut self, edits: impl IntoIterator<Item = Edit>) {
        self.made.edits.extend(edits);
    }

    /// Takes away what a pointer names: an item, or all members of that name.
    pub fn remove(&mut self, pointer: &str) {
        let Some((parent, name)) = pointer.rsplit_once('/') else { return };
        let Some(container) = self.get(parent) else { return };
        let name = unescaped(name);
        let children = self.children(&container);
        let last = name.parse::<usize>().ok().filter(|_| container.kind() == Kind::Array);
        for (index, child) in children.iter().enumerate() {
            let is_named = match &child.key {
                Some(key) => self.root.part(key.clone()).and_then(|key| Some(key.to_text()? == name)).unwrap_or(false),
                None => last == Some(index),
            };
            if is_named {
                self.made.edits.push(Edit::new(self.with_comma(child), ""));
            }
        }
    }

    /// A child with the comma that belongs to it.
    fn with_comma(&self, child: &Child) -> Range<usize> {
        match (child.before, child.behind) {
            (Some(before), _) => before..child.value.end,
            (None, Some(behind)) => child.start()..behind,
            // A comma behind the only one would be left alone.
            (None, None) => {
                let rest = self.root.part(child.value.end..child.close);
                let comma = rest.and_then(|rest| rest.as_str().find(','));
                child.start()..comma.map_or(child.value.end, |at| child.value.end + at + 1)
            }
        }
    }

    /// Sets a member of the object at a pointer: in the place of the one that counts, else as the last.
    pub fn set(&mut self, pointer: &str, name: &str, json: &str) {
        let member = format!("{pointer}{}", Pointer::root().key(name));
        if self.get(&member).is_some() {
            return self.replace(&member, json);
        }
        let Some(object) = self.get(pointer).filter(|object| object.kind() == Kind::Object) else { return };
        let edit = match self.children(&object).last() {
            Some(last) => {
                let blank = last.blank();
                Edit::new(last.value.end..last.value.end, format!(",{blank}{}:{blank}{json}", string(name)))
            }
            None => Edit::new(object.range().start + 1..object.range().start + 1, format!("{}:{json}", string(name))),
        };
        self.made.edits.push(edit);
    }

    /// Puts a member before all others of the object at a pointer.
    pub fn put_first(&mut self, pointer: &str, name: &str, json: &str) {
        let Some(object) = self.get(pointer).filter(|object| object.kind() == Kind::Object) else { return };
        let at = object.range().start + 1;
        let member = match self.children(&object).first() {
            Some(first) => format!("{}:{blank}{json},{blank}", string(name), blank = first.blank()),
            None => format!("{}:{json}", string(name)),
        };
        self.made.edits.push(Edit::new(at..at, member));
    }

    /// Gives the member that a pointer names another name.
    pub fn rename(&mut self, pointer: &str, name: &str) {
        if let Some((_, Some(key))) = self.find(pointer) {
            self.made.edits.push(Edit::new(key, string(name)));
        }
    }

    /// The pointers to the same place in the items that follow, in the outermost list along a pointer.
    pub(super) fn like(&mut self, pointer: &str) -> Vec<String> {
        let mut place = self.root.clone();
        let mut upto = 0;
        for name in pointer.split('/').skip(1) {
            let end = upto + 1 + name.len();
            if place.kind() == Kind::Array {
                let Ok(index) = name.parse::<usize>() else { break };
                let (list, rest) = (pointer.get(..upto).unwrap_or_default(), pointer.get(end..).unwrap_or_default());
                let count = self.children(&place).len();
                return (index + 1..count).map(|index| format!("{list}/{index}{rest}")).collect();
            }
            let Some((next, _)) = self.child(&place, &unescaped(name)) else { break };
            (place, upto) = (next, end);
        }
        Vec::new()
    }

    /// The value that a pointer names, and its key.
    fn find(&mut self, pointer: &str) -> Option<(Raw, Option<Range<usize>>)> {
        self.open_along(pointer);
        let mut place = (self.root.clone(), None);
        for name in Pointer::steps_of(pointer) {
            place = self.child(&place.0, &name)?;
        }
        Some(place)
    }

    /// A child of a container, with its key. Of members with one name, the last counts.
    fn child(&mut self, container: &Raw, name: &str) -> Option<(Raw, Option<Range<usize>>)> {
        let children = self.children(container);
        let child = if container.kind() == Kind::Array {
            children.get(name.parse::<usize>().ok()?)?
        } else {
            let is_named = |child: &&Child| {
                let key = child.key.clone().and_then(|key| self.root.part(key));
                key.is_some_and(|key| key.to_text().is_some_and(|key| key == name))
            };
            children.iter().rfind(is_named)?
        };
        Some((self.root.part(child.value.clone())?, child.key.clone()))
    }

    /// Takes all containers along a pointer apart in one walk, instead of one walk for each.
    fn open_along(&mut self, pointer: &str) {
        let steps: Vec<_> = Pointer::steps_of(pointer).collect();
        // The containers that are open, from the outside in: those of the path.
        let mut open: Vec<Opened> = Vec::new();
        let root = self.root.clone();
        if steps.len() < 2 || self.opened.contains_key(&root.range().start) {
            return;
        }
        let mut walk = root.walk();
        while let Some(step) = walk.next() {
            let value = match step {
                Step::Key(range) => {
                    if let Some(level) = open.last_mut() {
                        level.key = Some(range);
                    }
                    continue;
                }
                Step::Scalar(range) => range,
                Step::Open(start) => {
                    let depth = open.len();
                    let is_on_path = open.last().is_none_or(|level| {
                        let name = steps.get(depth - 1);
                        match level.key.clone().and_then(|key| root.part(key)) {
                            Some(key) => name.is_some_and(|name| key.to_text().is_some_and(|key| key == *name)),
                            None => name.is_some_and(|name| name.parse() == Ok(level.children.len())),
                        }
                    });
                    if is_on_path && depth < steps.len() {
                        open.push(Opened { start, key: None, children: Vec::new() });
                        continue;
                    }
                    let Some(end) = walk.pass_over() else { return };
                    start..end
                }
                Step::Close(end) => {
                    let Some(level) = open.pop() else { return };
                    let start = level.start;
                    self.opened.insert(start, level.closed(end));
                    start..end
                }
                _ => return,
            };
            match open.last_mut() {
                Some(level) => level.put(value),
                None => return,
            }
        }
    }

    fn children(&mut self, container: &Raw) -> Rc<[Child]> {
        let children = self.opened.entry(container.range().start).or_insert_with(|| children(container));
        Rc::clone(children)
    }
}

/// A container that is being taken apart.
struct Opened {
    start: usize,
    key: Option<Range<usize>>,
    children: Vec<Child>,
}

impl Opened {
    /// Puts a value behind the others.
    fn put(&mut self, value: Range<usize>) {
        let before = self.children.last().map(|last| last.value.end);
        let child = Child { key: self.key.take(), value, before, behind: None, close: 0 };
        let start = child.start();
        if let Some(last) = self.children.last_mut() {
            last.behind = Some(start);
        }
        self.children.push(child);
    }

    /// The children, when the container ends.
    fn closed(mut self, end: usize) -> Rc<[Child]> {
        for child in &mut self.children {
            child.close = end.saturating_sub(1);
        }
        self.children.into()
    }
}

/// The children of a container, in one pass.
fn children(container: &Raw) -> Rc<[Child]> {
    let Range { start, end } = container.range();
    let mut opened = Opened { start, key: None, children: Vec::new() };
    if !container.kind().is_container() {
        return opened.closed(end);
    }
    let mut walk = container.walk();
    walk.next();
    while let Some(step) = walk.next() {
        match step {
            Step::Key(range) => opened.key = Some(range),
            Step::Scalar(range) => opened.put(range),
            Step::Open(start) => match walk.pass_over() {
                Some(end) => opened.put(start..end),
                None => break,
            },
            _ => break,
        }
    }
    opened.closed(end)
}

/// A step of a JSON pointer as the key that it names.
fn unescaped(step: &str) -> String {
    let pointer = format!("/{step}");
    Pointer::steps_of(&pointer).next().unwrap_or_default().into_owned()
}

/// A text as a JSON string.
pub(crate) fn string(text: &str) -> String {
    Raw::string(text).as_str().to_owned()
}

/// A value as strict JSON: as it was sent where it is that. A part of a message does not know whether what is bent in the
/// message is bent in it.
pub(crate) fn strict(value: &Raw) -> String {
    match Raw::parse(value.as_str()).filter(|_| !value.is_clean()) {
        Some(alone) => alone.to_json(),
        None => value.to_json(),
    }
}

/// Members as a JSON object; the values are JSON.
pub(crate) fn object(members: &[(&str, &str)]) -> String {
    let members: Vec<String> = members.iter().map(|(name, json)| format!("{}:{json}", string(name))).collect();
    format!("{{{}}}", members.join(","))
}

/// A text with edits made, which are in order and do not clash.
pub fn splice(text: &str, edits: &[Edit]) -> String {
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut spliced = String::with_capacity(text.len() + added);
    let mut at = 0;
    for edit in edits {
        spliced.push_str(text.get(at..edit.range.start).unwrap_or_default());
        spliced.push_str(&edit.text);
        at = edit.range.end;
    }
    spliced.push_str(text.get(at..).unwrap_or_default());
    spliced
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, edit: impl FnOnce(&mut Edits)) -> String {
        let mut edits = Edits::new(Raw::parse(text).unwrap());
        edit(&mut edits);
        let mut made = edits.take().edits;
        made.sort_by_key(|edit| edit.range.start);
        splice(text, &made)
    }

    #[test]
    fn what_is_taken_away_takes_its_comma_along() {
        for (text, pointer, left) in [
            (r#"{"a": 1, "b": 2}"#, "/a", r#"{"b": 2}"#),
            (r#"{"a": 1, "b": 2}"#, "/b", r#"{"a": 1}"#),
            (r#"{"a": 1, "b": 2, "c": 3}"#, "/b", r#"{"a": 1, "c": 3}"#),
            (r#"{"a": 1}"#, "/a", "{}"),
            (r#"{ "a": 1 , }"#, "/a", "{  }"),
            (r#"{"a": 1, "b": 2,}"#, "/b", r#"{"a": 1,}"#),
            ("[1, [2], 3]", "/1", "[1, 3]"),
            ("[1, [2], 3]", "/7", "[1, [2], 3]"),
            (r#"{"a/b": {"~": 1}}"#, "/a~1b/~0", r#"{"a/b": {}}"#),
            (r#"{"\u0061": 1, "b": 0, "a": 2}"#, "/a", r#"{"b": 0}"#),
        ] {
            assert_eq!(edited(text, |edits| edits.remove(pointer)), left, "{text} without {pointer}");
        }
    }

    #[test]
    fn members_are_set_put_first_and_renamed() {
        assert_eq!(edited("{}", |edits| edits.set("", "a", "1")), r#"{"a":1}"#);
        assert_eq!(edited(r#"{"a": 0}"#, |edits| edits.set("", "a", "1")), r#"{"a": 1}"#);
        assert_eq!(edited(r#"{"b": 0, }"#, |edits| edits.set("", "a", "1")), r#"{"b": 0, "a": 1, }"#);
        assert_eq!(edited(r#"{"b": 0}"#, |edits| edits.put_first("", "a", "1")), r#"{"a": 1, "b": 0}"#);
        assert_eq!(edited("[{}]", |edits| edits.put_first("/0", "a", "1")), r#"[{"a":1}]"#);
        assert_eq!(edited(r#"{"b": 0}"#, |edits| edits.rename("/b", "a\"")), r#"{"a\"": 0}"#);
        assert_eq!(edited("[1]", |edits| edits.set("", "a", "1")), "[1]");
        assert_eq!(edited("[1]", |edits| edits.wrap("/0", "[", "]")), "[[1]]");
    }

    #[test]
    fn places_in_a_list_are_found_in_one_pass() {
        let mut edits = Edits::new(Raw::parse(r#"{"l": [{"a": 1}, {"a": 2}, 3]}"#).unwrap());
        assert_eq!(edits.like("/l/0/a"), ["/l/1/a", "/l/2/a"]);
        assert!(edits.like("/l").is_empty() && edits.like("/l/2").is_empty() && edits.like("/x/0").is_empty());
        assert!(edits.get("/l/2/a").is_none());
    }
}

//! Where edits come from: a repair names a place by its JSON pointer and says what becomes of it; this finds the bytes, and
//! what nobody names keeps its own.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use retort_core::{Kind, Pointer, Raw};

use super::quoted;
use crate::schema::Schema;
use crate::session::Tool;
use crate::values::{Child, Values};

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

/// What stands behind colons and commas at a child, so that what is put beside it looks like it.
fn blank(child: &Child) -> &'static str {
    let is_close = child.key.as_ref().is_none_or(|key| child.value.start <= key.end + 1);
    if is_close { "" } else { " " }
}

/// Collects the edits of one repair in one message.
pub struct Edits {
    values: Values,
    /// Where the message begins in the text that its values are parts of.
    base: usize,
    /// The tool that answers, where it is known.
    tool: Option<Arc<Tool>>,
    /// The texts of the message that were looked into.
    texts: HashMap<String, Option<Inner>>,
    made: Made,
}

/// A text that holds JSON.
struct Inner {
    /// The string in the message.
    value: Raw,
    /// What is in the JSON that it holds.
    values: Values,
    /// What changes in the text.
    changes: Vec<Edit>,
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
    pub(super) fn new(root: Raw, base: usize) -> Self {
        Self { values: Values::of(root), base, tool: None, texts: HashMap::new(), made: Made::default() }
    }

    /// The same, where the tool that answers is known.
    pub(super) fn of_tool(self, tool: Option<Arc<Tool>>) -> Self {
        Self { tool, ..self }
    }

    /// What the tool promises of its answers, where it is known.
    pub(crate) fn promised(&self) -> Option<&Schema> {
        self.tool.as_ref()?.output()
    }

    /// The same, where somebody has read the JSON in a text already.
    pub(super) fn knowing(mut self, read: Option<(String, Raw)>) -> Self {
        if let Some((pointer, json)) = read
            && let Some(value) = self.get(&pointer)
        {
            self.texts.insert(pointer, Some(Inner { value, values: Values::of(json), changes: Vec::new() }));
        }
        self
    }

    fn inner(&mut self, pointer: &str) -> Option<&mut Inner> {
        if !self.texts.contains_key(pointer) {
            let value = self.get(pointer).filter(|value| value.kind() == Kind::String);
            let inner = value.and_then(|value| {
                let values = Values::of(Raw::parse(value.to_text()?.into_owned())?);
                Some(Inner { value, values, changes: Vec::new() })
            });
            self.texts.insert(pointer.to_owned(), inner);
        }
        self.texts.get_mut(pointer)?.as_mut()
    }

    /// Makes changes in the JSON that is all of a text; whether there is such JSON.
    pub(super) fn change_inside(&mut self, pointer: &str, changes: impl FnOnce(&Raw) -> Vec<Edit>) -> bool {
        let Some(inner) = self.inner(pointer) else { return false };
        let made = changes(inner.values.root());
        let is_changed = !made.is_empty();
        inner.changes.extend(made);
        if is_changed {
            self.guess_unless_alone(pointer);
        }
        true
    }

    /// The value that a JSON pointer names in the JSON that a text holds.
    pub(crate) fn get_inside(&mut self, pointer: &str, within: &str) -> Option<Raw> {
        Some(self.inner(pointer)?.values.find(within)?.value)
    }

    /// Puts JSON in the place of a value in the JSON that a text holds.
    pub(crate) fn replace_inside(&mut self, pointer: &str, within: &str, json: &str) {
        let Some(inner) = self.inner(pointer) else { return };
        if let Some(found) = inner.values.find(within) {
            inner.changes.push(Edit::new(found.value.range(), json));
        }
    }

    /// What was made since this was asked for last, as edits of the message.
    pub(super) fn take(&mut self) -> Made {
        for inner in self.texts.values_mut().flatten().filter(|inner| !inner.changes.is_empty()) {
            inner.changes.sort_by_key(|change| change.range.start);
            self.made.edits.extend(quoted::outside(&inner.value, &inner.changes));
            inner.changes.clear();
        }
        let mut made = std::mem::take(&mut self.made);
        for edit in &mut made.edits {
            edit.range = edit.range.start - self.base..edit.range.end - self.base;
        }
        made
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
        self.values.root()
    }

    /// Says that this repair of a text is a guess where it is not the only block: several texts are read together, and what
    /// one of them is decides what the others are.
    pub fn guess_unless_alone(&mut self, pointer: &str) {
        let list = pointer.rfind("/content/").and_then(|at| pointer.get(..at + "/content".len()));
        let list = list.and_then(|list| self.get(list)).filter(|list| list.kind() == Kind::Array);
        if list.is_some_and(|list| self.values.children(&list).len() > 1) {
            self.guess();
        }
    }

    /// The value that a JSON pointer names.
    pub fn get(&mut self, pointer: &str) -> Option<Raw> {
        Some(self.values.find(pointer)?.value)
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

    /// Leaves away what stands around a part of a string's text, where `part` finds one; what stays keeps its bytes.
    pub(crate) fn keep_part(&mut self, pointer: &str, part: impl FnOnce(&str) -> Option<Range<usize>>) {
        let Some(value) = self.get(pointer) else { return };
        let Some(text) = value.to_text() else { return };
        if let Some(Range { start, end }) = part(&text) {
            let around = [0..start, end..text.len()].into_iter().filter(|range| !range.is_empty());
            let changes: Vec<Edit> = around.map(|range| Edit::new(range, "")).collect();
            self.made.edits.extend(quoted::outside(&value, &changes));
        }
    }

    /// Makes changes inside a string: ranges of the text that it stands for, and what they become.
    pub(super) fn edit_inside(&mut self, value: &Raw, changes: &[Edit]) {
        self.made.edits.extend(quoted::outside(value, changes));
    }

    /// Puts edits of values on the list.
    pub(super) fn extend(&mut self, edits: impl IntoIterator<Item = Edit>) {
        self.made.edits.extend(edits);
    }

    /// Puts edits of the message itself on the list, in bytes from its beginning.
    pub(super) fn extend_around(&mut self, edits: impl IntoIterator<Item = Edit>) {
        let base = self.base;
        self.extend(edits.into_iter().map(|edit| Edit::new(base + edit.range.start..base + edit.range.end, edit.text)));
    }

    /// Which bytes of the message its value is.
    pub(super) fn range(&self) -> Range<usize> {
        let Range { start, end } = self.root().range();
        start - self.base..end - self.base
    }

    /// Takes away what a pointer names: an item, or all members of that name.
    pub fn remove(&mut self, pointer: &str) {
        let Some((parent, name)) = pointer.rsplit_once('/') else { return };
        let Some(container) = self.get(parent) else { return };
        let children = self.values.children(&container);
        let named = children.named(self.root(), &unescaped(name));
        for child in named.into_iter().filter_map(|index| children.get(index)) {
            let range = self.with_comma(&child, children.close);
            self.made.edits.push(Edit::new(range, ""));
        }
    }

    /// A child with the comma that belongs to it; its container is closed at `close`.
    fn with_comma(&self, child: &Child, close: usize) -> Range<usize> {
        match (child.before, child.behind) {
            (Some(before), _) => before..child.value.end,
            (None, Some(behind)) => child.start()..behind,
            // A comma behind the only one would be left alone.
            (None, None) => {
                let rest = self.root().part(child.value.end..close);
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
        let children = self.values.children(&object);
        let edit = match children.get(children.len().wrapping_sub(1)) {
            Some(last) => {
                let blank = blank(&last);
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
        let member = match self.values.children(&object).get(0) {
            Some(first) => format!("{}:{blank}{json},{blank}", string(name), blank = blank(&first)),
            None => format!("{}:{json}", string(name)),
        };
        self.made.edits.push(Edit::new(at..at, member));
    }

    /// Gives the member that a pointer names another name.
    pub fn rename(&mut self, pointer: &str, name: &str) {
        if let Some(key) = self.values.find(pointer).and_then(|found| found.key) {
            self.made.edits.push(Edit::new(key, string(name)));
        }
    }

    /// The pointers to the same place in the items that follow, in the outermost list along a pointer.
    pub(crate) fn like(&mut self, pointer: &str) -> Vec<String> {
        let path = self.values.along(pointer);
        let mut upto = 0;
        for (place, name) in path.iter().zip(pointer.split('/').skip(1)) {
            let end = upto + 1 + name.len();
            if place.kind() == Kind::Array {
                let Ok(index) = name.parse::<usize>() else { break };
                let (list, rest) = (pointer.get(..upto).unwrap_or_default(), pointer.get(end..).unwrap_or_default());
                let count = self.values.children(place).len();
                return (index + 1..count).map(|index| format!("{list}/{index}{rest}")).collect();
            }
            upto = end;
        }
        Vec::new()
    }
}

/// A step of a JSON pointer as the key that it names.
fn unescaped(step: &str) -> String {
    let pointer = format!("/{step}");
    Pointer::steps_of(&pointer).next().unwrap_or_default().into_owned()
}

/// A text as a JSON string.
pub(crate) fn string(text: &str) -> String {
    Raw::string(text).into()
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
        let mut edits = Edits::new(Raw::parse(text).unwrap(), 0);
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
        let mut edits = Edits::new(Raw::parse(r#"{"l": [{"a": 1}, {"a": 2}, 3]}"#).unwrap(), 0);
        assert_eq!(edits.like("/l/0/a"), ["/l/1/a", "/l/2/a"]);
        assert!(edits.like("/l").is_empty() && edits.like("/l/2").is_empty() && edits.like("/x/0").is_empty());
        assert!(edits.get("/l/2/a").is_none());
    }
}

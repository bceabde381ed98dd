//! A message as a tree that can be changed: keys keep their order, numbers their digits, and what nobody touches
//! stays as it was sent.

use retort_core::{Kind, Pointer, Raw};

/// A JSON value that can be changed.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A value that was not opened: JSON text.
    Json(String),
    /// An object.
    Object(Vec<(String, Tree)>),
    /// An array.
    Array(Vec<Tree>),
}

impl Tree {
    /// The tree of a value.
    pub fn of(raw: &Raw) -> Self {
        Self::Json(raw.to_json())
    }

    /// A string.
    pub fn string(text: &str) -> Self {
        Self::Json(Raw::string(text).to_json())
    }

    /// Opens a value by one level, if it has one.
    fn open(&mut self) {
        let Self::Json(json) = self else { return };
        let Some(raw) = Raw::parse(json.as_str()) else { return };
        match raw.kind() {
            Kind::Object => {
                *self = Self::Object(raw.members().map(|(key, value)| (key.into_owned(), Self::of(&value))).collect());
            }
            Kind::Array => *self = Self::Array(raw.items().map(|item| Self::of(&item)).collect()),
            _ => {}
        }
    }

    /// The place that a JSON pointer names.
    pub fn at(&mut self, pointer: &str) -> Option<&mut Self> {
        let mut place = self;
        for key in Pointer::steps_of(pointer) {
            place.open();
            place = match place {
                Self::Object(members) => {
                    members.iter_mut().rev().find(|(name, _)| *name == key).map(|(_, value)| value)?
                }
                Self::Array(items) => items.get_mut(key.parse::<usize>().ok()?)?,
                Self::Json(_) => return None,
            };
        }
        Some(place)
    }

    /// The members of an object, to change them.
    pub fn members(&mut self) -> Option<&mut Vec<(String, Tree)>> {
        self.open();
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items of an array, to change them.
    pub fn items(&mut self) -> Option<&mut Vec<Tree>> {
        self.open();
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Sets a member of the object at a pointer, in the place of an earlier one.
    pub fn set(&mut self, pointer: &str, key: &str, value: Tree) {
        let Some(members) = self.at(pointer).and_then(Self::members) else { return };
        match members.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => members.push((key.to_owned(), value)),
        }
    }

    /// Takes away what a pointer names.
    pub fn remove(&mut self, pointer: &str) {
        let (parent, key) = split(pointer);
        let Some(place) = self.at(parent) else { return };
        place.open();
        match place {
            Self::Object(members) => members.retain(|(name, _)| *name != key),
            Self::Array(items) => {
                if let Some(index) = key.parse::<usize>().ok().filter(|index| *index < items.len()) {
                    items.remove(index);
                }
            }
            Self::Json(_) => {}
        }
    }

    /// Puts something else in the place that a pointer names.
    pub fn replace(&mut self, pointer: &str, value: Tree) {
        if let Some(place) = self.at(pointer) {
            *place = value;
        }
    }

    /// Changes a string in place.
    pub fn rewrite(&mut self, pointer: &str, change: impl FnOnce(&str) -> String) {
        let Some(place) = self.at(pointer) else { return };
        let text = match place {
            Self::Json(json) => Raw::parse(json.as_str()).and_then(|raw| raw.to_text().map(String::from)),
            _ => None,
        };
        if let Some(text) = text {
            *place = Self::string(&change(&text));
        }
    }

    /// The value as strict JSON on one line.
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        self.write(&mut json);
        json
    }

    // Only what was opened along a pointer is more than text, so the depth is that of a pointer.
    fn write(&self, out: &mut String) {
        match self {
            Self::Json(json) => out.push_str(json),
            Self::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    out.push_str(Raw::string(key).as_str());
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
            Self::Array(items) => {
                out.push('[');
                for (index, value) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    value.write(out);
                }
                out.push(']');
            }
        }
    }
}

/// The pointer to the parent, and the last key.
fn split(pointer: &str) -> (&str, String) {
    let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
    (parent, Pointer::steps_of(pointer).next_back().unwrap_or_default().into_owned())
}

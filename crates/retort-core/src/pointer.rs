//! JSON pointers (RFC 6901): where in a value another one is. The text is kept escaped, as it is printed and compared; the
//! steps are unescaped when somebody walks them, so that nobody else has to know how `/` and `~` are written.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Deref;
use std::str::FromStr;

use crate::Error;
use crate::json::{Kind, Raw};

/// Where in a JSON value another one is: `/result/content/0/text`. The empty pointer is the value itself.
///
/// ```
/// use retort_core::{Pointer, Raw};
///
/// let pointer = Pointer::root().key("paths").key("/users").index(1);
/// assert_eq!(pointer, "/paths/~1users/1");
/// assert_eq!(pointer.steps().collect::<Vec<_>>(), ["paths", "/users", "1"]);
///
/// let value = Raw::parse(r#"{"paths": {"/users": ["get", "post"]}}"#).unwrap();
/// assert_eq!(pointer.find(&value).unwrap().as_str(), "\"post\"");
/// assert_eq!("/paths/~1users".parse(), Ok(pointer.parent().unwrap()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pointer(String);

impl Pointer {
    /// The value itself.
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// Goes on to the member with this key.
    pub fn push_key(&mut self, key: &str) {
        self.0.reserve(key.len() + 1);
        self.0.push('/');
        if !key.contains(['~', '/']) {
            return self.0.push_str(key);
        }
        for char in key.chars() {
            match char {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                char => self.0.push(char),
            }
        }
    }

    /// Goes on to the item at this place.
    pub fn push_index(&mut self, index: usize) {
        // Writing to a string does not fail.
        let _ = write!(self.0, "/{index}");
    }

    /// Goes on from here as `other` does from the top.
    pub fn push(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// The pointer to the member with this key, of what this one points to.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        let mut pointer = self.with_room_for(key.len() + 1);
        pointer.push_key(key);
        pointer
    }

    /// The pointer to the item at this place, of what this one points to.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        let mut pointer = self.with_room_for(4);
        pointer.push_index(index);
        pointer
    }

    /// The pointer that goes on from here as `other` does from the top.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let mut pointer = self.with_room_for(other.0.len());
        pointer.push(other);
        pointer
    }

    fn with_room_for(&self, more: usize) -> Self {
        let mut text = String::with_capacity(self.0.len() + more);
        text.push_str(&self.0);
        Self(text)
    }

    /// Whether it points to the value itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The keys and places that it goes through, unescaped.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Cow<'_, str>> {
        Self::steps_of(&self.0)
    }

    /// The same of a pointer that is at hand as text.
    pub fn steps_of(text: &str) -> impl DoubleEndedIterator<Item = Cow<'_, str>> {
        // The text before the first slash is empty, and no step.
        let mut steps = text.split('/');
        steps.next();
        steps.map(unescape)
    }

    /// The last step: the key or the place of what it points to, in what stands around that.
    pub fn last(&self) -> Option<Cow<'_, str>> {
        self.0.rsplit_once('/').map(|(_, step)| unescape(step))
    }

    /// The pointer to the object or array around what it points to; `None` at the top.
    pub fn parent(&self) -> Option<Self> {
        self.0.rsplit_once('/').map(|(parent, _)| Self(parent.to_owned()))
    }

    /// How this pointer goes on behind `start`; `None` where it does not begin with that.
    pub fn behind(&self, start: &Self) -> Option<Self> {
        let rest = self.0.strip_prefix(&start.0)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| Self(rest.to_owned()))
    }

    /// What it points to in a value. Of two members with one key it is the last, as most parsers have it.
    pub fn find(&self, value: &Raw) -> Option<Raw> {
        self.steps().try_fold(value.clone(), |value, step| match value.kind() {
            Kind::Array => value.items().nth(place(&step)?),
            _ => value.get(&step),
        })
    }

    /// The pointer as text, escaped.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The place in an array that a step names: digits without a zero before them.
fn place(step: &str) -> Option<usize> {
    let is_plain = step == "0" || step.starts_with(|char: char| matches!(char, '1'..='9'));
    is_plain.then(|| step.parse().ok())?
}

fn unescape(step: &str) -> Cow<'_, str> {
    if step.contains('~') { Cow::Owned(step.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(step) }
}

impl FromStr for Pointer {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let is_whole = |step: &str| step.split('~').skip(1).all(|behind| behind.starts_with(['0', '1']));
        if (text.is_empty() || text.starts_with('/')) && is_whole(text) {
            Ok(Self(text.to_owned()))
        } else {
            Err(Error::NoPointer(text.to_owned()))
        }
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// It is read as the text that it is printed as.
impl Deref for Pointer {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Pointer {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Pointer {
    fn eq(&self, text: &str) -> bool {
        self.0 == text
    }
}

impl PartialEq<&str> for Pointer {
    fn eq(&self, text: &&str) -> bool {
        self.0 == *text
    }
}

impl From<Pointer> for String {
    fn from(pointer: Pointer) -> Self {
        pointer.0
    }
}

impl From<&Pointer> for String {
    fn from(pointer: &Pointer) -> Self {
        pointer.0.clone()
    }
}

impl From<&Self> for Pointer {
    fn from(pointer: &Self) -> Self {
        pointer.clone()
    }
}

impl serde::Serialize for Pointer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Pointer {
        text.parse().unwrap()
    }

    #[test]
    fn keys_are_escaped_and_come_back() {
        for key in ["", "a", "a/b", "~", "~1", "~01", "m~n/~0", "é", " ", "0", "-"] {
            let pointer = Pointer::root().key("x").key(key).index(3);
            assert_eq!(pointer.steps().collect::<Vec<_>>(), ["x", key, "3"]);
            assert_eq!(at(pointer.as_str()), pointer);
            assert_eq!(pointer.parent().unwrap().last().unwrap(), key);
        }
    }

    #[test]
    fn what_is_no_pointer_is_refused() {
        for text in ["a", "a/b", "/~", "/~2", "/a~", "~0", "/a/~b", "#/a"] {
            assert_eq!(text.parse::<Pointer>(), Err(Error::NoPointer(text.to_owned())));
        }
        assert!(at("").is_root() && at("").parent().is_none() && at("").last().is_none());
        assert_eq!(at("/").steps().collect::<Vec<_>>(), [""]);
        assert_eq!(at("//").steps().count(), 2);
    }

    #[test]
    fn a_pointer_finds_what_it_points_to() {
        // The examples of RFC 6901, and what is not there.
        let value = Raw::parse(
            r#"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
                "twice": 1, "twice": 2}"#,
        )
        .unwrap();
        let found = |pointer: &str| at(pointer).find(&value).map(|raw| raw.as_str().to_owned());
        for (pointer, expected) in [
            ("/foo/0", "\"bar\""),
            ("/", "0"),
            ("/a~1b", "1"),
            ("/c%d", "2"),
            ("/e^f", "3"),
            ("/g|h", "4"),
            ("/i\\j", "5"),
            ("/k\"l", "6"),
            ("/ ", "7"),
            ("/m~0n", "8"),
            ("/twice", "2"),
        ] {
            assert_eq!(found(pointer).as_deref(), Some(expected), "{pointer}");
        }
        assert_eq!(found("").as_deref(), Some(value.as_str()));
        for pointer in ["/foo/2", "/foo/-", "/foo/00", "/foo/+1", "/foo/bar", "/nope", "/foo/0/0", "/a/b"] {
            assert_eq!(found(pointer), None, "{pointer}");
        }
    }

    #[test]
    fn a_pointer_goes_on_behind_another() {
        assert_eq!(at("/a/b/c").behind(&at("/a")), Some(at("/b/c")));
        assert_eq!(at("/a").behind(&at("/a")), Some(at("")));
        assert_eq!(at("/ab").behind(&at("/a")), None);
        assert_eq!(at("/a").join(&at("/b/0")), at("/a/b/0"));
    }
}

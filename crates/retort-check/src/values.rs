//! Values by their JSON pointers, many of them in one text. Containers along a pointer are taken apart once, in one walk, so
//! that ten thousand places in one list cost one pass over it. Repairs find the bytes to change this way, and reports the places
//! to show.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::rc::Rc;

use retort_core::{Kind, Pointer, Raw, Step};

/// A member or an item, with what stands around it.
#[derive(Clone, Debug)]
pub(crate) struct Child {
    /// The key with its quotes, in an object.
    pub(crate) key: Option<Range<usize>>,
    /// The value.
    pub(crate) value: Range<usize>,
    /// Where the one before it ends.
    pub(crate) before: Option<usize>,
    /// Where the one behind it begins.
    pub(crate) behind: Option<usize>,
}

impl Child {
    /// Where it begins: with its key, if it has one.
    pub(crate) fn start(&self) -> usize {
        self.key.as_ref().map_or(self.value.start, |key| key.start)
    }
}

/// Where a child is. A list may have as many items as it has bytes, so that this is kept small.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Where its key is; `NO_KEY` in an array.
    key: (u32, u32),
    value: (u32, u32),
}

const NO_KEY: (u32, u32) = (u32::MAX, u32::MAX);

impl Place {
    fn key(&self) -> Option<Range<usize>> {
        (self.key != NO_KEY).then(|| range(self.key))
    }

    fn start(&self) -> usize {
        self.key().map_or_else(|| range(self.value).start, |key| key.start)
    }
}

fn range((start, end): (u32, u32)) -> Range<usize> {
    start as usize..end as usize
}

/// A range in a text that is not too long for it.
fn small(range: &Range<usize>) -> (u32, u32) {
    let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    (number(range.start), number(range.end))
}

/// A container that was taken apart.
#[derive(Debug)]
pub(crate) struct Children {
    places: Vec<Place>,
    /// Where the container is closed, before the bracket.
    pub(crate) close: usize,
    is_array: bool,
    /// The hashes of the names with the places that they have, in order: for objects that are asked for many.
    names: OnceCell<(RandomState, Vec<(u64, u32)>)>,
}

/// An object with more members than this is searched by a table of its names.
const FEW_MEMBERS: usize = 16;

impl Children {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The one at a place in the list.
    pub(crate) fn get(&self, index: usize) -> Option<Child> {
        let place = self.places.get(index)?;
        let before = index.checked_sub(1).and_then(|before| self.places.get(before));
        Some(Child {
            key: place.key(),
            value: range(place.value),
            before: before.map(|before| range(before.value).end),
            behind: self.places.get(index + 1).map(Place::start),
        })
    }

    /// The place in the list of the first whose value begins at an offset or behind it.
    pub(crate) fn position(&self, offset: usize) -> usize {
        self.places.partition_point(|place| range(place.value).start < offset)
    }

    /// The places in the list of those that a step of a pointer names: one item, or all members of the name.
    pub(crate) fn named(&self, root: &Raw, step: &str) -> Vec<usize> {
        if self.is_array {
            return step.parse().ok().filter(|index| *index < self.places.len()).into_iter().collect();
        }
        let is_named = |index: &usize| {
            let key = self.places.get(*index).and_then(Place::key).and_then(|key| root.part(key));
            key.is_some_and(|key| key.to_text().is_some_and(|key| key == step))
        };
        if self.places.len() <= FEW_MEMBERS {
            return (0..self.places.len()).filter(is_named).collect();
        }
        let (hasher, names) = self.names.get_or_init(|| {
            let hasher = RandomState::new();
            let hash = |place: &Place| Some(hasher.hash_one(&*root.part(place.key()?)?.to_text()?));
            let places = (0..).zip(&self.places);
            let mut names: Vec<(u64, u32)> = places.filter_map(|(at, place)| Some((hash(place)?, at))).collect();
            names.sort_unstable();
            (hasher, names)
        });
        let hash = hasher.hash_one(step);
        let from = names.partition_point(|(other, _)| *other < hash);
        let alike = names.iter().skip(from).take_while(|(other, _)| *other == hash);
        alike.map(|(_, index)| *index as usize).filter(is_named).collect()
    }
}

/// A value that was found, and its key.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) value: Raw,
    pub(crate) key: Option<Range<usize>>,
}

/// The values of one text.
pub(crate) struct Values {
    root: Raw,
    /// The containers that were taken apart, by where they begin.
    opened: HashMap<usize, Rc<Children>>,
    /// How many steps all walks took together.
    #[cfg(test)]
    walked: usize,
}

impl Values {
    pub(crate) fn of(root: Raw) -> Self {
        Self {
            root,
            opened: HashMap::new(),
            #[cfg(test)]
            walked: 0,
        }
    }

    /// The value that all others are in.
    pub(crate) fn root(&self) -> &Raw {
        &self.root
    }

    /// The value that a pointer names. Of members with one name, the last counts.
    pub(crate) fn find(&mut self, pointer: &str) -> Option<Found> {
        let (found, is_there) = self.follow(pointer);
        found.into_iter().next_back().filter(|_| is_there)
    }

    /// The values along a pointer, from the root down to the deepest that is there.
    pub(crate) fn along(&mut self, pointer: &str) -> Vec<Raw> {
        let (found, _) = self.follow(pointer);
        found.into_iter().map(|found| found.value).collect()
    }

    /// The values along a pointer, and whether what it names is there.
    fn follow(&mut self, pointer: &str) -> (Vec<Found>, bool) {
        let steps: Vec<Cow<'_, str>> = Pointer::steps_of(pointer).collect();
        let mut here = self.root.clone();
        let mut found = vec![Found { value: here.clone(), key: None }];
        for (depth, step) in steps.iter().enumerate() {
            if !self.opened.contains_key(&here.range().start) {
                self.open_along(&here, steps.get(depth..).unwrap_or_default());
            }
            let Some(next) = self.child(&here, step) else { return (found, false) };
            here = next.value.clone();
            found.push(next);
        }
        (found, true)
    }

    fn child(&mut self, container: &Raw, step: &str) -> Option<Found> {
        let children = self.children(container);
        let child = children.get(children.named(&self.root, step).last().copied()?)?;
        Some(Found { value: self.root.part(child.value)?, key: child.key })
    }

    /// The members or items of a container; none of anything else.
    pub(crate) fn children(&mut self, container: &Raw) -> Rc<Children> {
        let start = container.range().start;
        if !self.opened.contains_key(&start) {
            self.open_along(container, &[]);
        }
        let close = container.range().end;
        let nothing = || Rc::new(Opened::at(start, false).closed(close));
        self.opened.get(&start).cloned().unwrap_or_else(nothing)
    }

    /// Takes a container and those along some steps from it apart in one walk, instead of one walk for each.
    fn open_along(&mut self, container: &Raw, steps: &[Cow<'_, str>]) {
        if !container.kind().is_container() || u32::try_from(self.root.range().end).is_err() {
            return;
        }
        // The containers that are open, from the outside in: those of the path.
        let mut open: Vec<Opened> = Vec::new();
        let mut walk = container.walk();
        while let Some(step) = walk.next() {
            #[cfg(test)]
            {
                self.walked += 1;
            }
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
                        let name = steps.get(depth - 1).filter(|_| depth < steps.len());
                        match level.key.clone().and_then(|key| self.root.part(key)) {
                            Some(key) => name.is_some_and(|name| key.to_text().is_some_and(|key| key == *name)),
                            None => name.is_some_and(|name| name.parse() == Ok(level.places.len())),
                        }
                    });
                    if is_on_path {
                        let is_array = self.root.part(start..start + 1).is_some_and(|open| open.kind() == Kind::Array);
                        open.push(Opened::at(start, is_array));
                        continue;
                    }
                    let Some(end) = walk.pass_over() else { return };
                    start..end
                }
                Step::Close(end) => {
                    let Some(level) = open.pop() else { return };
                    let start = level.start;
                    self.opened.insert(start, Rc::new(level.closed(end)));
                    start..end
                }
                _ => return,
            };
            match open.last_mut() {
                Some(level) => level.put(&value),
                None => return,
            }
        }
    }
}

/// A container that is being taken apart.
struct Opened {
    start: usize,
    is_array: bool,
    key: Option<Range<usize>>,
    places: Vec<Place>,
}

impl Opened {
    fn at(start: usize, is_array: bool) -> Self {
        Self { start, is_array, key: None, places: Vec::new() }
    }

    /// Puts a value behind the others.
    fn put(&mut self, value: &Range<usize>) {
        let key = self.key.take().map_or(NO_KEY, |key| small(&key));
        self.places.push(Place { key, value: small(value) });
    }

    /// The children, when the container ends.
    fn closed(self, end: usize) -> Children {
        let Self { is_array, mut places, .. } = self;
        places.shrink_to_fit();
        Children { places, close: end.saturating_sub(1), is_array, names: OnceCell::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &mut Values, pointer: &str) -> Option<String> {
        values.find(pointer).map(|found| found.value.as_str().to_owned())
    }

    #[test]
    fn values_are_found_as_pointers_name_them() {
        let many: String = (0..40).map(|at| format!(r#""k{at}": {at}, "#)).collect::<Vec<_>>().concat();
        let text =
            format!(r#"{{"a": [1, {{"b/c": 2, "b\u002fc": 3}}], "m": {{{many}"k7": "last"}}, "": {{"x": []}}}}"#);
        let root = Raw::parse(text).unwrap();
        let mut values = Values::of(root.clone());
        for pointer in [
            "",
            "/a",
            "/a/0",
            "/a/1/b~1c",
            "/a/2",
            "/a/1/b",
            "/m/k7",
            "/m/k39",
            "/m/k40",
            "//x",
            "//x/0",
            "/a/0/x",
            "/a/x",
        ] {
            let pointer: Pointer = pointer.parse().unwrap();
            let wanted = pointer.find(&root).map(|value| value.as_str().to_owned());
            assert_eq!(found(&mut values, &pointer), wanted, "{pointer}");
            // Asked again, and asked alone, it is the same.
            assert_eq!(found(&mut values, &pointer), wanted, "{pointer}");
            assert_eq!(found(&mut Values::of(root.clone()), &pointer), wanted, "{pointer}");
        }
        let path: Vec<String> = values.along("/a/1/nope/x").iter().map(|value| value.as_str().to_owned()).collect();
        assert_eq!(path.len(), 3);
        assert_eq!(path.last().unwrap(), r#"{"b/c": 2, "b\u002fc": 3}"#);
    }

    #[test]
    fn many_places_cost_one_pass() {
        let tools: Vec<String> = (0..1000).map(|at| format!(r#"{{"name": "t{at}", "x": [{at}]}}"#)).collect();
        let text = format!(r#"{{"result": {{"tools": [{}]}}}}"#, tools.join(","));
        let mut values = Values::of(Raw::parse(text).unwrap());
        for at in 0..1000 {
            assert_eq!(found(&mut values, &format!("/result/tools/{at}/x/0")), Some(at.to_string()));
        }
        // The list once, and each tool once: not the list again for each tool.
        assert!(values.walked < 12_000, "{} steps", values.walked);
        let before = values.walked;
        for at in 0..1000 {
            found(&mut values, &format!("/result/tools/{at}/name"));
        }
        assert_eq!(values.walked, before);
    }

    #[test]
    fn deep_places_cost_one_pass_each() {
        let depth = 2_000;
        let text = format!("{}1{}", r#"{"a": [0, "#.repeat(depth), "]}".repeat(depth));
        let mut values = Values::of(Raw::parse(text).unwrap());
        let pointer = "/a/1".repeat(depth);
        assert_eq!(found(&mut values, &pointer), Some("1".to_owned()));
        assert!(values.walked < 10 * depth, "{} steps", values.walked);
    }
}

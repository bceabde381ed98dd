//! The schemas inside a schema. Several rules go through them for each of a hundred tools, so a pointer is written only when
//! somebody asks for it, and a place is asked for its own keywords instead of for all that there are.

use std::fmt;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::{LISTS, MAPS, ONE, escaped};

/// The way to a schema inside another, which is written as a JSON pointer.
#[derive(Clone)]
pub(crate) struct Way<'a> {
    last: Option<Rc<Step<'a>>>,
}

struct Step<'a> {
    before: Option<Rc<Step<'a>>>,
    keyword: &'a str,
    inside: Inside<'a>,
}

enum Inside<'a> {
    Nothing,
    Item(usize),
    Name(&'a str),
}

impl<'a> Way<'a> {
    fn to(&self, keyword: &'a str, inside: Inside<'a>) -> Self {
        Self { last: Some(Rc::new(Step { before: self.last.clone(), keyword, inside })) }
    }
}

impl fmt::Display for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps = Vec::new();
        let mut next = self.last.as_ref();
        while let Some(step) = next {
            steps.push(step);
            next = step.before.as_ref();
        }
        for step in steps.into_iter().rev() {
            write!(f, "/{}", step.keyword)?;
            match step.inside {
                Inside::Nothing => {}
                Inside::Item(index) => write!(f, "/{index}")?,
                Inside::Name(name) => write!(f, "/{}", escaped(name))?,
            }
        }
        Ok(())
    }
}

impl Drop for Step<'_> {
    fn drop(&mut self) {
        // A long chain is not taken apart by recursion.
        let mut next = self.before.take();
        while let Some(mut step) = next.and_then(Rc::into_inner) {
            next = step.before.take();
        }
    }
}

/// Every schema in a schema with its pointer, itself first, up to `most`.
pub(super) fn of(root: &Value, most: usize) -> Vec<(Way<'_>, &Map<String, Value>)> {
    let mut places: Vec<(Way<'_>, &Map<String, Value>)> =
        root.as_object().map(|root| (Way { last: None }, root)).into_iter().collect();
    let mut at = 0;
    let mut keywords: Vec<(usize, &str, &Value)> = Vec::new();
    while let Some((pointer, place)) = places.get(at).cloned() {
        at += 1;
        keywords.clear();
        // One schema first, then lists, then maps, each in a fixed order.
        for (key, value) in place {
            let rank = |known: &[&str]| known.iter().position(|known| known == key);
            let ranked = match value {
                Value::Object(_) => rank(&ONE).or_else(|| rank(&MAPS).map(|rank| ONE.len() + LISTS.len() + rank)),
                Value::Array(_) => rank(&LISTS).map(|rank| ONE.len() + rank),
                _ => None,
            };
            keywords.extend(ranked.map(|rank| (rank, key.as_str(), value)));
        }
        keywords.sort_unstable_by_key(|(rank, ..)| *rank);
        for (rank, key, value) in &keywords {
            let key: &str = key;
            match value {
                Value::Array(list) => {
                    let found = list.iter().enumerate().filter_map(|(index, value)| Some((index, value.as_object()?)));
                    places.extend(found.map(|(index, place)| (pointer.to(key, Inside::Item(index)), place)));
                }
                Value::Object(map) if *rank >= ONE.len() => {
                    let found = map.iter().filter_map(|(name, value)| Some((name, value.as_object()?)));
                    places.extend(found.map(|(name, place)| (pointer.to(key, Inside::Name(name)), place)));
                }
                Value::Object(place) => places.push((pointer.to(key, Inside::Nothing), place)),
                _ => {}
            }
            if places.len() >= most {
                places.truncate(most);
                break;
            }
        }
    }
    places
}

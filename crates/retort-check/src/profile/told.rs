//! What a rule of a profile file asks for, in a sentence, where its author wrote none: whoever reads a finding then sees the rule
//! and not only that there is one.

use super::file::Of;
use super::shape::Shape;
use crate::within::listed;

/// So many things that a rule asks for are named.
const MOST_NAMED: usize = 3;

/// What the tables of a rule ask for.
pub(super) fn summary(shapes: &[Shape]) -> String {
    let told: Vec<String> = shapes.iter().take(MOST_NAMED).map(one).collect();
    let more = if shapes.len() > MOST_NAMED { ", and so on" } else { "" };
    format!("{}{more}.", told.join("; "))
}

fn one(shape: &Shape) -> String {
    let place = match (shape.at.as_slice(), shape.of) {
        ([], Of::Payload) => "The payload".to_owned(),
        ([], Of::Text) => "The text".to_owned(),
        ([], Of::Result) => "The result".to_owned(),
        ([], Of::Error) => "The error".to_owned(),
        ([], Of::Message) => "The message".to_owned(),
        ([], Of::Tool) => "A tool".to_owned(),
        (steps, _) => format!("`/{}`", steps.join("/")),
    };
    let mut asked = asked(shape);
    let more = asked.len().saturating_sub(MOST_NAMED);
    asked.truncate(MOST_NAMED);
    let and = if more > 0 { " and so on" } else { "" };
    format!("{place} {}{and}", asked.join(", and "))
}

/// Each thing that is asked for.
fn asked(shape: &Shape) -> Vec<String> {
    let names = |names: &[String]| listed(&names.iter().map(String::as_str).collect::<Vec<_>>()).replace('|', "` or `");
    let list = |words: &str, given: &[String]| (!given.is_empty()).then(|| format!("{words} {}", names(given)));
    let types: Vec<String> = shape.types.iter().map(|kind| kind.name()).collect();
    let required: Vec<String> = shape.required.iter().chain(shape.required_of.values().flatten()).cloned().collect();
    let amount = |words: &str, amount: Option<usize>| amount.map(|amount| format!("has at {words} {amount} items"));
    [
        list("has", &required),
        list("does not have", &shape.forbidden),
        shape.allowed.as_deref().and_then(|allowed| list("has nothing but", allowed)),
        (!types.is_empty()).then(|| format!("is of type {}", types.join(" or "))),
        shape.words.as_deref().and_then(|words| list("is one of", words)),
        list("is none of", &shape.not_words),
        shape.pattern.as_ref().map(|pattern| format!("matches `{pattern}`")),
        shape.not_pattern.as_ref().map(|pattern| format!("does not match `{pattern}`")),
        shape.minimum.map(|least| format!("is at least {least}")),
        shape.maximum.map(|most| format!("is at most {most}")),
        amount("least", shape.min_items),
        amount("most", shape.max_items),
        shape.filled.then(|| "is not empty".to_owned()),
        shape.echoes.as_ref().map(|name| format!("repeats the argument `{name}`")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

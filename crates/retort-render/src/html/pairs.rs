//! Pairs, as a grid of names and values; and links, one a line.

use maud::{Markup, Render, html};

use super::text::{address, heading, line};
use super::values;
use crate::view::{Entry, Link};

pub(super) fn draw(entries: &[Entry], level: u8) -> Markup {
    // A line between pairs starts another grid: a list of names and values has nothing else in it.
    let groups = entries.chunk_by(|one, other| matches!((one, other), (Entry::Pair(..), Entry::Pair(..))));
    html! {
        @for group in groups {
            @match group.first() {
                Some(Entry::Line(text)) => (told(text, level)),
                _ => dl.pairs { @for entry in group { (pair(entry)) } },
            }
        }
    }
}

/// A line that closes with a colon, or has a mark in front, stands above what follows.
fn told(text: &str, level: u8) -> Markup {
    let plain = text.trim();
    // A single dash is the mark of an item or the sign of a number.
    let start = plain.trim_start_matches(['#', '=', '[', ' ']);
    let start = if start.starts_with("--") { start.trim_start_matches(['-', ' ']) } else { start };
    let name = start.trim_end_matches([':', '=', '-', ']', ' ']);
    if name.len() == plain.len() || name.is_empty() {
        return html! { p.between dir="auto" { (line(plain)) } };
    }
    heading(level, "between", &line(name).render())
}

fn pair(entry: &Entry) -> Markup {
    let Entry::Pair(pair, indent) = entry else { return html! {} };
    // A page has no styles but its own, so that blanks set the name in.
    let blanks = "\u{a0}".repeat(*indent);
    html! { div { dt dir="auto" { (blanks) (line(&pair.key)) } dd dir="auto" { (values::text(&pair.value)) } } }
}

pub(super) fn links(links: &[Link]) -> Markup {
    html! {
        ul.links {
            @for link in links {
                li {
                    (address(link))
                    @if let Some(host) = &link.host { " " span.badge.host { bdi { (line(host)) } } }
                }
            }
        }
    }
}

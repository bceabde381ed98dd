//! Snippets: the passage of a body in which most of what was looked for stands together, cut between words.

use std::collections::HashSet;

use super::stems::Stems;
use super::terms::{Term, terms};

/// How long a snippet is, in bytes.
const LENGTH: usize = 400;
/// How much of what stands before the first match is shown with it.
const LEAD: usize = 60;

/// The passage of a body that fits best; its beginning where nothing in it does. `wanted` are stems and what each counts.
pub(super) fn of(body: &str, wanted: &[(String, f32)], stems: &mut Stems) -> String {
    let mut which = |term: &Term| {
        // Finding stems is slow, and a word begins like its stem.
        let opening = |word: &str| word.chars().next();
        let first = opening(&term.text);
        wanted.iter().find(|(known, _)| opening(known) == first)?;
        let stem = stems.of(&term.text);
        wanted.iter().position(|(known, _)| *known == stem)
    };
    let matches: Vec<(usize, Term)> = terms(body).into_iter().filter_map(|term| Some((which(&term)?, term))).collect();
    let start = best_start(&matches, wanted);
    passage(body, start)
}

/// Where the passage begins whose matches weigh most together; different terms count more than the same again.
fn best_start(matches: &[(usize, Term)], wanted: &[(String, f32)]) -> usize {
    let mut best = (0.0, 0);
    for (index, (_, first)) in matches.iter().enumerate() {
        let mut seen = HashSet::new();
        let mut weight = 0.0;
        for (which, term) in matches.iter().skip(index) {
            if term.end > first.start + LENGTH - LEAD {
                break;
            }
            let one = wanted.get(*which).map_or(0.0, |(_, weight)| *weight);
            weight += if seen.insert(*which) { one } else { one * 0.1 };
        }
        if weight > best.0 {
            best = (weight, first.start);
        }
    }
    best.1
}

/// The text from a little before a place, on one line, whole words only.
fn passage(body: &str, start: usize) -> String {
    let from = border(body, start.saturating_sub(LEAD), start);
    let end = body.len().min(from + LENGTH);
    let mut end = (0..=end).rev().find(|at| body.is_char_boundary(*at)).unwrap_or_default();
    if end < body.len() {
        let cut = body.get(start..end).and_then(|rest| rest.rfind(char::is_whitespace));
        end = cut.map_or(end, |at| start + at);
    }
    let words: Vec<&str> =
        body.get(from..end).unwrap_or_default().split_whitespace().filter(|word| !word.starts_with("```")).collect();
    let before = if body.get(..from).is_some_and(|text| !text.trim().is_empty()) { "… " } else { "" };
    let after = if body.get(end..).is_some_and(|text| !text.trim().is_empty()) { " …" } else { "" };
    format!("{before}{}{after}", words.join(" "))
}

/// The first border between words at or behind a place, and not behind another.
fn border(body: &str, from: usize, most: usize) -> usize {
    if from == 0 {
        return 0;
    }
    let at = (from..=most).find(|at| {
        let before = body.get(..*at).and_then(|text| text.chars().next_back());
        before.is_some_and(char::is_whitespace)
    });
    at.unwrap_or(most)
}

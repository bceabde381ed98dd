//! Snippets: the passage of a body in which most of what was looked for stands together, cut between words.

use std::collections::HashMap;

use super::rank::Stem;
use super::stems::Stems;
use super::terms::{terms, visit};

/// How long a snippet is, in bytes.
const LENGTH: usize = 400;
/// How much of what stands before the first match is shown with it.
const LEAD: usize = 60;
/// How much of a body is looked at, in bytes: a hit costs no more, however long its body is.
const LOOKED_AT: usize = 256 << 10;
/// What a term counts that a passage has already.
const AGAIN: f64 = 0.1;

/// Finds snippets for a query.
pub(super) struct Snippets<'a> {
    wanted: Wanted<'a>,
    forms: Forms<'a>,
}

/// What is looked for, told by how words begin.
struct Wanted<'a> {
    stems: &'a [Stem],
    /// Whether anything that is wanted begins with a byte: nearly every word can be passed over by its first letter.
    openings: [bool; 256],
}

/// Which of the stems words have.
struct Forms<'a> {
    wanted: &'a [Stem],
    stems: Stems,
    /// Finding stems is slow, and the bodies that are found share many words.
    known: HashMap<String, Option<usize>>,
}

/// Where one of the stems stands in a body.
struct Match {
    which: usize,
    start: usize,
    end: usize,
}

impl<'a> Snippets<'a> {
    pub(super) fn new(wanted: &'a [Stem], stems: Stems) -> Self {
        let mut openings = [false; 256];
        for byte in wanted.iter().filter_map(|stem| stem.text.bytes().next()) {
            for byte in [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] {
                openings[usize::from(byte)] = true;
            }
        }
        Self { wanted: Wanted { stems: wanted, openings }, forms: Forms { wanted, stems, known: HashMap::new() } }
    }

    /// The passage of a body that fits best; its beginning where nothing in it does.
    pub(super) fn of(&mut self, body: &str) -> String {
        let Self { wanted, forms } = self;
        let mut matches = Vec::new();
        let looked_at = body.get(..body.floor_char_boundary(LOOKED_AT)).unwrap_or(body);
        visit(
            looked_at,
            |word| wanted.has(word),
            |term, start, end| {
                if wanted.has(term)
                    && let Some(which) = forms.which(term)
                {
                    matches.push(Match { which, start, end });
                }
            },
        );
        let start = best_start(&matches, forms.wanted);
        passage(body, start, |word| terms(word).any(|term| wanted.has(&term.text) && forms.which(&term.text).is_some()))
    }
}

impl Wanted<'_> {
    /// Whether a word may have one of the stems: it begins like its stem.
    fn has(&self, word: &str) -> bool {
        let opens = word.bytes().next().is_some_and(|first| self.openings[usize::from(first)]);
        opens && self.stems.iter().any(|stem| begins_like(word, &stem.text))
    }
}

impl Forms<'_> {
    /// Which of the stems a word has.
    fn which(&mut self, word: &str) -> Option<usize> {
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let stem = self.stems.of(word);
        let which = self.wanted.iter().position(|known| known.text == stem);
        self.known.insert(word.to_owned(), which);
        which
    }
}

/// Whether a word may have a stem, judged by its first letters. Only short words change early (`dying`, `die`).
fn begins_like(word: &str, stem: &str) -> bool {
    let letters = if word.len() < 6 { 1 } else { 3 };
    let mut pairs = word.bytes().zip(stem.bytes()).take(letters);
    pairs.all(|(one, other)| one.eq_ignore_ascii_case(&other))
}

/// Where the passage begins whose matches weigh most together; different terms count more than the same again.
fn best_start(matches: &[Match], wanted: &[Stem]) -> usize {
    let mut counts = vec![0_u32; wanted.len()];
    let value = |found: &Match, is_again: bool| {
        let value = f64::from(wanted.get(found.which).map_or(0.0, |stem| stem.value));
        if is_again { value * AGAIN } else { value }
    };
    let (mut weight, mut best, mut behind) = (0.0, (0.0, 0), 0);
    for first in matches {
        // Matches come in at the end of the passage, and the first goes out again at its beginning.
        while let Some(next) = matches.get(behind).filter(|next| next.end <= first.start + LENGTH - LEAD) {
            if let Some(count) = counts.get_mut(next.which) {
                weight += value(next, *count > 0);
                *count += 1;
            }
            behind += 1;
        }
        if weight > best.0 {
            best = (weight, first.start);
        }
        if let Some(count) = counts.get_mut(first.which).filter(|count| **count > 0) {
            *count -= 1;
            weight -= value(first, *count > 0);
        }
    }
    best.1
}

/// The text from a little before a place, on one line, whole words only. What a fence says about its code is shown only
/// where it was looked for.
fn passage(body: &str, start: usize, mut was_looked_for: impl FnMut(&str) -> bool) -> String {
    let from = border(body, start.saturating_sub(LEAD), start);
    let mut end = body.floor_char_boundary(from + LENGTH);
    if end < body.len() {
        let cut = body.get(start..end).and_then(|rest| rest.rfind(char::is_whitespace));
        end = cut.map_or(end, |at| start + at);
    }
    let is_text = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
    let mut passage = String::with_capacity(LENGTH + LEAD);
    if is_text(body.get(..from)) {
        passage.push('…');
    }
    for mut word in body.get(from..end).unwrap_or_default().split_whitespace() {
        if word.starts_with("```") || word.starts_with("~~~") {
            word = word.trim_start_matches(['`', '~']);
            if !was_looked_for(word) {
                continue;
            }
        }
        if !passage.is_empty() {
            passage.push(' ');
        }
        passage.push_str(word);
    }
    if is_text(body.get(end..)) {
        passage.push_str(" …");
    }
    passage
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

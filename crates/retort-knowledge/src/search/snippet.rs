//! Snippets: the passage of a body in which most of what was looked for stands together, cut between words.

use std::collections::HashMap;

use super::rank::Stem;
use super::stems::Stems;
use super::terms::{Term, terms_where};

/// How long a snippet is, in bytes.
const LENGTH: usize = 400;
/// How much of what stands before the first match is shown with it.
const LEAD: usize = 60;

/// Finds snippets for a query.
pub(super) struct Snippets<'a> {
    wanted: &'a [Stem],
    /// Whether anything that is wanted begins with a byte: nearly every word can be passed over by its first letter.
    openings: [bool; 256],
    stems: Stems,
    /// Which of the stems a word has. Finding stems is slow, and the bodies that are found share many words.
    known: HashMap<String, Option<usize>>,
}

impl<'a> Snippets<'a> {
    pub(super) fn new(wanted: &'a [Stem], stems: Stems) -> Self {
        let mut openings = [false; 256];
        for byte in wanted.iter().filter_map(|stem| stem.text.bytes().next()) {
            for byte in [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] {
                openings[usize::from(byte)] = true;
            }
        }
        Self { wanted, openings, stems, known: HashMap::new() }
    }

    /// The passage of a body that fits best; its beginning where nothing in it does.
    pub(super) fn of(&mut self, body: &str) -> String {
        let mut matches = terms_where(body, |word| self.may_be_wanted(word));
        let mut which = Vec::with_capacity(matches.len());
        matches.retain(|term| {
            let found = self.which(&term.text);
            which.extend(found);
            found.is_some()
        });
        let matches: Vec<(usize, Term)> = which.into_iter().zip(matches).collect();
        passage(body, best_start(&matches, self.wanted))
    }

    /// Which of the stems a word has.
    fn which(&mut self, word: &str) -> Option<usize> {
        if !self.may_be_wanted(word) {
            return None;
        }
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let stem = self.stems.of(word);
        let which = self.wanted.iter().position(|known| known.text == stem);
        self.known.insert(word.to_owned(), which);
        which
    }

    /// Whether a word may have one of the stems: it begins like its stem.
    fn may_be_wanted(&self, word: &str) -> bool {
        let opens = word.bytes().next().is_some_and(|first| self.openings[usize::from(first)]);
        opens && self.wanted.iter().any(|stem| begins_like(word, &stem.text))
    }
}

/// Whether a word may have a stem, judged by its first letters. Only short words change early (`dying`, `die`).
fn begins_like(word: &str, stem: &str) -> bool {
    let letters = if word.len() < 6 { 1 } else { 3 };
    let mut pairs = word.bytes().zip(stem.bytes()).take(letters);
    pairs.all(|(one, other)| one.eq_ignore_ascii_case(&other))
}

/// Where the passage begins whose matches weigh most together; different terms count more than the same again.
fn best_start(matches: &[(usize, Term)], wanted: &[Stem]) -> usize {
    let mut best = (0.0, 0);
    for (index, (_, first)) in matches.iter().enumerate() {
        let mut seen = vec![false; wanted.len()];
        let mut weight = 0.0;
        for (which, term) in matches.iter().skip(index) {
            if term.end > first.start + LENGTH - LEAD {
                break;
            }
            let (Some(stem), Some(seen)) = (wanted.get(*which), seen.get_mut(*which)) else { continue };
            weight += if std::mem::replace(seen, true) { stem.value * 0.1 } else { stem.value };
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

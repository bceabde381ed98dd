//! Snippets: the passage of a body in which most of what was looked for stands together, cut between words.

use std::collections::HashMap;

use super::rank::Stem;
use super::sought::Sought;
use super::stems::Stems;
use super::terms::{Term, terms};

/// How long a snippet is, in bytes.
const LENGTH: usize = 400;
/// How much of what stands before the first match is shown with it.
const LEAD: usize = 60;
/// How much of a body is looked at, in bytes: a hit costs no more, however long its body is.
const LOOKED_AT: usize = 256 << 10;
/// What a term counts that a passage has already.
const AGAIN: f64 = 0.1;

/// Finds snippets for a query.
pub(super) struct Snippets {
    wanted: Wanted,
    forms: Forms,
}

/// What is looked for, told by how words begin.
struct Wanted {
    stems: Vec<Stem>,
    /// Where a byte may begin something that is wanted: nearly every word can be passed over by its first letter.
    openings: [u8; 256],
}

/// Terms begin with a small letter where words do, and with a capital anywhere.
const NOWHERE: u8 = 0;
const OUTSIDE: u8 = 1;
const ANYWHERE: u8 = 2;
/// Where a term may begin behind each byte.
const BEHIND: [u8; 256] = {
    let mut behind = [OUTSIDE | ANYWHERE; 256];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        if byte.is_ascii_alphanumeric() {
            behind[byte as usize] = ANYWHERE;
        }
        byte += 1;
    }
    behind
};

/// Which of the stems words have.
struct Forms {
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

impl Snippets {
    /// `wanted` are the stems of what is sought.
    pub(super) fn new(wanted: Vec<Stem>, sought: &Sought, stems: Stems) -> Self {
        let mut openings = [NOWHERE; 256];
        for byte in wanted.iter().filter_map(|stem| stem.text.bytes().next()) {
            openings[usize::from(byte.to_ascii_uppercase())] = ANYWHERE;
            openings[usize::from(byte.to_ascii_lowercase())] = if byte.is_ascii() { OUTSIDE } else { ANYWHERE };
        }
        let wanted = Wanted { stems: wanted, openings };
        let known = sought.words.iter().map(|word| (word.text.clone(), wanted.which(&word.stem))).collect();
        Self { wanted, forms: Forms { stems, known } }
    }

    /// The passage of a body that fits best; its beginning where nothing in it does.
    pub(super) fn of(&mut self, body: &str) -> String {
        let Self { wanted, forms } = self;
        let mut matches = Vec::new();
        let looked_at = body.get(..body.floor_char_boundary(LOOKED_AT)).unwrap_or(body);
        wanted.find(looked_at, |term, offset| {
            if let Some(which) = forms.which(&term.text, wanted) {
                matches.push(Match { which, start: offset + term.start, end: offset + term.end });
            }
        });
        let start = best_start(&matches, &wanted.stems);
        passage(body, start, |word| {
            terms(word).any(|term| wanted.has(&term.text) && forms.which(&term.text, wanted).is_some())
        })
    }
}

impl Wanted {
    /// Visits the terms of a text that may have one of the stems, each with the offset of the text that its place is
    /// in. Nearly all of a text is passed over byte by byte, and only what stands between spaces around a possible match
    /// is taken apart.
    fn find(&self, text: &str, mut visit: impl FnMut(Term, usize)) {
        let bytes = text.as_bytes();
        let (mut done, mut at, mut before) = (0, 0, b' ');
        let mut begins = |byte: &u8| {
            let behind = BEHIND[usize::from(std::mem::replace(&mut before, *byte))];
            self.openings[usize::from(*byte)] & behind != 0
        };
        // One branch a byte that is seldom taken: to ask one after the other takes several times as long.
        while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(&mut begins)) {
            at += found;
            if !self.may_begin(bytes.get(at..).unwrap_or_default()) {
                at += 1;
                continue;
            }
            let is_space = |byte: &u8| byte.is_ascii_whitespace();
            let from = bytes
                .get(done..at)
                .and_then(|before| before.iter().rposition(is_space))
                .map_or(done, |space| done + space);
            let behind = bytes.get(at..).and_then(|rest| rest.iter().position(is_space));
            done = behind.map_or(bytes.len(), |length| at + length);
            at = done;
            let found = terms(text.get(from..done).unwrap_or_default()).filter(|term| self.has(&term.text));
            found.for_each(|term| visit(term, from));
        }
    }

    /// Whether a text may begin with a term that has one of the stems.
    fn may_begin(&self, text: &[u8]) -> bool {
        let length = text.iter().take(SHORT).take_while(|byte| byte.is_ascii_alphanumeric()).count();
        self.stems.iter().any(|stem| begins_like(text, length, &stem.text))
    }

    /// Which of the stems one is.
    fn which(&self, stem: &str) -> Option<usize> {
        self.stems.iter().position(|known| known.text == stem)
    }

    /// Whether a word may have one of the stems: it begins like its stem.
    fn has(&self, word: &str) -> bool {
        self.stems.iter().any(|stem| begins_like(word.as_bytes(), word.len(), &stem.text))
    }
}

impl Forms {
    /// Which of the stems a word has.
    fn which(&mut self, word: &str, wanted: &Wanted) -> Option<usize> {
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let which = wanted.which(&self.stems.of(word));
        self.known.insert(word.to_owned(), which);
        which
    }
}

/// Words shorter than this may change early (`dying`, `die`).
const SHORT: usize = 6;

/// Whether a word of a length may have a stem, judged by its first letters.
fn begins_like(word: &[u8], length: usize, stem: &str) -> bool {
    let letters = if length < SHORT { 1 } else { 3 };
    let mut pairs = word.iter().zip(stem.as_bytes()).take(letters);
    pairs.all(|(one, other)| one.eq_ignore_ascii_case(other))
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
    for mut word in body.get(from..end).unwrap_or_default().split_ascii_whitespace() {
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

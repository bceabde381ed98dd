//! What a query asks for: its terms that mean something, each with its stem and with what else it may be called.

use std::collections::HashSet;

use super::stems::Stems;
use super::synonyms::{self, Synonyms};
use super::terms::{self, Term, is_of_asking, is_stop_word, is_unspaced};

/// How much the parts of an identifier weigh beside the identifier itself.
const PART: f32 = 0.8;
/// How much another word for the same thing weighs beside the word that was asked for.
const SYNONYM: f32 = 0.3;
/// The most terms of a query that are looked for.
const MOST_TERMS: usize = 64;
/// How much of a query is looked at, in bytes: whoever sends more sends no question.
const LONGEST_QUERY: usize = 16 << 10;

/// A query, taken apart.
#[derive(Debug)]
pub(super) struct Sought {
    pub(super) words: Vec<SoughtWord>,
}

/// A term of a query.
#[derive(Clone, Debug)]
pub(super) struct SoughtWord {
    pub(super) text: String,
    pub(super) stem: String,
    pub(super) weight: f32,
    /// The stems of other words for the same thing, and what each weighs.
    pub(super) others: Vec<(String, f32)>,
}

impl Sought {
    pub(super) fn new(query: &str, stems: &mut Stems) -> Self {
        let query = query.get(..query.floor_char_boundary(LONGEST_QUERY)).unwrap_or(query);
        let mut seen = HashSet::new();
        let mut last = None;
        let (mut words, mut asking) = (Vec::new(), Vec::new());
        for term in terms::terms(query) {
            if words.len() == MOST_TERMS {
                break;
            }
            let is_part = last.replace(term.word) == Some(term.word);
            let says_nothing = is_stop_word(&term.text) && (is_part || !is_code(query, &term));
            if is_half(query, &term) || says_nothing && !is_of_asking(&term.text) || !seen.insert(term.text.clone()) {
                continue;
            }
            let word = SoughtWord::new(term.text, if is_part { PART } else { 1.0 }, stems);
            if says_nothing { asking.push(word) } else { words.push(word) }
        }
        let mut sought = Self { words: if words.is_empty() { asking } else { words } };
        sought.add_synonyms(query, stems, Synonyms::built_in());
        sought
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Looks for longer phrases first. Each other word is taken once, and none that was asked for anyway.
    fn add_synonyms(&mut self, query: &str, stems: &mut Stems, synonyms: &Synonyms) {
        let whole: Vec<String> = terms::whole_words(query).take(MOST_TERMS).collect();
        let known = |word: &String| self.words.iter().find(|known| known.text == *word).map(|known| known.stem.clone());
        let asked: Vec<String> = whole.iter().map(|word| known(word).unwrap_or_else(|| stems.of(word))).collect();
        let mut known: HashSet<String> = self.words.iter().map(|word| word.stem.clone()).collect();
        for length in (1..=synonyms::MOST_WORDS).rev() {
            for (phrase, words) in asked.windows(length).zip(whole.windows(length)) {
                if words.iter().all(|word| is_stop_word(word)) {
                    continue;
                }
                let Some(word) = self.words.iter_mut().find(|word| phrase.contains(&word.stem)) else { continue };
                for other in synonyms.of(phrase) {
                    #[expect(clippy::cast_precision_loss, reason = "a phrase has few words")]
                    let weight = SYNONYM / other.len().max(1) as f32;
                    let new = other.iter().filter(|stem| known.insert((*stem).clone()));
                    word.others.extend(new.map(|stem| (stem.clone(), weight)));
                }
            }
        }
    }
}

/// What stands before and behind a term.
fn around(query: &str, term: &Term) -> (Option<char>, Option<char>) {
    let before = query.get(..term.start).and_then(|text| text.chars().next_back());
    (before, query.get(term.end..).and_then(|text| text.chars().next()))
}

/// Whether a term is one letter of a word that was asked for: the pairs of letters say more.
fn is_half(query: &str, term: &Term) -> bool {
    let mut letters = term.text.chars();
    let is_letter = letters.next().is_some_and(is_unspaced) && letters.next().is_none();
    let (before, behind) = around(query, term);
    is_letter && [before, behind].into_iter().flatten().any(is_unspaced)
}

/// Whether a word is written as code, such as `/me` or `get()`: it then means something, whatever it means in English.
fn is_code(query: &str, term: &Term) -> bool {
    let (before, behind) = around(query, term);
    before.is_some_and(|char| matches!(char, '/' | '`')) || behind.is_some_and(|char| matches!(char, '(' | '`'))
}

impl SoughtWord {
    pub(super) fn new(text: String, weight: f32, stems: &mut Stems) -> Self {
        let stem = stems.of(&text);
        Self { text, stem, weight, others: Vec::new() }
    }

    /// Its stem and those of its synonyms, each with its weight.
    pub(super) fn stems(&self) -> impl Iterator<Item = (&str, f32)> {
        let others = self.others.iter().map(|(stem, weight)| (stem.as_str(), *weight));
        std::iter::once((self.stem.as_str(), 1.0)).chain(others).map(|(stem, weight)| (stem, weight * self.weight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(query: &str) -> Vec<String> {
        Sought::new(query, &mut Stems::new()).words.into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn only_what_means_something_is_looked_for_and_only_once() {
        assert_eq!(words("How do I write a hook, the hook?"), ["write", "hook"]);
        assert_eq!(words("what does get() do, and /me?"), ["get", "me"]);
        assert!(words("the of and").is_empty());
        assert!(words("!!! …").is_empty());
    }

    #[test]
    fn words_of_asking_are_meant_where_nothing_else_was_said() {
        assert_eq!(words("how do I use it?"), ["use"]);
        assert_eq!(words("how do I use a hook?"), ["hook"]);
        assert!(words("how do I").is_empty());
    }

    #[test]
    fn letters_without_spaces_between_words_are_looked_for_in_pairs() {
        assert_eq!(words("安装软件"), ["安装", "装软", "软件"]);
        assert_eq!(words("装 Node安装"), ["装", "node", "安装"]);
    }

    #[test]
    fn only_the_beginning_of_a_query_without_end_is_looked_at() {
        assert_eq!(words(&format!("hook {}zebra", "the ".repeat(4_000_000))), ["hook"]);
        assert_eq!(words(&"é".repeat(1 << 20)), Vec::<String>::new());
        let many: Vec<String> = (0..100_000).map(|number| format!("w{number}")).collect();
        assert_eq!(words(&many.join(" ")).len(), MOST_TERMS);
    }

    #[test]
    fn synonyms_weigh_less_and_leave_out_what_was_asked_for() {
        let sought = Sought::new("delete or remove a websocket", &mut Stems::new());
        let delete = &sought.words[0];
        assert!(delete.others.iter().all(|(stem, weight)| stem != "remov" && *weight < 1.0));
        let socket = sought.words.iter().find(|word| word.text == "websocket").unwrap();
        assert!(socket.others.iter().any(|(stem, _)| stem == "socket"));
    }

    #[test]
    fn a_phrase_is_understood_as_a_whole() {
        let sought = Sought::new("sign in", &mut Stems::new());
        assert!(sought.words[0].others.iter().any(|(stem, _)| stem == "login"));
    }
}

//! Words for the same thing. They are data, in `knowledge/synonyms.txt`: a group a line, its words or phrases between
//! commas.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::stems::Stems;
use super::terms::{is_stop_word, whole_words};

static BUILT_IN: LazyLock<Synonyms> = LazyLock::new(|| Synonyms::read(include_str!("../../knowledge/synonyms.txt")));

/// The most words of a phrase.
pub(super) const MOST_WORDS: usize = 3;

/// Which words and phrases stand for the same thing.
#[derive(Debug, Default)]
pub(super) struct Synonyms {
    /// For the stems of a phrase, those of each phrase that means the same.
    others: HashMap<Vec<String>, Vec<Vec<String>>>,
}

impl Synonyms {
    /// Those of developers.
    pub(super) fn built_in() -> &'static Self {
        &BUILT_IN
    }

    fn read(text: &str) -> Self {
        let mut stems = Stems::new();
        let mut others: HashMap<Vec<String>, Vec<Vec<String>>> = HashMap::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let phrase = |phrase: &str| -> Vec<(String, String)> {
                whole_words(phrase).map(|word| (stems.of(&word), word)).collect()
            };
            let phrases: Vec<Vec<(String, String)>> = line.split(',').map(phrase).collect();
            for (index, one) in phrases.iter().enumerate() {
                let key: Vec<String> = one.iter().map(|(stem, _)| stem.clone()).collect();
                for other in phrases.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, other)| other) {
                    let means = other.iter().filter(|(_, word)| !is_stop_word(word)).map(|(stem, _)| stem.clone());
                    others.entry(key.clone()).or_default().push(means.collect());
                }
            }
        }
        Self { others }
    }

    /// The stems of the phrases that mean the same as one whose stems are given.
    pub(super) fn of(&self, phrase: &[String]) -> &[Vec<String>] {
        self.others.get(phrase).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(synonyms: &Synonyms, phrase: &str) -> Vec<String> {
        let mut stems = Stems::new();
        let key: Vec<String> = whole_words(phrase).map(|word| stems.of(&word)).collect();
        synonyms.of(&key).iter().map(|other| other.join(" ")).collect()
    }

    #[test]
    fn words_and_phrases_of_a_line_stand_for_each_other() {
        let synonyms = Synonyms::read("# words\nlog in, login, authenticate\n\ndelete, removes");
        assert_eq!(others(&synonyms, "logs in"), ["login", "authent"]);
        assert_eq!(others(&synonyms, "authentication"), ["log", "login"]);
        assert_eq!(others(&synonyms, "deleting"), ["remov"]);
        assert!(others(&synonyms, "hook").is_empty());
    }

    #[test]
    fn what_is_built_in_can_be_read() {
        let synonyms = Synonyms::built_in();
        assert!(others(synonyms, "delete").contains(&"remov".to_owned()));
        assert!(synonyms.others.keys().all(|phrase| (1..=MOST_WORDS).contains(&phrase.len())));
        for (phrase, others) in &synonyms.others {
            assert!(others.iter().all(|other| !other.is_empty()), "{phrase:?} stands for a word that says nothing");
        }
    }
}

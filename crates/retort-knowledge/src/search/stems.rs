//! The stems of English words, with British and American spellings taken for the same word.

use rustc_hash::FxHashMap;
use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer, Token, TokenStream, Tokenizer};

use super::terms::WordStream;

/// Words shorter than this are left as they are: `four` is no `for`.
const SHORTEST: usize = 6;

/// A word as Americans spell it. The result may be no word at all (`promize`): it only has to be the same for both
/// spellings.
pub(super) fn american(word: &mut String) {
    if word.len() < SHORTEST {
        return;
    }
    for end in ["e", "es", "ed", "er", "ers", "ing", "able", "ation", "ations"] {
        if let Some(at) = word.strip_suffix(end).filter(|rest| rest.ends_with("is")).map(|rest| rest.len() - 1) {
            word.replace_range(at..=at, "z");
            return;
        }
    }
    for end in ["", "s", "ed", "ing", "al"] {
        if let Some(at) = word.strip_suffix(end).filter(|rest| rest.ends_with("our")).map(|rest| rest.len() - 2) {
            word.replace_range(at..=at, "");
            return;
        }
    }
}

/// Finds stems.
#[derive(Clone)]
pub(super) struct Stems(TextAnalyzer);

impl Stems {
    pub(super) fn new() -> Self {
        Self(TextAnalyzer::builder(RawTokenizer::default()).filter(Stemmer::new(Language::English)).build())
    }

    /// The stem of a word in lower case.
    pub(super) fn of(&mut self, word: &str) -> String {
        let mut word = word.to_owned();
        american(&mut word);
        let mut stream = self.0.token_stream(&word);
        if stream.advance() { stream.token().text.clone() } else { word.clone() }
    }
}

/// How many stems are kept: as many as the words of a language that are used often, and no more however much is read.
const MOST_KEPT: usize = 1 << 14;

/// The stems of a text, for the index. Texts use the same words over and over and finding a stem is slow, so those that
/// were found are kept.
#[derive(Clone)]
pub(super) struct StemmedWords {
    stems: Stems,
    kept: FxHashMap<String, String>,
}

/// The stems of a text, one after the other.
pub(super) struct StemStream<'a> {
    words: WordStream<'a>,
    from: &'a mut StemmedWords,
}

impl StemmedWords {
    pub(super) fn new() -> Self {
        Self { stems: Stems::new(), kept: FxHashMap::default() }
    }

    /// Puts the stem of a word in its place.
    fn stem(&mut self, word: &mut String) {
        if let Some(stem) = self.kept.get(word.as_str()) {
            word.clone_from(stem);
            return;
        }
        if self.kept.len() == MOST_KEPT {
            self.kept.clear();
        }
        let stem = self.stems.of(word);
        self.kept.insert(std::mem::replace(word, stem.clone()), stem);
    }
}

impl Tokenizer for StemmedWords {
    type TokenStream<'a> = StemStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> StemStream<'a> {
        StemStream { words: WordStream::new(text), from: self }
    }
}

impl TokenStream for StemStream<'_> {
    fn advance(&mut self) -> bool {
        let is_there = self.words.advance();
        if is_there {
            self.from.stem(&mut self.words.token_mut().text);
        }
        is_there
    }

    fn token(&self) -> &Token {
        self.words.token()
    }

    fn token_mut(&mut self) -> &mut Token {
        self.words.token_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_and_spellings_of_a_word_have_one_stem() {
        let mut stems = Stems::new();
        for [one, other] in [
            ["authorise", "authorization"],
            ["authorisation", "authorized"],
            ["initialising", "initialize"],
            ["serialiser", "serializer"],
            ["behaviour", "behaviors"],
            ["authenticate", "authentication"],
            ["hooks", "hook"],
            ["querying", "query"],
        ] {
            assert_eq!(stems.of(one), stems.of(other), "{one} and {other}");
        }
        assert_ne!(stems.of("four"), stems.of("for"));
    }

    #[test]
    fn the_index_has_the_stems_that_queries_look_for() {
        let text = "Authorisation, querying and @feathersjs/authentication behaviours: promises, querying, promised";
        let mut analyser = StemmedWords::new();
        let mut stream = analyser.token_stream(text);
        let mut indexed = Vec::new();
        while stream.advance() {
            indexed.push(stream.token().text.clone());
        }
        let mut stems = Stems::new();
        let sought: Vec<String> = super::super::terms::terms(text).map(|term| stems.of(&term.text)).collect();
        assert_eq!(indexed, sought);
    }
}

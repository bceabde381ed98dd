//! The stems of English words, with British and American spellings taken for the same word.

use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer, Token, TokenStream, Tokenizer};

use super::terms::{WordStream, Words};

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

/// The stems of a text, for the index.
pub(super) fn stemmed_words() -> TextAnalyzer {
    TextAnalyzer::builder(AmericanWords).filter(Stemmer::new(Language::English)).build()
}

#[derive(Clone, Default)]
struct AmericanWords;

struct AmericanStream(WordStream);

impl Tokenizer for AmericanWords {
    type TokenStream<'a> = AmericanStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> AmericanStream {
        AmericanStream(Words.token_stream(text))
    }
}

impl TokenStream for AmericanStream {
    fn advance(&mut self) -> bool {
        let is_there = self.0.advance();
        if is_there {
            american(&mut self.0.token_mut().text);
        }
        is_there
    }

    fn token(&self) -> &Token {
        self.0.token()
    }

    fn token_mut(&mut self) -> &mut Token {
        self.0.token_mut()
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
        let text = "Authorisation, querying and @feathersjs/authentication behaviours: promises";
        let mut analyser = stemmed_words();
        let mut stream = analyser.token_stream(text);
        let mut indexed = Vec::new();
        while stream.advance() {
            indexed.push(stream.token().text.clone());
        }
        let mut stems = Stems::new();
        let sought: Vec<String> = super::super::terms::terms(text).iter().map(|term| stems.of(&term.text)).collect();
        assert_eq!(indexed, sought);
    }
}

//! The terms of a text. Identifiers are found whole and in their parts: `app.service`, `beforeHook` and
//! `@feathersjs/koa` answer to each of their words.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// A term, and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The number of the word that it belongs to: the parts of an identifier have that of the whole.
    pub(super) word: usize,
}

/// The longest word that is looked at: longer ones are data, not language.
const LONGEST_WORD: usize = 80;
/// Where a word with parts is cut: what goes on for longer is taken for several, so that no text needs much memory.
const LONGEST_WHOLE: usize = 1 << 10;

/// The terms of a text, in lower case, one after the other.
pub(super) struct Terms<'a> {
    words: Scan<'a>,
    /// The other terms of a word with parts, the last first.
    parts: Vec<Term>,
}

/// The terms of a text, in lower case.
pub(super) fn terms(text: &str) -> Terms<'_> {
    Terms { words: Scan::new(text), parts: Vec::new() }
}

impl Iterator for Terms<'_> {
    type Item = Term;

    fn next(&mut self) -> Option<Term> {
        loop {
            if let Some(term) = self.parts.pop() {
                return Some(term);
            }
            let word = self.words.next_word()?;
            if word.is_plain && word.text.len() <= LONGEST_WORD {
                return Some(word.term());
            } else if !word.is_plain {
                add(&word, &mut self.parts);
                self.parts.reverse();
            }
        }
    }
}

/// A word as it stands in a text.
struct Word<'a> {
    text: &'a str,
    start: usize,
    number: usize,
    /// Whether it has no parts and is all of English letters.
    is_plain: bool,
}

impl Word<'_> {
    /// A plain word as a term.
    fn term(&self) -> Term {
        let (start, end) = (self.start, self.start + self.text.len());
        Term { text: self.text.to_ascii_lowercase(), start, end, word: self.number }
    }
}

/// Goes through the words of a text.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    number: usize,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, number: 0 }
    }

    fn next_word(&mut self) -> Option<Word<'a>> {
        loop {
            let first = self.text.get(self.at..)?.chars().next()?;
            let start = self.at;
            self.at += first.len_utf8();
            if !opens_word(first) {
                continue;
            }
            let (text, is_plain) = if is_unspaced(first) {
                (self.pair(start), false)
            } else if let Some(plain) = plain_word(self.text, start) {
                self.at = start + plain.len();
                (plain, true)
            } else if let Some(whole) = self.rest_of_word(start) {
                (whole, false)
            } else {
                continue;
            };
            self.number += 1;
            return Some(Word { text, start, number: self.number - 1, is_plain });
        }
    }

    /// Of letters that are written without spaces between words, the one that was read and the one behind it, which is
    /// read again as the first of the next pair. Where a word ends is not written, but two letters together say enough.
    fn pair(&self, start: usize) -> &'a str {
        let next = self.text.get(self.at..).and_then(|rest| rest.chars().next()).filter(|char| is_unspaced(*char));
        self.text.get(start..self.at + next.map_or(0, char::len_utf8)).unwrap_or_default()
    }

    /// The whole word of which the first character was read; `None` where nothing in it is a letter or a digit.
    fn rest_of_word(&mut self, start: usize) -> Option<&'a str> {
        let mut end = self.at;
        for char in self.text.get(self.at..)?.chars() {
            if !char.is_alphanumeric() && !is_joint(char) || is_unspaced(char) || self.at - start >= LONGEST_WHOLE {
                break;
            }
            self.at += char.len_utf8();
            // A joint belongs to the word only where the word goes on behind it.
            if char.is_alphanumeric() {
                end = self.at;
            }
        }
        self.text.get(start..end).filter(|whole| whole.chars().any(char::is_alphanumeric))
    }
}

/// The word at a place where it is of English letters, at most the first of them a capital: it has no parts.
fn plain_word(text: &str, start: usize) -> Option<&str> {
    let bytes = text.as_bytes().get(start..)?;
    bytes.first().filter(|first| first.is_ascii_alphabetic())?;
    let length = 1 + bytes.iter().skip(1).take_while(|byte| byte.is_ascii_lowercase()).count();
    let is_of_word = |next: &u8| !next.is_ascii() || next.is_ascii_alphanumeric() || is_joint(char::from(*next));
    let goes_on = match bytes.get(length..) {
        // A full stop and a space end a sentence, and with it the word.
        Some([b'.', next, ..]) => is_of_word(next),
        Some([b'.']) | None => false,
        Some(rest) => rest.first().is_some_and(is_of_word),
    };
    if goes_on { None } else { text.get(start..start + length) }
}

/// The words of a text, in lower case, identifiers only as a whole.
pub(super) fn whole_words(text: &str) -> impl Iterator<Item = String> {
    let mut last = None;
    terms(text).filter(move |term| last.replace(term.word) != Some(term.word)).map(|term| term.text)
}

/// Whether a letter is of Chinese or Japanese, which have no spaces between words.
pub(super) fn is_unspaced(char: char) -> bool {
    let is_of_them = matches!(char,
        '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{323af}');
    is_of_them && char.is_alphanumeric()
}

fn opens_word(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '@' | '$')
}

/// What may stand inside a word.
fn is_joint(char: char) -> bool {
    matches!(char, '.' | '/' | '-' | '_' | '\'' | '’')
}

/// Adds the terms of a word that is not plain.
fn add(word: &Word<'_>, found: &mut Vec<Term>) {
    let Word { text: whole, start, number: word, .. } = *word;
    let mut push = |from: usize, length: usize, text: String| {
        if text.len() <= LONGEST_WORD {
            found.push(Term { text, start: start + from, end: start + from + length, word });
        }
    };
    push(0, whole.len(), whole.to_lowercase());
    if let Some(first) = whole.chars().next().filter(|char| is_unspaced(*char)) {
        if first.len_utf8() < whole.len() {
            push(0, first.len_utf8(), first.to_string());
        }
        return;
    }
    let parts = parts(whole);
    if let [(0, only)] = parts.as_slice()
        && *only == whole
    {
        return;
    }
    if let [one, other] = whole.split('-').collect::<Vec<_>>().as_slice()
        && [one, other].iter().all(|part| !part.is_empty() && part.chars().all(char::is_alphabetic))
    {
        // What is written `real-time` here is `realtime` elsewhere.
        push(0, whole.len(), format!("{one}{other}").to_lowercase());
    }
    for (from, part) in parts {
        // A single letter says nothing.
        if part.chars().nth(1).is_some() || part.chars().all(|char| !char.is_ascii()) {
            push(from, part.len(), part.to_lowercase());
        }
    }
}

/// The words that an identifier is made of.
fn parts(whole: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let mut start = None;
    let mut before: Option<char> = None;
    let mut chars = whole.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        if !char.is_alphanumeric() {
            parts.extend(start.take().and_then(|from: usize| Some((from, whole.get(from..at)?))));
            before = None;
            continue;
        }
        let next_is_small = chars.peek().is_some_and(|(_, next)| next.is_lowercase());
        let is_hump = before.is_some_and(|before| {
            char.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && next_is_small)
        });
        if is_hump {
            parts.extend(start.take().and_then(|from| Some((from, whole.get(from..at)?))));
        }
        start.get_or_insert(at);
        before = Some(char);
    }
    parts.extend(start.and_then(|from| Some((from, whole.get(from..)?))));
    parts
}

/// Words that say nothing about what is looked for, in their order: those of grammar, and those of asking.
#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "about", "actually", "already", "also", "always", "am", "an", "and", "another", "any", "are", "as", "at",
    "automatically", "be", "because", "been", "being", "best", "better", "but", "by", "can", "can't", "cannot",
    "correctly", "could", "couldn't", "currently", "did", "didn't", "do", "does", "doesn't", "doing", "don't", "each",
    "either", "else", "even", "ever", "every", "few", "for", "from", "get", "going", "got", "had", "has", "have",
    "help", "here", "how", "however", "i", "i'm", "i've", "if", "im", "in", "instead", "into", "is", "it", "its",
    "itself", "just", "kind", "know", "let", "lets", "look", "looking", "lot", "make", "many", "may", "maybe", "me",
    "mean", "might", "more", "most", "much", "must", "my", "need", "now", "of", "often", "on", "once", "one", "or",
    "other", "our", "over", "perhaps", "please", "possible", "proper", "properly", "quite", "rather", "really",
    "right", "same", "say", "see", "seem", "seems", "should", "show", "simple", "simply", "since", "so", "some",
    "somehow", "something", "still", "such", "sure", "tell", "than", "thanks", "that", "that's", "the", "their",
    "them", "then", "there", "these", "they", "this", "those", "though", "through", "to", "too", "try", "trying",
    "until", "up", "us", "use", "used", "uses", "using", "very", "want", "wants", "was", "way", "ways", "we", "well",
    "went", "were", "what", "what's", "whats", "when", "whenever", "where", "whether", "which", "while", "who",
    "whole", "whose", "why", "will", "with", "within", "without", "won't", "would", "yes", "yet", "you", "you're",
    "your",
];

/// Whether a term says nothing about what is looked for.
pub(super) fn is_stop_word(term: &str) -> bool {
    STOP_WORDS.binary_search(&term).is_ok()
}

/// Those of the words that say nothing with which people ask: alone they are all that is meant.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "get", "help", "know", "let", "lets", "look", "looking", "make", "mean", "need", "say", "see", "show", "simple",
    "tell", "try", "trying", "use", "used", "uses", "using", "want", "wants", "way", "ways",
];

/// Whether a term that says nothing may be meant all the same where nothing else was said.
pub(super) fn is_of_asking(term: &str) -> bool {
    ASKING.binary_search(&term).is_ok()
}

/// The terms of a text as the index wants them.
#[derive(Clone, Default)]
pub(super) struct Words;

/// The terms of a text, one after the other.
pub(super) struct WordStream<'a> {
    terms: Terms<'a>,
    token: Token,
}

impl Tokenizer for Words {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        WordStream::new(text)
    }
}

impl<'a> WordStream<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { terms: terms(text), token: Token::default() }
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        loop {
            if let Some(term) = self.terms.parts.pop() {
                self.token.text = term.text;
                self.token.offset_from = term.start;
                self.token.offset_to = term.end;
                self.token.position = term.word;
                return true;
            }
            let Some(word) = self.terms.words.next_word() else { return false };
            if !word.is_plain {
                add(&word, &mut self.terms.parts);
                self.terms.parts.reverse();
            } else if word.text.len() <= LONGEST_WORD {
                // Most words come this way, and none of them needs memory of its own.
                self.token.text.clear();
                self.token.text.push_str(word.text);
                self.token.text.make_ascii_lowercase();
                self.token.offset_from = word.start;
                self.token.offset_to = word.start + word.text.len();
                self.token.position = word.number;
                return true;
            }
        }
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        terms(text).map(|term| term.text).collect()
    }

    #[test]
    fn identifiers_are_found_whole_and_in_parts() {
        assert_eq!(words("beforeHook"), ["beforehook", "before", "hook"]);
        assert_eq!(words("app.service('x')"), ["app.service", "app", "service", "x"]);
        assert_eq!(words("@feathersjs/koa"), ["@feathersjs/koa", "feathersjs", "koa"]);
        assert_eq!(words("JSONSchema $limit"), ["jsonschema", "json", "schema", "$limit", "limit"]);
        assert_eq!(words("real-time"), ["real-time", "realtime", "real", "time"]);
        assert_eq!(words("The end. Really…"), ["the", "end", "really"]);
        assert_eq!(words("!!! … --"), Vec::<String>::new());
    }

    #[test]
    fn the_index_gets_the_same_terms() {
        for text in [
            "Plain words, beforeHook and @feathersjs/koa — real-time.",
            "Grüße, $limit! x",
            "",
            "... a-",
            "在Node中安装软件。 カタカナ",
        ] {
            let mut indexed = Vec::new();
            Words.token_stream(text).process(&mut |token| {
                let (start, end) = (token.offset_from, token.offset_to);
                indexed.push(Term { text: token.text.clone(), start, end, word: token.position });
            });
            assert_eq!(indexed, terms(text).collect::<Vec<_>>());
        }
    }

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP_WORDS.is_sorted() && ASKING.is_sorted());
        assert!(ASKING.iter().all(|word| is_stop_word(word)));
        assert!(is_stop_word("the") && is_stop_word("your") && is_stop_word("a") && !is_stop_word("hook"));
    }

    #[test]
    fn places_are_those_in_the_text() {
        for term in terms("Grüße an context.params.user, @feathersjs/koa!") {
            let text = "Grüße an context.params.user, @feathersjs/koa!";
            assert_eq!(text[term.start..term.end].to_lowercase(), term.text);
        }
    }

    #[test]
    fn letters_without_spaces_between_words_go_in_pairs() {
        assert_eq!(words("安装Node软件"), ["安装", "安", "装", "node", "软件", "软", "件"]);
        assert_eq!(words("装"), ["装"]);
        assert_eq!(words("安。装"), ["安", "装"]);
        assert_eq!(words(&"安装".repeat(100)).len(), 399);
    }

    #[test]
    fn a_word_that_never_ends_is_taken_for_several() {
        let text = "ab/cd.".repeat(1000);
        let longest = terms(&text).fold(HashMap::new(), |mut counts: HashMap<usize, usize>, term| {
            *counts.entry(term.word).or_default() += 1;
            counts
        });
        assert!(longest.len() > 1 && longest.into_values().all(|count| count <= LONGEST_WHOLE));
        assert!(words(&text).iter().all(|word| ["ab", "cd", "a", "b", "c", "d"].contains(&word.as_str())));
    }
}

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
const LONGEST: usize = 80;

/// The terms of a text, in lower case.
pub(super) fn terms(text: &str) -> Vec<Term> {
    let mut found = Vec::new();
    let mut rest = text.char_indices().peekable();
    let mut word = 0;
    while let Some((start, first)) = rest.next() {
        if !opens_word(first) {
            continue;
        }
        let mut end = start + first.len_utf8();
        while let Some((at, char)) = rest.next_if(|(_, char)| char.is_alphanumeric() || is_joint(*char)) {
            // A joint belongs to the word only where the word goes on behind it.
            if char.is_alphanumeric() {
                end = at + char.len_utf8();
            }
        }
        let Some(whole) = text.get(start..end).filter(|whole| whole.chars().any(char::is_alphanumeric)) else {
            continue;
        };
        add(whole, start, word, &mut found);
        word += 1;
    }
    found
}

fn opens_word(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '@' | '$')
}

/// What may stand inside a word.
fn is_joint(char: char) -> bool {
    matches!(char, '.' | '/' | '-' | '_' | '\'' | '’')
}

fn add(whole: &str, start: usize, word: usize, found: &mut Vec<Term>) {
    let mut push = |from: usize, part: &str| {
        if part.len() <= LONGEST {
            let text = part.to_lowercase();
            found.push(Term { text, start: start + from, end: start + from + part.len(), word });
        }
    };
    let parts = parts(whole);
    push(0, whole);
    if let [(0, only)] = parts.as_slice()
        && *only == whole
    {
        return;
    }
    for (from, part) in parts {
        // A single letter says nothing.
        if part.chars().nth(1).is_some() || part.chars().all(|char| !char.is_ascii()) {
            push(from, part);
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

/// Words that say nothing about what is looked for.
#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "about", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do", "does",
    "doing", "for", "from", "get", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "just",
    "make", "may", "me", "my", "need", "of", "on", "one", "or", "our", "please", "should", "so", "some", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "those", "to", "tell", "show", "want", "was", "we", "were", "what", "whats",
    "what's", "when", "where", "which", "while", "who", "why", "will", "with", "would", "you", "your",
];

/// Whether a term says nothing about what is looked for.
pub(super) fn is_stop_word(term: &str) -> bool {
    STOP_WORDS.contains(&term)
}

/// The terms of a text as the index wants them.
#[derive(Clone, Default)]
pub(super) struct Words;

pub(super) struct Stream {
    terms: std::vec::IntoIter<Term>,
    token: Token,
}

impl Tokenizer for Words {
    type TokenStream<'a> = Stream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream {
        Stream { terms: terms(text).into_iter(), token: Token::default() }
    }
}

impl TokenStream for Stream {
    fn advance(&mut self) -> bool {
        let Some(term) = self.terms.next() else { return false };
        self.token.text = term.text;
        self.token.offset_from = term.start;
        self.token.offset_to = term.end;
        self.token.position = term.word;
        true
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
    use super::*;

    fn words(text: &str) -> Vec<String> {
        terms(text).into_iter().map(|term| term.text).collect()
    }

    #[test]
    fn identifiers_are_found_whole_and_in_parts() {
        assert_eq!(words("beforeHook"), ["beforehook", "before", "hook"]);
        assert_eq!(words("app.service('x')"), ["app.service", "app", "service", "x"]);
        assert_eq!(words("@feathersjs/koa"), ["@feathersjs/koa", "feathersjs", "koa"]);
        assert_eq!(words("JSONSchema $limit"), ["jsonschema", "json", "schema", "$limit", "limit"]);
        assert_eq!(words("The end. Really…"), ["the", "end", "really"]);
        assert_eq!(words("!!! … --"), Vec::<String>::new());
    }

    #[test]
    fn places_are_those_in_the_text() {
        for term in terms("Grüße an context.params.user, @feathersjs/koa!") {
            let text = "Grüße an context.params.user, @feathersjs/koa!";
            assert_eq!(text[term.start..term.end].to_lowercase(), term.text);
        }
    }
}

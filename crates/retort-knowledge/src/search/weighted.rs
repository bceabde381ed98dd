//! Texts that count several times: each of their terms comes so often, and is found only once.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// A text that counts so many times, for [`Weighted`].
pub(super) fn weighted(weight: u8, text: &str) -> String {
    let mut weighted = String::with_capacity(text.len() + 1);
    weighted.push(char::from(weight));
    weighted.push_str(text);
    weighted
}

/// The terms of a text that [`weighted`] made, each as often as it counts.
#[derive(Clone)]
pub(super) struct Weighted<T>(pub(super) T);

/// Terms that come again.
pub(super) struct Repeated<S> {
    terms: S,
    weight: u32,
    /// How often the last term comes yet.
    left: u32,
}

impl<T: Tokenizer> Tokenizer for Weighted<T> {
    type TokenStream<'a> = Repeated<T::TokenStream<'a>>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Self::TokenStream<'a> {
        let mut chars = text.chars();
        let weight = chars.next().map_or(0, u32::from);
        Repeated { terms: self.0.token_stream(chars.as_str()), weight, left: 0 }
    }
}

impl<S: TokenStream> TokenStream for Repeated<S> {
    fn advance(&mut self) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return true;
        }
        self.left = self.weight.saturating_sub(1);
        self.weight > 0 && self.terms.advance()
    }

    fn token(&self) -> &Token {
        self.terms.token()
    }

    fn token_mut(&mut self) -> &mut Token {
        self.terms.token_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::super::terms::Words;
    use super::*;

    #[test]
    fn every_term_comes_as_often_as_the_text_counts() {
        let terms = |text: &str| {
            let mut terms = Vec::new();
            Weighted(Words).token_stream(text).process(&mut |token| terms.push(token.text.clone()));
            terms
        };
        assert_eq!(terms(&weighted(1, "a beforeHook")), ["a", "beforehook", "before", "hook"]);
        assert_eq!(terms(&weighted(3, "red fox")), ["red", "red", "red", "fox", "fox", "fox"]);
        assert!(terms(&weighted(2, "")).is_empty() && terms("").is_empty());
    }
}

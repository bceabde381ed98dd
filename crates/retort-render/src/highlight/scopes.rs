//! From the scopes that the rules of a language give a piece of text, such as `string.quoted.double.rust`, to the few
//! meanings that have a colour.

use std::sync::LazyLock;

use syntect::parsing::{Scope, ScopeStack};

use super::Token;

/// What a scope says about the text inside it.
#[derive(Clone, Copy)]
enum Verdict {
    Is(Token),
    /// Nothing: the scope around it decides.
    Ask,
}

use Verdict::{Ask, Is};

/// What scopes mean, by how they begin. The first that fits counts.
const MEANINGS: &[(&str, Verdict)] = &[
    ("comment", Is(Token::Comment)),
    ("constant.numeric", Is(Token::Number)),
    ("constant", Is(Token::Constant)),
    ("entity.name.tag.yaml", Is(Token::Key)),
    ("entity.name.tag.toml", Is(Token::Key)),
    ("entity.name.table", Is(Token::Heading)),
    ("entity.name.section.diff", Ask),
    ("entity.name.section", Is(Token::Heading)),
    ("entity.section", Is(Token::Heading)),
    ("entity.name.field", Is(Token::Key)),
    ("entity.name.function", Is(Token::Function)),
    ("entity.name.macro", Is(Token::Function)),
    ("entity.name.constant", Is(Token::Constant)),
    ("entity.name", Is(Token::Type)),
    ("entity.other.attribute-name", Is(Token::Key)),
    ("entity.other.inherited-class", Is(Token::Type)),
    ("entity.other", Is(Token::Key)),
    ("keyword.name", Is(Token::Key)),
    ("keyword.operator", Is(Token::Operator)),
    ("keyword.other.unit", Is(Token::Number)),
    ("keyword", Is(Token::Keyword)),
    ("markup.deleted", Is(Token::Deleted)),
    ("markup.heading", Is(Token::Heading)),
    ("markup.inserted", Is(Token::Inserted)),
    ("markup.raw", Is(Token::Text)),
    ("punctuation.definition.array", Is(Token::Punctuation)),
    ("punctuation.definition.block", Is(Token::Punctuation)),
    ("punctuation.definition.equals", Is(Token::Punctuation)),
    ("punctuation.definition.group", Is(Token::Punctuation)),
    ("punctuation.definition.key-value", Is(Token::Punctuation)),
    ("punctuation.definition.mapping", Is(Token::Punctuation)),
    ("punctuation.definition.parameters", Is(Token::Punctuation)),
    ("punctuation.definition.section", Is(Token::Punctuation)),
    ("punctuation.definition.sequence", Is(Token::Punctuation)),
    ("punctuation.definition.table", Is(Token::Punctuation)),
    ("punctuation.definition.tag", Is(Token::Punctuation)),
    // Quotes, the signs of a comment, the sigil of a variable: part of what they begin.
    ("punctuation.definition", Ask),
    ("punctuation.terminator.entity", Ask),
    ("punctuation", Is(Token::Punctuation)),
    ("source", Is(Token::Plain)),
    ("storage.type.string", Is(Token::Text)),
    ("storage", Is(Token::Keyword)),
    ("string", Is(Token::Text)),
    ("support.constant", Is(Token::Constant)),
    ("support.function", Is(Token::Function)),
    ("support.macro", Is(Token::Function)),
    ("support.type.property-name", Is(Token::Key)),
    ("support", Is(Token::Type)),
    ("text", Is(Token::Plain)),
    ("variable.annotation", Is(Token::Function)),
    ("variable.function", Is(Token::Function)),
    ("variable.language", Is(Token::Constant)),
    ("variable.other.constant", Is(Token::Constant)),
    ("variable.type", Is(Token::Type)),
    ("variable", Is(Token::Plain)),
    ("meta.interpolation", Is(Token::Plain)),
    ("meta.mapping.key", Is(Token::Key)),
];

/// A scope that makes a string around it the name of a member.
const KEY: &str = "meta.mapping.key";

static SCOPES: LazyLock<Vec<(Scope, Verdict)>> = LazyLock::new(|| {
    let scope = |(start, verdict): &(&str, Verdict)| Some((Scope::new(start).ok()?, *verdict));
    MEANINGS.iter().filter_map(scope).collect()
});

static KEYS: LazyLock<Option<Scope>> = LazyLock::new(|| Scope::new(KEY).ok());

/// What a piece of text is that stands in these scopes: the innermost that says something decides.
pub(super) fn token(stack: &ScopeStack) -> Token {
    let mut inner = stack.as_slice().iter().rev();
    while let Some(scope) = inner.next() {
        let meaning = SCOPES.iter().find(|(start, _)| start.is_prefix_of(*scope));
        if let Some((_, Is(token))) = meaning {
            let is_key =
                *token == Token::Text && inner.next().zip(*KEYS).is_some_and(|(around, key)| key.is_prefix_of(*around));
            return if is_key { Token::Key } else { *token };
        }
    }
    Token::Plain
}

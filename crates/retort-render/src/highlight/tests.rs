//! What the highlighter makes of good, bad and endless sources.

use super::*;

fn tokens(text: &str, language: &str) -> Vec<(Token, String)> {
    let all = highlight(text, Some(language)).flatten();
    all.filter(|(token, _)| *token != Token::Plain).map(|(token, text)| (token, text.trim().to_owned())).collect()
}

fn is(text: &str, language: &str, piece: &str, token: Token) {
    let found = tokens(text, language);
    assert!(found.contains(&(token, piece.to_owned())), "{piece}: {found:?}");
}

#[test]
fn meanings() {
    let rust = "fn main() {\n    let n: Option<u8> = None; // why\n    println!(\"a\\n\", 12);\n}\n";
    is(rust, "rust", "fn", Token::Keyword);
    is(rust, "rust", "main", Token::Function);
    is(rust, "rust", "// why", Token::Comment);
    is(rust, "rust", "12", Token::Number);
    is(rust, "rust", "\\n", Token::Constant);
    is("x = a and b", "python", "and", Token::Keyword);
    is("x = f'a {b}'", "python", "f'a", Token::Text);
    is("{\"a\": [1, \"b\", null]}", "json", "\"a\"", Token::Key);
    is("{\"a\": [1, \"b\", null]}", "json", "\"b\"", Token::Text);
    is("{\"a\": [1, \"b\", null]}", "json", "null", Token::Constant);
    is("a: 1\n", "yaml", "a", Token::Key);
    is("[a]\nb = 1\n", "toml", "b", Token::Key);
    is("<p class='x'>", "html", "p", Token::Type);
    is("<p class='x'>", "html", "class", Token::Key);
    is("interface A { b: string }", "typescript", "interface", Token::Keyword);
    is("+a\n-b\n", "diff", "+a", Token::Inserted);
    is("+a\n-b\n", "patch", "-b", Token::Deleted);
    is("diff --git a/x b/x\n--- a/x\n", "diff", "--- a/x", Token::Heading);
}

/// Lines as they were sent, whatever the language.
fn assert_whole(text: &str, language: Option<&str>) {
    let drawn: Vec<String> =
        highlight(text, language).map(|line| line.iter().map(|(_, text)| *text).collect()).collect();
    let lines: Vec<&str> = text.lines().collect();
    assert!(drawn == lines, "{language:?}: {text:?} became {drawn:?}");
}

#[test]
fn nothing_is_lost() {
    for text in ["", "\n", "a", "a\r\nb\r\n\r\n", "\n\n\nx", "日本 = \"é\u{301}\"\n", "\u{1b}[31m\r\n", "a\rb\n"] {
        for language in [None, Some("rust"), Some("html"), Some("diff"), Some("markdown"), Some("klingon")] {
            assert_whole(text, language);
        }
    }
}

#[test]
fn endless_lines_and_texts_are_plain() {
    let line = format!("let a = {};\nlet b = 1;\n", "1".repeat(LONGEST_LINE));
    assert_whole(&line, Some("rust"));
    let lines: Vec<_> = highlight(&line, Some("rust")).collect();
    assert_eq!(lines[0].len(), 1);
    assert!(lines[1].len() > 1, "{:?}", lines[1]);
    let text = "let b = 1;\n".repeat(MOST_BYTES / 11 + 1);
    assert!(highlight(&text, Some("rust")).all(|line| line.len() == 1));
}

#[test]
fn patience_ends() {
    let patience = Patience::default();
    patience.0.set(Duration::ZERO);
    let lines: Vec<_> = highlight_within(&patience, "let a = 1;\n", Some("rust")).collect();
    assert_eq!(lines, [[(Token::Plain, "let a = 1;")]]);
    assert!(highlight_within(&Patience::default(), "let a = 1;\n", Some("rust")).any(|line| line.len() > 1));
}

/// Nesting, openings without ends and what makes regular expressions go back and forth.
#[test]
fn nasty_sources_come_out_whole() {
    let pieces =
        ["(", "[{", "<a ", "<!--", "\"\\", "/*", "`${", "a a a a a ", "((a*)*", "<<A ", "=~ /", "#{", "\t", "=", "{%"];
    for language in ["rust", "typescript", "html", "perl", "markdown", "php"] {
        for piece in pieces {
            let text = format!("{}\n{piece}\n", piece.repeat(200));
            assert_whole(&text, Some(language));
        }
    }
}

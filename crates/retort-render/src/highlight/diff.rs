//! Diffs: the first characters of a line tell what it is, so no rules of a language are needed.

use super::Token;

/// Whether a language is that of diffs.
pub(super) fn is_name(language: &str) -> bool {
    language.eq_ignore_ascii_case("diff") || language.eq_ignore_ascii_case("patch")
}

/// What begins a line that is about files, and not about what is in them.
const ABOUT_FILES: &[&str] = &[
    "diff ",
    "index ",
    "--- ",
    "+++ ",
    "new file mode ",
    "deleted file mode ",
    "old mode ",
    "new mode ",
    "similarity index ",
    "rename from ",
    "rename to ",
    "Binary files ",
];

/// What a line of a diff is.
pub(super) fn token(line: &str) -> Token {
    match line.bytes().next() {
        _ if ABOUT_FILES.iter().any(|start| line.starts_with(start)) => Token::Heading,
        Some(b'@') if line.starts_with("@@") => Token::Type,
        Some(b'+' | b'>') => Token::Inserted,
        Some(b'-' | b'<') => Token::Deleted,
        Some(b'#' | b'\\') => Token::Comment,
        _ => Token::Plain,
    }
}

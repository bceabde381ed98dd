//! Lists of URLs: every line is one, alone or behind a bullet or a number.

use super::lines;

/// The URLs of a text, line by line, without bullets, numbers and angle brackets. Lines that are not URLs are
/// left out.
pub fn urls(text: &str) -> Vec<&str> {
    each_line(text).flatten().collect()
}

/// Whether every non-blank line is a URL.
pub(super) fn is_url_list(text: &str) -> bool {
    let mut any = false;
    each_line(text).all(|url| {
        any = true;
        url.is_some()
    }) && any
}

/// The number of URLs in a text.
pub(super) fn count(text: &str) -> usize {
    each_line(text).flatten().count()
}

fn each_line(text: &str) -> impl Iterator<Item = Option<&str>> {
    lines::non_blank(lines::without_bom(text)).map(url_of)
}

fn url_of(line: &str) -> Option<&str> {
    let line = lines::behind_bullet(line).unwrap_or(line).trim();
    let url = line.strip_prefix('<').and_then(|inner| inner.strip_suffix('>')).unwrap_or(line);
    is_url(url).then_some(url)
}

/// Whether a text is one URL and nothing else: a scheme, `://`, something behind it, no blanks.
pub(super) fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let mut letters = scheme.bytes();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'-' | b'.'))
        && rest.chars().any(|c| c.is_alphanumeric() || c == '/')
        && !rest.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bullets_numbers_and_brackets_come_off() {
        let text = "1. https://a.example/\n\n- <ftp://b.example/x>\r\n• https://münchen.example/\n";
        assert!(is_url_list(text));
        assert_eq!(urls(text), ["https://a.example/", "ftp://b.example/x", "https://münchen.example/"]);
    }

    #[test]
    fn a_url_inside_a_sentence_is_not_a_list() {
        assert!(!is_url_list("https://a.example/ is down"));
        assert!(!is_url_list("://x"));
        assert!(!is_url_list(" \n"));
    }
}

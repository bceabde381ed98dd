//! How the detector reads a text: without its byte order mark, no further than its head, line by line.

/// The head of a text is at most this many bytes; its format shows long before.
const HEAD: usize = 256 * 1024;

/// The text behind a byte order mark.
pub(super) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The part of a text that decides its format, cut behind a line where there is one to cut behind.
pub(super) fn head(text: &str) -> &str {
    if text.len() <= HEAD {
        return text;
    }
    let head = &text[..text.floor_char_boundary(HEAD)];
    match memchr::memrchr(b'\n', head.as_bytes()) {
        Some(end) => &head[..=end],
        None => head,
    }
}

/// The lines that hold more than blanks, as they stand.
pub(super) fn non_blank(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.lines().filter(|line| !line.trim().is_empty())
}

/// The first line that holds more than blanks, trimmed; empty if there is none.
pub(super) fn first_non_blank(text: &str) -> &str {
    non_blank(head(without_bom(text))).next().map_or("", str::trim)
}

/// What stands behind a bullet (`-`, `*`, `+`, `•`) or a number (`1.`, `2)`) and a blank, if the line has one.
pub(super) fn behind_bullet(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = match line.strip_prefix(['-', '*', '+', '•', '‣', '–']) {
        Some(rest) => rest,
        None => behind_number(line)?,
    };
    rest.starts_with([' ', '\t']).then(|| rest.trim_start())
}

/// What stands behind `12.` or `12)`, blank included.
pub(super) fn behind_number(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=9).contains(&digits) {
        return None;
    }
    line[digits..].strip_prefix(['.', ')'])
}

/// A rule of three or more equal signs of punctuation: `---`, `===`, `***`, `___`.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let mut signs = line.chars();
    match signs.next() {
        Some(first @ ('-' | '=' | '*' | '_' | '─' | '═' | '~')) => {
            signs.clone().count() >= 2 && signs.all(|sign| sign == first)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_behind_a_line_and_never_inside_a_character() {
        let long_lines = "äöü\n".repeat(HEAD);
        assert!(head(&long_lines).ends_with('\n'));
        let one_line = "x".to_owned() + &"ä".repeat(HEAD);
        assert!(head(&one_line).len() <= HEAD);
    }

    #[test]
    fn bullets_and_numbers_come_off() {
        assert_eq!(behind_bullet("- a"), Some("a"));
        assert_eq!(behind_bullet("  12) b"), Some("b"));
        assert_eq!(behind_bullet("1.5 kg"), None);
        assert_eq!(behind_bullet("**bold**"), None);
    }
}

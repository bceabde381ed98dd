//! Signs that a text is no text but a file.

use retort_core::Raw;

/// How the files begin that are sent as text most often, byte for byte as characters.
#[rustfmt::skip]
const BEGINNINGS: [(&str, &str); 13] = [
    ("\u{89}PNG", "a PNG image"), ("\u{fffd}PNG", "a PNG image"), ("\\x89PNG", "a PNG image"), ("%PDF-", "a PDF document"),
    ("GIF87a", "a GIF image"), ("GIF89a", "a GIF image"), ("\u{ff}\u{d8}\u{ff}", "a JPEG image"), ("PK\u{3}\u{4}", "a ZIP archive"),
    ("\u{1f}\u{8b}", "gzip data"), ("\u{7f}ELF", "a program"), ("SQLite format 3\0", "a SQLite database"), ("OggS\0", "a sound"),
    ("RIFF", "a media file"),
];

/// So many control characters are no accident.
const CONTROLS: usize = 3;

/// What shows that a text is binary data, and the byte where it does.
pub(in crate::rules) fn sign(text: &str) -> Option<(usize, String)> {
    let start = text.len() - text.trim_start_matches([' ', '\n', '"']).len();
    let head = text.get(start..).unwrap_or_default();
    if let Some((mark, what)) = BEGINNINGS.iter().find(|(mark, _)| head.starts_with(mark)) {
        // Prose may start with these letters too.
        let is_media = *mark != "RIFF" || head.contains(['\0', '\u{fffd}']);
        if is_media {
            return Some((start, format!("it starts as {what} does")));
        }
    }
    if let Some(at) = memchr::memchr(0, text.as_bytes()) {
        return Some((at, "it holds NUL bytes".to_owned()));
    }
    if let Some(at) = escaped_nul(text) {
        return Some((at, "it holds NUL bytes".to_owned()));
    }
    // Colours and overstrikes of terminals are told as what they are.
    let is_binary = |char: &char| matches!(char, '\u{1}'..='\u{7}' | '\u{e}'..='\u{1a}' | '\u{1c}'..='\u{1f}' | '\u{80}'..='\u{84}' | '\u{86}'..='\u{9f}');
    let mut controls = text.char_indices().filter(|(_, char)| is_binary(char));
    let first = controls.next()?;
    let more = controls.take(CONTROLS - 1).count();
    (more + 1 >= CONTROLS)
        .then(|| (first.0, format!("it holds control characters such as U+{:04X}", u32::from(first.1))))
}

/// Where JSON spells a NUL. A backslash that is itself escaped, as in a regular expression, spells none.
fn escaped_nul(text: &str) -> Option<usize> {
    let found = memchr::memmem::find_iter(text.as_bytes(), b"\\u0000").find(|at| {
        let before = text.as_bytes().get(..*at).unwrap_or_default();
        before.iter().rev().take_while(|byte| **byte == b'\\').count().is_multiple_of(2)
    });
    // Only in JSON is it more than letters.
    found.filter(|_| Raw::parse(text).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_beginnings_and_bytes() {
        for text in [
            "%PDF-1.7\n1 0 obj",
            "\u{89}PNG\r\n\u{1a}\n",
            "a\0b",
            "x\u{1}y\u{2}z\u{3}",
            "PK\u{3}\u{4}\u{14}",
            "{\"data\": \"a\\u0000b\"}",
            "\\x89PNG\\r",
            "\u{ff}\u{d8}\u{ff}\u{e0}",
            "GIF89a\u{1}",
        ] {
            assert!(sign(text).is_some(), "{text:?}");
        }
        for text in [
            "PDF report",
            "RIFF is a format",
            "a\tb\r\n",
            "N\u{8}NA\u{8}A",
            "\u{1b}[31mred\u{1b}[0m",
            "naïve café",
            "one \u{7} bell",
            "[^\\u0000-\\u007f]: a class of letters",
            r#"{"pattern": "[^\\u0000]"}"#,
        ] {
            assert_eq!(sign(text), None, "{text:?}");
        }
    }
}

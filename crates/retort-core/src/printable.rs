//! Text of others on a terminal: with nothing in it that a terminal would obey or hide.

/// A line without anything that a terminal would obey or hide: such characters are written as `\\u{1b}`.
///
/// ```
/// assert_eq!(retort_core::printable("a\u{1b}[2J\u{202e}b"), "a\\u{1b}[2J\\u{202e}b");
/// ```
pub fn printable(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    let mut before = None;
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        let is_seen = char == '\t' || !is_hidden(char) || selects_look(before, char, chars.peek().copied());
        if is_seen {
            safe.push(char);
        } else {
            safe.extend(char.escape_unicode());
        }
        before = Some(char);
    }
    safe
}

/// Whether a character moves the cursor, turns the direction of text, or cannot be seen: all that Unicode calls ignorable by
/// default is among them. Of the selectors, which choose between two looks of the sign before them, [`selects_look`] tells
/// those that do.
pub fn is_hidden(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Whether a character chooses between the two looks, of a letter and of a picture, that the sign before it has. Such a selector
/// is part of most emoji; anywhere else it hides something.
///
/// ```
/// use retort_core::selects_look;
///
/// assert!(selects_look(Some('❤'), '\u{fe0f}', None));
/// assert!(selects_look(Some('1'), '\u{fe0f}', Some('\u{20e3}')));
/// assert!(!selects_look(Some('a'), '\u{fe0f}', None));
/// assert!(!selects_look(Some('❤'), '\u{fe01}', None));
/// ```
pub fn selects_look(before: Option<char>, char: char, after: Option<char>) -> bool {
    let has_two_looks = |before: char| match before {
        // Digits have two only where a key is drawn around them.
        '#' | '*' | '0'..='9' => after == Some('\u{20e3}'),
        '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽' | '㊗' | '㊙' => true,
        _ => matches!(before, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}'),
    };
    matches!(char, '\u{fe0e}' | '\u{fe0f}') && before.is_some_and(has_two_looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_is_left_and_nothing_else_is_touched() {
        assert_eq!(printable("\u{7}\u{200d}\u{e0041}\u{3164}"), "\\u{7}\\u{200d}\\u{e0041}\\u{3164}");
        assert_eq!(printable("a\tb 日本 é 🎉"), "a\tb 日本 é 🎉");
    }

    #[test]
    fn all_that_unicode_calls_ignorable_is_hidden() {
        // Default_Ignorable_Code_Point, from DerivedCoreProperties.txt.
        let ignorable: [(u32, u32); 17] = [
            (0xad, 0xad),
            (0x34f, 0x34f),
            (0x61c, 0x61c),
            (0x115f, 0x1160),
            (0x17b4, 0x17b5),
            (0x180b, 0x180f),
            (0x200b, 0x200f),
            (0x202a, 0x202e),
            (0x2060, 0x206f),
            (0x3164, 0x3164),
            (0xfe00, 0xfe0f),
            (0xfeff, 0xfeff),
            (0xffa0, 0xffa0),
            (0xfff0, 0xfff8),
            (0x1bca0, 0x1bca3),
            (0x1d173, 0x1d17a),
            (0xe0000, 0xe0fff),
        ];
        for char in ignorable.iter().flat_map(|(first, last)| *first..=*last).filter_map(char::from_u32) {
            assert!(is_hidden(char), "{char:?}");
            assert_eq!(printable(&format!("a{char}b")), format!("a{}b", char.escape_unicode()));
        }
    }

    #[test]
    fn selectors_are_seen_only_where_they_do_not_select() {
        for ordinary in
            ["❤\u{fe0f}", "🏳\u{fe0f}", "☺\u{fe0e}!", "1\u{fe0f}\u{20e3}", "©\u{fe0f}", "⚠\u{fe0f} x", "ℹ\u{fe0f}"]
        {
            assert_eq!(printable(ordinary), ordinary);
        }
        for (sent, seen) in [
            ("a\u{fe0f}", "a\\u{fe0f}"),
            ("\u{fe0f}", "\\u{fe0f}"),
            ("1\u{fe0f}2", "1\\u{fe0f}2"),
            ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}\\u{fe0f}"),
            ("❤\u{fe00}", "❤\\u{fe00}"),
            ("日\u{fe0e}", "日\\u{fe0e}"),
            ("😀\u{e0101}", "😀\\u{e0101}"),
        ] {
            assert_eq!(printable(sent), seen);
        }
    }
}

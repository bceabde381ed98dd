//! Text of others on a terminal: with nothing in it that a terminal would obey or hide.

/// A line without anything that a terminal would obey or hide: such characters are written as `\\u{1b}`.
///
/// ```
/// assert_eq!(retort_core::printable("a\u{1b}[2J\u{202e}b"), "a\\u{1b}[2J\\u{202e}b");
/// ```
pub fn printable(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    for char in line.chars() {
        if char != '\t' && is_hidden(char) { safe.extend(char.escape_unicode()) } else { safe.push(char) }
    }
    safe
}

/// Whether a character moves the cursor, turns the direction of text, or cannot be seen.
pub fn is_hidden(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_is_left_and_nothing_else_is_touched() {
        assert_eq!(printable("\u{7}\u{200d}\u{e0041}\u{3164}"), "\\u{7}\\u{200d}\\u{e0041}\\u{3164}");
        assert_eq!(printable("a\tb 日本 é 🎉"), "a\tb 日本 é 🎉");
    }
}

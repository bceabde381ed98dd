//! The words of others in our own sentences: without control characters, which would reach the terminal, on one
//! line and not longer than one.

/// `text` on one line, cut after `longest` characters.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
    let shown = |char: char| match char {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
        // Marks that turn the direction of text would reorder the words around it.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        char if char.is_control() => '\u{fffd}',
        char => char,
    };
    let mut line: String = text.chars().take(longest).map(shown).collect();
    if text.chars().nth(longest).is_some() {
        line.push('…');
    }
    line
}

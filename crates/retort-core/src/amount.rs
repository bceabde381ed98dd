//! How many, in words: one place for the plural, so that nobody reads `1 rows`.

use std::fmt::Display;

/// A number of things, with a comma between the thousands; `thing` is the word for one of them.
///
/// ```
/// use retort_core::counted;
///
/// assert_eq!(counted(1, "row"), "1 row");
/// assert_eq!(counted(1_234, "entry"), "1,234 entries");
/// ```
pub fn counted(count: impl Display, thing: &str) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + thing.len() + 8);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text.push(' ');
    let stem = thing.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    let (stem, end) = match stem {
        _ if digits == "1" => (thing, ""),
        Some(stem) => (stem, "ies"),
        None if thing.ends_with(['s', 'x', 'z']) || thing.ends_with("ch") => (thing, "es"),
        None => (thing, "s"),
    };
    text.extend([stem, end]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_with_thousands() {
        assert_eq!(counted(1, "more row"), "1 more row");
        assert_eq!(counted(0, "row"), "0 rows");
        assert_eq!(counted(999, "row"), "999 rows");
        assert_eq!(counted(1_234_567, "row"), "1,234,567 rows");
        assert_eq!((counted(1, "oddity"), counted(2, "oddity")), ("1 oddity".to_owned(), "2 oddities".to_owned()));
        assert_eq!((counted(2, "key"), counted(2, "match")), ("2 keys".to_owned(), "2 matches".to_owned()));
    }
}

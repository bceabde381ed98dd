//! How many and how much, in words.

/// A number of things, with a comma between the thousands.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + thing.len() + 8);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text.push(' ');
    text.push_str(thing);
    if count != 1 {
        text.push('s');
    }
    text
}

/// A number of bytes.
pub(crate) fn size(bytes: usize) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let Some((unit, name)) = units.into_iter().find(|(unit, _)| bytes >= *unit) else {
        return counted(bytes, "byte");
    };
    format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_with_thousands() {
        assert_eq!(counted(1, "more row"), "1 more row");
        assert_eq!(counted(999, "row"), "999 rows");
        assert_eq!(counted(1_234_567, "row"), "1,234,567 rows");
    }

    #[test]
    fn sizes_are_told_in_words() {
        assert_eq!(size(1), "1 byte");
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(1_950), "1.9 kB");
        assert_eq!(size(12_345_678), "12.3 MB");
    }
}

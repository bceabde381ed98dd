//! How many and how much, in words.

pub(crate) use retort_core::counted;

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
    fn sizes_are_told_in_words() {
        assert_eq!(size(1), "1 byte");
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(1_950), "1.9 kB");
        assert_eq!(size(12_345_678), "12.3 MB");
    }
}

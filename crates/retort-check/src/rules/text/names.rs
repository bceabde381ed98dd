//! What the name of a member tells of its value.

/// How a name of several words is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `two_words`
    Snake,
    /// `twoWords`
    Camel,
}

/// How a name is written; nothing where it is one word, or no name but a value.
pub(super) fn style(name: &str) -> Option<Style> {
    let bytes = name.trim_matches('_').as_bytes();
    let plain = bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if !plain || !bytes.first().is_some_and(u8::is_ascii_lowercase) {
        return None;
    }
    let capitals = bytes.iter().any(u8::is_ascii_uppercase);
    let joined = bytes.contains(&b'_');
    match (joined, capitals) {
        (true, false) => Some(Style::Snake),
        (false, true) => Some(Style::Camel),
        _ => None,
    }
}

/// The last word of a name, in lower case.
fn last_word(name: &str) -> String {
    let start = name.char_indices().rev().find(|(_, char)| !char.is_ascii_alphanumeric()).map_or(0, |(at, _)| at + 1);
    let word = name.get(start..).unwrap_or(name);
    let capital = word.char_indices().rev().find(|(_, char)| char.is_ascii_uppercase()).map_or(0, |(at, _)| at);
    word.get(capital..).unwrap_or(word).to_ascii_lowercase()
}

/// Whether a member of this name is a date or a time.
pub(super) fn is_of_date(name: &str) -> bool {
    let last = last_word(name);
    let alone = last.len() == name.len();
    match last.as_str() {
        "at" | "on" | "time" | "day" => !alone,
        "date" | "timestamp" | "datetime" | "created" | "updated" | "modified" | "published" | "expires"
        | "deadline" | "due" => true,
        _ => false,
    }
}

/// Whether a number is a time between 2001 and 2100, in seconds or milliseconds since 1970.
pub(super) fn is_epoch(number: &str) -> bool {
    let whole = number.split('.').next().unwrap_or(number);
    whole.parse::<u64>().is_ok_and(|number| {
        (1_000_000_000..4_102_444_800).contains(&number) || (1_000_000_000_000..4_102_444_800_000).contains(&number)
    })
}

/// Whether a member of this name counts or measures something.
pub(super) fn is_of_count(name: &str) -> bool {
    const COUNTS: &[&str] = &[
        "count",
        "total",
        "size",
        "quantity",
        "clicks",
        "views",
        "visits",
        "age",
        "score",
        "rank",
        "rating",
        "stars",
        "duration",
        "bytes",
        "length",
        "width",
        "height",
        "likes",
        "replies",
        "comments",
        "downloads",
        "hits",
    ];
    COUNTS.contains(&last_word(name).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell() {
        assert!(["created_at", "createdAt", "date", "dueDate", "start_time", "created"].into_iter().all(is_of_date));
        assert!(!["at", "format", "flat", "update", "candidate", "time", "id"].into_iter().any(is_of_date));
        assert_eq!(
            (style("a_b"), style("aB"), style("ab"), style("A_B")),
            (Some(Style::Snake), Some(Style::Camel), None, None)
        );
        assert!(is_of_count("click_count") && is_of_count("clicks") && !is_of_count("zip"));
        assert!(is_epoch("1741046400") && is_epoch("1741046400000.5") && !is_epoch("42"));
    }
}

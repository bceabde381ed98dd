//! What a string is by its looks: a date, a number, a web address.

pub(super) fn is_url(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Whether a text is an ISO 8601 date, alone or followed by a time.
pub(crate) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shape = bytes.iter().take(10).map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte });
    shape.eq(*b"0000-00-00") && matches!(bytes.get(10), None | Some(b'T' | b't' | b' ')) && bytes.len() <= 40
}

/// Whether a text is a number as JSON writes it, and not a code with leading zeros.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let (whole, fraction) = match digits.iter().position(|byte| *byte == b'.') {
        Some(point) => (digits.get(..point).unwrap_or_default(), digits.get(point + 1..)),
        None => (digits, None),
    };
    let all = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    digits.len() <= 16 && all(whole) && (whole.len() == 1 || whole.first() != Some(&b'0')) && fraction.is_none_or(all)
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Whether a text is a date in another form than that of ISO 8601: `03/04/2025`, `4.3.2025`, `Mar 4, 2025`,
/// `Tue, 04 Mar 2025 10:00:00 GMT`.
pub(crate) fn is_other_date(text: &str) -> bool {
    let first = text.as_bytes().first().copied().unwrap_or_default();
    if text.len() > 40 || text.len() < 6 || !(first.is_ascii_digit() || first.is_ascii_uppercase()) {
        return false;
    }
    // Day, month and year together: `3/4/25`. Most names and titles have fewer digits.
    if text.bytes().filter(u8::is_ascii_digit).count() < 4 {
        return false;
    }
    let date = text.split([' ', ',']).next().unwrap_or_default();
    for mark in ['/', '.'] {
        let mut parts = date.split(mark);
        if let (Some(one), Some(two), Some(three), None) = (parts.next(), parts.next(), parts.next(), parts.next()) {
            let number = |part: &str, most: u32| {
                (1..=4).contains(&part.len()) && part.parse::<u32>().is_ok_and(|number| number > 0 && number <= most)
            };
            let day_first = number(one, 31) && number(two, 31) && (number(one, 12) || number(two, 12));
            let year_last =
                three.len() == 4 && number(three, 2200) || mark == '/' && three.len() == 2 && number(three, 99);
            let year_first = one.len() == 4 && number(one, 2200) && number(two, 12) && number(three, 31);
            return day_first && year_last || year_first;
        }
    }
    // A month by its name, beside a day and a year.
    let words = || text.split([' ', ',', '-']).filter(|word| !word.is_empty());
    let is_month = |word: &str| {
        word.len() >= 3
            && MONTHS.iter().any(|month| word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(month)))
    };
    let is_year =
        |word: &str| word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_day = |word: &str| word.len() <= 2 && word.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day));
    words().count() <= 7 && words().any(is_month) && words().any(is_year) && words().any(is_day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_other_forms() {
        for text in ["03/04/2025", "4.3.2025", "2025/03/04", "Mar 4, 2025", "4 March 2025", "3/4/25", "04-Mar-2025"] {
            assert!(is_other_date(text), "{text}");
        }
        assert!(is_other_date("Tue, 04 Mar 2025 10:00:00 GMT") && is_other_date("03/04/2025 10:11"));
        for text in ["2025-03-04", "1.2.3", "10.0.0.1", "1/2/3/4", "March", "Marie Curie", "12/2025", "v1.2.2025", "A4"]
        {
            assert!(!is_other_date(text), "{text}");
        }
    }

    #[test]
    fn numbers_in_strings() {
        assert!(["0", "12", "-3.5", "0.25"].into_iter().all(is_number));
        assert!(!["", "007", "1e5", "1.", ".5", "12345678901234567", "1,000", "1.2.3"].into_iter().any(is_number));
    }
}

//! Dates as a person reads them.

use std::borrow::Cow;

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The day of a date that is written as ISO 8601 has it, such as `2 Jan 2024`; any other text as it is.
pub(crate) fn day(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    spoken(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn spoken(text: &str) -> Option<String> {
    if retort_core::DateForm::of(text) != Some(retort_core::DateForm::Iso) {
        return None;
    }
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<usize>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let month = MONTHS.get(month.checked_sub(1)?)?;
    (1..=31).contains(&day).then(|| format!("{day} {month} {year}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_date_is_said_anew() {
        assert_eq!(day("2024-01-02"), "2 Jan 2024");
        assert_eq!(day(" 2024-12-31T23:59:59Z"), "31 Dec 2024");
        for other in ["2024-13-01", "2024-00-10", "2024-01-00", "summer 2022", "1700000000", "2024-01-0é", ""] {
            assert_eq!(day(other), other);
        }
    }
}

//! Dates as a person reads them.

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The day, the month and the year that a text begins with, and what stands behind them.
fn parts(text: &str) -> Option<(usize, &'static str, usize, &str)> {
    let (date, rest) = text.split_at_checked(10)?;
    let mut numbers = date.split('-');
    let mut number = |digits: usize| {
        let number = numbers.next()?;
        let is_number = number.len() == digits && number.bytes().all(|sign| sign.is_ascii_digit());
        number.parse::<usize>().ok().filter(|_| is_number)
    };
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    let month = MONTHS.get(month.checked_sub(1)?)?;
    (1..=31).contains(&day).then_some((day, month, year, rest))
}

/// A date or a time that is written as ISO 8601 has it, such as `2 Jan 2024, 10:05 UTC`, without places to break it.
pub(crate) fn moment(text: &str) -> Option<String> {
    if !text.is_ascii() || text.len() > 35 {
        return None;
    }
    let (day, month, year, rest) = parts(text)?;
    let shown = format!("{day}\u{a0}{month}\u{a0}{year}");
    let Some(time) = rest.strip_prefix(['T', ' ', 't']) else { return rest.is_empty().then_some(shown) };
    let at = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at_checked(at)?;
    let mut parts = clock.split(':');
    let is_part = |part: &str| part.len() == 2 && part.bytes().all(|sign| sign.is_ascii_digit());
    let hours = parts.next().filter(|part| is_part(part))?;
    let minutes = parts.next().filter(|part| is_part(part))?;
    let seconds = parts.next().unwrap_or("00");
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let is_fraction = fraction.bytes().all(|sign| sign.is_ascii_digit());
    if !is_part(whole) || !is_fraction || parts.next().is_some() {
        return None;
    }
    // Nothing is left out but noughts.
    let fraction = fraction.trim_end_matches('0');
    let seconds = match (whole, fraction) {
        ("00", "") => String::new(),
        (_, "") => format!(":{whole}"),
        _ => format!(":{whole}.{fraction}"),
    };
    let zone = match zone {
        "" => String::new(),
        "Z" | "z" | "+00:00" => "\u{a0}UTC".to_owned(),
        _ if zone.len() <= 6 => format!("\u{a0}{zone}"),
        _ => return None,
    };
    Some(format!("{shown}, {hours}:{minutes}{seconds}{zone}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_a_person_reads_them() {
        let shown = |text| moment(text).map(|text| text.replace('\u{a0}', " "));
        assert_eq!(shown("2025-03-04").as_deref(), Some("4 Mar 2025"));
        assert_eq!(shown("2025-03-04T10:05:00Z").as_deref(), Some("4 Mar 2025, 10:05 UTC"));
        assert_eq!(shown("2025-12-24 10:05:09.123+02:00").as_deref(), Some("24 Dec 2025, 10:05:09.123 +02:00"));
        for no in [
            "2025-13-04",
            "2025-03-04x",
            "2025-03-041",
            "2025-03-04T9",
            "2024-00-10",
            "summer 2022",
            "2025/03/04",
            "2025-03-04T10:05:00Zulu123",
        ] {
            assert_eq!(shown(no), None, "{no}");
        }
    }
}

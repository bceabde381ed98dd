//! Decimal numbers with a fixed count of places, kept as whole numbers of the last place: exact, and in their order in both
//! databases. They are read as Python's `Decimal` reads them.

use super::python::stripped;

/// Most characters of a number in a text.
const LONGEST: usize = 1000;
/// An exponent beyond this is as good as any other: the number is refused.
const LARGEST_EXPONENT: i64 = 1_000_000;

/// How many digits a number has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Precision {
    /// In all.
    pub(super) digits: u8,
    /// Behind the point.
    pub(super) places: u8,
}

/// What is wrong with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It is none.
    Number,
    /// The text is too long to look at.
    TooLong,
    /// It has too many digits.
    Digits,
    /// It has too many digits behind the point.
    Places,
    /// It has too many digits before the point.
    Whole,
}

impl Precision {
    /// How many digits stand before the point.
    pub(super) fn whole(self) -> u8 {
        self.digits.saturating_sub(self.places)
    }

    /// Reads a number that fits.
    pub(super) fn read(self, text: &str) -> Result<i64, Wrong> {
        let text = stripped(text);
        if text.chars().count() > LONGEST {
            return Err(Wrong::TooLong);
        }
        let read = Parts::of(text).ok_or(Wrong::Number)?;
        let count = i64::try_from(read.digits.len()).unwrap_or(i64::MAX);
        let (total, whole, places) = match read.exponent {
            exponent @ 0.. => (count + exponent, count + exponent, 0),
            exponent if count > -exponent => (count, count + exponent, -exponent),
            exponent => (-exponent, 0, -exponent),
        };
        if total > self.digits.into() {
            Err(Wrong::Digits)
        } else if places > self.places.into() {
            Err(Wrong::Places)
        } else if whole > self.whole().into() {
            Err(Wrong::Whole)
        } else {
            let zeros = i64::from(self.places) + read.exponent;
            let digits = format!("{}{}", read.digits, "0".repeat(usize::try_from(zeros).unwrap_or_default()));
            let number: i64 = digits.parse().map_err(|_| Wrong::Digits)?;
            Ok(if read.is_negative { -number } else { number })
        }
    }

    /// A number as a caller sees it, with all of its places.
    pub(super) fn written(self, number: i64) -> String {
        let places = usize::from(self.places);
        let digits = format!("{:0width$}", number.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if number < 0 { "-" } else { "" };
        if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
    }
}

/// A number in its parts: digits without zeros before them, and by which power of ten they are moved.
struct Parts {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Parts {
    fn of(text: &str) -> Option<Self> {
        // Python takes underscores anywhere in it.
        let text = text.replace('_', "");
        let (is_negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(&text)),
        };
        let (number, exponent) = match rest.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, power(exponent)?),
            None => (rest, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits = match digits.trim_start_matches('0') {
            "" => "0".to_owned(),
            digits => digits.to_owned(),
        };
        let places = i64::try_from(fraction.len()).unwrap_or(LARGEST_EXPONENT);
        Some(Self { is_negative, digits, exponent: exponent - places })
    }
}

fn power(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let power = digits.parse().map_or(LARGEST_EXPONENT, |power: i64| power.min(LARGEST_EXPONENT));
    is_number.then_some(if text.starts_with('-') { -power } else { power })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_places() {
        let precision = Precision { digits: 10, places: 2 };
        for (text, kept, written) in [
            ("0", 0, "0.00"),
            ("-0.05", -5, "-0.05"),
            ("1e3", 100_000, "1000.00"),
            ("99999999.99", 9_999_999_999, "99999999.99"),
            ("-12.3", -1230, "-12.30"),
        ] {
            assert_eq!(precision.read(text), Ok(kept));
            assert_eq!(precision.written(kept), written);
        }
        assert_eq!(precision.read("1e99999999999999999999"), Err(Wrong::Digits));
        assert_eq!(precision.read("1e-99999999999999999999"), Err(Wrong::Digits));
        assert_eq!(Precision { digits: 3, places: 0 }.written(7), "7");
    }
}

//! Filters of a list: a field that has a value, or is not below or above it. Values are read as django-filter reads them, with two
//! exceptions: it passes over a wrong flag and cuts off the fraction of a whole number, and a caller would take the wrong rows for
//! the right ones.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Utc};
use serde_json::Value as Json;

use super::decimal::{Precision, Wrong};
use super::field::{Field, Kind, NULL_CHARACTERS};
use super::python::{self, Int};
use crate::database::Value;

/// Most characters of a text to look for.
pub(super) const LONGEST_TEXT: usize = 1000;
/// By how many places more than a column has a number is read, and by what that multiplies it.
const MORE_PLACES: u8 = 4;
const SCALE: i64 = 10_000;
const NO_ROW: &str = "1 = 0";

/// One way to filter a list.
#[derive(Clone, Copy)]
pub(super) struct Filter<'a> {
    pub(super) field: &'a Field,
    pub(super) lookup: Lookup,
}

/// How a field is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    Exact,
    AtLeast,
    AtMost,
}

impl Lookup {
    pub(super) const ALL: [Self; 3] = [Self::Exact, Self::AtLeast, Self::AtMost];
}

/// What a filter asks of rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// Nothing: no value was given.
    Anything,
    /// A comparison with a value.
    Is(String, Value),
    /// What no row can have.
    Nothing,
    /// The same as `Is`, for the number of a row of another table that has to be there.
    Refers(&'static str, i64),
}

impl Condition {
    /// Adds it to a statement.
    pub(super) fn put_into(self, name: &str, conditions: &mut Vec<String>, parameters: &mut Vec<Value>) {
        match self {
            Self::Anything => {}
            Self::Is(condition, value) => {
                conditions.push(condition);
                parameters.push(value);
            }
            Self::Nothing => conditions.push(NO_ROW.to_owned()),
            Self::Refers(_, id) => {
                conditions.push(format!("{name} = ?"));
                parameters.push(Value::Integer(id));
            }
        }
    }
}

impl Filter<'_> {
    /// What it is called: `price`, or `price__gte`.
    pub(super) fn name(self) -> String {
        let ending = match self.lookup {
            Lookup::Exact => "",
            Lookup::AtLeast => "__gte",
            Lookup::AtMost => "__lte",
        };
        format!("{}{ending}", self.field.name)
    }

    /// What it asks, in words.
    pub(super) fn words(self) -> &'static str {
        match self.lookup {
            Lookup::Exact => "is this",
            Lookup::AtLeast => "is this or more",
            Lookup::AtMost => "is this or less",
        }
    }

    fn is(self, value: impl Into<Value>) -> Condition {
        let sign = match self.lookup {
            Lookup::Exact => "=",
            Lookup::AtLeast => ">=",
            Lookup::AtMost => "<=",
        };
        Condition::Is(format!("{} {sign} ?", self.field.name), value.into())
    }

    /// Reads what a caller sent for it; or says what is wrong with that.
    pub(super) fn read(self, sent: &Json) -> Result<Condition, String> {
        let text = match sent {
            Json::Null => return Ok(Condition::Anything),
            Json::String(text) => python::stripped(text).to_owned(),
            Json::Number(number) => python::number(number),
            Json::Bool(yes) => yes.to_string(),
            Json::Array(_) | Json::Object(_) => return Err("Not a valid string.".to_owned()),
        };
        if text.is_empty() {
            return Ok(Condition::Anything);
        }
        if text.chars().count() > LONGEST_TEXT {
            return Err(format!("Ensure this field has no more than {LONGEST_TEXT} characters."));
        }
        if text.contains('\0') {
            return Err(NULL_CHARACTERS.to_owned());
        }
        match &self.field.kind {
            Kind::Text { .. } | Kind::Email { .. } => Ok(self.is(text)),
            Kind::Choice(choices) if choices.contains(&text.as_str()) => Ok(self.is(text)),
            Kind::Choice(_) => Err(no_choice(&text)),
            Kind::Bool => match text.to_lowercase().as_str() {
                "true" | "1" => Ok(self.is(true)),
                "false" | "0" => Ok(self.is(false)),
                _ => Err("Must be a valid boolean.".to_owned()),
            },
            Kind::Id | Kind::Integer { .. } => self.number(&text, 0),
            Kind::Decimal(precision) => self.number(&text, precision.places),
            Kind::Related { table, .. } => match python::int(&text) {
                Some(Int::Fits(id)) => Ok(Condition::Refers(table, id)),
                _ => Err(NO_SUCH_CHOICE.to_owned()),
            },
            Kind::MadeAt => time(&text).map(|time| self.is(time)).ok_or_else(|| "Enter a valid date/time.".to_owned()),
        }
    }

    fn number(self, text: &str, places: u8) -> Result<Condition, String> {
        let read = Precision { digits: 18, places: places + MORE_PLACES }.read(text);
        match (read, self.lookup) {
            (Ok(number), Lookup::Exact) if number % SCALE != 0 => Ok(Condition::Nothing),
            (Ok(number), Lookup::AtLeast) if number % SCALE != 0 => Ok(self.is(number.div_euclid(SCALE) + 1)),
            (Ok(number), _) => Ok(self.is(number.div_euclid(SCALE))),
            (Err(Wrong::Digits | Wrong::Places | Wrong::Whole), Lookup::Exact) => Ok(Condition::Nothing),
            (Err(_), _) => Err("Enter a number.".to_owned()),
        }
    }
}

/// The words for a row of another resource that is not there.
pub(super) const NO_SUCH_CHOICE: &str = "Select a valid choice. That choice is not one of the available choices.";

/// The words for what is none of several choices.
pub(super) fn no_choice(text: &str) -> String {
    format!("Select a valid choice. {text} is not one of the available choices.")
}

/// A time as it is kept: in the order of its letters.
pub(super) fn written(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

/// Reads a time of ISO 8601; without a zone it is taken for UTC, and a day for its beginning.
fn time(text: &str) -> Option<String> {
    let naive = |text: &str| {
        ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]
            .into_iter()
            .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
            .or_else(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0))
    };
    let time = match DateTime::parse_from_rfc3339(text) {
        Ok(time) => time.with_timezone(&Utc),
        Err(_) => naive(text)?.and_utc(),
    };
    (0..=9999).contains(&time.year()).then(|| written(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_usual_form() {
        for (text, kept) in [
            ("2026-11-16", Some("2026-11-16T00:00:00.000000Z")),
            ("2026-11-16T10:30", Some("2026-11-16T10:30:00.000000Z")),
            ("2026-11-16 10:30:05.25", Some("2026-11-16T10:30:05.250000Z")),
            ("2026-11-16T10:30:05+02:00", Some("2026-11-16T08:30:05.000000Z")),
            ("2026-11-16T10:30:05Z", Some("2026-11-16T10:30:05.000000Z")),
            ("2026-13-01", None),
            ("yesterday", None),
            ("+12026-01-01", None),
        ] {
            assert_eq!(time(text).as_deref(), kept, "{text}");
        }
    }

    #[test]
    fn a_number_between_two_of_the_column_is_compared_and_never_the_same() {
        let field = Field::integer("quantity", 1, 100);
        let read = |lookup, text: &str| Filter { field: &field, lookup }.read(&Json::from(text));
        let is = |sign: &str, number: i64| Ok(Condition::Is(format!("quantity {sign} ?"), Value::Integer(number)));
        assert_eq!(read(Lookup::Exact, "2.0"), is("=", 2));
        assert_eq!(read(Lookup::Exact, "2.5"), Ok(Condition::Nothing));
        assert_eq!(read(Lookup::AtLeast, "2.5"), is(">=", 3));
        assert_eq!(read(Lookup::AtLeast, "-2.5"), is(">=", -2));
        assert_eq!(read(Lookup::AtMost, "2.5"), is("<=", 2));
        assert_eq!(read(Lookup::AtMost, "-2.5"), is("<=", -3));
        assert_eq!(read(Lookup::Exact, "1e30"), Ok(Condition::Nothing));
        assert_eq!(read(Lookup::AtMost, "1e30"), Err("Enter a number.".to_owned()));
    }
}

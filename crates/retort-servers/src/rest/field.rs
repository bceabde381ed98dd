//! The fields of a resource: what each takes from a caller, in which words it refuses the rest, and how it is kept. The words are
//! those of Django REST framework.

use serde::ser::SerializeMap;
use serde_json::Value as Json;

use super::decimal::{Precision, Wrong};
use super::email::is_email;
use super::python::{self, Int};
use crate::database::{Row, Value};

/// Most characters of a whole number in a text.
const LONGEST_INTEGER: usize = 1000;
/// From here on a number of JSON is no whole one that Rust reads as such: it was written as a whole one beyond all bounds.
const BEYOND_WHOLE: f64 = 18_446_744_073_709_551_615.0;

pub(super) const REQUIRED: &str = "This field is required.";
const NULL: &str = "This field may not be null.";
pub(super) const NULL_CHARACTERS: &str = "Null characters are not allowed.";

/// A field, declared with the functions of its kind: `Field::text("name", 100)`.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// What a row has where its maker says nothing; without it, the field is required.
    pub(super) default: Option<Value>,
    pub(super) is_unique: bool,
}

/// What a field is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// The number of the row.
    Id,
    /// Text of so many characters at most.
    Text { most: usize, may_be_blank: bool },
    /// An address of mail.
    Email { most: usize },
    /// Yes or no.
    Bool,
    /// A whole number.
    Integer { least: i64, most: i64 },
    /// A decimal number.
    Decimal(Precision),
    /// One of these.
    Choice(&'static [&'static str]),
    /// The number of a row of another table, of which one is called so.
    Related { table: &'static str, one: &'static str },
    /// When the row was made.
    MadeAt,
}

/// What a caller sent for a field, once it is read.
pub(super) enum Taken {
    /// A value that fits, as far as the field alone can say.
    Value(Value),
    /// The number of another row, which must be there, and how the caller wrote it.
    Related { id: i64, sent: String },
}

impl Field {
    fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, default: None, is_unique: false }
    }

    pub(super) fn id() -> Self {
        Self::new("id", Kind::Id)
    }

    /// Text of at most so many characters, which is not blank.
    pub(crate) fn text(name: &'static str, most: usize) -> Self {
        Self::new(name, Kind::Text { most, may_be_blank: false })
    }

    /// Text that may be left out or be blank.
    pub(crate) fn optional_text(name: &'static str, most: usize) -> Self {
        Self::new(name, Kind::Text { most, may_be_blank: true }).default_to("")
    }

    /// An address of mail.
    pub(crate) fn email(name: &'static str) -> Self {
        Self::new(name, Kind::Email { most: 254 })
    }

    /// Yes or no.
    pub(crate) fn bool(name: &'static str) -> Self {
        Self::new(name, Kind::Bool)
    }

    /// A whole number.
    pub(crate) fn integer(name: &'static str, least: i64, most: i64) -> Self {
        Self::new(name, Kind::Integer { least, most })
    }

    /// A decimal number with so many digits at most, and so many of them behind the point.
    pub(crate) fn decimal(name: &'static str, digits: u8, places: u8) -> Self {
        Self::new(name, Kind::Decimal(Precision { digits, places }))
    }

    /// One of several words.
    pub(crate) fn choice(name: &'static str, choices: &'static [&'static str]) -> Self {
        Self::new(name, Kind::Choice(choices))
    }

    /// The number of a row of another resource.
    pub(crate) fn refers_to(name: &'static str, table: &'static str, one: &'static str) -> Self {
        Self::new(name, Kind::Related { table, one })
    }

    /// When the row was made, which the server says.
    pub(crate) fn made_at(name: &'static str) -> Self {
        Self::new(name, Kind::MadeAt)
    }

    /// What a row has where its maker says nothing.
    pub(crate) fn default_to(self, value: impl Into<Value>) -> Self {
        Self { default: Some(value.into()), ..self }
    }

    /// No two rows have the same.
    pub(crate) fn unique(self) -> Self {
        Self { is_unique: true, ..self }
    }

    /// Whether only the server writes it.
    pub(super) fn is_read_only(&self) -> bool {
        matches!(self.kind, Kind::Id | Kind::MadeAt)
    }

    /// The table that it refers to.
    pub(super) fn related(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Related { table, .. } => Some(table),
            _ => None,
        }
    }

    /// Whether it can be compared, and not only be the same.
    pub(super) fn has_order(&self) -> bool {
        matches!(self.kind, Kind::Integer { .. } | Kind::Decimal(_) | Kind::MadeAt)
    }

    /// Its name as a person reads it: `is_active` is `Is active`.
    pub(super) fn label(&self) -> String {
        let words = self.name.replace('_', " ");
        let mut letters = words.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// The column that keeps it.
    pub(super) fn column(&self, id_column: &str) -> String {
        let kind = match self.kind {
            Kind::Id => return format!("id {id_column}"),
            Kind::Text { .. } | Kind::Email { .. } | Kind::Choice(_) | Kind::MadeAt => "TEXT",
            Kind::Bool => "BOOLEAN",
            Kind::Integer { .. } | Kind::Decimal(_) => "BIGINT",
            Kind::Related { table, .. } => return format!("{} BIGINT NOT NULL REFERENCES {table} (id)", self.name),
        };
        let unique = if self.is_unique { " UNIQUE" } else { "" };
        format!("{} {kind} NOT NULL{unique}", self.name)
    }

    /// Writes it as a caller sees it.
    pub(super) fn show<M: SerializeMap>(&self, row: &Row, column: usize, map: &mut M) -> Result<(), M::Error> {
        match self.kind {
            Kind::Bool => map.serialize_entry(self.name, &row.bool(column)),
            Kind::Decimal(precision) => {
                map.serialize_entry(self.name, &row.integer(column).map(|number| precision.written(number)))
            }
            Kind::Id | Kind::Integer { .. } | Kind::Related { .. } => {
                map.serialize_entry(self.name, &row.integer(column))
            }
            Kind::Text { .. } | Kind::Email { .. } | Kind::Choice(_) | Kind::MadeAt => {
                map.serialize_entry(self.name, &row.text(column))
            }
        }
    }

    /// Reads what a caller sent; or says all that is wrong with it.
    pub(super) fn read(&self, sent: &Json) -> Result<Taken, Vec<String>> {
        if sent.is_null() || matches!(self.kind, Kind::Related { .. }) && sent == "" {
            return Err(vec![NULL.to_owned()]);
        }
        match &self.kind {
            Kind::Text { most, may_be_blank } => self.read_text(sent, *most, *may_be_blank),
            Kind::Email { most } => self.read_text(sent, *most, false),
            Kind::Bool => bool(sent).map(Value::Bool).ok_or_else(|| vec!["Must be a valid boolean.".to_owned()]),
            Kind::Integer { least, most } => {
                integer(sent, *least, *most).map(Value::Integer).map_err(|wrong| vec![wrong])
            }
            Kind::Decimal(precision) => decimal(sent, *precision).map(Value::Integer).map_err(|wrong| vec![wrong]),
            Kind::Choice(choices) => {
                let word = python::str(sent);
                let wrong = || vec![format!("\"{word}\" is not a valid choice.")];
                choices.contains(&word.as_str()).then(|| Value::from(word.as_str())).ok_or_else(wrong)
            }
            Kind::Related { .. } => return related(sent).map_err(|wrong| vec![wrong]),
            // Nobody asks: what only the server writes is passed over.
            Kind::Id | Kind::MadeAt => Ok(Value::Null),
        }
        .map(Taken::Value)
    }

    fn read_text(&self, sent: &Json, most: usize, may_be_blank: bool) -> Result<Value, Vec<String>> {
        let is_email = matches!(self.kind, Kind::Email { .. });
        let text = match sent {
            Json::String(text) => python::stripped(text).to_owned(),
            Json::Number(number) => python::number(number),
            _ if is_email => return Err(vec![NO_EMAIL.to_owned()]),
            _ => return Err(vec!["Not a valid string.".to_owned()]),
        };
        if text.is_empty() {
            let blank = || vec!["This field may not be blank.".to_owned()];
            return may_be_blank.then_some(Value::Text(text)).ok_or_else(blank);
        }
        let mut wrong = Vec::new();
        if text.chars().count() > most {
            wrong.push(format!("Ensure this field has no more than {most} characters."));
        }
        if text.contains('\0') {
            wrong.push(NULL_CHARACTERS.to_owned());
        }
        if is_email && !self::is_email(&text) {
            wrong.push(NO_EMAIL.to_owned());
        }
        if wrong.is_empty() { Ok(Value::Text(text)) } else { Err(wrong) }
    }
}

const NO_EMAIL: &str = "Enter a valid email address.";

/// The words for a row of another resource that is not there.
pub(super) fn missing(sent: &str) -> String {
    format!("Invalid pk \"{sent}\" - object does not exist.")
}

fn bool(sent: &Json) -> Option<bool> {
    match sent {
        Json::Bool(yes) => Some(*yes),
        Json::Number(number) => match number.as_f64() {
            Some(1.0) => Some(true),
            Some(0.0) => Some(false),
            _ => None,
        },
        Json::String(text) => match text.to_lowercase().as_str() {
            "t" | "y" | "yes" | "true" | "on" | "1" => Some(true),
            "f" | "n" | "no" | "false" | "off" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn integer(sent: &Json, least: i64, most: i64) -> Result<i64, String> {
    let text = match sent {
        Json::String(text) if text.chars().count() > LONGEST_INTEGER => {
            return Err("String value too large.".to_owned());
        }
        Json::String(text) => text.clone(),
        Json::Number(number) if number.as_f64().is_some_and(|number| number.abs() >= BEYOND_WHOLE) => {
            // Whole, and far beyond any bound: its first digit says which.
            number.as_f64().map(|number| format!("{number:.0}")).unwrap_or_default()
        }
        Json::Number(number) => python::number(number),
        _ => String::new(),
    };
    // `1.0` is whole, and so is `1.`.
    let whole = match text.rsplit_once('.') {
        Some((whole, rest)) if rest.trim_start_matches('0').chars().all(char::is_whitespace) => whole,
        _ => &text,
    };
    match python::int(whole) {
        None => Err("A valid integer is required.".to_owned()),
        Some(Int::Fits(number)) if (least..=most).contains(&number) => Ok(number),
        Some(Int::Fits(number)) if number < least => Err(too_small(least)),
        Some(Int::TooSmall) => Err(too_small(least)),
        Some(Int::Fits(_) | Int::TooLarge) => Err(format!("Ensure this value is less than or equal to {most}.")),
    }
}

pub(super) fn too_small(least: i64) -> String {
    format!("Ensure this value is greater than or equal to {least}.")
}

fn decimal(sent: &Json, precision: Precision) -> Result<i64, String> {
    let text = match sent {
        Json::String(text) => text.clone(),
        Json::Number(number) => python::number(number),
        _ => String::new(),
    };
    precision.read(&text).map_err(|wrong| match wrong {
        Wrong::Number => "A valid number is required.".to_owned(),
        Wrong::TooLong => "String value too large.".to_owned(),
        Wrong::Digits => format!("Ensure that there are no more than {} digits in total.", precision.digits),
        Wrong::Places => format!("Ensure that there are no more than {} decimal places.", precision.places),
        Wrong::Whole => {
            format!("Ensure that there are no more than {} digits before the decimal point.", precision.whole())
        }
    })
}

fn related(sent: &Json) -> Result<Taken, String> {
    let wrong = || format!("Incorrect type. Expected pk value, received {}.", python::type_name(sent));
    let shown = python::str(sent);
    let id = match sent {
        Json::String(text) => python::int(text).ok_or_else(wrong)?,
        // A number with a fraction is no row's, though Python would cut it off.
        Json::Number(number) if number.as_f64().is_some_and(|number| number.fract() != 0.0) => return Err(wrong()),
        Json::Number(number) => number
            .as_i64()
            .or_else(|| number.as_f64().and_then(|number| format!("{number:.0}").parse().ok()))
            .map_or(Int::TooLarge, Int::Fits),
        _ => return Err(wrong()),
    };
    match id {
        Int::Fits(id) => Ok(Taken::Related { id, sent: shown }),
        Int::TooLarge | Int::TooSmall => Err(missing(&shown)),
    }
}

//! How Python writes values: `str` and `repr` in the texts of errors, and the spacing of its JSON. Clients of the original know
//! both, and some of them look for these very texts.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Number, Value};

/// JSON with a space behind each comma and colon, on one line.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, out: &mut W, is_first: bool) -> io::Result<()> {
        if is_first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, out: &mut W, is_first: bool) -> io::Result<()> {
        if is_first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}

/// A value as `json.dumps` spaces it. Letters beyond ASCII stay readable.
pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    let mut out = Vec::with_capacity(4096);
    value.serialize(&mut Serializer::with_formatter(&mut out, Spaced))?;
    String::from_utf8(out).map_err(serde::ser::Error::custom)
}

/// The name of the type that Python reads a value of JSON as.
pub(super) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "NoneType",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "int",
        Value::String(_) => "str",
        Value::Array(_) => "list",
        Value::Object(_) => "dict",
    }
}

/// What `str` makes of a value: a text is itself.
pub(super) fn str(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => repr(other),
    }
}

/// What is still to be written of a value.
enum Left<'a> {
    Value(&'a Value),
    Text(&'a str),
    Word(&'static str),
}

/// What `repr` makes of a value. It keeps its own stack: how deep a value is, its sender decides.
pub(super) fn repr(value: &Value) -> String {
    let mut out = String::new();
    let mut left = vec![Left::Value(value)];
    while let Some(next) = left.pop() {
        match next {
            Left::Word(word) => out.push_str(word),
            Left::Text(text) => push_text(&mut out, text),
            Left::Value(Value::Null) => out.push_str("None"),
            Left::Value(Value::Bool(yes)) => out.push_str(if *yes { "True" } else { "False" }),
            Left::Value(Value::Number(number)) => out.push_str(&self::number(number)),
            Left::Value(Value::String(text)) => push_text(&mut out, text),
            Left::Value(Value::Array(items)) => {
                out.push('[');
                left.push(Left::Word("]"));
                for (at, item) in items.iter().enumerate().rev() {
                    left.push(Left::Value(item));
                    if at > 0 {
                        left.push(Left::Word(", "));
                    }
                }
            }
            Left::Value(Value::Object(members)) => {
                out.push('{');
                left.push(Left::Word("}"));
                for (at, (name, member)) in members.iter().enumerate().rev() {
                    left.extend([Left::Value(member), Left::Word(": "), Left::Text(name)]);
                    if at > 0 {
                        left.push(Left::Word(", "));
                    }
                }
            }
        }
    }
    out
}

/// Writes a text in quotes: single ones, unless only those are in it.
pub(super) fn push_text(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter == quote => out.extend(['\\', letter]),
            ' '..='~' => out.push(letter),
            letter if is_printable(letter) => out.push(letter),
            letter => {
                let code = u32::from(letter);
                // A string takes everything.
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02x}"),
                    0x100..=0xffff => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push(quote);
}

/// Whether Python prints a letter as it is. Rust has the same rule for letters that do not stand first.
fn is_printable(letter: char) -> bool {
    let mut text = String::from("a");
    text.push(letter);
    text.escape_debug().nth(1) != Some('\\')
}

/// A number as Python writes it.
pub(super) fn number(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => self::float(float),
        _ => number.to_string(),
    }
}

/// The fewest digits that say which number it is; with an exponent where it is very small or very large.
fn float(number: f64) -> String {
    let scientific = format!("{number:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..16).contains(&exponent) {
        let plain = number.to_string();
        return if plain.contains('.') { plain } else { format!("{plain}.0") };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// A text without the white space around it.
pub(super) fn stripped(text: &str) -> &str {
    // Python counts the separators of ASCII as white space too.
    text.trim_matches(|letter: char| letter.is_whitespace() || ('\x1c'..='\x1f').contains(&letter))
}

/// A whole number as `int` reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Int {
    /// It fits.
    Fits(i64),
    /// It is larger than any that fits.
    TooLarge,
    /// It is smaller than any that fits.
    TooSmall,
}

/// Reads a whole number: white space around it, a sign, and single underscores between its digits are fine.
pub(super) fn int(text: &str) -> Option<Int> {
    let text = stripped(text);
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = plain_digits(digits)?;
    let read = if is_negative { format!("-{digits}").parse() } else { digits.parse() };
    Some(match read {
        Ok(number) => Int::Fits(number),
        Err(_) if is_negative => Int::TooSmall,
        Err(_) => Int::TooLarge,
    })
}

/// Digits without the underscores between them; `None` where there is anything else.
fn plain_digits(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('_').collect();
    let is_fine = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    is_fine.then(|| parts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_written_as_python_writes_them() {
        for (value, written) in [
            (json!(null), "None"),
            (json!([true, false, []]), "[True, False, []]"),
            (json!({"a": {"b": 1}, "c": [1.5, "x"]}), "{'a': {'b': 1}, 'c': [1.5, 'x']}"),
            (json!("it's"), "\"it's\""),
            (json!("it's \"so\""), "'it\\'s \"so\"'"),
            (json!("\\\n\r\t\u{1}\u{7f}\u{a0}\u{ad}"), "'\\\\\\n\\r\\t\\x01\\x7f\\xa0\\xad'"),
            (json!("é a\u{301} \u{301}"), "'é a\u{301} \u{301}'"),
            (json!("\u{200b}\u{e000}\u{1f600}\u{e0001}"), "'\\u200b\\ue000\u{1f600}\\U000e0001'"),
            (json!(1e15), "1000000000000000.0"),
            (json!(1e16), "1e+16"),
            (json!(0.0001), "0.0001"),
            (json!(-0.000_01), "-1e-05"),
            (json!(1.25e-100), "1.25e-100"),
            (json!(u64::MAX), "18446744073709551615"),
        ] {
            assert_eq!(repr(&value), written);
        }
    }

    #[test]
    fn whole_numbers_are_read_as_python_reads_them() {
        for (text, read) in [
            ("7", Some(Int::Fits(7))),
            (" +7\n", Some(Int::Fits(7))),
            ("-1_000", Some(Int::Fits(-1000))),
            ("99999999999999999999", Some(Int::TooLarge)),
            ("-99999999999999999999", Some(Int::TooSmall)),
            ("", None),
            ("_1", None),
            ("1__0", None),
            ("1.0", None),
            ("- 1", None),
            ("--1", None),
            ("0x1", None),
        ] {
            assert_eq!(int(text), read, "{text:?}");
        }
    }

    #[test]
    fn json_has_the_spaces_of_python() {
        assert_eq!(json(&json!([{"id": 1, "name": "é,:"}, {}, []])).unwrap(), r#"[{"id": 1, "name": "é,:"}, {}, []]"#);
    }
}

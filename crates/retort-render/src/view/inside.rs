//! Values that stand inside a text: JSON, or what Python prints of its dicts. Errors carry them behind a few words, and
//! Markdown has them without a fence.

use std::borrow::Cow;
use std::ops::Range;

use retort_core::{Kind, Raw};

/// A value inside a text.
#[derive(Clone, Debug)]
pub(crate) struct Inside {
    /// Where it stands.
    pub(crate) range: Range<usize>,
    /// What it is.
    pub(crate) value: Raw,
}

/// Most places of a text that are tried, and the longest value in bytes: text full of brackets must not take for ever.
const TRIES: usize = 200;
const LONGEST: usize = 64 * 1024;

/// The objects of a text, and the lists that hold more than numbers, one after the other. A number in brackets is
/// more often a footnote, a box to tick or an errno than a list.
pub(crate) fn values_in(text: &str) -> impl Iterator<Item = Inside> + '_ {
    let mut from = 0;
    let mut tries = 0;
    std::iter::from_fn(move || {
        while tries < TRIES {
            let start = from + text.get(from..)?.find(['{', '['])?;
            tries += 1;
            let found = end_of(text, start).and_then(|end| {
                let slice = text.get(start..end)?;
                let value = Raw::parse(slice).or_else(|| Raw::parse(json_of_python(slice)?))?;
                let says = match value.kind() {
                    Kind::Object => value.members().next().is_some(),
                    _ => slice.contains(['"', '\'', '{']),
                };
                says.then_some(Inside { range: start..end, value })
            });
            match found {
                Some(found) => {
                    from = found.range.end;
                    return Some(found);
                }
                None => from = start + 1,
            }
        }
        None
    })
}

/// Where the bracket at an offset is closed, whatever stands in quotes between.
fn end_of(text: &str, start: usize) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    let mut bytes = text.bytes().enumerate().skip(start).take(LONGEST);
    while let Some((at, byte)) = bytes.next() {
        match (byte, quote) {
            (b'\\', Some(_)) => {
                bytes.next();
            }
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if open == byte => quote = None,
            (b'{' | b'[' | b'(', None) => depth += 1,
            (b'}' | b']' | b')', None) => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// What Python prints of a value, as JSON: dicts, lists, tuples, strings in either quotes, `True`, `False`, `None`, and
/// objects such as `ErrorDetail(string='…', code='…')`, of which the names and values count. `None` where it is
/// something else; whether the rest is JSON is up to whoever reads it.
fn json_of_python(text: &str) -> Option<String> {
    let mut json = String::with_capacity(text.len() + 16);
    let mut closers: Vec<char> = Vec::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        match char {
            '\'' | '"' => {
                let (said, behind) = python_string(rest, char)?;
                json.push_str(Raw::string(&said).as_str());
                rest = behind;
                continue;
            }
            '{' | '[' => {
                json.push(char);
                closers.push(if char == '{' { '}' } else { ']' });
            }
            '(' => {
                json.push('[');
                closers.push(']');
            }
            '}' | ']' | ')' => json.push(closers.pop()?),
            _ if char.is_alphabetic() || char == '_' => {
                let is_part = |char: char| char.is_alphanumeric() || char == '_' || char == '.';
                let end = rest.find(|char: char| !is_part(char)).unwrap_or(rest.len());
                let (word, behind) = rest.split_at_checked(end)?;
                rest = behind;
                match word {
                    "True" => json.push_str("true"),
                    "False" => json.push_str("false"),
                    "None" => json.push_str("null"),
                    "u" | "b" | "r" if rest.starts_with(['\'', '"']) => {}
                    _ if rest.starts_with('(') => {
                        json.push('{');
                        closers.push('}');
                        rest = rest.get(1..)?;
                    }
                    _ if rest.starts_with('=') => {
                        json.push_str(Raw::string(word).as_str());
                        json.push(':');
                        rest = rest.get(1..)?;
                    }
                    _ => return None,
                }
                continue;
            }
            _ => json.push(char),
        }
        rest = rest.get(char.len_utf8()..)?;
    }
    closers.is_empty().then_some(json)
}

/// The string that a text begins with, and what stands behind it.
fn python_string(text: &str, quote: char) -> Option<(Cow<'_, str>, &str)> {
    let mut said = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => match chars.next()?.1 {
                'n' => said.push('\n'),
                't' => said.push('\t'),
                'r' => said.push('\r'),
                escaped @ ('\\' | '\'' | '"') => said.push(escaped),
                other => said.extend(['\\', other]),
            },
            _ if char == quote => return Some((Cow::Owned(said), text.get(at + 1..)?)),
            _ => said.push(char),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        values_in(text).map(|found| found.value.to_json()).collect()
    }

    #[test]
    fn values_are_found_among_words() {
        assert_eq!(found("got {\"a\": \"}\"} and [\"x\"]"), ["{\"a\": \"}\"}", "[\"x\"]"]);
        assert_eq!(found("see [1], [ ] and [Errno 2], {} and {x}"), [""; 0]);
        assert_eq!(found("{{ template }} {\"b\": 1}"), ["{\"b\": 1}"]);
    }

    #[test]
    fn what_python_prints_is_read() {
        let python = "{'detail': \"it's\", 'ok': False, 'n': None, 'xs': ('a', 1), u'k': True}";
        assert_eq!(
            found(python),
            ["{\"detail\": \"it's\", \"ok\": false, \"n\": null, \"xs\": [\"a\", 1], \"k\": true}"]
        );
        let errors = "{'name': [ErrorDetail(string='Required.\\n', code='required')]}";
        assert_eq!(found(errors), [r#"{"name": [{"string":"Required.\n", "code":"required"}]}"#]);
        for no in ["{'a': x}", "{'a'", "{'a': 'b}", "{)", "{'a': <object at 0x1>}"] {
            assert_eq!(found(no), [""; 0], "{no}");
        }
    }

    #[test]
    fn a_text_of_brackets_takes_no_time() {
        assert_eq!(found(&"{[(".repeat(100_000)), [""; 0]);
        assert_eq!(found(&"{'a': ".repeat(100_000)), [""; 0]);
    }
}

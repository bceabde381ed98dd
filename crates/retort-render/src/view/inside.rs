//! Values that stand inside a text: JSON, or what Python prints of its dicts. Errors carry them behind a few words, and
//! Markdown has them without a fence.

use std::ops::Range;

use retort_core::{Kind, Raw, python_literal};

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
const LONGEST_VALUE: usize = 64 * 1024;

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
                let value = Raw::parse(slice).or_else(|| python_literal(slice))?;
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
    let mut bytes = text.bytes().enumerate().skip(start).take(LONGEST_VALUE);
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
        assert_eq!(found(python), [r#"{"detail":"it's","ok":false,"n":null,"xs":["a",1],"k":true}"#]);
        let errors = "{'name': [ErrorDetail(string='Required.\\n', code='required')]}";
        assert_eq!(found(errors), [r#"{"name":[{"string":"Required.\n","code":"required"}]}"#]);
        for no in ["{'a': x}", "{'a'", "{'a': 'b}", "{)"] {
            assert_eq!(found(no), [""; 0], "{no}");
        }
    }

    #[test]
    fn a_text_of_brackets_takes_no_time() {
        assert_eq!(found(&"{[(".repeat(100_000)), [""; 0]);
        assert_eq!(found(&"{'a': ".repeat(100_000)), [""; 0]);
    }
}

//! Equality of two JSON values without a tree: a hash that does not depend on the order of keys, on blanks, on
//! how a string is escaped or on how a number is written.

use super::event::Event;
use super::hash::{mix, seeded};
use super::lex::Lexer;
use super::raw::Raw;
use super::string::unescape;

/// Two hashes of one value, from different starting points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint([u64; 2]);

/// Deeper values are not compared: each open level takes memory.
const DEEPEST: usize = 100_000;

const SEEDS: [u64; 2] = [0x51_7C_C1_B7, 0x27_22_0A_95];

struct Level {
    sum: [u64; 2],
    key: Option<[u64; 2]>,
}

/// The fingerprint of a value; `None` where it is too deep.
pub(crate) fn fingerprint(raw: &Raw) -> Option<Fingerprint> {
    let text = raw.text();
    let mut lexer = Lexer::at(text, raw.span().start);
    let mut levels: Vec<Level> = Vec::new();
    let mut root = None;
    while let Ok(Some(event)) = lexer.next() {
        let value = match event {
            Event::ObjectStart | Event::ArrayStart => {
                if levels.len() == DEEPEST {
                    return None;
                }
                let seeds = SEEDS.map(|seed| seed ^ u64::from(event == Event::ArrayStart));
                levels.push(Level { sum: seeds, key: None });
                continue;
            }
            Event::Key(key) => {
                if let Some(level) = levels.last_mut() {
                    level.key = Some(hash(1, unescape(key.span.of(text)).as_bytes()));
                }
                continue;
            }
            Event::ObjectEnd | Event::ArrayEnd => levels.pop()?.sum.map(|sum| mix(sum, 7)),
            Event::String(string) => hash(2, unescape(string.span.of(text)).as_bytes()),
            Event::Number(span) => hash(3, canonical(span.of(text)).as_bytes()),
            Event::NonFinite(span) => hash(2, span.of(text).as_bytes()),
            Event::True => hash(4, b"true"),
            Event::False => hash(4, b"false"),
            Event::Null => hash(4, b"null"),
        };
        match levels.last_mut() {
            None => root = Some(Fingerprint(value)),
            Some(level) => {
                let key = level.key.take();
                for (index, sum) in level.sum.iter_mut().enumerate() {
                    let value = value.get(index).copied().unwrap_or_default();
                    *sum = match key.and_then(|key| key.get(index).copied()) {
                        // Adding makes the order of members irrelevant.
                        Some(key) => sum.wrapping_add(mix(mix(11, key), value)),
                        None => mix(*sum, value),
                    };
                }
            }
        }
    }
    root
}

fn hash(tag: u64, bytes: &[u8]) -> [u64; 2] {
    SEEDS.map(|seed| mix(tag, seeded(bytes, seed)))
}

/// A number without the freedom in writing it: sign, digits without zeros around them, power of ten.
fn canonical(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (mantissa, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() {
        return "0".to_owned();
    }
    let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
    let shift = length(digits) - length(significant) - length(fraction);
    match power.trim_start_matches('+').parse::<i64>() {
        Ok(power) => format!("{sign}{significant}e{}", power.saturating_add(shift)),
        // A power that no machine counts to is compared as it is written.
        Err(_) => format!("{sign}{significant}e{power}e{shift}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) -> bool {
        fingerprint(&Raw::parse(a).unwrap()) == fingerprint(&Raw::parse(b).unwrap())
    }

    #[test]
    fn writing_does_not_matter() {
        assert!(same(r#"{"a": 1, "b": [1.0, 2e2]}"#, r#"{"b":[1,200],"a":1}"#));
        assert!(same(r#""\u00e9\/""#, r#""é/""#));
        assert!(same("-0", "0.00"));
        assert!(same("100", "1E+2"));
        assert!(same("0.5", "5e-1"));
    }

    #[test]
    fn meaning_does() {
        assert!(!same("[1,2]", "[2,1]"));
        assert!(!same(r#"{"a":1}"#, r#"{"a":"1"}"#));
        assert!(!same(r#"{"a":{"b":1}}"#, r#"{"b":{"a":1}}"#));
        assert!(!same("[]", "{}"));
        assert!(!same("[[1],2]", "[1,[2]]"));
        assert!(!same("12345678901234567890123", "12345678901234567890124"));
    }
}

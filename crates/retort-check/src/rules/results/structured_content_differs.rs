//! `structured-content-differs`: `structuredContent` and the JSON in the text are the same.

use std::collections::BTreeMap;

use retort_core::{Kind, OddityKind, Raw};

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES025",
    name: "structured-content-differs",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "`structuredContent` and the JSON in the text are the same.",
    why: "Some clients give the model the one, some the other. Where the two differ, the answer depends on the \
          client, and nobody can tell which is right.",
    remedy: "Encode the same value into both.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"temperature\": 21}"}], "structuredContent": {"temperature": 22.5}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"temperature\": 22.5}"}], "structuredContent": {"temperature": 22.5}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let differs = call.payload().oddities.iter().any(|oddity| oddity.kind == OddityKind::StructuredContentDiffers);
    let Some(result) = call.result().filter(|_| differs) else { return };
    let Some(structured) = &result.structured else { return };
    let says_the_same = call.document().is_some_and(|text| differ_in_nulls_alone(text.raw(), structured));
    if says_the_same {
        findings.soften();
    }
    let said = OddityKind::StructuredContentDiffers.explanation().trim_end_matches('.');
    let but = if says_the_same { ": only one has members that are null" } else { "" };
    let message = format!("{said}{but} (here: {})", quoted(structured));
    findings.add(format!("{}/structuredContent", result.pointer()), message);
}

/// So many levels of two values are compared.
const DEEPEST_COMPARED: usize = 32;

/// Whether two values are the same but for members that are null in one and missing in the other: serialisers leave
/// those out, or do not, and whoever reads either learns the same.
fn differ_in_nulls_alone(one: &Raw, other: &Raw) -> bool {
    let mut open = vec![(one.clone(), other.clone(), 0)];
    while let Some((one, other, depth)) = open.pop() {
        // Each level is read once more than the one around it: what nests deeper than data does is not compared.
        if depth > DEEPEST_COMPARED {
            return false;
        }
        match (one.kind(), other.kind()) {
            (Kind::Object, Kind::Object) => {
                let (ours, mut theirs) = (told(&one), told(&other));
                if ours.len() != theirs.len() {
                    return false;
                }
                for (key, value) in ours {
                    let Some(same) = theirs.remove(&key) else { return false };
                    open.push((value, same, depth + 1));
                }
            }
            (Kind::Array, Kind::Array) => {
                let (ours, theirs): (Vec<Raw>, Vec<Raw>) = (one.items().collect(), other.items().collect());
                if ours.len() != theirs.len() {
                    return false;
                }
                open.extend(ours.into_iter().zip(theirs).map(|(one, other)| (one, other, depth + 1)));
            }
            (Kind::Number, Kind::Number) => {
                let number = |raw: &Raw| raw.as_str().parse::<f64>().ok();
                if one.as_str() != other.as_str() && number(&one).is_none_or(|one| number(&other) != Some(one)) {
                    return false;
                }
            }
            (ours, theirs) if ours == theirs && one.to_plain() == other.to_plain() => {}
            _ => return false,
        }
    }
    true
}

/// The members that say something.
fn told(object: &Raw) -> BTreeMap<String, Raw> {
    object.members().filter(|(_, value)| value.kind() != Kind::Null).map(|(key, value)| (key.into_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_null_says_as_much_as_nothing() {
        let same = |one: &str, other: &str| differ_in_nulls_alone(&Raw::parse(one).unwrap(), &Raw::parse(other).unwrap());
        assert!(same(r#"{"a": 1, "b": null}"#, r#"{"a": 1.0}"#));
        assert!(same(r#"{"rows": [{"a": "x"}]}"#, r#"{"rows": [{"a": "x", "b": null}], "next": null}"#));
        for (one, other) in [
            (r#"{"a": 1}"#, r#"{"a": 2}"#),
            (r#"{"a": 1, "b": null}"#, r#"{"b": 1, "a": null}"#),
            (r#"{"a": [1, null]}"#, r#"{"a": [1]}"#),
            (r#"{"a": ""}"#, r#"{"a": null}"#),
            (r#"{"a": "1"}"#, r#"{"a": 1}"#),
        ] {
            assert!(!same(one, other), "{one} {other}");
        }
    }
}

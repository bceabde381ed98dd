//! `lone-surrogate`: strings hold whole characters.

use retort_core::OddityKind;

use crate::repair::{Fix, Misspelling};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC015",
    name: "lone-surrogate",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A string holds no half of a surrogate pair.",
    why: "Half a pair is no character and has no form in UTF-8. Many parsers refuse the message, others put a \
          replacement character there. It mostly comes from a text that was cut in the middle of an emoji.",
    remedy: "Cut texts between characters, not between UTF-16 units: `[...text].slice(0, n).join(\"\")` in \
             JavaScript.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "1 s \ud83d"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "1 s \ud83d\ude00"}}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-8.2",
    check: Check::Oddity(OddityKind::LoneSurrogate),
    fix: Some(Fix::spelling(Misspelling::LoneSurrogate)),
};

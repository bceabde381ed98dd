//! `non-finite-number`: numbers are finite.

use retort_core::OddityKind;

use crate::repair::{Fix, Misspelling};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC012",
    name: "non-finite-number",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    revisions: ALWAYS,
    summary: "Numbers are finite: `NaN` and `Infinity` are no JSON.",
    why: "JavaScript, Rust and Go refuse such a message as a whole, so one missing measurement costs the client the \
          complete answer.",
    remedy: "Write `null` for what is not known. In Python, `json.dumps(..., allow_nan=False)` tells where it comes \
             from.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": NaN}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": null}}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-6",
    check: Check::Oddity(OddityKind::NonFiniteNumber),
    fix: Some(Fix::spelling(Misspelling::NonFinite)),
};

//! `stack-trace`: an error does not carry the stack of the program.

use super::words;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR006",
    name: "stack-trace",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "An error does not carry the stack of the program.",
    why: "A stack trace costs hundreds of tokens, tells strangers which files and libraries a server is made \
          of, and hides the one line that helps.",
    remedy: "Log the trace on the server, and send its last line in words that the caller can act on.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Traceback (most recent call last):\n  File \"weather.py\", line 12, in report\n    city = CITIES[name]\nKeyError: 'Atlantis'"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The city Atlantis is not known; try another spelling."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let said = call.failure();
    let data = call.error().and_then(|error| error.data.as_ref()).map(|data| ("/error/data".to_owned(), data.as_str()));
    for (pointer, text) in said.into_iter().chain(data) {
        if let Some((language, at)) = words::stack_trace(text) {
            findings.add(pointer, format!("a stack trace of {language} starts at byte {at}"));
        }
    }
}

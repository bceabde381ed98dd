//! `stack-trace`: an error does not carry the stack of the program.

use super::words;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR006",
    name: "stack-trace",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "An error does not carry the stack of the program.",
    why: "A stack trace costs hundreds of tokens, tells strangers which files and libraries a server is made \
          of, and hides the one line that helps.",
    remedy: "Log the trace on the server, and send its last line in words that the caller can act on.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Traceback (most recent call last):\n  File \"weather.py\", line 12, in report\n    city = CITIES[name]\nKeyError: 'Atlantis'"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The city Atlantis is not known; try another spelling."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// Arguments with which a caller hands in a program.
#[rustfmt::skip]
const PROGRAMS: [&str; 10] = [
    "code", "script", "snippet", "program", "command", "cmd", "javascript", "js", "python", "function",
];
/// Words in the names of tools that run the caller's programs.
#[rustfmt::skip]
const RUNNING: [&str; 11] = [
    "test", "pytest", "shell", "bash", "terminal", "console", "repl", "notebook", "cell", "evaluate", "eval",
];
/// Where the programs of servers lie, and those of callers do not.
const OF_SERVERS: [&str; 5] = ["/mcp/server/", "/fastmcp/", "/@modelcontextprotocol/", "\\mcp\\server\\", "/rmcp"];

/// Whether a trace is that of a program which the caller had run, and therefore what was asked for.
fn is_callers(call: &Call<'_>, text: &str) -> bool {
    let is_program = |name: &str| PROGRAMS.iter().any(|program| name.eq_ignore_ascii_case(program));
    let gives_program = call.arguments().is_some_and(|given| given.members().any(|(name, _)| is_program(&name)));
    (gives_program || call.is_named_after(&RUNNING)) && !OF_SERVERS.iter().any(|place| text.contains(place))
}

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let said = call.failure().filter(|(_, text)| call.error().is_some() || !is_callers(call, text));
    let data = call.error().and_then(|error| error.data.as_ref()).map(|data| ("/error/data".to_owned(), data.as_str()));
    for (pointer, text) in said.into_iter().chain(data) {
        if let Some((language, at)) = words::stack_trace(text) {
            findings.add(pointer, format!("a stack trace of {language} starts at byte {at}"));
        }
    }
}

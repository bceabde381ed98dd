//! `path-in-error`: an error names no paths of the server's machine that the caller did not name.

use super::words;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR009",
    name: "path-in-error",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "An error names no paths of the server's machine that the caller did not name.",
    why: "Such a path tells strangers the names of users, the layout of the machine and which software runs \
          there, and it helps nobody who cannot open the file.",
    remedy: "Name the thing that is missing, as the caller knows it, and log the path.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "render_document", "arguments": {"order": 7}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The template could not be read: /home/deploy/app/templates/invoice.html is missing."}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "render_document", "arguments": {"order": 7}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The template `invoice` does not exist; `receipt` and `reminder` do."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pointer, text)) = call.failure() else { return };
    // A stack trace is full of paths and is told as what it is.
    if words::stack_trace(text).is_some() {
        return;
    }
    if let Some(path) = words::server_path(text, call.arguments().as_ref()) {
        findings.add(pointer, format!("the error names {}, which the caller did not", shortened(path)));
    }
}

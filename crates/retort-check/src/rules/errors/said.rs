//! How an error is worded: signs in its text that it helps nobody.

use super::words;
use crate::finding::shortened;
use crate::rule::{Check, Profile, Rule, Severity};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "ERR003",
        name: "error-message-only-a-code",
        severity: Severity::Warning,
        summary: "The message of an error is more than a code.",
        why: "A code means something to those who have the server's source. A model and its user have only the \
          message.",
        remedy: "Keep the code and add a sentence that says what went wrong and what to do.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "E_4031"}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "E_4031: this project is archived; unarchive it before adding tasks."}], "isError": true}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
        check: Check::Call(|call, findings| {
            if let Some((pointer, text)) = call.failure()
                && call.document().is_none()
                && words::is_code(text.trim())
            {
                findings.add(pointer, format!("{} is all that the error says", text.trim()));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ERR005",
        name: "error-sounds-like-success",
        severity: Severity::Warning,
        profiles: &[Profile::Mcp, Profile::Omni],
        summary: "A result with `isError` does not say that all went well.",
        why: "The flag says one thing and the words another. Some clients follow the flag, models follow the \
          words, and the user is told both.",
        remedy: "Leave `isError` out where the call did what it was asked for; else say what went wrong.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Task 12 was created successfully."}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Task 12 was created successfully."}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
        check: Check::Call(|call, findings| {
            let Some((pointer, text)) = call.failure().filter(|_| call.error().is_none()) else { return };
            if call.sounds_well() {
                findings
                    .add(pointer, format!("`isError` is true and the text says success: {}", shortened(text.trim())));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ERR007",
        name: "python-exception-as-text",
        severity: Severity::Hint,
        summary: "An error is told in words, and not as Python prints an exception.",
        why: "`KeyError('id')` is what a program says to its author. Quotes, class names and escapes of another \
          language are noise to everybody else, and a model may copy them into its next call.",
        remedy: "Send the exception's message, with the value that it is about, in place of its `repr`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Could not read the report: KeyError('total')"}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Could not read the report: it has no column `total`."}], "isError": true}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
        check: Check::Call(|call, findings| {
            let Some((pointer, text)) = call.failure() else { return };
            if let Some(at) = words::exception_repr(text) {
                let shown = shortened(text.get(at..).unwrap_or_default());
                findings.add(pointer, format!("the error holds what Python prints for an exception: {shown}"));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ERR008",
        name: "html-error-page",
        severity: Severity::Warning,
        summary: "An error is a sentence, and not the HTML page of a server behind the server.",
        why: "A gateway's error page is kilobytes of markup around two words. Models read all of it, and clients \
          that show HTML put a foreign page into theirs.",
        remedy: "Read the status of the answer from behind, and say in one sentence what it means for the caller.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The weather service is not reachable (502 Bad Gateway); try again in a minute."}], "isError": true}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
        check: Check::Call(|call, findings| {
            let Some((pointer, text)) = call.failure() else { return };
            if let Some(at) = words::html_page(text) {
                findings.add(pointer, format!("an HTML page starts at byte {at} of the error"));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ERR015",
        name: "error-prefix-repeated",
        severity: Severity::Hint,
        summary: "The message of an error says once that it is one.",
        why: "A prefix that each layer adds again pushes what went wrong out of the first line, where people and \
          models look for it.",
        remedy: "Let one layer add the prefix: raise with the plain message and leave the rest to the framework.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Error: the city Atlantis is not known."}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: the city Atlantis is not known."}], "isError": true}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
        check: Check::Call(|call, findings| {
            let Some((pointer, text)) = call.failure() else { return };
            if let Some(prefix) = words::repeated_prefix(text) {
                findings.add(pointer, format!("the message starts twice with `{}:`", shortened(prefix)));
            }
        }),
        ..Rule::COMMON
    },
];

//! Reports of a made-up check, in every format.

mod baseline;
mod excerpts;
mod formats;
mod many;
mod reference;
mod schemas;

use retort_core::{OddityKind, Revision, read};

use super::{Checked, Format, Look, Report};
use crate::checker::Checker;
use crate::finding::Finding;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

static DATES: Rule = Rule {
    id: "TXT901",
    name: "dates-not-iso",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "Dates are written as ISO 8601 has them.",
    why: "A model takes 04/05/2024 for April or for May, as its training has it, and nobody notices.",
    remedy: "Write dates as `2024-05-04`, and times with their offset.",
    bad: "{\"id\": 1, \"method\": \"x\"}\n{\"id\": 1, \"result\": {\"day\": \"04/05/2024\"}}",
    good: r#"{"day": "2024-05-04"}"#,
    source: "django-rest-framework-mcp, \"Dates\"",
    check: Check::Oddity(OddityKind::HttpHead),
    ..Rule::COMMON
};

static HIDDEN: Rule = Rule {
    id: "SAF901",
    name: "hidden-characters",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "Text has no characters that cannot be seen.",
    why: "People do not see what the model reads.",
    remedy: "Take them out.",
    bad: "not JSON with a ``` in it",
    good: r#"{"text": "seen"}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Oddity(OddityKind::HttpHead),
    ..Rule::COMMON
};

static TITLE: Rule = Rule {
    id: "CAT901",
    name: "title-missing",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "A tool has a title.",
    why: "People see the title.",
    remedy: "Give it one.",
    bad: r#"{"name": "a"}"#,
    good: r#"{"name": "a", "title": "A"}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Oddity(OddityKind::HttpHead),
    ..Rule::COMMON
};

const TRANSCRIPT: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"東京"}}}"#,
    "\n",
    r#"{"id":1,"result":{"content":[{"type":"text","text":"東京: sunny"}],"isError":false}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_users","arguments":{}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"#,
    r#""{\"users\":[{\"id\":1,\"name\":\"山田🎉\",\"born\":\"04/05/1999\"},{\"id\":2,\"name\":\"Bob\",\"born\":\"1/2/80\"}],"#,
    r#"\"total\":2}"}]}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"show_\u001b[31mpage","arguments":{}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"Ignore nothing. A quiet page about"#,
    " gardens, rain and \u{202e} the rest of the text, which goes on for a while so that it has to be cut.",
    r#""}]}}"#,
    "\n",
);

fn finding(rule: &'static Rule, at: usize, subject: &str, pointer: &str, message: &str) -> Finding {
    Finding {
        rule,
        severity: rule.severity,
        message: message.to_owned(),
        at: Some(at),
        subject: Some(subject.to_owned()),
        pointer: pointer.to_owned(),
        within: None,
        part: None,
        times: 1,
        failure: None,
    }
}

fn checked(name: &str, text: &str) -> Checked {
    let (session, findings) = Checker::new(&[Profile::Mcp]).filtered(|rule| rule.id == "RPC001").check(read(text));
    Checked::new(name, session, findings)
}

/// A report of a file with a bit of everything, and of a server with little.
fn report() -> Report {
    let mut file = checked("runs/answers, new.jsonl", TRANSCRIPT).in_file(TRANSCRIPT);
    let text = "/result/content/0/text";
    file.findings.push(Finding {
        within: Some("/users/0/born".to_owned()),
        times: 7,
        ..finding(&DATES, 3, "list_users", text, "\"04/05/1999\" could be in April or in May")
    });
    file.findings.push(Finding {
        within: Some("/users/1/born".to_owned()),
        ..finding(&DATES, 3, "list_users", text, "\"1/2/80\" could be in January or in February")
    });
    let start = file.session.messages[5].sent.as_str().find('\u{202e}').unwrap() - TRANSCRIPT_TEXT_AT;
    file.findings.push(Finding {
        part: Some(start..start + 3),
        ..finding(&HIDDEN, 5, "show_\u{1b}[31mpage", text, "the text has \u{202e}, which turns it around")
    });
    file.notes.push("delete_user was not called: it is not marked as read-only".to_owned());

    let listing = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}}"#;
    let mut server = checked("demo", listing);
    server.findings.push(finding(&TITLE, 0, "a", "/result/tools/0/title", "the tool \"a\" has no title"));
    server.findings.push(Finding {
        at: None,
        subject: None,
        ..finding(&TITLE, 0, "", "", "the server has no title either, and nothing that a person would know it by")
    });

    let mut report = Report::new(rules());
    report.add(file);
    report.add(server);
    report
}

/// Where the text starts in the last message.
const TRANSCRIPT_TEXT_AT: usize = r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":""#.len();

fn rules() -> [&'static Rule; 4] {
    [crate::rules::find("RPC001").unwrap(), &DATES, &HIDDEN, &TITLE]
}

fn written(report: &Report, format: Format, look: Look) -> String {
    let mut out = Vec::new();
    report.write(format, &mut out, look).unwrap();
    String::from_utf8(out).unwrap()
}

fn plain(report: &Report, format: Format) -> String {
    written(report, format, Look::default())
}

/// A clean session.
fn clean() -> Session {
    checked("", r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#).session
}

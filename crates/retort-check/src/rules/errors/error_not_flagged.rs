//! `error-not-flagged`: a result that reports a failure has `isError: true`.

use retort_core::{Content, Interpretation, Kind, Raw, ResultKind, read};

use super::refusal::{answers, refusal};
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR001",
    name: "error-not-flagged",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    summary: "A result that reports a failure has `isError: true`.",
    why: "Clients and models tell a failure from an answer by `isError`. Without it, an error message is taken \
          for the answer: the call counts as done, and nobody tries again.",
    remedy: "Set `isError` to true on every result that reports a failure; most frameworks do so when the tool \
          raises.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: the city Atlantis is not known; try another spelling"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: the city Atlantis is not known; try another spelling"}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    fix: Some(Fix::guess(|edits, pointer| edits.set(pointer, "isError", "true"))),
    aliases: &["FEA039", "feathers-error-not-flagged"],
    ..Rule::COMMON
};

/// What a tool itself says of a failure is no longer than this, in bytes.
const LONGEST_REPORT: usize = 400;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result().filter(|result| !result.is_error && result.kind == ResultKind::ToolCall) else {
        return;
    };
    // Those servers tell of failures in JSON without a flag, as agreed; in a text it is none.
    if findings.only == Some(Profile::Feathers) {
        if let Content::Text(text) = &call.payload().content
            && text.as_str().starts_with("Error:")
        {
            findings.add(result.pointer(), told(text.as_str()));
        }
        return;
    }
    // A file or a page may be about an error, and a call may ask for one; a short text of either is the tool's own.
    let is_long = || call.texts().map(|(_, text)| text.len()).sum::<usize>() > LONGEST_REPORT;
    let is_asked_for = |value: &Raw| value.to_text().is_some_and(|text| text.to_lowercase().contains("error"));
    let asks = || call.arguments().is_some_and(|given| given.members().any(|(_, value)| is_asked_for(&value)));
    if call.hands_on() && is_long() || asks() {
        return;
    }
    if let Some(error) = call.envelope().error() {
        // What was asked is whether something is there, and this is the answer.
        if call.document().is_none() && answers(call, &error.message) {
            return;
        }
        if is_verdict(call) || is_about_one_of_many(call, &error.message) {
            findings.soften();
        }
        findings.add(result.pointer(), told(&error.message));
    } else if let Some(refusal) = refusal(call).or_else(|| only_item(call)) {
        findings.add(result.pointer(), told(&refusal));
    }
}

/// Words in the names of tools whose lists are of reports.
const REPORTING: [&str; 8] = ["error", "failure", "event", "message", "issue", "alert", "history", "log"];

/// The failure that stands where the only item of a list would: `structuredContent` is a list because the tool gives lists.
fn only_item(call: &Call<'_>) -> Option<String> {
    let list = call.result()?.structured.as_ref()?.get("result")?;
    let mut items = list.items();
    let item = items.next().filter(|_| list.kind() == Kind::Array)?;
    // A row may tell of an error of its own.
    let is_row = ["id", "_id", "uuid", "name"].iter().any(|name| item.get(name).is_some());
    let is_one = !is_row && items.next().is_none();
    let mut texts = call.texts();
    let (Some((_, text)), None) = (texts.next(), texts.next()) else { return None };
    if !is_one || text.len() > LONGEST_REPORT || call.hands_on() || call.is_named_after(&REPORTING) {
        return None;
    }
    let alone = format!(r#"{{"content": [{{"type": "text", "text": {}}}]}}"#, Raw::string(text).to_json());
    let reading = read(alone.as_str());
    let message = reading.messages.first()?;
    let alone = Interpretation::of(message).with_tool(call.tool.as_deref());
    alone.envelope().error().map(|error| error.message.clone()).filter(|message| !answers(call, message))
}

fn told(failure: &str) -> String {
    format!("the result reports a failure without `isError`: {}", shortened(failure))
}

/// Whether a failure is that of one of the things that were asked for: whoever asks for many at once is told of each.
fn is_about_one_of_many(call: &Call<'_>, message: &str) -> bool {
    let Some(given) = call.arguments() else { return false };
    let mut asked = given.members().flat_map(|(_, value)| value.items().collect::<Vec<_>>());
    asked.any(|item| item.to_text().is_some_and(|item| !item.is_empty() && message.starts_with(&*item)))
}

/// Whether the result says that what was judged did not pass, and not that the tool failed: that would have a reason.
fn is_verdict(call: &Call<'_>) -> bool {
    const REASONS: [&str; 7] = ["error", "errors", "message", "msg", "reason", "detail", "details"];
    let gives_reason = |raw: &Raw| {
        let is_reason = |name: &str| REASONS.iter().any(|reason| name.eq_ignore_ascii_case(reason));
        raw.members().any(|(name, value)| is_reason(&name) && !value.is_blank())
    };
    call.judges() && call.document().is_some_and(|document| !gives_reason(document.raw()))
}

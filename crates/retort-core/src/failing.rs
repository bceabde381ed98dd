//! Whether a payload reports that the call failed.

use crate::envelope::{envelope_fails, looks_like_envelope};
use crate::json;
use crate::main_list::{MainList, main_list};
use crate::outline::Node;
use crate::payload::Document;
use crate::tool_name::ToolName;

/// Members that hold the answer: an `error` beside one of them that is not empty is a remark.
const ANSWERS: &[&str] = &["data", "result", "results", "items", "rows", "records", "response", "output", "value"];

/// The words of which a body is made that says nothing but what went wrong.
#[rustfmt::skip]
const ERROR_WORDS: &[&str] = &[
    "error", "errors", "code", "message", "msg", "status", "statuscode", "detail", "details", "title", "type",
    "instance", "path", "timestamp", "requestid", "reason", "hint", "errorcode", "name", "classname",
    "documentationurl", "method", "success", "ok", "traceid", "data", "stack", "description",
];

/// Whether an object reports a failure, or stands around one that does.
pub(crate) fn reports_failure(document: &Document) -> bool {
    let mut around = None;
    for _ in 0..MOST_WRAPS {
        let document = around.as_ref().unwrap_or(document);
        if let Some(verdict) = judge(document) {
            return verdict;
        }
        match wrapped(document) {
            Some(inner) => around = Some(inner),
            None => return says_error(document),
        }
    }
    // Nobody wraps a report as often as that.
    false
}

/// Whether the flags of an object say that it reports a failure; nothing where they say nothing.
fn judge(document: &Document) -> Option<bool> {
    if document.outline.kind != json::Kind::Object {
        return Some(false);
    }
    if looks_like_envelope(document) {
        return Some(envelope_fails(document));
    }
    let is = |name: &str, flag: bool| member(document, name).is_some_and(|raw| raw.says(flag));
    if is("success", false) || is("ok", false) || is("isError", true) {
        return Some(true);
    }
    let status = member(document, "status").filter(|status| status.kind() == json::Kind::String)?;
    let status = status.to_plain().to_lowercase();
    // JSend calls a refused request a `fail`; a `failed` build is another matter.
    let refuses = status == "error" || status == "fail" || is_refusal(document, &status);
    refuses.then_some(true)
}

/// The member of a name, in whatever case it is written.
fn member(document: &Document, name: &str) -> Option<json::Raw> {
    let mut members = document.members(None);
    members.find(|(_, node)| node.name.eq_ignore_ascii_case(name)).map(|(_, node)| document.part(node.value))
}

/// Whether an object whose flags say nothing speaks of an error and of nothing else.
fn says_error(document: &Document) -> bool {
    let value = |name: &str| member(document, name);
    // A thing that has an `error` among its members is not one itself.
    let is_id = |node: &Node| matches!(node.name.as_str(), "id" | "_id" | "uuid");
    let is_of_error = |node: &Node| ERROR_WORDS.contains(&node.plain_name.as_str()) && node.plain_name != "status";
    let speaks_of_a_thing = document.members(None).any(|(_, node)| is_id(node))
        && document.members(None).any(|(_, node)| !is_id(node) && !is_of_error(node))
        && value("jsonrpc").is_none();
    let only_words = || document.members(None).all(|(_, node)| ERROR_WORDS.contains(&node.plain_name.as_str()));
    // A number may be a measure: beside other things it is one.
    let error =
        value("error").is_some_and(|error| !error.is_blank() && (error.kind() != json::Kind::Number || only_words()));
    let errors = value("errors")
        .is_some_and(|errors| matches!(errors.kind(), json::Kind::Array | json::Kind::String) && !errors.is_blank());
    let listed = errors && only_words();
    let reports = (error || listed) && !speaks_of_a_thing || is_http_error(document);
    // To look for an answer takes longer than all the rest, and most payloads speak of no error.
    reports && !has_answer(document)
}

/// Statuses that only a refused call has, and the ends of such.
#[rustfmt::skip]
const REFUSALS: &[&str] = &[
    "not_found", "notfound", "unauthorized", "unauthorised", "unauthenticated", "forbidden", "access_denied",
    "permission_denied", "not_allowed", "not_permitted", "rate_limited", "too_many_requests", "bad_request",
    "invalid_request", "invalid_params", "invalid_parameters", "invalid_argument", "invalid_arguments", "invalid_input",
    "validation_error", "internal_error", "server_error", "exception", "missing_parameter", "no_such_tool",
];
const REFUSED_ENDS: &[&str] = &["_not_found", "_error", "_denied", "_not_allowed", "_not_exist", "_not_exists"];

/// Statuses that a thing may have as well: only beside a reason, and beside nothing but words about it, do they report that
/// the call failed.
const FAILED: &[&str] = &["failed", "failure", "invalid", "rejected", "denied", "timeout", "timed_out", "unavailable"];
const FAILED_ENDS: &[&str] = &["_failed", "_failure", "_invalid", "_rejected", "_timeout", "_unavailable"];

/// How much a refusal may tell of what was asked for.
const MOST_ECHOES: usize = 2;

/// Whether a status, in lower case, says that the call was refused or failed.
fn is_refusal(document: &Document, status: &str) -> bool {
    let status = status.trim().replace([' ', '-'], "_");
    let is = |words: &[&str], ends: &[&str]| {
        words.contains(&status.as_str()) || ends.iter().any(|end| status.ends_with(end))
    };
    let others = || document.members(None).filter(|(_, node)| !ERROR_WORDS.contains(&node.plain_name.as_str()));
    let told = |names: &[&str]| {
        document
            .members(None)
            .any(|(_, node)| names.contains(&node.plain_name.as_str()) && !document.part(node.value).is_blank())
    };
    if is(REFUSALS, REFUSED_ENDS) {
        let only_echoes = others().count() <= MOST_ECHOES && others().all(|(_, node)| !node.kind.is_container());
        return only_echoes && !has_answer(document);
    }
    is(FAILED, FAILED_ENDS)
        && others().next().is_none()
        && told(&["message", "msg", "reason", "error", "errors", "detail", "details", "description"])
}

/// Reports are passed on and packed again, at most so often.
const MOST_WRAPS: usize = 16;
/// A report of a failure is short.
const LONGEST_REPORT: usize = 1 << 16;

/// The object that an object with no other member only stands around, where it can be a report of a failure.
pub(crate) fn wrapped(document: &Document) -> Option<Document> {
    let mut members = document.members(None);
    let (Some((_, only)), None) = (members.next(), members.next()) else { return None };
    let fits = ["result", "data", "response", "output"].contains(&only.name.as_str())
        && only.kind == json::Kind::Object
        && only.value.end - only.value.start < LONGEST_REPORT;
    fits.then(|| Document::of(&document.part(only.value)))?
}

/// Whether an answer stands beside the error.
fn has_answer(document: &Document) -> bool {
    let answer = document
        .members(None)
        .any(|(_, node)| ANSWERS.contains(&node.name.as_str()) && !document.part(node.value).is_blank());
    let list = main_list(document, &ToolName::default());
    // What is listed as part of the error is no answer.
    let in_error =
        |list: &MainList| document.top_of(list.node).is_some_and(|top| ERROR_WORDS.contains(&top.plain_name.as_str()));
    answer || list.filter(|list| !in_error(list)).and_then(|list| list.of(document)).is_some_and(|list| list.rows > 0)
}

/// A body made of nothing but an HTTP error: its status from 400 on, and words about it.
fn is_http_error(document: &Document) -> bool {
    let mut coded = false;
    let mut worded = false;
    for (_, node) in document.members(None) {
        let name = &node.plain_name;
        if !ERROR_WORDS.contains(&name.as_str()) {
            return false;
        }
        let value = document.part(node.value);
        match name.as_str() {
            "code" | "status" | "statuscode" => {
                coded |=
                    node.kind == json::Kind::Number && value.to_count().is_some_and(|code| (400..600).contains(&code));
            }
            "message" | "detail" | "title" | "msg" => worded |= node.kind == json::Kind::String,
            _ => {}
        }
    }
    coded && worded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Kind, Raw};
    use crate::payload::Document;

    fn fails(wraps: usize, inner: &str) -> bool {
        let sent = format!("{}{inner}{}", "{\"data\":".repeat(wraps), "}".repeat(wraps));
        let raw = Raw::parse(sent).unwrap();
        assert_eq!(raw.kind(), Kind::Object);
        reports_failure(&Document::of(&raw).unwrap())
    }

    #[test]
    fn a_report_is_found_however_it_was_packed() {
        for wraps in [0, 1, 2, 7, MOST_WRAPS - 1] {
            assert!(fails(wraps, r#"{"success": false}"#), "{wraps}");
            assert!(fails(wraps, r#"{"error": "gone"}"#), "{wraps}");
            assert!(!fails(wraps, r#"{"name": "Ann"}"#), "{wraps}");
        }
    }

    #[test]
    fn nobody_packs_anything_so_often_that_it_takes_the_stack() {
        let small = std::thread::Builder::new().stack_size(1 << 17);
        let judged = small.spawn(|| fails(7_000, r#"{"success": false}"#)).unwrap().join().unwrap();
        assert!(!judged);
    }
}

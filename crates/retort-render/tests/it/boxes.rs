//! Errors: a box that is closed on its right side whatever stands in it, with what a server says about the error as
//! pairs and not as JSON.

use proptest::prelude::*;
use retort_core::Format;
use retort_render::{PartBody, Terminal, width};

use crate::{fitted, said, view};

/// Every line of the box in a text is as wide as the others.
fn is_closed(drawn: &str) -> bool {
    let lines: Vec<&str> = drawn.lines().skip_while(|line| !line.starts_with('╭')).collect();
    let Some(end) = lines.iter().position(|line| line.starts_with('╰')) else { return false };
    let wide = width(lines[0]);
    lines[..=end].iter().all(|line| width(line) == wide && line.ends_with(['│', '╮', '╯']))
}

#[test]
fn a_box_is_closed_on_long_lines() {
    let long = "x".repeat(300);
    let wide = "日本語の長い文".repeat(20);
    let digits = "9".repeat(90);
    for text in [
        format!("Error: {long}"),
        format!("Error: {wide}\n\tat\ta.b\n\t\tat c"),
        format!(
            "{{\"error\": \"no\", \"{long}\": 1, \"deep\": {{\"a\": {{\"b\": {{\"c\": {{\"d\": {{\"e\": {digits}}}}}}}}}}}}}"
        ),
        format!(
            "{{\"error\": {{\"message\": \"{wide}\", \"code\": \"{long}\", \"url\": \"https://a.example/{long}\"}}}}"
        ),
        "Error: 👩\u{fe0e}🏽\u{200d}🚀 a\u{301}🇯🇵".repeat(12),
    ] {
        for width in [20, 40, 80, 97, 120, 200] {
            let drawn = fitted(width).draw(&view(&said(&text), Some(Format::Error)));
            assert!(is_closed(&drawn), "{width}\n{drawn}");
            let drawn = fitted(width).draw(&view(&said(&text), None));
            assert!(is_closed(&drawn), "{width}\n{drawn}");
        }
        assert!(is_closed(&Terminal::plain().draw(&view(&said(&text), None))));
    }
}

proptest! {
    #![proptest_config(trials::cases(128))]

    #[test]
    fn a_box_is_closed_whatever_stands_in_it(
        message in "([a-z]{1,12}[ \t]|[日本👩🏽\u{200d}🚀\u{301}]|\\PC){0,40}",
        name in "\\PC{1,40}",
        value in "\\PC{0,200}",
        digits in "[1-9][0-9]{0,80}",
        width in 40..=200_usize,
    ) {
        let json = serde_json::json!({"error": {"message": format!("a {message}"), name.clone(): value, "in": {"b": [{"c": [[{"d": name}]]}]}}});
        let json = json.to_string().replacen("[[", &format!("[{digits}, ["), 1);
        let drawn = fitted(width).draw(&view(&said(&json), Some(Format::Error)));
        prop_assert!(is_closed(&drawn), "{}", drawn);
        let seen = view(&said(&json), None);
        if matches!(seen.parts[0].body, PartBody::Failure(_)) {
            let drawn = fitted(width).draw(&seen);
            prop_assert!(is_closed(&drawn), "{}", drawn);
        }
    }
}

/// What is shown of an error: its code, its message, and its details.
fn told(text: &str) -> (Option<String>, String, Vec<String>) {
    let response = said(text).replace("\"content\"", "\"isError\": true, \"content\"");
    let seen = view(&response, None);
    let PartBody::Failure(failure) = &seen.parts[0].body else { panic!("{text} is no error") };
    let drawn = fitted(100).draw(&seen);
    assert!(!drawn.contains("{\"") && !drawn.contains("{'"), "{drawn}");
    let details = failure.details.iter().map(|(name, value)| format!("{name}: {}", value.to_plain())).collect();
    (failure.code.clone(), failure.message.clone(), details)
}

#[test]
fn json_in_an_error_becomes_a_message_a_code_and_pairs() {
    let cases: &[Told<'_>] = &[
        (
            r#"{"error": {"code": 404, "message": "Not found", "details": {"id": 42, "tried": ["a", "b"]}}}"#,
            Some("404"),
            "Not found",
            &["id: 42", "tried: a, b"],
        ),
        (
            "ViewSet returned error: {'detail': 'Not found.', 'code': 'not_found'}",
            Some("not_found"),
            "ViewSet returned error: Not found.",
            &[],
        ),
        (
            r#"Error: {"message": "Bad credentials", "documentation_url": "https://docs.example", "status": "401"}"#,
            Some("401"),
            "Bad credentials",
            &["documentation_url: https://docs.example"],
        ),
        (
            r#"MCP error -32603: {"error":{"code":"bad","message":"Missing x","errors":[{"field":"x","reason":"required"}]}}"#,
            Some("-32603"),
            "Missing x",
            &["code: bad", "x: required"],
        ),
        (
            r#"Request failed with status code 422: {"message":"Validation Failed","errors":[{"field":"title"}]}"#,
            None,
            "Request failed with status code 422: Validation Failed",
            &["errors.field: title"],
        ),
        (
            r#"{"error": "{\"error\":{\"code\":400,\"message\":\"chat not found\"}}"}"#,
            Some("400"),
            "chat not found",
            &[],
        ),
        (
            r#"ViewSet returned error: {"name": ["This field is required."]}"#,
            None,
            "ViewSet returned error",
            &["name: This field is required."],
        ),
        (r#"API Error (500): {"ok":false,"error":"channel_not_found"}"#, Some("500"), "channel_not_found", &[]),
        (
            r#"Call failed. Response: {"message": "No such thing", "id": 7}"#,
            None,
            "Call failed. Response: No such thing",
            &["id: 7"],
        ),
        (
            "Error: {'name': [ErrorDetail(string='Required.', code='required')]}",
            None,
            "The call failed.",
            &["name.string: Required.", "name.code: required"],
        ),
        (
            r#"{"errors": [{"message": "No x", "at": {"line": 2}}, {"message": "No y"}]}"#,
            None,
            "No x",
            &["errors[0].at.line: 2", "errors[1].message: No y"],
        ),
        (
            r#"Upstream said (HTTP 400): {"a": {"b": {"c": null, "d": []}}}."#,
            None,
            "Upstream said (HTTP 400)",
            &["a.b.d: []"],
        ),
    ];
    are_told(cases);
}

#[test]
fn complaints_about_arguments_are_told_one_by_one() {
    are_told(&[
        (
            r#"Error: [{"msg": "field required", "type": "missing", "loc": ["body", "x"]}]"#,
            None,
            "body.x: field required",
            &[],
        ),
        (
            r#"Error occurred: Invalid arguments for tool x: [{"code": "custom", "message": "No.", "path": ["a"]}] \n Please try again"#,
            None,
            "Error occurred: Invalid arguments for tool x",
            &["a: No."],
        ),
        (
            r#"Request failed with status code 422 (422: {"detail":[{"loc":["body","name"],"msg":"field required","type":"missing"}]})"#,
            None,
            "Request failed with status code 422",
            &["body.name: field required"],
        ),
        (
            r#"Request failed with status code 404 (404: {"detail":"User not found"})"#,
            None,
            "Request failed with status code 404 (404: User not found)",
            &[],
        ),
        (
            r#"Error: [{"message": "too big", "path": ["a"]}, {"message": "too small", "path": ["b", 0]}]"#,
            None,
            "The call failed.",
            &["a: too big", "b[0]: too small"],
        ),
    ]);
}

/// Errors, each with the code, the message and the details that are shown of it.
type Told<'a> = (&'a str, Option<&'a str>, &'a str, &'a [&'a str]);

fn are_told(cases: &[Told<'_>]) {
    for (text, code, message, details) in cases {
        let (found_code, found, pairs) = told(text);
        assert_eq!((found_code.as_deref(), found.as_str()), (*code, *message), "{text}");
        assert_eq!(pairs, *details, "{text}");
    }
}

#[test]
fn what_is_no_json_in_an_error_stays() {
    for text in [
        "Error: expected {name} or [id]",
        "Error: [Errno 2] No such file: 'a'",
        "Error: {",
        "Error: use {\"a\": 1} here",
    ] {
        let seen = view(&said(text), None);
        let PartBody::Failure(failure) = &seen.parts[0].body else { panic!("{text} is no error") };
        assert!(text.ends_with(&failure.message), "{}", failure.message);
    }
}

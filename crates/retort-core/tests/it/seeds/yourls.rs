//! yourls-mcp: a status in every payload.

use serde_json::{Value, json};

use crate::envelope;

fn answer(payload: &Value, is_error: bool) -> String {
    let mut result = json!({ "content": [{ "type": "text", "text": payload.to_string() }] });
    if is_error {
        result["isError"] = json!(true);
    }
    result.to_string()
}

#[test]
fn a_short_url_was_made() {
    let payload = json!({
        "status": "success", "shorturl": "https://example.com/abc", "url": "https://example.com", "title": "Example",
    });
    let envelope = envelope(answer(&payload, false), "shorten_url");
    assert_eq!(envelope["responseType"], "action");
    assert_eq!(envelope["status"], "success");
    let data = json!({ "shorturl": "https://example.com/abc", "url": "https://example.com", "title": "Example" });
    assert_eq!(envelope["data"], data);
}

#[test]
fn it_was_short_already() {
    let payload = json!({
        "status": "error",
        "message": "This URL appears to be a shortened URL already.",
        "code": "error:already_shortened",
        "originalUrl": "https://example.com/abc",
    });
    let envelope = envelope(answer(&payload, true), "shorten_url");
    assert_eq!(
        envelope,
        json!({
            "toolName": "shorten_url",
            "responseType": "error",
            "status": "error",
            "message": "This URL appears to be a shortened URL already.",
            "error": {
                "code": "error:already_shortened",
                "message": "This URL appears to be a shortened URL already.",
                "details": { "originalUrl": "https://example.com/abc" },
            },
        })
    );
}

#[test]
fn its_error_codes_are_kept() {
    for code in ["unknown_error", "not_found", "keyword_exists", "keyword_conflict", "error:already_shortened"] {
        let payload = json!({ "status": "error", "message": "No.", "code": code });
        for flagged in [true, false] {
            assert_eq!(envelope(answer(&payload, flagged), "expand_url")["error"]["code"], code);
        }
    }
}

#[test]
fn a_third_status_is_neither_success_nor_error() {
    let payload = json!({ "status": "info", "shorturl": "abc", "message": "Not supported." });
    let envelope = envelope(answer(&payload, false), "delete_url");
    assert_eq!(envelope.get("status"), None);
    assert_eq!(envelope["message"], "Not supported.");
    assert_eq!(envelope["data"], json!({ "status": "info", "shorturl": "abc" }));
}

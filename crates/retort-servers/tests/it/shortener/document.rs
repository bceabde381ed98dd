//! Every sentence of the document on its responses, for every tool, when it succeeds and when it fails.

use serde_json::{Value, json};

use super::site::{Site, on_both, text};

const TOOLS: [&str; 14] = [
    "shorten_url",
    "expand_url",
    "url_stats",
    "db_stats",
    "url_analytics",
    "contract_url",
    "update_url",
    "change_keyword",
    "get_url_keyword",
    "delete_url",
    "list_urls",
    "generate_qr_code",
    "create_custom_url",
    "shorten_with_analytics",
];

/// Calls that succeed, one after the other.
fn successes() -> Vec<(&'static str, Value)> {
    vec![
        ("shorten_url", json!({"url": "https://example.com", "keyword": "abc", "title": "Example"})),
        ("expand_url", json!({"shorturl": "abc"})),
        ("url_stats", json!({"shorturl": "https://sho.rt/abc"})),
        ("db_stats", json!({})),
        ("url_analytics", json!({"shorturl": "abc", "date": "2026-01-01", "date_end": "2026-01-31"})),
        ("contract_url", json!({"url": "https://example.com"})),
        ("update_url", json!({"shorturl": "abc", "url": "https://example.org/new", "title": "New"})),
        ("change_keyword", json!({"oldshorturl": "abc", "newshorturl": "xyz"})),
        ("get_url_keyword", json!({"url": "https://example.org/new"})),
        ("list_urls", json!({})),
        ("generate_qr_code", json!({"shorturl": "xyz", "format": "svg"})),
        ("create_custom_url", json!({"url": "https://example.org/new", "keyword": "mine"})),
        (
            "shorten_with_analytics",
            json!({"url": "https://example.net", "source": "s", "medium": "m", "campaign": "c"}),
        ),
        ("delete_url", json!({"shorturl": "mine"})),
    ]
}

/// A call of each tool that fails, and the code that it has.
fn failures() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("shorten_url", json!({"url": "https://sho.rt/abc"}), "error:already_shortened"),
        ("shorten_url", json!({"url": "https://example.org/other", "keyword": "xyz"}), "keyword_exists"),
        ("expand_url", json!({"shorturl": "none"}), "not_found"),
        ("url_stats", json!({"shorturl": "none"}), "not_found"),
        ("db_stats", json!([]), "invalid_arguments"),
        ("url_analytics", json!({"shorturl": "none", "date": "2026-01-01"}), "not_found"),
        ("contract_url", json!({"url": "nonsense"}), "invalid_url"),
        ("update_url", json!({"shorturl": "none", "url": "https://example.com"}), "not_found"),
        ("change_keyword", json!({"oldshorturl": "none", "newshorturl": "new"}), "not_found"),
        ("get_url_keyword", json!({"url": "https://example.com/never"}), "not_found"),
        ("delete_url", json!({"shorturl": "none"}), "not_found"),
        ("list_urls", json!({"sortby": "colour"}), "invalid_list"),
        ("generate_qr_code", json!({"shorturl": "none"}), "not_found"),
        ("create_custom_url", json!({"url": "https://example.com/other", "keyword": "xyz"}), "keyword_conflict"),
        ("shorten_with_analytics", json!({"url": "x", "source": "s", "medium": "m", "campaign": "c"}), "invalid_url"),
        // Argument errors are errors of the tool, too.
        ("shorten_url", json!({}), "invalid_arguments"),
        ("expand_url", json!({"shorturl": {}}), "invalid_arguments"),
        ("list_urls", json!({"perpage": "many"}), "invalid_arguments"),
        ("no_such_tool", json!({}), "unknown_tool"),
    ]
}

#[tokio::test]
async fn all_fourteen_tools_are_there() {
    on_both(async |site: Site| {
        let names: Vec<&str> = site.router.tools().map(retort_server::Tool::name).collect();
        assert_eq!(names, TOOLS);
        for tool in site.router.tools() {
            let entry = tool.entry();
            assert_eq!(entry["inputSchema"]["type"], "object", "{entry}");
            assert!(entry["annotations"]["readOnlyHint"].is_boolean() && entry["title"].is_string(), "{entry}");
        }
    })
    .await;
}

#[tokio::test]
async fn every_success_is_one_text_with_its_status_first_and_no_flag() {
    on_both(async |site: Site| {
        let mut called = Vec::new();
        for (tool, arguments) in successes() {
            let result = site.call(tool, arguments.clone()).await;
            assert!(result.get("isError").is_none(), "{tool} {arguments}: {result}");
            assert_eq!(result.as_object().unwrap().len(), 1, "{tool}: {result}");
            assert!(text(&result).starts_with(r#"{"status":"success","#), "{tool}: {result}");
            called.push(tool);
        }
        called.sort_unstable();
        let mut all = TOOLS;
        all.sort_unstable();
        assert_eq!(called, all);
    })
    .await;
}

#[tokio::test]
async fn every_failure_is_one_text_with_its_status_a_message_and_a_code() {
    on_both(async |site: Site| {
        for (tool, arguments) in successes() {
            site.call(tool, arguments).await;
        }
        for (tool, arguments, code) in failures() {
            let result = site.call(tool, arguments.clone()).await;
            assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
            assert_eq!(result.as_object().unwrap().len(), 2, "{tool}: {result}");
            assert!(text(&result).starts_with(r#"{"status":"error","message":""#), "{tool}: {result}");
            let read: Value = serde_json::from_str(text(&result)).unwrap();
            assert_eq!(read["code"], code, "{tool} {arguments}: {result}");
        }
    })
    .await;
}

/// Whatever a tool says, its fields stand beside the status.
#[tokio::test]
async fn a_repeated_call_answers_in_the_same_form() {
    on_both(async |site: Site| {
        for (tool, arguments) in
            successes().into_iter().filter(|(tool, _)| !matches!(*tool, "change_keyword" | "delete_url"))
        {
            for _ in 0..2 {
                let result = site.call(tool, arguments.clone()).await;
                let payload: Value = serde_json::from_str(text(&result)).unwrap();
                assert!(
                    payload.get("data").is_none_or(Value::is_string) && payload.get("responseType").is_none(),
                    "{tool}: {payload}"
                );
            }
            if tool == "url_stats" {
                // The keyword that others ask for.
                site.call("create_custom_url", json!({"url": "https://example.com/x", "keyword": "xyz"})).await;
            }
        }
    })
    .await;
}

/// The two examples, to the letter.
#[tokio::test]
async fn the_examples_of_the_document_come_out_as_they_stand() {
    on_both(async |site: Site| {
        let success = json!({"url": "https://example.com", "keyword": "abc", "title": "Example"});
        assert_eq!(
            text(&site.call("shorten_url", success).await),
            r#"{"status":"success","shorturl":"https://sho.rt/abc","url":"https://example.com/","title":"Example"}"#
        );
        let short = json!({"url": "https://sho.rt/abc"});
        assert_eq!(
            text(&site.call("shorten_url", short).await),
            concat!(
                r#"{"status":"error","message":"This URL appears to be a shortened URL already.","#,
                r#""code":"error:already_shortened","originalUrl":"https://sho.rt/abc"}"#
            )
        );
    })
    .await;
}

#[test]
fn every_code_is_listed() {
    let codes: Vec<&str> = retort_servers::shortener::ShortenerError::ALL.iter().map(|listed| listed.code).collect();
    for code in ["unknown_error", "not_found", "keyword_exists", "keyword_conflict", "error:already_shortened"] {
        assert!(codes.contains(&code), "{code}");
    }
}

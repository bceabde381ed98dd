//! A server over a pair of streams: what it answers to every kind of line, in every revision, and with an independent client.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use retort_server::{Limits, Profile, Revision, assert_clean};
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, duplex, split};
use tokio::time::timeout;
use trials::PATIENCE;

use crate::tools::{add, server};

/// All that is answered to these lines, with the input closed behind them.
async fn answered(lines: &str) -> Vec<Value> {
    within(Limits::default(), lines).await
}

async fn within(limits: Limits, lines: &str) -> Vec<Value> {
    let (mut output, end) = duplex(1 << 20);
    let input = lines.as_bytes().to_vec();
    let server = server(&Arc::default()).limits(limits);
    let serving = tokio::spawn(async move { server.serve_stream(&input[..], end).await });
    let mut text = String::new();
    timeout(PATIENCE, output.read_to_string(&mut text)).await.unwrap().unwrap();
    serving.await.unwrap().unwrap();
    let mut answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].to_string());
    answers
}

async fn one(line: &str) -> Value {
    let answers = answered(line).await;
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers[0].clone()
}

#[tokio::test]
async fn a_call_is_answered_and_its_answer_is_clean() {
    let answer = one(&add(&json!("a"), 2.5).to_string()).await;
    assert_eq!(answer["id"], "a");
    assert_eq!(answer["result"]["structuredContent"], json!({"value": 3.5}));
    assert!(answer["result"].get("isError").is_none_or(|is_error| is_error == false), "{answer}");
    assert_clean!(answer, Profile::Mcp);
}

#[tokio::test]
async fn every_revision_is_greeted_in_its_own_way() {
    for revision in Revision::ALL {
        let params = json!({"protocolVersion": revision.name(), "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let answer =
            one(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string()).await;
        let expected = if revision.has_initialize() { revision } else { Revision::NEWEST_WITH_INITIALIZE };
        assert_eq!(answer["result"]["protocolVersion"], expected.name());
        assert_eq!(answer["result"]["serverInfo"], json!({"name": "test", "version": "1.0.0", "title": "Test"}));
        assert_eq!(
            (&answer["result"]["capabilities"], &answer["result"]["instructions"]),
            (&json!({"tools": {}}), &json!("Add."))
        );
        assert_clean!(answer, Profile::Mcp);
    }
    let unknown =
        one(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#).await;
    assert_eq!(unknown["result"]["protocolVersion"], Revision::NEWEST_WITH_INITIALIZE.name());
    let discovered = one(r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}"#).await;
    assert_eq!(discovered["result"]["supportedVersions"][0], "2026-07-28");
    assert_eq!(discovered["result"]["resultType"], "complete");
}

#[tokio::test]
async fn a_request_that_speaks_for_itself_is_answered_in_its_revision() {
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    let ask = |method: &str, mut params: Value, meta: &Value| {
        params["_meta"] = meta.clone();
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
    };
    let called = one(&ask("tools/call", json!({"name": "add", "arguments": {"a": 1, "b": 2}}), &meta)).await;
    assert_eq!(called["result"]["resultType"], "complete");
    let listed = one(&ask("tools/list", json!({}), &meta)).await;
    assert!(listed["result"]["ttlMs"].is_u64() && listed["result"]["resultType"] == "complete", "{listed}");
    assert_eq!(one(&ask("ping", json!({}), &meta)).await["error"]["code"], -32601);
    let other = json!({"io.modelcontextprotocol/protocolVersion": "2031-01-01"});
    let refused = one(&ask("tools/list", json!({}), &other)).await;
    assert_eq!(refused["error"]["code"], -32022);
    assert_eq!(refused["error"]["data"]["requested"], "2031-01-01");
}

#[tokio::test]
async fn what_is_no_message_is_told_without_an_id() {
    for (line, code) in [
        ("{", -32700),
        ("nonsense", -32700),
        ("7", -32600),
        ("{}", -32600),
        (r#"{"id":[1],"method":"ping"}"#, -32600),
        ("[]", -32600),
    ] {
        let answer = one(line).await;
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)), "{line}");
        assert!(answer.get("id").is_some() && answer.get("result").is_none(), "{answer}");
    }
    let answer = one(r#"{"jsonrpc":"2.0","id":3,"method":"invalid_method","params":{}}"#).await;
    assert_eq!(
        answer,
        json!({"jsonrpc": "2.0", "id": 3, "error": {"code": -32601, "message": "Method not found: invalid_method"}})
    );
}

#[tokio::test]
async fn what_wants_no_answer_gets_none_and_what_follows_is_answered() {
    let lines = [
        "",
        "   ",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"unknown/told","params":7}"#,
        r#"{"jsonrpc":"2.0","id":9,"result":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    ];
    assert_eq!(answered(&lines.join("\n")).await, [json!({"jsonrpc": "2.0", "id": 1, "result": {}})]);
}

#[tokio::test]
async fn a_batch_is_answered_as_a_batch_until_a_revision_without_them_is_agreed_on() {
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},7,{"jsonrpc":"2.0","id":2,"method":"nothing"}]"#;
    let answer = one(batch).await;
    let answers = answer.as_array().unwrap();
    assert_eq!(answers.len(), 3, "{answer}");
    assert_eq!((&answers[0]["result"], &answers[1]["error"]["code"]), (&json!({}), &json!(-32600)));
    assert_eq!(answers[2]["error"]["code"], -32601);
    assert!(answered(r#"[{"jsonrpc":"2.0","method":"notifications/x"}]"#).await.is_empty());
    let agreed = |revision: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{revision}"}}}}"#)
    };
    let answers = answered(&format!("{}\n{batch}", agreed("2025-06-18"))).await;
    assert!(answers.iter().any(|answer| answer["error"]["code"] == -32600), "{answers:?}");
    let answers = answered(&format!("{}\n{batch}", agreed("2025-03-26"))).await;
    assert!(answers.iter().any(Value::is_array), "{answers:?}");
}

#[tokio::test]
async fn tools_are_listed_page_by_page() {
    let list = |cursor: Value| {
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": cursor}}).to_string()
    };
    let first = one(&list(Value::Null)).await;
    assert_eq!(first["result"]["tools"].as_array().unwrap().len(), 3);
    let second = one(&list(first["result"]["nextCursor"].clone())).await;
    assert_eq!(second["result"]["tools"].as_array().unwrap().len(), 1);
    assert!(second["result"].get("nextCursor").is_none());
    for wrong in [json!("1"), json!("x"), json!("0"), json!("-3"), json!("99999999999999999999"), json!(3), json!({})] {
        assert_eq!(one(&list(wrong.clone())).await["error"]["code"], -32602, "{wrong}");
    }
    assert_clean!(first, Profile::Mcp);
}

#[tokio::test]
async fn a_call_that_cannot_be_done_says_why_and_no_more_than_that() {
    let call = |name: Value, arguments: Value| {
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
            .to_string()
    };
    for (name, arguments, code) in [
        (json!("add"), json!({"a": 1}), "INVALID_PARAMS"),
        (json!("add"), json!([1, 2]), "INVALID_PARAMS"),
        (json!("add"), json!("7"), "INVALID_PARAMS"),
        (json!("nothing"), json!({}), "INVALID_PARAMS"),
        (json!(null), json!({}), "INVALID_PARAMS"),
        (json!({}), json!(null), "INVALID_PARAMS"),
        (json!("broken"), json!({}), "INTERNAL_ERROR"),
    ] {
        let answer = one(&call(name.clone(), arguments.clone())).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        let text = answer["result"].to_string();
        assert!(text.contains(code) && !text.contains("/etc/secret"), "{name} {arguments}: {text}");
        assert_clean!(answer, Profile::Mcp);
    }
    let spelled = one(&call(json!("add"), json!({"a": "1", "b": "2"}))).await;
    assert_eq!(spelled["result"]["structuredContent"]["value"], 3.0);
}

#[tokio::test]
async fn a_line_that_is_too_long_is_told_and_the_next_is_answered() {
    let mut limits = Limits::default();
    limits.message_bytes = 100;
    let answers =
        within(limits, &format!("{}\n{}", "x".repeat(1000), r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)).await;
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert_eq!(answers[0]["result"], json!({}));
    assert!(answers[1]["error"]["message"].as_str().unwrap().contains("at most 100 bytes"), "{answers:?}");
}

#[tokio::test]
async fn calls_go_on_side_by_side_and_one_that_is_cancelled_ends_without_an_answer() {
    let under_way = Arc::new(AtomicUsize::new(0));
    let (near, far) = duplex(1 << 16);
    let (read, write) = split(far);
    let serving = tokio::spawn(server(&under_way).serve_stream(read, write));
    let (read, mut write) = split(near);
    let mut lines = BufReader::new(read).lines();
    let wait = r#"{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"wait"}}"#;
    write.write_all(format!("{wait}\n{}\n", add(&json!(1), 1.0)).as_bytes()).await.unwrap();
    let answer = timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
    assert!(answer.contains(r#""id":1"#), "{answer}");
    // An id is not used twice at once.
    write.write_all(format!("{wait}\n").as_bytes()).await.unwrap();
    let refusal = timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
    assert!(refusal.contains("-32600") && refusal.contains(r#""id":null"#), "{refusal}");
    while under_way.load(Ordering::SeqCst) != 1 {
        tokio::task::yield_now().await;
    }
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w"}}"#;
    write.write_all(format!("{cancel}\n").as_bytes()).await.unwrap();
    while under_way.load(Ordering::SeqCst) != 0 {
        tokio::task::yield_now().await;
    }
    // The id is free again, and nothing else was said.
    write.write_all(format!("{}\n", add(&json!("w"), 1.0)).as_bytes()).await.unwrap();
    let answer = timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
    assert!(answer.contains(r#""id":"w""#) && answer.contains("result"), "{answer}");
    drop((write, lines));
    timeout(PATIENCE, serving).await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn while_there_is_no_room_a_call_waits_and_is_refused_after_its_time() {
    let mut limits = Limits::default();
    (limits.calls, limits.room_time) = (1, std::time::Duration::from_millis(50));
    let (near, far) = duplex(1 << 16);
    let (read, write) = split(far);
    tokio::spawn(server(&Arc::default()).limits(limits).serve_stream(read, write));
    let (read, mut write) = split(near);
    let mut lines = BufReader::new(read).lines();
    let wait = r#"{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"wait"}}"#;
    write.write_all(format!("{wait}\n{}\n", add(&json!(1), 1.0)).as_bytes()).await.unwrap();
    let answer = timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
    assert!(answer.contains(r#""id":1"#) && answer.contains("-32000"), "{answer}");
}

/// The official SDK's client, which has its own idea of every message.
#[tokio::test]
async fn the_official_client_lists_and_calls() {
    let (near, far) = duplex(1 << 16);
    let (read, write) = split(far);
    tokio::spawn(server(&Arc::default()).serve_stream(read, write));
    let client = timeout(PATIENCE, ().serve(near)).await.unwrap().unwrap();
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["add", "wait", "secret", "broken"]);
    let arguments = json!({"a": 1, "b": 2}).as_object().cloned().unwrap();
    let result = client.call_tool(CallToolRequestParams::new("add").with_arguments(arguments)).await.unwrap();
    assert_eq!(result.structured_content, Some(json!({"value": 3.0})));
    client.cancel().await.unwrap();
}

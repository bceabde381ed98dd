//! What several messages say together, and where a rule has to keep silent.

use retort_check::{Checker, Profile, Severity};
use retort_core::{Revision, read};

/// The ids of the rules that a session breaks, with the message and the place.
fn found(session: &str) -> Vec<String> {
    let (_, findings) = Checker::new(&[Profile::Mcp]).check(read(session));
    let told = |finding: &retort_check::Finding| {
        format!("{} {} {}", finding.rule.name, finding.at.map_or("-".to_owned(), |at| at.to_string()), finding.pointer)
    };
    findings.iter().map(told).collect()
}

const GREETING: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"extensions": {"com.example/more": {}}}, "serverInfo": {"name": "server", "version": "1.0.0"}}}
"#;

#[test]
fn what_the_client_answers_is_not_the_servers_fault() {
    let session = r#"{"time": "t", "direction": "received", "message": {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}}
{"time": "t", "direction": "sent", "message": {"id": 1, "result": {"roots": []}}}"#;
    assert_eq!(found(session), [""; 0]);
}

#[test]
fn methods_of_extensions_are_not_unknown() {
    let session = GREETING.to_owned()
        + r#"{"jsonrpc": "2.0", "id": 2, "method": "example/more"}
{"jsonrpc": "2.0", "id": 2, "result": {}}"#;
    assert_eq!(found(&session), [""; 0]);
}

#[test]
fn a_refusal_that_lists_the_versions_is_an_offer() {
    let session = r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "1.0"}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unsupported protocol version", "data": {"supported": ["2024-11-05"], "requested": "1.0"}}}"#;
    assert_eq!(found(session), [""; 0]);
}

#[test]
fn a_cursor_from_an_earlier_page_is_valid() {
    let page = |id: u8, cursor: &str, next: &str| {
        format!(
            r#"{{"jsonrpc": "2.0", "id": {id}, "method": "prompts/list", "params": {{{cursor}}}}}
{{"jsonrpc": "2.0", "id": {id}, "result": {{"prompts": []{next}}}}}
"#
        )
    };
    let pages = page(1, "", r#", "nextCursor": "2""#) + &page(2, r#""cursor": "2""#, "");
    assert_eq!(found(&pages), [""; 0]);
    assert_eq!(found(&(pages + &page(3, r#""cursor": "9""#, ""))), ["invalid-cursor-accepted 5 /result"]);
}

#[test]
fn answers_of_a_transcript_that_was_cut_are_not_lost() {
    let session = r#"{"jsonrpc": "2.0", "id": 8, "result": {}}
{"jsonrpc": "2.0", "id": 9, "method": "ping"}
{"jsonrpc": "2.0", "id": 9, "result": {}}"#;
    assert_eq!(found(session), [""; 0]);
}

#[test]
fn places_in_a_batch_are_those_in_the_message() {
    let batch = r#"[{"jsonrpc": "2.0", "id": 1, "result": {}}, {"jsonrpc": "1.0", "id": 2, "result": {}}]"#;
    let (_, findings) = Checker::new(&[Profile::Mcp]).at_revision(Revision::V2025_03_26).check(read(batch));
    let places: Vec<_> = findings.iter().map(|finding| (finding.at, finding.pointer.as_str())).collect();
    assert_eq!(places, [(Some(1), "/jsonrpc")]);
}

#[test]
fn a_recorded_batch_is_a_batch() {
    let session = r#"{"time": "t", "direction": "sent", "message": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}
{"time": "t", "direction": "received", "message": [{"jsonrpc": "2.0", "id": 1, "result": {}}]}"#;
    assert_eq!(found(session), ["batch 1 "]);
}

/// A line of a recording.
fn recorded(direction: &str, message: &str) -> String {
    let member =
        if message.starts_with("{\"jsonrpc\": \"2.0\"") && message.ends_with('}') { "message" } else { "text" };
    let message = if member == "text" { serde_json::to_string(message).unwrap() } else { message.to_owned() };
    format!("{{\"time\": \"t\", \"direction\": \"{direction}\", \"{member}\": {message}}}\n")
}

fn recording(lines: &[(&str, &str)]) -> String {
    lines.iter().map(|(direction, message)| recorded(direction, message)).collect()
}

const HELLO: (&str, &str) = (
    "sent",
    r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}"#,
);
const WELCOME: (&str, &str) = (
    "received",
    r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "server", "version": "1.0.0"}}}"#,
);
const DISCOVER: (&str, &str) = ("sent", r#"{"jsonrpc": "2.0", "id": 0, "method": "server/discover", "params": {}}"#);
const BROKEN: (&str, &str) = ("sent", r#"{"jsonrpc": "2.0", "id": 2, "method":"#);
const LOG: (&str, &str) = (
    "received",
    r#"{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "error", "data": "Internal Server Error"}}"#,
);
const PING: (&str, &str) = ("sent", r#"{"jsonrpc": "2.0", "id": 9, "method": "ping"}"#);
const CANCELLED: (&str, &str) =
    ("sent", r#"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}}"#);

#[test]
fn what_the_client_provokes_is_not_the_servers_fault() {
    // Of two greetings, one is answered.
    assert_eq!(found(&recording(&[DISCOVER, HELLO, WELCOME])), [""; 0]);
    // An SDK tells of a message that is none in a log, and a server may end over it.
    assert_eq!(found(&recording(&[HELLO, WELCOME, BROKEN, LOG, PING])), [""; 0]);
    // Nobody waits any more.
    assert_eq!(found(&recording(&[HELLO, WELCOME, PING, CANCELLED])), [""; 0]);
    // These are.
    assert_eq!(found(&recording(&[HELLO, WELCOME, PING])), ["request-unanswered 2 "]);
    assert_eq!(found(&recording(&[HELLO, WELCOME, LOG])), ["log-undeclared 2 /method"]);
}

#[test]
fn one_unknown_method_is_as_good_as_another() {
    let ask = |id: u8| {
        format!(
            r#"{{"jsonrpc": "2.0", "id": {id}, "method": "example/m{id}"}}
{{"jsonrpc": "2.0", "id": {id}, "error": {{"code": -32602, "message": "Invalid request parameters"}}}}
"#
        )
    };
    let session = GREETING.replace(r#"{"extensions": {"com.example/more": {}}}"#, "{}") + &ask(2) + &ask(3);
    assert_eq!(found(&session), ["unknown-method-code 3 /error/code"]);
    let (_, findings) = Checker::new(&[Profile::Mcp]).check(read(session));
    assert!(findings[0].message.contains("the Python SDK does this"), "{}", findings[0].message);
}

#[test]
fn a_tool_that_is_not_there_cannot_fail() {
    let session = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "NAME", "arguments": {}}}
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "No handler is registered under that name"}}"#;
    assert_eq!(found(&session.replace("NAME", "nobody")), [""; 0]);
    assert_eq!(found(&session.replace("NAME", "greet")), ["failure-as-protocol-error 3 /error"]);
}

#[test]
fn an_example_of_a_path_is_no_place_on_the_machine() {
    let call = |said: &str| {
        format!(
            r#"{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": "open_project", "arguments": {{"id": 7}}}}}}
{{"jsonrpc": "2.0", "id": 1, "result": {{"content": [{{"type": "text", "text": "{said}"}}], "isError": true}}}}"#
        )
    };
    for said in [
        "The path must be absolute, e.g. /home/ann/projects/app",
        "Usage: open_project --path /Users/ann/projects/app",
        "Set the path in the settings, for example to /opt/projects/app/main",
        "No project is open; use a path such as /Users/username/projects/app",
    ] {
        assert_eq!(found(&call(said)), [""; 0], "{said}");
    }
    assert_eq!(found(&call("Could not lock /home/deploy/app/state.lock")), ["path-in-error 1 /result/content/0/text"]);
}

#[test]
fn what_somebody_else_wrote_is_not_the_servers_wording() {
    let call = |tool: &str, text: &str| {
        format!(
            r#"{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": "{tool}", "arguments": {{}}}}}}
{{"jsonrpc": "2.0", "id": 1, "result": {{"content": [{{"type": "text", "text": {}}}]}}}}"#,
            serde_json::to_string(text).unwrap()
        )
    };
    let settings = "{\"strict\": true, \"paths\": [1, 2,]}";
    let report = "Error: the build failed\n".repeat(40);
    for tool in ["read_file", "readFile", "fetch-page", "get_logs"] {
        assert_eq!(found(&call(tool, settings)), [""; 0], "{tool}");
        assert_eq!(found(&call(tool, &report)), [""; 0], "{tool}");
    }
    assert_eq!(found(&call("get_settings", settings)), ["trailing-comma 1 /result/content/0/text"]);
    // What is short, the tool says itself.
    assert_eq!(found(&call("read_file", "Error: there is no such file")), ["error-not-flagged 1 /result"]);
}

#[test]
fn a_rule_may_be_mere_advice_to_some() {
    let answer = r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"due\": \"03/04/2025\"}"}]}}"#;
    let severities = |profiles: &[Profile]| {
        let (_, findings) = Checker::new(profiles).check(read(answer));
        findings.iter().map(|finding| (finding.rule.id, finding.severity)).collect::<Vec<_>>()
    };
    assert_eq!(severities(&[Profile::Mcp]), [("TXT004", Severity::Hint)]);
    assert_eq!(severities(&[Profile::Omni]), [("TXT004", Severity::Warning)]);
    assert_eq!(severities(&[Profile::Mcp, Profile::Omni]), [("TXT004", Severity::Warning)]);
    let (_, findings) = Checker::new(&[Profile::Mcp]).without_advice().check(read(answer));
    assert!(findings.is_empty());
}

#[test]
fn of_two_greetings_the_one_that_is_used_counts() {
    let discovered = (
        "received",
        r#"{"jsonrpc": "2.0", "id": 0, "result": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "server", "version": "1.0.0"}}}}"#,
    );
    let list = (
        "sent",
        r#"{"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}}"#,
    );
    let tools = (
        "received",
        r#"{"jsonrpc": "2.0", "id": 5, "result": {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}}"#,
    );
    let refused = (
        "received",
        r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32022, "message": "Unsupported protocol version", "data": {"supported": ["2026-07-28"]}}}"#,
    );
    for answer in [Some(WELCOME), Some(refused), None] {
        let mut said = vec![DISCOVER, HELLO, discovered];
        said.extend(answer);
        said.extend([list, tools]);
        let (session, _) = Checker::new(&[Profile::Mcp]).check(read(recording(&said)));
        assert_eq!(session.revision, Revision::V2026_07_28);
    }
    let (session, _) = Checker::new(&[Profile::Mcp]).check(read(recording(&[DISCOVER, HELLO, WELCOME])));
    assert_eq!(session.revision, Revision::V2025_11_25);
}

//! What several messages say together, and where a rule has to keep silent.

use retort_check::{Checker, Profile};
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

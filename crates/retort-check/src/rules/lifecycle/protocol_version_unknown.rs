//! `protocol-version-unknown`: the revision in the answer to `initialize` is one that exists.

use retort_core::Revision;

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF002",
    name: "protocol-version-unknown",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "The version that the server offers is a revision of the protocol.",
    why: "A client that does not speak the version should end the connection, and no client speaks one that does not \
          exist. Sending back whatever the client asked for is the usual reason.",
    remedy: "Answer with the newest version that the server speaks where it does not know the one that was asked \
             for.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "1.0", "capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "1.0", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "1.0", "capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation",
    check: Check::Session(check),
    ..Rule::COMMON
};

/// The draft that some clients and servers spoke before there was a first revision.
const BEFORE_THE_FIRST: &str = "2024-10-07";

/// A server that offers a revision of that year only repeats what it was asked.
const BEYOND_HOPE: &str = "2040";

fn check(session: &Session, findings: &mut Findings<'_>) {
    for (exchange, result) in session.greetings() {
        let Some(version) = result.raw.get("protocolVersion").and_then(|version| version.to_text().map(String::from))
        else {
            continue;
        };
        // What comes after this program was made it cannot know.
        let newest = Revision::ALL.last().map_or("", |newest| newest.name());
        let later = (newest..BEYOND_HOPE).contains(&version.as_str());
        if version.parse::<Revision>().is_err() && !later && version != BEFORE_THE_FIRST {
            let message = format!("There is no revision {}", shortened(&version));
            let pointer = format!("{}/protocolVersion", result.pointer());
            findings.add_at(exchange.at, exchange.subject().as_deref(), pointer, message);
        }
    }
}

//! `server-info-incomplete`: a server has a name and a version.

use retort_core::{Kind, Revision};

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF006",
    name: "server-info-incomplete",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "The `serverInfo` has a name and a version, which are strings.",
    why: "Both are required: strict clients end the connection without them. The version is what people look for \
          first when something broke.",
    remedy: "Send the name of the program and the version of this build.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter"}}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#implementation",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    for (exchange, result) in session.greetings() {
        let Some(info) = result.raw.get("serverInfo").filter(|info| info.kind() == Kind::Object) else { continue };
        let subject = exchange.subject();
        let place = format!("{}/serverInfo", result.pointer());
        for name in ["name", "version"] {
            match info.get(name) {
                None => findings.add_at(exchange.at, subject.as_deref(), &place, format!("There is no {name}")),
                Some(value) if value.kind() == Kind::String => {}
                Some(value) => {
                    let message = format!("The {name} is {}, not a string", quoted(&value));
                    findings.add_at(exchange.at, subject.as_deref(), format!("{place}/{name}"), message);
                }
            }
        }
    }
}

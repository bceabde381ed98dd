//! `content-missing`: a result has `content`.

use retort_core::{Body, Kind, OddityKind, Raw, ResultType, ToolResult};

use crate::call::Call;
use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES003",
    name: "content-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    summary: "The answer to a call has `content`.",
    why: "The schema requires `content`, also when there is nothing to say. Clients that check answers against it \
          refuse the result and report a failed call.",
    remedy: "Send `\"content\": []`, or better a block that says what was done.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"isError": false}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The note is saved."}], "isError": false}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    fix: Some(Fix::safe(|edits, pointer| {
        if edits.get(pointer).is_some_and(|result| result.get("content").is_none()) {
            edits.set(pointer, "content", "[]");
        }
    })),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    // Without a request, only what a person says of the answer tells that an empty one answers a call.
    let is_call = call.exchange.method.is_some() || call.exchange.message.tool.is_some();
    let told = "The answer has no `content`";
    match &call.exchange.message.body {
        Body::Result(_) if call.has(OddityKind::ContentMissing) => {
            let noted = call.exchange.message.oddities.iter().find(|oddity| oddity.kind == OddityKind::ContentMissing);
            findings.add(noted.map(|oddity| oddity.pointer.as_str()).unwrap_or_default(), told);
        }
        // Of a payload without a result around it, and of structured content alone, other rules tell.
        Body::Result(result) if is_call && !call.has(OddityKind::BarePayload) && lacks_content(result) => {
            findings.add(result.pointer(), format!("{told}{}", of_another_method(&result.raw)));
        }
        Body::Payload(raw) if is_call && raw.kind() == Kind::Object => {
            let other = of_another_method(raw);
            if !other.is_empty() || raw.members().all(|(name, _)| name == "_meta") {
                findings.add("", format!("{told}{other}"));
            }
        }
        _ => {}
    }
}

/// Whether a result that is complete holds nothing of what a call gives.
fn lacks_content(result: &ToolResult) -> bool {
    let waits = result.result_type.as_ref().is_some_and(|kind| *kind != ResultType::Complete);
    let given = ["content", "structuredContent", "toolResult", "task", "taskId", "inputRequests"];
    !waits && result.raw.kind() == Kind::Object && !given.iter().any(|name| result.raw.get(name).is_some())
}

/// What the answer looks like instead: the end of a sentence.
fn of_another_method(raw: &Raw) -> &'static str {
    let has = |name: &str| raw.get(name).is_some();
    if has("protocolVersion") && (has("capabilities") || has("serverInfo")) {
        "; it looks like the answer to initialize"
    } else if raw.get("tools").is_some_and(|tools| tools.kind() == Kind::Array) && !has("content") {
        "; it looks like the answer to tools/list"
    } else {
        ""
    }
}

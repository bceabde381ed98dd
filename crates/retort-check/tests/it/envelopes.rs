//! What Retort writes is what Retort asks of others: every envelope that it makes is clean under the profile for envelopes.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use retort_check::{Checker, Profile};
use retort_core::{Envelope, read};
use serde_json::{Value, json};

/// What the profile finds in an envelope that is sent as the answer of a tool.
fn found(envelope: &Envelope) -> Vec<String> {
    let text = envelope.to_json();
    let message = json!({ "jsonrpc": "2.0", "id": 1, "result": { "content": [{ "type": "text", "text": text }] } });
    let (_, findings) = Checker::new(&[Profile::Envelope]).check(read(message.to_string()));
    let own = findings.iter().filter(|finding| finding.rule.id.starts_with("ENV"));
    own.map(|finding| format!("{} {} in {text}", finding.rule.id, finding.message)).collect()
}

fn assert_clean(sent: &str, tool: &str) {
    for told in [Some(tool), None] {
        let found = found(&Envelope::read(sent, told));
        assert!(found.is_empty(), "{}\n{sent}", found.join("\n"));
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..20_i64).prop_map(Value::from),
        prop::sample::select(vec![
            "",
            "yes",
            "12",
            "OK",
            "error",
            "failed",
            "not_found",
            "partial",
            "x y",
            "2024-01-01"
        ])
        .prop_map(Value::from),
    ];
    let key = prop::sample::select(vec![
        "toolName",
        "responseType",
        "data",
        "pagination",
        "summary",
        "status",
        "message",
        "error",
        "metadata",
        "offset",
        "limit",
        "hasMore",
        "nextOffset",
        "before",
        "after",
        "total",
        "returned",
        "code",
        "details",
        "items",
        "results",
        "name",
        "id",
        "success",
        "columns",
        "rows",
        "tools",
        "output",
        "text",
        "page",
        "next",
        "count",
        "x",
    ]);
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            btree_map(key.clone(), inner, 0..8)
                .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

/// Members of which most are what they should be, and few fit together.
fn members(names: &'static [&'static str]) -> impl Strategy<Value = Value> {
    let value = prop_oneof![
        4 => (0..9_u64).prop_map(Value::from),
        2 => any::<bool>().prop_map(Value::from),
        1 => prop::sample::select(vec![json!(-1), json!("yes"), json!("7"), json!(null), json!([])]),
    ];
    btree_map(prop::sample::select(names), value, 1..6)
        .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn tool() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["list_things", "get_thing", "send_thing", "run_query", "x", "mcp_list_tools", ""])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_payload_becomes_a_clean_envelope(payload in value(), tool in tool()) {
        assert_clean(&payload.to_string(), tool);
        let result = json!({ "content": [{ "type": "text", "text": payload.to_string() }], "structuredContent": payload });
        assert_clean(&result.to_string(), tool);
    }

    #[test]
    fn any_claim_becomes_a_clean_envelope(
        kind in prop::sample::select(vec!["list", "single", "action", "tool_catalog", "error", "lists"]),
        payload in value(),
        pages in prop::option::of(members(&["offset", "limit", "hasMore", "nextOffset", "before"])),
        counts in prop::option::of(members(&["total", "returned", "hasMore"])),
        tool in tool(),
    ) {
        let mut claimed = if payload.is_object() { payload } else { json!({ "data": payload }) };
        claimed["toolName"] = json!("t");
        claimed["responseType"] = json!(kind);
        for (field, members) in [("pagination", pages), ("summary", counts)] {
            if let Some(members) = members {
                claimed[field] = members;
            }
        }
        assert_clean(&claimed.to_string(), tool);
    }

    #[test]
    fn any_text_becomes_a_clean_envelope(text in "[ -~\n]{0,80}", tool in tool()) {
        let result = json!({ "content": [{ "type": "text", "text": text }] });
        assert_clean(&result.to_string(), tool);
    }
}

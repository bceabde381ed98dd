//! What an author writes is what a client reads: every reply in every dialect, read back by the core and judged by the checker.

use proptest::prelude::*;
use retort_core::{Cursor, Envelope, ResponseType, Status};
use retort_server::{Answer, Dialect, Profile, Reply, assert_clean, schema_for};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
struct Customer {
    id: u32,
    name: String,
    balance: Option<f64>,
}

fn customers(count: u32) -> Vec<Customer> {
    (1..=count).map(|id| Customer { id, name: format!("N\"{id}\\ \n ü"), balance: Some(f64::from(id) / 4.0) }).collect()
}

fn read_back(answer: &Answer) -> Envelope {
    let reading = retort_core::read(answer.to_message("1"));
    Envelope::from_message(&reading.messages[0], Some("customers_list"))
}

/// The same for a tool that does something.
fn read_back_from(answer: &Answer, tool: &str) -> Envelope {
    Envelope::from_message(&retort_core::read(answer.to_message("1")).messages[0], Some(tool))
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[test]
fn a_page_is_read_as_a_page_in_every_dialect() {
    let rows = customers(2);
    for dialect in Dialect::ALL {
        let answer = Reply::list(&rows).page(4, 2, 9).into_result(dialect);
        let envelope = read_back(&answer);
        assert_eq!(envelope.response_type(), ResponseType::List, "{dialect}");
        assert_eq!(value(&envelope.data.unwrap().to_json()), serde_json::to_value(&rows).unwrap(), "{dialect}");
        let pages = envelope.pagination.unwrap();
        assert_eq!((pages.offset, pages.limit, pages.has_more), (Some(4), Some(2), Some(true)), "{dialect}");
        assert_eq!(pages.next_offset, Some(Cursor::Number(6)), "{dialect}");
        assert_eq!(envelope.summary.unwrap().total, Some(9), "{dialect}");
        let all = read_back(&Reply::list(&rows).into_result(dialect));
        assert_eq!(all.response_type(), ResponseType::List, "{dialect}");
        assert_eq!(value(&all.data.unwrap().to_json()), serde_json::to_value(&rows).unwrap(), "{dialect}");
    }
}

#[test]
fn a_cursor_leads_to_the_next_page_and_the_last_page_has_none() {
    for dialect in Dialect::ALL {
        let pages = |next: Option<&str>| {
            let list = Reply::list(customers(1)).cursor(1, next.map(str::to_owned));
            read_back(&list.into_result(dialect)).pagination.unwrap()
        };
        let more = pages(Some("abc"));
        let next = more.next_offset.map(|next| next.to_string()).or(more.after);
        assert_eq!((more.has_more, next.as_deref()), (Some(true), Some("abc")), "{dialect}");
        assert_eq!(pages(None).has_more, Some(false), "{dialect}");
    }
}

#[test]
fn an_empty_page_has_no_next_one() {
    let rows: [Customer; 0] = [];
    let answer = Reply::list(&rows).page(9, 2, 20).into_result(Dialect::Mcp);
    assert!(answer.as_json().contains(r#""hasMore":false"#), "{answer}");
    let answer = Reply::list(&rows).page_of_many(9, 2, true).into_result(Dialect::Mcp);
    assert!(answer.as_json().contains(r#""hasMore":false"#), "{answer}");
}

#[test]
fn what_was_done_and_what_failed_are_read_as_such_in_every_dialect() {
    for dialect in Dialect::ALL {
        let done = read_back_from(&Reply::action("sent", &json!({"id": 1})).into_result(dialect), "message_send");
        assert_eq!((done.response_type(), done.status), (ResponseType::Action, Some(Status::Success)), "{dialect}");
        let failed = read_back(&Reply::error("not_found", "No such customer").detail("pk", &7).into_result(dialect));
        assert_eq!(failed.response_type(), ResponseType::Error, "{dialect}");
        assert!(failed.error().unwrap().message.contains("No such customer"), "{dialect}");
    }
    let partial = read_back(&Reply::partial("2 of 3", &json!({"failed": [3]})).into_result(Dialect::Mcp));
    assert_eq!(partial.status, Some(Status::Partial));
    let refused = Reply::error(-32602, "No such tool").into_result(Dialect::Mcp);
    assert!(refused.is_protocol_error());
    assert!(refused.to_message("1").contains(r#""error":{"code":-32602"#));
}

#[test]
fn replies_keep_the_rules_of_their_profile() {
    let profiles = [(Dialect::Mcp, Profile::Mcp), (Dialect::Drf, Profile::Drf), (Dialect::Yourls, Profile::Yourls)];
    for (dialect, profile) in profiles {
        assert_clean!(Reply::list(customers(3)).page(0, 3, 9).into_result(dialect), profile);
        assert_clean!(Reply::list(customers(3)).into_result(dialect), profile);
        assert_clean!(Reply::single(&customers(1)[0]).into_result(dialect), profile);
        assert_clean!(Reply::action("deleted", &json!({"id": 1})).into_result(dialect), profile);
        assert_clean!(Reply::error("not_found", "No such customer").into_result(dialect), profile);
    }
}

#[test]
fn the_schema_fits_what_is_written() {
    let holds = |schema: Value, answer: &Answer| {
        let structured = value(answer.as_json())["structuredContent"].clone();
        let faults: Vec<String> = jsonschema::validator_for(&schema)
            .unwrap()
            .iter_errors(&structured)
            .map(|fault| fault.to_string())
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{structured}");
    };
    holds(schema_for::<Customer>(), &Reply::single(&customers(1)[0]).into_result(Dialect::Mcp));
    holds(schema_for::<Vec<Customer>>(), &Reply::list(customers(3)).page(0, 3, 9).into_result(Dialect::Mcp));
    holds(
        schema_for::<Vec<Customer>>(),
        &Reply::list(customers(3)).cursor(3, Some("x".into())).into_result(Dialect::Mcp),
    );
    holds(schema_for::<String>(), &Reply::single("hello").into_result(Dialect::Mcp));
    holds(schema_for::<u8>(), &Reply::single(&7_u8).into_result(Dialect::Mcp));
}

#[test]
fn what_cannot_be_written_is_an_error_that_says_so() {
    let strange = std::collections::BTreeMap::from([((1, 2), 3)]);
    for answer in [
        Reply::single(&strange).into_result(Dialect::Mcp),
        Reply::list([&strange]).page(0, 1, 1).into_result(Dialect::Mcp),
        Reply::action("done", &strange).into_result(Dialect::Mcp),
    ] {
        assert!(answer.is_error() && answer.as_json().contains("cannot be written as JSON"), "{answer}");
    }
}

#[test]
fn the_official_sdk_takes_answers_and_gives_replies() {
    let result = Reply::single(&customers(1)[0]).into_result(Dialect::Mcp).into_rmcp().unwrap();
    assert_eq!(result.structured_content.as_ref().unwrap()["id"], 1);
    let again = Reply::from(&result);
    assert_eq!(again.envelope().response_type(), ResponseType::Single);
    assert!(Reply::error(-32602, "No such tool").into_result(Dialect::Mcp).into_rmcp().is_err());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6).prop_map(|members| json!(members)),
        ]
    })
}

proptest! {
    #![proptest_config(trials::cases(256))]

    #[test]
    fn a_list_written_in_memory_and_to_a_stream_is_one(rows in prop::collection::vec(any_json(), 0..8)) {
        for dialect in Dialect::ALL {
            for paged in [false, true] {
                let list = || if paged { Reply::list(&rows).page(0, 10, 100) } else { Reply::list(&rows) };
                let answer = list().into_result(dialect);
                let mut streamed = Vec::new();
                list().write_result(dialect, &mut streamed).unwrap();
                prop_assert_eq!(std::str::from_utf8(&streamed).unwrap(), answer.as_json());
                let result = value(answer.as_json());
                let text = value(result["content"][0]["text"].as_str().unwrap());
                let found = text.get("results").or_else(|| text.get("data")).unwrap_or(&text);
                prop_assert_eq!(found, &json!(rows), "{}", dialect);
                if dialect == Dialect::Mcp {
                    prop_assert_eq!(&result["structuredContent"], &text);
                }
            }
        }
    }
}

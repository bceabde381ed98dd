//! What the rules for results and tools leave alone, and what their repairs make of odd answers.

use retort_check::{Checker, Context, Profile, Repairer, Safety};
use retort_core::read;

fn found(session: &str) -> Vec<&'static str> {
    let (_, findings) = Checker::new(&[Profile::Mcp]).check(read(session));
    let own = |id: &str| id.starts_with("RES") || id.starts_with("CAT");
    findings.iter().filter(|finding| own(finding.rule.id)).map(|finding| finding.rule.name).collect()
}

fn fixed(result: &str) -> String {
    let message = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
    let repairer = Repairer::new(&[Profile::Mcp], Safety::Unsafe);
    let fixed = repairer.repair(message.as_bytes(), &Context::default()).text.into_owned();
    fixed.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"result":"#).unwrap().strip_suffix('}').unwrap().to_owned()
}

#[test]
fn answers_of_the_client_have_their_own_shape() {
    let asked = |method: &str, result: &str| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{method}\",\"params\":{{}}}}\n\
             {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}"
        )
    };
    for (method, result) in [
        ("sampling/createMessage", r#"{"role":"assistant","content":{"type":"text","text":"hi"},"model":"m"}"#),
        ("elicitation/create", r#"{"action":"accept","content":{"name":"x"}}"#),
        ("roots/list", r#"{"roots":[]}"#),
        ("ping", "{}"),
    ] {
        assert_eq!(found(&asked(method, result)), [""; 0], "{method}");
    }
}

#[test]
fn several_repairs_work_together() {
    for (odd, mended) in [
        (
            r#"{"content":{"type":"TEXT","text":{"a":1}},"isError":"no"}"#,
            r#"{"content":[{"type":"text","text":"{\"a\":1}"}],"isError":false}"#,
        ),
        (r#"[{"type":"text","text":"hi"}]"#, r#"{"content":[{"type":"text","text":"hi"}]}"#),
        (
            r#"{"toolResult":{"content":["hi",null,7]}}"#,
            r#"{"content":[{"type":"text","text":"hi"},{"type":"text","text":"7"}]}"#,
        ),
        (
            r#"{"content":[{"type":"image","data":"data:image/png;base64,iVBORw0KGgo"}]}"#,
            r#"{"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}]}"#,
        ),
        (
            r#"{"content":[{"type":"resource_link","uri":"file:///a/notes.md?x"}]}"#,
            r#"{"content":[{"type":"resource_link","uri":"file:///a/notes.md?x","name":"notes.md"}]}"#,
        ),
        // What cannot be told is left as it was.
        (
            r#"{"content":[{"type":"image","data":"<no>","mimeType":"png"}]}"#,
            r#"{"content":[{"type":"image","data":"<no>","mimeType":"png"}]}"#,
        ),
    ] {
        assert_eq!(fixed(odd), mended, "{odd}");
    }
}

#[test]
fn schemas_of_good_servers_are_left_alone() {
    let tool = |schema: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{{"name":"get_x","title":"X","description":"Gives one thing of many.","annotations":{{"readOnlyHint":true}},"inputSchema":{schema}}}]}}}}"#
        )
    };
    for schema in [
        r#"{"type":"object"}"#,
        r#"{"type":"object","properties":{}}"#,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string","description":"An a."}}}"##,
        r##"{"type":"object","properties":{"n":{"description":"A tree.","$ref":"#/definitions/N"}},"definitions":{"N":{"type":"object","properties":{"n":{"$ref":"#/definitions/N"}}}},"$schema":"http://json-schema.org/draft-07/schema#"}"##,
        r#"{"type":"object","properties":{"a":{"description":"An a.","anyOf":[{"type":"string"},{"type":"null"}],"default":null}}}"#,
        r#"{"type":"object","properties":{"t":{"description":"Two.","type":"array","items":[{"type":"string"},{"type":"number"}]}}}"#,
        r#"{"type":"object","properties":{"p":{"description":"A p.","type":"string","pattern":"^(?!x)\\d+$"}}}"#,
        r#"{"$schema":"https://example.com/own","type":"object"}"#,
    ] {
        assert_eq!(found(&tool(schema)), [""; 0], "{schema}");
    }
}

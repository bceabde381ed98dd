//! Repairs, where an example of a rule does not show all of them.

use retort_check::{Checker, Profile};
use retort_core::read;

fn fixed(message: &str) -> String {
    let checker = Checker::new(&[Profile::Mcp]);
    let fixed = checker.fixed(message).unwrap_or_else(|| panic!("nothing was repaired in {message}"));
    let (_, left) = checker.check(read(fixed.as_str()));
    assert!(left.iter().all(|finding| finding.rule.fix.is_none()), "{fixed} still breaks {left:?}");
    fixed
}

#[test]
fn json_inside_a_text_is_written_strictly() {
    let sent = r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"mean\": NaN, \"ids\": [1, 2,]}"}]}}"#;
    assert!(fixed(sent).contains(r#"{\"mean\":\"NaN\",\"ids\":[1,2]}"#), "{}", fixed(sent));
}

#[test]
fn a_code_that_is_a_name_is_kept() {
    let error = |error: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#);
    assert_eq!(
        fixed(&error(r#"{"code":"NOT_FOUND","message":"There is no such page"}"#)),
        error(r#"{"code":-32603,"message":"There is no such page","data":{"code":"NOT_FOUND"}}"#)
    );
    assert_eq!(
        fixed(&error(r#"{"code":-32602.0,"message":"There is no such page"}"#)),
        error(r#"{"code":-32602,"message":"There is no such page"}"#)
    );
}

#[test]
fn a_message_inside_a_message_is_taken_out() {
    let inner = r#"{"id":7,"error":"There is no such page","result":null}"#;
    assert_eq!(
        fixed(&format!(r#"{{"jsonrpc":"2.0","id":1,"result":{inner}}}"#)),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"There is no such page"}}"#
    );
}

#[test]
fn what_needs_no_repair_stays_as_it_is() {
    let message = "{\"jsonrpc\": \"2.0\",\n \"id\": 1, \"result\": {}}";
    assert_eq!(Checker::new(&[Profile::Mcp]).fixed(message), None);
}

#[test]
fn what_stands_around_the_only_message_goes() {
    let message = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}"#;
    assert_eq!(fixed(&format!("\u{feff}{message}")), message);
    assert_eq!(fixed(&format!("listening\n{message}\n")), message);
}

#[test]
fn a_prefix_gets_its_blank() {
    for (profile, sent, mended) in [
        (Profile::Drf, "Error executing tool:boom", "Error executing tool: boom"),
        (Profile::Drf, "boom", "Error executing tool: boom"),
        (Profile::Feathers, "Error:boom", "Error: boom"),
        (Profile::Feathers, "boom", "Error: boom"),
    ] {
        let message = |text: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}}}"#
            )
        };
        assert_eq!(Checker::new(&[profile]).fixed(&message(sent)), Some(message(mended)), "{profile}");
        assert_eq!(Checker::new(&[profile]).fixed(&message(mended)), None, "{profile}");
    }
}

#[test]
fn what_only_hints_ask_for_may_be_left() {
    let fenced = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"```json\n{\"a\": 1}\n```"}]}}"#;
    assert!(Checker::new(&[Profile::Mcp]).fixed(fenced).is_some());
    assert_eq!(Checker::new(&[Profile::Mcp]).without_advice().fixed(fenced), None);
}

//! Repairs, where an example of a rule does not show all of them.

use std::borrow::Cow;
use std::fmt::Write;

use proptest::prelude::*;
use retort_check::{Checker, Context, Profile, Repaired, Repairer, Safety, Tool, rules};
use retort_core::{Envelope, Kind, Raw, Token, read};

/// What is sent, repaired with everything that is not for display only; nothing may be left after that.
fn fixed(message: &str) -> String {
    let checker = Checker::new(&[Profile::Mcp]);
    let repaired = repaired(&checker, message);
    assert!(repaired.is_changed(), "nothing was repaired in {message}");
    let text = repaired.text.into_owned();
    assert!(!self::repaired(&checker, &text).is_changed(), "{text} can still be repaired");
    text
}

fn repaired<'a>(checker: &Checker, message: &'a str) -> Repaired<'a> {
    let repaired = checker.repairer(Safety::Unsafe).repair(message.as_bytes(), &Context::default());
    assert!(repaired.converged, "{message}");
    repaired
}

fn result(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#)
}

fn text(text: &str) -> String {
    result(&format!(r#"{{"content":[{{"type":"text","text":{}}}]}}"#, Raw::string(text).as_str()))
}

#[test]
fn json_inside_a_text_is_written_strictly() {
    let sent = text(r#"{"mean": NaN, "ids": [1, 2,]}"#);
    assert_eq!(fixed(&sent), text(r#"{"mean": "NaN", "ids": [1, 2]}"#));
    let lines = text("{\"a\": NaN}\n{\"a\": 1}\n{\"a\": Infinity,}");
    assert_eq!(fixed(&lines), text("{\"a\": \"NaN\"}\n{\"a\": 1}\n{\"a\": \"Infinity\"}"));
}

#[test]
fn only_what_is_bent_changes_its_bytes() {
    let sent = "{ \"jsonrpc\":\"2.0\",\n \"id\" : 1.0e0, \"result\": {\"content\": [\n  {\"text\": \"\\u00e9\\/ \t\", \"type\": \"text\" ,},\n] } }";
    let wanted = sent.replace('\t', "\\t").replace(" ,}", " }").replace(",\n]", "\n]");
    assert_eq!(fixed(sent), wanted);
    let inside = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\u0022a\u0022:\/, 1}"},{"type":"text","text":"{\u0022a\/b\u0022: [1,\n]}"}]}}"#;
    assert_eq!(fixed(inside), inside.replace(r"[1,\n]", r"[1\n]"));
}

#[test]
fn however_many_places_there_are_all_are_repaired() {
    for (unit, mended) in [
        (r#""x""#, r#"{"type":"text","text":"x"}"#),
        (r#"{"type":"TEXT","text":"x"}"#, r#"{"type":"text","text":"x"}"#),
        (r#"{"text":"x"}"#, r#"{"type":"text","text":"x"}"#),
        (r#"{"type":"text","text":7}"#, r#"{"type":"text","text":"7"}"#),
        (r#"{"type":"text","text":"x",}"#, r#"{"type":"text","text":"x"}"#),
        ("{\"type\":\"text\",\"text\":\"x\u{1}\"}", r#"{"type":"text","text":"x\u0001"}"#),
        (r#"{"type":"text","text":"[1,]"}"#, r#"{"type":"text","text":"[1]"}"#),
    ] {
        let of = |block: &str| result(&format!(r#"{{"content":[{}]}}"#, vec![block; 3_000].join(",")));
        let (sent, wanted) = (of(unit), of(mended));
        let checker = Checker::new(&[Profile::Mcp]).without_advice();
        let repaired = repaired(&checker, &sent);
        assert!(repaired.text == wanted, "{unit}: {}", &repaired.text[..200]);
        assert!(repaired.applied.iter().all(|applied| applied.round < 2), "{unit} takes many rounds");
    }
    // More places than a list of edits is worth.
    let commas = result(&format!(r#"{{"content":[],"n":[{}1]}}"#, "[1,],".repeat(30_000)));
    assert_eq!(fixed(&commas), commas.replace("1,]", "1]"));
}

#[test]
fn a_code_that_is_a_name_is_kept() {
    let error = |error: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#);
    let named = error(r#"{"code":"NOT_FOUND","message":"There is no such page"}"#);
    assert_eq!(
        fixed(&named),
        error(r#"{"code":-32603,"message":"There is no such page","data":{"code":"NOT_FOUND"}}"#)
    );
    assert_eq!(
        fixed(&error(r#"{"code":-32602.0,"message":"There is no such page"}"#)),
        error(r#"{"code":-32602,"message":"There is no such page"}"#)
    );
    // A number is the same however it is written; another code in the place of a name is a guess.
    let safe = Repairer::new(&[Profile::Mcp], Safety::Safe);
    assert!(!safe.repair(named.as_bytes(), &Context::default()).is_changed());
    let number = error(r#"{"code":"-32602","message":"There is no such page"}"#);
    assert!(safe.repair(number.as_bytes(), &Context::default()).is_changed());
}

#[test]
fn a_message_inside_a_message_is_taken_out() {
    let inner = r#"{"id":7,"error":"There is no such page","result":null}"#;
    assert_eq!(
        fixed(&result(inner)),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"There is no such page"}}"#
    );
}

#[test]
fn what_needs_no_repair_keeps_its_bytes() {
    let message = "{\"jsonrpc\": \"2.0\",\n \"id\": 1, \"result\": {}}\n";
    let mender = Repairer::new(&Profile::ALL, Safety::DisplayOnly);
    let repaired = mender.repair(message.as_bytes(), &Context::default());
    assert!(matches!(repaired.text, Cow::Borrowed(text) if std::ptr::eq(text, message)));
    let reading = read(message);
    let repaired = mender.repair_message(&reading.messages[0], &Context::default());
    assert!(matches!(repaired.text, Cow::Borrowed(text) if std::ptr::eq(text, reading.messages[0].sent.as_str())));
}

#[test]
fn what_stands_around_the_only_message_goes() {
    let message = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}"#;
    assert_eq!(fixed(&format!("\u{feff}{message}")), message);
    assert_eq!(fixed(&format!("listening\n{message}\n")), message);
    // Where nobody asks for it, it stays, and so does a line end.
    let rpc = Checker::new(&[Profile::Mcp]).filtered(|rule| rule.name == "jsonrpc-missing");
    let bare = message.replace(r#""jsonrpc":"2.0","#, "");
    let sent = format!("listening\n{bare}\n");
    assert_eq!(repaired(&rpc, &sent).text, format!("listening\n{message}\n"));
}

#[test]
fn each_message_of_several_is_repaired() {
    let bare = r#"{"id":1,"result":{"content":"hi"}}"#;
    let good = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hi"}]}}"#;
    let checker = Checker::new(&[Profile::Mcp]);
    for (open, between, close) in [("", "\n", "\n"), ("[", ", ", "]")] {
        let of = |first: &str, second: &str| format!("{open}{first}{between}{second}{close}");
        assert_eq!(repaired(&checker, &of(bare, bare)).text, of(good, good));
        assert_eq!(repaired(&checker, &of(good, bare)).text, of(good, good));
    }
}

#[test]
fn a_prefix_gets_its_blank() {
    for (profile, sent, mended) in [
        (Profile::Drf, "Error executing tool:boom", "Error executing tool: boom"),
        (Profile::Drf, "boom", "Error executing tool: boom"),
        (Profile::Feathers, "Error:boom", "Error: boom"),
        (Profile::Feathers, "boom", "Error: boom"),
    ] {
        let message =
            |text: &str| result(&format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}"#));
        let checker = Checker::new(&[profile]);
        assert_eq!(repaired(&checker, &message(sent)).text, message(mended), "{profile}");
        assert!(!repaired(&checker, &message(mended)).is_changed(), "{profile}");
        // The prefix of an error is read past, so that what is said stays the same.
        assert_eq!(data(message(sent).as_bytes()), data(message(mended).as_bytes()), "{profile}");
    }
}

#[test]
fn what_only_hints_ask_for_may_be_left() {
    let fenced = text("```json\n{\"a\": 1}\n```");
    assert!(repaired(&Checker::new(&[Profile::Mcp]), &fenced).is_changed());
    assert!(!repaired(&Checker::new(&[Profile::Mcp]).without_advice(), &fenced).is_changed());
}

#[test]
fn a_repair_tells_what_it_did() {
    let sent = r#"{"id":1,"result":{"content":{"type":"text","text":"hi"}}}"#;
    let mender = Repairer::new(&[Profile::Mcp], Safety::Safe);
    let repaired = mender.repair(sent.as_bytes(), &Context::default());
    let told: Vec<String> = repaired
        .applied
        .iter()
        .flat_map(|applied| {
            applied.edits.iter().map(move |edit| {
                format!(
                    "{} {:?} {} {:?}",
                    applied.rule.name,
                    applied.pointer,
                    applied.safety,
                    (&edit.range, &edit.text)
                )
            })
        })
        .collect();
    assert_eq!(
        told,
        [
            r#"jsonrpc-missing "" safe (1..1, "\"jsonrpc\":\"2.0\",")"#,
            r#"content-object "/result/content" safe (28..28, "[")"#,
            r#"content-object "/result/content" safe (55..55, "]")"#,
        ]
    );
}

#[test]
fn the_session_tells_what_a_message_is() {
    let mender = Repairer::new(&[Profile::Mcp], Safety::Safe);
    let sampled = result(r#"{"role":"assistant","content":{"type":"text","text":"hi"},"model":"m"}"#);
    let alone = mender.repair(sampled.as_bytes(), &Context::default());
    assert!(alone.is_changed());
    let asked = Context::default().answering("sampling/createMessage", None);
    assert!(!mender.repair(sampled.as_bytes(), &asked).is_changed());
    let newest = Context::default().at_revision(retort_core::Revision::V2026_07_28);
    let good = text("hi");
    assert!(mender.repair(good.as_bytes(), &newest).text.contains(r#""resultType":"complete""#));
    assert!(!mender.repair(good.as_bytes(), &Context::default()).is_changed());
}

/// What a client reads: keys and values in order, whatever their spelling. Apart from it are what the reader has to say
/// about how it was written, and the members around a result.
fn data(sent: &[u8]) -> Vec<String> {
    let envelope = Raw::parse(Envelope::read(sent, Some("get_thing")).to_json()).unwrap();
    let mut told = Vec::new();
    for (name, value) in envelope.members() {
        let is_beside = |(name, _): &(Cow<'_, str>, Raw)| name == "oddities" || name == "message";
        let parts = match name.as_ref() {
            "metadata" => value.members().filter(|member| !is_beside(member)).collect(),
            _ => vec![(name, value.clone())],
        };
        for (name, value) in parts {
            let mut words = canonical(&name, &value);
            // Of what stands beside the data, no block and an empty one say nothing.
            if name != "data" {
                for nothing in [" Scalar(Null,\"null\")", " Open(Object) Close(Object)", " Open(Array) Close(Array)"] {
                    words = words.replace(nothing, "");
                }
            }
            if words.trim() != name {
                told.push(words);
            }
        }
    }
    told
}

/// A part of an envelope in words. A member that is null says as much as one that is missing, and an answer without a word
/// about further pages says that there are none.
fn canonical(part: &str, value: &Raw) -> String {
    let mut words = vec![part.to_owned()];
    let mut key = None;
    for token in value.tokens() {
        // JSON in a text is the same with blanks and without.
        let plain = |text: &str| {
            let text = Raw::parse(text).unwrap().to_plain().into_owned();
            let json = Raw::parse(text.as_str()).filter(|json| json.kind().is_container());
            json.map_or(text, |json| canonical("", &json))
        };
        let word = match &token {
            // The code of an error is the same as a number and as a text.
            Token::Scalar(kind, text) if part == "error" && *kind != Kind::Null => plain(text),
            // What stands beside the data is kept as it was sent, the case of a type included.
            Token::Scalar(_, text) if key.as_deref() == Some("type") => plain(text).trim().to_lowercase(),
            Token::Key(text) | Token::Scalar(Kind::String, text) => plain(text),
            token => format!("{token:?}"),
        };
        let is_no_more = key.as_deref() == Some("hasMore") && word.contains("false");
        let is_type = part == "blocks" && key.as_deref() == Some("type") && word == "text";
        if key.is_some() && (word.contains("Scalar(Null") || is_no_more || is_type) {
            words.pop();
            key = None;
            continue;
        }
        key = matches!(token, Token::Key(_)).then(|| word.clone());
        words.push(word);
    }
    // Where the reader had to write JSON anew, it left the blanks out.
    words.join(" ").replace(": ", ":").replace(", ", ",")
}

/// That repairing keeps the data, ends, and leaves nothing that could be repaired.
fn holds(mender: &Repairer, sent: &[u8]) -> Result<(), String> {
    let context = Context::default();
    let repaired = mender.repair(sent, &context);
    let told = || {
        let names: Vec<&str> = repaired.applied.iter().map(|applied| applied.rule.name).collect();
        format!("{names:?}\n{}\n{}", String::from_utf8_lossy(sent), repaired.text)
    };
    if !repaired.converged {
        return Err(format!("no end: {}", told()));
    }
    let again = mender.repair(repaired.text.as_bytes(), &context);
    if again.is_changed() {
        return Err(format!("{} left: {}", again.applied[0].rule.name, told()));
    }
    let (before, after) = (data(sent), data(repaired.text.as_bytes()));
    if before != after {
        return Err(format!("{}\n{before:?}\n{after:?}", told()));
    }
    Ok(())
}

#[test]
fn safe_repairs_of_the_examples_keep_the_data() {
    let mut wrong = String::new();
    for rule in rules() {
        let mender = Checker::new(&rule.profiles[..1]).repairer(Safety::Safe);
        for sent in [rule.bad_bytes(), rule.good_bytes()] {
            if let Err(what) = holds(&mender, &sent) {
                let _ = writeln!(wrong, "{rule:?}: {what}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn one_of(choices: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(choices).prop_map(str::to_owned)
}

/// JSON as servers put it into texts: sound, or bent in one of many ways.
fn written() -> impl Strategy<Value = String> {
    let value = one_of(&[
        "1",
        "\"x\"",
        "null",
        "true",
        "NaN",
        "-Infinity",
        "\"a\tb\"",
        "\"\\x41\"",
        "\"\\ud800\"",
        "[1,]",
        "{\"k\": [],}",
        "[1, 2]",
        "12345678901234567890123",
        "\"é\\u00e9😀\"",
        "\"\\/\"",
        "{}",
        "1.50",
        "\"[1,]\"",
        "\"\u{1}\"",
    ]);
    let object = prop::collection::vec(value, 0..5).prop_map(|values| {
        let members: Vec<String> = values.iter().enumerate().map(|(at, value)| format!("\"m{at}\": {value}")).collect();
        format!("{{{}}}", members.join(", "))
    });
    (object, 0..8_u8).prop_map(|(object, dress)| match dress {
        0 => format!("```json\n{object}\n```"),
        1 => Raw::string(&object).as_str().to_owned(),
        2 => format!("{object}\n{object}"),
        3 => format!("[{object},{object},]"),
        4 => format!("\u{0}{object}\n"),
        _ => object,
    })
}

fn block() -> impl Strategy<Value = String> {
    let text = prop_oneof![
        written().prop_map(|json| Raw::string(&json).as_str().to_owned()),
        one_of(&[
            "\"hello\"",
            "\"\"",
            "7",
            "null",
            "{\"a\": 1}",
            "[1, 2]",
            "true",
            "\"a\tb\"",
            "\"Error: boom\"",
            "\"\\q\""
        ]),
    ];
    let kind = one_of(&["\"type\":\"text\",", "\"type\":\"TEXT\",", "", "\"type\": \" text \", "]);
    prop_oneof![
        6 => (kind, text, one_of(&["", ",", ",\"annotations\":null", ",\"annotations\":{\"audience\":\"user\"}"]))
            .prop_map(|(kind, text, more)| format!("{{{kind}\"text\": {text}{more}}}")),
        1 => one_of(&[
            "\"bare\"", "7", "null", "[1]", "{\"type\":\"image\",\"data\":\"iVBORw0KGgo=\",\"mime_type\":\"image/png\"}",
            "{\"type\":\"resource\",\"uri\":\"a:b\",\"text\":\"x\"}", "{\"uri\":\"a:b\",\"name\":\"b\"}",
            "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":7}}",
        ]),
    ]
}

fn message() -> impl Strategy<Value = String> {
    let blocks = prop::collection::vec(block(), 0..4).prop_map(|blocks| format!("[{}]", blocks.join(",")));
    let content = prop_oneof![
        6 => blocks.prop_map(|blocks| format!("\"content\": {blocks}")),
        1 => block().prop_map(|block| format!("\"content\":{block}")),
        1 => one_of(&["\"content\":\"hi\"", "\"content\":7", "\"content\":null", "\"content\":{\"a\":1}", "\"x\":1"]),
        1 => block().prop_map(|block| format!("\"toolResult\":{{\"content\":[{block}]}}")),
        1 => written().prop_map(|json| format!("\"toolResult\":{}", Raw::string(&json).as_str())),
    ];
    let more = one_of(&[
        "",
        "",
        ",\"isError\":\"true\"",
        ",\"isError\":0",
        ", \"isError\": null",
        ",\"structuredContent\":null",
        ",",
        ",\"structuredContent\":{\"m0\":1}",
        ",\"structuredContent\":[1]",
        ",\"structuredContent\":5",
        ",\"nextCursor\":null",
        ",\"_meta\":{\"a\":1}",
        ", \"isError\" : \"no\"",
    ]);
    let result = prop_oneof![
        8 => (content, more).prop_map(|(content, more)| format!("\"result\": {{{content}{more}}}")),
        1 => written().prop_map(|json| format!("\"result\": {}", Raw::string(&json).as_str())),
        1 => one_of(&[
            "\"result\":[{\"type\":\"text\",\"text\":\"hi\"}]", "\"result\":[1,2]", "\"result\":{\"a\":1}", "\"result\":7",
            "\"result\":{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}",
            "\"result\":{\"id\":1,\"error\":{\"code\":1,\"message\":\"m\"}}", "\"result\":{},\"error\":null",
            "\"error\":{\"code\":\"-32602\",\"message\":\"boom\"}", "\"error\":{\"code\":\"NO\",\"message\":{\"a\":1}}",
            "\"error\":\"boom\"", "\"result\":null,\"error\":{\"code\":5,\"message\":\"boom\",\"data\":{\"x\":NaN}}",
            "\"result\":{\"tools\":[{\"name\":\"a\",\"inputSchema\":{}},{\"name\":\"b\",\"annotations\":{\"title\":null}}],\"nextCursor\":\"\"}",
            "\"result\":{\"tools\":[],\"nextCursor\":null}",
        ]),
    ];
    let version =
        one_of(&["\"jsonrpc\":\"2.0\",", "", "\"jsonrpc\":\"1.0\",", "\"jsonrpc\": 2.0, ", "\"jsonrpc\":\0\"2.0\","]);
    let around = prop::sample::select(&[("", ""), ("", "\n"), ("\u{feff}", ""), ("listening\n", "\n"), ("", "\0")][..]);
    (version, result, one_of(&["", ","]), around).prop_map(|(version, result, comma, (before, behind))| {
        format!("{before}{{{version}\"id\":1,{result}{comma}}}{behind}")
    })
}

proptest! {
    #![proptest_config(trials::cases(512))]

    #[test]
    fn safe_repairs_keep_the_data(sent in message()) {
        let mender = Repairer::new(&[Profile::Mcp], Safety::Safe);
        prop_assert!(holds(&mender, sent.as_bytes()).is_ok(), "{}", holds(&mender, sent.as_bytes()).unwrap_err());
    }

    #[test]
    fn every_repair_ends_and_leaves_nothing(sent in message()) {
        let mender = Repairer::new(&[Profile::Mcp], Safety::DisplayOnly);
        let repaired = mender.repair(sent.as_bytes(), &Context::default());
        prop_assert!(repaired.converged);
        let again = mender.repair(repaired.text.as_bytes(), &Context::default());
        prop_assert!(!again.is_changed(), "{:?} in {}", again.applied, repaired.text);
    }
}

/// The context of an answer of a tool with this output schema.
fn promising(schema: &str) -> Context {
    let tool =
        Raw::parse(format!(r#"{{"name":"get","inputSchema":{{"type":"object"}},"outputSchema":{schema}}}"#)).unwrap();
    let params = Raw::parse(r#"{"name":"get","arguments":{}}"#);
    Context::default().answering("tools/call", params).of_tool(std::sync::Arc::new(Tool::new(tool)))
}

fn repaired_by(safety: Safety, sent: &str, context: &Context) -> String {
    let repaired = Repairer::new(&[Profile::Mcp], safety).repair(sent.as_bytes(), context);
    assert!(repaired.converged, "{sent}");
    repaired.text.into_owned()
}

/// A result with data, and with the same in a text.
fn both(told: &str, structured: &str) -> String {
    let told = Raw::string(told).to_json();
    result(&format!(r#"{{"content":[{{"type":"text","text":{told}}}],"structuredContent":{structured}}}"#))
}

#[test]
fn what_only_spells_another_type_is_spelled_as_the_schema_has_it() {
    let schema = r##"{"type":"object","properties":{
        "n":{"type":"integer"},"x":{"type":"number"},"yes":{"type":"boolean"},"s":{"type":"string"},
        "opt":{"anyOf":[{"type":"integer"},{"type":"null"}]},"l":{"type":"array"},"free":{},
        "rows":{"type":"array","items":{"$ref":"#/$defs/row"}}},
        "$defs":{"row":{"type":"object","properties":{"id":{"type":"integer"}}}}}"##;
    let context = promising(schema);
    for (odd, mended) in [
        (r#"{"n":"7"}"#, r#"{"n":7}"#),
        (r#"{"n":" -12 "}"#, r#"{"n":-12}"#),
        (r#"{"x":"1.50e2"}"#, r#"{"x":1.50e2}"#),
        (r#"{"yes":"true","n":"12345678901234567890123"}"#, r#"{"yes":true,"n":12345678901234567890123}"#),
        (r#"{"s":7,"x":1}"#, r#"{"s":"7","x":1}"#),
        (r#"{"s":false}"#, r#"{"s":"false"}"#),
        (r#"{"opt":"null"}"#, r#"{"opt":null}"#),
        (r#"{"opt":"3"}"#, r#"{"opt":3}"#),
        (r#"{"l":"[1, 2]"}"#, r#"{"l":[1, 2]}"#),
        (r#"{"rows":[{"id":"1"},{"id":2},{"id":"3"}]}"#, r#"{"rows":[{"id":1},{"id":2},{"id":3}]}"#),
    ] {
        // The text says the same before and after, whatever else stands in it.
        assert_eq!(repaired_by(Safety::Unsafe, &both(odd, odd), &context), both(mended, mended), "{odd}");
        assert_eq!(
            repaired_by(Safety::Unsafe, &both("See the data.", odd), &context),
            both("See the data.", mended),
            "{odd}"
        );
        // Data becomes other data: nobody does that unasked.
        assert_eq!(repaired_by(Safety::Safe, &both(odd, odd), &context), both(odd, odd), "{odd}");
        assert_eq!(repaired_by(Safety::Unsafe, &both(odd, odd), &Context::default()), both(odd, odd), "{odd}");
    }
    for odd in [
        r#"{"n":"seven"}"#,
        r#"{"n":"7.5"}"#,
        r#"{"n":"7 days"}"#,
        r#"{"n":""}"#,
        r#"{"n":null}"#,
        r#"{"yes":"yes"}"#,
        r#"{"s":[7]}"#,
        r#"{"free":"7"}"#,
        r#"{"x":"NaN"}"#,
    ] {
        assert_eq!(repaired_by(Safety::Unsafe, &both(odd, odd), &context), both(odd, odd), "{odd}");
    }
}

#[test]
fn very_many_values_are_spelled_in_one_splice() {
    let context = promising(
        r#"{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}}}}}}"#,
    );
    let rows = |quote: &str| -> String {
        let rows: Vec<String> = (0..3_000).map(|at| format!(r#"{{"id":{quote}{at}{quote}}}"#)).collect();
        format!(r#"{{"rows":[{}]}}"#, rows.join(","))
    };
    let (odd, mended) = (rows("\""), rows(""));
    assert_eq!(repaired_by(Safety::Unsafe, &both(&odd, &odd), &context), both(&mended, &mended));
}

#[test]
fn data_that_a_schema_promises_is_sent_as_data() {
    let schema =
        r#"{"type":"object","properties":{"users":{"type":"array"},"total":{"type":"integer"}},"required":["users"]}"#;
    let context = promising(schema);
    let sent = text(r#"{"users": [{"id": 1}], "total": 9}"#);
    let mended = repaired_by(Safety::Safe, &sent, &context);
    assert!(mended.ends_with(r#","structuredContent":{"users": [{"id": 1}], "total": 9}}}"#), "{mended}");
    let envelope = |sent: &str| Envelope::from_message(&read(sent).into_first(), Some("get")).to_json();
    assert_eq!(envelope(&sent), envelope(&mended));
    // A list is given the only name that the schema has for one, which is a guess.
    let list = text(r#"[{"id": 1}]"#);
    assert_eq!(repaired_by(Safety::Safe, &list, &context), list);
    let guessed = repaired_by(Safety::Unsafe, &list, &context);
    assert!(guessed.ends_with(r#","structuredContent":{"users":[{"id": 1}]}}}"#), "{guessed}");
    for other in [text("Nine users."), text(r#"{"total": 9}"#), text(r#"{"users": {}}"#)] {
        assert_eq!(repaired_by(Safety::Unsafe, &other, &context), other);
    }
}

#[test]
fn a_list_is_put_under_the_name_that_the_schema_has_for_it() {
    let list = both("Two.", "[1,2]");
    let context = promising(r#"{"type":"object","properties":{"ids":{"type":"array"},"total":{"type":"integer"}}}"#);
    assert_eq!(repaired_by(Safety::Unsafe, &list, &context), both("Two.", r#"{"ids":[1,2]}"#));
    assert_eq!(repaired_by(Safety::Unsafe, &list, &Context::default()), both("Two.", r#"{"result":[1,2]}"#));
}

#[test]
fn a_transcript_keeps_its_requests() {
    let mender = Repairer::new(&[Profile::Mcp], Safety::Unsafe);
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get"}}"#;
    let (bad, good) = (r#"{"jsonrpc":"2.0","id":1,"result":{"content":"x"}}"#, text("x"));
    let recorded = |message: &str| format!("{{\"time\":\"t\",\"direction\":\"received\",\"message\":{message}}}\n");
    let event = |message: &str| format!("event: message\ndata: {message}\n\n");
    for (sent, wanted) in [
        (format!("{request}\n{bad}\n"), format!("{request}\n{good}\n")),
        (format!("{request}\n{bad}\n{request}\n{bad}"), format!("{request}\n{good}\n{request}\n{good}")),
        // Lines between the messages go, and the messages stay.
        (format!("starting\n{request}\nworking\n\n{bad}\ndone\n"), format!("{request}\n{good}\n")),
        (recorded(request) + &recorded(bad), recorded(request) + &recorded(&good)),
        (event(request) + &event(bad), event(request) + &event(&good)),
    ] {
        let session = Checker::new(&[Profile::Mcp]).check(read(sent.as_str())).0;
        let (repaired, edits) = mender.repair_session(sent.as_bytes(), &session);
        assert_eq!(repaired.text, wanted, "{sent}");
        assert!(!edits.is_empty());
        assert_eq!(mender.repair(sent.as_bytes(), &Context::default()).text, wanted);
    }
    // What came in parts is nowhere to be put back: then the messages are lines.
    let parts = format!("data: {request}\n\ndata: {}\ndata: {}\n\n", &bad[..20], &bad[20..]);
    let session = Checker::new(&[Profile::Mcp]).check(read(parts.as_str())).0;
    let (repaired, edits) = mender.repair_session(parts.as_bytes(), &session);
    assert!(edits.is_empty());
    let lines: Vec<&str> = repaired.text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], request);
    assert!(lines[1].contains(r#"[{"type":"text","text":"x"}]"#), "{}", lines[1]);
}

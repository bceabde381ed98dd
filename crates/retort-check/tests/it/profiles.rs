//! Profiles as files: what their rules find, what they leave alone, and what is said of a file that is wrong.

use retort_check::{Checker, Profile, ProfileFile, Severity};
use retort_core::read;

fn checker(profile: &str) -> Checker {
    Checker::new(&[]).with_files(&[ProfileFile::read("ours", profile).unwrap_or_else(|error| panic!("{error}"))])
}

/// What is found in the answer of a tool with this payload; `two` is an answer of two blocks.
fn found(rule: &str, tool: &str, payload: &str) -> Vec<String> {
    let text = retort_core::Raw::string(payload);
    let text = if payload == "two" { r#""one"},{"type":"text","text":"two""#.to_owned() } else { text.to_json() };
    let session = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\"}}}}\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":{text}}}]}}}}",
    );
    let (_, findings) = checker(rule).check(read(session));
    findings.iter().map(|it| format!("{} {}", it.within.clone().unwrap_or_default(), it.message)).collect()
}

fn rule(says: &str) -> String {
    format!("[[rule]]\nid = \"OUR001\"\n{says}\n")
}

#[test]
fn each_thing_that_a_rule_can_ask_for_is_found_and_left_alone() {
    for (says, good, bad, told) in [
        ("required = ['a', 'b|c']", r#"{"a": 1, "c": null}"#, r#"{"a": 1}"#, " there is no `b` or `c`"),
        (
            "at = '/rows/*'\nrequired = ['id']",
            r#"{"rows": [{"id": 1}]}"#,
            r#"{"rows": [{"id": 1}, {}]}"#,
            "/rows/1 there is no `id`",
        ),
        (
            "forbidden = ['pass*']",
            r#"{"a": 1}"#,
            r#"{"a": 1, "password": 2}"#,
            "/password `password` must not be there",
        ),
        ("allowed = ['a']", r#"{"a": 1}"#, r#"{"a": 1, "b/c": 2}"#, "/b~1c `b/c` must not be there"),
        ("at = '/n'\ntype = 'integer'", r#"{"n": 12}"#, r#"{"n": 1.5}"#, "/n 1.5 is no integer"),
        ("at = '/n'\ntype = ['string', 'null']", r#"{"n": null}"#, r#"{"n": []}"#, "/n [] is no string or null"),
        ("at = '/n'\ntype = 'string'\nblank = true", r#"{"n": 0}"#, r#"{"n": 5}"#, "/n 5 is no string"),
        (
            "at = '/*/w'\nwords = ['x', 'y']",
            r#"{"k": {"w": "x"}, "l": 3}"#,
            r#"{"k": {"w": "z"}}"#,
            "/k/w \"z\" is none of `x` and `y`",
        ),
        ("at = '/w'\nnot-words = ['x']", r#"{"w": "y"}"#, r#"{"w": "x"}"#, "/w it is \"x\""),
        (
            "at = '/w'\npattern = '^a+$'",
            r#"{"w": "aa"}"#,
            r#"{"w": 7}"#,
            "/w 7 does not have the form that is asked for",
        ),
        ("at = '/w'\nnot-pattern = '^a'", r#"{"w": 7}"#, r#"{"w": "ab"}"#, "/w \"ab\" has a form that is ruled out"),
        ("when = { '/s' = ['ok'] }\nrequired = ['a']", r#"{"s": "no"}"#, r#"{"s": "ok"}"#, " there is no `a`"),
        (
            "at = '/0/id'\ntype = 'string'\nsays = 'of {tool}: {value}'",
            r#"[{"id": "a"}]"#,
            r#"[{"id": 1}]"#,
            "/0/id of list_all: 1",
        ),
        ("tools = ['get_*', 'list_all']\nrequired = ['a']", r#"{"a": 1}"#, "{\"b\": 1}", " there is no `a`"),
        ("at = '/n'\nminimum = 0\nmaximum = 1", r#"{"n": 0.5, "m": 7}"#, r#"{"n": 1.5}"#, "/n 1.5 is more than 1"),
        ("at = '/n'\nminimum = -2", r#"{"n": "few"}"#, r#"{"n": -3}"#, "/n -3 is less than -2"),
        (
            "at = '/l'\nmin-items = 1\nmax-items = 2",
            r#"{"l": [1, 2]}"#,
            r#"{"l": {"a": 1, "b": 2, "c": 3}}"#,
            "/l there are 3 members, and 2 are the most",
        ),
        (
            "at = '/l'\nmin-items = 1\nsays = '{count} of {tool}'",
            r#"{"l": "none"}"#,
            r#"{"l": []}"#,
            "/l 0 of list_all",
        ),
        ("at = '/*/a'\nfilled = true", r#"{"x": {"a": 1}, "y": {}}"#, r#"{"x": {"a": " "}}"#, "/x/a it is empty"),
        ("unless = { '/s' = 'ok' }\nrequired = ['a']", r#"{"s": "ok"}"#, r#"{"s": "no"}"#, " there is no `a`"),
        (
            "with = ['/s', '/t/0']\nrequired = ['a']",
            r#"{"s": 1, "t": []}"#,
            r#"{"s": 1, "t": [2]}"#,
            " there is no `a`",
        ),
        ("without = ['/s']\nrequired = ['a']", r#"{"s": null}"#, r#"{"t": 1}"#, " there is no `a`"),
        (
            "at = '/a'\ntype = 'string'\n[[rule]]\nid = 'OUR001'\nat = '/b'\ntype = 'number'",
            r#"{"a": "x", "b": 1}"#,
            r#"{"a": "x", "b": "x"}"#,
            "/b \"x\" is no number",
        ),
        ("of = 'result'\nat = '/content'\nmax-items = 1\nsays = '{count} blocks'", "{}", "two", " 2 blocks"),
        ("[rule.required-of]\nlist_all = ['a']\nother = ['b']", r#"{"a": 1}"#, "{\"b\": 1}", " there is no `a`"),
    ] {
        assert_eq!(found(&rule(says), "list_all", good), [""; 0], "{says}");
        assert_eq!(found(&rule(says), "list_all", bad), [told], "{says}");
    }
    assert_eq!(found(&rule("tools = ['get_*']\nrequired = ['a']"), "list_all", "{}"), [""; 0]);
    // What is no JSON has no places.
    assert_eq!(found(&rule("required = ['a']"), "list_all", "hello"), [""; 0]);
}

/// What is found in a session.
fn found_in(rule: &str, session: &str) -> Vec<String> {
    let (_, findings) = checker(rule).check(read(session));
    findings.iter().map(|it| format!("{} {}", it.pointer, it.message)).collect()
}

#[test]
fn a_rule_looks_into_whatever_part_it_names() {
    let error = r#"{"jsonrpc":"2.0","id":1,"method":"x/y"}
{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}"#;
    let greeting = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}
{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}"#;
    let tools = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"get_a","inputSchema":{"type":"object"}},{"name":"b","title":"B"}]}}"#;
    for (says, session, told) in [
        (
            "of = 'error'\nmethods = ['*']\nat = '/code'\nwords = ['-32601']",
            error,
            "/error/code -32000 is none of `-32601`",
        ),
        ("of = 'error'\nmethods = ['x/*']\nrequired = ['data']", error, "/error there is no `data`"),
        (
            "of = 'message'\nmethods = ['*']\nwith = ['/error']\nat = '/id'\ntype = 'string'",
            error,
            "/id 1 is no string",
        ),
        (
            "of = 'result'\nmethods = ['initialize']\nat = '/capabilities'\nrequired = ['tools']",
            greeting,
            "/result/capabilities there is no `tools`",
        ),
        ("of = 'tool'\ntools = ['get_*']\nrequired = ['title']", tools, "/result/tools/0 there is no `title`"),
        (
            "of = 'tool'\nat = '/name'\npattern = '^get_'",
            tools,
            "/result/tools/1/name \"b\" does not have the form that is asked for",
        ),
    ] {
        assert_eq!(found_in(&rule(says), session), [told], "{says}");
    }
    // Answers to other methods are no answers to calls.
    for says in ["of = 'error'\nrequired = ['data']", "of = 'error'\nmethods = ['tools/*']\nrequired = ['data']"] {
        assert_eq!(found_in(&rule(says), error), [""; 0], "{says}");
    }
}

#[test]
fn what_an_answer_repeats_is_what_was_asked_for() {
    let session = |arguments: &str, payload: &str| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"a\",\"arguments\":{arguments}}}}}\n\
             {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"content\":[],\"structuredContent\":{payload}}}}}"
        )
    };
    let says = rule("at = '/id'\nechoes = 'id'\necho-default = '1'");
    for (arguments, payload) in
        [(r#"{"id": 7}"#, r#"{"id": "7"}"#), ("{}", r#"{"id": 1}"#), (r#"{"id": 7}"#, r#"{"id": [7]}"#)]
    {
        assert_eq!(found_in(&says, &session(arguments, payload)), [""; 0], "{arguments} {payload}");
    }
    assert_eq!(
        found_in(&says, &session(r#"{"id": 7}"#, r#"{"id": 8}"#)),
        ["/result/structuredContent/id it is 8, and 7 was asked for"]
    );
    assert_eq!(
        found_in(&says, &session("{}", r#"{"id": 8}"#)),
        ["/result/structuredContent/id it is 8, and 1 was asked for"]
    );
    assert_eq!(found_in(&rule("at = '/id'\nechoes = 'id'"), &session("{}", r#"{"id": 8}"#)), [""; 0]);
}

#[test]
fn a_rule_is_known_by_what_it_was_called_before() {
    for old in ["DRF003", "content-empty", "drf003"] {
        let found = retort_check::rule(old).unwrap();
        assert_eq!((found.id, found.was_called(old)), ("RES051", true));
        assert!(found.is_named(old));
        let checker = checker(&format!("extends = ['drf']\n[rules]\n{old} = 'off'\n"));
        assert!(checker.rules().iter().all(|rule| rule.id != "RES051"));
    }
    assert_eq!(retort_check::rule("feathers-error-not-flagged").unwrap().id, "ERR001");
    let ours = checker("[[rule]]\nid = 'OUR002'\naliases = ['OUR001', 'our-first']\nrequired = ['a']");
    assert!(ours.rules().iter().any(|rule| rule.is_named("our-first") && rule.is_named("OUR001")));
    // Nothing is called what another rule is.
    let mut known = std::collections::HashSet::new();
    for rule in retort_check::rules() {
        assert!(known.insert(rule.id) && known.insert(rule.name), "{rule:?}");
        assert!(rule.aliases.iter().all(|alias| known.insert(*alias)), "{rule:?}");
    }
}

#[test]
fn an_answer_is_held_to_the_schema_of_its_tool() {
    for profile in [
        "[answers]\nlist_all = '{\"properties\": {\"n\": {\"type\": \"integer\"}}, \"required\": [\"n\"]}'\n",
        "[answers.list_all]\nrequired = [\"n\"]\n[answers.list_all.properties.n]\ntype = \"integer\"\n",
    ] {
        assert_eq!(found(profile, "list_all", r#"{"n": 1}"#), [""; 0]);
        assert_eq!(found(profile, "other", "{}"), [""; 0]);
        assert_eq!(found(profile, "list_all", "{}"), [" \"n\" is a required property"]);
        assert_eq!(found(profile, "list_all", r#"{"n": "1"}"#), ["/n \"1\" is not of type \"integer\""]);
    }
}

#[test]
fn rules_of_other_profiles_are_switched_and_graded() {
    let checker = checker("extends = ['mcp']\n[rules]\nRES = 'off'\ncontent-object = 'warning'\nTXT004 = 'error'\n");
    let ids = |group: &str| {
        checker.rules().iter().filter(|rule| rule.id.starts_with(group)).map(|rule| rule.id).collect::<Vec<_>>()
    };
    assert_eq!(ids("RES"), ["RES005"]);
    assert!(ids("RPC").len() > 20);
    let (_, findings) = checker.check(read(
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":{"type":"text","text":"{\"due\": \"03/04/2025\"}"}}}"#,
    ));
    let told: Vec<_> = findings.iter().map(|finding| (finding.rule.id, finding.severity)).collect();
    assert_eq!(told, [("TXT004", Severity::Error), ("RES005", Severity::Warning)]);
    let both =
        Checker::new(&[Profile::Drf]).with_files(&[ProfileFile::read("ours", "[rules]\nTXT004 = 'error'").unwrap()]);
    assert_eq!(both.rules().len(), Checker::new(&[Profile::Drf]).rules().len());
}

#[test]
fn what_is_wrong_with_a_file_has_a_line_and_a_column() {
    for (profile, told) in [
        (
            "extends = [\n  'mpc']",
            "line 2, column 3: there is no profile \"mpc\"; there are mcp, drf, yourls, feathers, omni, envelope",
        ),
        ("[rules]\n\nNOPE = 'off'", "line 3, column 1: there is no rule and no group \"NOPE\""),
        ("[rules]\nRES005 = 'loud'", "line 2, column 10: there is no word `loud`: use error, warning, hint, off"),
        (
            "[[rule]]\nid = 'x'",
            "line 2, column 6: \"x\" is no id: it has three capital letters and three digits, such as OUR001",
        ),
        ("[[rule]]\nid = 'RES005'", "line 2, column 6: there is a rule RES005 already"),
        (
            "[[rule]]\nid = 'OUR001'\nname = 'content-object'",
            "line 3, column 8: there is a rule \"content-object\" already",
        ),
        ("[[rule]]\nid = 'OUR001'\nat = 'a'", "line 3, column 6: \"a\" is no JSON pointer: it starts with a slash"),
        ("[[rule]]\nid = 'OUR001'\npattern = '('", "line 3, column 11: \"(\" is no regular expression: unclosed group"),
        ("[[rule]]\nid = 'OUR001'\npatern = '('", "line 3, column 1: there is no member `patern`: use id, name"),
        ("[[rule]]\nid = 'OUR001'\n\ntype = 'text'", "line 4, column 8: there is no type \"text\""),
        ("[[rule]]\nid = 'OUR001'\nwith = ['/a', 'b']", "line 3, column 15: \"b\" is no JSON pointer"),
        ("[[rule]]\nid = 'OUR001'\nof = 'tools'", "line 3, column 6: there is no word `tools`: use payload, text"),
        (
            "[[rule]]\nid = 'OUR001'\nmethods = ['ping']",
            "line 3, column 11: `methods` goes with `of` as \"result\", \"error\" or \"message\"",
        ),
        (
            "[[rule]]\nid = 'OUR001'\n[[rule]]\nid = 'OUR001'\nwhy = 'x'",
            "line 4, column 6: there is a rule OUR001 already; a table for another place of it has no words of its own",
        ),
        (
            "[[rule]]\nid = 'OUR001'\n[[rule]]\nid = 'OUR002'\n[[rule]]\nid = 'OUR001'",
            "line 6, column 6: there is a rule OUR001 already",
        ),
        ("[answers]\na = '{\"type\": 5}'", "line 2, column 5: the schema for a is wrong at /type"),
        ("[answers]\na = 'x'", "line 2, column 5: the schema for a is no JSON object"),
        ("é = [", "line 1, column"),
        ("", "line 1, column 1: it asks for nothing"),
        ("# nothing\nname = 'ours'\nextends = []\n", "line 1, column 1: it asks for nothing"),
        ("[[rule]]\nid = 'OUR001'", "line 2, column 6: OUR001 asks for nothing: say what must be there"),
        ("[[rule]]\nid = 'OUR001'\nat = '/a'\nrequired = []", "line 2, column 6: OUR001 asks for nothing"),
        ("[[rule]]\nid = 'OUR001'\nblank = true\necho-default = 'x'", "line 2, column 6: OUR001 asks for nothing"),
        (
            "[[rule]]\nid = 'OUR001'\nrequired = ['a']\n[[rule]]\nid = 'OUR001'\nat = '/b'",
            "line 2, column 6: OUR001 asks for nothing",
        ),
        ("[[rule]]\nid = 'OUR001'\nfilled = true\nwhen = { '/s' = [] }", "line 2, column 6: OUR001 looks at nothing"),
        ("[[rule]]\nid = 'OUR001'\nminimum = 'x'", "line 3, column 11: the text \"x\" cannot be here; write a number"),
        ("[[rule]]\nid = 7\n", "line 2, column 6: `7` cannot be here; write a text in quotes"),
        ("[[rule]]\nname = 'a'", "line 1, column 1: `id` is missing"),
        (
            "[[rule]]\nid = 'OUR001'\nmax-items = -1",
            "line 3, column 13: `-1` cannot be here; write a whole number from 0 on",
        ),
        (
            "[[rule]]\nid = 'OUR001'\nfilled = 'yes'",
            "line 3, column 10: the text \"yes\" cannot be here; write true or false",
        ),
        (
            "[[rule]]\nid = 'OUR001'\nrequired = 'a'",
            "line 3, column 12: the text \"a\" cannot be here; write a list in square",
        ),
        ("[[rule]]\nid = 'OUR001'\ntype = 7", "line 3, column 8: a text in quotes must be here, or a list of such"),
        ("extends = 'mcp'", "line 1, column 11: the text \"mcp\" cannot be here; write a list in square brackets"),
    ] {
        let error = ProfileFile::read("ours", profile).unwrap_err().to_string();
        assert!(error.starts_with(told), "{profile}: {error}");
    }
}

#[test]
fn a_rule_that_looked_at_nothing_is_named() {
    let answer = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_all"}}
{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"rows\": [{\"id\": 1}], \"s\": \"ok\"}"}]}}"#;
    for (says, told) in [
        ("tools = ['list_al']\nrequired = ['a']", Some("no answer is of the tool `list_al`")),
        ("tools = ['get_*', 'find']\nrequired = ['a']", Some("no answer is of the tools `get_*` and `find`")),
        ("at = '/row/*/id'\ntype = 'integer'", Some("no answer that it is about has /row/*/id")),
        ("when = { '/s' = 'no' }\nrequired = ['a']", Some("there was no answer that it is about")),
        ("flagged = true\nrequired = ['a']", Some("there was no answer that it is about")),
        ("of = 'tool'\nrequired = ['title']", Some("there was no answer that it is about")),
        ("of = 'error'\nmethods = ['*']\nrequired = ['data']", Some("there was no answer that it is about")),
        ("of = 'result'\nmethods = ['initialize']\nrequired = ['a']", Some("there was no answer that it is about")),
        ("tools = ['list_*']\nat = '/rows/*/id'\ntype = 'integer'", None),
        ("at = '/rows/*/id'\ntype = 'string'", None),
        ("of = 'result'\nat = '/content'\nmax-items = 1", None),
        ("text = true\nnot-pattern = 'x'", None),
    ] {
        let file = ProfileFile::read("ours", &rule(says)).unwrap();
        let (session, _) = Checker::new(&[]).with_files(std::slice::from_ref(&file)).check(read(answer));
        let idle = file.idle(&[&session], |_| true);
        let wanted: Vec<String> =
            told.iter().map(|why| format!("OUR001 of the profile ours looked at nothing: {why}")).collect();
        assert_eq!(idle, wanted, "{says}");
        assert!(file.idle(&[&session], |_| false).is_empty());
    }
    let schemas = ProfileFile::read("ours", "[answers]\nlist_al = '{\"type\": \"object\"}'").unwrap();
    let (session, _) = Checker::new(&[]).with_files(std::slice::from_ref(&schemas)).check(read(answer));
    assert_eq!(
        schemas.idle(&[&session], |_| true),
        ["ANS001 of the profile ours looked at nothing: no answer is of the tool `list_al`"]
    );
}

#[test]
fn a_rule_without_words_says_what_it_asks_for() {
    for (says, summary) in [
        ("required = ['a', 'b|c']", "The payload has `a` and `b` or `c`."),
        ("at = '/n'\ntype = ['integer', 'null']\nminimum = 0", "`/n` is of type integer or null, and is at least 0."),
        ("text = true\npattern = '^a'", "The text matches `^a`."),
        ("at = '/s'\nwords = ['x', 'y']", "`/s` is one of `x` and `y`."),
        ("of = 'tool'\nforbidden = ['x']", "A tool does not have `x`."),
        ("at = '/l'\nmax-items = 2\nfilled = true", "`/l` has at most 2 items, and is not empty."),
        ("summary = 'Ours.'\nfilled = true", "Ours."),
    ] {
        assert_eq!(checker(&rule(says)).rules()[0].summary, summary);
    }
}

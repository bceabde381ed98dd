//! Profiles as files: what their rules find, what they leave alone, and what is said of a file that is wrong.

use retort_check::{Checker, Profile, ProfileFile, Severity};
use retort_core::read;

fn checker(profile: &str) -> Checker {
    Checker::new(&[]).with_files(&[ProfileFile::read("ours", profile).unwrap_or_else(|error| panic!("{error}"))])
}

/// What is found in the answer of a tool with this payload.
fn found(rule: &str, tool: &str, payload: &str) -> Vec<String> {
    let text = retort_core::Raw::string(payload);
    let session = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\"}}}}\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]}}}}",
        text.as_str()
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
        ("[rule.required-of]\nlist_all = ['a']\nother = ['b']", r#"{"a": 1}"#, "{\"b\": 1}", " there is no `a`"),
    ] {
        assert_eq!(found(&rule(says), "list_all", good), [""; 0], "{says}");
        assert_eq!(found(&rule(says), "list_all", bad), [told], "{says}");
    }
    assert_eq!(found(&rule("tools = ['get_*']\nrequired = ['a']"), "list_all", "{}"), [""; 0]);
    // What is no JSON has no places.
    assert_eq!(found(&rule("required = ['a']"), "list_all", "hello"), [""; 0]);
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
    let both = Checker::new(&[Profile::Drf]).with_files(&[ProfileFile::read("ours", "").unwrap()]);
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
        (
            "[rules]\nRES005 = 'loud'",
            "line 2, column 10: unknown variant `loud`, expected one of `error`, `warning`, `hint`, `off`",
        ),
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
        ("[[rule]]\nid = 'OUR001'\npatern = '('", "line 3, column 1: unknown field `patern`"),
        ("[answers]\na = '{\"type\": 5}'", "line 2, column 5: the schema for a is wrong at /type"),
        ("[answers]\na = 'x'", "line 2, column 5: the schema for a is no JSON object"),
        ("é = [", "line 1, column"),
    ] {
        let error = ProfileFile::read("ours", profile).unwrap_err().to_string();
        assert!(error.starts_with(told), "{profile}: {error}");
    }
}

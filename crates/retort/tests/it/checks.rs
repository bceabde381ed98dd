//! Checking: files, servers, repairs, baselines, and what each exit code says.

use serde_json::Value;

use crate::servers::{Folder, gallery_command};
use crate::{json, retort, stderr, stdout};

const BAD: &str = r#"{"id": "7", "result": {"content": {"type": "text", "text": "hello"}, "isError": "false"}}"#;
const GOOD: &str = r#"{"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "hello"}]}}"#;

/// The ids of the rules that a report in JSON names.
fn found(report: &Value) -> Vec<String> {
    let sources = report["sources"].as_array().unwrap();
    let findings = sources.iter().flat_map(|source| source["findings"].as_array().unwrap());
    findings.map(|finding| finding["rule"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn findings_end_with_one_and_good_answers_with_zero() {
    let output = retort(&["check", "-"], BAD.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(stdout(&output));
    let output = retort(&["check", "-"], GOOD.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).starts_with("all is well: 1 response checked against "), "{}", stdout(&output));
    let output = retort(&["check", "no-such-file.json"], b"");
    assert_eq!(output.status.code(), Some(2));
    let output = retort(&["check", "-", "--select", "NOPE"], GOOD.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there is no such rule"), "{}", stderr(&output));
}

#[test]
fn rules_are_chosen_and_left_out() {
    let of = |arguments: &[&str]| {
        let output = retort(&[&["check", "-", "--format", "json"], arguments].concat(), BAD.as_bytes());
        let mut ids = found(&json(&output));
        ids.sort();
        (ids, output.status.code())
    };
    assert_eq!(of(&[]).0, ["RES005", "RES026", "RPC001"]);
    assert_eq!(of(&["--select", "RES"]).0, ["RES005", "RES026"]);
    assert_eq!(of(&["--select", "RPC001"]).0, ["RPC001"]);
    assert_eq!(of(&["--ignore", "content-object,RPC"]).0, ["RES026"]);
    assert_eq!(of(&["--ignore", "RES,RPC"]), (vec![], Some(0)));
    assert!(of(&["--profile", "drf"]).0.contains(&"RPC001".to_owned()));
    assert_eq!(of(&["--profile", "mcp@2026-07-28"]).0, ["LIF021", "RES005", "RES026", "RPC001"]);
}

#[test]
fn hints_are_told_when_somebody_asks_for_them() {
    let hint = r#"{"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "{\"due\": \"03/04/2025\"}"}]}}"#;
    let of = |arguments: &[&str]| {
        let output = retort(&[&["check", "-", "--format", "json"], arguments].concat(), hint.as_bytes());
        let report = json(&output);
        (found(&report), report["counts"]["hidden"].as_u64(), output.status.code())
    };
    let told = vec!["TXT004".to_owned()];
    assert_eq!(of(&[]), (vec![], Some(1), Some(0)));
    assert_eq!(of(&["--pedantic"]), (told.clone(), Some(0), Some(0)));
    assert_eq!(of(&["--fail-on", "hint"]), (told.clone(), Some(0), Some(1)));
    assert_eq!(of(&["--select", "TXT"]), (told.clone(), Some(0), Some(0)));
    assert_eq!(of(&["--profile", "omni"]), (told, Some(0), Some(1)));
    let output = retort(&["check", "-"], hint.as_bytes());
    assert!(stdout(&output).ends_with("; 1 hint with --pedantic\n"), "{}", stdout(&output));
}

#[test]
fn an_answer_to_a_named_tool_has_content() {
    for answer in ["{}", r#"{"tools": []}"#, r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#] {
        for profile in ["mcp", "drf", "yourls", "feathers", "omni"] {
            let output =
                retort(&["check", "-", "--tool", "x", "--profile", profile, "--format", "json"], answer.as_bytes());
            assert!(found(&json(&output)).contains(&"RES003".to_owned()), "{profile}: {answer}: {}", stdout(&output));
        }
    }
}

#[test]
fn a_repaired_answer_has_nothing_left_to_repair() {
    let output = retort(&["check", "-", "--fix"], BAD.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(
        stdout(&output).trim(),
        r#"{"jsonrpc": "2.0", "id": "7", "result": {"content": [{"type": "text", "text": "hello"}], "isError": false}}"#
    );
    let again = retort(&["check", "-"], &output.stdout);
    assert_eq!(again.status.code(), Some(0), "{}", stdout(&again));
}

#[test]
fn a_guess_is_made_only_where_it_is_asked_for() {
    let sent =
        br#"{"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "Error: no such file"}]}}"#;
    let safe = retort(&["check", "-", "--fix"], sent);
    assert_eq!((stdout(&safe).trim().as_bytes(), safe.status.code()), (&sent[..], Some(1)));
    assert_eq!(stderr(&safe), "retort: 1 finding left; --unsafe-fixes repairs 1 of them with a guess\n");
    let guessed = retort(&["check", "-", "--unsafe-fixes"], sent);
    assert_eq!(guessed.status.code(), Some(0), "{}", stderr(&guessed));
    assert!(stdout(&guessed).ends_with("}], \"isError\": true}}\n"), "{}", stdout(&guessed));
}

#[test]
fn a_diff_shows_what_would_change_and_changes_nothing() {
    let folder = Folder::new("diff");
    let lines = [GOOD, BAD, GOOD, GOOD, GOOD, GOOD].join("\n") + "\n";
    let file = folder.write("answers.jsonl", &lines);
    let output = retort(&["check", &file, "--diff"], b"");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let repaired = BAD
        .replace("{\"id\"", "{\"jsonrpc\": \"2.0\", \"id\"")
        .replace("{\"type\": \"text\", \"text\": \"hello\"}", "[{\"type\": \"text\", \"text\": \"hello\"}]")
        .replace("\"false\"", "false");
    let wanted = format!(
        "--- {file}\n+++ {file} (repaired)\n@@ -1,5 +1,5 @@\n {GOOD}\n-{BAD}\n+{repaired}\n {GOOD}\n {GOOD}\n {GOOD}\n"
    );
    assert_eq!(stdout(&output), wanted);
    assert_eq!(stderr(&output), "retort: 3 places would be repaired\n");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), lines);
    let clean = retort(&["check", "-", "--diff"], GOOD.as_bytes());
    assert_eq!((stdout(&clean), clean.status.code()), ("", Some(0)));
}

#[test]
fn a_baseline_accepts_what_is_known_and_fails_when_it_is_stale() {
    let folder = Folder::new("baseline");
    let answer = folder.write("answer.json", BAD);
    let baseline = folder.0.join("baseline.json");
    let baseline = baseline.to_str().unwrap();
    let output = retort(&["check", &answer, "--baseline", baseline, "--update-baseline"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = retort(&["check", &answer, "--baseline", baseline], b"");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    folder.write("answer.json", GOOD);
    let output = retort(&["check", &answer, "--baseline", baseline], b"");
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stdout(&output).contains("stale"), "{}", stdout(&output));
}

#[test]
fn a_server_is_checked_and_says_what_was_not_called() {
    let output = retort(&["check", &gallery_command(), "--format", "json"], b"");
    let report = json(&output);
    let notes = report["sources"][0]["notes"].to_string();
    assert!(notes.contains("not marked as read-only (readOnlyHint): add_to_basket, fail"), "{notes}");
    let ids = found(&report);
    // The gallery shows these on purpose.
    assert!(ids.contains(&"RES021".to_owned()), "{ids:?}");
    let again = json(&retort(&["check", &gallery_command(), "--format", "json"], b""));
    assert_eq!(found(&again), ids);
    let output = retort(&["check", "gallery", "--call", "fail way=unmarked_text", "--format", "json"], b"");
    assert!(found(&json(&output)).contains(&"ERR001".to_owned()), "{}", stdout(&output));
    let output = retort(&["check", "gallery", "--call", "echo integer=ten"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
#[cfg(unix)]
fn what_a_server_does_on_every_connection_is_told_once() {
    let folder = Folder::new("banner");
    let server = folder.write(
        "server.sh",
        r#"echo 'Server running on stdio'
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case $line in
    *'"method":"initialize"'*) said='"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"banner","version":"1"}}' ;;
    *cursor*) said='"error":{"code":-32602,"message":"There is no such page"}' ;;
    *'"method":"tools/list"'*) said='"result":{"tools":[]}' ;;
    *'"method":"tools/call"'*) said='"error":{"code":-32602,"message":"There is no such tool"}' ;;
    *'"method":"ping"'*) said='"result":{}' ;;
    *) said='"error":{"code":-32601,"message":"There is no such method"}' ;;
  esac
  if [ -n "$id" ]; then echo "{\"jsonrpc\":\"2.0\",\"id\":$id,$said}"; fi
done
"#,
    );
    let output = retort(&["check", &format!("sh '{server}'"), "--format", "json"], b"");
    assert_eq!(found(&json(&output)), ["RPC007"], "{}", stdout(&output));
}

#[test]
fn calls_that_cannot_be_meant_are_told() {
    let notes = json(&retort(&["check", "gallery", "--call", "ecoh", "--format", "json"], b""))["sources"][0]["notes"]
        .to_string();
    assert!(notes.contains("the server lists no such tool; did you mean echo?"), "{notes}");
    let folder = Folder::new("calls");
    let answer = folder.write("answer.json", GOOD);
    let output = retort(&["check", &answer, "--call", "echo"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("need a server"), "{}", stderr(&output));
}

#[test]
fn rules_are_listed_and_explained() {
    let rules = json(&retort(&["rules", "--format", "json"], b""));
    let rules = rules.as_array().unwrap();
    assert!(rules.len() >= 80, "{}", rules.len());
    for key in ["id", "name", "severity", "profiles", "why", "bad", "good"] {
        assert!(rules.iter().all(|rule| !rule[key].is_null()), "{key}");
    }
    let output = retort(&["rules", "content-object"], b"");
    insta::assert_snapshot!(stdout(&output));
    let output = retort(&["rules", "contnet-object"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("did you mean content-object?"), "{}", stderr(&output));
}

#[test]
fn a_profile_can_be_a_file() {
    let folder = Folder::new("profile");
    let profile = folder.write(
        "ours.toml",
        "extends = [\"mcp\"]\n[rules]\nRES = \"off\"\nRES026 = \"warning\"\n[[rule]]\nid = \"OUR001\"\ntext = true\nnot-pattern = \"^hell\"\n",
    );
    let of = |arguments: &[&str]| {
        let output =
            retort(&[&["check", "-", "--format", "json", "--profile", &profile], arguments].concat(), BAD.as_bytes());
        let report = json(&output);
        let findings = report["sources"][0]["findings"].as_array().unwrap();
        let told = |finding: &Value| {
            format!("{} {}", finding["rule"].as_str().unwrap(), finding["severity"].as_str().unwrap())
        };
        let mut told: Vec<String> = findings.iter().map(told).collect();
        told.sort();
        told
    };
    assert_eq!(of(&[]), ["OUR001 error", "RES026 warning", "RPC001 error"]);
    assert_eq!(of(&["--select", "OUR"]), ["OUR001 error"]);
    assert_eq!(of(&["--ignore", "OUR001,RPC"]), ["RES026 warning"]);
    let wrong = folder.write("wrong.toml", "[rules]\nRES005 = \"error\"\n  no-such-rule = \"off\"\n");
    let output = retort(&["check", "-", "--profile", &wrong], BAD.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        stderr(&output),
        format!("retort: the profile {wrong}:3:3: there is no rule and no group \"no-such-rule\"\n")
    );
}

#[test]
fn the_schema_of_profiles_is_the_one_in_the_documents() {
    let output = retort(&["rules", "--profile-schema"], b"");
    let path = crate::root().join("docs/profile.schema.json");
    if std::env::var("RETORT_DOCS").as_deref() == Ok("update") {
        std::fs::write(&path, stdout(&output)).unwrap();
    }
    assert_eq!(stdout(&output), std::fs::read_to_string(path).unwrap(), "stale: RETORT_DOCS=update cargo test");
}

#[test]
fn a_rule_is_found_by_what_it_was_called_before() {
    let output = retort(&["rules", "content-empty"], b"");
    assert!(stdout(&output).starts_with("RES051 empty-result\n"), "{}", stdout(&output));
    assert!(stdout(&output).contains("\nformerly:  DRF003, content-empty\n"), "{}", stdout(&output));
    assert_eq!(stderr(&output), "retort: content-empty is RES051 empty-result now\n");
    let empty = br#"{"jsonrpc": "2.0", "id": 7, "result": {"content": []}}"#;
    let of = |arguments: &[&str]| {
        let output = retort(&[&["check", "-", "--profile", "drf", "--format", "json"], arguments].concat(), empty);
        found(&json(&output))
    };
    assert_eq!(of(&["--select", "DRF003"]), ["RES051"]);
    assert_eq!(of(&["--ignore", "content-empty"]), [""; 0]);
    // A baseline that was written before the rule was renamed.
    let folder = Folder::new("old-names");
    let answer = folder.write("answer.json", std::str::from_utf8(empty).unwrap());
    let baseline = folder.0.join("baseline.json");
    let check = ["check", &answer, "--profile", "drf", "--baseline", baseline.to_str().unwrap()];
    retort(&[&check[..], &["--update-baseline"]].concat(), b"");
    let written = std::fs::read_to_string(&baseline).unwrap();
    std::fs::write(&baseline, written.replace("RES051", "DRF003")).unwrap();
    let output = retort(&check, b"");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("1 accepted by the baseline"), "{}", stdout(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn a_session_without_end_is_checked_within_bounds() {
    const SIZE: usize = 9 << 20;
    let folder = Folder::new("endless");
    let told = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"still here"}}"#;
    let flood = format!("{}{GOOD}\n", format!("{told}\n").repeat(SIZE / told.len()));
    let answers = format!("{}\n", r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"x"}]}}"#)
        .repeat(SIZE / 80);
    for (what, sent, note) in [
        (
            "notifications",
            flood,
            "notifications left out of the check: only the first 1,000 messages of a method are looked at",
        ),
        ("answers", answers, "messages left out of the check: only the first 100,000 messages are looked at"),
    ] {
        let path = folder.write("sent.jsonl", &sent);
        // The file and what was read of it, and what a bounded number of messages takes.
        let most = (4 * SIZE + (256 << 20)) / 1024;
        let script = format!("ulimit -d {most}; exec \"$0\" check '{path}'");
        let output =
            crate::run(std::process::Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_retort")]), b"");
        let said = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(note), "{what}: {:.600} {:.300}", stdout(&output), stderr(&output));
    }
}

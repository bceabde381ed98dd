//! What checking takes, and how it says what it did: limits on all that it reads, repairs of whole files, and rules that looked at
//! nothing.

use std::process::{Command, Output};

use serde_json::Value;

use crate::servers::Folder;
use crate::{json, retort, root, run, stderr, stdout};

const REQUEST: &str = r#"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "get"}}"#;
const BENT: &str = r#"{"id": 7, "result": {"content": {"type": "text", "text": "hello"}}}"#;
const SOUND: &str = r#"{"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "hello"}]}}"#;
const FAILED: &str =
    r#"{"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "Error: no such file"}]}}"#;

/// What a check may take: four times the megabyte that it is given, beside what any takes, and some room.
const CHECK: usize = 14 << 20;

/// Runs `retort` with no more than `most` bytes of memory of its own.
fn limited(most: usize, arguments: &[&str]) -> Output {
    let script = format!("ulimit -d {}; exec \"$0\" \"$@\"", most / 1024);
    run(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_retort")]).args(arguments).current_dir(root()), b"")
}

#[cfg(target_os = "linux")]
#[test]
fn a_check_of_many_small_things_has_a_bound() {
    let folder = Folder::new("small-things");
    let many = |count: usize, between: &str, one: &dyn Fn(usize) -> String| {
        (0..count).map(one).collect::<Vec<_>>().join(between)
    };
    let links = many(16_000, ",", &|at| format!(r#"{{"type":"resource_link","uri":"file:///{at}","name":"n"}}"#));
    for (what, sent, format) in [
        ("links", format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{links}]}}}}"#), "text"),
        ("answers", many(18_000, "\n", &|at| format!(r#"{{"jsonrpc":"2.0","id":{at},"result":{{}}}}"#)), "text"),
        ("bent answers", many(20_000, "\n", &|at| format!(r#"{{"id":{at},"result":{{"content":7}}}}"#)), "json"),
    ] {
        let path = folder.write("sent.json", &sent);
        let output = limited(CHECK, &["check", &path, "--max-size", "1MB", "--format", format]);
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{what}: {code:?} {:.300}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_check_is_told_by_files_has_a_limit() {
    let folder = Folder::new("told-by-files");
    let answer = folder.write("answer.json", SOUND);
    let bounded = |arguments: &[&str]| limited(40 << 20, arguments);
    for (arguments, said) in [
        (&["check", &answer, "--baseline", "/dev/zero", "--max-size", "1MB"][..], "more than 1000000 bytes; a larger"),
        (
            &["check", &answer, "--profile", "/dev/zero"],
            "/dev/zero has more than 1048576 bytes, and no profile is that",
        ),
        (&["rules", "--profile", "/dev/zero"], "/dev/zero has more than 1048576 bytes, and no profile is that long"),
        (&["check", "gallery", "--calls", "/dev/zero", "--max-size", "1MB"], "more than 1000000 bytes; a larger"),
        (
            &["call", "gallery", "echo", "--args", "@/dev/zero", "--max-size", "1MB"],
            "more than 1000000 bytes; a larger",
        ),
    ] {
        let output = bounded(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{arguments:?}: {}", stderr(&output));
    }
    let bytes = folder.0.join("bytes");
    std::fs::write(&bytes, b"\xff\xfe\xff").unwrap();
    let output = retort(&["check", &answer, "--profile", &format!("{}", bytes.display())], b"");
    assert!(stderr(&output).ends_with("it is not UTF-8 text\n"), "{}", stderr(&output));
}

/// A server that never stops telling, whatever it is asked.
const FLOODING: &str = r#"
import json, sys
note = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x" * 200}}) + "\n"
for line in sys.stdin:
    message = json.loads(line) if line.startswith("{") else {}
    if message.get("method") == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}, "logging": {}}, "serverInfo": {"name": "s", "version": "1"}}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
    elif message.get("method") == "tools/list":
        tool = {"name": "t", "description": "It tells.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"tools": [tool]}}), flush=True)
    elif message.get("method") == "tools/call":
        for _ in range(200): sys.stdout.write(note * 1000)
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_floods_fills_no_recording() {
    let folder = Folder::new("floods");
    let script = folder.write("server.py", FLOODING);
    let server = format!("python3 {script}");
    let output =
        limited(96 << 20, &["check", &server, "--protocol", "2025-11-25", "--max-size", "4MiB", "--timeout", "20"]);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{code:?}: {}", stderr(&output));
    let said = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("the recording would have more than 4194304 bytes"), "{said}");
    assert!(said.contains("nothing more was asked"), "{said}");
}

#[test]
fn a_transcript_is_repaired_as_a_whole() {
    let folder = Folder::new("transcript");
    let file = folder.write("session.jsonl", &format!("{REQUEST}\n{BENT}\n"));
    let output = retort(&["check", &file, "--fix"], b"");
    assert_eq!(stdout(&output), format!("{REQUEST}\n{SOUND}\n"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // What has no place beside the responses is refused, and not left out.
    for other in [&["--format", "json"][..], &["--baseline", "b", "--update-baseline"]] {
        for how in ["--fix", "--diff", "--unsafe-fixes"] {
            let output = retort(&[&["check", &file, how], other].concat(), b"");
            assert_eq!(output.status.code(), Some(2), "{how} {other:?}");
            assert!(stderr(&output).contains("cannot be used with"), "{}", stderr(&output));
        }
    }
}

#[test]
fn a_diff_tells_of_repairs_that_are_guesses() {
    let folder = Folder::new("guesses");
    let of = |sent: &str, arguments: &[&str]| {
        let file = folder.write("answer.json", sent);
        let output = retort(&[&["check", &file, "--diff"], arguments].concat(), b"");
        (stderr(&output).to_owned(), output.status.code(), stdout(&output).is_empty())
    };
    let told = "retort: nothing would be repaired; --unsafe-fixes shows 1 more with a guess\n".to_owned();
    assert_eq!(of(FAILED, &[]), (told, Some(0), true));
    let told = "retort: 1 place would be repaired; 1 of them with a guess\n".to_owned();
    assert_eq!(of(FAILED, &["--unsafe-fixes"]), (told, Some(1), false));
    assert_eq!(of(SOUND, &[]), ("retort: nothing would be repaired\n".to_owned(), Some(0), true));
    let told = "retort: 2 places would be repaired\n".to_owned();
    assert_eq!(of(BENT, &[]), (told, Some(1), false));
    let both = FAILED.replace("{\"jsonrpc\": \"2.0\", ", "{");
    let told = "retort: 1 place would be repaired; --unsafe-fixes shows 1 more with a guess\n".to_owned();
    assert_eq!(of(&both, &[]), (told, Some(1), false));
}

#[test]
fn a_profile_that_checks_nothing_says_so() {
    let folder = Folder::new("idle");
    let answer = folder.write("session.jsonl", &format!("{REQUEST}\n{SOUND}\n"));
    let check = |profile: &str, more: &[&str]| {
        let profile = folder.write("ours.toml", profile);
        retort(&[&["check", &answer, "--profile", &profile], more].concat(), b"")
    };
    for (profile, said) in [
        ("", "ours.toml:1:1: it asks for nothing"),
        ("[[rule]]\nid = \"OUR001\"\nat = \"/a\"\n", "ours.toml:2:6: OUR001 asks for nothing"),
        ("[rules]\nRES = \"off\"\n", "no rule is left to check"),
    ] {
        let output = check(profile, &[]);
        assert_eq!(output.status.code(), Some(2), "{profile}");
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    let output = retort(&["check", &answer, "--select", "DRF"], b"");
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let misspelt = "[[rule]]\nid = \"OUR001\"\ntools = [\"gett\"]\nrequired = [\"a\"]\n";
    let output = check(misspelt, &[]);
    assert_eq!(output.status.code(), Some(0));
    let said = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("note: OUR001 of the profile ours looked at nothing: no answer is of the tool `gett`"),
        "{said}"
    );
    let report = json(&check(misspelt, &["--format", "json"]));
    assert!(report["sources"][0]["notes"].to_string().contains("looked at nothing"), "{report}");
}

#[test]
fn a_finding_of_a_profile_says_what_its_rule_asks_for() {
    let folder = Folder::new("summary");
    let answer = folder.write("session.jsonl", &format!("{REQUEST}\n{SOUND}\n"));
    let rule =
        "[[rule]]\nid = \"OUR001\"\nsummary = \"Answers begin with a number.\"\ntext = true\npattern = \"^[0-9]\"\n";
    let profile = folder.write("ours.toml", rule);
    for (format, said) in [
        ("text", "    rule: Answers begin with a number.\n"),
        ("junit", "rule: Answers begin with a number.\n"),
        ("github", "rule: Answers begin with a number."),
        ("json", "\"summary\": \"Answers begin with a number.\""),
        ("sarif", "\"text\": \"Answers begin with a number.\""),
    ] {
        let output = retort(&["check", &answer, "--profile", &profile, "--format", format], b"");
        assert!(stdout(&output).contains(said), "{format}: {}", stdout(&output));
    }
}

#[test]
fn reports_for_machines_list_every_place_and_those_for_people_stay_short() {
    let folder = Folder::new("every-place");
    let blocks = vec![r#"{"text": "x"}"#; 50].join(", ");
    let sent = format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {{"content": [{blocks}]}}}}"#);
    let file = folder.write("answer.json", &sent);
    let of = |format: &str| stdout(&retort(&["check", &file, "--format", format], b"")).to_owned();
    let report: Value = serde_json::from_str(&of("json")).unwrap();
    assert_eq!(report["sources"][0]["findings"].as_array().unwrap().len(), 50);
    assert_eq!(report["counts"]["errors"], 50);
    let sarif: Value = serde_json::from_str(&of("sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 50);
    assert_eq!(of("junit").matches("\n  at ").count(), 50);
    let text = of("text");
    assert!(text.contains("50 times") && text.lines().count() < 25, "{text}");
    let text = stdout(&retort(&["check", &file, "--tool", "get"], b"")).to_owned();
    assert!(text.contains("also: 45 more; --format json lists all") && text.lines().count() < 25, "{text}");
}

#[test]
fn amounts_of_bytes_may_have_a_unit() {
    let sent = format!("\"{}\"", "x".repeat(1_500));
    for (most, fits) in [
        ("1kb", false),
        ("1KiB", false),
        ("1k", false),
        ("2KB", true),
        ("2 kB", true),
        ("1MB", true),
        ("1GiB", true),
        ("1502b", true),
    ] {
        let output = retort(&["extract", "--text", "--max-size", most], sent.as_bytes());
        assert_eq!(output.status.code(), Some(if fits { 0 } else { 2 }), "{most}: {}", stderr(&output));
    }
    for most in ["", "MB", "1 000", "1.5MB", "1TB", "0", "0MB", "99999999999999GiB", "1e6"] {
        let output = retort(&["extract", "--max-size", most], sent.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{most}");
        assert!(stderr(&output).contains("--max-size"), "{most}: {}", stderr(&output));
    }
}

#[test]
fn a_line_that_is_too_long_has_a_number() {
    let lines =
        format!("{{\"id\": 1, \"result\": {{}}}}\n\n{{\"id\": 2, \"result\": {{}}}}\n\"{}\"\n", "x".repeat(200));
    let output = retort(&["parse", "--jsonl", "--max-size", "100"], lines.as_bytes());
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(2), 2));
    let told = "retort: line 4 of standard input has more than 100 bytes; a larger --max-size takes it\n";
    assert_eq!(stderr(&output), told);
}

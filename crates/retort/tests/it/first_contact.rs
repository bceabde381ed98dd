//! What somebody meets who has not read the manual: command lines without quotes, servers that take their time, answers in any
//! dress, narrow terminals; each is told at once, in a line, and shown as it came.

use serde_json::json;

use crate::servers::Folder;
use crate::{at_terminal, json, retort, run, stderr, stdout};

/// A server with one tool, whose answer is the result in the file that its first argument names; it knows no other method.
const ANSWERS: &str = r#"
import json, sys, time
time.sleep(float(sys.argv[2]) if len(sys.argv) > 2 else 0)
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked: continue
    said = {"error": {"code": -32601, "message": "Method not found"}}
    if asked["method"] == "initialize":
        said = {"result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "answers", "version": "1"}}}
    elif asked["method"] == "tools/list":
        tool = {"name": "answer", "description": "Answers, and " + "goes on about it " * 12, "inputSchema": {"type": "object", "properties": {f"argument_number_{n}": {"type": "string"} for n in range(9)}}}
        said = {"result": {"tools": [tool]}}
    elif asked["method"] == "tools/call":
        said = {"result": json.load(open(sys.argv[1]))}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **said}), flush=True)
"#;

/// A server that gives one answer, and the command line that starts it.
struct Answers {
    folder: Folder,
    command: String,
}

impl Answers {
    fn new(name: &str, result: &serde_json::Value, seconds: &str) -> Self {
        let folder = Folder::new(name);
        let answer = folder.write("answer.json", &result.to_string());
        let command = format!("python3 '{}' '{answer}' {seconds}", folder.write("answers.py", ANSWERS));
        Self { folder, command }
    }

    fn saying(name: &str, text: &str) -> Self {
        Self::new(name, &json!({"content": [{"type": "text", "text": text}]}), "0")
    }
}

#[test]
fn a_command_line_without_quotes_is_told_at_once() {
    let folder = Folder::new("unquoted");
    let script = folder.write("server.py", "");
    for (words, advice) in [
        (vec!["tools", "python3", "x.py"], "put the command line in quotes: retort tools 'python3 x.py'"),
        (vec!["tools", "npx", "-y", "pkg"], "put the command line in quotes: retort tools 'npx -y pkg'"),
        (vec!["call", "uvx", "pkg", "echo", "a=b"], "put the command line in quotes: retort call 'uvx pkg' echo a=b"),
        (vec!["check", "node", "server.js"], "put the command line in quotes: retort check 'node server.js'"),
        (
            vec!["prompts", "docker"],
            "docker alone is no server: put its whole command line in quotes, as in retort prompts 'docker …'",
        ),
        (vec!["tools", "cat", &script], &format!("put the command line in quotes: retort tools 'cat {script}'")),
    ] {
        let output = retort(&words, b"");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(stderr(&output), format!("retort: {advice}\n"));
    }
    // A name is a name, whatever else it is called like.
    let config = format!(
        r#"{{"mcpServers": {{"node": {{"command": {}, "args": ["serve", "gallery"]}}}}}}"#,
        json!(env!("CARGO_BIN_EXE_retort"))
    );
    let config = folder.write("mcp.json", &config);
    let output = retort(&["tools", "node", "echo", "--config", &config], b"");
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn a_terminal_shows_that_a_server_starts() {
    let server = Answers::new("starts", &json!({"content": [{"type": "text", "text": "here"}]}), "2");
    let output = at_terminal(&["call", &server.command, "answer"], "", &[]);
    let shown = stdout(&output);
    assert!(shown.contains("starting python3"), "{shown:?}");
    // Nothing of it is left, and no frame was drawn that has no form yet.
    assert!(shown.trim_end().ends_with("here") && !shown.contains('░'), "{shown:?}");
    let piped = retort(&["call", &server.command, "answer"], b"");
    assert_eq!((stdout(&piped), stderr(&piped)), ("here\n", ""));
}

#[test]
fn a_bar_is_drawn_in_its_form_from_the_start() {
    let output = at_terminal(&["call", "gallery", "slow", "seconds=0.4", "steps=4"], "", &[]);
    let shown = stdout(&output);
    assert!(shown.contains('━') && !shown.contains('░') && !shown.contains("/1000"), "{shown:?}");
}

#[test]
fn lists_and_help_fit_the_terminal() {
    let server = Answers::saying("fits", "x");
    // The terminal of the tests has 100 columns; a command or an address to be copied stays on its line.
    for arguments in [
        vec!["tools", &server.command],
        vec!["tools", &server.command, "answer"],
        vec!["tools", "gallery"],
        vec!["check", &server.command, "--pedantic"],
        vec!["--help"],
        vec!["call", "--help"],
    ] {
        let output = at_terminal(&arguments, "", &[("NO_COLOR", "1")]);
        let lines = stdout(&output).lines().filter(|line| !line.contains('\u{1b}'));
        let long: Vec<&str> = lines
            .map(str::trim_end)
            .filter(|line| line.chars().count() > 100 && !line.starts_with("retort call"))
            .filter(|line| !line.contains("://") && !line.contains(&server.command))
            .collect();
        assert!(long.is_empty(), "{arguments:?}: {long:#?}");
    }
    // What is laid out by hand fits into 80.
    for command in ["", "call", "tools", "check", "show", "serve", "servers", "parse"] {
        let help = retort(&[command, "--help"].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>(), b"");
        let examples = stdout(&help).split_once("Examples:").map_or("", |(_, examples)| examples);
        let servers = stdout(&help).split_once("SERVER is one of").map_or("", |(_, servers)| servers);
        let long: Vec<&str> =
            examples.lines().chain(servers.lines()).filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{command}: {long:#?}");
    }
}

#[test]
fn oddities_are_told_behind_the_answer_and_only_where_they_concern_somebody() {
    for (name, text) in [
        ("rows", "[{'id': 1, 'ok': True}, {'id': 2, 'ok': None}]"),
        ("fenced", "```json\n[{\"id\": 1}]\n```"),
        ("twice", "\"{\\\"id\\\": 1}\""),
    ] {
        let server = Answers::saying(name, text);
        let output = retort(&["call", &server.command, "answer"], b"");
        assert_eq!(stderr(&output), "", "{text}");
    }
    let server = Answers::saying("doubled", r#"{"id": 1, "id": 2}"#);
    let output = retort(&["call", &server.command, "answer"], b"");
    let told = "retort: An object has the same key twice; both are kept. (duplicate-key; --json tells where)\n";
    assert_eq!(stderr(&output), told);
    let output = at_terminal(&["call", &server.command, "answer"], "", &[("NO_COLOR", "1")]);
    assert!(stdout(&output).replace('\r', "").ends_with(told), "{output:?}");
}

#[test]
fn one_value_in_pythons_spelling_is_the_same_data_in_every_view() {
    let server = Answers::saying("python", "{'id': 7, 'name': 'Ann', 'tags': ('a', None)}");
    let data = json!({"id": 7, "name": "Ann", "tags": ["a", null]});
    let call = |options: &[&str]| json(&retort(&[&["call", &server.command, "answer"], options].concat(), b""));
    assert_eq!((call(&["-c"]), call(&["--as", "json"]), call(&[])), (data.clone(), data.clone(), data.clone()));
    assert_eq!(call(&["--json"])["data"], data);
}

#[test]
fn an_error_is_no_row() {
    let error = json!({"isError": true, "content": [{"type": "text", "text": "{\"code\": 7, \"message\": \"no rows today\"}"}]});
    let server = Answers::new("no-row", &error, "0");
    for options in [vec!["--jsonl"], vec!["--jsonl", "--all"], vec!["--csv"]] {
        let output = retort(&[vec!["call", &server.command, "answer"], options.clone()].concat(), b"");
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""), "{options:?}");
        assert!(stderr(&output).contains("no rows today"), "{}", stderr(&output));
    }
}

#[test]
fn a_recording_shows_its_calls() {
    let server = Answers::saying("recorded", "the answer");
    let record = server.folder.0.join("record.jsonl");
    let record = record.to_str().unwrap();
    retort(&["call", &server.command, "answer", "--record", record], b"");
    let output = retort(&["show", record], b"");
    assert_eq!(stdout(&output), "the answer\n");
    assert!(stderr(&output).contains("before the calls (greeting, lists) left out"), "{}", stderr(&output));
    // Where nothing else is there, they are what somebody wants to see.
    retort(&["tools", &server.command, "--record", &format!("{record}2")], b"");
    assert!(stdout(&retort(&["show", &format!("{record}2")], b"")).contains("serverInfo"));
}

#[test]
fn a_server_without_resources_says_so_when_one_is_read() {
    let server = Answers::saying("no-resources", "x");
    let output = retort(&["read", &server.command, "a://b"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "retort: the server has no resource \"a://b\"; it has no resources at all\n");
}

#[test]
fn servers_that_are_not_asked_are_not_said_to_be_silent() {
    let folder = Folder::new("not-asked");
    let config = r#"{"mcpServers": {"one": {"command": "cat"}, "bad": {"url": "http://h/${NO_SUCH_VARIABLE_HERE}"}}}"#;
    let config = folder.write("mcp.json", config);
    let output = retort(&["servers", "--no-check", "--config", &config], b"");
    let shown = stdout(&output);
    assert!(!shown.contains("does not answer"), "{shown}");
    assert!(shown.contains("not checked") && shown.contains("cannot be used: "), "{shown}");
}

#[test]
fn names_come_from_the_folders_above() {
    let folder = Folder::new("above");
    let config = format!(
        r#"{{"mcpServers": {{"far-above": {{"command": {}, "args": ["serve", "gallery"]}}}}}}"#,
        json!(env!("CARGO_BIN_EXE_retort"))
    );
    folder.write(".mcp.json", &config);
    let below = folder.0.join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    for folder in below.ancestors().take(3) {
        #[cfg(unix)]
        std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let at = |arguments: &[&str]| {
        run(std::process::Command::new(env!("CARGO_BIN_EXE_retort")).args(arguments).current_dir(&below), b"")
    };
    let output = at(&["tools", "far-above", "echo", "--trust"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let output = at(&["tools", "nowhere-at-all"]);
    assert!(
        stderr(&output).contains(&format!("looked for files in {} and above, up to ", below.display())),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_page_takes_the_place_of_a_page_of_retorts_and_of_nothing_else() {
    let folder = Folder::new("pages");
    let page = folder.0.join("page.html");
    let page = page.to_str().unwrap();
    for _ in 0..2 {
        let output = retort(&["show", "--html", page], b"[{\"id\": 1}]");
        assert!(output.status.success());
        assert_eq!(stderr(&output), format!("retort: wrote {page}\n"));
    }
    let other = folder.write("mine.html", "<p>mine</p>");
    let output = retort(&["show", "--html", &other], b"[{\"id\": 1}]");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("is not overwritten"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(other).unwrap(), "<p>mine</p>");
}

#[test]
fn csv_on_a_terminal_has_no_signs_for_line_ends() {
    let folder = Folder::new("csv-terminal");
    let file = folder.write("rows.json", r#"[{"id": 1, "n": "a"}, {"id": 2, "n": "b"}]"#);
    let output = at_terminal(&["show", &file, "--csv"], "", &[]);
    assert_eq!(stdout(&output).replace('\r', ""), "id,n\n1,a\n2,b\n");
}

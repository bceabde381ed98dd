//! Tools that are tasks: called as such, looked after until they are done, and cancelled when nobody waits any more.

use crate::servers::Folder;
use crate::{retort, stderr, stdout};

/// A server with a tool that must be a task. It is done after as many looks as the second argument says; what it is
/// told goes to the file that the first names.
const SERVER: &str = r#"
import json, sys
looks, left = open(sys.argv[1], "w"), int(sys.argv[2])
for line in sys.stdin:
    message = json.loads(line)
    method, params = message.get("method"), message.get("params", {})
    print(method, params.get("taskId", ""), params.get("task", ""), file=looks, flush=True)
    task = {"taskId": "t1", "status": "working" if left > 0 else "completed", "pollInterval": 1, "ttl": None}
    if method == "tasks/get" and left < 1000: task["statusMessage"] = f"{left} to go"; left -= 1
    answer = {
        "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tasks": {}}, "serverInfo": {"name": "t"}},
        "tools/list": {"tools": [{"name": "dig", "inputSchema": {"type": "object"},
                                  "execution": {"taskSupport": "required"}}]},
        "tools/call": {"task": task}, "tasks/get": task, "tasks/cancel": task,
        "tasks/result": {"content": [{"type": "text", "text": "dug"}]},
    }.get(method)
    if answer: print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer}), flush=True)
"#;

/// Calls the tool; gives the exit code, what was shown and told, and what the server heard after `tools/list`.
fn dug(folder: &Folder, looks: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let (script, heard) = (folder.write("server.py", SERVER), folder.0.join(looks));
    let server = format!("python3 {script} {} {looks}", heard.display());
    let output = retort(&[&["call", &server, "dig", "--protocol", "2025-11-25"], options].concat(), b"");
    let heard = std::fs::read_to_string(heard).unwrap();
    let heard = heard.split_once("tools/list").unwrap().1.trim().to_owned();
    (output.status.code(), format!("{}{}", stdout(&output), stderr(&output)), heard)
}

#[test]
fn a_task_is_looked_after_until_it_is_done() {
    let (code, said, heard) = dug(&Folder::new("task"), "2", &[]);
    assert_eq!((code, said.as_str()), (Some(0), "dug\n"), "{heard}");
    insta::assert_snapshot!(heard, @r"
    tools/call  {}
    tasks/get t1 
    tasks/get t1 
    tasks/get t1 
    tasks/result t1
    ");
}

#[test]
fn a_task_without_news_is_given_up_and_cancelled() {
    let (code, said, heard) = dug(&Folder::new("task-stuck"), "1000", &["--timeout", "20"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("no answer to tools/call within 20 s"), "{said}");
    assert!(heard.ends_with("tasks/cancel t1"), "{heard}");
}

//! The last words of a server that ends, and answers that are cut off: what a person needs of them is shown, and how the
//! command ends tells that something is wrong.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::greeting::Serving;
use crate::servers::Folder;
use crate::{json, retort, root, run, stderr, stdout};

/// A server of one file.
fn server(folder: &Folder, script: &str) -> String {
    format!("python3 {}", folder.write("server.py", script))
}

#[test]
fn a_server_that_dies_says_why_at_either_end() {
    let folder = Folder::new("last-words");
    let traceback = r#"
import sys
def deeper(depth):
    if depth: return deeper(depth - 1) if depth % 2 else deeper(depth - 2 + 1)
    raise ValueError("no API key in \x1b[31mSHELF_KEY")
sys.setrecursionlimit(5000)
print("starting the shelf", file=sys.stderr)
sys.tracebacklimit = 500
import traceback
try: deeper(100)
except ValueError as error:
    sys.stderr.write("".join(f"line {at}\n" for at in range(200)))
    traceback.print_exc()
sys.exit(1)
"#;
    let output = retort(&["tools", &server(&folder, traceback)], b"");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("on standard error it said:\n  | starting the shelf\n  | line 0\n"), "{said}");
    assert!(said.contains(" lines left out; -v shows all)\n"), "{said}");
    assert!(said.ends_with("  | ValueError: no API key in \\u{1b}[31mSHELF_KEY\n"), "{said}");
    assert!(!said.contains("line 100\n"), "{said}");
    let verbose = retort(&["tools", &server(&folder, traceback), "-v"], b"");
    let told = (0..200).map(|at| format!("  | line {at}\n")).collect::<Vec<_>>().concat();
    assert!(stderr(&verbose).contains(&told), "{}", stderr(&verbose));

    let help = r#"
import sys
print("error: unexpected argument '--shelf' found\n\nUsage: shelf [OPTIONS]\n", file=sys.stderr)
for at in range(100): print(f"  --option-{at}  what it does", file=sys.stderr)
sys.exit(2)
"#;
    let output = retort(&["tools", &server(&folder, help)], b"");
    let said = stderr(&output);
    assert!(said.contains("exit code 2"), "{said}");
    assert!(said.contains("it said:\n  | error: unexpected argument '--shelf' found\n  | Usage: shelf"), "{said}");
    assert!(said.contains("(86 lines left out; -v shows all)\n"), "{said}");
    assert!(said.ends_with("  |   --option-99  what it does\n"), "{said}");
}

#[test]
fn memory_has_a_bound_whatever_a_server_prints() {
    let folder = Folder::new("flood");
    let flood = r#"
import sys
for at in range(200): sys.stderr.write("x" * 1000000)
sys.stderr.write("\nthe disk is full\n")
sys.exit(1)
"#;
    let output = retort(&["tools", &server(&folder, flood)], b"");
    let said = stderr(&output);
    assert!(said.len() < 3000 && said.ends_with("…\n  | the disk is full\n"), "{said}");
}

/// A server whose answer to a call is cut off.
const CUT: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
    tools = {"tools": [{"name": "t", "inputSchema": {"type": "object"}}, {"name": "other"}]}
    call = {"content": [{"type": "text", "text": json.dumps([{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace"}])}]}
    result = {"initialize": hello, "tools/list": tools, "tools/call": call}.get(method)
    if result is None: continue
    text = json.dumps({"jsonrpc": "2.0", "id": id, "result": result})
    if method == sys.argv[1]:
        sys.stdout.write(text[:-len(text) // 4]); sys.stdout.flush()
        sys.exit()
    print(text, flush=True)
"#;

#[test]
fn an_answer_that_a_server_cut_off_as_it_died_is_shown_and_told() {
    let folder = Folder::new("cut-pipe");
    let script = server(&folder, CUT);
    let call = format!("{script} tools/call");
    for how in [&[][..], &["--json"], &["--raw"], &["-c"], &["--all", "--json"]] {
        let output = retort(&[&["call", &call, "t", "--protocol", "2025-11-25"], how].concat(), b"");
        assert_eq!(output.status.code(), Some(1), "{how:?}: {}", stderr(&output));
        assert!(stdout(&output).contains("Ada"), "{how:?}: {}", stdout(&output));
        let said = stderr(&output);
        assert!(said.contains("the answer is cut off after ") && said.contains("closed its output"), "{how:?}: {said}");
    }
    let output = retort(&["tools", &format!("{script} tools/list"), "--protocol", "2025-11-25"], b"");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("t\n"), "{}", stdout(&output));
    assert!(stderr(&output).contains("the answer is cut off"), "{}", stderr(&output));
    // One that came as a whole is no matter.
    let output = retort(&["call", &format!("{script} nothing"), "t", "--protocol", "2025-11-25"], b"");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
}

/// The same over HTTP: a body that is too short, a chunk that is missing, an event in the middle.
const CUT_HTTP: &str = r#"
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *_): pass
    def handle_one_request(self):
        try: super().handle_one_request()
        except OSError: self.close_connection = True
    def do_GET(self): self.answer(405, [("Content-Length", "0")], b"")
    def do_DELETE(self): self.do_GET()
    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in headers: self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method, id = message.get("method"), message.get("id")
        if id is None: return self.answer(202, [("Content-Length", "0")], b"")
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
        call = {"content": [{"type": "text", "text": "Ada and Grace and many others"}]}
        body = json.dumps({"jsonrpc": "2.0", "id": id, "result": hello if method == "initialize" else call}).encode()
        kind, how = "application/json", self.path.strip("/")
        if method != "tools/call": return self.answer(200, [("Content-Type", kind), ("Content-Length", str(len(body)))], body)
        if "event" in how: kind, body = "text/event-stream", b"data: " + body + b"\n\n"
        whole = len(body)
        if "whole" not in how: body = body[:-18]
        headers = [("Content-Type", kind), ("Connection", "close")]
        if "length" in how: headers.append(("Content-Length", str(whole)))
        if "chunk" in how:
            headers.append(("Transfer-Encoding", "chunked"))
            body = b"%x\r\n%s\r\n" % (len(body), body)
        self.answer(200, headers, body)
        self.close_connection = True
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"#;

#[test]
fn an_answer_that_is_cut_off_over_http_is_shown_and_told() {
    let folder = Folder::new("cut-http");
    let script = folder.write("server.py", CUT_HTTP);
    let mut serving = Serving(Command::new("python3").arg(&script).stdout(Stdio::piped()).spawn().unwrap());
    let mut port = String::new();
    BufReader::new(serving.0.stdout.take().unwrap()).read_line(&mut port).unwrap();
    let call = |how: &str| {
        let url = format!("http://127.0.0.1:{}/{how}", port.trim());
        retort(&["call", &url, "t", "--unchecked", "--protocol", "2025-11-25"], b"")
    };
    for how in ["length", "chunk", "close", "event-length", "event-chunk", "event-close"] {
        let output = call(how);
        assert_eq!(output.status.code(), Some(1), "{how}: {}", stderr(&output));
        assert!(stdout(&output).starts_with("Ada and Grace"), "{how}: {}", stdout(&output));
        assert!(stderr(&output).contains("the answer is cut off after "), "{how}: {}", stderr(&output));
    }
    // Where only what follows the answer is missing, the answer is whole.
    for how in ["whole-close", "whole-chunk", "whole-event-close", "whole-event-chunk"] {
        let output = call(how);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{how}");
    }
}

#[test]
fn a_server_without_prompts_or_resources_says_so() {
    let folder = Folder::new("none");
    let script = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    capabilities = {"prompts": {}} if "declares" in sys.argv else {}
    hello = {"protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": {"name": "s", "version": "1"}}
    if method == "initialize": answer = {"result": hello}
    elif "empty" in sys.argv: answer = {"result": {method.split("/")[0]: []}}
    elif "fails" in sys.argv: answer = {"error": {"code": -32603, "message": "it broke"}}
    else: answer = {"error": {"code": -32601, "message": "Method not found"}}
    if id is not None: print(json.dumps({"jsonrpc": "2.0", "id": id, **answer}), flush=True)
"#;
    let script = server(&folder, script);
    let ask = |command: &str, how: &str, more: &[&str]| {
        retort(&[&[command, &format!("{script} {how}"), "--protocol", "2025-11-25"], more].concat(), b"")
    };
    for how in ["", "declares", "empty", "fails"] {
        for command in ["prompts", "resources", "tools"] {
            // What a server should have is asked for in earnest.
            if how == "declares" && command == "resources" || command == "tools" && ["empty", "fails"].contains(&how) {
                continue;
            }
            let output = ask(command, how, &[]);
            let said = format!("retort: the server has no {command}\n");
            assert_eq!((output.status.code(), stdout(&output), stderr(&output)), (Some(0), "", said.as_str()), "{how}");
        }
    }
    assert_eq!(json(&ask("prompts", "", &["--json"])), serde_json::json!([]));
    assert_eq!(stdout(&ask("prompts", "declares empty", &[])), "0 prompts\n");
    let failed = ask("prompts", "declares fails", &[]);
    assert_eq!(failed.status.code(), Some(2), "{}", stderr(&failed));
    let unknown = ask("prompts", "", &["p"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("it has no prompts at all"), "{}", stderr(&unknown));
}

#[test]
fn a_server_of_a_project_runs_in_its_folder() {
    let folder = Folder::new("project");
    let script = r#"
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    here = os.path.basename(os.getcwd())
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": here, "version": "1"}}
    answer = {"initialize": hello, "tools/list": {"tools": [{"name": here}]}}.get(message.get("method"))
    if answer: print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer}), flush=True)
"#;
    let shop = folder.0.join("shop");
    for inner in [".git", ".vscode", "src/deep"] {
        std::fs::create_dir_all(shop.join(inner)).unwrap();
    }
    std::fs::write(shop.join("server.py"), script).unwrap();
    let entry = r#"{"command": "python3", "args": ["server.py"]}"#;
    let moved = r#"{"command": "python3", "args": ["../server.py"], "cwd": "src"}"#;
    std::fs::write(shop.join(".mcp.json"), format!(r#"{{"mcpServers": {{"a": {entry}, "c": {moved}}}}}"#)).unwrap();
    std::fs::write(shop.join(".vscode/mcp.json"), format!(r#"{{"servers": {{"b": {entry}}}}}"#)).unwrap();
    let tools = |name: &str, from: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retort"));
        command
            .args(["tools", name, "--trust"])
            .current_dir(shop.join(from))
            .env("XDG_CACHE_HOME", folder.0.join("cache"));
        let output = run(&mut command, b"");
        assert_eq!(output.status.code(), Some(0), "{name} from {from:?}: {}", stderr(&output));
        stdout(&output).lines().next().unwrap().to_owned()
    };
    for from in ["", "src", "src/deep"] {
        assert_eq!(
            (tools("a", from), tools("b", from), tools("c", from)),
            ("shop".into(), "shop".into(), "src".into())
        );
    }
}

#[test]
fn a_server_that_hangs_does_not_hold_up_the_others() {
    let folder = Folder::new("hanging");
    let hanging = r#"{"command": "sleep", "args": ["1000"]}"#;
    let gallery = format!(r#"{{"command": {:?}, "args": ["serve", "gallery"]}}"#, env!("CARGO_BIN_EXE_retort"));
    let names: Vec<String> = (0..6).map(|at| format!(r#""h{at}": {hanging}"#)).collect();
    let config = format!(r#"{{"mcpServers": {{{}, "good": {gallery}}}}}"#, names.join(", "));
    let file = folder.write("mcp.json", &config);
    let mut command = Command::new(env!("CARGO_BIN_EXE_retort"));
    command.args(["servers", "--config", &file, "--json", "--timeout", "8"]).current_dir(root());
    let output = run(command.env("XDG_CACHE_HOME", folder.0.join("cache")), b"");
    let listed = json(&output);
    let of = |name: &str| listed.as_array().unwrap().iter().find(|server| server["name"] == name).unwrap();
    assert_eq!(of("good")["answers"], true, "{listed:#}");
    for at in 0..6 {
        let error = of(&format!("h{at}"))["error"].as_str().unwrap();
        assert!(error.contains("within 8 s"), "{error}");
    }
}

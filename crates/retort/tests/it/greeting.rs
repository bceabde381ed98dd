//! First contact: whichever greeting a server answers, and whenever, it is taken; what was learnt is tried first the next
//! time. What a server received tells, not how long it took.

use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::servers::Folder;
use crate::{json, retort, root, run, stderr, stdout};

/// A server over its standard streams. Words in a file say how it greets; every method that it hears goes to a file.
const GREETER: &str = r#"
import json, sys, time
how, heard = open(sys.argv[1]).read().split(","), open(sys.argv[2], "a")
def send(message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
if "slow" in how: time.sleep(3)
for line in sys.stdin:
    try: message = json.loads(line)
    except ValueError:
        send({"id": None, "error": {"code": -32700, "message": "Parse error"}})
        continue
    method, id = message.get("method"), message.get("id")
    heard.write(f"{method}\n"); heard.flush()
    print("received", line.strip(), file=sys.stderr, flush=True)
    old = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "old", "version": "1"}}
    new = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "resultType": "complete"}
    if "one-id" in how and id is not None: id = 1
    if method == "server/discover":
        if "dies" in how: sys.exit(3)
        if "late" in how: time.sleep(2)
        if "discover" in how: send({"id": id, "result": new})
        elif "without-id" in how: send({"error": {"code": -32601, "message": "no such method"}})
        elif "refuses" in how: send({"id": id, "error": {"code": -32601, "message": "no such method"}})
    elif method == "initialize":
        supported = {"supported": ["2026-07-28"], "requested": "2025-11-25"}
        if "dies-too" in how: sys.exit(4)
        if "initialize" in how: send({"id": id, "result": old})
        elif "initialize-without-id" in how: send({"result": old})
        elif "only-discover" in how: send({"id": id, "error": {"code": -32022, "message": "no", "data": supported}})
    elif method == "tools/list":
        send({"id": id, "result": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}], "resultType": "complete"}})
    elif method == "tools/call" and "no-key" in how: sys.exit("no API key")
    elif id is not None: send({"id": id, "error": {"code": -32601, "message": "no such method"}})
"#;

/// A place for a server and for what is remembered of it.
struct Contact {
    folder: Folder,
    server: String,
}

impl Contact {
    fn new(name: &str, how: &str) -> Self {
        let folder = Folder::new(name);
        let script = folder.write("server.py", GREETER);
        let (how, heard) = (folder.write("how", how), folder.write("heard", ""));
        Self { server: format!("python3 {script} {how} {heard}"), folder }
    }

    /// From now on the same command line greets in another way.
    fn becomes(&self, how: &str) {
        self.folder.write("how", how);
    }

    /// Runs a command with this server.
    fn run(&self, arguments: &[&str]) -> Output {
        let (command, rest) = arguments.split_first().unwrap();
        let mut retort = Command::new(env!("CARGO_BIN_EXE_retort"));
        retort.arg(command).arg(&self.server).args(rest).current_dir(root());
        run(retort.env("XDG_CACHE_HOME", self.folder.0.join("cache")), b"")
    }

    /// The methods that the server received since this was last asked.
    fn heard(&self) -> Vec<String> {
        let heard = std::fs::read_to_string(self.folder.0.join("heard")).unwrap();
        self.folder.write("heard", "");
        heard.lines().filter(|line| !line.starts_with("notifications/")).map(String::from).collect()
    }
}

#[test]
fn whichever_greeting_is_answered_is_taken_and_tried_first_the_next_time() {
    // How the server greets; what it hears the first time, and the second.
    let cases = [
        ("slow,discover", "server/discover initialize tools/list", "server/discover tools/list"),
        ("slow,discover,only-discover", "server/discover initialize tools/list", "server/discover tools/list"),
        ("slow,discover,initialize", "server/discover initialize tools/list", "server/discover tools/list"),
        ("late,discover,only-discover", "server/discover initialize tools/list", "server/discover tools/list"),
        ("discover", "server/discover tools/list", "server/discover tools/list"),
        ("initialize", "server/discover initialize tools/list", "initialize tools/list"),
        ("slow,initialize", "server/discover initialize tools/list", "initialize tools/list"),
        ("initialize,refuses", "server/discover initialize tools/list", "initialize tools/list"),
        ("initialize,without-id", "server/discover initialize tools/list", "initialize tools/list"),
        ("slow,initialize,without-id", "server/discover initialize tools/list", "initialize tools/list"),
        ("slow,initialize-without-id", "server/discover initialize tools/list", "initialize tools/list"),
        ("initialize,one-id", "server/discover initialize tools/list", "initialize tools/list"),
        ("initialize,dies", "server/discover initialize tools/list", "initialize tools/list"),
        ("slow,initialize,dies", "server/discover initialize tools/list", "initialize tools/list"),
    ];
    std::thread::scope(|scope| {
        for (how, first, second) in cases {
            scope.spawn(move || {
                let contact = Contact::new(&format!("greeting-{how}"), how);
                for expected in [first, second] {
                    let output = contact.run(&["tools"]);
                    assert_eq!((stdout(&output), stderr(&output)), ("t\n1 tool\n", ""), "{how}");
                    // On a busy machine even a quick server may be asked both ways.
                    let mut heard = contact.heard();
                    heard.retain(|method| expected.contains(method.as_str()));
                    assert_eq!(heard.join(" "), expected, "{how}");
                }
            });
        }
    });
}

#[test]
fn a_remembered_way_that_fails_is_forgotten() {
    let contact = Contact::new("greeting-forgotten", "initialize");
    let works = |first: &str| {
        let output = contact.run(&["tools"]);
        assert_eq!((stdout(&output), stderr(&output)), ("t\n1 tool\n", ""), "{first}");
        assert_eq!(contact.heard().first().map(String::as_str), Some(first));
    };
    works("server/discover");
    for (how, remembered, learnt) in [
        ("discover,dies-too", "initialize", "server/discover"),
        ("initialize,dies", "server/discover", "initialize"),
        ("discover,only-discover", "initialize", "server/discover"),
        ("initialize", "server/discover", "initialize"),
        ("discover", "initialize", "server/discover"),
    ] {
        contact.becomes(how);
        works(remembered);
        works(learnt);
    }
    // Nothing of the command line is in the memory; and whatever is in its place, calls work.
    let memory = contact.folder.0.join("cache/retort/greetings");
    let text = std::fs::read_to_string(&memory).unwrap();
    assert!(text.contains(" discover ") && !text.contains("server.py"), "{text}");
    std::fs::write(&memory, b"\xff\x00garbage\n").unwrap();
    works("server/discover");
    std::fs::remove_file(&memory).unwrap();
    std::fs::create_dir(&memory).unwrap();
    works("server/discover");
}

#[test]
fn a_pinned_revision_is_the_only_greeting() {
    let contact = Contact::new("greeting-pinned", "discover,initialize");
    for (revision, expected) in [("2025-11-25", "initialize tools/list"), ("2026-07-28", "server/discover tools/list")]
    {
        let output = contact.run(&["tools", "--protocol", revision]);
        assert_eq!(stdout(&output), "t\n1 tool\n", "{}", stderr(&output));
        assert_eq!(contact.heard().join(" "), expected);
    }
    assert!(!contact.folder.0.join("cache").exists(), "what is pinned teaches nothing");
}

#[test]
fn the_answer_to_the_other_greeting_is_in_nobodys_way() {
    for how in ["slow,discover,initialize,no-key", "slow,initialize,without-id,no-key"] {
        let contact = Contact::new(&format!("greeting-both-{how}"), how);
        let record = contact.folder.0.join("record");
        let output = contact.run(&["call", "t", "--record", record.to_str().unwrap()]);
        // Neither the late answer nor the server's own log of our first words is the reason.
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        let said = stderr(&output);
        assert!(said.contains("ended with exit code 1 before it answered tools/call"), "{said}");
        assert!(said.ends_with("\n  | no API key\n"), "{said}");
        for word in ["supportedVersions", "protocolVersion", "server/discover", "it did send"] {
            assert!(!said.contains(word), "{word}: {said}");
        }
        // The recording has all that was said.
        let record = std::fs::read_to_string(record).unwrap();
        for method in ["server/discover", "initialize"] {
            assert_eq!(record.matches(&format!("\"method\":\"{method}\"")).count(), 1, "{record}");
        }
        let answers = record.matches("\"direction\":\"received\"").count();
        assert_eq!(answers, 3, "both greetings and the list of tools were answered: {record}");
    }
}

#[test]
fn two_greetings_make_no_findings() {
    for (how, spare) in [
        ("slow,discover,initialize", "initialize"),
        ("slow,discover,only-discover", "initialize"),
        ("slow,discover", "initialize"),
        ("slow,initialize", "server/discover"),
    ] {
        let contact = Contact::new(&format!("greeting-check-{how}"), how);
        let record = contact.folder.0.join("record");
        let record = record.to_str().unwrap();
        assert_eq!(contact.run(&["tools", "--record", record]).status.code(), Some(0), "{how}");
        let said = std::fs::read_to_string(record).unwrap();
        assert!(said.contains(&format!("\"method\":\"{spare}\"")), "{how}: {said}");
        let report = json(&retort(&["check", record, "--format", "json"], b""));
        let sources = report["sources"].as_array().unwrap();
        let findings: Vec<&Value> = sources.iter().flat_map(|source| source["findings"].as_array().unwrap()).collect();
        assert!(!findings.is_empty(), "{how}: the rest is looked at all the same");
        for finding in findings {
            assert_ne!(finding["subject"], spare, "{how}: {finding:#}");
        }
    }
}

#[test]
fn a_check_sees_what_a_server_makes_of_each_greeting() {
    let contact = Contact::new("greeting-checked", "initialize,refuses");
    contact.run(&["tools"]);
    contact.heard();
    let output = contact.run(&["check"]);
    assert_ne!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(contact.heard().first().map(String::as_str), Some("server/discover"), "it does not go by the memory");
}

/// A server over HTTP. Words say how it greets; methods, revisions and sessions go to a file.
const OVER_HTTP: &str = r#"
import json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
how, heard = sys.argv[1].split(","), open(sys.argv[2], "a")
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *_): pass
    def handle_one_request(self):
        # A client that has its answer may go.
        try: super().handle_one_request()
        except OSError: self.close_connection = True
    def write(self, message, status=200, session=None):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode() if message else b""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if session: self.send_header("Mcp-Session-Id", session)
        self.end_headers()
        self.wfile.write(body)
    def do_GET(self): self.write(None, 405)
    def do_DELETE(self): self.write(None)
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method, id = message.get("method"), message.get("id")
        said = [method, self.headers.get("Mcp-Protocol-Version"), self.headers.get("Mcp-Session-Id")]
        heard.write(" ".join(str(word) for word in said) + "\n"); heard.flush()
        if id is None: return self.write(None, 202)
        if method == "server/discover":
            if "hangs" in how: time.sleep(1000)
            if "late" in how: time.sleep(2)
            if "discover" in how:
                return self.write({"id": id, "result": {"supportedVersions": ["2026-07-28"], "capabilities": {}}})
            return self.write(None, 404)
        if method == "initialize":
            if "initialize" in how:
                result = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
                return self.write({"id": id, "result": result}, session="one")
            data = {"supported": ["2026-07-28"]}
            return self.write({"id": id, "error": {"code": -32022, "message": "no", "data": data}}, 400, session="none")
        self.write({"id": id, "result": {"tools": [{"name": "t"}]}})
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"#;

/// A server in a process of its own, which ends with the test.
pub(crate) struct Serving(pub(crate) Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn over_http_a_greeting_that_hangs_holds_up_nobody_and_the_session_is_the_right_one() {
    let old = "tools/list 2025-06-18 one";
    let new = "tools/list 2026-07-28 None";
    let cases = [
        ("hangs,initialize", old, "server/discover 2026-07-28 None", "initialize None None"),
        ("initialize", old, "server/discover 2026-07-28 None", "initialize None None"),
        ("late,discover", new, "server/discover 2026-07-28 None", "server/discover 2026-07-28 None"),
        ("discover,initialize", new, "server/discover 2026-07-28 None", "server/discover 2026-07-28 None"),
    ];
    for (how, asked, first, second) in cases {
        let mut contact = Contact::new(&format!("greeting-http-{how}"), how);
        let script = contact.folder.write("http_server.py", OVER_HTTP);
        let heard = contact.folder.write("heard", "");
        let child = Command::new("python3").args([&script, how, &heard]).stdout(Stdio::piped()).spawn().unwrap();
        let mut serving = Serving(child);
        let mut port = String::new();
        let out = serving.0.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut port).unwrap();
        contact.server = format!("http://127.0.0.1:{}/mcp", port.trim());
        let mut seen = 0;
        for greeting in [first, second] {
            let output = contact.run(&["tools"]);
            assert_eq!((stdout(&output), stderr(&output)), ("t\n1 tool\n", ""), "{how}");
            let heard = std::fs::read_to_string(&heard).unwrap();
            let lines: Vec<&str> = heard.lines().skip(seen).collect();
            assert_eq!((lines.first(), lines.last()), (Some(&greeting), Some(&asked)), "{how}: {lines:?}");
            seen += lines.len();
        }
    }
}

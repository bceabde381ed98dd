//! Servers that send without end: Retort runs under a limit of memory here, and says what was too much.

#![cfg(target_os = "linux")]

use std::process::{Command, Output, Stdio};

use crate::servers::Folder;
use crate::{root, run, stderr, stdout};

/// The largest message that is taken, and what Retort may have in all: four times as much, beside what any run takes.
const MAX_SIZE: usize = 2 << 20;
const KILOBYTES: usize = (4 * MAX_SIZE + (32 << 20)) >> 10;

/// Runs Retort under a limit of memory.
fn limited(arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -d $0; exec \"$@\"", &KILOBYTES.to_string(), env!("CARGO_BIN_EXE_retort")]);
    command.args(arguments).args(["--max-size", &MAX_SIZE.to_string()]).current_dir(root());
    run(&mut command, b"")
}

/// A server over its standard streams that answers a call with fifty megabytes of something, which are more than Retort may have,
/// or with no end of it.
const PIPED: &str = r#"
import itertools, json, os, sys
how = sys.argv[1]
def put(data):
    while data: data = data[os.write(1, data):]
def answer(message, result): put(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode() + b"\n")
note = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"%s"}}\n'
def pings():
    for id in itertools.count(): yield b'{"jsonrpc":"2.0","id":"%d","method":"ping"}\n' % id
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if "id" not in message: continue
    if method == "initialize":
        answer(message, {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}})
    elif method == "tools/list" and how == "list":
        # Page after page, each of them small.
        cursor = int(message.get("params", {}).get("cursor", 0)) + 1
        answer(message, {"tools": [{"name": "t%d" % cursor, "inputSchema": {"type": "object"}, "description": "x" * 300_000}], "nextCursor": str(cursor)})
    elif method == "tools/call" and how == "pages":
        cursor = int(message["params"].get("arguments", {}).get("cursor", 0)) + 1
        rows = [{"id": cursor, "text": "x" * 300_000}]
        answer(message, {"content": [], "structuredContent": {"items": rows, "hasMore": True, "nextCursor": str(cursor)}})
    elif method == "tools/call":
        piece = {"open": b'{"a":', "string": b'"', "blanks": b" ", "text": b"x", "braces": b"{}", "lines": b"{}\n",
                 "notes": note % b"x", "large notes": note % (b"x" * 1_500_000), "results": b'{"id":9,"result":{}}\n',
                 "questions": b'{"jsonrpc":"2.0","id":"' + b"q" * 1_500_000 + b'","method":"ping"}\n',
                 "progress": b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":1}}\n' % message["id"]}
        pieces = pings() if how == "pings" else None
        sent = 0
        while sent < 50_000_000 or pieces:
            if pieces: chunk = b"".join(next(pieces) for _ in range(1000))
            else: chunk = piece[how] * (1 + 60_000 // len(piece[how]))
            put(chunk); sent += len(chunk)
        answer(message, {"content": [{"type": "text", "text": "done"}]})
"#;

fn piped(how: &str, arguments: &[&str]) -> Output {
    let folder = Folder::new(&format!("piped-{}", how.replace(' ', "-")));
    let script = folder.write("server.py", PIPED);
    let server = format!("python3 {script} '{how}'");
    let (command, rest) = arguments.split_first().unwrap();
    limited(&[&[*command, &server, "--protocol", "2025-11-25"], rest].concat())
}

/// It ended by itself: memory that cannot be had ends a process by a signal.
fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("{:?}: {}", output.status, stderr(output)))
}

#[test]
fn a_stream_without_end_takes_no_more_memory_than_a_message_may() {
    for how in ["open", "string"] {
        let output = piped(how, &["call", "t", "--unchecked"]);
        assert_eq!(code(&output), 2, "{how}");
        let expected =
            format!("retort: the server sent a message of more than {MAX_SIZE} bytes; a larger --max-size takes it\n");
        assert_eq!(stderr(&output), expected, "{how}");
    }
    for how in ["blanks", "text", "braces", "lines", "notes", "large notes", "results", "questions"] {
        let output = piped(how, &["call", "t", "--unchecked", "--timeout", "15"]);
        assert!((0..=2).contains(&code(&output)), "{how}: {}", stderr(&output));
    }
}

/// It asks and does not read what it is answered.
#[test]
fn answers_that_nobody_reads_are_few() {
    let output = piped("pings", &["call", "t", "--unchecked", "--timeout", "15"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("no answer to tools/call within 15 s"), "{}", stderr(&output));
}

#[test]
fn a_list_that_has_no_last_page_ends_at_its_limit() {
    let expected = |method: &str| {
        format!(
            "retort: the server sent a list of more than {MAX_SIZE} bytes in answer to {method}, page by page; a larger \
             --max-size takes it\n"
        )
    };
    let output = piped("list", &["tools"]);
    assert_eq!((code(&output), stderr(&output)), (2, expected("tools/list").as_str()));
    let output = piped("pages", &["call", "t", "--unchecked", "--all", "cursor=0", "-c"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).ends_with(&expected("tools/call")), "{}", stderr(&output));
    // Rows that are not kept may go on.
    let output = piped("pages", &["call", "t", "--unchecked", "--all", "cursor=0", "--jsonl", "--max-pages", "20"]);
    assert_eq!((code(&output), stdout(&output).lines().count()), (0, 20));
}

#[test]
fn a_recording_ends_at_its_limit() {
    let folder = Folder::new("recorded");
    let record = folder.0.join("record.jsonl").display().to_string();
    let output = piped("notes", &["call", "t", "--unchecked", "--record", &record, "--timeout", "600"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let limit = 4 * MAX_SIZE;
    assert_eq!(
        stderr(&output),
        format!("retort: the recording would have more than {limit} bytes; a larger --max-size takes it\n")
    );
    assert!(std::fs::metadata(&record).unwrap().len() <= limit as u64);
}

/// Progress puts off the deadline, and not for ever.
#[test]
fn progress_does_not_put_off_the_end_for_ever() {
    let output = piped("progress", &["call", "t", "--unchecked", "--timeout", "600", "--max-time", "0.5"]);
    assert_eq!(code(&output), 2);
    assert_eq!(
        stderr(&output),
        "retort: no answer to tools/call within 0.5 s in all, whatever progress came; a longer --max-time waits longer\n"
    );
}

/// A server over HTTP that answers a call with a little that becomes much.
const PACKED: &str = r#"
import gzip, http.server, json, sys, zlib
how = sys.argv[1]
def packed(piece, count, before=b"", after=b""):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    out = packer.compress(before)
    block = piece * (1 + 100_000 // len(piece))
    for _ in range(count * len(piece) // len(block)): out += packer.compress(block)
    return out + packer.compress(after) + packer.flush()
note = b'{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"%s"}}' % (b"x" * 5_000)
kinds = {"braces": ("application/json", packed(b"{}", 1_000_000)),
         "batch": ("application/json", packed(b"{},", 67_000, b"[", b"{}]")),
         "results": ("application/json", packed(b'{"id":9,"result":{}}\n', 100_000)),
         "body": ("application/json", packed(b" ", 50_000_000)),
         "events": ("text/event-stream", packed(b"data: " + note + b"\n\n", 10_000)),
         "event": ("text/event-stream", packed(b"x", 50_000_000, b"data: ")),
         "twice": ("application/json", gzip.compress(packed(b" ", 50_000_000)))}
class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *words): pass
    def do_GET(self): self.answer(405, "text/plain", b"", {})
    do_DELETE = do_GET
    def answer(self, status, kind, body, headers):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items(): self.send_header(name, value)
        self.end_headers()
        try: self.wfile.write(body)
        except OSError: pass
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if asked.get("method") == "tools/call":
            kind, body = kinds[how]
            return self.answer(200, kind, body, {"Content-Encoding": "gzip"})
        if "id" not in asked: return self.answer(202, "text/plain", b"", {})
        result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
        self.answer(200, "application/json", json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}).encode(), {})
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
print(server.server_address[1], flush=True)
server.serve_forever()
"#;

/// A server that ends with the test.
struct Served(std::process::Child);

impl Served {
    /// A server of Python, which prints its port, and its address.
    fn start(script: &str, how: &str) -> (Self, String) {
        let mut server = Self(Command::new("python3").args([script, how]).stdout(Stdio::piped()).spawn().unwrap());
        let mut port = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(server.0.stdout.take().unwrap()), &mut port).unwrap();
        (server, format!("http://127.0.0.1:{}/", port.trim()))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_little_that_becomes_much_is_refused() {
    let folder = Folder::new("packed");
    let script = folder.write("server.py", PACKED);
    for (how, said) in [
        ("braces", "messages in one"),
        ("batch", "messages in one"),
        ("results", "messages in one"),
        ("body", "a packed body that becomes more than"),
        ("twice", "a packed body that becomes more than"),
        ("events", "a packed body that becomes more than"),
        ("event", "a message of more than"),
    ] {
        let (_server, address) = Served::start(&script, how);
        let output = limited(&["call", &address, "t", "--unchecked", "--protocol", "2025-11-25"]);
        assert_eq!(code(&output), 2, "{how}: {}", stderr(&output));
        let told = stderr(&output);
        assert!(told.contains(said) && told.ends_with("; a larger --max-size takes it\n"), "{how}: {told}");
    }
}

/// A server over HTTP that says without a pause that an answer will come. After 60 megabytes, which nobody reads who
/// obeys a deadline of a second, it says so in a file.
const INTERIM: &str = r#"
import os, socket, sys, threading
how = sys.argv[1]
os.chdir(os.path.dirname(sys.argv[0]))
head = {"continue": b"HTTP/1.1 100 Continue\r\n\r\n", "hints": b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"}[how] * 3000
def flood(peer):
    try:
        peer.recv(65536)
        for _ in range(60_000_000 // len(head)): peer.sendall(head)
        open(how, "w").close()
    except OSError: pass
    finally: peer.close()
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True: threading.Thread(target=flood, args=server.accept()[:1], daemon=True).start()
"#;

#[test]
fn a_deadline_is_kept_while_an_answer_is_promised_without_end() {
    let folder = Folder::new("interim");
    let script = folder.write("server.py", INTERIM);
    for how in ["continue", "hints"] {
        let (_server, address) = Served::start(&script, how);
        let output = limited(&["call", &address, "t", "--unchecked", "--protocol", "2025-11-25", "--timeout", "1"]);
        assert_eq!(code(&output), 2, "{how}: {}", stderr(&output));
        assert!(stderr(&output).contains("no answer to initialize within"), "{how}: {}", stderr(&output));
        assert!(!folder.0.join(how).exists(), "{how}: it was read to its end");
    }
}

/// What a server that is a program knows of the environment.
#[test]
fn a_server_gets_only_the_variables_that_it_needs_or_is_given() {
    const TELLS: &str = r#"
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    result = {"initialize": {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}},
              "tools/call": {"content": [{"type": "text", "text": json.dumps(sorted(os.environ))}]}}.get(message.get("method"))
    if result: print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"#;
    let folder = Folder::new("variables");
    let script = folder.write("server.py", TELLS);
    let known = |given: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retort"));
        command.args([
            "call",
            &format!("GIVEN=1 python3 {script}"),
            "t",
            "--unchecked",
            "--protocol",
            "2025-11-25",
            "-c",
        ]);
        command.args(given).current_dir(root());
        command.envs([("AWS_SECRET_ACCESS_KEY", "s"), ("RETORT_BEARER", "s"), ("MINE", "s"), ("LC_TIME", "C")]);
        let output = run(&mut command, b"");
        let names: Vec<String> =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
        names
    };
    let names = known(&[]);
    let has = |names: &[String], name: &str| names.iter().any(|known| known == name);
    for (name, is_known) in [
        ("PATH", true),
        ("GIVEN", true),
        ("LC_TIME", true),
        ("AWS_SECRET_ACCESS_KEY", false),
        ("RETORT_BEARER", false),
        ("MINE", false),
    ] {
        assert_eq!(has(&names, name), is_known, "{name}: {names:?}");
    }
    let names = known(&["--env", "MINE"]);
    assert!(has(&names, "MINE") && !has(&names, "RETORT_BEARER"), "{names:?}");
    for (given, said) in [("RETORT_BEARER", "for no server"), ("MINE=1", "'MINE=value program …'")] {
        let output = crate::retort(&["tools", "gallery", "--env", given], b"");
        assert_eq!(output.status.code(), Some(2), "{given}");
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
}

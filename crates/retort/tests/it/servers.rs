//! Servers: those that Retort runs itself, those that configuration files name, and how they end.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{TERMINAL, json, retort, root, stderr, stdout};

/// A server of Retort's own, over HTTP, for as long as this lives.
pub(crate) struct Served {
    child: Child,
    pub(crate) url: String,
}

impl Served {
    pub(crate) fn start(name: &str) -> Self {
        Self::start_with(&[name])
    }

    /// One with arguments of its own.
    pub(crate) fn start_with(server: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_retort"))
            .arg("serve")
            .args(server)
            .args(["--http", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        let url = url.trim_end_matches(';').to_owned();
        Self { child, url }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The gallery as a child process.
pub(crate) fn gallery_command() -> String {
    format!("'{}' serve gallery", env!("CARGO_BIN_EXE_retort"))
}

/// A folder of its own for a test.
pub(crate) struct Folder(pub(crate) std::path::PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("retort-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Somebody who watches does not wait for the slowest; a file has all of them in their order.
#[test]
fn servers_are_shown_as_they_answer() {
    let folder = Folder::new("watched");
    let gallery = gallery_command();
    // It starts when the other has answered, and that was seen.
    let slow = format!("until [ -e '{0}/seen' ]; do sleep 0.1; done; exec {gallery}", folder.0.display());
    let entry = |script: &str| serde_json::json!({"command": "sh", "args": ["-c", script]});
    let swift = format!("exec {gallery}");
    let config = serde_json::json!({"mcpServers": {"slow": entry(&slow), "swift": entry(&swift)}});
    let config = folder.write("mcp.json", &config.to_string());
    let mut watching = Command::new("python3")
        .args([
            "-u",
            "-c",
            TERMINAL,
            "",
            env!("CARGO_BIN_EXE_retort"),
            "servers",
            "--config",
            &config,
            "--timeout",
            "20",
        ])
        .env("TERM", "dumb")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut shown, mut buffer) = (String::new(), [0; 4096]);
    let mut screen = watching.stdout.take().unwrap();
    while let count @ 1.. = screen.read(&mut buffer).unwrap() {
        shown.push_str(&String::from_utf8_lossy(&buffer[..count]));
        if shown.contains("swift  command") {
            folder.write("seen", "");
        }
    }
    assert!(watching.wait().unwrap().success(), "{shown}");
    let at = |shown: &str, name: &str| shown.find(&format!("{name}  command")).unwrap_or_else(|| panic!("{shown}"));
    assert!(at(&shown, "swift") < at(&shown, "slow"), "{shown}");
    let piped = retort(&["servers", "--config", &config], b"");
    assert!(at(stdout(&piped), "slow") < at(stdout(&piped), "swift"), "{}", stdout(&piped));
}

#[test]
fn names_come_from_files() {
    let folder = Folder::new("names");
    let config = format!(
        r#"{{
            // The comma after the last entry is no mistake here.
            "mcpServers": {{
                "local": {{"command": {exe}, "args": ["serve", "${{WHICH:-gallery}}"]}},
                "broken": {{"command": "this-program-is-not-there"}},
                "secret": {{"url": "http://127.0.0.1:9/mcp", "headers": {{"X-Key": "${{NO_SUCH_VARIABLE}}"}}}},
            }}
        }}"#,
        exe = serde_json::json!(env!("CARGO_BIN_EXE_retort"))
    );
    let file = folder.write("mcp.json", &config);
    let output = retort(&["call", "local", "echo", "text=named", "--config", &file], b"");
    assert_eq!(json(&output)["text"], "named", "{}", stderr(&output));
    let output = retort(&["servers", "--config", &file, "--json"], b"");
    let listed = json(&output);
    let of = |name: &str| listed.as_array().unwrap().iter().find(|server| server["name"] == name).unwrap().clone();
    assert_eq!(of("local")["answers"], true, "{listed}");
    assert_eq!(of("gallery")["answers"], true, "{listed}");
    assert!(of("local")["origin"].as_str().unwrap().ends_with("mcp.json"));
    assert!(of("broken")["error"].as_str().unwrap().contains("this-program-is-not-there"), "{listed}");
    assert!(of("secret")["error"].as_str().unwrap().contains("NO_SUCH_VARIABLE"), "{listed}");
    let output = retort(&["tools", "locl", "--config", &file], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("local"), "{}", stderr(&output));
}

#[test]
fn a_server_that_cannot_be_had_is_told_in_a_sentence() {
    let output = retort(&["tools", "http://127.0.0.1:9/mcp"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("retort: cannot reach http://127.0.0.1:9/mcp: "), "{}", stderr(&output));
    let output = retort(&["tools", "sh -c 'echo no such file >&2; exit 3'"], b"");
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr(&output), @"
    retort: the server ended with exit code 3 before it answered initialize; on standard error it said:
      | no such file
    ");
    assert_eq!(stdout(&output), "");
}

/// The processes whose command line has this text.
fn running(text: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ").contains(text)).count()
}

/// A server that starts others, one of them in a session of its own, and never ends by itself.
const PARENT: &str = r#"
import json, subprocess, sys, time
subprocess.Popen(["sleep", sys.argv[1]]); subprocess.Popen(["setsid", "sleep", sys.argv[1]])
for line in sys.stdin:
    message = json.loads(line)
    answer = {"initialize": {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "p", "version": "1"}},
              "tools/list": {"tools": [{"name": "wait", "inputSchema": {"type": "object"}}]}}.get(message.get("method"))
    if answer: print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer}), flush=True)
    if message.get("method") == "notifications/cancelled": open(sys.argv[2], "w").write(line)
    if message.get("method") == "tools/call": open(sys.argv[2] + "-called", "w").write(line)
while True: time.sleep(1)
"#;

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_cancels_the_call_and_ends_everything_that_the_server_started() {
    let folder = Folder::new("parent");
    let script = folder.write("parent.py", PARENT);
    let (cancelled, called) = (folder.0.join("cancelled"), folder.0.join("cancelled-called"));
    let mark = format!("98{}", std::process::id());
    let server = format!("python3 {script} {mark} {}", cancelled.display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_retort"))
        .args(["call", &server, "wait", "--protocol", "2025-11-25"])
        .current_dir(root())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let sleep = format!("sleep {mark}");
    let has_called = || std::fs::read_to_string(&called).is_ok();
    while (running(&sleep) < 2 || !has_called()) && begun.elapsed() < trials::PATIENCE {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!((running(&sleep), has_called()), (2, true));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // The system takes a moment to bury them.
    let begun = Instant::now();
    while running(&sleep) + running(&script) > 0 && begun.elapsed() < trials::PATIENCE {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!((running(&sleep), running(&script)), (0, 0));
    assert!(std::fs::read_to_string(cancelled).unwrap().contains("\"requestId\":3"));
}

/// A server that asks something when its input has ended, and writes down for how long it was then left alone.
#[cfg(unix)]
const ASKING_LATE: &str = r#"
import json, signal, sys, time
for line in sys.stdin:
    message = json.loads(line)
    answer = {"initialize": {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "p", "version": "1"}},
              "tools/list": {"tools": []}}.get(message.get("method"))
    if answer: print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer}), flush=True)
asked = time.monotonic()
def told_to_end(*_):
    open(sys.argv[1], "w").write(str(time.monotonic() - asked))
    sys.exit()
signal.signal(signal.SIGTERM, told_to_end)
print('{"jsonrpc":"2.0","id":1,"method":"roots/list"}', flush=True)
while True: time.sleep(1)
"#;

#[cfg(unix)]
#[test]
fn a_server_that_waits_for_an_answer_in_vain_is_told_to_end_at_once() {
    let folder = Folder::new("asking-late");
    let (script, alone) = (folder.write("server.py", ASKING_LATE), folder.0.join("alone"));
    let server = format!("python3 {script} {}", alone.display());
    let output = retort(&["tools", &server, "--protocol", "2025-11-25"], b"");
    assert_eq!((stdout(&output), stderr(&output)), ("0 tools\n", ""));
    let seconds: f64 = std::fs::read_to_string(alone).unwrap().parse().unwrap();
    assert!(seconds < 0.9, "{seconds} s");
}

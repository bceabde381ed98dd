//! `retort serve` under attack: a child that may have only so much memory and so many files meets clients that say nothing,
//! too much, or do not listen. It stays within its bounds, and others are served meanwhile.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::{retort, stderr, stdout};

/// A server that may not take all that it wants.
struct Limited {
    child: Child,
    address: String,
}

/// As many kilobytes as a server may ever map: so much that only what grows without end meets it.
const MOST_MAPPED: u64 = 3_000_000;

fn limited(limits: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {MOST_MAPPED}; {limits} exec \"$0\" serve \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_retort")]).args(arguments);
    command
}

impl Limited {
    fn start(limits: &str, arguments: &[&str]) -> Self {
        let arguments = [arguments, &["--http", "127.0.0.1:0"]].concat();
        let mut child = limited(limits, &arguments).stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").unwrap_or_else(|| panic!("{line}"));
        let address = rest.split_once('/').unwrap().0.to_owned();
        Self { child, address }
    }

    fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    fn memory(&self) -> u64 {
        memory(&self.child)
    }

    /// Somebody who asks as one should is answered.
    fn answers(&self) {
        let output = retort(&["tools", &self.url()], b"");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).lines().count() > 2, "{}", stdout(&output));
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The most megabytes that a child has had in memory.
fn memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
}

fn request(body: &str) -> String {
    let length = body.len();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n"
    )
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;

#[test]
fn silent_connections_do_not_keep_others_out() {
    for server in ["gallery", "oddities", "feathers"] {
        let limited = Limited::start("ulimit -n 256;", &[server]);
        let silent: Vec<TcpStream> = (0..600).map(|_| limited.connect()).collect();
        limited.answers();
        drop(silent);
        // Half a head and half a body are no better.
        let mut half: Vec<TcpStream> = (0..600).map(|_| limited.connect()).collect();
        for (number, stream) in half.iter_mut().enumerate() {
            let part = if number % 2 == 0 { "POST /mcp HTTP/1.1\r\nHost:".to_owned() } else { request("xx") + "\r\nx" };
            // It may be closed for another already.
            let _ = stream.write_all(part.as_bytes());
        }
        limited.answers();
        assert!(limited.memory() < 250, "{server}: {} MB", limited.memory());
    }
}

#[test]
fn ten_thousand_sessions_take_no_more_than_those_that_are_kept() {
    const SESSIONS: usize = 10_000;
    let limited = Limited::start("", &["gallery", "--max-sessions", "200"]);
    let mut stream = limited.connect();
    let asked = request(INITIALIZE) + "\r\n" + INITIALIZE;
    let mut after_few = 0;
    let mut said = Vec::new();
    for number in 0..SESSIONS {
        stream.write_all(asked.as_bytes()).unwrap();
        said.clear();
        let mut buffer = [0; 4096];
        while !said.ends_with(b"0\r\n\r\n") {
            let read = stream.read(&mut buffer).unwrap();
            assert_ne!(read, 0, "{}", String::from_utf8_lossy(&said));
            said.extend_from_slice(&buffer[..read]);
        }
        assert!(said.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&said));
        if number == 1_000 {
            after_few = limited.memory();
        }
    }
    let grown = limited.memory() - after_few;
    assert!(grown < 40, "{grown} MB more after {SESSIONS} sessions than after a thousand");
    limited.answers();
}

/// How many bytes go into a child that nobody reads from, until no more do.
fn taken(mut input: ChildStdin, line: impl Fn(usize) -> String + Send + 'static, most: usize) -> usize {
    let written = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&written);
    thread::spawn(move || {
        for number in 0.. {
            let line = line(number);
            if counter.load(Ordering::Relaxed) >= most || input.write_all(line.as_bytes()).is_err() {
                break;
            }
            counter.fetch_add(line.len(), Ordering::Relaxed);
        }
        // Until the test has looked, the child goes on.
        thread::sleep(trials::PATIENCE);
    });
    let mut before = usize::MAX;
    while written.load(Ordering::Relaxed) != before {
        before = written.load(Ordering::Relaxed);
        thread::sleep(Duration::from_secs(2));
    }
    before
}

#[test]
fn whoever_asks_and_does_not_listen_is_not_read_from() {
    for server in ["gallery", "oddities", "feathers"] {
        let mut child =
            limited("", &[server]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        input.write_all(format!("{INITIALIZE}\n").as_bytes()).unwrap();
        let mut opened = String::new();
        output.read_line(&mut opened).unwrap();
        assert!(opened.contains("serverInfo"), "{server}: {opened}");
        input.write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n").unwrap();
        let line = |number| format!("{{\"jsonrpc\":\"2.0\",\"id\":{number},\"method\":\"tools/list\"}}\n");
        let taken = taken(input, move |number| line(number + 2), 15_000_000);
        let memory = memory(&child);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(taken < 1_000_000, "{server}: {taken} bytes of requests were taken");
        assert!(memory < 250, "{server}: {memory} MB");
    }
}

#[test]
fn bodies_share_the_memory_that_they_may_take() {
    for server in ["gallery", "oddities"] {
        let limited = Limited::start("", &[server]);
        let body = vec![b' '; 15 << 20];
        let head = request("").replace("Content-Length: 0", &format!("Content-Length: {}", body.len() + 1)) + "\r\n";
        let open: Vec<TcpStream> = (0..24)
            .map(|_| {
                let mut stream = limited.connect();
                // Those for which there is no room are refused in the middle.
                let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
                stream
            })
            .collect();
        limited.answers();
        assert!(limited.memory() < 280, "{server}: {} MB", limited.memory());
        drop(open);
    }
}

#[test]
fn answers_that_nobody_takes_share_the_memory_that_they_may_take() {
    let limited = Limited::start("", &["gallery"]);
    let mut open = Vec::new();
    for _ in 0..20 {
        let call = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"sized","arguments":{"bytes":30000000,"shape":"text"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
        let mut stream = limited.connect();
        let headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: sized\r\n\r\n";
        stream.write_all((request(call) + headers + call).as_bytes()).unwrap();
        open.push(stream);
    }
    // Two of them are made, and stay where they are.
    let mut begun = [0; 12];
    open[0].read_exact(&mut begun).unwrap();
    assert_eq!(&begun, b"HTTP/1.1 200");
    limited.answers();
    assert!(limited.memory() < 500, "{} MB", limited.memory());
}

#[test]
fn a_page_under_another_name_reaches_no_server() {
    for server in ["gallery", "oddities", "feathers"] {
        let limited = Limited::start("", &[server, "--allow-host", "retort.example"]);
        for (host, status) in [("evil.example", "403"), ("retort.example", "200"), ("localhost", "200")] {
            let mut stream = limited.connect();
            let asked = request(INITIALIZE).replace("localhost", host) + "Connection: close\r\n\r\n" + INITIALIZE;
            stream.write_all(asked.as_bytes()).unwrap();
            let mut said = String::new();
            stream.read_to_string(&mut said).unwrap();
            assert!(said.starts_with(&format!("HTTP/1.1 {status}")), "{server} {host}: {said}");
        }
    }
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    for (option, value) in [
        ("--max-calls", "0"),
        ("--max-sessions", "none"),
        ("--max-connections", "-1"),
        ("--max-size", "0"),
        ("--session-idle", "0"),
        ("--silence", "x"),
    ] {
        let output = retort(&["serve", "gallery", &format!("{option}={value}")], b"");
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(stderr(&output).contains(option), "{}", stderr(&output));
    }
}

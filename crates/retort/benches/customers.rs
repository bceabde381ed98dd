//! `customers_list` of a hundred rows over HTTP, beside django-rest-framework-mcp behind gunicorn with two workers, both on SQLite,
//! in one run: requests a second, and memory.
//!
//! It wants a Python with these packages, which it names: `pip install gunicorn==27.0.0 django==5.2.19 djangorestframework==3.18.3
//! django-rest-framework-mcp==0.1.0a4`, then `cargo bench -p retort --bench customers -- --python PYTHON`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a benchmark may fail loudly")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How many rows the list has.
const ROWS: usize = 100;
/// How many clients ask at once.
const CLIENTS: usize = 8;
/// How long each is asked in one turn, and how many turns there are.
const TURN: Duration = Duration::from_secs(3);
const TURNS: usize = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let Some(at) = arguments.iter().position(|argument| argument == "--python") else {
        println!("name a Python with gunicorn and django-rest-framework-mcp: -- --python PYTHON");
        return;
    };
    let python = &arguments[at + 1];
    let folder = std::env::temp_dir().join(format!("retort-customers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let ours = ours(&folder);
    let theirs = theirs(python, &folder);
    let mut counts: [Vec<f64>; 2] = Default::default();
    for _ in 0..TURNS {
        counts[0].push(ours.turn());
        counts[1].push(theirs.turn());
    }
    let [ours_a_second, theirs_a_second] = counts.map(|mut counts| {
        counts.sort_by(f64::total_cmp);
        counts[TURNS / 2]
    });
    let (ours_memory, theirs_memory) = (ours.memory(), theirs.memory());
    println!("\ncustomers_list of {ROWS} rows over HTTP, {CLIENTS} clients at once, median of {TURNS} turns\n");
    println!("| server | requests a second | memory under load |");
    println!("|---|---:|---:|");
    println!("| retort serve customers | {ours_a_second:.0} | {ours_memory:.1} MB |");
    println!("| django-rest-framework-mcp, gunicorn, two workers | {theirs_a_second:.0} | {theirs_memory:.1} MB |");
    println!("| ratio | {:.1}x | {:.2}x |", ours_a_second / theirs_a_second, ours_memory / theirs_memory);
    drop((ours, theirs));
    std::fs::remove_dir_all(folder).unwrap();
}

struct Server {
    child: Child,
    address: String,
    path: &'static str,
    tool: &'static str,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// Ours, with the same rows as theirs.
fn ours(folder: &Path) -> Server {
    let database = folder.join("ours.db");
    let mut child = Command::new(env!("CARGO_BIN_EXE_retort"))
        .args(["serve", "customers", "--http", "127.0.0.1:0", "--database"])
        .arg(&database)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_once("http://").unwrap().1.split_once('/').unwrap().0.to_owned();
    let server = Server { child, address, path: "/mcp", tool: "customers_list" };
    let rows = |server: &Server| -> Vec<Value> {
        serde_json::from_str(server.ask(&server.tool_call(server.tool, &json!({}))).as_str().unwrap()).unwrap()
    };
    // Orders keep customers from being deleted.
    let orders = server.ask(&server.tool_call("orders_list", &json!({})));
    for order in serde_json::from_str::<Vec<Value>>(orders.as_str().unwrap()).unwrap() {
        server.ask(&server.tool_call("orders_destroy", &json!({"kwargs": {"pk": order["id"]}})));
    }
    for row in rows(&server) {
        server.ask(&server.tool_call("customers_destroy", &json!({"kwargs": {"pk": row["id"]}})));
    }
    for number in 1..=ROWS {
        let body = json!({
            "name": format!("Customer {number}"), "email": format!("customer{number}@example.com"),
            "phone": format!("+49 30 {number:06}"),
        });
        server.ask(&server.tool_call("customers_create", &json!({"body": body})));
    }
    assert_eq!(rows(&server).len(), ROWS);
    server
}

fn theirs(python: &str, folder: &Path) -> Server {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/customers");
    let database = folder.join("theirs.db");
    let made = Command::new(python).arg(project.join("original.py")).env("CUSTOMERS_DB", &database).status().unwrap();
    assert!(made.success());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let child = Command::new(python)
        .args(["-m", "gunicorn", "--workers", "2", "--log-level", "error", "--bind", &address, "original:application"])
        .env("CUSTOMERS_DB", &database)
        .current_dir(&project)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .spawn()
        .unwrap();
    let server = Server { child, address, path: "/mcp/", tool: "list_customers" };
    let begun = Instant::now();
    while TcpStream::connect(&server.address).is_err() {
        assert!(begun.elapsed() < Duration::from_mins(1), "gunicorn does not start");
        std::thread::sleep(Duration::from_millis(50));
    }
    let rows: Vec<Value> =
        serde_json::from_str(server.ask(&server.tool_call(server.tool, &json!({}))).as_str().unwrap()).unwrap();
    assert_eq!(rows.len(), ROWS);
    server
}

impl Server {
    fn tool_call(&self, tool: &str, arguments: &Value) -> String {
        let params = json!({"name": tool, "arguments": arguments});
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
        format!(
            "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            self.address,
            body.len()
        )
    }

    /// The text of one answer.
    fn ask(&self, request: &str) -> Value {
        let mut stream = None;
        let body = exchange(&self.address, request, &mut stream).unwrap();
        let answer: Value = serde_json::from_slice(&body).unwrap();
        assert!(answer["result"].get("isError").is_none(), "{answer}");
        answer["result"]["content"][0]["text"].clone()
    }

    /// How many requests are answered in a second.
    fn turn(&self) -> f64 {
        let request = self.tool_call(self.tool, &json!({}));
        let (count, is_over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let begun = Instant::now();
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                let (address, request) = (self.address.clone(), request.clone());
                let (count, is_over) = (Arc::clone(&count), Arc::clone(&is_over));
                std::thread::spawn(move || {
                    let mut stream = None;
                    while !is_over.load(Ordering::Relaxed) {
                        let body = exchange(&address, &request, &mut stream).unwrap();
                        assert!(body.len() > 5_000, "{}", String::from_utf8_lossy(&body));
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                })
            })
            .collect();
        std::thread::sleep(TURN);
        is_over.store(true, Ordering::Relaxed);
        for client in clients {
            client.join().unwrap();
        }
        #[expect(clippy::cast_precision_loss, reason = "nobody counts so many")]
        let count = count.load(Ordering::Relaxed) as f64;
        count / begun.elapsed().as_secs_f64()
    }

    /// The memory of the server and its children, in megabytes: what several share counts once.
    fn memory(&self) -> f64 {
        let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", self.child.id())).unwrap();
        let pids = children.split_whitespace().map(str::to_owned).chain([self.child.id().to_string()]);
        let kilobytes: f64 = pids
            .map(|pid| {
                let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap();
                let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).unwrap();
                line.trim().trim_end_matches(" kB").parse::<f64>().unwrap()
            })
            .sum();
        kilobytes / 1024.0
    }
}

/// Sends a request, on the same connection as before where that is still open, and reads the body of its answer.
fn exchange(address: &str, request: &str, kept: &mut Option<BufReader<TcpStream>>) -> std::io::Result<Vec<u8>> {
    let mut stream = match kept.take() {
        Some(stream) => stream,
        None => BufReader::new(TcpStream::connect(address)?),
    };
    stream.get_mut().write_all(request.as_bytes())?;
    let (mut length, mut is_last) = (None, false);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse::<usize>().ok();
        }
        is_last |= line == "connection: close";
    }
    let mut body = vec![0; length.expect("an answer has a length")];
    stream.read_exact(&mut body)?;
    if !is_last {
        *kept = Some(stream);
    }
    Ok(body)
}

//! The example `proxy` between a real client and a real server: the client notices nothing, and both hear the bytes that
//! the other sent.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use retort_wire::{Head, method, with_id, with_member};
use serde_json::{Value, json};

/// The example, which `cargo test` builds beside this program.
fn proxy() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let proxy = program.parent().unwrap().with_file_name("examples").join("proxy");
    assert!(proxy.exists(), "{} is not there; build it with `cargo build --example proxy`", proxy.display());
    proxy
}

/// What went one way, without the ids, which each side gives itself; in some order.
fn heard(log: &Path, direction: u8) -> Vec<String> {
    let log = std::fs::read(log).unwrap();
    let lines = log.split(|byte| *byte == b'\n').filter_map(|line| line.strip_prefix(&[direction]));
    let without_id = |line: &[u8]| {
        let head = Head::of(line).unwrap();
        let names_one = head.method.is_some_and(|name| line[name] == *format!("\"{}\"", method::CANCELLED).as_bytes());
        let line = match (head.id, names_one) {
            (Some(_), _) => with_id(line, "0").unwrap(),
            (None, true) => with_member(line, &["params", "requestId"], "0").unwrap(),
            (None, false) => line.to_vec().into(),
        };
        String::from_utf8(line.to_vec()).unwrap()
    };
    let mut heard: Vec<String> = lines.map(without_id).collect();
    heard.sort();
    heard
}

#[test]
fn the_typescript_sdk_does_not_notice_the_proxy() {
    let Some(peers) = trials::peers("`@modelcontextprotocol/server-everything` (npm)") else { return };
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::temp_dir().join(format!("retort-wire-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (outside, inside) = (folder.join("outside"), folder.join("inside"));
    let listen_in = root.join("tests/peers/listen_in.py");
    let server = peers.join("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    let output = Command::new("node")
        .arg(root.join("tests/peers/through_proxy.mjs"))
        .arg(&peers)
        .args([Path::new("python3"), &listen_in, &outside, &proxy()])
        .args([Path::new("python3"), &listen_in, &inside, Path::new("node"), &server, Path::new("stdio")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let seen: Value = serde_json::from_str(said.trim()).unwrap();
    assert!(seen["tools"].as_u64().unwrap() > 10, "{seen:#}");
    assert!(seen["server"].as_str().unwrap().contains("everything"), "{seen:#}");
    assert_eq!(seen["echo"], "Echo: größer \u{2028} \"quoted\"\n");
    for (at, sum) in seen["together"].as_array().unwrap().iter().enumerate() {
        assert!(sum.as_str().unwrap().contains(&(101 + at).to_string()), "{seen:#}");
    }
    assert_eq!(seen["refused"], -32602, "{seen:#}");
    // The SDK may pass over progress that comes together with the result; what it was sent is below.
    assert!(json!([1, 2, 3, 4]).as_array().unwrap().starts_with(seen["progress"].as_array().unwrap()), "{seen:#}");
    assert!(seen["progress"][0] == 1, "{seen:#}");
    assert!(seen["sampled"].as_str().unwrap().contains("tea?"), "{seen:#}");
    assert!(seen["answeredSample"].as_str().unwrap().contains("ein Täßchen 🍵"), "{seen:#}");
    assert!(seen["answeredElicitation"].as_str().unwrap().contains("Ada"), "{seen:#}");
    assert!(seen["roots"].as_str().unwrap().contains("file:///one"), "{seen:#}");
    assert!(seen["cancelled"].as_str().unwrap().contains("enough of it"), "{seen:#}");
    assert_eq!(seen["after"], "Echo: still here");
    assert!(!seen["told"].as_array().unwrap().is_empty(), "{seen:#}");
    for direction in *b"<>" {
        let (outside, inside) = (heard(&outside, direction), heard(&inside, direction));
        assert_eq!(outside, inside);
        assert!(outside.len() > 10, "{outside:#?}");
    }
    // Progress is heard in its order, and before the result.
    let log = std::fs::read_to_string(&outside).unwrap();
    let steps =
        log.lines().filter(|line| line.contains("notifications/progress") || line.contains("operation completed"));
    let steps: Vec<Value> = steps.map(|line| serde_json::from_str(line.get(1..).unwrap()).unwrap()).collect();
    let progress: Vec<&Value> = steps.iter().map(|step| &step["params"]["progress"]).collect();
    assert_eq!(progress, [&json!(1), &json!(2), &json!(3), &json!(4), &Value::Null]);
    assert!(heard(&inside, b'>').iter().any(|line| line.contains("notifications/cancelled")));
    assert!(heard(&inside, b'>').iter().any(|line| line.contains("notifications/roots/list_changed")));
    std::fs::remove_dir_all(folder).unwrap();
}

/// A server that ends instead of answering: the client is told, and the proxy ends too.
#[test]
fn the_end_of_the_server_is_an_answer() {
    let mut proxy = Command::new(proxy())
        .args(["python3", "-c", "import sys; sys.stdin.readline(); sys.exit(3)"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = proxy.stdin.take().unwrap();
    to.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}\n").unwrap();
    let output = proxy.wait_with_output().unwrap();
    let reply: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(reply["id"], "a");
    assert!(reply["error"]["message"].as_str().unwrap().contains("exit code 3"), "{reply}");
    drop(to);
}

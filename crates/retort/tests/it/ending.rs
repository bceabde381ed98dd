//! However Retort ends, its servers end with it: also those that do not want to, with everything that they started.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use trials::PATIENCE;

use crate::root;
use crate::servers::Folder;

/// A server that heeds no signal and no end of its input, and neither do those that it starts: one in its group, one in a session
/// of its own, and one whose parent has ended. Each writes down its number. Where it is told to, it answers.
const STUBBORN: &str = r#"
import json, os, signal, sys, time
folder, how = sys.argv[1:3]
for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE): signal.signal(name, signal.SIG_IGN)
def linger(name):
    open(f"{folder}/{name}.new", "w").write(str(os.getpid())); os.rename(f"{folder}/{name}.new", f"{folder}/{name}.pid")
    while name != "server": time.sleep(1)
if os.fork() == 0: linger("child")
if os.fork() == 0:
    os.setsid(); linger("stray")
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: linger("daemon")
    os._exit(0)
linger("server")
for line in sys.stdin:
    if how == "silent": continue
    message = json.loads(line)
    method = message.get("method")
    answer = {"initialize": {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}},
              "tools/list": {"tools": [{"name": "wait", "inputSchema": {"type": "object"}}]}}.get(method)
    if answer: print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer}), flush=True)
    if method == "tools/call":
        open(f"{folder}/called", "w").close()
        if how == "stops":
            # It is ended for this, and the others must have said who they are.
            while not all(os.path.exists(f"{folder}/{name}.pid") for name in ("child", "stray", "daemon")): time.sleep(0.01)
            os.kill(os.getppid(), signal.SIGSTOP)
while True: time.sleep(1)
"#;

/// Comes back when something is so.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "it is in vain to wait until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

struct Tree {
    folder: Folder,
    retort: Child,
}

impl Tree {
    /// Starts a stubborn server and waits until all of its processes run, and, where it answers, until it was called.
    fn start(name: &str, how: &str) -> Self {
        let folder = Folder::new(name);
        let script = folder.write("stubborn.py", STUBBORN);
        let server = format!("python3 {script} {} {how}", folder.0.display());
        let retort = Command::new(env!("CARGO_BIN_EXE_retort"))
            .args(["call", &server, "wait", "--protocol", "2025-11-25", "--timeout", "3000"])
            .current_dir(root())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let tree = Self { folder, retort };
        wait_until("all processes run", || tree.files().iter().all(|file| file.exists()));
        if how != "silent" {
            wait_until("the tool is called", || tree.folder.0.join("called").exists());
        }
        tree
    }

    fn files(&self) -> Vec<PathBuf> {
        ["server", "child", "stray", "daemon"].map(|name| self.folder.0.join(format!("{name}.pid"))).to_vec()
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.retort.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until Retort has ended, and everybody else.
    fn ended(mut self) -> Option<i32> {
        let ended = self.retort.wait().unwrap();
        for file in self.files() {
            let id = std::fs::read_to_string(&file).unwrap();
            wait_until(&format!("{} has ended", file.display()), || has_ended(&id));
        }
        ended.code()
    }
}

/// A test that fails leaves nobody behind either.
impl Drop for Tree {
    fn drop(&mut self) {
        let _ = self.retort.kill();
        for id in self.files().iter().filter_map(|file| std::fs::read_to_string(file).ok()) {
            let _ = Command::new("kill").args(["-KILL", &id]).stderr(Stdio::null()).status();
        }
    }
}

/// Whether a process runs no more; who waits for its end is not our business.
fn has_ended(id: &str) -> bool {
    let line = std::fs::read_to_string(Path::new("/proc").join(id).join("stat")).unwrap_or_default();
    line.rsplit(')').next().is_none_or(|fields| !matches!(fields.trim().get(..1), Some("R" | "S" | "D" | "T" | "I")))
}

#[test]
fn a_second_ctrl_c_leaves_nobody_behind() {
    let tree = Tree::start("ending-twice", "answers");
    tree.signal("-INT");
    std::thread::sleep(Duration::from_millis(200));
    tree.signal("-INT");
    assert_eq!(tree.ended(), Some(130));
}

#[test]
fn quit_leaves_nobody_behind() {
    let tree = Tree::start("ending-quit", "answers");
    tree.signal("-QUIT");
    assert_eq!(tree.ended(), Some(131));
}

#[test]
fn an_interrupt_while_connecting_leaves_nobody_behind() {
    for (name, signal, code) in
        [("int", "-INT", 130), ("term", "-TERM", 143), ("hup", "-HUP", 129), ("quit", "-QUIT", 131)]
    {
        let tree = Tree::start(&format!("ending-early-{name}"), "silent");
        tree.signal(signal);
        assert_eq!(tree.ended(), Some(code), "{signal}");
    }
}

#[test]
fn a_client_that_is_killed_leaves_nobody_behind() {
    for how in ["answers", "silent"] {
        let tree = Tree::start(&format!("ending-killed-{how}"), how);
        tree.signal("-KILL");
        assert_eq!(tree.ended(), None, "{how}");
    }
}

/// A server that stops the process which watches over it would outlive both. It is ended before anything else can happen.
#[test]
fn a_server_that_stops_its_watcher_is_ended() {
    let tree = Tree::start("ending-stopped", "stops");
    assert_eq!(tree.ended(), Some(2));
}

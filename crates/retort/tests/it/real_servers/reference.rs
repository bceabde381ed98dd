//! Reference servers over stdio: files, memory, time and git.

use std::process::Command;

use serde_json::json;

use super::Peers;
use crate::servers::Folder;
use crate::stdout;

#[test]
fn files_are_listed_read_and_written() {
    let Some(peers) = Peers::find("@modelcontextprotocol/server-filesystem (npm)") else { return };
    let folder = Folder::new("files");
    let path = folder.write("letter.txt", "Dear Ada,\n");
    let home = folder.0.to_str().unwrap();
    let server = format!("{} {home}", peers.node("mcp-server-filesystem"));
    // The server works in the client's roots, where there are any, and not in the folder that it was started with.
    let call = |tool: &str, arguments: &[&str]| {
        peers.retort(&[&["call", &server, tool], arguments, &["--root", home]].concat())
    };
    assert_eq!(stdout(&call("list_directory", &[&format!("path={home}")])), "[FILE] letter.txt\n");
    assert_eq!(stdout(&call("read_text_file", &[&format!("path={path}")])), "Dear Ada,\n");
    let reply = format!("{home}/reply.txt");
    let written = call("write_file", &[&format!("path={reply}"), "content=Dear you,"]);
    assert_eq!(stdout(&written), format!("Successfully wrote to {reply}\n"));
    assert_eq!(std::fs::read_to_string(&reply).unwrap(), "Dear you,");
    let tree = call("directory_tree", &[&format!("path={home}"), "-c"]);
    let tree: serde_json::Value = serde_json::from_slice(&tree.stdout).unwrap();
    assert_eq!(tree, json!([{"name": "letter.txt", "type": "file"}, {"name": "reply.txt", "type": "file"}]));
    let outside = call("read_text_file", &["path=/etc/hostname"]);
    assert_eq!(outside.status.code(), Some(1));
    assert!(stdout(&outside).contains("Access denied - path outside allowed directories"), "{}", stdout(&outside));
}

#[test]
fn memories_are_kept_from_call_to_call() {
    let Some(peers) = Peers::find("@modelcontextprotocol/server-memory (npm)") else { return };
    let folder = Folder::new("memory");
    let peers = peers.with("MEMORY_FILE_PATH", folder.0.join("memory.jsonl").to_str().unwrap());
    let server = peers.node("mcp-server-memory");
    let call = |tool: &str, arguments: &[&str]| peers.json(&[&["call", &server, tool, "-c"], arguments].concat());
    assert_eq!(call("read_graph", &[]), json!({"entities": [], "relations": []}));
    let ada = json!({"name": "Ada", "entityType": "person", "observations": ["wrote notes"]});
    assert_eq!(call("create_entities", &[&format!("entities:=[{ada}]")]), json!([ada]));
    assert_eq!(call("read_graph", &[]), json!({"entities": [ada], "relations": []}));
    assert_eq!(call("search_nodes", &["query=notes"])["entities"], json!([ada]));
    let deleted = call("delete_entities", &["entityNames=Ada", "--json"]);
    assert_eq!(deleted["message"], "Entities deleted successfully", "{deleted}");
    assert_eq!(call("read_graph", &[])["entities"], json!([]));
}

#[test]
fn times_are_told_and_converted() {
    let Some(peers) = Peers::find("mcp-server-time (PyPI)") else { return };
    let server = format!("{} --local-timezone Europe/Berlin", peers.python("mcp-server-time"));
    let call = |tool: &str, arguments: &[&str]| peers.json(&[&["call", &server, tool, "-c"], arguments].concat());
    let now = call("get_current_time", &["timezone=Asia/Tokyo"]);
    assert!(now["datetime"].as_str().unwrap().ends_with("+09:00"), "{now}");
    let noon = call("convert_time", &["source_timezone=UTC", "time=12:00", "target_timezone=Asia/Tokyo"]);
    assert!(noon["target"]["datetime"].as_str().unwrap().ends_with("T21:00:00+09:00"), "{noon}");
    assert_eq!(noon["time_difference"], "+9.0h");
    let nowhere = peers.retort(&["call", &server, "get_current_time", "timezone=Nowhere"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(stdout(&nowhere).contains("Nowhere"), "{}", stdout(&nowhere));
}

/// Runs git in a folder that nobody's configuration reaches.
fn git(folder: &Folder, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(&folder.0).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]).args(arguments);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git.env("GIT_AUTHOR_DATE", "1767323045 +0000").env("GIT_COMMITTER_DATE", "1767323045 +0000");
    let output = git.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_repository_is_looked_into() {
    let Some(peers) = Peers::find("mcp-server-git (PyPI)") else { return };
    let folder = Folder::new("git");
    git(&folder, &["init", "--quiet", "--initial-branch", "trunk"]);
    folder.write("poem.txt", "one\n");
    git(&folder, &["add", "poem.txt"]);
    git(&folder, &["commit", "--quiet", "--message", "Begin a poem"]);
    folder.write("poem.txt", "one\ntwo\n");
    let home = folder.0.to_str().unwrap();
    let server = format!("{} -r {home}", peers.python("mcp-server-git"));
    let here = format!("repo_path={home}");
    let call = |tool: &str, arguments: &[&str]| {
        peers.shown(&[&["call", &server, tool, &here], arguments, &["--root", home]].concat())
    };
    let log = call("git_log", &["max_count=1"]);
    assert!(log.contains("2026-01-02 03:04:05+00:00\n") && log.contains("Begin a poem\n"), "{log}");
    let status = call("git_status", &[]);
    assert!(status.contains("On branch trunk") && status.contains("modified:   poem.txt"), "{status}");
    let diff = call("git_diff_unstaged", &["context_lines=0"]);
    assert!(diff.contains("\n+two\n"), "{diff}");
    assert!(call("git_add", &["files=poem.txt"]).contains("staged successfully"));
    let staged = call("git_diff_staged", &[]);
    assert!(staged.contains("\n one\n+two\n"), "{staged}");
    let outside = peers.retort(&["call", &server, "git_status", "repo_path=/usr"]);
    assert_eq!(outside.status.code(), Some(1));
}

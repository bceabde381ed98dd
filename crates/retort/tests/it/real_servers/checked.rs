//! What `retort check` finds in servers that others wrote, each time the same. docs/field-notes.md tells what the
//! findings mean.

use std::collections::BTreeSet;
use std::thread;

use serde_json::Value;

use super::Peers;
use crate::servers::Folder;
use crate::{run, stderr, stdout};

/// A finding: the id of a rule and whom it is about, `""` for the server itself.
type Found = (String, String);

/// Checks a server. A tool of `server-everything` answers with its environment, so that is always the same.
fn check(peers: &Peers, arguments: &[&str]) -> BTreeSet<Found> {
    let mut command = peers.command(env!("CARGO_BIN_EXE_retort"));
    command.env_clear().env("PATH", &peers.path).env("HOME", "/").envs(peers.env.iter().cloned());
    let output =
        run(command.args(["check", "--pedantic", "--format", "json"]).args(arguments).args(peers.passed_on()), b"");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let sources = report["sources"].as_array().unwrap();
    let findings = sources.iter().flat_map(|source| source["findings"].as_array().unwrap());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    findings.map(|finding| (text(&finding["rule"]), text(&finding["subject"]))).collect()
}

/// Checks a server twice, and compares what is found with what is known.
fn finds(peers: &Peers, arguments: &[&str], known: &[(&str, &[&str])]) {
    let known: BTreeSet<Found> = known
        .iter()
        .flat_map(|(rule, subjects)| subjects.iter().map(|subject| ((*rule).to_owned(), (*subject).to_owned())))
        .collect();
    let (first, second) = thread::scope(|scope| {
        let other = scope.spawn(|| check(peers, arguments));
        (check(peers, arguments), other.join().unwrap())
    });
    for found in [first, second] {
        let gone: Vec<_> = known.difference(&found).collect();
        let new: Vec<_> = found.difference(&known).collect();
        assert!(gone.is_empty() && new.is_empty(), "{arguments:?}: not found: {gone:?}; not known: {new:?}");
    }
}

/// Checks a server without hints: there is nothing to tell.
fn is_clean(peers: &Peers, arguments: &[&str]) {
    let mut command = peers.command(env!("CARGO_BIN_EXE_retort"));
    command.env_clear().env("PATH", &peers.path).env("HOME", "/").envs(peers.env.iter().cloned());
    let output = run(command.arg("check").args(arguments).args(peers.passed_on()), b"");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("all is well: "), "{}", stdout(&output));
}

#[test]
fn good_servers_are_clean() {
    let Some(peers) = Peers::find("@modelcontextprotocol/server-everything (npm)") else { return };
    let quick = "trigger-long-running-operation duration=0.1 steps=1";
    is_clean(&peers, &[&peers.node("mcp-server-everything"), "--call", quick]);
    let folder = Folder::new("clean");
    is_clean(&peers, &[&format!("{} {}", peers.node("mcp-server-filesystem"), folder.0.display())]);
    let memory = peers.with("MEMORY_FILE_PATH", folder.0.join("memory.jsonl").to_str().unwrap());
    is_clean(&memory, &[&memory.node("mcp-server-memory")]);
    let Some(peers) = Peers::find("mcp-server-time (PyPI)") else { return };
    is_clean(&peers, &[&format!("{} --local-timezone Europe/Berlin", peers.python("mcp-server-time"))]);
    is_clean(&peers, &[&peers.python("mcp-server-git")]);
}

#[test]
fn everything_is_checked() {
    let Some(peers) = Peers::find("@modelcontextprotocol/server-everything (npm)") else { return };
    let server = peers.node("mcp-server-everything");
    // Left to itself, that tool takes ten seconds.
    let quick = "trigger-long-running-operation duration=0.1 steps=1";
    finds(
        &peers,
        &[&server, "--call", quick],
        &[
            ("CAT025", &["get-resource-reference"]),
            ("ERR012", &["retort_no_such_thing"]),
            ("LIF012", &[""]),
            ("LIF026", &["tools/list"]),
            ("RES050", &["get-env"]),
        ],
    );
}

#[test]
fn the_memory_is_checked() {
    let Some(peers) = Peers::find("@modelcontextprotocol/server-memory (npm)") else { return };
    let folder = Folder::new("checked-memory");
    let peers = peers.with("MEMORY_FILE_PATH", folder.0.join("memory.jsonl").to_str().unwrap());
    let server = peers.node("mcp-server-memory");
    finds(&peers, &[&server], &[("ERR012", &["retort_no_such_thing"]), ("LIF012", &[""]), ("LIF026", &["tools/list"])]);
}

#[test]
fn the_time_is_checked() {
    let Some(peers) = Peers::find("mcp-server-time (PyPI)") else { return };
    let server = format!("{} --local-timezone Europe/Berlin", peers.python("mcp-server-time"));
    let known: &[(&str, &[&str])] = &[("CAT016", &["tools/list"]), ("LIF012", &[""]), ("LIF026", &["tools/list"])];
    finds(&peers, &[&server], known);
    // A recording of the check shows the same.
    let folder = Folder::new("checked-time");
    let recording = folder.0.join("recording.jsonl");
    let recording = recording.to_str().unwrap();
    check(&peers, &[&server, "--record", recording]);
    finds(&peers, &[recording], known);
}

#[test]
fn fastmcp_is_checked() {
    let Some(peers) = Peers::find("fastmcp (PyPI)") else { return };
    // Its tools change nothing, though they do not say so.
    finds(
        &peers,
        &[&peers.script("fast_server.py"), "--all-tools"],
        &[
            (
                "CAT011",
                &[
                    "get_bool",
                    "get_bytes",
                    "get_dataclass",
                    "get_image",
                    "get_model",
                    "get_nothing",
                    "get_number",
                    "get_string",
                    "get_tuple",
                    "list_dicts",
                    "list_empty",
                    "list_models",
                    "list_strings",
                    "raise_exception",
                    "send_note",
                ],
            ),
            ("CAT017", &["tools/list"]),
            ("CAT025", &["search_pages", "send_note", "send_note_refused"]),
            ("ERR001", &["send_note_refused"]),
            ("ERR012", &["retort_no_such_thing"]),
            ("ERR014", &["send_note_refused"]),
            ("LIF012", &[""]),
            ("LIF026", &["tools/list"]),
            ("RES021", &["list_empty"]),
            ("RES049", &["get_mismatch"]),
            ("RES050", &["list_dicts_untyped", "list_strings_untyped"]),
            ("RES051", &["get_nothing", "get_nothing_untyped"]),
            ("RES052", &["get_empty_string"]),
            ("RPC018", &["get_big_int"]),
            ("SAF003", &["get_umlaut"]),
        ],
    );
}

#[test]
fn django_is_checked() {
    let Some(peers) = Peers::find("django-rest-framework-mcp (PyPI)") else { return };
    let server = peers.listen(&peers.script("drf_project.py"), None, "/mcp/");
    let with_key = ["destroy_books", "partial_update_books", "retrieve_books", "update_books"];
    // Its books are in memory.
    finds(
        &peers,
        &[&server.url, "--all-tools"],
        &[
            (
                "CAT012",
                &[
                    "create_books",
                    "destroy_books",
                    "explode_books",
                    "list_books",
                    "list_cursored",
                    "list_limited",
                    "list_locked",
                    "list_paged",
                    "partial_update_books",
                    "reprint_all_books",
                    "retrieve_books",
                    "teapot_books",
                    "update_books",
                ],
            ),
            ("CAT017", &["tools/list"]),
            ("ERR004", &with_key),
            ("ERR012", &["retort_no_such_thing"]),
            ("LIF013", &["ping"]),
            ("LIF026", &["tools/list"]),
            ("RES022", &["list_books"]),
        ],
    );
    finds(
        &peers,
        &[&server.url, "--profile", "drf", "--all-tools"],
        &[("DRF007", &["list_locked"]), ("DRF008", &with_key)],
    );
    // Nothing is called without being asked for, and nothing is wrong with what is left.
    finds(&peers, &[&server.url, "--profile", "drf"], &[]);
}

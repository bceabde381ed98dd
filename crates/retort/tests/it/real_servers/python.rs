//! Servers in Python: FastMCP and the protocol's SDK over stdio, streamable HTTP and legacy SSE, and a project with
//! django-rest-framework-mcp over HTTP.

use serde_json::{Value, json};

use super::Peers;
use crate::servers::Folder;
use crate::{stderr, stdout};

/// What a tool answers, where both libraries agree.
fn answers() -> Vec<(&'static str, &'static [&'static str], Value)> {
    let rows = json!([{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]);
    vec![
        ("get_dict", &[], json!({"id": 7, "name": "Ann", "status": "active"})),
        ("get_typed_dict", &[], json!({"a": 1, "b": 2})),
        ("list_dicts", &[], rows.clone()),
        ("list_dicts_untyped", &[], rows),
        ("list_empty", &[], json!([])),
        ("list_strings", &[], json!(["red", "green", "blue"])),
        ("get_json_string", &[], json!([{"title": "A", "url": "https://example.org/a"}])),
        ("get_string", &[], json!({"text": "Hello, world"})),
        ("get_number", &[], json!({"text": "21.5"})),
        ("get_bool", &[], json!({"text": "true"})),
        ("get_dataclass", &[], json!({"x": 1, "y": 2.5, "label": "p"})),
        ("get_model", &[], json!({"name": "Ann", "age": 30, "tags": ["x"]})),
        ("get_tuple", &[], json!([1, "one"])),
        ("get_umlaut", &[], json!({"stadt": "Köln", "emoji": "🧪", "ctl": "a\u{1}b", "sep": "a\u{2028}b"})),
        ("search_pages", &["query=x", "page=2"], json!([{"id": 2, "q": "x"}, {"id": 3, "q": "x"}])),
    ]
}

fn every_kind_of_answer_is_read(peers: &Peers, server: &str, refused: &str) {
    for (tool, arguments, data) in answers() {
        let envelope = peers.json(&[&["call", server, tool], arguments, &["--json"]].concat());
        assert_eq!(envelope["data"], data, "{tool}: {envelope}");
    }
    let digits = peers.shown(&["call", server, "get_big_int"]);
    assert_eq!(digits, "12345678901234567890123\n");
    let rows = peers.shown(&["call", server, "search_pages", "query=x", "--all", "--jsonl"]);
    assert_eq!(rows.lines().count(), 5, "{rows}");
    let failed = peers.retort(&["call", server, "raise_tool_error"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(stdout(&failed).contains(refused), "{}", stdout(&failed));
    let refused = peers.retort(&["call", server, "send_note_refused", "to=Bob"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stdout(&refused).contains("recipient unknown"), "{}", stdout(&refused));
    assert_eq!(peers.json(&["call", server, "send_note", "to=Ann", "text=hi", "-c"])["to"], "Ann");
    let wrong = peers.retort(&["call", server, "send_note", "to=Ann"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("argument text: it is missing"), "{}", stderr(&wrong));
    let nothing = peers.retort(&["call", server, "get_nothing_untyped"]);
    assert_eq!((stdout(&nothing), stderr(&nothing)), ("", "retort: the answer is empty\n"));
}

fn images_are_saved(peers: &Peers, server: &str, folder: &Folder) {
    let saved = folder.0.to_str().unwrap();
    assert_eq!(peers.shown(&["call", server, "get_image", "--output", saved]), "image/png · 1 × 1 · 69 bytes\n");
    assert!(std::fs::read(folder.0.join("image-1.png")).unwrap().starts_with(b"\x89PNG"));
    let mixed = peers.shown(&["call", server, "get_mixed", "-c"]);
    assert!(mixed.contains("a picture:") && mixed.contains("\"image/png\""), "{mixed}");
}

fn resources_and_prompts_are_had(peers: &Peers, server: &str) {
    assert!(peers.shown(&["resources", server]).contains("demo://greeting\n"));
    assert_eq!(
        peers.shown(&["read", server, "demo://greeting"]),
        "demo://greeting (text/plain)\nHello from a resource\n"
    );
    assert!(peers.shown(&["prompts", server]).starts_with("review code\n"));
    let prompt = peers.shown(&["prompt", server, "review", "code=let x"]);
    assert!(prompt.contains("user\nReview: let x\n") && prompt.contains("Asks for a review."), "{prompt}");
}

/// Meets a server over each transport: `http` is what its script calls streamable HTTP.
fn meet(peers: &Peers, script: &str, http: &str, refused: &str) {
    let command = peers.script(script);
    let meet = |server: &str, transport: &str| {
        assert_eq!(peers.tools(server).len(), 30, "{transport}");
        images_are_saved(peers, server, &Folder::new(&format!("{script}-{transport}")));
        resources_and_prompts_are_had(peers, server);
    };
    for (transport, path) in [(http, "/mcp"), ("sse", "/sse")] {
        let server = peers.listen(&format!("{command} {transport}"), None, path);
        meet(&server.url, transport);
        every_kind_of_answer_is_read(peers, &server.url, refused);
    }
    // Each call starts the server anew, which takes Python seconds; the answers are the same.
    meet(&command, "stdio");
    let (tool, _, data) = answers().swap_remove(0);
    assert_eq!(peers.json(&["call", &command, tool, "-c"]), data);
}

#[test]
fn fastmcp_is_met_over_every_transport() {
    let Some(peers) = Peers::find("fastmcp (PyPI)") else { return };
    meet(&peers, "fast_server.py", "http", "quota exceeded: 3 of 3 used");
}

#[test]
fn the_python_sdk_is_met_over_every_transport() {
    let Some(peers) = Peers::find("mcp (PyPI)") else { return };
    let refused = "quota exceeded: 3 of 3 used";
    meet(&peers, "sdk_server.py", "streamable-http", refused);
}

#[test]
fn a_django_project_is_met() {
    let Some(peers) = Peers::find("django-rest-framework-mcp (PyPI)") else { return };
    let server = peers.listen(&peers.script("drf_project.py"), None, "/mcp/");
    let call = |tool: &str, arguments: &[&str]| peers.retort(&[&["call", &server.url, tool, "-c"], arguments].concat());
    let json = |tool: &str, arguments: &[&str]| -> Value {
        let output = call(tool, arguments);
        assert!(output.status.success(), "{tool}: {}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let titles = |books: &Value| -> Vec<String> {
        books.as_array().unwrap().iter().map(|book| book["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(peers.tools(&server.url).len(), 13);
    assert_eq!(titles(&json("list_books", &[])), ["Emma", "Ulysses", "Momo"]);
    for paged in ["list_paged", "list_limited", "list_cursored"] {
        let envelope = json(paged, &["--json"]);
        assert_eq!(titles(&envelope["data"]), ["Emma", "Ulysses"], "{paged}");
        assert_eq!(envelope["pagination"]["hasMore"], true, "{paged}: {envelope}");
    }
    assert_eq!(json("create_books", &["body.title=Kim", "body.pages=7"])["id"], 4);
    assert_eq!(json("retrieve_books", &["kwargs.pk=4"])["title"], "Kim");
    assert_eq!(json("reprint_all_books", &[])["message"], "3 books sent to the printer");
    for (tool, arguments, said) in [
        ("retrieve_books", &["kwargs.pk=99"][..], "No Book matches the given query."),
        ("explode_books", &[], "boom in the view"),
        ("teapot_books", &[], "short and stout"),
    ] {
        let output = call(tool, arguments);
        assert_eq!(output.status.code(), Some(1), "{tool}");
        assert!(stdout(&output).contains(said), "{tool}: {}", stdout(&output));
    }
    // An error of the tool that comes as one of HTTP.
    let locked = call("list_locked", &[]);
    assert_eq!(locked.status.code(), Some(2));
    let told = stderr(&locked);
    assert!(told.starts_with(&format!("retort: {} asks for authorisation (HTTP status 401)", server.url)), "{told}");
    assert!(told.contains("Authentication credentials were not provided."), "{told}");
}

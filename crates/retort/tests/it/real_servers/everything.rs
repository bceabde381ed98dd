//! `@modelcontextprotocol/server-everything`: every tool that it lists, its resources and its prompts, over stdio,
//! streamable HTTP and legacy SSE.

use super::Peers;
use crate::servers::Folder;
use crate::{stderr, stdout};

/// A tool, how it is called, the exit code, and what must be in the output and on standard error.
type Call = (&'static str, &'static [&'static str], i32, &'static [&'static str], &'static [&'static str]);

const CALLS: [Call; 28] = [
    ("echo", &["message=hello there"], 0, &["Echo: hello there\n"], &[]),
    ("get-annotated-message", &["messageType=success", "includeImage=true"], 0, &["image/png · 20 × 20 · 4.0 kB"], &[]),
    ("get-annotated-message", &["messageType=error"], 1, &["✗ error", "Operation failed"], &[]),
    ("get-annotated-message", &["messageType=loud"], 2, &[], &["messageType: \"loud\" is none of the allowed values"]),
    ("get-env", &[], 0, &["\"PATH\": "], &[]),
    ("get-resource-links", &["count=2"], 0, &["demo://resource/dynamic/text/2"], &[]),
    ("get-resource-reference", &["resourceType=Text", "resourceId=3"], 0, &["Resource 3: This is a plaintext"], &[]),
    ("get-resource-reference", &["resourceType=Blob"], 0, &["demo://resource/dynamic/blob/1\n"], &[]),
    ("get-structured-content", &["location=Chicago", "-c"], 0, &["{\"temperature\":36,\"conditions\":"], &[]),
    ("get-sum", &["a=2", "b=3.5"], 0, &["The sum of 2 and 3.5 is 5.5."], &[]),
    ("get-sum", &["a=two", "b=3"], 2, &[], &["argument a: \"two\" is not a number"]),
    ("get-tiny-image", &[], 0, &["Here's the image", "image/png · 20 × 20 · 4.0 kB"], &[]),
    ("gzip-file-as-resource", &["name=h.gz", GZIPPED], 0, &["demo://resource/session/h.gz", "application/gzip"], &[]),
    ("gzip-file-as-resource", &["name=h.gz", GZIPPED, "outputType=resource", "-c"], 0, &["\"blob\":\"H4sI"], &[]),
    ("toggle-simulated-logging", &["-v"], 0, &["Started simulated, random-leveled logging"], &["[", "evel"]),
    ("toggle-subscriber-updates", &[], 0, &["Started simulated resource updated notifications"], &[]),
    // Progress moves the deadline, and where there is none the call ends.
    ("trigger-long-running-operation", &["duration=24", "steps=48", "--timeout=20"], 0, &["Duration: 24 seconds"], &[]),
    ("trigger-long-running-operation", &["duration=24", "steps=1", "--timeout=20"], 2, &[], &["within 20 s"]),
    ("get-roots-list", &["--root", "/usr/lib"], 0, &["(1 total)", "URI: file:///usr/lib\n"], &[]),
    ("trigger-elicitation-request", &["--elicit", "accept"], 0, &["\"action\": \"accept\"", "\"integer\": 42"], &[]),
    ("trigger-elicitation-request", &[], 1, &["action  decline"], &["nobody is here to answer"]),
    ("trigger-url-elicitation", &[PAGE, "--elicit", "accept"], 0, &["completed the URL elicitation flow"], &[]),
    ("trigger-url-elicitation", &[PAGE, "--elicit", "decline"], 1, &["declined to open the URL"], &[]),
    // The server refuses, the page is opened, and the call repeated.
    ("trigger-url-elicitation", &[PAGE, "errorPath=true", "--elicit=accept"], 0, &["completed the URL"], &[]),
    ("trigger-url-elicitation", &[PAGE, "errorPath=true"], 1, &["✗ error -32042"], &["nobody is here to answer"]),
    ("trigger-sampling-request", &["prompt=hi"], 1, &["There is no model here"], &["asks for an answer of a model"]),
    // Tools that are tasks.
    ("simulate-research-query", &["topic=tea"], 0, &["Research Report: tea\n", "4 stages"], &[]),
    ("simulate-research-query", &["topic=tea", "ambiguous=true", "--elicit=decline"], 0, &["User declined"], &[]),
];

const GZIPPED: &str = "data=data:text/plain,hello";
const PAGE: &str = "url=https://example.com/page";

/// How many calls are made at once.
const AT_ONCE: usize = 4;

fn every_tool_answers(peers: &Peers, server: &str) {
    let mut named: Vec<&str> = CALLS.iter().map(|(tool, ..)| *tool).collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!(named, peers.tools(server));
    for calls in CALLS.chunks(AT_ONCE) {
        std::thread::scope(|scope| {
            for call in calls {
                scope.spawn(|| answers(peers, server, call));
            }
        });
    }
}

fn answers(peers: &Peers, server: &str, (tool, arguments, code, shown, told): &Call) {
    let output = peers.retort(&[&["call", server, tool], *arguments].concat());
    let (out, err) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(*code), "{tool} {arguments:?}: {out}{err}");
    for text in *shown {
        assert!(out.contains(text), "{tool} {arguments:?} should show {text:?}: {out}{err}");
    }
    for text in *told {
        assert!(err.contains(text), "{tool} {arguments:?} should tell {text:?}: {out}{err}");
    }
    if told.is_empty() {
        assert_eq!(err, "", "{tool} {arguments:?}: {out}");
    }
}

fn binary_parts_are_saved(peers: &Peers, server: &str, folder: &Folder) {
    let saved = folder.0.to_str().unwrap();
    peers.shown(&["call", server, "get-tiny-image", "--output", saved]);
    assert!(std::fs::read(folder.0.join("image-1.png")).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    let arguments = ["name=h.gz", GZIPPED, "outputType=resource", "--output", saved];
    peers.shown(&[&["call", server, "gzip-file-as-resource"], &arguments[..]].concat());
    let packed = std::fs::read(folder.0.join("h.gz")).unwrap();
    // How such a file begins, and at its end the checksum and the length of "hello".
    assert!(packed.starts_with(b"\x1f\x8b") && packed.ends_with(b"\x86\xa6\x106\x05\0\0\0"), "{packed:x?}");
    peers.shown(&["read", server, "demo://resource/dynamic/blob/7", "--output", saved]);
    let blob = std::fs::read_to_string(folder.0.join("7.txt")).unwrap();
    assert!(blob.starts_with("Resource 7: "), "{blob}");
}

fn resources_and_prompts_are_had(peers: &Peers, server: &str) {
    let listed = peers.shown(&["resources", server]);
    for line in ["demo://resource/static/document/startup.md\n", "demo://resource/dynamic/blob/{resourceId}\n"] {
        assert!(listed.contains(line), "{listed}");
    }
    assert!(listed.contains("\n7 resources\n") && listed.ends_with("\n2 resource templates\n"), "{listed}");
    let read = peers.shown(&["read", server, "demo://resource/static/document/startup.md"]);
    assert!(read.contains("Everything Server - Startup Process\n"), "{read}");
    let read = peers.shown(&["read", server, "demo://resource/dynamic/text/5"]);
    assert!(read.contains("Resource 5: This is a plaintext resource"), "{read}");
    let missing = peers.retort(&["read", server, "demo://resource/nowhere"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(stdout(&missing).contains("demo://resource/nowhere"), "{}", stdout(&missing));

    let listed = peers.shown(&["prompts", server]);
    assert!(listed.contains("args-prompt city [state]\n") && listed.ends_with("\n4 prompts\n"), "{listed}");
    assert_eq!(
        peers.shown(&["prompt", server, "args-prompt", "city=Bonn", "state=NRW"]),
        "user\nWhat's weather in Bonn, NRW?\n"
    );
    let shown = peers.shown(&["prompt", server, "completable-prompt", "department=Sales", "name=David"]);
    assert_eq!(shown, "user\nPlease promote David to the head of the Sales team.\n");
    let shown = peers.shown(&["prompt", server, "resource-prompt", "resourceType=Text", "resourceId=2"]);
    assert!(shown.contains("Resource 2: This is a plaintext"), "{shown}");
    let shown = peers.shown(&["prompt", server, "simple-prompt"]);
    assert_eq!(shown, "user\nThis is a simple prompt without arguments.\n");
}

fn everything_is_had(peers: &Peers, server: &str, transport: &str) {
    every_tool_answers(peers, server);
    binary_parts_are_saved(peers, server, &Folder::new(&format!("everything-{transport}")));
    resources_and_prompts_are_had(peers, server);
}

#[test]
fn everything_over_stdio() {
    let Some(peers) = Peers::find("@modelcontextprotocol/server-everything (npm)") else { return };
    everything_is_had(&peers, &peers.node("mcp-server-everything"), "stdio");
}

#[test]
fn everything_over_streamable_http() {
    let Some(peers) = Peers::find("@modelcontextprotocol/server-everything (npm)") else { return };
    let command = format!("{} streamableHttp", peers.node("mcp-server-everything"));
    let server = peers.listen(&command, Some("PORT"), "/mcp");
    everything_is_had(&peers, &server.url, "http");
}

#[test]
fn everything_over_legacy_sse() {
    let Some(peers) = Peers::find("@modelcontextprotocol/server-everything (npm)") else { return };
    let command = format!("{} sse", peers.node("mcp-server-everything"));
    let server = peers.listen(&command, Some("PORT"), "/sse");
    everything_is_had(&peers, &server.url, "sse");
}

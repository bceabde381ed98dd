//! The servers that keep rows, as people run them: over stdio and over HTTP, on the wire and through the protocol's own SDK; what
//! they acknowledged is there when they were killed.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::peers::program;
use crate::servers::{Folder, Served};
use crate::ways::{Way, text};
use crate::{json as read_json, retort, stderr, stdout};

/// The arguments of a server with a database of its own.
fn server<'a>(name: &'a str, database: &'a str) -> [&'a str; 3] {
    [name, "--database", database]
}

fn database(folder: &Folder) -> String {
    folder.0.join("rows.db").to_str().unwrap().to_owned()
}

fn message(id: u32, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[test]
fn customers_answer_the_examples_of_the_document() {
    let folder = Folder::new("customers-document");
    let database = database(&folder);
    for way in Way::both(&server("customers", &database)) {
        let answers = way.wire(&[
            message(1, "tools/call", &json!({ "name": "customers_list", "arguments": {} })),
            message(
                2,
                "tools/call",
                &json!({ "name": "customers_retrieve", "arguments": { "kwargs": { "pk": "999999" } } }),
            ),
            message(3, "invalid_method", &json!({})),
            message(4, "tools/list", &json!({})),
        ]);
        let [greeting, list, missing, unknown, tools] = answers.as_slice() else { panic!("{answers:?}") };
        assert_eq!(greeting["result"]["capabilities"], json!({ "tools": {} }), "{}", way.name());
        assert_eq!(list["result"].as_object().unwrap().keys().collect::<Vec<_>>(), ["content"]);
        let rows: Value = serde_json::from_str(&text(&list["result"])).unwrap();
        assert!(rows.as_array().unwrap().len() > 2 && text(&list["result"]).starts_with("[{\"id\": 1, \"name\": \""));
        assert_eq!(
            missing,
            &json!({
                "jsonrpc": "2.0",
                "result": {
                    "content": [{
                        "type": "text",
                        "text": "Error executing tool: ViewSet returned error: {'detail': 'Not found.'}"
                    }],
                    "isError": true
                },
                "id": 2
            })
        );
        let not_found = json!({ "code": -32601, "message": "Method not found: invalid_method" });
        assert_eq!(unknown, &json!({ "jsonrpc": "2.0", "error": not_found, "id": 3 }));
        for tool in tools["result"]["tools"].as_array().unwrap() {
            assert!(
                tool["name"].is_string() && tool["description"].is_string() && tool["inputSchema"].is_object(),
                "{tool}"
            );
        }
    }
}

/// The greeting in the revision of the document, and what is no JSON.
#[test]
fn customers_greet_as_the_document_says() {
    let folder = Folder::new("customers-greeting");
    let database = database(&folder);
    let served = Served::start_with(&server("customers", &database));
    let greeting =
        post(&served.url, &message(1, "initialize", &json!({ "protocolVersion": "2025-06-18" })).to_string());
    let result: Value = serde_json::from_str(&greeting).unwrap();
    assert_eq!(result["result"]["protocolVersion"], "2025-06-18");
    assert!(
        result["result"]["serverInfo"]["name"].is_string() && result["result"]["serverInfo"]["version"].is_string()
    );
    let broken: Value = serde_json::from_str(&post(&served.url, "{broken")).unwrap();
    assert_eq!((broken.get("id"), &broken["error"]["code"]), (Some(&Value::Null), &json!(-32700)));
    assert!(broken.get("result").is_none(), "{broken}");
}

#[test]
fn the_official_sdk_calls_both_servers() {
    let Some(peers) = trials::peers("`mcp` (PyPI)") else { return };
    let python = program(&peers, "python/bin/python");
    let folder = Folder::new("rows-sdk");
    let database = database(&folder);
    for way in Way::both(&server("customers", &database)) {
        let email = format!("{}@example.com", way.name());
        let said = way.client(
            &python,
            "sdk",
            &[
                json!(["customers_create", { "body": { "name": "Zoë", "email": email } }]),
                json!(["customers_list", { "kwargs": { "search": email, "limit": 5 } }]),
                json!(["customers_create", { "body": { "name": "", "email": "nonsense" } }]),
            ],
        );
        assert_eq!(said[1]["tools"].as_array().unwrap().len(), 12, "{}", way.name());
        assert!(text(&said[2]).contains("\"name\": \"Zoë\""), "{said:?}");
        assert!(
            text(&said[3]).starts_with("{\"count\": 1, \"next\": null, \"previous\": null, \"results\": [{"),
            "{said:?}"
        );
        assert_eq!(said[4]["isError"], true);
        let wrong = "Error executing tool: ViewSet returned error: {'name': ['This field may not be blank.'], \
                     'email': ['Enter a valid email address.']}";
        assert_eq!(text(&said[4]), wrong);
    }
    let database = folder.0.join("links.db").to_str().unwrap().to_owned();
    for way in Way::both(&server("shortener", &database)) {
        let said = way.client(
            &python,
            "sdk",
            &[
                json!(["shorten_url", { "url": "https://example.com/sdk" }]),
                json!(["expand_url", { "shorturl": "none" }]),
                json!(["list_urls", { "perpage": "1" }]),
            ],
        );
        assert_eq!(said[1]["tools"].as_array().unwrap().len(), 14, "{}", way.name());
        assert!(text(&said[2]).starts_with("{\"status\":\"success\",\"shorturl\":\"http://"), "{said:?}");
        assert!(text(&said[3]).contains("\"code\":\"not_found\"") && said[3]["isError"] == true, "{said:?}");
        assert!(text(&said[4]).contains("\"total\":1"), "{said:?}");
    }
}

#[test]
fn both_servers_are_clean_to_the_checker() {
    let folder = Folder::new("rows-clean");
    for (name, profile, calls) in [
        (
            "customers",
            "drf",
            ["customers_list", "customers_retrieve kwargs.pk=1", "orders_list", "customers_destroy kwargs.pk=0"],
        ),
        (
            "shortener",
            "yourls",
            [
                "shorten_url url=https://example.com/clean keyword=clean",
                "expand_url shorturl=clean",
                "list_urls",
                "delete_url shorturl=none",
            ],
        ),
    ] {
        let file = folder.0.join(name).to_str().unwrap().to_owned();
        let command = format!("'{}' serve {name} --database '{file}'", env!("CARGO_BIN_EXE_retort"));
        let mut arguments = vec!["check", &command, "--profile", "mcp", "--profile", profile, "--format", "json"];
        for call in calls {
            arguments.extend(["--call", call]);
        }
        let output = retort(&arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{name}: {}{}", stdout(&output), stderr(&output));
        let report = read_json(&output);
        let findings = report["sources"][0]["findings"].as_array().unwrap();
        let faults: Vec<&Value> = findings.iter().filter(|finding| finding["severity"] != "hint").collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
    }
}

/// One request, one answer.
fn post(url: &str, body: &str) -> String {
    try_post(url, body).unwrap()
}

fn try_post(url: &str, body: &str) -> std::io::Result<String> {
    post_with(url, "", body)
}

fn post_with(url: &str, headers: &str, body: &str) -> std::io::Result<String> {
    let (address, path) = url.trim_start_matches("http://").split_once('/').unwrap();
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "POST /{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )?;
    let mut sent = String::new();
    stream.read_to_string(&mut sent)?;
    let (_, body) = sent.split_once("\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    Ok(body.to_owned())
}

/// How many write at once to a server that is killed.
const WRITERS: usize = 8;

#[test]
fn what_was_acknowledged_outlives_a_server_that_is_killed() {
    let folder = Folder::new("rows-killed");
    let database = database(&folder);
    let url;
    let writers: Vec<_>;
    let is_killed = Arc::new(AtomicBool::new(false));
    {
        let served = Served::start_with(&server("shortener", &database));
        url = served.url.clone();
        writers = (0..WRITERS)
            .map(|writer| {
                let (url, is_killed) = (url.clone(), Arc::clone(&is_killed));
                thread::spawn(move || {
                    let mut acknowledged = Vec::new();
                    for number in 0.. {
                        let keyword = format!("w{writer}-{number}");
                        let arguments = json!({ "url": format!("https://example.com/{keyword}"), "keyword": keyword });
                        let call = message(1, "tools/call", &json!({ "name": "shorten_url", "arguments": arguments }));
                        match try_post(&url, &call.to_string()) {
                            Ok(answer) if answer.ends_with('}') => {
                                assert!(answer.contains("success"), "{answer}");
                                acknowledged.push(keyword);
                            }
                            _ if is_killed.load(Ordering::SeqCst) => return acknowledged,
                            other => panic!("{other:?}"),
                        }
                    }
                    acknowledged
                })
            })
            .collect();
        // As soon as there is something to lose.
        loop {
            let stats = message(1, "tools/call", &json!({ "name": "db_stats", "arguments": {} }));
            let answer: Value = serde_json::from_str(&post(&url, &stats.to_string())).unwrap();
            let sums: Value = serde_json::from_str(&text(&answer["result"])).unwrap();
            if sums["total_links"].as_u64().unwrap() > 50 {
                break;
            }
        }
        is_killed.store(true, Ordering::SeqCst);
        // Dropping it kills it with SIGKILL.
    }
    let acknowledged: Vec<String> = writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect();
    // All that were counted, but for one of each writer that was under way.
    assert!(acknowledged.len() + WRITERS > 50, "{}", acknowledged.len());
    let served = Served::start_with(&server("shortener", &database));
    for keyword in &acknowledged {
        let call = message(1, "tools/call", &json!({ "name": "expand_url", "arguments": { "shorturl": keyword } }));
        let answer = post(&served.url, &call.to_string());
        assert!(answer.contains(&format!("https://example.com/{keyword}")), "{keyword} is lost: {answer}");
    }
}

/// The tools of a shortener that others reach are for those who show the token; its links are for everybody.
#[test]
fn a_shortener_with_a_token_lets_everybody_follow_and_nobody_change() {
    let folder = Folder::new("rows-token");
    let database = database(&folder);
    let served = Served::start_with(&[&server("shortener", &database)[..], &["--token", "sesame"]].concat());
    let arguments = json!({ "url": "https://example.com/a", "keyword": "abc" });
    let call = message(1, "tools/call", &json!({ "name": "shorten_url", "arguments": arguments })).to_string();
    let refused = post(&served.url, &call);
    assert!(
        refused.contains("Authentication credentials were not provided.") && refused.contains("isError"),
        "{refused}"
    );
    assert!(post(&served.url, &message(1, "tools/list", &json!({})).to_string()).contains("-32001"));
    let allowed = post_with(&served.url, "Authorization: Token sesame\r\n", &call).unwrap();
    assert!(allowed.contains("success"), "{allowed}");
    let (address, _) = served.url.trim_start_matches("http://").split_once('/').unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /abc HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut sent = String::new();
    stream.read_to_string(&mut sent).unwrap();
    assert!(sent.starts_with("HTTP/1.1 302 ") && sent.contains("location: https://example.com/a"), "{sent}");
}

#[test]
fn a_database_that_cannot_be_opened_is_told_with_what_to_do() {
    let folder = Folder::new("rows-unopened");
    let text_file = folder.write("notes.txt", &"no database ".repeat(100));
    let missing = folder.0.join("none/rows.db").to_str().unwrap().to_owned();
    for (database, said) in [
        (text_file.as_str(), "no database of SQLite"),
        (missing.as_str(), "folder is missing"),
        (folder.0.to_str().unwrap(), "folder"),
        ("postgres://127.0.0.1:1/none", "cannot open the database postgres://127.0.0.1:1/none"),
        ("mysql://localhost/x", "no address of a database"),
    ] {
        for name in ["customers", "shortener"] {
            let output = retort(&["serve", name, "--database", database], b"");
            assert_eq!(output.status.code(), Some(2), "{database}: {}", stderr(&output));
            assert!(stderr(&output).contains(said), "{database}: {}", stderr(&output));
        }
    }
    let output = retort(&["serve", "shortener", "--base", "nowhere", "--database", &missing], b"");
    assert!(stderr(&output).contains("no address that short links can begin with"), "{}", stderr(&output));
}

/// What is written to a file without a name would be lost: nobody is told that it was kept.
#[cfg(unix)]
#[test]
fn a_database_that_is_deleted_takes_nothing_more() {
    let folder = Folder::new("rows-deleted");
    let database = database(&folder);
    let served = Served::start_with(&server("shortener", &database));
    let call = |keyword: &str| {
        let arguments = json!({ "url": format!("https://example.com/{keyword}"), "keyword": keyword });
        message(1, "tools/call", &json!({ "name": "shorten_url", "arguments": arguments })).to_string()
    };
    assert!(post(&served.url, &call("a")).contains("success"));
    std::fs::remove_file(&database).unwrap();
    let refused = post(&served.url, &call("b"));
    assert!(refused.contains("isError") && refused.contains("moved or deleted"), "{refused}");
}

/// By their names they are called without being started, and keep their rows in the user's folder, for the user alone.
#[cfg(unix)]
#[test]
fn both_servers_go_by_their_names() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("rows-named");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retort"));
        command.args(arguments).env("RETORT_DATA_DIR", folder.0.join("data")).current_dir(crate::root());
        crate::run(&mut command, b"")
    };
    let made = run(&["call", "shortener", "shorten_url", "url=https://example.com/named", "keyword=named", "-c"]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let found = run(&["call", "shortener", "expand_url", "shorturl=named", "-c"]);
    assert!(stdout(&found).contains("https://example.com/named"), "{}", stdout(&found));
    let listed = run(&["call", "customers", "customers_list", "-c"]);
    assert!(stdout(&listed).contains("alice@example.com"), "{}{}", stdout(&listed), stderr(&listed));
    for file in ["shortener.db", "customers.db"] {
        let permissions = std::fs::metadata(folder.0.join("data").join(file)).unwrap().permissions();
        assert_eq!(permissions.mode() & 0o777, 0o600, "{file}");
    }
    // To look around makes nothing.
    let elsewhere = Folder::new("rows-looked");
    let mut command = Command::new(env!("CARGO_BIN_EXE_retort"));
    command.args(["servers"]).env("RETORT_DATA_DIR", elsewhere.0.join("data")).current_dir(&elsewhere.0);
    let output = crate::run(&mut command, b"");
    assert!(stdout(&output).contains("shortener  built-in"), "{}", stdout(&output));
    assert!(!elsewhere.0.join("data/shortener.db").exists());
}

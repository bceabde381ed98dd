//! The server that knows Feathers, as its reference has it: every example and every note, over stdio and over HTTP, on
//! the wire and through the protocol's own SDK.

use std::process::Command;

use serde_json::{Value, json};

use crate::peers::{peers, program};
use crate::servers::{Folder, Served};
use crate::{retort, root, run, stderr, stdout};

/// How the server is reached.
enum Way {
    Stdio(Vec<String>),
    Http(Served),
}

impl Way {
    /// Both ways to one server.
    fn both(server: &[&str]) -> [Self; 2] {
        let command = ["serve"].iter().chain(server).map(|word| (*word).to_owned());
        [Self::Stdio(command.collect()), Self::Http(Served::start_with(server))]
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Stdio(_) => "stdio",
            Self::Http(_) => "HTTP",
        }
    }

    /// Runs the client; gives what it prints, line by line.
    fn client(&self, python: &str, mode: &str, lines: &[Value]) -> Vec<Value> {
        let mut client = Command::new(python);
        client.arg(root().join("tests/peers/feathers_client.py")).arg(mode);
        match self {
            Self::Stdio(arguments) => client.arg(env!("CARGO_BIN_EXE_retort")).args(arguments),
            Self::Http(served) => client.arg(&served.url),
        };
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let output = run(&mut client, input.as_bytes());
        assert!(output.status.success(), "{}: {}{}", self.name(), stdout(&output), stderr(&output));
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The answers to messages, after the session was opened as the reference opens it; that of `initialize` is the
    /// first.
    fn wire(&self, messages: &[Value]) -> Vec<Value> {
        let opening = [
            json!({
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {
                    "protocolVersion": "2024-11-05",
                    "capabilities": {},
                    "clientInfo": { "name": "your-client", "version": "1.0.0" }
                }
            }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        ];
        let answers = self.client("python3", "wire", &[&opening, messages].concat());
        assert!(answers.iter().all(|answer| answer["jsonrpc"] == "2.0"), "{answers:?}");
        answers
    }

    /// The results of calls with these `params`, as they are on the wire.
    fn calls(&self, calls: &[Value]) -> Vec<Value> {
        let message = |(index, params): (usize, &Value)| json!({ "jsonrpc": "2.0", "id": index + 10, "method": "tools/call", "params": params });
        let messages: Vec<Value> = calls.iter().enumerate().map(message).collect();
        let answers = self.wire(&messages);
        answers.into_iter().skip(1).map(|answer| answer["result"].clone()).collect()
    }

    /// The payload of each of the calls, all of which must go well.
    fn payloads(&self, calls: &[Value]) -> Vec<Payload> {
        self.calls(calls).iter().map(Payload::of).collect()
    }
}

/// A payload: its text, and what that says.
struct Payload {
    text: String,
    value: Value,
}

impl Payload {
    /// That of a result, which must be wrapped as the reference wraps it.
    fn of(result: &Value) -> Self {
        assert_ne!(result["isError"], json!(true), "{result}");
        let text = text(result);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(result["structuredContent"], value, "it says the same twice");
        // Metadata is for those who call a tool directly.
        let members: Vec<&String> = result.as_object().unwrap().keys().collect();
        assert!(members.iter().all(|name| ["content", "structuredContent", "isError"].contains(&name.as_str())));
        assert!(text.starts_with("{\n  \""), "it is for people too: {text}");
        Self { text, value }
    }

    /// The keys that stand at a depth, in their order, over the whole text.
    fn keys(&self, depth: usize) -> Vec<&str> {
        let margin = "  ".repeat(depth);
        let key = |line: &'_ str| -> Option<(usize, usize)> {
            let rest = line.strip_prefix(&margin)?.strip_prefix('"')?;
            let end = rest.find("\": ")?;
            Some((margin.len() + 1, margin.len() + 1 + end))
        };
        self.text.lines().filter_map(|line| key(line).map(|(from, to)| &line[from..to])).collect()
    }
}

/// The one text of a result.
fn text(result: &Value) -> String {
    let blocks = result["content"].as_array().unwrap_or_else(|| panic!("{result}"));
    assert_eq!((blocks.len(), &blocks[0]["type"]), (1, &json!("text")), "{result}");
    blocks[0]["text"].as_str().unwrap().to_owned()
}

fn call(name: &str, arguments: &Value) -> Value {
    json!({ "name": name, "arguments": arguments })
}

fn databases() -> Value {
    json!({ "type": "string", "enum": ["mongodb", "postgresql", "sqlite"] })
}

/// The tools and their exact input schemas.
fn tools() -> [(&'static str, Value); 3] {
    let kinds = ["string", "number", "boolean", "date", "objectId", "array", "object"];
    [
        (
            "search_docs",
            json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string" },
                    "limit": { "type": "number", "minimum": 1, "maximum": 50 },
                    "version": { "type": "string", "enum": ["v4", "v5", "both", "all"] }
                },
                "required": ["query"],
                "additionalProperties": false
            }),
        ),
        (
            "get_feathers_template",
            json!({
                "type": "object",
                "properties": {
                    "database": databases(),
                    "auth": { "type": "boolean" },
                    "typescript": { "type": "boolean" },
                    "version": { "type": "string", "enum": ["v4", "v5", "both"] }
                },
                "required": ["database"],
                "additionalProperties": false
            }),
        ),
        (
            "generate_service",
            json!({
                "type": "object",
                "properties": {
                    "name": { "type": "string" },
                    "database": databases(),
                    "fields": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "name": { "type": "string" },
                                "type": { "type": "string", "enum": kinds },
                                "required": { "type": "boolean" },
                                "unique": { "type": "boolean" }
                            },
                            "required": ["name", "type"]
                        }
                    }
                },
                "required": ["name", "database", "fields"],
                "additionalProperties": false
            }),
        ),
    ]
}

#[test]
fn a_session_opens_and_lists_the_tools() {
    for way in Way::both(&["feathers"]) {
        let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {} });
        let answers = way.wire(&[list]);
        let opened = &answers[0];
        assert_eq!((&opened["id"], &opened["result"]["protocolVersion"]), (&json!(1), &json!("2024-11-05")));
        assert!(opened["result"]["capabilities"]["tools"].is_object(), "{opened}");
        assert_eq!(answers[1]["id"], 2);
        let listed = answers[1]["result"]["tools"].as_array().unwrap();
        assert_eq!(listed.len(), 3);
        for (entry, (name, schema)) in listed.iter().zip(tools()) {
            assert_eq!(entry["name"], name);
            assert_eq!(entry["inputSchema"], schema, "{name} over {}", way.name());
            assert_eq!(entry["annotations"]["readOnlyHint"], true);
            assert_eq!(entry["outputSchema"]["type"], "object");
            assert!(!entry["title"].as_str().unwrap().is_empty() && !entry["description"].as_str().unwrap().is_empty());
        }
        let said = "Searches the FeathersJS documentation knowledge base and returns the most relevant entries.";
        assert_eq!(listed[0]["description"], said);
    }
}

#[test]
fn the_documentation_is_searched() {
    for way in Way::both(&["feathers"]) {
        let found = way.payloads(&[
            call("search_docs", &json!({ "query": "hooks", "limit": 3, "version": "v5" })),
            call("search_docs", &json!({ "query": "hooks" })),
            call("search_docs", &json!({ "query": "" })),
            call("search_docs", &json!({ "query": "?! …" })),
            call("search_docs", &json!({ "query": "authentication", "version": "v4", "limit": 50 })),
        ]);
        let first = &found[0];
        assert!(first.text.starts_with("{\n  \"query\": \"hooks\",\n  \"version\": \"v5\",\n  \"results\": [\n"));
        assert_eq!(first.keys(1), ["query", "version", "results"]);
        let results = first.value["results"].as_array().unwrap();
        assert_eq!(results.len(), 3);
        let keys = ["id", "title", "version", "category", "source", "score", "snippet"];
        assert_eq!(first.keys(3), keys.repeat(3));
        assert_eq!(results[0]["score"], 1.0);
        for (better, worse) in results.iter().zip(&results[1..]) {
            assert!(better["score"].as_f64() >= worse["score"].as_f64());
        }
        for result in results {
            assert!(result["snippet"].as_str().unwrap().to_lowercase().contains("hook"), "{result}");
            assert!(result["source"].as_object().unwrap().keys().all(|key| key == "url" || key == "path"));
        }
        assert_eq!(
            (&found[1].value["version"], found[1].value["results"].as_array().unwrap().len()),
            (&json!("v5"), 10)
        );
        for nothing in &found[2..4] {
            assert_eq!(nothing.value["results"], json!([]));
            assert_eq!(nothing.keys(1), ["query", "version", "results"]);
        }
        let old = found[4].value["results"].as_array().unwrap();
        assert!(old.iter().all(|entry| entry["version"] == "v4" || entry["version"] == "both"), "{old:?}");
        assert!(old.iter().any(|entry| entry["version"] == "v4"));
    }
}

#[test]
fn a_project_is_put_together() {
    for way in Way::both(&["feathers"]) {
        let projects = way.payloads(&[
            call("get_feathers_template", &json!({ "database": "mongodb" })),
            call(
                "get_feathers_template",
                &json!({
                    "database": "sqlite", "auth": true, "typescript": false, "version": "v4"
                }),
            ),
        ]);
        let asked =
            |project: &Payload| ["database", "auth", "typescript", "version"].map(|key| project.value[key].clone());
        assert_eq!(asked(&projects[0]), [json!("mongodb"), json!(false), json!(true), json!("v5")]);
        assert_eq!(asked(&projects[1]), [json!("sqlite"), json!(true), json!(false), json!("v4")]);
        let keys = ["database", "auth", "typescript", "version", "dependencies", "featureFlags", "files"];
        for project in &projects {
            assert_eq!(project.keys(1), keys);
            let files = project.value["files"].as_object().unwrap();
            assert_eq!(project.keys(3), ["path", "content", "size"].repeat(files.len()));
            for (path, file) in files {
                assert_eq!(file["path"], *path);
                assert_eq!(file["size"], file["content"].as_str().unwrap().len(), "in bytes");
            }
            for list in ["dependencies", "featureFlags"] {
                assert!(project.value[list].as_array().unwrap().iter().all(Value::is_string), "{list}");
            }
        }
    }
}

#[test]
fn where_no_template_fits_the_answer_says_so_and_is_no_error() {
    let folder = Folder::new("no-templates");
    std::fs::create_dir_all(folder.0.join("docs")).unwrap();
    for way in Way::both(&["feathers", "--knowledge", folder.0.to_str().unwrap()]) {
        let payloads = way.payloads(&[call("get_feathers_template", &json!({ "database": "postgresql" }))]);
        assert_eq!(payloads[0].keys(1), ["error", "database", "auth", "typescript", "version"]);
        let expected = json!({
            "error": "No matching templates found for the specified configuration",
            "database": "postgresql",
            "auth": false,
            "typescript": true,
            "version": "v5"
        });
        assert_eq!(payloads[0].value, expected);
    }
}

#[test]
fn a_service_is_generated() {
    let fields = json!([
        { "name": "title", "type": "string", "required": true, "unique": true },
        { "name": "sentAt", "type": "date" }
    ]);
    for way in Way::both(&["feathers"]) {
        for database in ["mongodb", "postgresql", "sqlite"] {
            let arguments = json!({ "name": "Blog-Posts 2", "database": database, "fields": fields });
            let service = &way.payloads(&[call("generate_service", &arguments)])[0];
            assert_eq!(service.keys(1), ["name", "database", "fieldCount", "files"]);
            assert_eq!(service.value["name"], "blogposts2");
            assert_eq!((&service.value["database"], &service.value["fieldCount"]), (&json!(database), &json!(2)));
            let files = service.value["files"].as_object().unwrap();
            assert_eq!(service.keys(3), ["path", "content", "type", "size"].repeat(files.len()));
            assert_eq!(files["src/services/blogposts2/blogposts2.service.ts"]["type"], "service");
            for kind in ["service", "hooks", "schema", "test"] {
                assert!(files.values().any(|file| file["type"] == kind), "{kind}");
            }
            for (path, file) in files {
                assert_eq!(file["path"], *path);
                assert_eq!(file["size"], file["content"].as_str().unwrap().len(), "in bytes");
            }
        }
    }
}

/// Calls that cannot be done, and how the answer begins.
fn refused() -> Vec<(Value, &'static str)> {
    let service = |change: &dyn Fn(&mut Value)| {
        let fields = json!([{ "name": "text", "type": "string" }]);
        let mut arguments = json!({ "name": "notes", "database": "sqlite", "fields": fields });
        change(&mut arguments);
        call("generate_service", &arguments)
    };
    let without = |key: &'static str| {
        service(&|arguments| {
            arguments.as_object_mut().unwrap().remove(key);
        })
    };
    vec![
        (json!({}), "Error: Missing tool name"),
        (json!({ "arguments": {} }), "Error: Missing tool name"),
        (json!({ "name": "", "arguments": {} }), "Error: Missing tool name"),
        (json!({ "name": null }), "Error: Missing tool name"),
        (json!({ "name": "x" }), "Error: Unknown tool: x"),
        (call("../x\u{1b}", &json!({})), "Error: Unknown tool: ../x"),
        (json!({ "name": "search_docs" }), "Error: Invalid parameters: "),
        (call("search_docs", &json!("hooks")), "Error: Invalid parameters: "),
        (call("search_docs", &json!({ "query": "x", "limit": 0 })), "Error: Invalid parameters: /limit: "),
        (call("search_docs", &json!({ "query": "x", "limit": 51 })), "Error: Invalid parameters: /limit: "),
        (call("search_docs", &json!({ "query": "x", "version": "v3" })), "Error: Invalid parameters: /version: "),
        (call("search_docs", &json!({ "query": "x", "more": 1 })), "Error: Invalid parameters: "),
        (call("get_feathers_template", &json!({ "database": "oracle" })), "Error: Invalid parameters: /database: "),
        (call("get_feathers_template", &json!({})), "Error: Invalid parameters: "),
        (without("name"), "Error: Invalid parameters: "),
        (without("database"), "Error: Invalid parameters: "),
        (without("fields"), "Error: Invalid parameters: "),
        (service(&|arguments| arguments["database"] = json!("oracle")), "Error: Invalid parameters: /database: "),
        (service(&|arguments| arguments["name"] = json!("")), "Error: "),
        (service(&|arguments| arguments["name"] = json!("!!!")), "Error: "),
        (service(&|arguments| arguments["fields"] = json!([])), "Error: "),
        (
            service(&|arguments| arguments["fields"][0]["type"] = json!("text")),
            "Error: Invalid parameters: /fields/0/type: ",
        ),
    ]
}

#[test]
fn what_cannot_be_done_is_an_error_of_the_tool() {
    for way in Way::both(&["feathers"]) {
        let (calls, beginnings): (Vec<Value>, Vec<&str>) = refused().into_iter().unzip();
        for ((answer, call), beginning) in way.calls(&calls).iter().zip(&calls).zip(beginnings) {
            assert_eq!(answer["isError"], true, "{call} over {}: {answer}", way.name());
            let text = text(answer);
            assert!(text.starts_with(beginning) && text.len() > "Error: ".len(), "{call} over {}: {text}", way.name());
            assert!(answer.get("structuredContent").is_none(), "{answer}");
        }
        // And it goes on.
        let good = [call("unknown", &json!({})), call("search_docs", &json!({ "query": "hooks" }))];
        let found = Payload::of(&way.calls(&good)[1]);
        assert!(!found.value["results"].as_array().unwrap().is_empty());
    }
}

#[test]
fn the_python_sdk_gets_the_same() {
    let Some(peers) = peers("`mcp` (PyPI)") else { return };
    let python = program(&peers, "python/bin/python");
    let good = [
        json!(["search_docs", { "query": "hooks", "limit": 3, "version": "v5" }]),
        json!(["get_feathers_template", { "database": "sqlite", "auth": true, "version": "both" }]),
        json!(["generate_service", {
            "name": "Posts", "database": "mongodb", "fields": [{ "name": "title", "type": "string", "unique": true }]
        }]),
    ];
    let bad = [
        (json!(["nothing", {}]), "Error: Unknown tool: nothing"),
        (json!(["", {}]), "Error: Missing tool name"),
        (json!(["generate_service", { "name": "x", "database": "sqlite", "fields": [] }]), "Error: "),
    ];
    for way in Way::both(&["feathers"]) {
        let calls: Vec<Value> = good.iter().chain(bad.iter().map(|(call, _)| call)).cloned().collect();
        let mut said = way.client(&python, "sdk", &calls);
        // The newest revision, which the SDK speaks, names the kind of a result.
        for result in &mut said {
            assert_eq!(result.as_object_mut().unwrap().remove("resultType").unwrap_or("complete".into()), "complete");
        }
        assert_eq!(said[0]["serverInfo"]["name"], "retort-feathers");
        let listed = said[1]["tools"].as_array().unwrap();
        let schemas: Vec<(&str, Value)> =
            listed.iter().map(|tool| (tool["name"].as_str().unwrap(), tool["inputSchema"].clone())).collect();
        assert_eq!(schemas, tools());
        let payloads: Vec<Payload> = said[2..5].iter().map(Payload::of).collect();
        assert_eq!(payloads[0].value["results"][0]["score"], 1.0);
        assert_eq!(payloads[1].value["version"], "both");
        assert_eq!(payloads[2].value["name"], "posts");
        for (result, (call, beginning)) in said[5..].iter().zip(&bad) {
            assert_eq!(result["isError"], true, "{call} over {}: {result}", way.name());
            assert!(text(result).starts_with(beginning), "{result}");
        }
    }
}

#[test]
fn the_checker_finds_nothing() {
    let served = Served::start("feathers");
    for server in ["feathers", &served.url] {
        let output = retort(&["check", server, "--profile", "mcp,feathers"], b"");
        assert_eq!(output.status.code(), Some(0), "{server}: {}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).contains("all is well: "), "{}", stdout(&output));
    }
}

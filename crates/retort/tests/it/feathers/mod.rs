//! The server that knows Feathers, as its reference has it: every example and every note, over stdio and over HTTP, on
//! the wire and through the protocol's own SDK.

mod entries;
mod payload;

use serde_json::{Value, json};

use crate::peers::program;
use crate::servers::{Folder, Served};
use crate::ways::{Way, text};
use crate::{retort, stderr, stdout};
use payload::Payload;

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
        let found = Payload::of_all(
            &way,
            &[
                call("search_docs", &json!({ "query": "hooks", "limit": 3, "version": "v5" })),
                call("search_docs", &json!({ "query": "hooks" })),
                call("search_docs", &json!({ "query": "" })),
                call("search_docs", &json!({ "query": "?! …" })),
                call("search_docs", &json!({ "query": 5 })),
                call("search_docs", &json!({ "query": null, "limit": 3 })),
                call("search_docs", &json!({ "query": "authentication", "version": "v4", "limit": 50 })),
            ],
        );
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
        for nothing in &found[2..6] {
            assert_eq!(nothing.value["results"], json!([]));
            assert_eq!(nothing.keys(1), ["query", "version", "results"]);
        }
        let old = found[6].value["results"].as_array().unwrap();
        assert!(old.iter().all(|entry| entry["version"] == "v4" || entry["version"] == "both"), "{old:?}");
        assert!(old.iter().any(|entry| entry["version"] == "v4"));
    }
}

#[test]
fn a_project_is_put_together() {
    for way in Way::both(&["feathers"]) {
        let projects = Payload::of_all(
            &way,
            &[
                call("get_feathers_template", &json!({ "database": "mongodb" })),
                call(
                    "get_feathers_template",
                    &json!({
                        "database": "sqlite", "auth": true, "typescript": false, "version": "v4"
                    }),
                ),
            ],
        );
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
        let payloads = Payload::of_all(&way, &[call("get_feathers_template", &json!({ "database": "postgresql" }))]);
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
            let service = &Payload::of_all(&way, &[call("generate_service", &arguments)])[0];
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
    let Some(peers) = trials::peers("`mcp` (PyPI)") else { return };
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

#[test]
fn a_tool_has_as_long_as_whoever_serves_it_says() {
    let server = format!("'{}' serve feathers --timeout 0.000001", env!("CARGO_BIN_EXE_retort"));
    // Many words that nobody wrote take a while: other spellings are looked for.
    let words: Vec<String> = (0..60).map(|number| format!("athenticaton{number}")).collect();
    let query = format!("query={}", words.join(" "));
    let output = retort(&["call", &server, "search_docs", &query], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("Operation timed out"), "{}", stdout(&output));
}

#[test]
fn a_server_that_lacks_its_knowledge_does_not_say_that_it_is_there() {
    for arguments in [["knowledge", "no-such-folder"], ["feathers", "--knowledge=no-such-folder"]] {
        let output = retort(&["serve", arguments[0], arguments[1], "--http", "127.0.0.1:0"], b"");
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("no-such-folder") && !told.contains("serving"), "{told}");
    }
}

#[test]
fn a_project_is_written_to_disk_and_nothing_is_overwritten() {
    let folder = Folder::new("project");
    let path = folder.0.join("new");
    let arguments =
        ["call", "feathers", "get_feathers_template", "database=sqlite", "--output", path.to_str().unwrap(), "-c"];
    let output = retort(&arguments, b"");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let payload: Value = serde_json::from_str(stdout(&output)).unwrap();
    let files = payload["files"].as_object().unwrap();
    assert!(stderr(&output).contains(&format!("wrote {} files to", files.len())), "{}", stderr(&output));
    for (name, file) in files {
        assert_eq!(std::fs::read_to_string(path.join(name)).unwrap(), file["content"].as_str().unwrap());
    }
    // The same again is nothing to complain of.
    let again = retort(&arguments, b"");
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert!(stderr(&again).contains(&format!("{} files are in", files.len())), "{}", stderr(&again));
    std::fs::write(path.join("package.json"), "mine").unwrap();
    let again = retort(&arguments, b"");
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(stderr(&again).lines().count(), 3, "{}", stderr(&again));
    assert!(
        stderr(&again).contains("1 file of the answer not written") && stderr(&again).ends_with("  package.json\n")
    );
    // What goes to files is not shown as well.
    let shown = retort(&arguments[..6], b"");
    assert!(stdout(&shown).contains("\"database\"") && !stdout(&shown).contains("\"content\""), "{}", stdout(&shown));
    assert_eq!(std::fs::read_to_string(path.join("package.json")).unwrap(), "mine");
}

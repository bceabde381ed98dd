//! The router: every request is answered in one form, whatever the tool does.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use retort_knowledge::{KnowledgeLoader, RouteCode, RouteRequest, RouteResponse, Router, Tool, ToolError, ToolResult};
use serde_json::{Value, json};

/// A tool that does as it is told.
#[derive(Default)]
pub(crate) struct Odd {
    /// What it waits for, once, where it is told to.
    until: Mutex<Option<Receiver<()>>>,
}

impl Tool for Odd {
    fn name(&self) -> &'static str {
        "odd"
    }

    fn title(&self) -> &'static str {
        "Odd"
    }

    fn description(&self) -> &'static str {
        "Does as it is told"
    }

    fn input_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": { "do": { "type": "string" }, "count": { "type": "number", "minimum": 1 } },
            "required": ["do"],
            "additionalProperties": false
        })
    }

    fn output_schema(&self) -> Value {
        json!({ "type": "object" })
    }

    fn execute(&self, arguments: &Value) -> Result<ToolResult, ToolError> {
        match arguments["do"].as_str().unwrap() {
            "panic" => panic!("at /home/somebody/secret.rs"),
            "wait" => {
                let until = self.until.lock().unwrap().take().unwrap();
                until.recv().unwrap();
            }
            "fail" => return Err(ToolError::Broken("Nothing to do".to_owned())),
            "refuse" => return Err(ToolError::Refused("Not that".to_owned())),
            _ => {}
        }
        Ok(ToolResult { content: "{}".to_owned(), metadata: json!({ "tool": "odd" }), structured: json!({}) })
    }
}

/// The router of the server that knows Feathers.
pub(crate) fn feathers() -> Router {
    let loader = KnowledgeLoader::built_in();
    Router::feathers(&loader, loader.index(None).unwrap().into()).unwrap()
}

async fn routed(router: &Router, name: &str, params: Value) -> Value {
    serde_json::to_value(router.route(RouteRequest { tool_name: name.to_owned(), params }).await).unwrap()
}

#[tokio::test]
async fn every_request_has_an_answer_of_the_same_form() {
    let router = Router::new().with(Odd::default());
    assert_eq!(
        routed(&router, "odd", json!({ "do": "it" })).await,
        json!({ "success": true, "data": { "content": "{}", "metadata": { "tool": "odd" } } })
    );
    let refused = routed(&router, "odd", json!({ "count": 0, "other": 1 })).await;
    assert_eq!(refused["success"], false);
    assert_eq!(refused["error"]["code"], "INVALID_PARAMS");
    assert_eq!(refused["error"]["message"], "Invalid parameters");
    // All of them, not only the first.
    assert_eq!(refused["error"]["details"]["violations"].as_array().unwrap().len(), 3, "{refused}");
    for params in [json!(5), json!([]), json!("x")] {
        assert_eq!(routed(&router, "odd", params).await["error"]["code"], "INVALID_PARAMS");
    }
    assert_eq!(routed(&router, "", json!({})).await["error"]["message"], "Missing tool name");
    assert_eq!(routed(&router, "even", json!({})).await["error"]["message"], "Unknown tool: even");
    for (deed, code, message) in [("fail", "INTERNAL_ERROR", "Nothing to do"), ("refuse", "INVALID_PARAMS", "Not that")]
    {
        let error = &routed(&router, "odd", json!({ "do": deed })).await["error"];
        assert_eq!((&error["code"], &error["message"]), (&json!(code), &json!(message)));
    }

    // It takes as long as it takes to say that it takes too long.
    let (let_go, until) = channel();
    let slow = Odd { until: Mutex::new(Some(until)) };
    let hasty = Router::new().with(slow).with_timeout(Duration::from_millis(50));
    let late = routed(&hasty, "odd", json!({ "do": "wait" })).await;
    let_go.send(()).unwrap();
    assert_eq!((&late["error"]["code"], &late["error"]["message"]), (&json!("TIMEOUT"), &json!("Operation timed out")));

    let broken = routed(&router, "odd", json!({ "do": "panic" })).await;
    assert_eq!(broken["error"]["code"], "INTERNAL_ERROR");
    assert!(!broken.to_string().contains("secret"), "{broken}");
    // And it goes on.
    assert_eq!(routed(&router, "odd", json!({ "do": "it" })).await["success"], true);
}

/// The input schemas, as the reference has them.
fn reference_schemas() -> [Value; 3] {
    let database = json!({ "type": "string", "enum": ["mongodb", "postgresql", "sqlite"] });
    let kinds = ["string", "number", "boolean", "date", "objectId", "array", "object"];
    [
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
        json!({
            "type": "object",
            "properties": {
                "database": database,
                "auth": { "type": "boolean" },
                "typescript": { "type": "boolean" },
                "version": { "type": "string", "enum": ["v4", "v5", "both"] }
            },
            "required": ["database"],
            "additionalProperties": false
        }),
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "database": database,
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
    ]
}

#[tokio::test]
async fn the_three_tools_have_the_schemas_and_payloads_of_the_reference() {
    let router = feathers();
    let names: Vec<&str> = router.registry().tools().map(Tool::name).collect();
    assert_eq!(names, ["search_docs", "get_feathers_template", "generate_service"]);
    let schemas: Vec<Value> = router.registry().tools().map(Tool::input_schema).collect();
    assert_eq!(schemas, reference_schemas());

    let run =
        async |name: &str, params: Value| match router.route(RouteRequest { tool_name: name.to_owned(), params }).await
        {
            RouteResponse::Done(result) => {
                let payload: Value = serde_json::from_str(&result.content).unwrap();
                assert_eq!(payload, result.structured);
                assert_eq!(result.metadata["tool"], name);
                let tool = router.registry().tools().find(|tool| tool.name() == name).unwrap();
                assert!(jsonschema::is_valid(&tool.output_schema(), &payload), "{name}: {payload}");
                Ok(payload)
            }
            RouteResponse::Failed(error) => Err(error),
        };
    let found = run("search_docs", json!({ "query": "hooks", "limit": 3, "version": "v5" })).await.unwrap();
    assert_eq!((&found["query"], &found["version"]), (&json!("hooks"), &json!("v5")));
    let results = found["results"].as_array().unwrap();
    assert_eq!((results.len(), &results[0]["score"]), (3, &json!(1.0)));
    for query in ["", "   ", "!!!", "the of and"] {
        assert_eq!(run("search_docs", json!({ "query": query })).await.unwrap()["results"], json!([]), "{query:?}");
    }
    // A query that is none finds nothing either, whatever it is.
    for query in
        [json!(5), json!(-0.5), json!(null), json!(true), json!([]), json!(["hooks"]), json!({ "query": "hooks" })]
    {
        let found = run("search_docs", json!({ "query": query, "version": "v4" })).await.unwrap();
        assert_eq!(found, json!({ "query": "", "version": "v4", "results": [] }), "{query}");
    }
    let all = run("search_docs", json!({ "query": "service" })).await.unwrap();
    assert_eq!((all["results"].as_array().unwrap().len(), &all["version"]), (10, &json!("v5")));
    for bad in [
        json!({}),
        json!({ "query": 5, "limit": 0 }),
        json!({ "query": "x", "limit": 0 }),
        json!({ "query": "x", "limit": 51 }),
    ] {
        assert_eq!(run("search_docs", bad).await.unwrap_err().code, RouteCode::InvalidParams);
    }
    for version in ["v4", "v5", "both", "all"] {
        let found = run("search_docs", json!({ "query": "hooks", "version": version, "limit": 50 })).await.unwrap();
        let fits = |entry: &Value| match version {
            "all" => true,
            "both" => entry["version"] == "both",
            one => entry["version"] == one || entry["version"] == "both",
        };
        assert!(found["results"].as_array().unwrap().iter().all(fits), "{version}");
    }

    let project = run("get_feathers_template", json!({ "database": "sqlite" })).await.unwrap();
    assert_eq!(
        (&project["auth"], &project["typescript"], &project["version"]),
        (&json!(false), &json!(true), &json!("v5"))
    );
    for (path, file) in project["files"].as_object().unwrap() {
        assert_eq!(file["path"], *path);
        assert_eq!(file["size"], file["content"].as_str().unwrap().len());
    }
    assert!(run("get_feathers_template", json!({ "database": "oracle" })).await.is_err());

    let fields =
        json!([{ "name": "title", "type": "string", "required": true }, { "name": "done", "type": "boolean" }]);
    let service = json!({ "name": "My Tasks!", "database": "mongodb", "fields": fields });
    let service = run("generate_service", service).await.unwrap();
    assert_eq!((&service["name"], &service["fieldCount"]), (&json!("mytasks"), &json!(2)));
    assert!(service["files"]["src/services/mytasks/mytasks.service.ts"]["content"].is_string());
    let with =
        |name: &str, database: &str, fields: Value| json!({ "name": name, "database": database, "fields": fields });
    for (bad, reason) in [
        (json!({ "database": "mongodb", "fields": fields }), "\"name\" is a required property"),
        (with("x", "db2", fields.clone()), "/database: \"db2\" is not one of"),
        (with("x", "mongodb", json!([{ "name": "a", "type": "blob" }])), "/fields/0/type: \"blob\" is not one of"),
        (with("x", "mongodb", json!([])), "Missing fields"),
        (with("!!!", "mongodb", fields.clone()), "Invalid name \"!!!\""),
        (with("x", "mongodb", json!([{ "name": "a;b", "type": "date" }])), "Invalid field name \"a;b\""),
    ] {
        let error = run("generate_service", bad.clone()).await.unwrap_err();
        assert_eq!(error.code, RouteCode::InvalidParams, "{bad}");
        assert!(error.sentence().contains(reason), "{bad}: {}", error.sentence());
    }
}

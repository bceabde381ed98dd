//! The tools that ask get their answers in sessions and without them, and say so where the client cannot be asked.

#![expect(deprecated, reason = "sampling and roots are what is tested")]

use retort_server::Limits;
use retort_server::sdk::serve_stream;
use retort_servers::gallery::Gallery;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult,
    ElicitRequestParams, ElicitResult, ElicitationAction, ErrorData, Implementation, ListRootsResult, ProtocolVersion,
    Root, SamplingMessage,
};
use rmcp::service::{RequestContext, RunningService};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt, RoleClient};
use serde_json::{Value, json};

use crate::client::Client;

/// A client that answers a form as it was told to, the model's question and the question for roots.
#[derive(Clone)]
struct Answering {
    version: ProtocolVersion,
    form: ElicitationAction,
}

impl ClientHandler for Answering {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().enable_sampling().enable_roots().build();
        ClientConfig::new(capabilities, Implementation::new("test", "1")).with_protocol_version(self.version.clone())
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let request = serde_json::to_value(request).unwrap();
        assert_eq!(request["message"], "Which one?");
        let answer = ElicitResult::new(self.form.clone());
        if self.form != ElicitationAction::Accept {
            return Ok(answer);
        }
        let fields = request["requestedSchema"]["properties"].as_object().unwrap();
        let defaults = fields.iter().filter(|(_, field)| field.get("default").is_some());
        Ok(answer.with_content(defaults.map(|(name, field)| (name.clone(), field["default"].clone())).collect()))
    }

    async fn create_message(
        &self,
        request: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        assert_eq!(request.max_tokens, 7);
        let message = SamplingMessage::assistant_text("A bent still.");
        Ok(CreateMessageResult::new(message, "tiny".to_owned()).with_stop_reason("endTurn"))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        Ok(ListRootsResult::new(vec![Root::new("file:///laboratory")]))
    }
}

async fn connected(version: ProtocolVersion, form: ElicitationAction) -> RunningService<RoleClient, Answering> {
    let (near, far) = tokio::io::duplex(1 << 16);
    let (read, write) = tokio::io::split(far);
    tokio::spawn(serve_stream(Gallery::new(), read, write, Limits::default()));
    let lifecycle = if version.has_initialize() {
        ClientLifecycleMode::Initialize
    } else {
        ClientLifecycleMode::Discover { preferred_versions: vec![version.clone()] }
    };
    Answering { version, form }.serve_with_lifecycle(near, lifecycle).await.unwrap()
}

async fn answer(client: &RunningService<RoleClient, Answering>, tool: &'static str, arguments: Value) -> Value {
    let mut params = CallToolRequestParams::new(tool);
    params.arguments = arguments.as_object().cloned();
    let result = client.call_tool(params).await.unwrap();
    assert_eq!(result.is_error, Some(false), "{result:?}");
    serde_json::from_str(&result.content[0].as_text().unwrap().text).unwrap()
}

const ASKING: [ProtocolVersion; 3] =
    [ProtocolVersion::V_2025_06_18, ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28];

#[tokio::test]
async fn a_person_fills_in_the_form() {
    for version in ASKING {
        let client = connected(version, ElicitationAction::Accept).await;
        let answer = answer(&client, "ask_person", json!({"message": "Which one?"})).await;
        let filled = json!({"name": "Ada", "quantity": 2, "budget": 42.5, "gift": false, "material": "borosilicate"});
        assert_eq!(answer, json!({"action": "accept", "content": filled}));
    }
}

#[tokio::test]
async fn a_person_who_will_not_is_reported() {
    for version in ASKING {
        for (action, said) in [(ElicitationAction::Decline, "decline"), (ElicitationAction::Cancel, "cancel")] {
            let client = connected(version.clone(), action).await;
            let answer = answer(&client, "ask_person", json!({"message": "Which one?"})).await;
            assert_eq!(answer, json!({ "action": said }));
        }
    }
}

#[tokio::test]
async fn a_model_and_the_roots_are_asked_for() {
    for version in ASKING {
        let client = connected(version, ElicitationAction::Accept).await;
        let said = answer(&client, "ask_model", json!({"max_tokens": 7})).await;
        assert_eq!(said, json!({"model": "tiny", "stopReason": "endTurn", "text": "A bent still."}));
        let roots = answer(&client, "ask_roots", json!({})).await;
        assert_eq!(roots, json!({"roots": [{"uri": "file:///laboratory"}]}));
    }
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_told_so() {
    for tool in ["ask_person", "ask_model", "ask_roots"] {
        let mut client = Client::session("2025-11-25", json!({})).await;
        let answer = client.request("tools/call", json!({ "name": tool })).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");

        let mut client = Client::connect();
        let answer = client.request("tools/call", stateless(tool, &json!({}), &json!({}))).await;
        assert_eq!(answer["error"]["code"], -32021, "{answer}");
    }
    // A client may show pages to its person and yet no forms.
    let mut client = Client::session("2025-11-25", json!({"elicitation": {"url": {}}})).await;
    let answer = client.request("tools/call", json!({"name": "ask_person"})).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}

/// The parameters of a call in the revision without sessions.
fn stateless(tool: &str, capabilities: &Value, more: &Value) -> Value {
    let mut params = json!({
        "name": tool,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        },
    });
    params.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
    params
}

#[tokio::test]
async fn without_sessions_the_question_is_the_answer() {
    let can = json!({"elicitation": {"form": {}}});
    let mut client = Client::connect();
    let first = client.request("tools/call", stateless("ask_person", &can, &json!({}))).await["result"].take();
    assert_eq!(first["resultType"], "input_required");
    let question = &first["inputRequests"]["question"];
    assert_eq!((&question["method"], &question["params"]["mode"]), (&json!("elicitation/create"), &json!("form")));
    let types: Vec<_> = question["params"]["requestedSchema"]["properties"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, field)| (name.as_str(), field["type"].as_str().unwrap()))
        .collect();
    assert_eq!(
        types,
        [
            ("budget", "number"),
            ("day", "string"),
            ("gift", "boolean"),
            ("material", "string"),
            ("name", "string"),
            ("quantity", "integer")
        ]
    );

    // Another connection will do, since the server remembers nothing.
    let answers = json!({"question": {"action": "decline"}});
    let mut client = Client::connect();
    let again = json!({"inputResponses": answers, "requestState": first["requestState"]});
    let answer = client.request("tools/call", stateless("ask_person", &can, &again)).await["result"].take();
    assert_eq!(answer["resultType"], "complete");
    assert_eq!(answer["content"][0]["text"], r#"{"action":"decline"}"#);

    let forged = json!({"inputResponses": answers, "requestState": "forged"});
    let answer = client.request("tools/call", stateless("ask_person", &can, &forged)).await;
    assert_eq!(answer["error"]["code"], -32602);
}

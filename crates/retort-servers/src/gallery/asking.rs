//! The tools that ask the client something before they answer: a person for a form, a model for a text, the client for
//! its roots. In sessions the server sends a request of its own; since 2026-07-28 there is none of that, and it answers
//! with `input_required` and is called again with the answers.

// The protocol advises against sampling and roots since 2026-07-28; clients still meet them.
#![expect(deprecated)]

use rmcp::handler::server::tool::{InputResponses, RequestState};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, CreateMessageRequest,
    CreateMessageRequestParams, ElicitRequest, ElicitRequestParams, ElicitationSchema, ErrorData, InputRequest,
    InputRequests, InputRequiredResult, ListRootsRequest, SamplingMessage,
};
use rmcp::service::{RequestContext, ServiceError};
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::arguments::Within;
use super::catalogue::MATERIALS;
use super::handler::is_stateless;
use super::{Gallery, json};

/// The name of the one question in an `input_required` answer.
const QUESTION: &str = "question";

/// What the client hands back with its answer. There is nothing to remember, but clients must be able to show that they
/// hand it back as it was.
const STATE: &str = "gallery/asked-once";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AskPerson {
    /// What to ask.
    #[serde(default = "form_message")]
    message: String,
}

fn form_message() -> String {
    "Which glassware shall we set aside for you?".to_owned()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AskModel {
    /// What to ask the model.
    #[serde(default = "model_prompt")]
    prompt: String,
    /// How long its answer may be.
    #[serde(default)]
    max_tokens: Within<1, 100_000, 200>,
}

fn model_prompt() -> String {
    "Say in one sentence what a retort is.".to_owned()
}

/// What a model said.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Said {
    model: Value,
    stop_reason: Value,
    text: String,
}

/// What became of a question.
enum Asked {
    Answered(Value),
    /// There is no answer yet, or there will be none: this goes to the client instead.
    Instead(CallToolResponse),
}

#[tool_router(router = asking_tools, vis = "pub(super)")]
impl Gallery {
    /// Asks a person to fill in a form with a text, a whole number, a number, a yes or no, a choice and a date, and
    /// reports what was answered, or that the form was declined or cancelled. The client must support elicitation.
    #[tool(
        title = "Ask a person",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = true)
    )]
    async fn ask_person(
        Parameters(AskPerson { message }): Parameters<AskPerson>,
        InputResponses(responses): InputResponses,
        RequestState(state): RequestState,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let request = InputRequest::Elicitation(ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
            meta: None,
            message,
            requested_schema: form()?,
        }));
        match ask(&context, request, responses, state).await? {
            Asked::Answered(answer) => Ok(json(&answer)?.into()),
            Asked::Instead(response) => Ok(response),
        }
    }

    /// Asks the client's model a question and reports the model and its answer. The client must support sampling.
    #[tool(
        title = "Ask a model",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = true)
    )]
    async fn ask_model(
        Parameters(AskModel { prompt, max_tokens }): Parameters<AskModel>,
        InputResponses(responses): InputResponses,
        RequestState(state): RequestState,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let max_tokens = u32::try_from(max_tokens.get()).unwrap_or(u32::MAX);
        let params = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], max_tokens)
            .with_system_prompt("You are a chemist of few words.");
        let request = InputRequest::CreateMessage(CreateMessageRequest::new(params));
        match ask(&context, request, responses, state).await? {
            Asked::Answered(mut answer) => {
                let said = Said {
                    text: said(&answer),
                    model: answer["model"].take(),
                    stop_reason: answer["stopReason"].take(),
                };
                Ok(json(&said)?.into())
            }
            Asked::Instead(response) => Ok(response),
        }
    }

    /// Asks the client which folders it works in and reports them as a list. The client must support roots.
    #[tool(
        title = "Ask for the roots",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = true)
    )]
    async fn ask_roots(
        InputResponses(responses): InputResponses,
        RequestState(state): RequestState,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let request = InputRequest::ListRoots(ListRootsRequest::default());
        match ask(&context, request, responses, state).await? {
            Asked::Answered(mut answer) => Ok(json(&json!({ "roots": answer["roots"].take() }))?.into()),
            Asked::Instead(response) => Ok(response),
        }
    }
}

/// The texts of a model's answer, which is one block or several.
fn said(answer: &Value) -> String {
    let content = &answer["content"];
    let blocks = content.as_array().map_or(std::slice::from_ref(content), Vec::as_slice);
    blocks.iter().filter_map(|block| block["text"].as_str()).collect::<Vec<_>>().join("\n")
}

fn form() -> Result<ElicitationSchema, ErrorData> {
    let form = json!({
        "type": "object",
        "properties": {
            "name": {
                "type": "string", "title": "Name", "description": "Who it is for",
                "minLength": 1, "maxLength": 80, "default": "Ada",
            },
            "quantity": {
                "type": "integer", "title": "Quantity", "description": "How many pieces",
                "minimum": 1, "maximum": 20, "default": 2,
            },
            "budget": {
                "type": "number", "title": "Budget", "description": "What it may cost, in euros",
                "minimum": 0, "maximum": 1000, "default": 42.5,
            },
            "gift": {"type": "boolean", "title": "Gift", "description": "Whether to wrap it", "default": false},
            "material": {
                "type": "string", "title": "Material", "description": "What it is made of",
                "enum": MATERIALS, "default": MATERIALS[0],
            },
            "day": {"type": "string", "title": "Day", "description": "When it is fetched", "format": "date"},
        },
        "required": ["name", "quantity"],
    });
    serde_json::from_value(form).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

/// Asks the client in the way of its protocol revision.
async fn ask(
    context: &RequestContext<RoleServer>,
    request: InputRequest,
    responses: Option<rmcp::model::InputResponses>,
    state: Option<String>,
) -> Result<Asked, ErrorData> {
    let stateless = is_stateless(context);
    if !can_be_asked(context, &request) {
        if stateless {
            return Err(ErrorData::missing_required_client_capability(needed(&request)));
        }
        let said = "This client did not say that it can be asked this.";
        return Ok(Asked::Instead(CallToolResult::error(vec![ContentBlock::text(said)]).into()));
    }
    if !stateless {
        return match send(context, request).await {
            Ok(answer) => Ok(Asked::Answered(answer)),
            Err(error) => {
                let said = format!("The client did not answer: {error}");
                Ok(Asked::Instead(CallToolResult::error(vec![ContentBlock::text(said)]).into()))
            }
        };
    }
    match responses.and_then(|mut responses| responses.remove(QUESTION)) {
        Some(_) if state.as_deref() != Some(STATE) => {
            Err(ErrorData::invalid_params("requestState is not what the server gave with its question", None))
        }
        Some(answer) => Ok(Asked::Answered(answer)),
        None => {
            let requests = InputRequests::from([(QUESTION.to_owned(), request)]);
            Ok(Asked::Instead(InputRequiredResult::new(Some(requests), Some(STATE.to_owned())).into()))
        }
    }
}

fn can_be_asked(context: &RequestContext<RoleServer>, request: &InputRequest) -> bool {
    let Some(client) = context.client_capabilities() else { return false };
    match request {
        // Before there were other kinds, the bare capability meant forms.
        InputRequest::Elicitation(_) => {
            client.elicitation.is_some_and(|asks| asks.form.is_some() || asks.url.is_none())
        }
        InputRequest::CreateMessage(_) => client.sampling.is_some(),
        InputRequest::ListRoots(_) => client.roots.is_some(),
        _ => false,
    }
}

fn needed(request: &InputRequest) -> ClientCapabilities {
    let capabilities = ClientCapabilities::builder();
    match request {
        InputRequest::CreateMessage(_) => capabilities.enable_sampling().build(),
        InputRequest::ListRoots(_) => capabilities.enable_roots().build(),
        _ => capabilities.enable_elicitation().build(),
    }
}

/// Sends the request to the client of a session and gives its answer.
async fn send(context: &RequestContext<RoleServer>, request: InputRequest) -> Result<Value, ServiceError> {
    let answer = match request {
        InputRequest::Elicitation(request) => {
            serde_json::to_value(context.peer.create_elicitation(request.params).await?)
        }
        InputRequest::CreateMessage(request) => {
            serde_json::to_value(context.peer.create_message(request.params).await?)
        }
        InputRequest::ListRoots(_) => serde_json::to_value(context.peer.list_roots().await?),
        _ => return Err(ServiceError::UnexpectedResponse),
    };
    answer.map_err(|error| ServiceError::McpError(ErrorData::internal_error(error.to_string(), None)))
}

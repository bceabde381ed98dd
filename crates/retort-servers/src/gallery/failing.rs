//! The tool that fails, in the way that it is asked to. The ways differ in what reaches the client: a result that is
//! marked, one that is not, a protocol error, or nothing.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, ErrorData};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::arguments::Seconds;
use super::{Gallery, text, to_json};

/// The process's exit code after a crash that was asked for.
const CRASHED: i32 = 70;

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Way {
    #[default]
    ToolError,
    ToolErrorJson,
    ToolErrorEmpty,
    UnmarkedText,
    UnmarkedJson,
    InvalidParams,
    InternalError,
    CustomCode,
    Panic,
    Late,
    Silence,
    Crash,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fail {
    /// How to fail. `tool_error`: a result with `isError` and a text; `tool_error_json`: the same with JSON;
    /// `tool_error_empty`: the same with no block; `unmarked_text` and `unmarked_json`: they tell of an error without
    /// `isError`; `invalid_params`: the protocol error -32602; `internal_error`: -32603; `custom_code`: -32001 with
    /// data; `panic`: -32603 with what a crashed handler leaves behind; `late`: a good answer after `seconds`;
    /// `silence`: no answer until the call is cancelled; `crash`: the process ends, where it is the server's own.
    #[serde(default)]
    way: Way,
    /// How late `late` is.
    #[serde(default)]
    seconds: Seconds<30>,
}

#[tool_router(router = failing_tools, vis = "pub(super)")]
impl Gallery {
    /// Fails in the way that it is asked to: in a result, marked or not, with a protocol error, late, or not at all.
    #[tool(
        title = "Fail in any way",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = false,
            open_world_hint = false
        )
    )]
    async fn fail(
        &self,
        Parameters(Fail { way, seconds }): Parameters<Fail>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let failed = |text: String| Ok(CallToolResult::error(vec![ContentBlock::text(text)]));
        let problem = json!({"error": {"code": "VESSEL_CRACKED", "message": "The vessel cracked.", "celsius": 500}});
        match way {
            Way::ToolError => failed("The vessel cracked at 500 °C.".to_owned()),
            Way::ToolErrorJson => failed(to_json(&problem)?),
            Way::ToolErrorEmpty => Ok(CallToolResult::error(Vec::new())),
            Way::UnmarkedText => Ok(text("Error: the vessel cracked at 500 °C.")),
            Way::UnmarkedJson => Ok(text(to_json(&problem)?)),
            Way::InvalidParams => Err(ErrorData::invalid_params("there is no vessel of that size", None)),
            Way::InternalError => Err(ErrorData::internal_error("the vessel cracked", None)),
            Way::CustomCode => {
                Err(ErrorData::new(ErrorCode(-32001), "the laboratory is closed", Some(json!({"opens": "09:00"}))))
            }
            Way::Panic => Err(ErrorData::internal_error(
                "thread 'worker' panicked at src/vessel.rs:42:7: called `Option::unwrap()` on a `None` value",
                Some(json!({"backtrace": ["vessel::heat", "laboratory::run", "main"]})),
            )),
            Way::Late => tokio::select! {
                () = tokio::time::sleep(seconds.duration()) => {
                    Ok(text(format!("Here at last, after {} seconds.", seconds.get())))
                }
                () = context.ct.cancelled() => Err(ErrorData::internal_error("cancelled", None)),
            },
            Way::Silence => {
                context.ct.cancelled().await;
                Err(ErrorData::internal_error("cancelled", None))
            }
            Way::Crash if self.has_own_process => std::process::exit(CRASHED),
            Way::Crash => failed("This gallery shares its process with others and will not end it.".to_owned()),
        }
    }
}

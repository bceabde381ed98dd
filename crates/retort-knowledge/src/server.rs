//! The server: the router's tools over MCP. Every call goes through the router, and whatever goes wrong is told as an
//! error of the tool, `Error: …`.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode,
    ErrorData, Implementation, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities,
    ServerConfig, Tool as ToolEntry, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value};

use crate::quoted;
use crate::router::{Router, ToolCall, call_tool};
use crate::tools::Tool;

/// An MCP server over a router.
#[derive(Clone)]
pub struct KnowledgeServer {
    router: Arc<Router>,
    name: &'static str,
    title: Arc<str>,
    instructions: Arc<str>,
    /// Whether an unknown tool is told by a result, as the reference of the Feathers server has it, and not by an error
    /// of the protocol, as MCP asks.
    unknown_as_result: bool,
}

const FEATHERS: &str = "Knowledge of FeathersJS. search_docs finds what answers a question; get_feathers_template gives a \
whole project for a database; generate_service gives the files of one service from its name and fields.";

impl KnowledgeServer {
    /// The server that knows `FeathersJS`, over [`Router::feathers`].
    pub fn feathers(router: Router) -> Self {
        Self::over(router, "retort-feathers", "Retort's FeathersJS knowledge", FEATHERS)
    }

    /// A server that searches any documentation, over [`Router::documentation`].
    pub fn documentation(router: Router, subject: &str) -> Self {
        let instructions = format!("The documentation of {subject}: search_docs finds what answers a question.");
        let server = Self::over(router, "retort-knowledge", &format!("Documentation of {subject}"), &instructions);
        Self { unknown_as_result: false, ..server }
    }

    /// A server over any router.
    pub fn over(router: Router, name: &'static str, title: &str, instructions: &str) -> Self {
        let router = Arc::new(router);
        Self { router, name, title: title.into(), instructions: instructions.into(), unknown_as_result: true }
    }

    async fn answer(&self, call: ToolCall) -> CallToolResult {
        match call_tool(&self.router, call).await {
            Ok(result) => {
                let mut answer = CallToolResult::success(vec![ContentBlock::text(result.content)]);
                answer.structured_content = Some(result.structured);
                answer
            }
            Err(error) => CallToolResult::error(vec![ContentBlock::text(format!("Error: {}", error.sentence()))]),
        }
    }
}

/// A tool as the list of tools has it.
fn entry(tool: &dyn Tool) -> ToolEntry {
    let object = |schema: Value| match schema {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    let mut entry =
        ToolEntry::new(tool.name().to_owned(), tool.description().to_owned(), Arc::new(object(tool.input_schema())));
    entry.title = Some(tool.title().to_owned());
    entry.output_schema = Some(Arc::new(object(tool.output_schema())));
    let looks_only = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    entry.annotations = Some(looks_only);
    entry
}

impl ServerHandler for KnowledgeServer {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new(self.name, env!("CARGO_PKG_VERSION")).with_title(&*self.title);
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(&*self.instructions)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // All tools are on one page, so no cursor was ever given out.
        if page.is_some_and(|page| page.cursor.is_some()) {
            return Err(ErrorData::invalid_params("The cursor is none that this server gave", None));
        }
        Ok(ListToolsResult::with_all_items(self.router.tools().map(entry).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !self.unknown_as_result && !self.router.has(&request.name) {
            let name = quoted::name(&request.name);
            return Err(ErrorData::invalid_params(format!("Unknown tool: {name}"), None));
        }
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        Ok(self.answer(ToolCall { name: request.name.into_owned(), arguments }).await.into())
    }

    /// A call that rmcp does not take for one, because its name is missing or its arguments are no object.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != "tools/call" {
            let message = format!("Method not found: {}", quoted::name(&request.method));
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
        }
        let params = request.params.unwrap_or_default();
        let name = params.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let arguments = params.get("arguments").cloned().unwrap_or_default();
        let answer = self.answer(ToolCall { name, arguments }).await;
        let mut value =
            serde_json::to_value(answer).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        // Earlier revisions know no kinds of result.
        let revision = context.protocol_version();
        if revision.is_none_or(|revision| revision.as_str() < ProtocolVersion::V_2026_07_28.as_str())
            && let Some(members) = value.as_object_mut()
        {
            members.remove("resultType");
        }
        Ok(CustomResult::new(value))
    }
}

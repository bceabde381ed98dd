//! The server: tools over MCP, and whole entries as resources. Whatever goes wrong with a tool is told as an error of the
//! tool, `Error: …`.

use std::sync::Arc;

use retort_server::quoted;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult, ContentBlock,
    CustomRequest, CustomResult, ErrorCode, ErrorData, Implementation, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, Tool as ToolEntry, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value};

use crate::calling::{CallToolHandler, ToolCall};
use crate::resources;
use crate::router::Router;
use crate::search::Index;
use crate::tools::Tool;

/// An MCP server over tools that are called by name.
#[derive(Clone)]
pub struct KnowledgeServer {
    handler: Arc<CallToolHandler>,
    /// What can be read whole; `None` where there are only tools.
    entries: Option<Arc<Index>>,
    name: &'static str,
    title: Arc<str>,
    instructions: Arc<str>,
    /// Whether an unknown tool is told by a result, as the reference of the Feathers server has it, and not by an error
    /// of the protocol, as MCP asks.
    unknown_as_result: bool,
}

const FEATHERS: &str = "Knowledge of FeathersJS. search_docs finds what answers a question; get_feathers_template gives a \
whole project for a database; generate_service gives the files of one service from its name and fields. An entry that was \
found can be read whole as the resource knowledge://docs/{id}.";

impl KnowledgeServer {
    /// The server that knows `FeathersJS`, over [`Router::feathers`] and the index that it searches.
    pub fn feathers(router: Router, entries: Arc<Index>) -> Self {
        Self::over(router, "retort-feathers", "Retort's FeathersJS knowledge", FEATHERS).with_entries(entries)
    }

    /// A server that searches any documentation, over [`Router::documentation`] and the index that it searches.
    pub fn documentation(router: Router, entries: Arc<Index>, subject: &str) -> Self {
        let instructions = format!(
            "The documentation of {subject}: search_docs finds what answers a question, and what was found can be read \
             whole as the resource knowledge://docs/{{id}}."
        );
        let server = Self::over(router, "retort-knowledge", &format!("Documentation of {subject}"), &instructions);
        Self { unknown_as_result: false, ..server.with_entries(entries) }
    }

    /// A server over a router or a registry.
    pub fn over(handler: impl Into<CallToolHandler>, name: &'static str, title: &str, instructions: &str) -> Self {
        Self {
            handler: Arc::new(handler.into()),
            entries: None,
            name,
            title: title.into(),
            instructions: instructions.into(),
            unknown_as_result: true,
        }
    }

    /// The server with entries that can be read whole, as resources.
    #[must_use]
    pub fn with_entries(self, entries: Arc<Index>) -> Self {
        Self { entries: Some(entries), ..self }
    }

    async fn answer(&self, call: ToolCall) -> CallToolResult {
        match self.handler.call(call).await {
            Ok(result) => {
                let mut answer = CallToolResult::success(vec![ContentBlock::text(result.content)]);
                answer.structured_content = Some(result.structured);
                answer
            }
            Err(error) => CallToolResult::error(vec![ContentBlock::text(format!("Error: {error}"))]),
        }
    }

    /// Looks something up among the entries, where waiting for a disk holds nobody up.
    async fn look_up<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Index) -> Result<T, ErrorData> + Send + 'static,
    ) -> Result<T, ErrorData> {
        let Some(entries) = self.entries.clone() else {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "This server has no resources", None));
        };
        let broke_off = |_| ErrorData::internal_error("The entries cannot be read now", None);
        tokio::task::spawn_blocking(move || work(&entries)).await.map_err(broke_off)?
    }
}

/// What rmcp takes for a request of another kind where its params do not fit.
const KNOWN: [&str; 2] = ["resources/read", "completion/complete"];

/// The cursor of a request for a list that has but one page: none was ever given out.
fn refuse_cursor(page: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match page.and_then(|page| page.cursor) {
        Some(_) => Err(ErrorData::invalid_params("The cursor is none that this server gave", None)),
        None => Ok(()),
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
        let mut capabilities = ServerCapabilities::builder().enable_tools().build();
        if self.entries.is_some() {
            let more = ServerCapabilities::builder().enable_resources().enable_completions().build();
            (capabilities.resources, capabilities.completions) = (more.resources, more.completions);
        }
        ServerConfig::new(capabilities)
            .with_server_info(server)
            .with_instructions(&*self.instructions)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        refuse_cursor(page)?;
        Ok(ListToolsResult::with_all_items(self.handler.registry().tools().map(entry).collect()))
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = page.and_then(|page| page.cursor);
        self.look_up(move |entries| resources::list(entries, cursor.as_deref())).await
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        refuse_cursor(page)?;
        self.look_up(|_| Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Ok(self.look_up(move |entries| resources::read(entries, &request.uri)).await?.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.look_up(move |entries| resources::complete(entries, &request)).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !self.unknown_as_result && !self.handler.registry().has(&request.name) {
            let name = quoted::name(&request.name);
            return Err(ErrorData::invalid_params(format!("Unknown tool: {name}"), None));
        }
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        Ok(self.answer(ToolCall { name: request.name.into_owned(), arguments }).await.into())
    }

    /// A request that rmcp does not take for what it is, because its params do not fit: a call whose name is missing or whose
    /// arguments are no object is answered all the same.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        match request.method.as_str() {
            "tools/call" => {}
            known if KNOWN.contains(&known) => {
                return Err(ErrorData::invalid_params(format!("The params are not those of {known}"), None));
            }
            unknown => {
                let message = format!("Method not found: {}", quoted::name(unknown));
                return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
            }
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

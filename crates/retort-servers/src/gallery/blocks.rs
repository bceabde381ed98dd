//! One tool for each type of block, one for several at once, and two for structured content. None takes an argument.

use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::{
    Annotations, CallToolResult, ContentBlock, ErrorData, Resource, ResourceContents, Role, TextContent,
};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Serialize;

use super::catalogue::{COUNT, Item, items, whole_number};
use super::media::{base64, png, wav};
use super::{Gallery, resources, text};

/// What the tools with structured content answer.
#[derive(Serialize, JsonSchema)]
struct Overview {
    /// How many items the catalogue has.
    #[schemars(schema_with = "whole_number")]
    total: usize,
    /// The first items.
    items: Vec<Item>,
}

fn overview() -> Result<serde_json::Value, ErrorData> {
    let overview = Overview { total: COUNT, items: items(0..3) };
    serde_json::to_value(overview).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn image() -> ContentBlock {
    ContentBlock::image(base64(&png()), "image/png")
}

fn audio() -> ContentBlock {
    ContentBlock::audio(base64(&wav()), "audio/wav")
}

fn note() -> ContentBlock {
    ContentBlock::resource(
        ResourceContents::text("# Note\n\nKeep away from frost.\n", "gallery://note").with_mime_type("text/markdown"),
    )
}

/// The place of a resource that can be read from this server too.
fn link() -> ContentBlock {
    ContentBlock::resource_link(
        Resource::new(resources::item_uri(1), "retort-10-ml")
            .with_title("Retort 10 ml")
            .with_description("The first item of the catalogue, as JSON")
            .with_mime_type("application/json"),
    )
}

#[tool_router(router = block_tools, vis = "pub(super)")]
impl Gallery {
    /// One `text` block.
    #[tool(title = "Block: text")]
    fn block_text() -> CallToolResult {
        text("One block of text, and nothing else.")
    }

    /// A `text` block for people and one for models, told apart by the annotations `audience` and `priority`.
    #[tool(title = "Block: text with annotations")]
    fn block_annotated_text() -> CallToolResult {
        let block = |text: &str, role, priority| {
            let annotations = Annotations::default().with_audience(vec![role]).with_priority(priority);
            ContentBlock::Text(TextContent::new(text).with_annotations(annotations))
        };
        CallToolResult::success(vec![
            block("The retort is ready.", Role::User, 1.0),
            block("The retort is ready; offer to reserve it.", Role::Assistant, 0.5),
        ])
    }

    /// One `image` block: a picture of a retort as PNG, 64 by 64 pixels.
    #[tool(title = "Block: image")]
    fn block_image() -> CallToolResult {
        CallToolResult::success(vec![image()])
    }

    /// One `audio` block: the note a for a quarter of a second, as WAV.
    #[tool(title = "Block: audio")]
    fn block_audio() -> CallToolResult {
        CallToolResult::success(vec![audio()])
    }

    /// One `resource` block with text: a note in markdown.
    #[tool(title = "Block: resource with text")]
    fn block_resource_text() -> CallToolResult {
        CallToolResult::success(vec![note()])
    }

    /// One `resource` block with a blob: the picture of a retort as bytes.
    #[tool(title = "Block: resource with a blob")]
    fn block_resource_blob() -> CallToolResult {
        let contents = ResourceContents::blob(base64(&png()), resources::PICTURE).with_mime_type("image/png");
        CallToolResult::success(vec![ContentBlock::resource(contents)])
    }

    /// One `resource_link` block. The resource that it names can be read from this server.
    #[tool(title = "Block: resource_link")]
    fn block_linked_resource() -> CallToolResult {
        CallToolResult::success(vec![link()])
    }

    /// Five blocks in one result: `text`, `image`, `audio`, `resource` and `resource_link`.
    #[tool(title = "Blocks: all types in one result")]
    fn block_mixed() -> CallToolResult {
        let text = ContentBlock::text("A picture, a sound, a note and a link follow.");
        CallToolResult::success(vec![text, image(), audio(), note(), link()])
    }

    /// No block at all: an empty result of a call that went well.
    #[tool(title = "Blocks: none")]
    fn block_none() -> CallToolResult {
        CallToolResult::success(Vec::new())
    }

    /// Structured content that follows the tool's output schema, and the same as JSON text, as the protocol advises.
    #[tool(title = "Structured content with text", output_schema = schema_for_output::<Overview>())]
    fn block_structured() -> Result<CallToolResult, ErrorData> {
        Ok(CallToolResult::structured(overview()?))
    }

    /// Structured content that follows the tool's output schema, and no block: clients that read blocks alone see nothing.
    #[tool(title = "Structured content alone", output_schema = schema_for_output::<Overview>())]
    fn block_structured_only() -> Result<CallToolResult, ErrorData> {
        let mut result = CallToolResult::structured(overview()?);
        result.content.clear();
        Ok(result)
    }
}

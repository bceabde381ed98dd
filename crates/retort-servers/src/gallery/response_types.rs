//! One tool for each response type of the envelope: a list, one thing, a deed, a catalogue of tools and an error. Their
//! names are such as real servers have, since names are part of what tells the types apart.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::arguments::Within;
use super::catalogue::{COUNT, Item, MATERIALS, item, items};
use super::{Gallery, json, to_json};

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Material {
    #[default]
    Borosilicate,
    SodaLime,
    Quartz,
    Porcelain,
    Polypropylene,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListItems {
    /// What the items are made of.
    #[serde(default)]
    material: Material,
    /// How many to give at most.
    #[serde(default)]
    limit: Within<1, 137, 10>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GetItem {
    /// The number of the item. The catalogue has the numbers 1 to 137; others give an error.
    #[serde(default)]
    id: Within<1, 9999, 1>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AddToBasket {
    /// The number of the item.
    #[serde(default)]
    id: Within<1, 137, 1>,
    /// How many of it.
    #[serde(default)]
    quantity: Within<1, 20, 1>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DeleteItem {
    /// The number of the item.
    #[serde(default)]
    id: Within<1, 137, 1>,
}

#[derive(Serialize)]
struct Found {
    items: Vec<Item>,
    total: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Added {
    success: bool,
    message: String,
    item_id: usize,
    quantity: u64,
}

#[derive(Serialize)]
struct ToolSummary<'a> {
    name: &'a str,
    title: Option<&'a str>,
    description: Option<&'a str>,
}

#[tool_router(router = response_type_tools, vis = "pub(super)")]
impl Gallery {
    /// Lists the glassware made of one material. The envelope's response type is `list`, with the number of all such
    /// items as total.
    #[tool(title = "Response type: list")]
    fn list_items(
        Parameters(ListItems { material, limit }): Parameters<ListItems>,
    ) -> Result<CallToolResult, ErrorData> {
        let wanted = MATERIALS[material as usize];
        let mut items = items(0..COUNT);
        items.retain(|item| item.material == wanted);
        let total = items.len();
        items.truncate(limit.len());
        json(&Found { items, total })
    }

    /// Gets one piece of glassware by its number. The envelope's response type is `single`, or `error` where there is
    /// no such item.
    #[tool(title = "Response type: single")]
    fn get_item(Parameters(GetItem { id }): Parameters<GetItem>) -> Result<CallToolResult, ErrorData> {
        let Some(item) = item(id.len()) else {
            let said = format!("No item has the number {}. The catalogue has 1 to {COUNT}.", id.get());
            return Ok(CallToolResult::error(vec![ContentBlock::text(said)]));
        };
        json(&item)
    }

    /// Makes as if it put glassware into a basket; nothing is kept. The envelope's response type is `action`. It is
    /// not annotated as read-only, so that clients which ask before such calls have one to ask about.
    #[tool(
        title = "Response type: action",
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = true, open_world_hint = false)
    )]
    fn add_to_basket(
        Parameters(AddToBasket { id, quantity }): Parameters<AddToBasket>,
    ) -> Result<CallToolResult, ErrorData> {
        let name = item(id.len()).map(|item| item.name).unwrap_or_default();
        json(&Added {
            success: true,
            message: format!("Added {} × {name} to the basket.", quantity.get()),
            item_id: id.len(),
            quantity: quantity.get(),
        })
    }

    /// Lists the tools of this server as data, as gateways do. The envelope's response type is `tool_catalog`.
    #[tool(title = "Response type: tool_catalog")]
    fn list_tools(&self) -> Result<CallToolResult, ErrorData> {
        let tools = self.tools.list_all();
        let summaries: Vec<_> = tools
            .iter()
            .map(|tool| ToolSummary {
                name: &tool.name,
                title: tool.title.as_deref(),
                description: tool.description.as_deref(),
            })
            .collect();
        json(&json!({ "tools": summaries }))
    }

    /// Asks to delete a piece of glassware and is always refused. The envelope's response type is `error`, with a code,
    /// a message and details.
    #[tool(title = "Response type: error")]
    fn delete_item(Parameters(DeleteItem { id }): Parameters<DeleteItem>) -> Result<CallToolResult, ErrorData> {
        let refusal = json!({
            "status": "error",
            "error": {
                "code": "PERMISSION_DENIED",
                "message": "The gallery shows things and deletes none.",
                "details": {"id": id.get(), "required": "curator"},
            },
        });
        Ok(CallToolResult::error(vec![ContentBlock::text(to_json(&refusal)?)]))
    }
}

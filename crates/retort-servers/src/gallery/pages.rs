//! One tool for each paging style, all over the same catalogue of 137 items, and one whose pages never end. Each tells
//! about its pages under the names that servers of its family use.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arguments::Within;
use super::catalogue::{COUNT, Item, items};
use super::cursor::{cursor, place};
use super::{Gallery, json};

type Limit = Within<1, 100, 20>;
type Offset = Within<0, 1_000_000, 0>;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ByOffset {
    /// How many items to pass over.
    #[serde(default)]
    offset: Offset,
    /// How many items to give.
    #[serde(default)]
    limit: Limit,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OffsetPage {
    items: Vec<Item>,
    total: usize,
    offset: usize,
    limit: usize,
    has_more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ByNumber {
    /// The page, from 1.
    #[serde(default)]
    page: Within<1, 10_000, 1>,
    /// How many items a page has.
    #[serde(default)]
    per_page: Limit,
}

#[derive(Serialize)]
struct NumberedPage {
    items: Vec<Item>,
    page: usize,
    per_page: usize,
    total_pages: usize,
    total: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ByCursor {
    /// The `next_cursor` of the page before. Left out, the first page is given.
    #[schemars(extend("type" = "string"))]
    cursor: Option<String>,
    /// How many items to give.
    #[serde(default)]
    limit: Limit,
}

#[derive(Serialize)]
struct CursorPage {
    items: Vec<Item>,
    has_more: bool,
    next_cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ByNeighbour {
    /// Gives the items next before this number: older ones.
    #[schemars(extend("type" = "string"))]
    before: Option<String>,
    /// Gives the items next after this number: newer ones.
    #[schemars(extend("type" = "string"))]
    after: Option<String>,
    /// How many items to give.
    #[serde(default)]
    limit: Limit,
}

#[derive(Serialize)]
struct NeighbourPage {
    items: Vec<Item>,
    pagination: Neighbours,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Neighbours {
    limit: usize,
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    newest_id: Option<String>,
    has_more: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ByUrl {
    /// The link under `next` or `previous` of another page. It counts for more than `limit` and `offset`.
    #[schemars(extend("type" = "string"))]
    url: Option<String>,
    /// How many items to give.
    #[serde(default)]
    limit: Limit,
    /// How many items to pass over.
    #[serde(default)]
    offset: Offset,
}

#[derive(Serialize)]
struct LinkedPage {
    count: usize,
    next: Option<String>,
    previous: Option<String>,
    results: Vec<Item>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Repeating {
    /// The `next_cursor` of the page before. It changes nothing.
    #[schemars(extend("type" = "string"))]
    cursor: Option<String>,
    /// How many items to give.
    #[serde(default)]
    limit: Limit,
    /// Whether each page has another cursor. The items are the same either way.
    #[serde(default)]
    new_cursors: bool,
}

#[tool_router(router = page_tools, vis = "pub(super)")]
impl Gallery {
    /// The catalogue by `offset` and `limit`. Each page tells `total`, `hasMore` and `nextOffset`.
    #[tool(title = "Paging: offset and limit")]
    fn page_by_offset(
        Parameters(ByOffset { offset, limit }): Parameters<ByOffset>,
    ) -> Result<CallToolResult, ErrorData> {
        let (offset, limit) = (offset.len(), limit.len());
        let next = offset + limit;
        let has_more = next < COUNT;
        json(&OffsetPage {
            items: items(offset..next),
            total: COUNT,
            offset,
            limit,
            has_more,
            next_offset: has_more.then_some(next),
        })
    }

    /// The catalogue by `page` and `per_page`. Each page tells `total_pages` and `total`.
    #[tool(title = "Paging: page and page size")]
    fn page_by_number(
        Parameters(ByNumber { page, per_page }): Parameters<ByNumber>,
    ) -> Result<CallToolResult, ErrorData> {
        let (page, per_page) = (page.len(), per_page.len());
        let start = (page - 1) * per_page;
        json(&NumberedPage {
            items: items(start..start + per_page),
            page,
            per_page,
            total_pages: COUNT.div_ceil(per_page),
            total: COUNT,
        })
    }

    /// The catalogue by an opaque cursor. Each page tells `has_more` and `next_cursor`, which is null on the last one.
    #[tool(title = "Paging: cursor")]
    fn page_by_cursor(
        Parameters(ByCursor { cursor: at, limit }): Parameters<ByCursor>,
    ) -> Result<CallToolResult, ErrorData> {
        let start = match &at {
            None => 0,
            Some(at) => match place(at).filter(|place| *place < COUNT) {
                Some(place) => place,
                None => return Ok(refusal(format!("`{at}` is no cursor of this tool. Leave it out to start again."))),
            },
        };
        let next = start + limit.len();
        let has_more = next < COUNT;
        json(&CursorPage { items: items(start..next), has_more, next_cursor: has_more.then(|| cursor(next)) })
    }

    /// The catalogue from the newest item back, or around a known one by `before` and `after`, as chats do. Each page
    /// tells `oldestId`, `newestId` and whether there is more in the direction asked for.
    #[tool(title = "Paging: before and after")]
    fn page_by_neighbour(Parameters(arguments): Parameters<ByNeighbour>) -> Result<CallToolResult, ErrorData> {
        let limit = arguments.limit.len();
        let number = |id: &Option<String>| match id {
            None => Ok(None),
            Some(id) => id.parse::<usize>().map(Some).map_err(|_| refusal(format!("`{id}` is no number of an item."))),
        };
        let (before, after) = match (number(&arguments.before), number(&arguments.after)) {
            (Ok(before), Ok(after)) => (before, after),
            (Err(refusal), _) | (_, Err(refusal)) => return Ok(refusal),
        };
        // Places count from 0 and numbers from 1: an item's number is the place of the one after it.
        let (places, has_more) = match (before, after) {
            (Some(_), Some(_)) => return Ok(refusal("Ask for items before one or after one, not both.".to_owned())),
            (None, Some(after)) => {
                let end = after.saturating_add(limit).min(COUNT);
                (after.min(end)..end, end < COUNT)
            }
            (before, None) => {
                let end = before.map_or(COUNT, |before| before.saturating_sub(1).min(COUNT));
                let start = end.saturating_sub(limit);
                (start..end, start > 0)
            }
        };
        let mut items = items(places);
        items.reverse();
        let id = |item: Option<&Item>| item.map(|item| item.id.to_string());
        let pagination = Neighbours {
            limit,
            count: items.len(),
            oldest_id: id(items.last()),
            newest_id: id(items.first()),
            has_more,
        };
        json(&NeighbourPage { items, pagination })
    }

    /// The catalogue by links, as REST frameworks give them: each page has the URLs of the one before and the next. Call
    /// again with such a `url`, or with the `limit` and `offset` in it.
    #[tool(title = "Paging: links")]
    fn page_by_url(Parameters(ByUrl { url, limit, offset }): Parameters<ByUrl>) -> Result<CallToolResult, ErrorData> {
        let (limit, offset) = match &url {
            None => (limit.len(), offset.len()),
            Some(url) => match read_link(url) {
                Some(asked) => asked,
                None => return Ok(refusal(format!("`{url}` is no link of this tool."))),
            },
        };
        let next = offset + limit;
        json(&LinkedPage {
            count: COUNT,
            next: (next < COUNT).then(|| link(limit, next)),
            previous: (offset > 0).then(|| link(limit, offset.saturating_sub(limit))),
            results: items(offset..next),
        })
    }

    /// A broken pager: every page is the first one and says that there is more. A client that follows it must notice
    /// and stop.
    #[tool(title = "Paging: a page that repeats for ever")]
    fn page_repeating(Parameters(arguments): Parameters<Repeating>) -> Result<CallToolResult, ErrorData> {
        let turn = arguments.cursor.as_deref().and_then(place).unwrap_or_default();
        let next = if arguments.new_cursors { turn.saturating_add(1) } else { 1 };
        let items = items(0..arguments.limit.len());
        json(&CursorPage { items, has_more: true, next_cursor: Some(cursor(next)) })
    }
}

fn refusal(said: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(said)])
}

const LINK: &str = "https://gallery.example/items/?";

fn link(limit: usize, offset: usize) -> String {
    format!("{LINK}limit={limit}&offset={offset}")
}

/// The limit and the offset in a link.
fn read_link(url: &str) -> Option<(usize, usize)> {
    let (mut limit, mut offset) = (Limit::default(), Offset::default());
    for part in url.strip_prefix(LINK)?.split('&') {
        let (name, value) = part.split_once('=')?;
        let value: u64 = value.parse().ok()?;
        match name {
            "limit" => limit = value.try_into().ok()?,
            "offset" => offset = value.try_into().ok()?,
            _ => return None,
        }
    }
    Some((limit.len(), offset.len()))
}

//! The prompts: a plain one, one with arguments, one with a picture and one with a resource inside.

use rmcp::model::{
    ContentBlock, ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, ResourceContents, Role,
};

use super::catalogue::{COUNT, Item, item};
use super::media::{base64, png};
use super::resources::item_uri;
use super::to_json;

const SIMPLE: &str = "describe_retort";
const WITH_ARGUMENTS: &str = "compare_items";
const WITH_IMAGE: &str = "describe_picture";
const WITH_RESOURCE: &str = "review_item";

/// All prompts.
pub(super) fn all() -> Vec<Prompt> {
    let number = |name: &str, what: &str, required| {
        PromptArgument::new(name).with_description(format!("{what}, from 1 to {COUNT}")).with_required(required)
    };
    let style = PromptArgument::new("style").with_title("Style").with_description("How to write it: short or long");
    let prompt =
        |name, title, description, arguments| Prompt::new(name, Some(description), arguments).with_title(title);
    vec![
        prompt(SIMPLE, "What is a retort?", "A prompt of one text, without arguments", None),
        prompt(
            WITH_ARGUMENTS,
            "Compare two items",
            "A prompt with arguments: two required, one not",
            Some(vec![
                number("first", "The number of one item", true).with_title("First item"),
                number("second", "The number of the other item", true).with_title("Second item"),
                style.with_required(false),
            ]),
        ),
        prompt(WITH_IMAGE, "What does the picture show?", "A prompt of a text and an image", None),
        prompt(
            WITH_RESOURCE,
            "Review an item",
            "A prompt of a text and an embedded resource",
            Some(vec![number("id", "The number of the item, 1 where it is left out", false).with_title("Item")]),
        ),
    ]
}

/// A prompt, filled in.
pub(super) fn get(name: &str, arguments: Option<&JsonObject>) -> Result<GetPromptResult, ErrorData> {
    let argument = |name: &str| arguments.and_then(|arguments| arguments.get(name)).and_then(|value| value.as_str());
    let text = |text: String| PromptMessage::new_text(Role::User, text);
    let messages = match name {
        SIMPLE => vec![text("What is a retort, and what was it used for?".to_owned())],
        WITH_ARGUMENTS => {
            let (first, second) = (numbered("first", argument("first"))?, numbered("second", argument("second"))?);
            let length = if argument("style") == Some("long") { "at length" } else { "in one sentence" };
            vec![text(format!("Compare {length}: {} and {}.", described(&first), described(&second)))]
        }
        WITH_IMAGE => vec![
            PromptMessage::new(Role::User, ContentBlock::image(base64(&png()), "image/png")),
            text("What does this picture show?".to_owned()),
        ],
        WITH_RESOURCE => {
            let item = numbered("id", argument("id").or(Some("1")))?;
            let contents =
                ResourceContents::text(to_json(&item)?, item_uri(item.id)).with_mime_type("application/json");
            vec![
                PromptMessage::new(Role::User, ContentBlock::resource(contents)),
                text("Is this a fair price?".to_owned()),
                PromptMessage::new_text(Role::Assistant, "Let me weigh the material against the volume."),
            ]
        }
        _ => return Err(ErrorData::invalid_params(format!("there is no prompt `{name}`"), None)),
    };
    Ok(GetPromptResult::new(messages))
}

fn numbered(name: &str, value: Option<&str>) -> Result<Item, ErrorData> {
    let found = value.and_then(|value| value.parse().ok()).and_then(item);
    found.ok_or_else(|| ErrorData::invalid_params(format!("`{name}` must be a number from 1 to {COUNT}"), None))
}

fn described(item: &Item) -> String {
    format!("{} of {} for {:.2} EUR", item.name, item.material, item.price)
}

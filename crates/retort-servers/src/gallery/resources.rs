//! The resources: a text, a picture, a sound and every item of the catalogue, of which there are enough for several
//! pages. Items are also offered by a template.

use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use super::catalogue::{COUNT, item};
use super::media::{base64, png, wav};
use super::to_json;

/// How many resources a page of the list has.
pub(super) const PAGE: usize = 50;

/// The text.
pub(super) const ABOUT: &str = "gallery://about";

/// The picture.
pub(super) const PICTURE: &str = "gallery://retort.png";

/// The sound.
pub(super) const SOUND: &str = "gallery://note.wav";

/// The template of an item.
pub(super) const ITEM_TEMPLATE: &str = "gallery://item/{id}";

const ITEM_PREFIX: &str = "gallery://item/";

const ABOUT_TEXT: &str = "\
# The gallery

A server that answers in every way that Retort can read. Its tools are named for what they show: `format_…`, `block_…`,
`page_by_…`; `list_tools` tells what each does.
";

/// The URI of an item.
pub(super) fn item_uri(id: usize) -> String {
    format!("{ITEM_PREFIX}{id}")
}

/// All resources, in the order of the list.
pub(super) fn all() -> Vec<Resource> {
    let mut all = vec![
        Resource::new(ABOUT, "about")
            .with_title("About the gallery")
            .with_description("What this server is for, as markdown")
            .with_mime_type("text/markdown"),
        Resource::new(PICTURE, "retort.png")
            .with_title("A retort")
            .with_description("A picture of 64 by 64 pixels")
            .with_mime_type("image/png"),
        Resource::new(SOUND, "note.wav")
            .with_title("The note a")
            .with_description("A quarter of a second of sound")
            .with_mime_type("audio/wav"),
    ];
    all.extend((1..=COUNT).filter_map(item).map(|item| {
        Resource::new(item_uri(item.id), format!("item-{}", item.id))
            .with_title(item.name)
            .with_description("An item of the catalogue, as JSON")
            .with_mime_type("application/json")
    }));
    all
}

/// The templates.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(ITEM_TEMPLATE, "item")
            .with_title("An item of the catalogue")
            .with_description("An item by its number, from 1 to 137, as JSON")
            .with_mime_type("application/json"),
    ]
}

/// The contents of a resource.
pub(super) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let contents = match uri {
        ABOUT => ResourceContents::text(ABOUT_TEXT, uri).with_mime_type("text/markdown"),
        PICTURE => ResourceContents::blob(base64(&png()), uri).with_mime_type("image/png"),
        SOUND => ResourceContents::blob(base64(&wav()), uri).with_mime_type("audio/wav"),
        _ => {
            let found = uri.strip_prefix(ITEM_PREFIX).and_then(|id| id.parse().ok()).and_then(item);
            let Some(found) = found else {
                let data = serde_json::json!({ "uri": uri });
                return Err(ErrorData::resource_not_found(format!("there is no resource {uri}"), Some(data)));
            };
            ResourceContents::text(to_json(&found)?, uri).with_mime_type("application/json")
        }
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

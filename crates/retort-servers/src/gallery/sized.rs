//! The tool that answers with as many bytes as it is asked for. Each shape is written in one pass into one buffer.

use std::fmt::Write;

use retort_server::room::Place;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ErrorData};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arguments::Within;
use super::catalogue::{COUNT, item};
use super::{Gallery, text, to_json};

const GIBIBYTE: u64 = 1 << 30;

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Shape {
    Text,
    #[default]
    Rows,
    Nested,
    Deep,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sized {
    /// How long the text is, in bytes, up to 1 GiB. The message is longer, since JSON inside a text is escaped.
    #[serde(default)]
    bytes: Within<2, GIBIBYTE, 10_000>,
    /// What the text is: prose in lines, a JSON array of rows, shelves of boxes of items as nested JSON, or nothing but
    /// brackets, each inside the last.
    #[serde(default)]
    shape: Shape,
}

#[tool_router(router = sized_tools, vis = "pub(super)")]
impl Gallery {
    /// Answers with one text of exactly as many bytes as asked for, up to 1 GiB. JSON is filled up with blanks before
    /// its last bracket.
    #[tool(title = "Any size")]
    async fn sized(
        Parameters(Sized { bytes, shape }): Parameters<Sized>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        if let Some(place) = Place::of(&context.extensions) {
            place.hold_answer(bytes.len()).await;
        }
        // A gibibyte takes a second or two, and other calls should not wait for it.
        let made = tokio::task::spawn_blocking(move || make(shape, bytes.len())).await;
        Ok(text(made.map_err(|error| ErrorData::internal_error(error.to_string(), None))??))
    }
}

fn make(shape: Shape, bytes: usize) -> Result<String, ErrorData> {
    match shape {
        Shape::Text => Ok(prose(bytes)),
        Shape::Rows => rows(bytes),
        Shape::Nested => shelves(bytes),
        Shape::Deep => Ok(["[".repeat(bytes / 2), " ".repeat(bytes % 2), "]".repeat(bytes / 2)].concat()),
    }
}

fn prose(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 80);
    for line in 1.. {
        if text.len() >= bytes {
            break;
        }
        // Writing to a text cannot fail.
        let _ = writeln!(text, "Line {line}: the drops fell from the neck into the receiver.");
    }
    text.truncate(bytes);
    text
}

/// The items of the catalogue as JSON, over and over.
struct Supply {
    items: Vec<String>,
    given: usize,
}

impl Supply {
    fn new() -> Result<Self, ErrorData> {
        let items = (1..=COUNT).filter_map(item).map(|item| to_json(&item)).collect::<Result<_, _>>()?;
        Ok(Self { items, given: 0 })
    }

    /// The next item, each with a number of its own.
    fn write_next(&mut self, out: &mut String) {
        let item = &self.items[self.given % self.items.len()];
        self.given += 1;
        let _ = write!(out, "{{\"row\":{},{}", self.given, &item[1..]);
    }
}

/// No item with its row number is longer than this.
const LONGEST_ITEM: usize = 200;

fn rows(bytes: usize) -> Result<String, ErrorData> {
    let mut supply = Supply::new()?;
    let mut out = String::with_capacity(bytes);
    out.push('[');
    while out.len() + LONGEST_ITEM < bytes {
        if supply.given > 0 {
            out.push(',');
        }
        supply.write_next(&mut out);
    }
    Ok(filled(out, "]", bytes))
}

/// Boxes on a shelf, and items in a box.
const IN_ONE: usize = 10;

fn shelves(bytes: usize) -> Result<String, ErrorData> {
    const CLOSED: &str = "]}}}";
    /// The longest way from one item to the next, over a box and a shelf that end.
    const LONGEST_STEP: usize = LONGEST_ITEM + 100;

    let mut supply = Supply::new()?;
    if bytes < CLOSED.len() + LONGEST_STEP {
        return Ok(filled("{".to_owned(), "}", bytes));
    }
    let mut out = String::with_capacity(bytes);
    out.push_str("{\"shelves\":{");
    while out.len() + LONGEST_STEP + CLOSED.len() < bytes || supply.given == 0 {
        let (shelf, place) = (supply.given / (IN_ONE * IN_ONE), supply.given % (IN_ONE * IN_ONE));
        let new_shelf = || format!("\"shelf {}\":{{", shelf + 1);
        let new_box = || format!("\"box {}\":[", place / IN_ONE + 1);
        match (supply.given, place, place % IN_ONE) {
            (0, ..) => out.extend([new_shelf(), new_box()]),
            (_, 0, _) => out.extend(["]},".to_owned(), new_shelf(), new_box()]),
            (_, _, 0) => out.extend(["],".to_owned(), new_box()]),
            _ => out.push(','),
        }
        supply.write_next(&mut out);
    }
    Ok(filled(out, CLOSED, bytes))
}

/// The text with its end, and with blanks before it up to the size.
fn filled(mut out: String, end: &str, bytes: usize) -> String {
    let blanks = bytes.saturating_sub(out.len() + end.len());
    out.extend(std::iter::repeat_n(' ', blanks));
    out.push_str(end);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_the_size_asked_for_and_is_sound() {
        for bytes in (2..700).chain([9_999, 10_000, 123_457, 1_000_000]) {
            for shape in [Shape::Text, Shape::Rows, Shape::Nested, Shape::Deep] {
                let made = make(shape, bytes).unwrap();
                assert_eq!(made.len(), bytes, "{shape:?} of {bytes} bytes");
                // The validator recurses; brackets in brackets are short enough for it in the small ones only.
                if matches!(shape, Shape::Rows | Shape::Nested) {
                    serde_json::from_str::<serde_json::Value>(&made).unwrap();
                }
            }
        }
    }
}

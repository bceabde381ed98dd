//! The format of JSON: search results, a table, an error, or just JSON.

use super::{Column, Detection, Facts, Format};
use crate::failing::reports_failure;
use crate::json::{Kind, unescape};
use crate::main_list::{MainList, main_list};
use crate::outline::{ColumnOutline, List};
use crate::payload::Document;
use crate::tool_name::ToolName;

pub(super) fn detect(document: &Document) -> Detection {
    if reports_failure(document) {
        return Detection::new(Format::Error, 0.97, Facts::None);
    }
    let success = document.members(None).any(|(_, node)| {
        let value = || document.part(node.value);
        match node.name.as_str() {
            "status" => value().to_plain().eq_ignore_ascii_case("success"),
            "success" | "ok" => value().says(true),
            _ => false,
        }
    });
    let found = main_list(document, &ToolName::default());
    let rows = found.and_then(|found| Some((found, found.of(document)?))).filter(|(_, list)| list.rows > 0);
    let detection = match rows {
        Some((found, list)) if is_search_results(list, document) => {
            Detection::new(Format::SearchResults, 0.97, facts(document, found, list))
        }
        Some((found, list)) if list.shares_keys() || list.width().is_some() || document.columns_of(found).is_some() => {
            let sure = if found.node.is_none() { 0.98 } else { 0.9 };
            Detection::new(Format::Table, sure, facts(document, found, list))
        }
        _ => Detection::new(Format::Json, 0.95, Facts::None),
    };
    detection.sounding(success)
}

/// Whether the rows have a title and most of them a link.
fn is_search_results(list: &List, document: &Document) -> bool {
    let rows_with = |names: &[&str]| {
        let is_named = |column: &&ColumnOutline| {
            let name = column.name.span.of(document.raw.text());
            column.holds(Kind::String) && names.iter().any(|known| name.eq_ignore_ascii_case(known))
        };
        list.columns.iter().filter(is_named).map(|column| column.rows).max().unwrap_or_default()
    };
    list.of_objects() && 2 * rows_with(&["title"]) > list.rows && 2 * rows_with(&["url", "link", "href"]) > list.rows
}

fn facts(document: &Document, found: MainList, list: &List) -> Facts {
    let named = list.columns.iter().map(|column| Column {
        name: unescape(column.name.span.of(document.raw.text())).into_owned(),
        kind: column.column_type(),
    });
    // Rows that are lists have names only where these stand beside them.
    let mut beside = document.columns_of(found).map(|columns| columns.names).unwrap_or_default().into_iter();
    let types = list.position_types();
    let numbered =
        types.zip(1..).map(|(kind, number)| Column { name: beside.next().unwrap_or_else(|| number.to_string()), kind });
    Facts::Rows { rows: list.rows, columns: named.chain(numbered).collect(), pointer: document.pointer_to(found.node) }
}

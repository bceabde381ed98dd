//! What clients may offer while a person fills in the arguments of a prompt or of the resource template.

use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, Reference};

use super::catalogue::COUNT;
use super::resources::ITEM_TEMPLATE;

/// The values that begin as the argument does.
pub(super) fn complete(request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let argument = &request.argument;
    let takes_numbers = match &request.r#ref {
        Reference::Resource(template) => template.uri == ITEM_TEMPLATE && argument.name == "id",
        Reference::Prompt(_) => matches!(argument.name.as_str(), "id" | "first" | "second"),
        _ => false,
    };
    let mut values: Vec<String> = if takes_numbers {
        (1..=COUNT).map(|id| id.to_string()).collect()
    } else if argument.name == "style" {
        vec!["short".to_owned(), "long".to_owned()]
    } else {
        Vec::new()
    };
    values.retain(|value| value.starts_with(&argument.value));
    let total = u32::try_from(values.len()).ok();
    let has_more = values.len() > CompletionInfo::MAX_VALUES;
    values.truncate(CompletionInfo::MAX_VALUES);
    let info = CompletionInfo::with_pagination(values, total, has_more);
    info.map(CompleteResult::new).map_err(|error| ErrorData::internal_error(error, None))
}

//! The payloads of the server's tools, and what stands in them.

use retort_core::{Document, Kind, Raw};

use crate::call::Call;

pub(super) const SEARCH: &str = "search_docs";
pub(super) const TEMPLATE: &str = "get_feathers_template";
pub(super) const SERVICE: &str = "generate_service";

pub(super) const DATABASES: [&str; 3] = ["mongodb", "postgresql", "sqlite"];

/// How many results and files are looked at: the server gives fewer.
const MOST_ITEMS: usize = 256;

/// What a tool gave, where it was called and succeeded.
pub(super) fn given<'a>(call: &'a Call<'_>, tool: &str) -> Option<&'a Document> {
    if call.tool.as_deref() != Some(tool) || call.is_flagged() || call.direct().is_some() {
        return None;
    }
    call.object().filter(|payload| payload.get("success").is_none() && payload.get("error").is_none())
}

/// The payload that says that no template matches, in whatever words where it can mean nothing else.
pub(super) fn no_match<'a>(call: &'a Call<'_>) -> Option<&'a Document> {
    let payload = call.object()?;
    let error = payload.get("error")?;
    let is_template = call.tool.as_deref() == Some(TEMPLATE) && !call.is_flagged();
    let is_known = error.to_text()?.starts_with("No matching templates found");
    (is_known || is_template && payload.get("files").is_none() && payload.get("success").is_none()).then_some(payload)
}

/// The results of a search that are objects.
pub(super) fn results(payload: &Document) -> Vec<(usize, Raw)> {
    let Some(results) = payload.get("results") else { return Vec::new() };
    results.items().enumerate().take(MOST_ITEMS).filter(|(_, result)| result.kind() == Kind::Object).collect()
}

/// The files of a template or a service, by their keys.
pub(super) fn files(payload: &Document) -> Vec<(String, Raw)> {
    let Some(files) = payload.get("files") else { return Vec::new() };
    let files = files.members().take(MOST_ITEMS).filter(|(_, file)| file.kind() == Kind::Object);
    files.map(|(name, file)| (name.into_owned(), file)).collect()
}

/// Whether a value is one of these words.
pub(super) fn is_one_of(value: &Raw, words: &[&str]) -> bool {
    value.to_text().is_some_and(|text| words.contains(&text.as_ref()))
}

/// The name of a service as the server writes it.
pub(super) fn sanitised(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|char| char.to_ascii_lowercase()).collect()
}

//! What a call asked for, as far as pages go.

use retort_core::PagingArgument;

use crate::call::Call;
use crate::session::Tool;

/// What an argument means for pages, where its name leaves no doubt.
pub(super) fn meaning(name: &str) -> Option<PagingArgument> {
    // These also count other things, and point to other places.
    let plain = name.to_ascii_lowercase();
    let doubtful = ["count", "size", "max", "num", "top", "take", "from", "until", "token", "position", "start", "p"];
    PagingArgument::named(name).filter(|_| !doubtful.contains(&plain.as_str()))
}

/// Whether an argument chooses a page.
pub(super) fn chooses_page(name: &str) -> bool {
    matches!(meaning(name), Some(PagingArgument::Cursor | PagingArgument::Offset | PagingArgument::Page))
}

/// The limit that was asked for, and the name of the argument.
pub(super) fn given_limit(call: &Call<'_>) -> Option<(String, u64)> {
    let arguments = call.arguments()?;
    let found = arguments.members().find(|(name, _)| meaning(name) == Some(PagingArgument::Limit));
    found.and_then(|(name, value)| Some((name.into_owned(), value.to_count()?)))
}

/// The limit that was asked for, or that holds where none is.
pub(super) fn limit(call: &Call<'_>) -> Option<(String, u64)> {
    given_limit(call).or_else(|| {
        let tool = call.entry()?;
        let find = || {
            let properties = tool.get("inputSchema")?.get("properties")?;
            let found = properties.members().find(|(name, _)| meaning(name) == Some(PagingArgument::Limit));
            found.and_then(|(name, schema)| Some((name.into_owned(), schema.get("default")?.to_count()?)))
        };
        tool.limit.get_or_init(find).clone()
    })
}

/// Whether an argument of a tool leads to another page; `None` where its arguments are not known.
pub(super) fn leads_on(tool: &Tool) -> Option<bool> {
    *tool.leads_on.get_or_init(|| {
        let properties = tool.get("inputSchema")?.get("properties")?;
        let is_way = |name: &str| meaning(name).is_some_and(|meaning| meaning != PagingArgument::Limit);
        Some(properties.members().any(|(name, _)| is_way(&name)))
    })
}

/// Whether the first page was asked for, as far as the arguments tell.
pub(super) fn first_page(call: &Call<'_>) -> bool {
    let Some(arguments) = call.arguments() else { return false };
    arguments.members().all(|(name, value)| {
        PagingArgument::named(&name).is_none_or(|meaning| meaning == PagingArgument::Limit) || value.is_blank()
    })
}

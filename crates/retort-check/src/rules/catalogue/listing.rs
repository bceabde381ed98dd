//! Listings: the tools of one answer to `tools/list`, or of all its pages.

use retort_core::{Body, Raw, ResultKind, counted};

use crate::finding::{Findings, shortened};
use crate::session::{Exchange, Session, Tool};

/// The tools of one listing.
pub(super) struct ToolList<'a> {
    /// The message that starts it.
    pub(super) at: usize,
    /// The pointer to the list there.
    pub(super) pointer: String,
    /// All tools, those of further pages too.
    pub(super) tools: Vec<&'a Tool>,
}

/// The listings of a session.
pub(super) fn listings(session: &Session) -> Vec<ToolList<'_>> {
    let mut listings: Vec<ToolList<'_>> = Vec::new();
    let mut pages = session.tools.chunk_by(|one, other| one.at == other.at).peekable();
    if pages.peek().is_none() {
        return listings;
    }
    for exchange in session.exchanges() {
        let Some(page) = pages.next_if(|page| page.first().is_some_and(|tool| tool.at == exchange.at)) else {
            continue;
        };
        let goes_on = exchange.params.is_some_and(|params| params.get("cursor").is_some());
        match listings.last_mut() {
            Some(listing) if goes_on => listing.tools.extend(page.iter().map(AsRef::as_ref)),
            _ => listings.push(ToolList {
                at: exchange.at,
                pointer: format!("{}/tools", exchange.result_pointer()),
                tools: page.iter().map(AsRef::as_ref).collect(),
            }),
        }
    }
    listings
}

/// Tells once a listing which of its tools are so.
pub(super) fn tell(session: &Session, findings: &mut Findings<'_>, is_so: impl Fn(&Tool) -> bool, words: &str) {
    for listing in listings(session) {
        let names: Vec<&str> = listing.tools.iter().filter(|tool| is_so(tool)).map(|tool| tool.name.as_str()).collect();
        if !names.is_empty() {
            let words =
                format!("{words}: {} ({} of {})", listed(&names), names.len(), counted(listing.tools.len(), "tool"));
            findings.add_at(listing.at, Some("tools/list"), listing.pointer, words);
        }
    }
}

/// How many names a sentence has.
pub(super) const MOST_NAMES: usize = 5;

/// Names in a sentence: the first few.
pub(super) fn listed(names: &[&str]) -> String {
    let mut listed: Vec<String> = names.iter().take(MOST_NAMES).map(|name| format!("`{}`", shortened(name))).collect();
    if names.len() > MOST_NAMES {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}

/// The `nextCursor` of a page of a list; calls have none.
pub(super) fn next_cursor(exchange: &Exchange<'_>) -> Option<Raw> {
    let Body::Result(result) = &exchange.message.body else { return None };
    let is_list = match exchange.method {
        Some(method) => method.ends_with("/list"),
        None => result.kind != ResultKind::ToolCall,
    };
    // The search is far cheaper than reading the members of a long list.
    let is_named = || memchr::memmem::find(result.raw.as_str().as_bytes(), b"nextCursor").is_some();
    if is_list && is_named() { result.raw.get("nextCursor") } else { None }
}

//! `page-cut-silently`: a list that is as long as its limit says whether there is more.

use retort_core::counted;

use super::asked;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG003",
    name: "page-cut-silently",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "A list that is as long as its limit says whether there is more.",
    why: "A full page looks like the whole. The model answers from the first page as if there were no other, \
          and nobody notices.",
    remedy: "Add `hasMore`, and what to go on with (`nextCursor` or `nextOffset`), or the `total`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 2}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 2}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(pages) = call.pages().filter(|pages| pages.rows > 1) else { return };
    let says_nothing = pages.total.is_none() && pages.pages.is_none() && pages.more.is_none() && pages.next.is_none();
    if !says_nothing || pages.no_next || pages.anything_else {
        return;
    }
    let asked = asked::limit(call).filter(|(_, limit)| *limit == pages.rows);
    let message = if let Some((name, limit)) = asked {
        format!("{} came for `{name}` {limit}, and nothing says whether there are more", counted(limit, "row"))
    } else if let Some(limit) = pages.limit.filter(|limit| *limit == pages.rows) {
        format!("{} came, as many as a page has, and nothing says whether there are more", counted(limit, "row"))
    } else if let (Some(page), None) = (pages.page, pages.limit) {
        format!("this is page {page}, and nothing says whether there are more")
    } else if let Some(words) = call.envelope().message.as_deref().filter(|words| speaks_of_more(words)) {
        format!("there are more, but only the words say so: {}", shortened(words))
    } else {
        return;
    };
    findings.add_in(call, pages.pointer.clone(), message);
}

/// Whether words say that a list goes on: `and 3 more`, `more results available`, `showing 10 of 200`.
fn speaks_of_more(words: &str) -> bool {
    let words = words.to_lowercase();
    let words: Vec<&str> = words.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let rows = ["results", "items", "rows", "records", "pages", "entries", "available", "matches"];
    words.windows(2).any(|pair| match pair {
        [count, "more"] => is_number(count) || *count == "has" || *count == "have",
        ["more", what] => rows.contains(what),
        _ => false,
    }) || words.windows(4).any(|four| matches!(four, ["showing", from, "of", to] if is_number(from) && is_number(to) && from != to))
}

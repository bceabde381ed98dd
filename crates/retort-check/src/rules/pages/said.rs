//! What a list says of its pages, held against the rows that came.

use retort_core::counted;

use super::asked;
use crate::rule::{Check, Rule, Severity};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "PAG005",
        name: "more-on-an-empty-page",
        severity: Severity::Warning,
        summary: "A page without rows is the last.",
        why: "A client that follows pages until there are no more never ends: each page is empty and promises \
          another.",
        remedy: "Answer a page without rows with `hasMore: false` and without anything to go on with.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [], \"hasMore\": true, \"nextCursor\": \"c9\"}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [], \"hasMore\": false}"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
        check: Check::Call(|call, findings| {
            let Some(pages) = call.pages().filter(|pages| pages.rows == 0) else { return };
            if pages.more == Some(true) || pages.more.is_none() && pages.next.is_some() {
                findings.add_in(call, pages.pointer.clone(), "the page has no rows and says that there are more");
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "PAG006",
        name: "total-below-rows",
        severity: Severity::Warning,
        summary: "The total is at least the number of rows.",
        why: "A total that is smaller than what is shown is the total of something else. Progress runs over its \
          end, and clients that stop at the total lose rows.",
        remedy: "State how many rows there are over all pages, counted with the same filters as the rows.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 1, \"hasMore\": false}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false}"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
        check: Check::Call(|call, findings| {
            let Some(pages) = call.pages() else { return };
            if let Some(total) = pages.total.filter(|total| *total < pages.rows) {
                let message = format!("the total is {total}, and the answer has {}", counted(pages.rows, "row"));
                findings.add_in(call, pages.pointer.clone(), message);
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "PAG009",
        name: "limit-ignored",
        severity: Severity::Warning,
        summary: "A list has no more rows than were asked for.",
        why: "The caller set a limit because its window is small. A list that ignores it costs tokens that nobody \
          meant to spend, or is cut by the client in the middle.",
        remedy: "Apply the limit, or leave the argument out of the schema.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 1}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 1}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}], \"total\": 2, \"hasMore\": true, \"nextOffset\": 1}"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
        check: Check::Call(|call, findings| {
            let Some((name, limit)) = asked::given_limit(call).filter(|(_, limit)| *limit > 0) else { return };
            if let Some(pages) = call.pages().filter(|pages| pages.rows > limit) {
                let message = format!("`{name}` was {limit}, and {} rows came", pages.rows);
                findings.add_in(call, pages.pointer.clone(), message);
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "PAG010",
        name: "next-on-the-last-page",
        severity: Severity::Warning,
        summary: "The last page has nothing to go on with.",
        why: "Half of the clients look at `hasMore` and stop; the others look for a cursor and go on, and get an \
          empty page, an error or the first page again.",
        remedy: "Leave the cursor out where there is no next page.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false, \"nextCursor\": \"c2\"}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false}"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
        check: Check::Call(|call, findings| {
            let Some(pages) = call.pages().filter(|pages| pages.more == Some(false)) else { return };
            if let Some(next) = &pages.next {
                let next = crate::finding::shortened(next);
                let message = format!("nothing more is said to follow, and {next} is given to go on with");
                findings.add_in(call, pages.pointer.clone(), message);
            }
        }),
        ..Rule::COMMON
    },
];

//! Every way in which servers tell of their pages, followed to the last row; and what is told where that cannot be done.

use serde_json::Value;

use crate::servers::Folder;
use crate::{at_terminal, json, retort, stderr, stdout};

/// A server whose tools page through the numbers 1 to 23, each in a way of its own.
const PAGER: &str = r#"
import json, sys
ALL = [{"id": n} for n in range(1, 24)]
TEXT = "".join(f"{n};" for n in range(1, 24))

def rows(start, count=10): return ALL[start:start + count]
def scan(a):
    at = a.get("cursor", 0); assert isinstance(at, int), "cursor is no integer"
    end = at + 10
    return {"cursor": end if end < 23 else 0, "keys": [f"k{r['id']}" for r in rows(at)], "scan_complete": end >= 23}
def words(a):
    at = a.get("start_index", 0); end = at + 20
    more = f"\n\n<error>Content truncated. Call the fetch tool with a start_index of {end} to get more content.</error>"
    return "Contents:\n" + TEXT[at:end] + (more if end < len(TEXT) else "")
def summary(a):
    at = a.get("offset", 0); page = rows(at)
    return {"channels": page, "summary": {"total": 23, "returned": len(page), "hasMore": at + 10 < 23}}
def total(a): return {"items": rows(a.get("offset", 0)), "total": 23}
def from_one(a):
    at = a.get("start", 1)
    return {"items": rows(at - 1), "total": 23}
def token(a):
    at = int(a.get("page_token", "t0")[1:])
    return {"files": rows(at), **({"next_page_token": f"t{at + 10}"} if at + 10 < 23 else {})}
def skip(a):
    at = a.get("skip", 0)
    return {"value": rows(at), **({"@odata.nextLink": f"https://h/x?$top=10&$skip={at + 10}"} if at + 10 < 23 else {})}
def number(a):
    page = a.get("page", 1)
    return {"posts": rows((page - 1) * 10), "page": page, "pages": 3}
def zero(a):
    page = a.get("page", 0)
    return {"posts": rows(page * 10), "isLast": page == 2}
def showing(a):
    at = a.get("offset", 0); page = rows(at)
    return [json.dumps(page), f"Showing {at + 1}-{at + len(page)} of 23"]
def after(a):
    at = int(a.get("starting_after", "0"))
    return {"object": "list", "data": rows(at), "has_more": at + 10 < 23}
def before(a):
    end = int(a.get("before", "24")) - 1; start = max(0, end - 10)
    page = ALL[start:end][::-1]
    ids = {"oldestMessageId": str(page[-1]["id"]), "newestMessageId": str(page[0]["id"])}
    return {"channel": {"id": "7"}, "messages": page, "pagination": {"limit": 10, "count": len(page), "hasMore": start > 0, **ids}}
def before_rows(a):
    end = int(a.get("before", "24")) - 1; start = max(0, end - 10)
    return {"messages": ALL[start:end], "hasMore": start > 0}
def optional(a):
    at = a.get("cursor") or 0; assert isinstance(at, int), "cursor is no integer"
    return {"items": rows(at), "next_cursor": at + 10 if at + 10 < 23 else None}
def nested(a):
    at = a.get("paging", {}).get("offset", 0)
    return {"items": rows(at), "more": at + 10 < 23}
def stuck(a): return {"items": rows(0), "has_more": True}
def cut(a): return TEXT + "\n\n[Output truncated at 60 characters]"
def ignoring(a): return {"items": rows(0), "has_more": True, "next_cursor": str(len(json.dumps(a)))}
def endless(a):
    at = int(a.get("cursor", "0"))
    return {"items": [{"id": at}], "next_cursor": str(at + 1)}

INT, STR = {"type": "integer"}, {"type": "string"}
TOOLS = {
    "scan": (scan, {"cursor": INT, "count": INT}), "words": (words, {"url": STR, "start_index": INT, "max_length": INT}),
    "summary": (summary, {"offset": INT, "limit": INT}), "total": (total, {"offset": INT}),
    "from_one": (from_one, {"start": {"type": "integer", "minimum": 1}}), "token": (token, {"page_token": STR, "token": STR}),
    "skip": (skip, {"skip": INT, "top": INT}), "number": (number, {"page": INT}),
    "zero": (zero, {"page": {"type": "integer", "default": 0}}), "showing": (showing, {"offset": INT}),
    "after": (after, {"limit": INT, "starting_after": STR, "ending_before": STR}),
    "before": (before, {"before": STR, "limit": INT}), "before_rows": (before_rows, {"before": STR}),
    "optional": (optional, {"cursor": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}),
    "nested": (nested, {"paging": {"type": "object", "properties": {"offset": INT}}}),
    "stuck": (stuck, {"query": STR}), "limited": (total, {"limit": INT}), "cut": (cut, {"offset": INT}),
    "ignoring": (ignoring, {"cursor": STR}), "endless": (endless, {"cursor": STR}),
}

def answer(message):
    method, params = message["method"], message.get("params", {})
    if method == "initialize":
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "pager", "version": "1"}}
    if method == "tools/list":
        schema = lambda properties: {"type": "object", "properties": properties}
        return {"tools": [{"name": name, "inputSchema": schema(tool[1])} for name, tool in TOOLS.items()]}
    said = TOOLS[params["name"]][0](params.get("arguments", {}))
    texts = said if isinstance(said, list) else [said if isinstance(said, str) else json.dumps(said)]
    return {"content": [{"type": "text", "text": text} for text in texts]}

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message: continue
    try: body = {"result": answer(message)}
    except Exception as error: body = {"error": {"code": -32603, "message": repr(error)}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **body}), flush=True)
"#;

fn pager(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let server = format!("python3 {}", folder.write("pager.py", PAGER));
    (folder, server)
}

fn call(server: &str, tool: &str, options: &[&str]) -> std::process::Output {
    retort(&[&["call", server, tool, "--protocol", "2025-11-25"], options].concat(), b"")
}

#[test]
fn every_way_of_telling_is_followed_to_the_last_row() {
    let (_folder, server) = pager("pages-all");
    for tool in [
        "summary",
        "total",
        "from_one",
        "token",
        "skip",
        "number",
        "zero",
        "showing",
        "after",
        "before",
        "before_rows",
        "optional",
        "nested",
    ] {
        let output = call(&server, tool, &["--all", "--jsonl"]);
        let rows: Result<Vec<Value>, _> = stdout(&output).lines().map(serde_json::from_str).collect();
        let mut ids: Vec<u64> = rows.unwrap().iter().map(|row| row["id"].as_u64().unwrap()).collect();
        ids.sort_unstable();
        assert_eq!(ids, (1..=23).collect::<Vec<u64>>(), "{tool}: {}", stderr(&output));
        assert_eq!((stderr(&output), output.status.code()), ("", Some(0)), "{tool}");
    }
    let output = call(&server, "scan", &["--all", "-c"]);
    let keys: Vec<String> = (1..=23).map(|number| format!("k{number}")).collect();
    assert_eq!((json(&output), stderr(&output)), (Value::from(keys), ""));
    let merged = json(&call(&server, "total", &["--all", "--json"]));
    assert_eq!(merged["summary"], serde_json::json!({"total": 23, "returned": 23, "hasMore": false}));
    assert_eq!(merged["pagination"], serde_json::json!({"hasMore": false}));
}

#[test]
fn a_text_in_parts_is_read_to_its_end() {
    let (_folder, server) = pager("pages-text");
    let output = call(&server, "words", &["--all", "-c"]);
    let parts: Vec<&str> = stdout(&output).lines().filter(|line| line.contains(';')).collect();
    assert_eq!(parts.concat(), (1..=23).map(|number| format!("{number};")).collect::<Vec<_>>().concat());
    assert_eq!((stderr(&output), output.status.code()), ("", Some(0)));
    let shown = call(&server, "words", &["--all"]);
    assert!(stdout(&shown).contains("23;"), "{}", stdout(&shown));
    // What was followed need not be told, and what was not is told still.
    assert!(!stdout(&shown).contains("truncated") && !stdout(&output).contains("truncated"), "{}", stdout(&shown));
    let some = call(&server, "words", &["--all", "--max-pages", "2"]);
    assert_eq!(stdout(&some).matches("truncated").count(), 1, "{}", stdout(&some));
    assert_eq!(stdout(&call(&server, "words", &["--all", "--jsonl"])).lines().count(), parts.len());
}

#[test]
fn it_is_told_why_there_is_more_than_could_be_fetched() {
    let (_folder, server) = pager("pages-told");
    for (tool, told) in [
        ("stuck", "there is more, but the tool has no argument that asks for it"),
        ("limited", "there is more, but the tool has no argument that asks for it; try a larger limit"),
        ("cut", "there is more, but the answer does not say where it starts; offset may ask for it"),
        ("ignoring", "page 2 was seen before; the server does not go on from there"),
    ] {
        let output = call(&server, tool, &["--all", "-c"]);
        assert_eq!(stderr(&output), format!("retort: {told}\n"), "{tool}");
        assert!(!stdout(&output).is_empty(), "{tool}");
    }
    let output = call(&server, "endless", &["--all", "--jsonl", "--max-pages", "7"]);
    assert_eq!(stdout(&output).lines().count(), 7);
    assert_eq!(stderr(&output), "retort: stopped after 7 pages; --max-pages takes more\n");
}

#[test]
fn a_person_is_told_that_there_is_more() {
    let (_folder, server) = pager("pages-person");
    for tool in ["scan", "summary", "total", "token", "after"] {
        let output = at_terminal(&["call", &server, tool, "--protocol", "2025-11-25"], "", &[("PAGER", "cat")]);
        assert!(stdout(&output).contains("--all"), "{tool}: {}", stdout(&output));
    }
}

//! HTTP responses whose status, content type and body do not fit each other. Each is a row: status, type and body.

use crate::oddities::case::{Act, Case};

pub(super) fn cases() -> Vec<Case> {
    let replies =
        REPLIES.iter().map(|(name, about, status, kind, body)| Case::new(name, about, Act::Page(status, kind, body)));
    let failures = FAILURES.iter().map(|(name, about, status, kind, body)| {
        Case::new(name, about, Act::Page(status, kind, body)).fails_with_reason()
    });
    replies.chain(failures).collect()
}

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const HTML: &str = "text/html; charset=utf-8";
const WORDS: &str = "text/plain";

type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const REPLIES: &[Row] = &[
    ("words-200", "Plain words with status 200 are all that comes.", "200 OK", WORDS, "$text"),
    ("json-as-text", "The reply has the type of plain text.", "200 OK", WORDS, "$reply"),
    ("json-as-html", "The reply has the type of a web page.", "200 OK", HTML, "$reply"),
    ("json-as-bytes", "The reply has the type of unknown bytes.", "200 OK", "application/octet-stream", "$reply"),
    (
        "json-as-problem",
        "The reply has the type `application/problem+json`.",
        "200 OK",
        "application/problem+json",
        "$reply",
    ),
    ("json-as-events", "A JSON body has the type of an event stream.", "200 OK", EVENTS, "$reply"),
    ("events-as-json", "An event stream has the type of JSON.", "200 OK", JSON, "event: message\ndata: $reply\n\n"),
    ("events-as-text", "An event stream has the type of plain text.", "200 OK", WORDS, "data: $reply\n\n"),
    ("type-broken", "The content type is no type.", "200 OK", ";;json", "$reply"),
    (
        "type-upper-case",
        "The content type is written in capitals, with a parameter.",
        "200 OK",
        "APPLICATION/JSON ; Charset=\"UTF-8\"",
        "$reply",
    ),
    (
        "charset-utf-16",
        "The content type says UTF-16, and the body is UTF-8.",
        "200 OK",
        "application/json; charset=utf-16",
        "$reply",
    ),
    (
        "charset-latin-1",
        "The content type says Latin-1, and the body is UTF-8.",
        "200 OK",
        "application/json; charset=iso-8859-1",
        "$reply",
    ),
    (
        "charset-unknown",
        "The content type names a charset that does not exist.",
        "200 OK",
        "application/json; charset=klingon",
        "$reply",
    ),
    ("status-500-result", "A sound result has status 500.", "500 Internal Server Error", JSON, "$reply"),
    ("status-404-result", "A sound result has status 404.", "404 Not Found", JSON, "$reply"),
    ("status-201-result", "A sound result has status 201.", "201 Created", JSON, "$reply"),
    (
        "status-202-result",
        "A sound result has status 202, which says that nothing comes.",
        "202 Accepted",
        JSON,
        "$reply",
    ),
    (
        "status-202-events",
        "A reply as an event has status 202.",
        "202 Accepted",
        EVENTS,
        "event: message\ndata: $reply\n\n",
    ),
    ("status-299-result", "A sound result has a status that nobody knows.", "299 Whatever", JSON, "$reply"),
    (
        "status-500-events",
        "A reply as an event has status 500.",
        "500 Internal Server Error",
        EVENTS,
        "event: message\ndata: $reply\n\n",
    ),
    (
        "status-500-error",
        "A JSON-RPC error has status 500.",
        "500 Internal Server Error",
        JSON,
        r#"{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":"$text"}}"#,
    ),
    (
        "status-400-error",
        "A JSON-RPC error without id has status 400.",
        "400 Bad Request",
        JSON,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"$text"}}"#,
    ),
    (
        "two-values",
        "A notification and the reply stand in one body without anything between.",
        "200 OK",
        JSON,
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}$reply",
    ),
    (
        "json-lines",
        "A notification and the reply are the lines of the body.",
        "200 OK",
        "application/x-ndjson",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n$reply\n",
    ),
    ("json-guarded", "A guard against scripts stands before the reply.", "200 OK", JSON, ")]}',\n$reply"),
    (
        "json-callback",
        "The reply is the argument of a callback.",
        "200 OK",
        "application/javascript",
        "callback($reply);",
    ),
    (
        "warning-before",
        "A warning of the server's language stands before the reply.",
        "200 OK",
        JSON,
        "<br />\n<b>Warning</b>: Undefined index in <b>/srv/tool.php</b> on line <b>7</b><br />\n$reply",
    ),
];

const FAILURES: &[Row] = &[
    (
        "html-200",
        "A web page comes with status 200.",
        "200 OK",
        HTML,
        "<!doctype html><html><head><title>Sign in</title></head><body><h1>$text</h1></body></html>",
    ),
    (
        "html-502",
        "A web page of a proxy comes with status 502.",
        "502 Bad Gateway",
        HTML,
        "<html><head><title>502 Bad Gateway</title></head><body><center>$text</center></body></html>",
    ),
    ("words-403", "Plain words come with status 403.", "403 Forbidden", WORDS, "$text"),
    (
        "words-404",
        "Plain words come with status 404, which also says that the session is gone.",
        "404 Not Found",
        WORDS,
        "$text",
    ),
    (
        "json-503",
        "JSON that is no message comes with status 503.",
        "503 Service Unavailable",
        JSON,
        r#"{"detail":"$text"}"#,
    ),
    (
        "problem-422",
        "A problem document comes with status 422.",
        "422 Unprocessable Content",
        "application/problem+json",
        r#"{"type":"about:blank","title":"Unprocessable","detail":"$text"}"#,
    ),
];

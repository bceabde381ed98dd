//! The legacy transport: how the stream names the endpoint, and where and when the reply comes.

use std::time::Duration;

use crate::oddities::case::{Act, Case, StepsOf, Transports};
use crate::oddities::script::{Ending, Step, accepted, event, json_response, response};

pub(super) fn cases() -> Vec<Case> {
    let endpoints = ENDPOINTS.iter().map(|(name, about, path, _)| {
        let case = Case::new(name, about, Act::Template("$reply")).over(Transports::SSE);
        Case { path: Some(path), ..case }
    });
    let posts = POSTS.iter().map(|(name, about, steps)| Case::new(name, about, Act::Post(*steps)));
    endpoints.chain(posts).chain(failing()).collect()
}

/// The first event of the stream at a path. `$endpoint` is where the client must POST; `$origin` is the server.
pub(in crate::oddities) fn endpoint_event(path: &str) -> &'static str {
    let row = ENDPOINTS.iter().find(|(_, _, of, _)| *of == path);
    row.map_or("event: endpoint\ndata: $endpoint\n\n", |(_, _, _, event)| event)
}

const ENDPOINTS: &[(&str, &str, &str, &str)] = &[
    (
        "endpoint-relative",
        "The endpoint is relative to the stream's path.",
        "/sse?variant=relative",
        "event: endpoint\ndata: .$endpoint\n\n",
    ),
    (
        "endpoint-absolute",
        "The endpoint is a whole URL.",
        "/sse?variant=absolute",
        "event: endpoint\ndata: $origin$endpoint\n\n",
    ),
    (
        "endpoint-json",
        "The endpoint is a JSON string.",
        "/sse?variant=json",
        "event: endpoint\ndata: \"$endpoint\"\n\n",
    ),
    (
        "endpoint-object",
        "The endpoint is in a JSON object.",
        "/sse?variant=object",
        "event: endpoint\ndata: {\"uri\":\"$endpoint\"}\n\n",
    ),
    (
        "endpoint-no-space",
        "No blank follows the colons of the endpoint event.",
        "/sse?variant=no-space",
        "event:endpoint\ndata:$endpoint\n\n",
    ),
    (
        "endpoint-crlf",
        "The lines of the endpoint event end in CR LF.",
        "/sse?variant=crlf",
        "event: endpoint\r\ndata: $endpoint\r\n\r\n",
    ),
    (
        "endpoint-blanks",
        "Blanks surround the endpoint.",
        "/sse?variant=blanks",
        "event: endpoint\ndata:   $endpoint  \n\n",
    ),
    (
        "endpoint-late",
        "Comments and a message come before the endpoint.",
        "/sse?variant=late",
        ": hello\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"x/hello\"}\n\nevent: endpoint\ndata: $endpoint\n\n",
    ),
    ("endpoint-unnamed", "The endpoint event has no name.", "/sse?variant=unnamed", "data: $endpoint\n\n"),
    (
        "endpoint-bom",
        "A byte order mark stands before the endpoint event.",
        "/sse?variant=bom",
        "\u{feff}event: endpoint\ndata: $endpoint\n\n",
    ),
];

const POSTS: &[(&str, &str, StepsOf)] = &[
    ("post-reply-in-body", "The reply is in the response to the POST, not on the stream.", |call| {
        vec![Step::Send(json_response(&call.reply()))]
    }),
    ("post-reply-as-event", "The reply is an event in the response to the POST.", |call| {
        vec![Step::Send(response("200 OK", &[("Content-Type", "text/event-stream")], &event(&call.reply())))]
    }),
    ("post-reply-in-both", "The reply is in the response to the POST and on the stream.", |call| {
        vec![Step::Send(json_response(&call.reply())), Step::Push(event(&call.reply()))]
    }),
    ("post-reply-first", "The reply is on the stream before the POST is answered.", |call| {
        vec![Step::Push(event(&call.reply())), Step::Wait(Duration::from_millis(300)), Step::Send(accepted())]
    }),
    ("post-unanswered", "The reply is on the stream, and the POST is never answered.", |call| {
        vec![Step::Push(event(&call.reply())), Step::End(Ending::Silence)]
    }),
    ("post-closed", "The reply is on the stream, and the POST's connection ends without a response.", |call| {
        vec![Step::Push(event(&call.reply()))]
    }),
    ("post-reset", "The POST's connection is reset, and the reply comes on the stream a little later.", |call| {
        let later = Step::Wait(Duration::from_millis(200));
        vec![Step::Send(b"HTTP/1.1 ".to_vec()), later, Step::Push(event(&call.reply())), Step::End(Ending::Reset)]
    }),
    ("post-200-words", "The POST gets status 200 and a word, and the reply is on the stream.", |call| {
        let ok = response("200 OK", &[("Content-Type", "text/plain")], b"Accepted");
        vec![Step::Send(ok), Step::Wait(Duration::from_millis(100)), Step::Push(event(&call.reply()))]
    }),
    ("post-500-then-reply", "The POST gets status 500, and the reply is on the stream all the same.", |call| {
        let failed = response("500 Internal Server Error", &[("Content-Type", "text/plain")], b"oops");
        vec![Step::Push(event(&call.reply())), Step::Wait(Duration::from_millis(100)), Step::Send(failed)]
    }),
    ("post-stream-ends-behind-reply", "The stream ends right behind the reply.", |call| {
        vec![Step::Send(accepted()), Step::Push(event(&call.reply())), Step::HangUp]
    }),
];

fn failing() -> [Case; 4] {
    let case = |name, about, steps: StepsOf| Case::new(name, about, Act::Post(steps));
    [
        case("post-stream-ends", "The POST is accepted, and the stream ends without a reply.", |_| {
            vec![Step::Send(accepted()), Step::HangUp]
        })
        .fails(),
        case("post-refused", "The POST gets status 500 with words, and nothing comes on the stream.", |call| {
            vec![Step::Send(response(
                "500 Internal Server Error",
                &[("Content-Type", "text/plain")],
                &call.filled("$text"),
            ))]
        })
        .fails_with_reason(),
        case("post-not-found", "The POST gets status 404 with words, as if the session were gone.", |call| {
            vec![Step::Send(response("404 Not Found", &[("Content-Type", "text/plain")], &call.filled("$text")))]
        })
        .fails_with_reason(),
        case("post-never-answered", "The POST is never answered, and nothing comes on the stream.", |_| {
            vec![Step::End(Ending::Silence)]
        })
        .fails(),
    ]
}

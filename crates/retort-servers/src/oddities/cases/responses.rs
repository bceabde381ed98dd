//! HTTP responses that need more than a status, a type and a body: lengths that are wrong, connections that break,
//! redirects, and replies that come by another way.

use std::time::Duration;

use crate::oddities::case::{Act, Case, Expect, StepsOf};
use crate::oddities::script::{
    Ending, LAST_CHUNK, Step, accepted, chunk, event, head, json_response, response, stream_head,
};

pub(super) fn cases() -> Vec<Case> {
    let replies = REPLIES.iter().map(|(name, about, steps)| Case::new(name, about, Act::Response(*steps)));
    let failures = FAILURES.iter().map(|(name, about, steps)| Case::new(name, about, Act::Response(*steps)).fails());
    replies.chain(failures).chain(others()).collect()
}

const JSON: (&str, &str) = ("Content-Type", "application/json");

const REPLIES: &[(&str, &str, StepsOf)] = &[
    ("type-missing", "The response has no content type.", |call| send(response("200 OK", &[], &call.reply()))),
    ("length-missing", "The body ends where the connection does.", |call| {
        send([head("200 OK", &[JSON]), call.reply()].concat())
    }),
    ("length-too-long", "`Content-Length` is more than the body, and the connection ends.", |call| {
        let length = (call.reply().len() + 100).to_string();
        send([head("200 OK", &[JSON, ("Content-Length", &length)]), call.reply()].concat())
    }),
    ("body-cut", "The body ends in the middle of the reply, behind the payload.", |call| {
        let cut =
            call.filled(r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"$text and then the"#);
        let length = (cut.len() + 50).to_string();
        send([head("200 OK", &[JSON, ("Content-Length", &length)]), cut].concat())
    }),
    ("body-cut-sound-length", "The reply ends in its middle, behind the payload, and the length fits.", |call| {
        send(json_response(
            &call.filled(r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"$text and then the"#),
        ))
    }),
    ("http-1-0", "The response is of HTTP/1.0 and has no length.", |call| {
        send([b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n".to_vec(), call.reply()].concat())
    }),
    ("continue-before", "A response with status 100 comes before the right one, unasked.", |call| {
        send([b"HTTP/1.1 100 Continue\r\n\r\n".to_vec(), json_response(&call.reply())].concat())
    }),
    ("hints-before", "A response with status 103 comes before the right one.", |call| {
        let hints = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n";
        send([hints.to_vec(), json_response(&call.reply())].concat())
    }),
    (
        "head-odd",
        "Headers are in lower case, twice, empty, and hold bytes that are no ASCII; the status has odd words.",
        |call| {
            let reply = call.reply();
            let mut bytes =
                b"HTTP/1.1 200 fine & dandy\r\nserver:\r\nx-twice: 1\r\nX-Twice: 2\r\nx-name: caf\xe9\r\n".to_vec();
            bytes.extend(b"content-type:application/json\r\nX-Blank:    \r\n");
            bytes.extend(format!("content-length:   {}   \r\nconnection: Close\r\n\r\n", reply.len()).bytes());
            bytes.extend(reply);
            send(bytes)
        },
    ),
    ("head-reason-missing", "The status line has no words.", |call| {
        let reply = call.reply();
        let head = format!(
            "HTTP/1.1 200\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            reply.len()
        );
        send([head.into_bytes(), reply].concat())
    }),
    ("head-100-headers", "The head has ninety headers of no use.", |call| {
        let names: Vec<String> = (0..90).map(|number| format!("X-Filler-{number}")).collect();
        let mut headers: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "0123456789")).collect();
        headers.push(JSON);
        send(response("200 OK", &headers, &call.reply()))
    }),
    ("chunks-drip", "The body comes in chunks of one byte, five milliseconds apart.", |call| {
        let mut steps = send(stream_head(&[JSON]));
        for byte in call.reply() {
            steps.extend([Step::Send(chunk(&[byte])), Step::Wait(Duration::from_millis(5))]);
        }
        steps.push(Step::Send(LAST_CHUNK.to_vec()));
        steps
    }),
    ("chunks-unfinished", "The body comes in chunks, and the last one is missing.", |call| {
        send([stream_head(&[JSON]), chunk(&call.reply())].concat())
    }),
    ("chunks-with-trailers", "Chunks have extensions, and trailers follow them.", |call| {
        let reply = call.reply();
        let chunk = [format!("{:X};why=because\r\n", reply.len()).as_bytes(), &reply, b"\r\n"].concat();
        send([stream_head(&[JSON]), chunk, b"0\r\nX-Checksum: none\r\n\r\n".to_vec()].concat())
    }),
    (
        "stream-chunks-unfinished",
        "The event comes in a chunk, and the connection breaks before the last one.",
        |call| {
            let head = stream_head(&[("Content-Type", "text/event-stream")]);
            vec![
                Step::Send([head, chunk(&event(&call.reply()))].concat()),
                Step::Wait(Duration::from_millis(100)),
                reset(),
            ]
        },
    ),
    ("reset-behind-reply", "The connection is reset behind the reply, before the length is reached.", |call| {
        let length = (call.reply().len() + 100).to_string();
        let bytes = [head("200 OK", &[JSON, ("Content-Length", &length)]), call.reply()].concat();
        vec![Step::Send(bytes), Step::Wait(Duration::from_millis(100)), reset()]
    }),
    ("silence-behind-reply", "The connection stays open behind the reply, before the length is reached.", |call| {
        let length = (call.reply().len() + 100).to_string();
        let bytes = [head("200 OK", &[JSON, ("Content-Length", &length)]), call.reply()].concat();
        vec![Step::Send(bytes), Step::End(Ending::Silence)]
    }),
    ("redirect-307", "The response sends the client to another path, which replies.", |_| {
        send(response("307 Temporary Redirect", &[("Location", "/mcp/moved")], b""))
    }),
    ("redirect-308", "The response sends the client to another path for good.", |_| {
        send(response("308 Permanent Redirect", &[("Location", "/mcp/moved")], b"moved"))
    }),
    ("reply-on-get-stream", "The POST gets status 202, and the reply comes on the stream of a GET.", |call| {
        vec![Step::Send(accepted()), Step::Push(event(&call.reply()))]
    }),
    ("session-changed", "The response names another session.", |call| {
        let session = format!("changed-{}", call.number);
        send(response("200 OK", &[JSON, ("Mcp-Session-Id", &session)], &call.reply()))
    }),
    ("cookie-set", "The response sets cookies and a policy.", |call| {
        let headers = [JSON, ("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2"), ("Refresh", "0; url=/elsewhere")];
        send(response("200 OK", &headers, &call.reply()))
    }),
];

const FAILURES: &[(&str, &str, StepsOf)] = &[
    ("status-202-empty", "Status 202 comes, and no reply anywhere.", |_| send(accepted())),
    ("body-empty", "The body is empty.", |_| send(json_response(b""))),
    ("body-blank", "The body is a line break.", |_| send(json_response(b"\r\n"))),
    ("reset", "The connection is reset instead of a response.", |_| vec![reset()]),
    ("closed", "The connection ends instead of a response.", |_| Vec::new()),
    ("head-cut", "The connection ends in the middle of the head.", |_| send(b"HTTP/1.1 200 OK\r\nContent-Ty".to_vec())),
    ("no-http", "The response is no HTTP.", |_| send(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec())),
    ("no-response", "Nothing comes, and the connection stays open.", |_| vec![Step::End(Ending::Silence)]),
    ("body-missing", "The head comes and no body, and the connection stays open.", |_| {
        vec![Step::Send(head("200 OK", &[JSON, ("Content-Length", "500")])), Step::End(Ending::Silence)]
    }),
];

fn others() -> [Case; 5] {
    let case = |name, about, steps: StepsOf| Case::new(name, about, Act::Response(steps));
    let mut too_many = case("status-429-once", "Status 429 comes first, and the reply at the second try.", |call| {
        if call.attempt % 2 == 0 {
            let headers = [("Content-Type", "text/plain"), ("Retry-After", "1")];
            return send(response("429 Too Many Requests", &headers, b"slow down"));
        }
        send(json_response(&call.reply()))
    });
    too_many.expect = Expect::Either { payload: too_many.text().to_owned(), error: "429".into() };
    [
        too_many,
        case("status-204", "Status 204 comes, which has no body.", |_| send(head("204 No Content", &[])))
            .fails_with("204"),
        case("status-500-empty", "Status 500 comes without a body.", |_| {
            send(response("500 Internal Server Error", &[], b""))
        })
        .fails_with("500"),
        case("redirect-loop", "The response sends the client round in circles.", |_| {
            send(response("307 Temporary Redirect", &[("Location", "/mcp/loop")], b""))
        })
        .fails_with("redirect"),
        case("redirect-nowhere", "The response is a redirect without a place to go.", |_| {
            send(response("307 Temporary Redirect", &[], b""))
        })
        .fails_with("307"),
    ]
}

fn send(bytes: Vec<u8>) -> Vec<Step> {
    vec![Step::Send(bytes)]
}

fn reset() -> Step {
    Step::End(Ending::Reset)
}

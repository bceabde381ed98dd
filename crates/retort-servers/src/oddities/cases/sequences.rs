//! Sound replies in odd company: notifications, the server's own requests, and replies that belong to another call.
//! Over streamable HTTP they are the events of the response.

use std::time::Duration;

use crate::oddities::call::Call;
use crate::oddities::case::{Act, Case, StepsOf};
use crate::oddities::script::{Ending, Step};

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> =
        SEQUENCES.iter().map(|(name, about, steps)| Case::new(name, about, Act::Messages(*steps))).collect();
    cases.push(
        Case::new(
            "silence",
            "Nothing comes, and nothing is closed.",
            Act::Messages(|_| vec![Step::End(Ending::Silence)]),
        )
        .fails(),
    );
    cases
}

const SEQUENCES: &[(&str, &str, StepsOf)] = &[
    ("notifications-before", "Notifications that nobody asked for come before the reply.", |call| {
        let mut steps: Vec<Step> = NOTIFICATIONS.iter().map(|message| say(call, message)).collect();
        steps.push(reply(call));
        steps
    }),
    ("notifications-1000", "A thousand log messages come before the reply.", |call| {
        let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","data":"tick"}}"#;
        let mut steps = vec![say(call, log); 1000];
        steps.push(reply(call));
        steps
    }),
    ("request-ping", "The server sends `ping` and replies once it is answered.", |call| asked(call, "ping", "")),
    ("request-roots", "The server asks for the roots and replies once it is answered.", |call| {
        asked(call, "roots/list", "")
    }),
    ("request-unknown", "The server sends a request that no client knows and replies once it is answered.", |call| {
        asked(call, "x-oddities/mood", r#","params":{"how":"are you"}"#)
    }),
    ("request-same-id", "The server sends `ping` under the id of the call and replies without waiting.", |call| {
        vec![say(call, r#"{"jsonrpc":"2.0","id":$id,"method":"ping"}"#), pause(), reply(call)]
    }),
    ("reply-stale", "A second reply to an earlier request comes before the right one.", |call| {
        let stale = format!(
            r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":[{{"type":"text","text":"stale"}}]}}}}"#,
            call.id_before()
        );
        vec![say(call, &stale), reply(call)]
    }),
    ("reply-twice", "The reply comes twice.", |call| vec![reply(call), reply(call)]),
    ("reply-then-notification", "A notification follows the reply.", |call| {
        vec![reply(call), say(call, NOTIFICATIONS[1])]
    }),
    ("cancelled-before", "The server says that the call was cancelled and replies all the same.", |call| {
        let cancelled =
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":$id,"reason":"who knows"}}"#;
        vec![say(call, cancelled), reply(call)]
    }),
    ("progress-unasked", "Progress comes with a token that nobody gave.", |call| {
        let progress =
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"nobody's","progress":1}}"#;
        vec![say(call, progress), pause(), reply(call)]
    }),
    ("notification-broken", "A notification without a method comes before the reply.", |call| {
        vec![say(call, r#"{"jsonrpc":"2.0","params":{"level":"info"}}"#), reply(call)]
    }),
    ("empty-object-before", "An empty object comes before the reply.", |call| vec![say(call, "{}"), reply(call)]),
    ("null-before", "`null` comes before the reply.", |call| vec![say(call, "null"), reply(call)]),
    ("reply-late", "The reply comes after a second.", |call| vec![Step::Wait(Duration::from_secs(1)), reply(call)]),
];

const NOTIFICATIONS: [&str; 4] = [
    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"id":$id,"result":"wait"}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}}"#,
    r#"{"jsonrpc":"2.0","method":"x-oddities/whatever","params":[1,2]}"#,
];

fn say(call: &Call, template: &str) -> Step {
    Step::Say(call.filled(template))
}

fn reply(call: &Call) -> Step {
    Step::Say(call.reply())
}

fn pause() -> Step {
    Step::Wait(Duration::from_millis(100))
}

/// A request of the server's own, its answer, and then the reply.
fn asked(call: &Call, method: &str, params: &str) -> Vec<Step> {
    let id = format!("oddities-{}", call.number);
    let request = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"{method}"{params}}}"#);
    let refusal = call.reply_with(&format!("the client did not answer the server's own request `{method}`"));
    vec![
        Step::Say(request.into_bytes()),
        Step::Await { request: format!("\"{id}\""), otherwise: Box::new(Step::Say(refusal)) },
        reply(call),
    ]
}

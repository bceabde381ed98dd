//! Bent JSON-RPC envelopes: the id, the version, the error, and messages that stand where they do not belong.

use serde_json::Value;

use crate::oddities::case::{Act, Case, MessageOf};

pub(super) fn cases() -> Vec<Case> {
    let made: [(&str, &str, MessageOf); 2] = [
        ("message-in-string", "The whole message is a JSON string.", |call| quoted(&call.fill("$reply")).into()),
        ("result-json-string", "`result` is a string that holds the result as JSON.", |call| {
            let result = quoted(&call.fill("$result"));
            format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, call.id).into()
        }),
    ];
    let templates = TEMPLATES.iter().map(|(name, about, template)| Case::new(name, about, Act::Template(template)));
    templates.chain(made.map(|(name, about, made)| Case::new(name, about, Act::Message(made)))).collect()
}

fn quoted(json: &str) -> String {
    Value::from(json).to_string()
}

const TEMPLATES: &[(&str, &str, &str)] = &[
    ("id-string", "`id` is a string that spells the id.", r#"{"jsonrpc":"2.0","id":$id_string,"result":$result}"#),
    ("id-float", "`id` is the same number written as a float.", r#"{"jsonrpc":"2.0","id":$id_float,"result":$result}"#),
    ("id-missing", "`id` is missing.", r#"{"jsonrpc":"2.0","result":$result}"#),
    ("id-null", "`id` is null.", r#"{"jsonrpc":"2.0","id":null,"result":$result}"#),
    ("id-wrong", "`id` belongs to no request.", r#"{"jsonrpc":"2.0","id":$id_wrong,"result":$result}"#),
    ("id-object", "`id` is an object.", r#"{"jsonrpc":"2.0","id":{"n":$id},"result":$result}"#),
    ("id-array", "`id` is an array.", r#"{"jsonrpc":"2.0","id":[$id],"result":$result}"#),
    ("id-boolean", "`id` is a boolean.", r#"{"jsonrpc":"2.0","id":true,"result":$result}"#),
    ("id-upper-case", "`id` is written `ID`.", r#"{"jsonrpc":"2.0","ID":$id,"result":$result}"#),
    (
        "id-twice",
        "`id` is there twice, first wrong, then right.",
        r#"{"jsonrpc":"2.0","id":$id_wrong,"id":$id,"result":$result}"#,
    ),
    ("jsonrpc-missing", "`jsonrpc` is missing.", r#"{"id":$id,"result":$result}"#),
    ("jsonrpc-1", "`jsonrpc` is \"1.0\".", r#"{"jsonrpc":"1.0","id":$id,"result":$result}"#),
    ("jsonrpc-number", "`jsonrpc` is the number 2.0.", r#"{"jsonrpc":2.0,"id":$id,"result":$result}"#),
    ("jsonrpc-null", "`jsonrpc` is null.", r#"{"jsonrpc":null,"id":$id,"result":$result}"#),
    ("error-null", "`error` is null beside a result.", r#"{"jsonrpc":"2.0","id":$id,"error":null,"result":$result}"#),
    (
        "result-and-error",
        "`result` and `error` are both there.",
        r#"{"jsonrpc":"2.0","id":$id,"result":$result,"error":{"code":-32603,"message":"boom"}}"#,
    ),
    (
        "result-null-and-error",
        "`result` is null beside an error that has the message.",
        r#"{"jsonrpc":"2.0","id":$id,"result":null,"error":{"code":-32603,"message":"$text"}}"#,
    ),
    (
        "result-null-content-outside",
        "`result` is null and `content` stands beside it.",
        r#"{"jsonrpc":"2.0","id":$id,"result":null,"content":[{"type":"text","text":"$text"}]}"#,
    ),
    (
        "content-outside",
        "`content` stands in the message, and there is no `result`.",
        r#"{"jsonrpc":"2.0","id":$id,"content":[{"type":"text","text":"$text"}]}"#,
    ),
    (
        "result-missing",
        "The payload has a key of its own instead of `result`.",
        r#"{"jsonrpc":"2.0","id":$id,"payload":"$text"}"#,
    ),
    (
        "method-beside-result",
        "The reply repeats the method of its request.",
        r#"{"jsonrpc":"2.0","id":$id,"method":"tools/call","result":$result}"#,
    ),
    (
        "message-extra-key",
        "The payload is in a key that JSON-RPC does not know, beside the result.",
        r#"{"jsonrpc":"2.0","id":$id,"note":"$text","result":{"content":[]}}"#,
    ),
    ("result-bare", "The result comes without a message around it.", "$result"),
    ("payload-bare", "The payload comes without message and result around it.", r#"{"greeting":"$text"}"#),
    (
        "payload-bare-rows",
        "The payload is an array of rows without message and result.",
        r#"[{"name":"$text"},{"name":"b"}]"#,
    ),
    ("payload-bare-string", "The payload is a JSON string without message and result.", r#""$text""#),
    ("blocks-bare", "The blocks come without message and result around them.", r#"[{"type":"text","text":"$text"}]"#),
    ("batch-of-one", "The reply is the only one in a batch.", "[$reply]"),
    (
        "batch-with-notification",
        "The reply is in a batch, behind a notification.",
        r#"[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"on it"}},$reply]"#,
    ),
    ("batch-nested", "The reply is in a batch within a batch.", "[[$reply]]"),
    (
        "message-nested",
        "`result` is a whole message with an id of its own.",
        r#"{"jsonrpc":"2.0","id":$id,"result":{"jsonrpc":"2.0","id":"inner","result":$result}}"#,
    ),
    ("message-wrapped", "The reply is a member of an object.", r#"{"status":200,"body":$reply}"#),
    ("result-text", "`result` is the text itself.", r#"{"jsonrpc":"2.0","id":$id,"result":"$text"}"#),
    (
        "result-blocks",
        "`result` is the array of blocks.",
        r#"{"jsonrpc":"2.0","id":$id,"result":[{"type":"text","text":"$text"}]}"#,
    ),
    ("result-block", "`result` is a block.", r#"{"jsonrpc":"2.0","id":$id,"result":{"type":"text","text":"$text"}}"#),
    (
        "result-payload",
        "`result` is the payload itself.",
        r#"{"jsonrpc":"2.0","id":$id,"result":{"greeting":"$text"}}"#,
    ),
    ("error-string", "`error` is a string.", r#"{"jsonrpc":"2.0","id":$id,"error":"$text"}"#),
    ("error-array", "`error` is an array.", r#"{"jsonrpc":"2.0","id":$id,"error":[{"message":"$text"}]}"#),
    (
        "error-code-string",
        "The code of the error is a string.",
        r#"{"jsonrpc":"2.0","id":$id,"error":{"code":"E_BOOM","message":"$text"}}"#,
    ),
    (
        "error-code-float",
        "The code of the error is no whole number.",
        r#"{"jsonrpc":"2.0","id":$id,"error":{"code":-32603.5,"message":"$text"}}"#,
    ),
    ("error-code-missing", "The error has no code.", r#"{"jsonrpc":"2.0","id":$id,"error":{"message":"$text"}}"#),
    (
        "error-message-missing",
        "The error has data and no message.",
        r#"{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"data":"$text"}}"#,
    ),
    (
        "error-message-object",
        "The message of the error is an object.",
        r#"{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":{"why":"$text"}}}"#,
    ),
    (
        "error-message-null",
        "The message of the error is null, and its data tells why.",
        r#"{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":null,"data":{"why":"$text"}}}"#,
    ),
    (
        "error-id-null",
        "An error answers a call that could be read with the id null.",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"$text"}}"#,
    ),
    (
        "error-id-missing",
        "An error comes without an id.",
        r#"{"jsonrpc":"2.0","error":{"code":-32603,"message":"$text"}}"#,
    ),
    ("error-bare", "The error comes without a message around it.", r#"{"code":-32603,"message":"$text"}"#),
    (
        "error-in-result",
        "The error stands inside the result.",
        r#"{"jsonrpc":"2.0","id":$id,"result":{"error":{"code":-32603,"message":"$text"}}}"#,
    ),
];

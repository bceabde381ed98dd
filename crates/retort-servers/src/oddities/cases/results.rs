//! Bent results in sound messages: `content`, its blocks, `structuredContent`, `isError`, and keys that belong to
//! another kind of result.

use crate::oddities::call::Call;
use crate::oddities::case::{Act, Case, MessageOf};

pub(super) fn cases() -> Vec<Case> {
    let sound = RESULTS.iter().map(|(name, about, result)| Case::new(name, about, Act::Result(result)));
    let marked =
        MARKED.iter().map(|(name, about, payload, result)| Case::new(name, about, Act::Result(result)).shows(payload));
    let encoded: [(&str, &str, MessageOf); 3] = [
        ("json-twice", "The JSON in the text was encoded twice.", |call| encoded(call, 1)),
        ("json-thrice", "The JSON in the text was encoded three times.", |call| encoded(call, 2)),
        ("result-in-text", "The text holds a whole result as JSON.", |call| call.reply_with(&call.fill("$result"))),
    ];
    sound.chain(marked).chain(encoded.map(|(name, about, made)| Case::new(name, about, Act::Message(made)))).collect()
}

fn encoded(call: &Call, times: usize) -> Vec<u8> {
    let json =
        (0..times).fold(call.fill(r#"{"greeting":"$text"}"#), |json, _| serde_json::Value::from(json).to_string());
    call.reply_with(&json)
}

const RESULTS: &[(&str, &str, &str)] = &[
    (
        "content-object",
        "`content` is one block instead of an array of them.",
        r#"{"content":{"type":"text","text":"$text"}}"#,
    ),
    ("content-string", "`content` is a string.", r#"{"content":"$text"}"#),
    (
        "content-null",
        "`content` is null beside `structuredContent`.",
        r#"{"content":null,"structuredContent":{"greeting":"$text"}}"#,
    ),
    (
        "content-missing",
        "`content` is missing, and another key has the payload.",
        r#"{"isError":false,"note":"$text"}"#,
    ),
    ("content-empty", "`content` is empty, and `_meta` has the payload.", r#"{"content":[],"_meta":{"note":"$text"}}"#),
    (
        "content-nested",
        "`content` is an array of arrays of blocks.",
        r#"{"content":[[{"type":"text","text":"$text"}]]}"#,
    ),
    ("content-data", "`content` is the payload itself.", r#"{"content":{"greeting":"$text"}}"#),
    ("content-upper-case", "`content` is written `Content`.", r#"{"Content":[{"type":"text","text":"$text"}]}"#),
    (
        "text-object",
        "The text of a block is an object.",
        r#"{"content":[{"type":"text","text":{"greeting":"$text"}}]}"#,
    ),
    ("text-array", "The text of a block is an array.", r#"{"content":[{"type":"text","text":["$text","b"]}]}"#),
    (
        "text-null",
        "The text of the first block is null, and the second is sound.",
        r#"{"content":[{"type":"text","text":null},{"type":"text","text":"$text"}]}"#,
    ),
    (
        "text-boolean",
        "The text of the first block is a boolean, and the second is sound.",
        r#"{"content":[{"type":"text","text":true},{"type":"text","text":"$text"}]}"#,
    ),
    (
        "text-missing",
        "A text block has its text under another key.",
        r#"{"content":[{"type":"text","value":"$text"}]}"#,
    ),
    ("block-string", "A block is a bare string.", r#"{"content":["$text"]}"#),
    (
        "block-null",
        "The first block is null, and the second is sound.",
        r#"{"content":[null,{"type":"text","text":"$text"}]}"#,
    ),
    ("block-type-missing", "A block has no `type`.", r#"{"content":[{"text":"$text"}]}"#),
    (
        "block-type-unknown",
        "The `type` of a block is none that the protocol knows.",
        r#"{"content":[{"type":"video","data":"$text"}]}"#,
    ),
    ("block-type-number", "The `type` of a block is a number.", r#"{"content":[{"type":1,"text":"$text"}]}"#),
    ("block-type-case", "The `type` of a block is `TEXT`.", r#"{"content":[{"type":"TEXT","text":"$text"}]}"#),
    (
        "block-unknown-beside-sound",
        "A block of an unknown type stands before a sound one.",
        r#"{"content":[{"type":"chart","points":[1,2]},{"type":"text","text":"$text"}]}"#,
    ),
    (
        "image-data-missing",
        "An image has a URL instead of its data.",
        r#"{"content":[{"type":"image","mimeType":"image/png","url":"https://example.org/$text.png"}]}"#,
    ),
    (
        "image-not-base64",
        "The data of an image is not base64.",
        r#"{"content":[{"type":"image","mimeType":"image/png","data":"<$text>"}]}"#,
    ),
    (
        "resource-missing",
        "A resource block has its fields beside `type`.",
        r#"{"content":[{"type":"resource","uri":"file:///a","text":"$text"}]}"#,
    ),
    (
        "resource-uri-missing",
        "A resource has no `uri`.",
        r#"{"content":[{"type":"resource","resource":{"text":"$text"}}]}"#,
    ),
    (
        "resource-text-object",
        "The text of a resource is an object.",
        r#"{"content":[{"type":"resource","resource":{"uri":"file:///a","text":{"greeting":"$text"}}}]}"#,
    ),
    (
        "resource-empty",
        "A resource has neither text nor blob, and its `uri` is all there is.",
        r#"{"content":[{"type":"resource","resource":{"uri":"file:///$text"}}]}"#,
    ),
    (
        "link-uri-missing",
        "A link to a resource has no `uri`.",
        r#"{"content":[{"type":"resource_link","name":"$text"}]}"#,
    ),
    (
        "structured-alone",
        "`structuredContent` is there without `content`.",
        r#"{"structuredContent":{"greeting":"$text"}}"#,
    ),
    (
        "structured-array",
        "`structuredContent` is an array.",
        r#"{"content":[],"structuredContent":[{"greeting":"$text"}]}"#,
    ),
    ("structured-string", "`structuredContent` is a string.", r#"{"content":[],"structuredContent":"$text"}"#),
    (
        "structured-json-string",
        "`structuredContent` is a string that holds JSON.",
        r#"{"content":[],"structuredContent":"{\"greeting\":\"$text\"}"}"#,
    ),
    (
        "structured-null",
        "`structuredContent` is null beside a sound block.",
        r#"{"content":[{"type":"text","text":"$text"}],"structuredContent":null}"#,
    ),
    (
        "structured-differs",
        "`structuredContent` says something else than the text.",
        r#"{"content":[{"type":"text","text":"{\"greeting\":\"hello\"}"}],"structuredContent":{"greeting":"$text"}}"#,
    ),
    (
        "structured-snake-case",
        "`structuredContent` is written `structured_content`.",
        r#"{"content":[],"structured_content":{"greeting":"$text"}}"#,
    ),
    (
        "is-error-string",
        "`isError` is the string \"true\".",
        r#"{"content":[{"type":"text","text":"$text"}],"isError":"true"}"#,
    ),
    ("is-error-number", "`isError` is 1.", r#"{"content":[{"type":"text","text":"$text"}],"isError":1}"#),
    ("is-error-null", "`isError` is null.", r#"{"content":[{"type":"text","text":"$text"}],"isError":null}"#),
    ("is-error-object", "`isError` is an object that tells why.", r#"{"content":[],"isError":{"why":"$text"}}"#),
    (
        "key-tools",
        "The result has a key `tools`, as a list of tools has.",
        r#"{"content":[{"type":"text","text":"$text"}],"tools":[{"name":"x"}]}"#,
    ),
    (
        "key-messages",
        "The result has a key `messages`, as a prompt has.",
        r#"{"content":[{"type":"text","text":"$text"}],"messages":[]}"#,
    ),
    (
        "key-contents",
        "The result has a key `contents`, as a resource that was read has.",
        r#"{"content":[{"type":"text","text":"$text"}],"contents":[]}"#,
    ),
    (
        "key-prompts",
        "The result has a key `prompts`, as a list of prompts has.",
        r#"{"content":[{"type":"text","text":"$text"}],"prompts":[]}"#,
    ),
    (
        "key-resources",
        "The result has a key `resources`, as a list of resources has.",
        r#"{"content":[{"type":"text","text":"$text"}],"resources":[]}"#,
    ),
    (
        "key-action",
        "The result has a key `action`, as the answer to a question has.",
        r#"{"content":[{"type":"text","text":"$text"}],"action":"accept"}"#,
    ),
    (
        "key-completion",
        "The result has a key `completion`, as a completion has.",
        r#"{"content":[{"type":"text","text":"$text"}],"completion":{"values":[]}}"#,
    ),
    (
        "key-unknown",
        "The payload is in a key that the protocol does not know.",
        r#"{"content":[{"type":"text","text":"see latency"}],"latency":"$text"}"#,
    ),
    (
        "tool-result",
        "`toolResult`, gone since 2024-10-07, has the content.",
        r#"{"toolResult":{"content":[{"type":"text","text":"$text"}]}}"#,
    ),
    ("tool-result-text", "`toolResult`, gone since 2024-10-07, is a text.", r#"{"toolResult":"$text"}"#),
    (
        "result-type-unknown",
        "`resultType` is none that the protocol knows.",
        r#"{"resultType":"later","content":[{"type":"text","text":"$text"}]}"#,
    ),
    (
        "result-type-number",
        "`resultType` is a number.",
        r#"{"resultType":2,"content":[{"type":"text","text":"$text"}]}"#,
    ),
    (
        "result-type-task",
        "`resultType` is \"task\", which the client did not ask for, and the content is there.",
        r#"{"resultType":"task","task":{"taskId":"t1"},"content":[{"type":"text","text":"$text"}]}"#,
    ),
    (
        "result-type-input-required",
        "`resultType` is \"input_required\" without a question, and the content is there.",
        r#"{"resultType":"input_required","content":[{"type":"text","text":"$text"}]}"#,
    ),
    (
        "json-in-fence",
        "The JSON in the text stands in a Markdown fence.",
        r#"{"content":[{"type":"text","text":"```json\n{\"greeting\":\"$text\"}\n```"}]}"#,
    ),
    (
        "count-differs",
        "The payload counts more rows than it has.",
        r#"{"content":[{"type":"text","text":"{\"items\":[{\"a\":\"$text\"}],\"showing\":5}"}]}"#,
    ),
    (
        "paging-out-of-range",
        "The payload has a negative offset and a limit of zero.",
        r#"{"content":[{"type":"text","text":"{\"items\":[{\"a\":\"$text\"}],\"offset\":-1,\"limit\":0}"}]}"#,
    ),
    ("meta-string", "`_meta` is a string.", r#"{"content":[{"type":"text","text":"$text"}],"_meta":"see above"}"#),
    (
        "annotations-wrong",
        "The annotations of a block are of wrong types.",
        r#"{"content":[{"type":"text","text":"$text","annotations":{"audience":"user","priority":"high"}}]}"#,
    ),
];

/// Payloads that cannot hold the name of their case: numbers, and base64.
const MARKED: &[(&str, &str, &str, &str)] = &[
    ("content-number", "`content` is a number.", "710010042", r#"{"content":710010042}"#),
    (
        "text-number",
        "The text of a block is a number.",
        "720020042",
        r#"{"content":[{"type":"text","text":720020042}]}"#,
    ),
    ("block-array", "A block is an array.", "730030042", r#"{"content":[[1,730030042]]}"#),
    (
        "structured-number",
        "`structuredContent` is a number.",
        "740040042",
        r#"{"content":[],"structuredContent":740040042}"#,
    ),
    (
        "mime-type-snake-case",
        "`mimeType` is written `mime_type`.",
        "payloadOfMimeTypeSnakeCase00",
        r#"{"content":[{"type":"image","mime_type":"image/png","data":"$text"}]}"#,
    ),
    (
        "mime-type-missing",
        "An image has no `mimeType`.",
        "payloadOfMimeTypeMissing",
        r#"{"content":[{"type":"image","data":"$text"}]}"#,
    ),
    (
        "blob-without-mime-type",
        "A blob has no `mimeType`.",
        "payloadOfBlobWithoutMimeType",
        r#"{"content":[{"type":"resource","resource":{"uri":"file:///a","blob":"$text"}}]}"#,
    ),
    (
        "image-data-url",
        "The data of an image is a data URL.",
        "payloadOfImageDataUrl000",
        r#"{"content":[{"type":"image","mimeType":"image/png","data":"data:image/png;base64,$text"}]}"#,
    ),
    (
        "base64-line-breaks",
        "Base64 has line breaks in it.",
        "payloadOfBase64LineBreaks000",
        r#"{"content":[{"type":"audio","mimeType":"audio/wav","data":"$text\r\nAAAA\r\n"}]}"#,
    ),
];

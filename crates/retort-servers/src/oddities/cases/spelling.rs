//! How the JSON of a sound message is spelled: what strict parsers refuse, encodings, and sizes beyond what is usual.

use serde_json::Value;

use crate::oddities::call::Call;
use crate::oddities::case::{Act, Case, MessageOf, Transports};

pub(super) fn cases() -> Vec<Case> {
    let messages = MESSAGES.iter().map(|(name, about, message)| Case::new(name, about, Act::Template(message)));
    let results = RESULTS.iter().map(|(name, about, result)| Case::new(name, about, Act::Result(result)));
    let made = MADE.iter().map(|(name, about, made)| Case::new(name, about, Act::Message(*made)));
    let others = [
        Case::new(
            "big-integer",
            "A number has thirty digits.",
            Act::Result(r#"{"content":[],"structuredContent":{"n":$text}}"#),
        )
        .shows("750050042750050042750050042750"),
        Case::new(
            "big-integer-in-text",
            "A number in the text's JSON has thirty digits.",
            Act::Result(r#"{"content":[{"type":"text","text":"{\"n\":$text}"}]}"#),
        )
        .shows("760060042760060042760060042760"),
        Case::new(
            "big-exponent",
            "A number is beyond what a double holds.",
            Act::Result(r#"{"content":[],"structuredContent":{"n":$text}}"#),
        )
        .shows("7.7007e9042"),
        Case::new(
            "long-fraction",
            "A number has more digits than a double holds.",
            Act::Result(r#"{"content":[],"structuredContent":{"n":$text}}"#),
        )
        .shows("0.780080042780080042780080042780"),
        Case::new("image-5-mb", "An image has five megabytes of base64.", Act::Message(image_5_mb))
            .shows("payloadOfImage5Mb000"),
        Case::new(
            "utf-16-le",
            "The message is in UTF-16, little end first.",
            Act::Message(|call| utf_16(call, u16::to_le_bytes)),
        )
        .over(Transports::BYTES),
        Case::new(
            "utf-16-be",
            "The message is in UTF-16, big end first.",
            Act::Message(|call| utf_16(call, u16::to_be_bytes)),
        )
        .over(Transports::BYTES),
    ];
    messages.chain(results).chain(made).chain(others).collect()
}

/// Whole messages.
const MESSAGES: &[(&str, &str, &str)] = &[
    (
        "keys-escaped",
        "Keys are written with escapes.",
        r#"{"jsonrpc":"2.0","i\u0064":$id,"\u0072esult":{"c\u006fntent":[{"type":"text","t\u0065xt":"$text"}]}}"#,
    ),
    (
        "trailing-comma",
        "Commas stand before closing brackets.",
        r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"$text",},],},}"#,
    ),
    (
        "bracket-wrong",
        "A bracket closes what a brace opened.",
        r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"$text"}]]}"#,
    ),
    ("brace-too-many", "A brace too many follows the message.", "$reply}"),
    ("words-behind", "Words follow the message.", "$reply and that is all"),
    (
        "result-twice",
        "`result` is there twice, first null, then right.",
        r#"{"jsonrpc":"2.0","id":$id,"result":null,"result":$result}"#,
    ),
    (
        "nul-between",
        "NUL bytes stand between the tokens and behind the message.",
        "{\"jsonrpc\":\"2.0\",\0\"id\":$id,\"result\":$result}\0\0",
    ),
    ("byte-order-mark", "A byte order mark stands before the message.", "\u{feff}$reply"),
];

/// Results in sound messages.
const RESULTS: &[(&str, &str, &str)] = &[
    ("nan", "A number is `NaN`.", r#"{"content":[{"type":"text","text":"$text"}],"structuredContent":{"mean":NaN}}"#),
    (
        "infinity",
        "Numbers are `Infinity` and `-Infinity`.",
        r#"{"content":[{"type":"text","text":"$text"}],"structuredContent":{"max":Infinity,"min":-Infinity}}"#,
    ),
    (
        "nan-in-text",
        "A number in the text's JSON is `NaN`.",
        r#"{"content":[{"type":"text","text":"{\"mean\": NaN, \"note\": \"$text\"}"}]}"#,
    ),
    (
        "content-twice",
        "`content` is there twice, and the first has the payload.",
        r#"{"content":[{"type":"text","text":"$text"}],"content":[{"type":"text","text":"second"}]}"#,
    ),
    (
        "key-twice",
        "A key of the payload is there twice, and the first has the payload.",
        r#"{"content":[{"type":"text","text":"{\"a\":\"$text\",\"b\":2,\"a\":3}"}]}"#,
    ),
    (
        "lone-surrogate",
        "A string holds half a surrogate pair.",
        r#"{"content":[{"type":"text","text":"\ud800 $text"}]}"#,
    ),
    (
        "invalid-escape",
        "A string holds an escape that JSON does not have.",
        r#"{"content":[{"type":"text","text":"\x41 $text"}]}"#,
    ),
    ("nul-escaped", "A text holds an escaped NUL.", r#"{"content":[{"type":"text","text":"a\u0000b $text"}]}"#),
    (
        "control-characters",
        "A text holds raw control characters, a tab among them.",
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\tb\u{1}c\u{7f} $text\"}]}",
    ),
    (
        "line-break-in-string",
        "A text holds a raw line break.",
        "{\"content\":[{\"type\":\"text\",\"text\":\"first\n$text\"}]}",
    ),
    (
        "line-separators",
        "A text holds U+2028, U+2029 and U+0085, at which some readers split lines.",
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\u{2028}b\u{2029}c\u{85}$text\"}]}",
    ),
    (
        "terminal-escapes",
        "A text holds escapes that colour, clear and retitle a terminal.",
        r#"{"content":[{"type":"text","text":"\u001b[31m$text\u001b[0m\u001b[2J\u001b]0;owned\u0007\u009b31m"}]}"#,
    ),
    (
        "right-to-left",
        "A text holds marks that turn the direction of writing.",
        "{\"content\":[{\"type\":\"text\",\"text\":\"\u{202e}evil\u{202c} $text\"}]}",
    ),
];

/// What a template cannot hold.
const MADE: &[(&str, &str, MessageOf)] = &[
    ("invalid-utf8", "A text holds bytes that are no UTF-8.", |call| {
        let (before, after) = (
            call.filled(r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"caf"#),
            call.filled(r#" $text"}]}}"#),
        );
        [before, b"\xe9 \xff\xc0\xaf".to_vec(), after].concat()
    }),
    ("blanks-before", "A megabyte of blanks stands before the message.", |call| {
        [vec![b' '; 1_000_000], call.reply()].concat()
    }),
    ("nesting-in-text", "The text's JSON is nested ten thousand levels deep.", |call| {
        call.reply_with(&nested(&call.fill("\"$text\"")))
    }),
    ("nesting-in-message", "`structuredContent` is nested ten thousand levels deep.", |call| {
        let deep = nested(&call.fill("\"$text\""));
        call.filled(&format!(
            r#"{{"jsonrpc":"2.0","id":$id,"result":{{"content":[],"structuredContent":{{"deep":{deep}}}}}}}"#
        ))
    }),
    ("text-20-mb", "A text of twenty megabytes on one line has the payload at its end.", |call| {
        let mut text = "All work and no play makes Jack a dull boy. ".repeat(20_000_000 / 44);
        text.push_str(&call.text);
        call.reply_with(&text)
    }),
    ("blocks-20000", "The payload is in the last of twenty thousand blocks.", |call| {
        let block = r#"{"type":"text","text":"a"},"#.repeat(19_999);
        call.filled(&format!(
            r#"{{"jsonrpc":"2.0","id":$id,"result":{{"content":[{block}{{"type":"text","text":"$text"}}]}}}}"#
        ))
    }),
];

fn nested(inner: &str) -> String {
    [&"[".repeat(10_000), inner, &"]".repeat(10_000)].concat()
}

fn utf_16(call: &Call, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    format!("\u{feff}{}", call.fill("$reply")).encode_utf16().flat_map(bytes).collect()
}

/// A bitmap of 1248 by 1000 pixels, black but for the last ones, whose bytes spell the payload in base64.
fn image_5_mb(call: &Call) -> Vec<u8> {
    let dots = "A".repeat(1248 * 1000 * 4 - call.text.len());
    let data = Value::from([BITMAP_HEAD, &dots, &call.text].concat());
    let image = format!(r#"{{"type":"image","mimeType":"image/bmp","data":{data}}}"#);
    call.filled(&format!(r#"{{"jsonrpc":"2.0","id":$id,"result":{{"content":[{image}]}}}}"#))
}

/// The 54 bytes before the pixels of a bitmap of 1248 by 1000 in 24 bits, in base64.
const BITMAP_HEAD: &str = "Qk02ITkAAAAAADYAAAAoAAAA4AQAAOgDAAABABgAAAAAAAAhOQATCwAAEwsAAAAAAAAAAAAA";

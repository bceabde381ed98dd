//! Rules that report what the reader notes anyway: they look for nothing themselves, so each is a row that says what the
//! oddity means for clients.

use retort_core::OddityKind;

use crate::repair::{Fix, Misspelling, Safety};
use crate::rule::{Check, Profile, Rule, Severity};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "RPC002",
        name: "byte-order-mark",
        summary: "A message starts without a byte order mark.",
        why: "JSON that is exchanged between programs must not start with a byte order mark, and many parsers refuse the \
          first message because of it, which is the answer to `initialize`.",
        remedy: "Write UTF-8 without a signature: `utf-8`, not `utf-8-sig`; on Windows, `new UTF8Encoding(false)`.",
        bad: r#"‹EF BB BF›{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-8.1",
        check: Check::Oddity(OddityKind::ByteOrderMark),
        fix: Some(Fix::around(Safety::Safe)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC003",
        name: "utf-16",
        summary: "A message is encoded in UTF-8.",
        why: "MCP messages must be UTF-8. A client that reads UTF-16 as UTF-8 finds a NUL after every letter and drops \
          the line.",
        remedy: "Set the encoding of standard output or of the HTTP body to UTF-8.",
        bad: r#"‹UTF-16›{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports",
        check: Check::Oddity(OddityKind::Utf16),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC004",
        name: "invalid-utf8",
        summary: "Every byte of a message is UTF-8.",
        why: "A client that decodes strictly drops the whole message, and a lenient one shows a replacement character \
          where the data was: it is lost either way.",
        remedy: "Decode data from files, databases and subprocesses with their own encoding before it goes into a \
             message, and write the message as UTF-8.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "caf‹E9›"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "café"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports",
        check: Check::Oddity(OddityKind::InvalidUtf8),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC005",
        name: "carriage-return",
        severity: Severity::Hint,
        summary: "Messages are parted by line feeds alone, without carriage returns.",
        why: "On standard output a line feed ends a message. Most clients take the carriage return before it for a \
          blank; those that compare or hash lines do not.",
        remedy: "Open standard output in binary mode, or set its line ending to `\\n`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}‹0D›
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "hello"}]}}‹0D›
"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "hello"}]}}
"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio",
        check: Check::Oddity(OddityKind::CarriageReturn),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC006",
        name: "nul-byte",
        summary: "There are no NUL bytes between the tokens of a message.",
        why: "NUL is no blank in JSON: strict parsers refuse the message. It mostly comes from a buffer that was sent \
          with its padding.",
        remedy: "Send as many bytes as the message has, not as many as the buffer holds.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}‹00›"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-2",
        check: Check::Oddity(OddityKind::NulByte),
        fix: Some(Fix::spelling(Misspelling::Nul)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC007",
        name: "log-line",
        summary: "Nothing but messages stands on standard output.",
        why: "The server must not write anything to standard output that is not a message. Some clients log such a line \
          and go on; others close the connection.",
        remedy: "Send logs to standard error: `console.error`, `logging` with its default handler, `eprintln!`. Look for \
             banners of libraries too.",
        bad: r#"Server started on stdio
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio",
        check: Check::Oddity(OddityKind::LogLine),
        fix: Some(Fix::around(Safety::Safe)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC008",
        name: "truncated-json",
        summary: "A message is complete.",
        why: "The end of the message never came: no strict client can read any of it, and the call fails or waits until \
          its time is up.",
        remedy: "Flush before the process ends, write whole messages at once, and look for a limit on the way that cuts \
             long bodies.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hel"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-2",
        check: Check::Oddity(OddityKind::TruncatedJson),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC009",
        name: "invalid-json",
        summary: "What is written like JSON is JSON.",
        why: "No client can read it as a message, so the answer counts as missing.",
        remedy: "Let a JSON library write the message; do not put it together from pieces of text.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "isError": False}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "isError": false}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-2",
        check: Check::Oddity(OddityKind::InvalidJson),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC010",
        name: "trailing-data",
        summary: "Nothing follows the message in an event.",
        why: "A client hands the data of an event to its JSON parser as a whole: one character behind the message, and \
          the message is lost.",
        remedy: "End the event after the message, and put anything else into an event of its own.",
        bad: r#"event: message
data: {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}} done

"#,
        good: r#"event: message
data: {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}

"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http",
        check: Check::Oddity(OddityKind::TrailingData),
        fix: Some(Fix::around(Safety::Unsafe)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC011",
        name: "stream-line",
        summary: "Every line of an event stream is a field, a comment or empty.",
        why: "Readers of event streams skip lines with unknown fields, so whatever stands there is lost; data that is no \
          JSON makes them fail.",
        remedy: "Write `data: ` before every line of a message, and a `:` before lines that are only meant to keep the \
             connection open.",
        bad: r#"event: message
data: {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}

keep-alive

"#,
        good: r#"event: message
data: {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}

: keep-alive

"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http",
        check: Check::Oddity(OddityKind::StreamLine),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC012",
        name: "non-finite-number",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
        summary: "Numbers are finite: `NaN` and `Infinity` are no JSON.",
        why: "JavaScript, Rust and Go refuse such a message as a whole, so one missing measurement costs the client the \
          complete answer.",
        remedy: "Write `null` for what is not known. In Python, `json.dumps(..., allow_nan=False)` tells where it comes \
             from.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": NaN}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": null}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-6",
        check: Check::Oddity(OddityKind::NonFiniteNumber),
        fix: Some(Fix::spelling(Misspelling::NonFinite)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC013",
        name: "trailing-comma",
        summary: "There is no comma before a closing bracket.",
        why: "Strict parsers refuse the message as a whole.",
        remedy: "Let a JSON library write the message, or leave out the comma behind the last item.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": [1, 2,]}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": [1, 2]}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-2",
        check: Check::Oddity(OddityKind::TrailingComma),
        fix: Some(Fix::spelling(Misspelling::TrailingComma)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC014",
        name: "control-character",
        summary: "Control characters in a string are escaped.",
        why: "A line break, tab or escape that stands in a string as it is makes strict parsers refuse the message; on \
          standard output a line break also ends it early.",
        remedy: "Let a JSON library write the strings: a line break is `\\n`, a tab is `\\t`, others are `\\u00XX`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "1‹09›s"}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "1\ts"}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-7",
        check: Check::Oddity(OddityKind::ControlCharacter),
        fix: Some(Fix::spelling(Misspelling::ControlCharacter)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC015",
        name: "lone-surrogate",
        summary: "A string holds no half of a surrogate pair.",
        why: "Half a pair is no character and has no form in UTF-8. Many parsers refuse the message, others put a \
          replacement character there. It mostly comes from a text that was cut in the middle of an emoji.",
        remedy: "Cut texts between characters, not between UTF-16 units: `[...text].slice(0, n).join(\"\")` in \
             JavaScript.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "1 s \ud83d"}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "1 s \ud83d\ude00"}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-8.2",
        check: Check::Oddity(OddityKind::LoneSurrogate),
        fix: Some(Fix::spelling(Misspelling::LoneSurrogate)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC016",
        name: "invalid-escape",
        summary: "Every escape in a string is one that JSON has.",
        why: "Strict parsers refuse the message as a whole. Paths of Windows and regular expressions that were not \
          escaped are the usual reason.",
        remedy: "Let a JSON library write the strings: a backslash is `\\\\`, and a single quote needs no escape.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "C:\dir"}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "C:\\dir"}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-7",
        check: Check::Oddity(OddityKind::InvalidEscape),
        fix: Some(Fix::spelling(Misspelling::InvalidEscape)),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC017",
        name: "duplicate-key",
        severity: Severity::Warning,
        summary: "An object has every key once.",
        why: "Which of the values counts is up to the parser: most take the last, some the first, some fail. Clients see \
          different answers.",
        remedy: "Give each value a name of its own, or put the values into an array.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": {"ms": 12, "ms": 15}}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": {"ms": [12, 15]}}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-4",
        check: Check::Oddity(OddityKind::DuplicateKey),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC018",
        name: "integer-beyond-64-bits",
        severity: Severity::Warning,
        summary: "A whole number fits into 64 bits.",
        why: "Most readers turn such a number into a floating-point one and lose its last digits; as an id it then names \
          something else.",
        remedy: "Send ids and big numbers as strings.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": 123456789012345678901234567890}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "123456789012345678901234567890"}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-6",
        check: Check::Oddity(OddityKind::IntegerBeyond64Bits),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC019",
        name: "number-beyond-double",
        summary: "A number is within what a double holds.",
        why: "Parsers make it infinite or refuse the message as a whole.",
        remedy: "Send such a number as a string, or `null` where it only stands for “no limit”.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": 1e999}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": null}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-6",
        check: Check::Oddity(OddityKind::NumberBeyondDouble),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC020",
        name: "deep-nesting",
        summary: "Values are nested no deeper than 127 levels.",
        why: "Common parsers stop at 128 levels to protect their stack, and then refuse the message as a whole.",
        remedy: "Send a flat list whose items name their parents, or a link to the full tree.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": []}}}"#,
        source: "https://www.rfc-editor.org/rfc/rfc8259#section-9",
        check: Check::Oddity(OddityKind::DeepNesting),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC022",
        name: "id-missing",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "An answer has the id of its request.",
        why: "Without the id a client cannot tell which call this answers; the call waits until its time is up.",
        remedy: "Copy the `id` of the request into the answer, with its type.",
        bad: r#"{"jsonrpc": "2.0", "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
        check: Check::Oddity(OddityKind::IdMissing),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC023",
        name: "id-null",
        summary: "The id of a result is not null.",
        why: "Only an error for a request that could not be read may have no id. A client cannot match this result to \
          its call, which waits until its time is up.",
        remedy: "Copy the `id` of the request into the answer.",
        bad: r#"{"jsonrpc": "2.0", "id": null, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
        check: Check::Oddity(OddityKind::IdNull),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC024",
        name: "id-wrong-type",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "An id is a string or a number.",
        why: "Clients send strings and numbers as ids, so no call can match this one.",
        remedy: "Copy the `id` of the request into the answer as it came.",
        bad: r#"{"jsonrpc": "2.0", "id": [1], "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
        check: Check::Oddity(OddityKind::IdWrongType),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC027",
        name: "result-beside-error",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "An answer has a result or an error, never both.",
        why: "Some clients take the result and some the error: one half of the answer is lost, and nobody knows which \
          was meant.",
        remedy: "Send the error alone where the request failed. What there is of a result can go into `error.data`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
        check: Check::Oddity(OddityKind::ResultBesideError),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC028",
        name: "result-missing",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "An answer has a result or an error.",
        why: "Clients cannot tell what this message is and drop it; the call waits until its time is up.",
        remedy: "Send `\"result\": {}` where there is nothing to say.",
        bad: r#"{"jsonrpc": "2.0", "id": 1}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
        check: Check::Oddity(OddityKind::ResultMissing),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC030",
        name: "error-message-missing",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "An error has a message.",
        why: "The message is what people and models get to see. Strict clients drop an error without one.",
        remedy: "Say in one sentence what happened and what can be done.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
        source: "https://www.jsonrpc.org/specification#error_object",
        check: Check::Oddity(OddityKind::ErrorMessageMissing),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC032",
        name: "error-code-missing",
        profiles: &[Profile::Mcp, Profile::Drf],
        summary: "An error has a code.",
        why: "Clients decide by the code whether to try again, to ask for other arguments or to give up. Strict ones \
          drop an error without one.",
        remedy: "Use -32602 for wrong arguments, -32601 for an unknown method and -32603 for failures inside the server.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"message": "Unknown tool: greet"}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
        check: Check::Oddity(OddityKind::ErrorCodeMissing),
        ..Rule::COMMON
    },
    Rule {
        id: "RPC034",
        name: "message-extra-key",
        severity: Severity::Warning,
        summary: "An answer has no members beside those of JSON-RPC.",
        why: "Strict clients, those made with the TypeScript SDK among them, refuse a message with an unknown member as \
          a whole; others drop what it says.",
        remedy: "Put what else there is to say into `_meta` of the result or `data` of the error.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}, "took": 12}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": 12}}}"#,
        source: "https://www.jsonrpc.org/specification#response_object",
        check: Check::Oddity(OddityKind::MessageExtraKey),
        ..Rule::COMMON
    },
];

//! Kinds of input, each as large as it is asked for: what servers send, and what somebody may send who wants to be waited for.

use std::fmt::Write;

/// A name, and an input of about so many bytes.
pub(crate) type Kind = (&'static str, fn(usize) -> Vec<u8>);

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

/// A piece as often as it takes to make so many bytes.
fn times(piece: &str, size: usize) -> String {
    piece.repeat(size / piece.len())
}

/// Pieces with a number each, of so many bytes together.
fn numbered(size: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < size {
        let _ = text.write_str(&piece(number));
        number += 1;
    }
    text
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A result with one text.
fn said(text: &str) -> String {
    format!("{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]}}", quoted(text))
}

/// The result of a call that failed.
fn failed(text: &str) -> String {
    format!("{{\"content\":[{{\"type\":\"text\",\"text\":{}}}],\"isError\":true}}", quoted(text))
}

/// A result of so many bytes that is made of one block.
fn blocks(block: &str, size: usize) -> String {
    format!("{{\"content\":[{block}{}]}}", times(&format!(",{block}"), size))
}

pub(crate) const KINDS: &[Kind] = &[
    ("objects", |size| (times("{}", size)).into_bytes()),
    ("rows in lines", |size| (times("{\"a\":1}\n", size)).into_bytes()),
    ("notifications", |size| (times("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n", size)).into_bytes()),
    ("on one line", |size| (times("{\"id\":1,\"result\":{\"content\":[]}} ", size)).into_bytes()),
    ("false starts", |size| {
        (times(",\"y\":[1,2,{\"x\":{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", size)).into_bytes()
    }),
    ("open braces", |size| (times("{\n", size) + MESSAGE).into_bytes()),
    ("log lines", |size| (times("starting up\n", size) + MESSAGE).into_bytes()),
    ("batch", |size| (format!("[{MESSAGE}{}]", times(&format!(",{MESSAGE}"), size))).into_bytes()),
    ("events", |size| (times(&format!("data: {MESSAGE}\n\n"), size)).into_bytes()),
    ("one event", |size| (format!("data: {}\n\n", times(MESSAGE, size))).into_bytes()),
    ("event of lines", |size| (format!("data: [\n{}data: 1]\n\n", times("data: 1,\n", size))).into_bytes()),
    ("recording", |size| {
        (times(&format!("{{\"time\":\"t\",\"direction\":\"received\",\"message\":{MESSAGE}}}\n"), size)).into_bytes()
    }),
    ("cut short", |size| {
        (format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"content\":{}", times("[", size))).into_bytes()
    }),
    ("line ends", |size| (format!("{{\"content\":{}[]}}", times("\r\n", size))).into_bytes()),
    ("text blocks", |size| (blocks(r#"{"type":"text","text":"{\"a\":1}"}"#, size)).into_bytes()),
    ("prose blocks", |size| (blocks(r#"{"type":"text","text":"hello there"}"#, size)).into_bytes()),
    ("annotated blocks", |size| {
        (blocks(r#"{"type":"text","text":"x","annotations":{"audience":["user"],"priority":1},"note":1}"#, size))
            .into_bytes()
    }),
    ("unknown blocks", |size| (blocks(r#"{"type":"chart","data":[1,2],"note":"x"}"#, size)).into_bytes()),
    ("images", |size| (blocks(r#"{"type":"image","mimeType":"image/png","data":"AAAA"}"#, size)).into_bytes()),
    ("equal resources", |size| {
        (blocks(r#"{"type":"resource","resource":{"uri":"file:///a","text":"x"}}"#, size)).into_bytes()
    }),
    ("resource links", |size| (blocks(r#"{"type":"resource_link","uri":"file:///a","name":"a"}"#, size)).into_bytes()),
    ("large image", |size| {
        (blocks(&format!("{{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"{}\"}}", times("AAAA", size)), 1))
            .into_bytes()
    }),
    ("result members", |size| {
        (format!("{{\"content\":[],{}\"z\":1}}", numbered(size, |n| format!("\"x{n}\":1,")))).into_bytes()
    }),
    ("tools", |size| {
        (format!(
            "{{\"tools\":[{}{{\"name\":\"z\"}}]}}",
            numbered(size, |n| format!("{{\"name\":\"t{n}\",\"inputSchema\":{{}}}},"))
        ))
        .into_bytes()
    }),
    ("messages", |size| {
        (format!("{{\"messages\":[{}{{}}]}}", times(r#"{"role":"user","content":{"type":"text","text":"x"}},"#, size)))
            .into_bytes()
    }),
    ("contents", |size| {
        (format!("{{\"contents\":[{}{{}}]}}", times(r#"{"uri":"a://b","text":"x"},"#, size))).into_bytes()
    }),
    ("table", |size| {
        (said(&format!("[{}{{}}]", numbered(size, |n| format!("{{\"a\":{n},\"b\":\"x\"}},"))))).into_bytes()
    }),
    ("numbers", |size| (said(&format!("[{}1]", times("1,", size)))).into_bytes()),
    ("lists", |size| (said(&format!("[{}[1,2]]", times("[1,2],", size)))).into_bytes()),
    ("nested cells", |size| {
        (said(&format!("[{}{{}}]", times(r#"{"a":{"b":{"c":[1,2]}},"d":"x"},"#, size)))).into_bytes()
    }),
    ("ragged rows", |size| (said(&format!("[{}{{}}]", numbered(size, |n| format!("{{\"c{n}\":1}},"))))).into_bytes()),
    ("wide rows", |size| {
        ({
            let row = format!("[{}1]", times("1,", size / 8));
            said(&format!("[{}{row}]", times(&format!("{row},"), size)))
        })
        .into_bytes()
    }),
    ("columns", |size| {
        ({
            let row = format!("{{{}\"z\":1}}", numbered(size / 2, |n| format!("\"c{n}\":1,")));
            said(&format!("[{row},{row}]"))
        })
        .into_bytes()
    }),
    ("long cell", |size| {
        (said(&format!("[{{\"a\":\"{}\",\"b\":1}},{{\"a\":\"y\",\"b\":2}}]", times("x", size)))).into_bytes()
    }),
    ("marks in cells", |size| {
        (said(&format!("[{}{{}}]", times("{\"a\":\"x\u{301}\u{301}\u{301}\u{301}\",\"b\":1},", size)))).into_bytes()
    }),
    ("emoji in cells", |size| {
        (said(&format!("[{}{{}}]", times("{\"a\":\"👩\u{200d}🚀❤\u{fe0f}\",\"b\":1},", size)))).into_bytes()
    }),
    ("keys", |size| (said(&format!("{{{}\"z\":1}}", numbered(size, |n| format!("\"k{n}\":1,"))))).into_bytes()),
    ("equal keys", |size| (said(&format!("{{{}\"k\":1}}", times("\"k\":1,", size)))).into_bytes()),
    ("equal keys in rows", |size| (said(&format!("[{}{{}}]", times("{\"a\":1,\"a\":2},", size)))).into_bytes()),
    ("many lists", |size| {
        (said(&format!("{{{}\"z\":1}}", numbered(size, |n| format!("\"l{n}\":[{{\"a\":1}}],"))))).into_bytes()
    }),
    ("deep lists", |size| (said(&format!("{}{}", times("[", size / 2), times("]", size / 2)))).into_bytes()),
    ("deep objects", |size| {
        ({
            let depth = size / 6;
            said(&format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth)))
        })
        .into_bytes()
    }),
    ("wrapped error", |size| {
        ({
            let depth = size / 9;
            said(&format!("{}{{\"error\":\"x\"}}{}", "{\"data\":".repeat(depth), "}".repeat(depth)))
        })
        .into_bytes()
    }),
    ("encoded again", |size| (said(&quoted(&quoted(&times("{\"a\":1} ", size / 4))))).into_bytes()),
    ("trailing commas", |size| (said(&format!("[{}]", times("[1,],", size)))).into_bytes()),
    ("not a number", |size| (said(&format!("[{}1]", times("NaN,", size)))).into_bytes()),
    ("big integers", |size| {
        (said(&format!("[{}1]", times("9999999999999999999999999999999999999999,", size)))).into_bytes()
    }),
    ("search results", |size| {
        (said(&format!(
            "{{\"results\":[{}{{}}]}}",
            numbered(size, |n| format!("{{\"title\":\"t{n}\",\"url\":\"http://a.b/{n}\",\"snippet\":\"s\"}},"))
        )))
        .into_bytes()
    }),
    ("errors", |size| {
        (said(&format!("{{\"errors\":[{}{{}}]}}", times(r#"{"message":"bad","path":["a"]},"#, size)))).into_bytes()
    }),
    ("python rows", |size| (said(&format!("[{}]", times("{'a': 1, 'b': None}, ", size)))).into_bytes()),
    ("python tuples", |size| (said(&format!("[{}]", times("('a', 1, None), ", size)))).into_bytes()),
    ("python calls", |size| (said(&format!("[{}]", times("User(id=1, name='a'), ", size)))).into_bytes()),
    ("python dict", |size| {
        (said(&format!("{{{}}}", numbered(size, |n| format!("{n}: Decimal('1.5'), "))))).into_bytes()
    }),
    ("json among prose", |size| {
        (said(&format!("Here it is:\n[{}{{}}]\nDone.", times("{\"a\":1},", size)))).into_bytes()
    }),
    ("braces in prose", |size| (said(&times("see { and [ ", size))).into_bytes()),
    ("csv", |size| (said(&format!("a,b\n{}", times("1,2\n", size)))).into_bytes()),
    ("csv quotes", |size| (said(&format!("a,b\n{}", times("\"x\"\"y\",2\n", size)))).into_bytes()),
    ("open quote", |size| (said(&format!("a,b\n1,2\n{}", times("\"", size)))).into_bytes()),
    ("csv columns", |size| {
        (said(&format!(
            "{0}z\n{1}1\n{1}1\n",
            numbered(size, |n| format!("c{n},")),
            numbered(size, |_| "1,".to_owned())
        )))
        .into_bytes()
    }),
    ("pipes", |size| (said(&format!("| a | b |\n{}", times("| 1 | 2 |\n", size)))).into_bytes()),
    ("pairs", |size| (said(&numbered(size, |n| format!("k{n}: v\n")))).into_bytes()),
    ("colons", |size| (said(&times("a: ", size))).into_bytes()),
    ("urls", |size| (said(&numbered(size, |n| format!("https://a.example/{n}\n")))).into_bytes()),
    ("urls in prose", |size| (said(&times("see http://a.example/x, ", size))).into_bytes()),
    ("log", |size| (said(&times("2026-01-01 12:00:00 INFO hello\n", size))).into_bytes()),
    ("traceback", |size| {
        (failed(&format!(
            "Traceback (most recent call last):\n{}ValueError: x",
            times("  File \"a.py\", line 1, in f\n    x()\n", size)
        )))
        .into_bytes()
    }),
    ("error labels", |size| (failed(&times("Error: ", size))).into_bytes()),
    ("error braces", |size| (failed(&times("Error: {\"a\": ", size))).into_bytes()),
    ("error brackets", |size| (failed(&times("Error (x", size))).into_bytes()),
    ("error details", |size| {
        (failed(&format!("Error: {{{}\"message\":\"x\"}}", numbered(size, |n| format!("\"k{n}\":1,"))))).into_bytes()
    }),
    ("long line", |size| (said(&times("word ", size))).into_bytes()),
    ("long word", |size| (said(&times("w", size))).into_bytes()),
    ("lines", |size| (said(&times("\n", size))).into_bytes()),
    ("combining marks", |size| (said(&format!("a{}", times("\u{301}", size)))).into_bytes()),
    ("hidden marks", |size| (said(&times("a\u{200b}", size))).into_bytes()),
    ("colours", |size| (said(&times("\u{1b}[31mred\u{1b}[0m ", size))).into_bytes()),
    ("half colours", |size| (said(&times("\u{1b}[", size))).into_bytes()),
    ("controls", |size| (said(&times("\u{1}", size))).into_bytes()),
    ("surrogates", |size| {
        (format!("{{\"content\":[{{\"type\":\"text\",\"text\":\"{}\"}}]}}", times("\\ud800", size))).into_bytes()
    }),
    ("markdown list", |size| (said(&format!("# T\n\n{}", times("- *a* **b** `c`\n", size)))).into_bytes()),
    ("markdown depth", |size| {
        (said(&format!(
            "# T\n\n{}",
            (0..size / 400).map(|n| format!("{}- a\n", " ".repeat(2 * (n % 400)))).collect::<Vec<_>>().concat()
        )))
        .into_bytes()
    }),
    ("markdown links", |size| (said(&format!("# T\n\n{}", times("[a](http://b.example) ", size)))).into_bytes()),
    ("open links", |size| (said(&format!("# T\n\n{}", times("[a](", size)))).into_bytes()),
    ("open brackets", |size| (said(&format!("# T\n\n{}", times("[", size)))).into_bytes()),
    ("emphasis", |size| (said(&format!("# T\n\n{}", times("*a **b ", size)))).into_bytes()),
    ("backticks", |size| {
        (said(&format!(
            "# T\n\n{}",
            (0..size / 42).map(|n| format!("{}a ", "`".repeat(n % 80 + 1))).collect::<Vec<_>>().concat()
        )))
        .into_bytes()
    }),
    ("quotes", |size| (said(&format!("# T\n\n{} a\n{}", times(">", size / 2), times("> b\n", size / 2)))).into_bytes()),
    ("references", |size| {
        (said(&format!(
            "# T\n\n{}{}",
            numbered(size / 2, |n| format!("[a{n}]: http://x.example/{n}\n")),
            numbered(size / 2, |n| format!("[a{n}] "))
        )))
        .into_bytes()
    }),
    ("footnotes", |size| {
        (said(&format!("# T\n\n{}", numbered(size, |n| format!("x[^{n}]\n\n[^{n}]: note\n\n"))))).into_bytes()
    }),
    ("markdown table", |size| (said(&format!("# T\n\n|a|b|\n|-|-|\n{}", times("|1|2|\n", size)))).into_bytes()),
    ("markdown tables", |size| {
        (said(&format!("# T\n\n{}", times("|a|b|\n|-|-|\n|1|2|\n\ntext\n\n", size)))).into_bytes()
    }),
    ("wide table", |size| {
        (said(&format!("# T\n\n|{}\n|{}\n|{}\n", times("a|", size / 3), times("-|", size / 3), times("1|", size / 3))))
            .into_bytes()
    }),
    ("json in a line", |size| (said(&format!("# T\n\n{}", times("see {\"a\": 1}, ", size)))).into_bytes()),
    ("fences", |size| (said(&format!("# T\n\n{}", times("```json\n{\"a\":1}\n```\n\n", size)))).into_bytes()),
    ("open fences", |size| (said(&times("```json\n", size))).into_bytes()),
    ("data urls", |size| (said(&format!("# T\n\n{}", times("![a](data:image/png;base64,AAAA) ", size)))).into_bytes()),
    ("tags", |size| (said(&format!("# T\n\n{}", times("<b>", size)))).into_bytes()),
    ("open tags", |size| (said(&format!("# T\n\n{}", times("<a ", size)))).into_bytes()),
    ("comments", |size| (said(&format!("# T\n\n{}", times("<!-- ", size)))).into_bytes()),
    ("html page", |size| (said(&format!("<!doctype html><body>{}", times("<p>a</p>", size)))).into_bytes()),
    ("deep page", |size| (said(&format!("<html>{}", times("<div>", size)))).into_bytes()),
    ("unclosed tags", |size| (said(&format!("<html><body>{}", times("<b><p>", size)))).into_bytes()),
    ("attributes", |size| (said(&format!("<html><a {}>", times("b=c ", size)))).into_bytes()),
    ("html table", |size| {
        (said(&format!("<table><tr><th>a</th></tr>{}</table>", times("<tr><td>1</td></tr>", size)))).into_bytes()
    }),
    ("html tables", |size| (said(&format!("<html>{}", times("<table><tr><td>", size)))).into_bytes()),
    ("xml", |size| (said(&format!("<?xml version=\"1.0\"?><r>{}</r>", times("<a>1</a>", size)))).into_bytes()),
    ("code", |size| (said(&format!("import os\n\ndef f():\n{}", times("    x = [1, 'a']\n", size)))).into_bytes()),
    ("code on one line", |size| {
        (said(&format!("import os\n\ndef f():\n    x = [{}]\n", times("1,", size)))).into_bytes()
    }),
    ("diff", |size| (said(&format!("--- a\n+++ b\n@@ -1 +1 @@\n{}", times("-a\n+b\n", size)))).into_bytes()),
    ("sql", |size| (said(&times("SELECT a FROM b;\n", size))).into_bytes()),
    ("page notices", |size| (said(&times("Showing 1 of 2. ", size))).into_bytes()),
];

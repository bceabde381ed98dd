//! Servers that answer badly or with bad intent: what did come is shown, and nothing of it moves the terminal.

use std::process::Output;

use serde_json::{Value, json};

use crate::servers::Folder;
use crate::{at_terminal, json, retort, stderr, stdout};

/// A server that answers each method with what a file has for it: one answer after the other, the last for ever.
const SCRIPTED: &str = r#"
import json, sys
answers = json.load(open(sys.argv[1], encoding="utf-8"))
asked = {}
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if "id" not in message or method is None: continue
    known = answers.get(method, [{"error": {"code": -32601, "message": "no such method"}}])
    answer = known[min(asked.get(method, 0), len(known) - 1)]
    asked[method] = asked.get(method, 0) + 1
    if answer is None: continue
    text = json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(text.encode() + b"\n"); sys.stdout.flush()
"#;

pub(crate) struct Scripted {
    pub(crate) folder: Folder,
    server: String,
}

/// A server with these answers, and others where there are none: a tool `t` that has pages, and a prompt `p`.
pub(crate) fn scripted(name: &str, answers: &Value) -> Scripted {
    let folder = Folder::new(name);
    let paging = json!({"type": "object", "properties": {"cursor": {"type": "string"}, "offset": {"type": "integer"}}});
    let mut all = json!({
        "initialize": [result(&json!({
            "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}
        }))],
        "tools/list": [result(&json!({"tools": [{"name": "t", "inputSchema": paging}]}))],
        "prompts/list": [result(&json!({"prompts": [{"name": "p"}]}))],
    });
    for (method, answers) in answers.as_object().unwrap() {
        all[method] = answers.clone();
    }
    let script = folder.write("server.py", SCRIPTED);
    let answers = folder.write("answers.json", &all.to_string());
    Scripted { server: format!("python3 {script} {answers}"), folder }
}

impl Scripted {
    /// Runs a command with this server.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let (command, rest) = arguments.split_first().unwrap();
        retort(&[&[*command, &self.server, "--protocol", "2025-11-25"], rest].concat(), b"")
    }

    /// Runs a command as somebody at a terminal does, who types `input`; what they see is the standard output.
    fn run_at_terminal(&self, arguments: &[&str], input: &str) -> Output {
        let (command, rest) = arguments.split_first().unwrap();
        // Ctrl-D ends what is typed.
        let all = [&[*command, &self.server, "--protocol", "2025-11-25"], rest].concat();
        at_terminal(&all, &format!("{input}\u{4}"), &[("PAGER", "cat")])
    }
}

pub(crate) fn result(result: &Value) -> Value {
    json!({ "result": result })
}

fn error(code: &Value, message: &str) -> Value {
    json!({"error": {"code": code, "message": message}})
}

/// The answer of a tool with this payload.
fn says(payload: &Value) -> Value {
    result(&json!({"content": [{"type": "text", "text": payload.to_string()}]}))
}

/// A page with these rows; more follow where there is a cursor.
fn page(rows: &Value, cursor: Option<&str>) -> Value {
    says(&json!({"items": rows, "hasMore": cursor.is_some(), "nextCursor": cursor}))
}

const EVIL: &str = "\u{1b}]0;evil\u{7}\u{9b}31m\u{202e}";

fn is_harmless(output: &Output) -> bool {
    let text = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
    !text.contains(['\u{7}', '\u{9b}', '\u{202e}']) && !text.contains("\u{1b}]0;evil") && text.contains("31m")
}

#[test]
fn a_page_beyond_all_numbers_ends_the_pages() {
    let full = json!({"items": [{"id": 1}], "hasMore": true, "offset": u64::MAX});
    let server = scripted("numbers", &json!({"tools/call": [says(&full)]}));
    for given in [&[][..], &["offset=18446744073709551615"]] {
        let output = server.run(&[&["call", "t", "--all", "-c"], given].concat());
        assert_eq!((output.status.code(), stdout(&output)), (Some(0), "[{\"id\":1}]\n"), "{}", stderr(&output));
    }
}

#[test]
fn rows_survive_a_page_that_fails() {
    let first = page(&json!([{"id": 1}]), Some("a"));
    let server = scripted("silent", &json!({"tools/call": [first, null]}));
    let output = server.run(&["call", "t", "--all", "--json", "--timeout", "20"]);
    assert_eq!((output.status.code(), &json(&output)["data"]), (Some(2), &json!([{"id": 1}])));
    assert!(stderr(&output).contains("no answer to tools/call"), "{}", stderr(&output));
    let server = scripted("refusing", &json!({"tools/call": [first, error(&json!(1), "boom")]}));
    for how in ["--json", "-c", "--jsonl"] {
        let output = server.run(&["call", "t", "--all", how]);
        assert_eq!(output.status.code(), Some(1), "{how}");
        assert!(json(&output).to_string().contains("{\"id\":1}"), "{how}");
        assert_eq!(stderr(&output), "retort: page 2 is an error: error 1: boom\n", "{how}");
    }
}

#[test]
fn pages_without_new_rows_do_not_end_the_pages() {
    let same = json!([{"id": 1}]);
    let pages = [page(&same, Some("a")), page(&json!([]), Some("b")), page(&same, Some("c")), page(&json!([2]), None)];
    let output = scripted("same", &json!({"tools/call": pages})).run(&["call", "t", "--all", "-c"]);
    assert_eq!((stdout(&output), stderr(&output)), ("[{\"id\":1},{\"id\":1},2]\n", ""));
    // But they do when there is no end of them.
    let output = retort(&["call", "gallery", "page_repeating", "new_cursors=true", "--all", "--jsonl"], b"");
    assert_eq!(stdout(&output).lines().count(), 20);
    assert_eq!(stderr(&output), "retort: page 2 was seen before; the server does not go on from there\n");
    let pages: Vec<Value> = (0..20).map(|number| page(&json!([]), Some(&number.to_string()))).collect();
    let output = scripted("empty", &json!({"tools/call": pages})).run(&["call", "t", "--all", "-c"]);
    assert_eq!(stdout(&output), "[]\n");
    assert!(stderr(&output).contains("the last pages were empty"), "{}", stderr(&output));
}

#[test]
fn pages_are_followed_without_a_schema() {
    let pages = [page(&json!([1]), Some("a")), page(&json!([2]), None)];
    let answers = json!({"tools/call": pages, "tools/list": [error(&json!(-32601), "no")]});
    let server = scripted("unknown", &answers);
    let output = server.run(&["call", "t", "--all", "-c", "--unchecked"]);
    assert_eq!(stdout(&output), "[1,2]\n");
    assert!(stderr(&output).contains("trying cursor=\"a\" for the next page"), "{}", stderr(&output));
    let output = server.run(&["call", "t", "--all", "-c", "cursor=z"]);
    assert_eq!(stdout(&output), "[1,2]\n", "{}", stderr(&output));
    assert!(!stderr(&output).contains("trying"), "{}", stderr(&output));
}

#[test]
fn the_lists_that_came_are_shown() {
    let first = result(&json!({"tools": [{"name": "t"}], "nextCursor": "a"}));
    let server = scripted("half", &json!({"tools/list": [first, error(&json!(-1), "bad cursor")]}));
    let output = server.run(&["tools"]);
    assert_eq!(stdout(&output), "t\n1 tool\n");
    assert!(stderr(&output).contains("the list ends after page 1: the server refused"), "{}", stderr(&output));
    let resources = result(&json!({"resources": [{"uri": "a:b"}]}));
    let answers = json!({"resources/list": [resources], "resources/templates/list": [result(&json!({}))]});
    let output = scripted("resources", &answers).run(&["resources"]);
    assert_eq!(stdout(&output), "a:b\n1 resource\n");
    assert!(stderr(&output).contains("has no resourceTemplates"), "{}", stderr(&output));
    let templates = result(&json!({"resourceTemplates": [{"uriTemplate": "a:{b}"}]}));
    let output = scripted("templates", &json!({"resources/templates/list": [templates]})).run(&["resources"]);
    assert_eq!(stdout(&output), "a:{b}\n1 resource template\n");
    assert!(stderr(&output).contains("refused resources/list"), "{}", stderr(&output));
    let output = scripted("slow", &json!({"tools/list": [null]})).run(&["call", "t", "--timeout", "20"]);
    assert!(stderr(&output).contains("--unchecked"), "{}", stderr(&output));
}

#[test]
fn a_prompt_is_had_without_a_list() {
    let prompt = result(&json!({"messages": [{"role": "user", "content": {"type": "text", "text": "hello"}}]}));
    for list in [error(&json!(-32601), "no"), result(&json!({"prompts": {"p": {}}}))] {
        let server = scripted("prompt", &json!({"prompts/list": [list], "prompts/get": [prompt]}));
        let output = server.run(&["prompt", "p", "count=5"]);
        assert_eq!(stdout(&output), "user\nhello\n", "{}", stderr(&output));
    }
}

#[test]
fn lists_in_lists_have_an_end() {
    let depth = 3000;
    let nested = r#"{"type":"array","items":"#.repeat(depth) + "{}" + &"}".repeat(depth);
    let schema = format!(r#"{{"type":"object","properties":{{"a":{nested}}}}}"#);
    let folder = Folder::new("deep");
    let tools = format!(r#"{{"jsonrpc":"2.0","id":2,"result":{{"tools":[{{"name":"t","inputSchema":{schema}}}]}}}}"#);
    let hello = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;
    let (hello, tools) = (folder.write("hello", hello), folder.write("tools", &tools));
    // Each line that comes in gets the next file.
    let server = format!("sh -c 'read a; cat {hello}; echo; read a; read a; cat {tools}; echo; read a'");
    let output = retort(&["tools", &server, "t", "--protocol", "2025-11-25"], b"");
    assert!(stdout(&output).contains("  a: list of list of list of list of list of …\n"), "{}", stderr(&output));
}

#[test]
fn nothing_of_a_resource_or_a_prompt_is_hidden() {
    let text = json!({"type": "text", "text": "hi"});
    let cases = [
        (
            json!({"contents": [{"uri": "a", "text": "hi", "blob": "AAAA"}]}),
            "application/octet-stream · 3 bytes\ntext  hi\n",
        ),
        (json!({"contents": [{"uri": "a", "text": null, "body": 7}]}), "\"body\": 7"),
        (json!({"contents": [], "text": "beside"}), "text  beside\n"),
        (json!({"contents": [{"uri": "a", "text": "hi", "note": 7}]}), "\"note\": 7,\n  \"text\": \"hi\""),
        (json!({"contents": [{"text": "hi"}], "structuredContent": {"k": 7}}), "hi\n\nstructuredContent  {\"k\": 7}\n"),
        (
            json!({"contents": [{"uri": "a", "mimeType": "text/plain", "blob": "aGVsbG8="}]}),
            "a\ntext/plain · 5 bytes\nhello",
        ),
        (json!({"contents": [{"uri": "a", "blob": "not base64!"}]}), "11 bytes, not base64: not base64!"),
        (json!({"messages": ["hi"]}), "hi\n"),
        (json!({"messages": [[{"role": "user"}]]}), "\"role\": \"user\""),
        (json!({"messages": [{"role": "user"}]}), "\"role\": \"user\""),
        (json!({"messages": [{"role": "user", "content": null, "text": "hi"}]}), "\"text\": \"hi\""),
        (json!({"messages": [{"role": "user", "content": text, "note": 7}]}), "user\nhi\n\nnote\n7\n"),
        (json!({"messages": [{"role": "user", "content": {"text": "hi", "data": "AAAA"}}]}), "\"data\": \"AAAA\""),
        (json!({"messages": [], "description": "about"}), "about\n"),
        (json!({"messages": [{"role": "user", "content": text}], "x": 7}), "user\nhi\n\nx  7\n"),
    ];
    let answers: Vec<Value> = cases.iter().map(|(answer, _)| result(answer)).collect();
    std::thread::scope(|scope| {
        for (index, (answer, (sent, expected))) in answers.iter().zip(&cases).enumerate() {
            scope.spawn(move || {
                let server =
                    scripted(&format!("parts-{index}"), &json!({"resources/read": [answer], "prompts/get": [answer]}));
                let command = if sent.get("contents").is_some() { "read" } else { "prompt" };
                let output = server.run(&[command, "p"]);
                assert!(stdout(&output).contains(expected), "{sent}\n{}{}", stdout(&output), stderr(&output));
                assert_eq!(stdout(&output).matches("contents").count(), 0, "{sent}");
            });
        }
    });
}

#[test]
fn an_answer_is_shown_even_where_it_cannot_be_saved() {
    let image = |mime: &str| json!({"type": "image", "mimeType": mime, "data": "AAAA"});
    let blocks = json!([{"type": "text", "text": "done"}, image("image/png"), image(&"x".repeat(5000)), image("ü/ü")]);
    let prompt = json!({"messages": [{"role": "user", "content": blocks}]});
    let answers = json!({"tools/call": [result(&json!({"content": blocks}))], "prompts/get": [result(&prompt)]});
    let server = scripted("unsaved", &answers);
    let output = server.run(&["call", "t", "--output", "/dev/null"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).starts_with("done\n"), "{}", stdout(&output));
    assert!(stderr(&output).contains("cannot save to /dev/null"), "{}", stderr(&output));
    for (command, named) in [("call", "t"), ("prompt", "p")] {
        let folder = server.folder.0.join(command);
        let output = server.run(&[command, named, "--output", folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["image-1.png", "part-2.xxxxxxxx", "part-3.bin"]);
    }
}

#[test]
fn errors_and_lists_do_not_move_the_terminal() {
    let schema = json!({"type": "object", "properties": {EVIL: {"type": "string"}}, "required": [EVIL]});
    let tools = result(&json!({"tools": [{"name": EVIL}, {"name": "t", "inputSchema": schema}], "nextCursor": EVIL}));
    let server = scripted("evil", &json!({"tools/list": [tools]}));
    for arguments in [&["tools"][..], &["tools", "t"], &["call", "zzzzzzzzzz"], &["tools", "zzzzzzzzzz"]] {
        let output = server.run(arguments);
        assert!(is_harmless(&output), "{arguments:?}\n{}{}", stdout(&output), stderr(&output));
    }
    let server = scripted("refused", &json!({"tools/list": [error(&json!(EVIL), EVIL)]}));
    assert!(is_harmless(&server.run(&["tools"])));
    let output = retort(&["tools", &format!("/nowhere/{EVIL}")], b"");
    assert!(is_harmless(&output), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn json_does_not_move_the_terminal() {
    let server = scripted("screen", &json!({"tools/call": [page(&json!([{"a": EVIL}]), None)]}));
    for how in [&["--json"][..], &["--raw"], &["--all"], &["--all", "--jsonl"], &[]] {
        let output = server.run_at_terminal(&[&["call", "t"], how].concat(), "");
        assert!(is_harmless(&output), "{how:?}: {:?}", stdout(&output));
    }
    // What goes elsewhere goes as it is.
    let output = server.run(&["call", "t", "--json", "-c"]);
    assert_eq!(json(&output)["data"], json!([{ "a": EVIL }]));
    assert!(stdout(&output).contains('\u{202e}'));
}

/// A server that asks for two fields with odd names before it answers a call.
const ASKING: &str = r#"
import json, sys
def send(message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    if method == "initialize":
        send({"id": id, "result": {"protocolVersion": "2025-11-25", "capabilities": {}}})
    elif method == "tools/call":
        call = id
        fields = {"a=b": {"type": "integer"}, "": {"type": "string"}}
        schema = {"type": "object", "properties": fields, "required": list(fields)}
        send({"id": 99, "method": "elicitation/create", "params": {"message": "well?", "requestedSchema": schema}})
    elif method is None and id == 99:
        send({"id": call, "result": {"content": [{"type": "text", "text": json.dumps(message["result"]["content"])}]}})
"#;

#[cfg(target_os = "linux")]
#[test]
fn fields_of_any_name_can_be_answered() {
    let mut server = scripted("asking", &json!({}));
    server.server = format!("python3 {}", server.folder.write("asking.py", ASKING));
    let arguments = ["call", "t", "--unchecked", "-c", "--timeout", "60"];
    let output = server.run_at_terminal(&arguments, "five\n5\n@x=y\n");
    assert!(stdout(&output).contains("\"five\" is not an integer"), "{}", stdout(&output));
    assert!(stdout(&output).contains(r#"{"a=b": 5, "": "@x=y"}"#), "{}", stdout(&output));
}

#[test]
fn options_that_cannot_be_meant_are_refused() {
    let output = retort(&["tools", "http://127.0.0.1:9/mcp", "--header", "hush"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(!stderr(&output).contains("hush"), "{}", stderr(&output));
    let output = retort(&["tools", "gallery", "--max-size", "0"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--max-size"), "{}", stderr(&output));
}

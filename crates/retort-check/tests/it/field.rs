//! What servers in the field do that deserves no warning, and what is told once, however often it happens.

use retort_check::{Checker, Finding, Profile};
use retort_core::read;

/// What a check tells unless it is pedantic.
fn told(session: &str) -> Vec<Finding> {
    Checker::new(&[Profile::Mcp]).without_advice().check(read(session)).1
}

fn names(session: &str) -> Vec<&'static str> {
    told(session).iter().map(|finding| finding.rule.name).collect()
}

/// A call of a tool and its result.
fn called(tool: &str, arguments: &str, result: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments}}}}}\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}"
    )
}

#[test]
fn lines_of_a_log_are_one_finding() {
    let message = r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#;
    let session = format!("Starting …\n[info] ready\n{message}\nDone.");
    let findings = told(&session);
    assert_eq!(
        findings.iter().map(|finding| (finding.rule.name, finding.times)).collect::<Vec<_>>(),
        [("log-line", 3)]
    );
    assert!(findings[0].message.ends_with("(here: Starting …)"), "{}", findings[0].message);
}

#[test]
fn a_recorded_line_that_is_json_is_shown_as_it_was_sent() {
    let session = r#"{"time":"2026-11-16T03:45:28.401Z","direction":"received","message":{"level":30,"msg":"started"}}
{"time":"2026-11-16T03:45:28.402Z","direction":"sent","message":{"jsonrpc":"2.0","id":1,"method":"ping"}}
{"time":"2026-11-16T03:45:28.403Z","direction":"received","message":{"jsonrpc":"2.0","id":1,"result":{}}}
{"time":"2026-11-16T03:45:28.404Z","direction":"received","message":{"level":40,"msg":"stopped"}}"#;
    let findings = told(session);
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    let message = r#"A line between the messages is no message (here: {"level":30,"msg":"started"})"#;
    assert_eq!((finding.message.as_str(), finding.times), (message, 2));
}

#[test]
fn members_that_are_null_in_one_and_missing_in_the_other_are_no_difference() {
    let both = |text: &str, structured: &str| {
        called(
            "git_branch",
            "{}",
            &format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"structuredContent":{structured}}}"#),
        )
    };
    assert_eq!(names(&both(r#"{\"a\": 1, \"note\": null}"#, r#"{"a": 1}"#)), [""; 0]);
    assert_eq!(names(&both(r#"{\"a\": 1}"#, r#"{"a": 1, "rest": null}"#)), [""; 0]);
    assert_eq!(names(&both(r#"{\"a\": 1, \"note\": null}"#, r#"{"a": 2}"#)), ["structured-content-differs"]);
    assert_eq!(names(&both(r#"{\"a\": 1, \"note\": \"x\"}"#, r#"{"a": 1}"#)), ["structured-content-differs"]);
}

#[test]
fn a_list_of_one_is_one_block() {
    let both = |structured: &str| {
        called(
            "list_projects",
            "{}",
            &format!(
                r#"{{"content":[{{"type":"text","text":"{{\"name\": \"p\"}}"}}],"structuredContent":{structured}}}"#
            ),
        )
    };
    assert_eq!(names(&both(r#"{"result": [{"name": "p"}]}"#)), [""; 0]);
    assert_eq!(names(&both(r#"{"result": [{"name": "p"}, {"name": "q"}]}"#)), ["structured-content-differs"]);
    assert_eq!(names(&both(r#"{"result": [{"name": "q"}]}"#)), ["structured-content-differs"]);
}

#[test]
fn a_default_that_is_null_is_none() {
    let tool = |default: &str| {
        format!(
            r#"{{"jsonrpc": "2.0", "id": 1, "result": {{"tools": [{{"name": "open_tab", "description": "Opens a tab.", "inputSchema": {{"type": "object", "properties": {{"url": {{"type": "string", "default": {default}}}}}}}}}]}}}}"#
        )
    };
    assert_eq!(names(&tool("null")), [""; 0]);
    assert_eq!(names(&tool("5")), ["default-contradicts-schema"]);
}

#[test]
fn colours_are_told_once_and_not_to_whoever_asked_for_them() {
    let result = r#"{"content":[{"type":"text","text":"\u001b[1ma\u001b[0m and \u001b[1mb\u001b[0m"}]}"#;
    for arguments in [r#"{"useColors": true}"#, r#"{"color": "always"}"#, r#"{"keep_ansi": true}"#] {
        assert_eq!(names(&called("search", arguments, result)), [""; 0], "{arguments}");
    }
    for arguments in ["{}", r#"{"useColors": false}"#, r#"{"color": "never"}"#, r#"{"query": "color"}"#] {
        let findings = told(&called("search", arguments, result));
        let told: Vec<_> = findings.iter().map(|finding| (finding.rule.name, finding.times)).collect();
        assert_eq!(told, [("terminal-colours", 4)], "{arguments}");
    }
}

#[test]
fn what_stands_in_files_is_not_the_servers_wording() {
    let result = r#"{"content":[{"type":"text","text":"a.log: \u001b[2J"}]}"#;
    for tool in ["search_files", "searchFiles", "read-pages", "get_logs"] {
        assert_eq!(names(&called(tool, "{}", result)), [""; 0], "{tool}");
    }
    assert_eq!(names(&called("get_status", "{}", result)), ["terminal-escapes"]);
}

#[test]
fn an_image_that_structured_content_repeats_is_no_text() {
    let image = r#""type":"image","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==","mimeType":"image/png""#;
    let result =
        format!(r#"{{"content":[{{{image}}}],"structuredContent":{{{image},"annotations":null,"_meta":null}}}}"#);
    assert_eq!(names(&called("draw", "{}", &result)), [""; 0]);
}

#[test]
fn what_does_not_pass_is_an_answer() {
    let result = |payload: &str| format!(r#"{{"content":[{{"type":"text","text":"{payload}"}}]}}"#);
    let verdict = result(r#"{\"success\": false, \"passed\": 3, \"failed\": 1}"#);
    let failure = result(r#"{\"success\": false, \"error\": \"no such folder\"}"#);
    for tool in ["run_tests", "validateSchema", "lint-file"] {
        assert_eq!(names(&called(tool, "{}", &verdict)), [""; 0], "{tool}");
        assert_eq!(names(&called(tool, "{}", &failure)), ["error-not-flagged"], "{tool}");
    }
    assert_eq!(names(&called("send_mail", "{}", &verdict)), ["error-not-flagged"]);
}

#[test]
fn what_the_answers_of_one_tool_have_in_common_is_one_finding() {
    let call = |id: u8, tool: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{{}}}}}}
{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"Error: no session {id}"}}]}}}}
"#
        )
    };
    let findings = told(&(call(1, "get_info") + &call(2, "get_info") + &call(3, "close")));
    let told: Vec<_> = findings.iter().map(|finding| (finding.subject.as_deref(), finding.at, finding.times)).collect();
    assert_eq!(told, [(Some("get_info"), Some(1), 2), (Some("close"), Some(5), 1)]);
}

#[test]
fn what_befell_one_of_many_things_is_no_failure_of_the_call() {
    let result = r#"{"content":[{"type":"text","text":"a.md: Error - ENOENT: no such file or directory"}]}"#;
    assert_eq!(names(&called("read_multiple_files", r#"{"paths":["a.md"]}"#, result)), [""; 0]);
    assert_eq!(names(&called("read_file", r#"{"path":"a.md"}"#, result)), ["error-not-flagged"]);
}

/// What a result says in one text, unflagged.
fn said(tool: &str, arguments: &str, text: &str) -> String {
    called(tool, arguments, &format!(r#"{{"content":[{{"type":"text","text":"{text}"}}]}}"#))
}

#[test]
fn what_was_asked_for_and_is_not_there_is_a_failure() {
    for (tool, arguments, text) in [
        ("add_picture", r#"{"image_path": "/none.png"}"#, "Image file not found: /none.png"),
        ("get_icon", r#"{"name": "Nope"}"#, r#"Icon \"Nope\" not found. Use search_icons to find others."#),
        ("get_icon", r#"{"name": "Nope"}"#, r#"\"Icon \\\"Nope\\\" not found.\""#),
        ("get_example", r#"{"example": "zz"}"#, r#"Example \"zz.md\" not found.\n\nAvailable examples:\n- a\n- b"#),
        ("get_task", r#"{"id": 7}"#, "Task 7 not found"),
        ("clear_session", r#"{"session": "s1"}"#, "Session 's1' was not found."),
        ("open_book", r#"{"path": "/a/b/emma.epub"}"#, "The file emma.epub could not be found"),
        ("search_code", r#"{"path": "/none", "query": "x"}"#, "Path /none does not exist in the project"),
        ("find_text", r#"{"filename": "a", "text_to_find": "b"}"#, "Document a.docx does not exist"),
        ("searchTable", r#"{"tableName": "pets", "query": "rex"}"#, "Table pets not found"),
        ("delete_notes", r#"{"ids": ["n9"]}"#, "Note n9 not found"),
        (
            "delete_paragraph",
            r#"{"paragraph_index": 99}"#,
            "Invalid paragraph index. The document has 2 paragraphs (0-1).",
        ),
        ("read_blog", r#"{"url": "/blog"}"#, "URL must be from the same domain as https://example.com"),
        ("set_mode", r#"{"colourMode": "x"}"#, "Unknown colour mode"),
        ("move_to", r#"{"start_date": "x"}"#, "`start_date` is required"),
    ] {
        assert_eq!(names(&said(tool, arguments, text)), ["error-not-flagged"], "{tool}: {text}");
    }
}

#[test]
fn what_only_reads_like_a_refusal_is_none() {
    for (tool, arguments, text) in [
        ("search_notes", r#"{"query": "emma"}"#, "emma not found"),
        ("find_user", r#"{"name": "Ann"}"#, "User Ann not found"),
        ("file_exists", r#"{"name": "a.txt"}"#, "a.txt does not exist"),
        ("search_icons", r#"{"name": "arow"}"#, "No icons found for arow"),
        ("replace_text", r#"{"text": "zzz"}"#, "zzz not found"),
        ("create_file", r#"{"path": "/a.txt"}"#, "File /a.txt not found; created a new one"),
        ("save_page", r#"{"name": "x"}"#, "Template x not found, default used"),
        ("get_lyrics", r#"{"title": "Home"}"#, "Paradise not found in any book"),
        ("validate_email", r#"{"email": "x"}"#, "Invalid email"),
        ("check_link", r#"{"url": "http://a.example"}"#, "http://a.example not found"),
        ("get_article", r#"{"id": 4}"#, "When page 4 not found appears, reload"),
        ("get_rules", r#"{"topic": "passwords"}"#, "Passwords must be long."),
        ("get_rules", r#"{"value": "x"}"#, "Value must be given before noon."),
        ("get_notes", r#"{"names": ["a", "b"]}"#, "Note a not found"),
        ("get_status", "{}", "Printer not found: continuing without"),
    ] {
        assert_eq!(names(&said(tool, arguments, text)), [""; 0], "{tool}: {text}");
    }
}

#[test]
fn a_listed_tool_that_misses_something_has_failed() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"advance_status","description":"Moves an item to its next status.","inputSchema":{"type":"object"}}]}}"#;
    let failed = |tool: &str| {
        format!(
            r#"{list}
{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"{tool}","arguments":{{}}}}}}
{{"jsonrpc":"2.0","id":2,"error":{{"code":-32603,"message":"Tool execution failed: item not found: 999"}}}}"#
        )
    };
    assert_eq!(names(&failed("advance_status")), ["failure-as-protocol-error"]);
    assert_eq!(names(&failed("other")), [""; 0]);
}

#[test]
fn a_trace_of_the_callers_own_program_is_what_was_asked_for() {
    let trace = |file: &str| {
        format!(
            r#"{{"content":[{{"type":"text","text":"Traceback (most recent call last):\n  File \"{file}\", line 1\nZeroDivisionError: division by zero"}}],"isError":true}}"#
        )
    };
    let own = trace("/tmp/snippet.py");
    for (tool, arguments) in [
        ("run-code", r#"{"code": "1/0"}"#),
        ("execute", r#"{"command": "python a.py"}"#),
        ("run_tests", "{}"),
        ("browser_evaluate", r#"{"function": "() => x()"}"#),
    ] {
        assert_eq!(names(&called(tool, arguments, &own)), [""; 0], "{tool}");
    }
    for (tool, arguments) in [("get_weather", r#"{"city": "Emden"}"#), ("calculate", r#"{"expression": "1/0"}"#)] {
        assert_eq!(names(&called(tool, arguments, &own)), ["stack-trace"], "{tool}");
    }
    let servers = trace("/usr/lib/python3/mcp/server/lowlevel.py");
    assert!(names(&called("run-code", r#"{"code": "1/0"}"#, &servers)).contains(&"stack-trace"));
}

#[test]
fn a_failure_in_the_place_of_the_only_item_is_one() {
    let listed = |tool: &str, text: &str, item: &str| {
        let result = format!(
            r#"{{"content":[{{"type":"text","text":"{text}"}}],"structuredContent":{{"result":[{item}]}},"isError":false}}"#
        );
        names(&called(tool, "{}", &result))
    };
    let error = r#"{\"error\": \"no such table: a\"}"#;
    assert_eq!(listed("execute_query", error, r#"{"error": "no such table: a"}"#), ["error-not-flagged"]);
    assert_eq!(
        listed("list_tables", "Error: no database at a.db", r#""Error: no database at a.db""#),
        ["error-not-flagged"]
    );
    assert_eq!(listed("list_errors", "Error: disk full", r#""Error: disk full""#), [""; 0]);
    assert_eq!(listed("tail_log", "Error: disk full", r#""Error: disk full""#), [""; 0]);
    assert_eq!(listed("list_tables", "customers", r#""customers""#), [""; 0]);
    let job = r#"{\"id\": 1, \"name\": \"a\", \"error\": \"timeout\"}"#;
    assert_eq!(listed("list_jobs", job, r#"{"id": 1, "name": "a", "error": "timeout"}"#), [""; 0]);
}

#[test]
fn what_stands_in_a_browser_is_not_the_servers_wording() {
    let result = r#"{"content":[{"type":"text","text":"- 0: (current) [](data:text/html,<h1>Hi</h1>)"}]}"#;
    assert_eq!(names(&called("browser_tabs", "{}", result)), [""; 0]);
    assert_eq!(names(&called("list_offers", "{}", result)), ["script-links"]);
}

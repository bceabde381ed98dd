//! However much a file holds, and whatever it is, the room that it takes has a bound.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

use crate::servers::Folder;
use crate::{retort, root, run, stderr, stdout};

/// How much the program takes before it reads anything, in bytes, and then some.
const ITSELF: usize = 6 << 20;

/// Runs `retort` with no more than `most` bytes of memory of its own.
fn limited(most: usize, arguments: &[&str], input: &Path) -> Output {
    let script = format!("ulimit -d {}; exec \"$0\" \"$@\" < '{}'", most / 1024, input.display());
    run(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_retort")]).args(arguments).current_dir(root()), b"")
}

/// Inputs of about `size` bytes that are made of small messages.
fn small_messages(size: usize) -> Vec<(&'static str, String)> {
    let times = |piece: &str| piece.repeat(size / piece.len());
    let mut numbered = String::new();
    for id in 0..size / 40 {
        let _ = writeln!(numbered, r#"{{"jsonrpc":"2.0","id":{id},"method":"p"}}"#);
    }
    let message = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let recorded = serde_json::json!({ "time": "t", "direction": "received", "text": times(&format!("{message}\n")) });
    vec![
        ("objects", times("{}")),
        ("rows", times("{\"a\":1}\n")),
        ("notifications", times("{\"jsonrpc\":\"2.0\",\"method\":\"n/x\"}\n")),
        ("notifications on one line", times("{\"jsonrpc\":\"2.0\",\"method\":\"n/x\"}")),
        ("requests", numbered),
        ("responses", times(&format!("{message}\n"))),
        ("events", times(&format!("data: {message}\n\n"))),
        ("one event", format!("data: {}\n\n", times(message))),
        ("a batch", format!("[{message}{}]", times(&format!(",{message}")))),
        ("a recording", times(&format!("{{\"time\":\"t\",\"direction\":\"received\",\"message\":{message}}}\n"))),
        ("a recorded text", recorded.to_string()),
        ("log lines", times("starting\n") + r#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#),
    ]
}

#[cfg(target_os = "linux")]
#[test]
fn many_small_messages_take_the_room_of_their_file() {
    const SIZE: usize = 1 << 20;
    let every: &[&[&str]] = &[
        &["show"],
        &["parse", "-c"],
        &["show", "--html"],
        &["show", "--markdown"],
        &["detect", "-c"],
        &["extract", "-c"],
        &["convert", "--to", "mcp", "-c"],
    ];
    let folder = Folder::new("small-messages");
    for (what, sent) in small_messages(SIZE) {
        let path = folder.write("sent", &sent);
        // They read alike, so that one kind of input is enough for most of them.
        let commands = if what == "notifications" { every } else { &every[..2] };
        for command in commands {
            let output = limited(ITSELF + 4 * SIZE, command, Path::new(&path));
            assert_eq!(output.status.code(), Some(0), "{what}, {command:?}: {:.300}", stderr(&output));
            assert!(!output.stdout.is_empty(), "{what}, {command:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_no_end_is_refused() {
    for command in ["show", "parse", "detect", "extract"] {
        let output = limited(ITSELF + (4 << 20), &[command, "--max-size", "1000000"], Path::new("/dev/zero"));
        assert_eq!(output.status.code(), Some(2), "{command}");
        let told = "retort: standard input has more than 1000000 bytes; a larger --max-size takes it\n";
        assert_eq!(stderr(&output), told);
        let output =
            limited(ITSELF + (4 << 20), &[command, "--max-size", "1000000", "/dev/zero"], Path::new("/dev/null"));
        assert!(stderr(&output).starts_with("retort: /dev/zero has more than"), "{}", stderr(&output));
    }
    let output = limited(ITSELF + (4 << 20), &["parse", "--jsonl", "--max-size", "1000000"], Path::new("/dev/zero"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 1 of standard input has more than 1000000 bytes"), "{}", stderr(&output));
    let output = limited(ITSELF + (4 << 20), &["check", "--max-size", "1000000", "-"], Path::new("/dev/zero"));
    assert!(stderr(&output).contains("--max-size"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_pipe_without_end_is_refused() {
    let script = "yes '{\"jsonrpc\":\"2.0\",\"method\":\"x\"}' | \"$0\" show --max-size 100000";
    let output = run(Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_retort")]), b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("more than 100000 bytes; a larger --max-size"), "{}", stderr(&output));
}

#[test]
fn an_input_may_be_as_large_as_the_limit() {
    let sent = br#"{"content":[{"type":"text","text":"hello"}]}"#;
    let most = sent.len().to_string();
    assert_eq!(stdout(&retort(&["extract", "--text", "--max-size", &most], sent)), "hello\n");
    let less = (sent.len() - 1).to_string();
    assert_eq!(retort(&["extract", "--text", "--max-size", &less], sent).status.code(), Some(2));
    // A line has room for its end beside the limit.
    let lines = [sent.as_slice(), sent].join(&b"\n"[..]);
    assert_eq!(stdout(&retort(&["extract", "--jsonl", "--max-size", &most], &lines)).lines().count(), 2);
    assert_eq!(retort(&["extract", "--jsonl", "--max-size", &less], &lines).status.code(), Some(2));
}

#[test]
fn one_that_is_too_large_does_not_hide_the_others() {
    let folder = Folder::new("too-large");
    let (small, large) = (folder.write("small.json", "[1]"), folder.write("large.json", &"[1]".repeat(100)));
    let output = retort(&["extract", "--text", "--max-size", "50", &large, &small], b"");
    assert_eq!((stdout(&output), output.status.code()), ("[1]\n", Some(2)));
    assert!(stderr(&output).contains("large.json has more than 50 bytes"), "{}", stderr(&output));
    let output = retort(&["parse", folder.0.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot read"), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_made_of_a_message_has_a_bound_too() {
    const SIZE: usize = 4 << 20;
    let folder = Folder::new("amplified");
    let said = |text: &str| serde_json::json!({ "content": [{ "type": "text", "text": text }] }).to_string();
    let long_name = "n".repeat(1000);
    for (what, sent) in [
        ("a long header", said(&format!("{long_name},{long_name}2\n{}", "1,2\n".repeat(SIZE / 5)))),
        ("pairs", said(&(0..SIZE / 11).fold(String::new(), |text, key| text + &format!("k{key}: v\n")))),
        ("addresses", said(&"https://a.example/\n".repeat(SIZE / 20))),
    ] {
        let path = folder.write("sent", &sent);
        for command in [&["show"][..], &["parse", "-c"]] {
            // The message, its text, the same in an envelope and in a view, what is drawn, and room to grow.
            let output = limited(ITSELF + 8 * SIZE, command, Path::new(&path));
            assert_eq!(output.status.code(), Some(0), "{what}, {command:?}: {:.300}", stderr(&output));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_shown_takes_the_room_of_what_was_sent() {
    let said = |text: &str| serde_json::json!({ "content": [{ "type": "text", "text": text }] }).to_string();
    let page: &[&str] = &["show", "--html", "-"];
    let screen: &[&str] = &["show", "--color", "always", "--width", "80"];
    let wide = format!("# T\n\n{}\n{}\n{}", "|a".repeat(1_000), "|-".repeat(1_000), "|1\n".repeat(2_000));
    let block = r#"{"type":"text","text":""}"#;
    let folder = Folder::new("swelling");
    // Each of them would become many times as large on its way to a screen or a page, if it were held as a whole.
    for (what, sent, command, sign, count) in [
        ("brackets", said(&format!("# T\n\n{}", "[".repeat(3 << 18))), page, "[", 3 << 18),
        ("a wide table", said(&wide), screen, "|", 4_000),
        ("a deep list", said(&format!("{}{}", "[".repeat(1 << 15), "]".repeat(1 << 15))), page, "[", 1 << 15),
        ("numbers", said(&format!("[{}1]", "1,".repeat(1 << 16))), page, ">1<", 1 << 16),
        ("hidden signs", said(&"a\u{200b}".repeat(1 << 17)), page, "200b", 1 << 17),
        ("blocks", format!("{{\"content\":[{block}{}]}}", format!(",{block}").repeat(12_000)), page, "text", 12_000),
    ] {
        let path = folder.write("sent", &sent);
        let output = limited(ITSELF + 4 * sent.len(), command, Path::new(&path));
        assert_eq!(output.status.code(), Some(0), "{what}: {:.300}", stderr(&output));
        // Nothing is lost.
        let shown = stdout(&output).matches(sign).count();
        assert!(shown >= count, "{what}: {shown}");
    }
}

//! A user's mistake ends with 2 and one clear sentence.

use crate::{retort, stderr, stdout};

#[test]
fn a_file_that_is_not_there() {
    let output = retort(&["parse", "no-such-file.json"], b"");
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr(&output), @"retort: cannot read no-such-file.json: No such file or directory (os error 2); check the path, or use - for standard input");
}

/// What is in a name makes no words of ours.
#[test]
fn a_name_with_the_end_of_a_line_stays_on_its_line() {
    let name = "no\nretort: all is well";
    for arguments in [
        ["parse", name].as_slice(),
        &["show", name],
        &["call", "gallery", "echo", "--args", "@no\nretort: all is well"],
        &["tools", "gallery", "--config", name],
        &["tools", "gallery", "--record", "no\nretort: all is well/x"],
        &["trust", name],
        &["trust", "--revoke", name],
        &["login", "https://a.example/", "--client-id", "x", "--client-key", name],
    ] {
        let output = retort(arguments, b"");
        assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!stderr(&output).contains("\nretort: all"), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("no\\u{a}retort: all"), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn one_file_that_is_not_there_does_not_keep_others_from_being_read() {
    let output = retort(&["parse", "-c", "no-such-file.json", "examples/responses/format_csv.json"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output).lines().count(), 1);
    assert!(stderr(&output).starts_with("retort: cannot read no-such-file.json"));
}

#[test]
fn a_folder_is_no_file() {
    let output = retort(&["parse", "examples"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("retort: cannot read examples: "), "{}", stderr(&output));
}

#[test]
fn a_dialect_that_does_not_exist() {
    let output = retort(&["convert", "--to", "klingon"], b"{}");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("[possible values: mcp, drf, yourls, feathers, omni, envelope]"));
    assert_eq!(retort(&["convert", "--to", "DRF"], b"{}").status.code(), Some(0));
}

#[test]
fn an_option_that_does_not_exist() {
    for arguments in [&["parse", "--nope"][..], &["nope"], &["convert"], &[]] {
        assert_eq!(retort(arguments, b"").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn nothing_at_all() {
    for input in [&b""[..], b"   \r\n"] {
        for command in [&["parse"][..], &["detect"], &["extract"], &["convert", "--to", "mcp"]] {
            let output = retort(command, input);
            assert_eq!(output.status.code(), Some(2));
            assert_eq!(stderr(&output), "retort: standard input is empty: there is no response to read\n");
        }
    }
}

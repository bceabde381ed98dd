//! What the words of an error tell, judged by few and plain signs.

use retort_core::Raw;

/// A report is short; no more than this is looked at.
const LONGEST_REPORT: usize = 1 << 16;

fn head(text: &str) -> &str {
    text.get(..text.floor_char_boundary(LONGEST_REPORT)).unwrap_or_default()
}

fn find(text: &str, needle: &str) -> Option<usize> {
    memchr::memmem::find(head(text).as_bytes(), needle.as_bytes())
}

/// Messages that are true of every failure.
#[rustfmt::skip]
const GENERIC: &[&str] = &[
    "error", "an error occurred", "an error has occurred", "an unexpected error occurred", "unexpected error",
    "unknown error", "an unknown error occurred", "internal error", "internal server error", "server error",
    "something went wrong", "failed", "failure", "operation failed", "request failed", "the request failed",
    "the operation failed", "tool execution failed", "execution failed", "error executing tool", "oops",
    "oops, something went wrong", "exception", "bad request", "undefined", "null", "none",
];

/// Whether a message is true of every failure.
pub(super) fn is_generic(message: &str) -> bool {
    if message.len() > 100 {
        return false;
    }
    let plain = message.trim().trim_end_matches(['.', '!', ':', ' ', '…']).to_lowercase();
    let plain = plain.strip_prefix("error: ").unwrap_or(&plain);
    GENERIC.contains(&plain)
}

/// Whether a message is a code and nothing else.
pub(super) fn is_code(message: &str) -> bool {
    let plain = message.strip_prefix("Error: ").unwrap_or(message).trim_end_matches('.');
    let is_sign = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-' | b'.');
    (2..=48).contains(&plain.len())
        && plain.bytes().all(is_sign)
        && plain.bytes().any(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// Where a stack trace starts, and which language wrote it.
pub(super) fn stack_trace(text: &str) -> Option<(&'static str, usize)> {
    if let Some(at) = find(text, "Traceback (most recent call last)") {
        return Some(("Python", at));
    }
    if let Some(at) = find(text, "goroutine ")
        && find(text, "[running]:").is_some()
    {
        return Some(("Go", at));
    }
    if let Some(at) = find(text, "panicked at ")
        && find(text, "thread '").is_some()
    {
        return Some(("Rust", at));
    }
    // In JSON, line ends and tabs are spelled.
    let at = ["\n    at ", "\n\tat ", "\\n    at ", "\\n\\tat ", "\n   at ", "\\n   at "]
        .iter()
        .find_map(|line| find(text, line))?;
    let has = |sign: &str| find(text, sign).is_some_and(|sign| sign > at);
    if has(".java:") || has("(Native Method)") || has(".kt:") {
        Some(("Java", at))
    } else if has(".js:")
        || has(".ts:")
        || has(".mjs:")
        || has(".cjs:")
        || has("(node:")
        || has("at new ")
        || has("<anonymous>")
    {
        Some(("JavaScript", at))
    } else if has(":line ") {
        Some((".NET", at))
    } else {
        None
    }
}

/// Where an exception stands as Python prints it.
pub(super) fn exception_repr(text: &str) -> Option<usize> {
    for sign in ["Error('", "Error(\"", "Exception('", "Exception(\"", "Error(\\\"", "<class '"] {
        if let Some(at) = find(text, sign) {
            let name = text.get(..at)?;
            let letters = name.bytes().rev().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
            // `Error('x')` alone is JavaScript as well.
            if letters > 0 && name.as_bytes().get(at - letters).is_some_and(u8::is_ascii_uppercase)
                || sign.starts_with('<')
            {
                return Some(at - letters);
            }
        }
    }
    None
}

/// Where an HTML page starts.
pub(super) fn html_page(text: &str) -> Option<usize> {
    const FAR: usize = 400;
    let start: String = text.chars().take(FAR).map(|char| char.to_ascii_lowercase()).collect();
    start.find("<!doctype html").or_else(|| start.find("<html"))
}

/// Places that only the server's machine has.
#[rustfmt::skip]
const PLACES: &[&str] = &[
    "/home/", "/Users/", "/root/", "/usr/lib/", "/usr/local/", "/usr/src/", "/var/www/", "/var/task/", "/var/lib/",
    "/opt/", "/srv/", "/app/", "/workspace/", "/private/var/", "C:\\Users\\", "C:\\\\Users\\\\", "C:\\Program",
];

/// Places of libraries, which no caller names.
const LIBRARIES: &[&str] = &["/site-packages/", "/node_modules/", "/dist-packages/"];

/// How far before a path the word may stand that makes it an example, in characters.
const EXAMPLE_REACH: usize = 80;
/// Words that come before examples.
#[rustfmt::skip]
const EXAMPLES: &[&str] = &[
    "example", "e.g.", "eg.", "such as", "for instance", "usage", "must be", "should be", "expected", "like ", "format:",
    "--", "absolute path",
];
/// Names in paths that stand for anybody's.
#[rustfmt::skip]
const NOBODY: &[&str] = &[
    "user", "username", "you", "me", "yourname", "your-name", "your_username", "yourusername", "myuser", "john", "alice",
    "path", "to", "...", "name", "<user>", "$user", "youruser", "your-username",
];

/// A path of the server's machine that does not come from the arguments. Where those are not known, only paths of
/// libraries are certain.
pub(super) fn server_path<'a>(text: &'a str, arguments: Option<&Raw>) -> Option<&'a str> {
    let text = head(text);
    // A caller that names paths works on that machine.
    let is_path =
        |value: &Raw| value.to_text().is_some_and(|text| text.starts_with('/') || text.get(1..3) == Some(":\\"));
    if arguments.is_some_and(|arguments| arguments.members().any(|(_, value)| is_path(&value))) {
        return None;
    }
    let places = if arguments.is_some() { PLACES } else { &[] };
    places.iter().chain(LIBRARIES).find_map(|place| {
        let at = find(text, place)?;
        let is_part =
            |char: char| !char.is_whitespace() && !matches!(char, '"' | '\'' | '`' | '<' | '>' | '(' | ')' | ',' | ';');
        let before = text.get(..at)?;
        let start = at - before.chars().rev().take_while(|char| is_part(*char)).map(char::len_utf8).sum::<usize>();
        // Part of an address, and not of a machine.
        let lead = text.get(start..at)?;
        if lead.contains("://") || !lead.is_empty() && !lead.starts_with(['/', '\\']) {
            return None;
        }
        let rest = text.get(start..)?;
        let path =
            rest.get(..rest.find(|char: char| !is_part(char)).unwrap_or(rest.len()))?.trim_end_matches(['.', ':']);
        // An example of how to call the tool is no place on the machine.
        let told: String =
            text.get(..start)?.chars().rev().take(EXAMPLE_REACH).collect::<Vec<_>>().into_iter().rev().collect();
        let is_example = EXAMPLES.iter().any(|word| told.to_lowercase().contains(word))
            || NOBODY.iter().any(|name| path.split(['/', '\\']).any(|step| step.eq_ignore_ascii_case(name)));
        if is_example {
            return None;
        }
        let deep = path.matches(['/', '\\']).count() >= 3;
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let given = arguments.is_some_and(|arguments| {
            let arguments = arguments.as_str();
            let top: String = path.split_inclusive(['/', '\\']).take(3).collect();
            arguments.contains(top.trim_end_matches(['/', '\\'])) || name.len() > 3 && arguments.contains(name)
        });
        (deep && !given).then_some(path)
    })
}

/// Whether a message says that there is no such tool.
pub(super) fn speaks_of_unknown_tool(message: &str) -> bool {
    let message = message.chars().take(400).collect::<String>().to_lowercase();
    if ["unknown tool", "no such tool", "no tool named", "no tool called"].iter().any(|words| message.contains(words)) {
        return true;
    }
    let missing = ["not found", "is unknown", "does not exist", "doesn't exist", "is not available"];
    message.find("tool").and_then(|tool| message.get(tool..)).is_some_and(|behind| {
        let near: String = behind.chars().take(100).collect();
        missing.iter().any(|word| near.contains(word))
    })
}

/// Whether a message is about the arguments of a call.
pub(super) fn speaks_of_arguments(message: &str) -> bool {
    let message = message.chars().take(400).collect::<String>().to_lowercase();
    ["argument", "validation", "required propert", "must be a", "missing required", "invalid type", "expected "]
        .iter()
        .any(|word| message.contains(word))
}

/// What a message starts with twice.
pub(super) fn repeated_prefix(message: &str) -> Option<&str> {
    let (first, rest) = message.trim_start().split_once(": ")?;
    let (second, _) = rest.split_once(": ")?;
    (first.len() < 80 && first.eq_ignore_ascii_case(second) && first.to_lowercase().contains("error")).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_are_known_by_their_shape() {
        for (text, language) in [
            ("Traceback (most recent call last):\n  File \"a.py\", line 1", "Python"),
            ("Error: x\n    at run (/app/a.js:1:2)", "JavaScript"),
            ("{\"stack\":\"Error: x\\n    at run (file:///a.mjs:1:2)\"}", "JavaScript"),
            ("java.lang.Error: x\n\tat a.B.c(B.java:3)", "Java"),
            ("thread 'main' panicked at src/a.rs:1:2:\nx", "Rust"),
            ("panic: x\n\ngoroutine 1 [running]:\nmain.main()", "Go"),
        ] {
            assert_eq!(stack_trace(text).map(|(language, _)| language), Some(language), "{text}");
        }
        assert_eq!(stack_trace("Meet us\n    at noon"), None);
    }

    #[test]
    fn paths_that_the_caller_knows_are_no_news() {
        let given = Raw::parse(r#"{"path": "/home/ann/notes.txt"}"#);
        let text = "ENOENT: no such file, open '/home/ann/notes.txt'";
        assert_eq!(server_path(text, given.as_ref()), None);
        assert_eq!(server_path(text, None), None);
        let other = Raw::parse(r#"{"report": 7}"#);
        assert_eq!(server_path(text, other.as_ref()), Some("/home/ann/notes.txt"));
        assert_eq!(server_path("see https://example.com/home/page/x/y", other.as_ref()), None);
        let library = "/usr/lib/python3/dist-packages/yaml/reader.py: bad";
        assert_eq!(server_path(library, None), Some("/usr/lib/python3/dist-packages/yaml/reader.py"));
    }

    #[test]
    fn words_of_errors() {
        assert!(
            is_generic("Internal error") && is_generic("Error: Something went wrong!") && !is_generic("No such city")
        );
        assert!(is_code("E_4031") && is_code("404") && !is_code("NOT ALLOWED") && !is_code("Forbidden"));
        assert!(speaks_of_unknown_tool("Tool x not found") && !speaks_of_unknown_tool("File not found by the tool"));
        assert_eq!(exception_repr("x: KeyError('a')"), Some(3));
        assert_eq!(exception_repr("new Error('a')"), None);
        assert_eq!(repeated_prefix("MCP error -32602: MCP error -32602: x"), Some("MCP error -32602"));
    }
}

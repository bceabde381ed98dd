//! Source code in any common language: signs of a language on single lines add up, and most of the lines around
//! them must read like code too. Diffs, queries and settings files have rules of their own.

mod settings;
mod signs;
mod sql;

use super::{lines, log, markdown};

/// Lines beyond this many change no verdict.
const LINES: usize = 400;

/// Signs worth this much are unmistakable.
const ENOUGH: u32 = 3;

/// Languages in which a line that begins with `# ` is a comment, so that it is no heading.
const HASH_COMMENTS: &[&str] = &[
    "python",
    "shell",
    "ruby",
    "perl",
    "r",
    "makefile",
    "dockerfile",
    "yaml",
    "toml",
    "powershell",
    "elixir",
    "graphql",
    "hcl",
    "nginx",
    "php",
    "julia",
];

/// The language of a text that is source code, in lower case.
pub(super) fn recognise(head: &str) -> Option<(&'static str, f32)> {
    let text = head.trim_start();
    if text.starts_with("<?php") || text.starts_with("<?=") {
        return Some(("php", 0.99));
    }
    if text.starts_with("#!/") {
        return Some((interpreter(lines::first_non_blank(text)), 0.99));
    }
    let outside = outside_fences(head);
    if is_diff(&outside) {
        return Some(("diff", 0.97));
    }
    // A fence says that what is outside it is prose.
    if outside.len() < head.lines().take(LINES).count() || log::is_log(head) {
        return None;
    }
    if let Some(confidence) = sql::confidence(head) {
        return Some(("sql", confidence));
    }
    settings::recognise(&outside).or_else(|| by_signs(&outside))
}

/// The lines of a text that stand outside fenced blocks.
fn outside_fences(head: &str) -> Vec<&str> {
    let mut fence = None;
    let mut outside = Vec::new();
    for line in head.lines().take(LINES) {
        match fence {
            Some(open) if line.trim_start().starts_with(open) => fence = None,
            Some(_) => {}
            None => match markdown::opens_fence(line) {
                Some(open) => fence = Some(open),
                None => outside.push(line),
            },
        }
    }
    outside
}

fn interpreter(shebang: &str) -> &'static str {
    ["python", "node", "ruby", "perl", "php", "lua", "deno"].into_iter().find(|name| shebang.contains(name)).map_or(
        "shell",
        |name| {
            if matches!(name, "node" | "deno") { "javascript" } else { name }
        },
    )
}

/// `diff --git`, or `---` and `+++` above a hunk, or a hunk alone.
fn is_diff(lines: &[&str]) -> bool {
    let first = lines.iter().find(|line| !line.trim().is_empty()).copied().unwrap_or_default();
    let changes = lines.iter().filter(|line| line.starts_with(['+', '-'])).count();
    first.starts_with("@@ -") && first.matches("@@").count() == 2 && changes > 0
        || lines.iter().take(40).any(|line| line.starts_with("diff --git a/"))
        || lines
            .windows(3)
            .take(100)
            .any(|three| three[0].starts_with("--- ") && three[1].starts_with("+++ ") && three[2].starts_with("@@ "))
}

fn by_signs(lines: &[&str]) -> Option<(&'static str, f32)> {
    let mut worth: Vec<(&'static str, u32)> = Vec::new();
    let (mut codelike, mut all, mut headings) = (0, 0, 0);
    let mut in_comment = false;
    for line in lines.iter().copied().filter(|line| !line.trim().is_empty()) {
        let trimmed = line.trim();
        let comment = in_comment || trimmed.starts_with("/*");
        in_comment = comment && !trimmed.contains("*/");
        if comment {
            continue;
        }
        headings += usize::from(markdown::is_heading(line));
        if is_comment(trimmed) {
            continue;
        }
        all += 1;
        let signs = if is_sentence(trimmed) { Vec::new() } else { signs::of(line) };
        codelike += usize::from(!signs.is_empty() || is_codelike(line));
        for (language, points) in signs {
            match worth.iter_mut().find(|(name, _)| *name == language) {
                Some((_, sum)) => *sum += points,
                None => worth.push((language, points)),
            }
        }
    }
    let total: u32 = worth.iter().map(|(_, points)| points).sum();
    let (language, _) = worth.into_iter().rev().max_by_key(|(_, points)| *points)?;
    if total < ENOUGH || codelike * 10 < all * 7 || headings > 0 && !HASH_COMMENTS.contains(&language) {
        return None;
    }
    Some((language, if total >= 2 * ENOUGH { 0.97 } else { 0.85 }))
}

fn is_comment(trimmed: &str) -> bool {
    trimmed.starts_with("//") || trimmed.starts_with("# ") || trimmed == "#" || trimmed.starts_with("-- ")
}

/// Words that end with a full stop and hold nothing that a program would.
fn is_sentence(trimmed: &str) -> bool {
    let stopped = trimmed.strip_suffix(['.', '!', '?', ',']);
    stopped.is_some_and(|words| words.ends_with(char::is_alphanumeric))
        && !trimmed.contains(['(', '{', ';', '=', '[', '$'])
}

/// Lines that fit between lines of code: they end in punctuation of programs, assign, call or are indented.
fn is_codelike(line: &str) -> bool {
    let trimmed = line.trim_end();
    line.starts_with("  ")
        || line.starts_with('\t')
        || trimmed.ends_with(['{', '}', ';', '(', ')', '[', ']', ':', '\\', '|', '>'])
        || trimmed.ends_with("},")
        || trimmed
            .as_bytes()
            .windows(2)
            .any(|two| matches!(two, b"->" | b"=>" | b"::" | b"()" | b"+=" | b":=" | b"<-" | b"&&"))
        || trimmed.contains(" = ")
        || trimmed.starts_with(['@', '$', '}', ')', ']', '.'])
        || trimmed.starts_with("\"\"\"")
        || matches!(trimmed, "end" | "fi" | "done" | "else" | "then" | "esac" | "begin" | "do")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(text: &str) -> Option<&'static str> {
        recognise(text).map(|(language, _)| language)
    }

    #[test]
    fn languages() {
        assert_eq!(language("#!/usr/bin/env python3\nx"), Some("python"));
        assert_eq!(language("fn main() {\n    println!(\"x\");\n}"), Some("rust"));
        assert_eq!(language("# sum\ndef f(x):\n    return x"), Some("python"));
        assert_eq!(language("const f = (a) => a;"), Some("javascript"));
        assert_eq!(language("package main\n\nfunc main() {\n}"), Some("go"));
        assert_eq!(language("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y"), Some("diff"));
    }

    #[test]
    fn prose_and_documents() {
        for text in [
            "import duties will rise",
            "function words (such as the) are short",
            "# Title\n\nconst x = 1;",
            "let us meet; bring maps",
            "class sizes have grown (again)",
            "Use it:\n\n```rust\nfn main() {}\n```",
            "return the form by post (or by hand)",
            "{\"a\": [1, 2",
        ] {
            assert_eq!(language(text), None, "{text}");
        }
    }
}

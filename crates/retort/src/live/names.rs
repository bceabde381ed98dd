//! Names of files that an answer brings along. They come from a stranger, so that none is written that takes effect by being
//! there: what is hidden, and what a shell, Git or Retort reads by itself in a folder. What cannot be seen in a name is
//! written out. A file that does something only when somebody runs it is theirs to run.

use std::fmt::Write;

use retort_client::is_hidden;

/// No project is nested deeper.
const MOST_PARTS: usize = 40;

/// What programs read in a folder where they are started, beside what begins with a dot: Retort and other clients a
/// configuration, Git a folder that is a repository itself, and Windows how to show and start it.
const READ: [&str; 5] = ["mcp.json", "head", "desktop.ini", "autorun.inf", "thumbs.db"];

/// The parts of a path, as they are written; or why there is no such place below a folder, on any system.
pub(super) fn parts(path: &str) -> Result<Vec<String>, &'static str> {
    let parts: Vec<&str> = path.split('/').collect();
    if parts.len() > MOST_PARTS {
        return Err("its path is too deep");
    }
    let leads_out = |part: &&str| matches!(*part, "" | "." | "..") || part.contains(['\\', ':']);
    if parts.iter().any(leads_out) {
        return Err("its path leads out of the folder");
    }
    if parts.iter().any(|part| is_device(part)) {
        return Err("its name is a device on some systems");
    }
    Ok(parts.into_iter().map(visible).collect())
}

/// A name in which nothing is hidden: what cannot be seen, or turns the rest around, is written as `_U+202E_`.
fn visible(name: &str) -> String {
    let mut seen = String::with_capacity(name.len());
    for char in name.chars() {
        if is_hidden(char) || (char.is_whitespace() && char != ' ') {
            let _ = write!(seen, "_U+{:04X}_", u32::from(char));
        } else {
            seen.push(char);
        }
    }
    seen
}

/// Whether a part of a path takes effect by being there.
pub(super) fn is_read(part: &str) -> bool {
    // As the most forgiving file systems compare names: whatever the case, and without dots and blanks at the end.
    let folded = part.to_uppercase().to_lowercase();
    let folded = folded.trim_start().trim_end_matches(['.', ' ']);
    // Where a shell puts in the names of all files, one with a dash is an option.
    folded.is_empty() || folded.starts_with(['.', '-']) || READ.contains(&folded) || is_short(folded)
}

/// Whether it may be the short name that Windows gives to a longer one, such as `GIT~1` for `.git`.
fn is_short(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    stem.split_once('~')
        .is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether Windows takes a file of that name for a device.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_lowercase();
    let is_numbered = |kind: &str| stem.strip_prefix(kind).is_some_and(|rest| rest.chars().count() == 1 && rest != "0");
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
        || is_numbered("com")
        || is_numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for path in ["a", "a/b.c", ".env", "a b/ü", "Makefile", "common/x"] {
            assert_eq!(parts(path).unwrap().join("/"), path);
        }
        for path in
            ["", "/a", "../a", "a/../b", "a//b", "a/", "./a", "c:a", "a\\b", "con", "x/nul.txt", "NUL .txt", "com1"]
        {
            assert!(parts(path).is_err(), "{path}");
        }
        assert!(parts(&"a/".repeat(5000)).is_err());
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        for (name, written) in [
            ("a\nb", "a_U+000A_b"),
            ("invoice\u{202e}fdp.exe", "invoice_U+202E_fdp.exe"),
            ("\u{200b}.bashrc", "_U+200B_.bashrc"),
            ("mcp\u{2060}.json", "mcp_U+2060_.json"),
            ("a\u{a0}b", "a_U+00A0_b"),
            ("\u{1b}[2J", "_U+001B_[2J"),
            ("\u{e0041}", "_U+E0041_"),
            ("plain ü 日本", "plain ü 日本"),
        ] {
            assert_eq!(parts(name).unwrap(), [written], "{name:?}");
        }
    }

    #[test]
    fn what_takes_effect_by_being_there_is_known() {
        for part in [
            ".bashrc",
            ".git",
            ".GIT",
            ".mcp.json",
            "mcp.json",
            "MCP.JSON",
            "mcp.json.",
            "mcp.json ",
            "mcp.jſon",
            ".vscode",
            ".envrc",
            ".npmrc",
            "HEAD",
            "head",
            "git~1",
            "GIT~1",
            "MCP~1.JSO",
            "-rf",
            "--checkpoint-action=exec=sh",
            " .profile",
            "desktop.ini",
            "...",
            " ",
        ] {
            assert!(is_read(part), "{part}");
        }
        for part in [
            "a",
            "Makefile",
            "package.json",
            "headers.h",
            "mcp.json5",
            "my-mcp.json",
            "a.b",
            "src",
            "_.x",
            "~",
            "a~b",
            "README.md",
        ] {
            assert!(!is_read(part), "{part}");
        }
    }
}

//! Names of files that an answer brings along. They come from a stranger, so that none is written that takes effect by being
//! there: what is hidden, what a shell, Git or Retort reads by itself in a folder, and what an agent that works there takes for
//! orders. What cannot be seen in a name is written out. A file that does something only when somebody runs it is theirs to run.

use std::fmt::Write;

use retort_client::is_hidden;

/// No project is nested deeper.
const MOST_PARTS: usize = 40;

/// What programs read in a folder where they are started, beside what begins with a dot, and why that matters: Retort and other
/// clients a configuration, agents their orders, Git a folder that is a repository itself, and Windows how to show and start it.
#[rustfmt::skip]
const READ: &[(&str, &[&str])] = &[
    (
        "clients and agents read it as their configuration",
        &[
            "mcp.json", "mcp_config.json", "claude_desktop_config.json", "opencode.json", "opencode.jsonc", "crush.json",
            "gemini-extension.json", "bunfig.toml",
        ],
    ),
    (
        "agents read it as orders",
        &[
            "claude.md", "claude.local.md", "agents.md", "agents.override.md", "agent.md", "gemini.md", "qwen.md", "codex.md",
            "copilot-instructions.md", "warp.md", "crush.md", "iflow.md", "opencode.md", "skill.md", "replit.md",
        ],
    ),
    ("it makes a folder a repository for Git", &["head"]),
    ("Windows reads it by itself", &["desktop.ini", "autorun.inf", "thumbs.db"]),
];

/// Of files that end so, agents read every one that is there, whatever it is called.
const ORDERS: [&str; 4] = [".instructions.md", ".prompt.md", ".agent.md", ".chatmode.md"];

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

/// Why a part of a path takes effect by being there, where it does.
pub(super) fn why_read(part: &str) -> Option<&'static str> {
    // As the most forgiving file systems compare names: whatever the case, and without dots and blanks at the end.
    let folded = part.to_uppercase().to_lowercase();
    let folded = folded.trim_start().trim_end_matches(['.', ' ']);
    match folded {
        "" => Some("its name is no name on some systems"),
        hidden if hidden.starts_with('.') => {
            Some("its name begins with a dot: it is hidden, and programs read it by themselves")
        }
        // Where a shell puts in the names of all files.
        option if option.starts_with('-') => Some("its name begins with a dash: programs take it for an option"),
        short if is_short(short) => Some("on Windows it may be the short name of a hidden file"),
        orders if ORDERS.iter().any(|end| orders.ends_with(end)) => Some("agents read it as orders"),
        name => READ.iter().find(|(_, names)| names.contains(&name)).map(|(why, _)| *why),
    }
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
            "CLAUDE.md",
            "claude.local.md",
            "AGENTS.md",
            "Agents.MD",
            "AGENTS.md. ",
            "GEMINI.md",
            "copilot-instructions.md",
            "rust.instructions.md",
            "SKILL.md",
            "opencode.json",
        ] {
            assert!(why_read(part).is_some(), "{part}");
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
            "agents.mdx",
            "my-agents.md",
            "agents.ts",
            "claude.py",
            "instructions.txt",
        ] {
            assert_eq!(why_read(part), None, "{part}");
        }
    }
}

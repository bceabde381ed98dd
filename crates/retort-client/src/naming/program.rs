//! Command lines and programs: a text in quotes is split as a shell would split it, and a single word is a server
//! only where a program of that name can be started.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::Command;
use super::variables::is_name;

/// The command that a line of several words stands for. Words such as `NAME=value` before the program go to its
/// environment.
pub(super) fn command_line(text: &str) -> Result<Command, String> {
    // A backslash is part of a path there, not an escape.
    let text = if cfg!(windows) { text.replace('\\', "\\\\") } else { text.to_owned() };
    let words = shell_words::split(&text).map_err(|_| "a quote in it is not closed; close it".to_owned())?;
    let mut words = words.into_iter().peekable();
    let mut env = Vec::new();
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')).filter(|(name, _)| is_name(name))
    {
        env.push((name.to_owned(), value.to_owned()));
        words.next();
    }
    let program = words.next().ok_or_else(|| "there is no program in it; write the program first".to_owned())?;
    Ok(Command { env, ..Command::new(program, words) })
}

/// What a single word may be.
pub(super) enum Word {
    /// A program that can be started.
    Program,
    /// Nothing of the kind.
    Unknown,
    /// A file that may hold the names of servers.
    Configuration,
    /// A path that cannot be started, and why.
    Unfit(String),
}

impl Word {
    pub(super) fn of(text: &str, here: &Path, search: Option<&OsStr>) -> Self {
        if is_address(text) && !here.join(text).exists() {
            return Self::Unfit(format!("there is no such file; if it is an address, write http://{text}"));
        }
        let is_path = text.contains('/') || (cfg!(windows) && text.contains('\\'));
        if !is_path {
            let found = search.is_some_and(|search| env::split_paths(search).any(|folder| starts(&folder.join(text))));
            return if found { Self::Program } else { Self::Unknown };
        }
        let path = here.join(text);
        if starts(&path) {
            Self::Program
        } else if path.is_dir() {
            Self::Unfit("it is a folder; name the program in it".to_owned())
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) && path.is_file() {
            Self::Configuration
        } else if path.is_file() {
            Self::Unfit(format!("it is a file that cannot be started; name its program too, as in \"python3 {text}\""))
        } else {
            Self::Unfit("there is no such file; check the path".to_owned())
        }
    }
}

/// Whether a text looks like a host with its port, as in `localhost:8000/mcp`.
fn is_address(text: &str) -> bool {
    let host = text.split('/').next().unwrap_or_default();
    host.rsplit_once(':').is_some_and(|(name, port)| name.len() > 1 && port.parse::<u16>().is_ok())
}

/// Whether there is a program at the path.
fn starts(path: &Path) -> bool {
    if cfg!(windows) {
        let with = |extension: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(extension);
            PathBuf::from(name).is_file()
        };
        return ["", ".exe", ".cmd", ".bat", ".com"].into_iter().any(with);
    }
    path.is_file() && is_executable(path)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_as_a_shell_would() {
        let command = command_line("A=1 B='x y' npx -y \"my server\" C=3").unwrap();
        assert_eq!(command.program, "npx");
        assert_eq!(command.args, ["-y", "my server", "C=3"]);
        assert_eq!(command.env, [("A".to_owned(), "1".to_owned()), ("B".to_owned(), "x y".to_owned())]);
        assert!(command_line("npx 'open").is_err());
        assert!(command_line("A=1 B=2").is_err());
    }
}

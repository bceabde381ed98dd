//! What may be shown of a server: `Debug` and `Display` keep back the values of `env` and `headers`, passwords in
//! addresses and arguments that look like secrets. Names come from files, so that they are shown without control
//! characters, which would reach the terminal otherwise.

use std::borrow::Cow;
use std::fmt;

use super::{Command, Endpoint, Server};
use retort_wire::{HIDDEN, one_line, safe_address};

/// A name is shown up to here.
const LONGEST_SHOWN: usize = 120;

/// A name in quotes, fit for one line of a terminal.
#[cfg(feature = "naming")]
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", plain(name))
}

fn plain(name: &str) -> String {
    one_line(name, LONGEST_SHOWN)
}

/// `a, b or c`
#[cfg(feature = "naming")]
pub(crate) fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(command) => command.fmt(f),
            Self::Http(endpoint) => endpoint.fmt(f),
            Self::BuiltIn(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::quote(&plain(&self.program)))?;
        let mut is_secret = false;
        for arg in &self.args {
            let shown = if is_secret && !arg.starts_with('-') { Cow::Borrowed(HIDDEN) } else { safe_argument(arg) };
            // The next one is the value of this one, unless this one has brought its own.
            is_secret = arg.starts_with('-') && !arg.contains('=') && sounds_secret(arg);
            if shown == HIDDEN {
                f.write_str(" …")?;
            } else {
                write!(f, " {}", shell_words::quote(&plain(&shown)))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Command")
            .field("command", &self.to_string())
            .field("env", &Hidden(&self.env))
            .field("cwd", &self.cwd)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(&safe_address(&self.url)))
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("url", &safe_address(&self.url))
            .field("headers", &Hidden(&self.headers))
            .field("kind", &self.kind)
            .field("is_typed", &self.is_typed)
            .finish()
    }
}

/// Pairs of which only the names are shown.
struct Hidden<'a>(&'a [(String, String)]);

impl fmt::Debug for Hidden<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(name, _)| (name, HIDDEN))).finish()
    }
}

/// An argument without what looks like a secret in it.
fn safe_argument(arg: &str) -> Cow<'_, str> {
    if let Some((name, _)) = arg.split_once(['=', ':'])
        && sounds_secret(name)
        && !name.contains('/')
    {
        return Cow::Owned(format!("{name}={HIDDEN}"));
    }
    if arg.contains("://") { Cow::Owned(safe_address(arg)) } else { Cow::Borrowed(arg) }
}

fn sounds_secret(name: &str) -> bool {
    const WORDS: [&str; 9] =
        ["token", "secret", "password", "passwd", "apikey", "api-key", "api_key", "auth", "credential"];
    let name = name.to_ascii_lowercase();
    let bare = name.trim_start_matches('-');
    WORDS.iter().any(|word| bare.contains(word)) || matches!(bare, "key" | "header" | "h" | "bearer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_kept_back() {
        let mut command = Command::new(
            "npx",
            ["-y", "mcp remote", "--api-key", "S1", "--token=S2", "Authorization: Bearer S3", "pg://u:S4@h/db?k=S5"],
        );
        command.env = vec![("KEY".into(), "S6".into())];
        assert_eq!(
            command.to_string(),
            "npx -y 'mcp remote' --api-key … '--token=…' 'Authorization=…' 'pg://…@h/db?…'"
        );
        let mut endpoint = Endpoint::new("https://u:S7@example.org/mcp?key=S8");
        endpoint.headers = vec![("Authorization".into(), "Bearer S9".into())];
        let all = format!("{:?} {:?} {endpoint}", Server::Command(command), Server::Http(endpoint.clone()));
        for secret in 1..=9 {
            assert!(!all.contains(&format!("S{secret}")), "{all}");
        }
        assert!(all.contains("KEY") && all.contains("Authorization") && all.contains("example.org/mcp"), "{all}");
    }

    #[test]
    fn a_name_cannot_drive_the_terminal() {
        assert_eq!(quoted("a\u{1b}[31m\nb"), "\"a\\u{1b}[31m b\"");
        assert!(quoted(&"x".repeat(9999)).len() < 200);
    }
}

//! A command line without quotes: `retort tools python3 server.py` names a program that waits for something to do, and a tool
//! that nobody has. It is told at once, with the words as they should stand.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::{Arguments, Command};

/// Programs that only start others: none of them is a server by itself.
#[rustfmt::skip]
const LAUNCHERS: &[&str] = &[
    "npx", "npm", "pnpm", "yarn", "bun", "bunx", "deno", "node", "nodejs", "tsx", "ts-node",
    "python", "pythonw", "py", "pypy", "uv", "uvx", "pipx", "poetry", "pdm", "hatch", "conda",
    "docker", "podman", "java", "dotnet", "ruby", "bundle", "php", "perl", "go", "cargo", "Rscript", "elixir", "mix",
    "sh", "bash", "zsh", "fish", "env", "sudo", "wsl", "cmd", "powershell", "pwsh",
];

/// The commands that take a SERVER.
const COMMANDS: &[&str] = &["call", "tools", "resources", "read", "prompts", "prompt", "check"];

/// A command line that was given as several words.
pub(crate) struct Unquoted {
    command: &'static str,
    /// The words that were meant as one.
    line: Vec<String>,
    /// What stands behind them.
    rest: Vec<String>,
    /// Where names come from, where that is told.
    pub(crate) config: Option<PathBuf>,
}

impl Unquoted {
    /// Finds one among arguments that make sense otherwise.
    pub(crate) fn among(arguments: &Arguments) -> Option<Self> {
        let (command, server, others): (_, _, Vec<&String>) = match &arguments.command {
            Command::Tools(list) => ("tools", &list.server, list.name.iter().collect()),
            Command::Resources(list) => ("resources", &list.server, list.name.iter().collect()),
            Command::Prompts(list) => ("prompts", &list.server, list.name.iter().collect()),
            Command::Call(call) => ("call", &call.server, [&call.tool].into_iter().chain(&call.words).collect()),
            Command::Read(read) => ("read", &read.server, vec![&read.uri]),
            Command::Prompt(prompt) => {
                ("prompt", &prompt.server, [&prompt.name].into_iter().chain(&prompt.words).collect())
            }
            Command::Check(check) => {
                let is_one = check.what.first().is_some_and(|word| is_launcher(word));
                return is_one.then(|| Self::new("check", check.what.clone(), check.reach.config.clone()));
            }
            _ => return None,
        };
        let (server, config) = (&server.server, server.config.clone());
        let is_script = |word: &&String| Path::new(word.as_str()).is_file();
        let is_run = others.first().is_some_and(is_script);
        if server.contains(char::is_whitespace) || !(is_launcher(server) || is_run) {
            return None;
        }
        let words = [server].into_iter().chain(others).cloned();
        Some(Self::new(command, words.collect(), config))
    }

    /// Finds one among words that make no sense otherwise: what belongs to the program was taken for options of Retort.
    pub(crate) fn among_words(words: &[String]) -> Option<Self> {
        let (at, command) =
            words.iter().enumerate().find_map(|(at, word)| Some((at, *COMMANDS.iter().find(|name| *name == word)?)))?;
        let behind = words.get(at + 1..)?;
        let from = behind.iter().position(|word| is_launcher(word))?;
        let line = behind.get(from..)?.to_vec();
        (line.len() > 1).then(|| Self::new(command, line, None))
    }

    /// Tells the command line from what stands behind it: a tool, where two words or more are no options, and its arguments.
    fn new(command: &'static str, mut words: Vec<String>, config: Option<PathBuf>) -> Self {
        let mut rest = Vec::new();
        if matches!(command, "call" | "read" | "prompt") {
            let arguments = words.iter().skip(1).position(|word| !word.starts_with('-') && word.contains('='));
            rest = arguments.map(|at| words.split_off(at + 1)).unwrap_or_default();
            let is_word = |word: &&String| !word.starts_with('-');
            if words.iter().skip(1).filter(is_word).count() > 1 {
                let last = words.iter().rposition(|word| !word.starts_with('-')).unwrap_or(words.len());
                rest.splice(0..0, words.split_off(last));
            }
        }
        Self { command, line: words, rest, config }
    }

    /// The word that names the server.
    pub(crate) fn server(&self) -> &str {
        self.line.first().map_or("", String::as_str)
    }

    /// What to do instead.
    pub(crate) fn advice(&self) -> String {
        let line = self.line.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let behind = match (self.command, self.rest.is_empty()) {
            ("call", true) => " TOOL".to_owned(),
            ("read", true) => " URI".to_owned(),
            ("prompt", true) => " NAME".to_owned(),
            _ => self.rest.iter().flat_map(|word| [Cow::Borrowed(" "), quoted(word)]).collect(),
        };
        if self.line.len() == 1 {
            let (command, program) = (self.command, self.server());
            return format!(
                "{program} alone is no server: put its whole command line in quotes, as in retort {command} '{program} …'{behind}"
            );
        }
        format!("put the command line in quotes: retort {} {}{behind}", self.command, quoted(&line))
    }
}

/// A word as a shell takes it, in quotes only where it must.
pub(crate) fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |sign: u8| sign.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&sign);
    // Quotes inside of others are hard to read, and harder to type.
    let is_bare = |sign: char| !sign.is_control() && !matches!(sign, '"' | '$' | '`' | '\\' | '!');
    match word {
        "" => Cow::Borrowed("''"),
        word if word.bytes().all(is_plain) => Cow::Borrowed(word),
        word if word.contains('\'') && word.chars().all(is_bare) => Cow::Owned(format!("\"{word}\"")),
        word => shell_words::quote(word),
    }
}

/// Whether a word is a program that only starts others, whatever its version and wherever it is.
fn is_launcher(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.strip_suffix(".exe").or_else(|| name.strip_suffix(".cmd")).unwrap_or(name);
    let bare = name.trim_end_matches(|char: char| char.is_ascii_digit() || char == '.');
    LAUNCHERS.contains(&name) || LAUNCHERS.contains(&bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(words: &str) -> Option<String> {
        let words: Vec<String> = words.split(' ').map(String::from).collect();
        Unquoted::among_words(&words).map(|found| found.advice())
    }

    #[test]
    fn the_words_are_put_where_they_belong() {
        for (words, expected) in [
            ("tools npx -y pkg", "retort tools 'npx -y pkg'"),
            ("tools --timeout 5 npx -y pkg", "retort tools 'npx -y pkg'"),
            ("call uvx --from pkg server", "retort call 'uvx --from pkg' server"),
            ("call npx -y pkg", "retort call 'npx -y pkg' TOOL"),
            ("call npx -y pkg echo text=a b=c", "retort call 'npx -y pkg' echo text=a b=c"),
            ("call /usr/bin/python3.12 -u x.py echo", "retort call '/usr/bin/python3.12 -u x.py' echo"),
            ("read docker run -i img a://b", "retort read 'docker run -i img' a://b"),
            ("check node.exe --inspect x.js", "retort check 'node.exe --inspect x.js'"),
        ] {
            let expected = format!("put the command line in quotes: {expected}");
            assert_eq!(advice(words).as_deref(), Some(&*expected), "{words}");
        }
        for words in ["tools --nope", "show npx -y", "tools gallery --nope", "tools npx", "tools"] {
            assert_eq!(advice(words), None, "{words}");
        }
    }
}

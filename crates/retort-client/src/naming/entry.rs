//! One entry of a configuration file becomes a server. The keys are those of Claude, VS Code and Cursor; a value of
//! the wrong kind is an error that names the key, and never the value, which may be secret. A file of variables counts as the
//! entry does: where that came with a project, it has to be trusted too.

use std::path::{Path, PathBuf};

use retort_core::{Kind, Raw};

use super::error::NamingError;
use super::file::article;
use super::ownership::{self, Whose};
use super::places::Surroundings;
use super::trust::{Standing, Trust, digest, place_of};
use super::variables::Variables;
use super::{Command, Endpoint, EndpointKind, Server, env_file};
use retort_wire::{one_line, shown_path};

/// No server needs more variables or headers than this.
const MOST_PAIRS: usize = 1000;

/// Why an entry cannot be used.
pub(super) enum Fault {
    /// What is wrong with it, and what to do.
    What(String),
    /// Nobody has allowed the file that it is in, or the file of variables that it names.
    Untrusted { path: PathBuf, standing: Standing, holds_variables: bool },
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self::What(what)
    }
}

impl Fault {
    /// The same as an error about a server in a file.
    pub(super) fn of(self, server: &str, file: &Path) -> NamingError {
        let server = server.to_owned();
        match self {
            Self::What(what) => NamingError::BadEntry { server, path: file.to_owned(), what },
            Self::Untrusted { path, standing, holds_variables } => {
                let has_changed = standing == Standing::Changed;
                NamingError::Untrusted { server, path, has_changed, holds_variables }
            }
        }
    }
}

/// Who decides which files of variables are read.
#[derive(Clone, Copy)]
pub(super) struct Guard<'a> {
    pub(super) whose: Whose,
    pub(super) trust: &'a Trust,
    /// The folders of the project that somebody works in.
    pub(super) projects: &'a [PathBuf],
}

impl Guard<'_> {
    /// The text of a file of variables, where it may be read.
    fn read(self, path: &Path) -> Result<String, Fault> {
        let whose = if self.whose == Whose::Own && self.is_in_project(path) { Whose::Project } else { self.whose };
        let text = ownership::read(path, whose).map_err(|error| format!("envFile: {error}"))?;
        if whose != Whose::Project {
            return Ok(text);
        }
        match self.trust.standing(&place_of(path), &digest(text.as_bytes())) {
            Standing::Trusted => Ok(text),
            standing => Err(Fault::Untrusted { path: path.to_owned(), standing, holds_variables: true }),
        }
    }

    fn is_in_project(self, path: &Path) -> bool {
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.projects.iter().any(|folder| whole.starts_with(folder) || path.starts_with(folder))
    }
}

/// Whether the entry says that it is not in use.
pub(super) fn is_disabled(entry: &Raw) -> bool {
    entry.get("disabled").and_then(|value| value.to_bool()).unwrap_or(false)
}

/// The server that an entry describes, or what is wrong with it.
pub(super) fn server(entry: &Raw, variables: Variables<'_>, guard: Guard<'_>) -> Result<Server, Fault> {
    if entry.kind() != Kind::Object {
        return Err(format!("it is {}; write an object with command or url", article(entry.kind())).into());
    }
    let entry = Entry { raw: entry, variables, guard };
    let program = entry.text("command")?;
    let url = match entry.text("url")? {
        Some(url) => Some(url),
        None => entry.text("serverUrl")?,
    };
    let spoken = match entry.text("type")? {
        Some(spoken) => Some(("type", spoken)),
        None => entry.text("transport")?.map(|spoken| ("transport", spoken)),
    };
    match Spoken::of(spoken)? {
        Some(Spoken::Stdio) => entry.command(program.ok_or_else(|| missing("command"))?),
        Some(Spoken::Http(kind)) => entry.endpoint(url.ok_or_else(|| missing("url"))?, kind),
        None => match (program, url) {
            (Some(program), _) => entry.command(program),
            (None, Some(url)) => entry.endpoint(url, None),
            (None, None) => Err("it has neither command nor url; give it one of them".to_owned().into()),
        },
    }
}

fn missing(key: &str) -> String {
    format!("its type asks for {key}, which is not there; add it, or correct the type")
}

/// How an entry says that its server speaks.
enum Spoken {
    Stdio,
    Http(Option<EndpointKind>),
}

impl Spoken {
    fn of(word: Option<(&str, String)>) -> Result<Option<Self>, String> {
        let Some((key, word)) = word else { return Ok(None) };
        let plain: String = word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        match plain.as_str() {
            "stdio" | "local" => Ok(Some(Self::Stdio)),
            "http" | "streamablehttp" | "streamable" => Ok(Some(Self::Http(Some(EndpointKind::Streamable)))),
            "sse" => Ok(Some(Self::Http(Some(EndpointKind::Sse)))),
            "remote" => Ok(Some(Self::Http(None))),
            _ => Err(format!("{key} is none that is known here; write \"stdio\", \"http\" or \"sse\"")),
        }
    }
}

struct Entry<'a> {
    raw: &'a Raw,
    variables: Variables<'a>,
    guard: Guard<'a>,
}

impl Entry<'_> {
    fn command(&self, program: String) -> Result<Server, Fault> {
        if program.trim().is_empty() {
            return Err("command is empty; write the program to start".to_owned().into());
        }
        let mut args = Vec::new();
        if let Some(list) = self.member("args") {
            if list.kind() != Kind::Array {
                return Err(wrong_kind("args", "an array of texts", &list).into());
            }
            for (index, item) in list.items().enumerate() {
                args.push(self.scalar(&format!("args[{index}]"), &item)?);
            }
        }
        let runs_in = || self.variables.runs_in.map(Path::to_owned);
        let cwd = self.text("cwd")?.map(|cwd| self.path(&cwd)).or_else(runs_in);
        let mut env = self.env_file()?;
        for (name, value) in self.pairs("env")? {
            env.retain(|(other, _)| *other != name);
            env.push((name, value));
        }
        Ok(Server::Command(Command { program, args, env, cwd }))
    }

    fn endpoint(&self, url: String, kind: Option<EndpointKind>) -> Result<Server, Fault> {
        check_url(&url).map_err(|what| format!("url {what}"))?;
        Ok(Server::Http(Endpoint { url, headers: self.pairs("headers")?, kind, is_typed: false }))
    }

    /// A member that is there and not `null`.
    fn member(&self, key: &str) -> Option<Raw> {
        self.raw.get(key).filter(|value| value.kind() != Kind::Null)
    }

    fn text(&self, key: &str) -> Result<Option<String>, String> {
        let Some(value) = self.member(key) else { return Ok(None) };
        let text = value.to_text().ok_or_else(|| wrong_kind(key, "a text", &value))?;
        self.expand(key, &text).map(Some)
    }

    /// A text, or a number or boolean as it is written: `"PORT": 8080` is clear enough.
    fn scalar(&self, place: &str, value: &Raw) -> Result<String, String> {
        match value.kind() {
            Kind::String | Kind::Number | Kind::Bool => self.expand(place, &value.to_plain()),
            _ => Err(wrong_kind(place, "a text", value)),
        }
    }

    fn pairs(&self, key: &str) -> Result<Vec<(String, String)>, String> {
        let Some(object) = self.member(key) else { return Ok(Vec::new()) };
        if object.kind() != Kind::Object {
            return Err(wrong_kind(key, "an object of texts", &object));
        }
        if object.members().nth(MOST_PAIRS).is_some() {
            return Err(format!("{key} has more than {MOST_PAIRS} members; take some out"));
        }
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (name, value) in object.members() {
            if value.kind() == Kind::Null {
                continue;
            }
            let value = self.scalar(&format!("{key}.{name}"), &value)?;
            if name.is_empty() || name.contains(['\0', '\n', '\r', '=']) || value.contains('\0') {
                return Err(format!("{key} has a name or value that cannot be used; take out =, line ends and NUL"));
            }
            pairs.retain(|(other, _)| *other != name);
            pairs.push((name.into_owned(), value));
        }
        Ok(pairs)
    }

    fn env_file(&self) -> Result<Vec<(String, String)>, Fault> {
        let Some(name) = self.text("envFile")? else { return Ok(Vec::new()) };
        let path = self.path(&name);
        let text = self.guard.read(&path)?;
        let wrong = |line| format!("envFile: line {line} of {} is not NAME=value; correct it", shown_path(&path));
        env_file::parse(&text).map_err(|line| wrong(line).into())
    }

    fn expand(&self, key: &str, text: &str) -> Result<String, String> {
        self.variables.expand(text).map_err(|what| format!("{}: {what}", one_line(key, 80)))
    }

    /// A path, which counts from the folder that the file is about.
    fn path(&self, text: &str) -> PathBuf {
        path_from(text, self.variables.workspace, self.variables.surroundings)
    }
}

fn path_from(text: &str, workspace: &Path, surroundings: &Surroundings) -> PathBuf {
    let path = match (text.strip_prefix("~/"), &surroundings.home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => Path::new(text).to_owned(),
    };
    workspace.join(path)
}

/// Where a file of variables is that an entry names.
pub(super) fn env_file_path(written: &str, workspace: &Path, surroundings: &Surroundings) -> Option<PathBuf> {
    let text = Variables { surroundings, workspace, runs_in: None }.expand(written).ok()?;
    Some(path_from(&text, workspace, surroundings))
}

fn wrong_kind(key: &str, wanted: &str, value: &Raw) -> String {
    format!("{} is {}; write {wanted}", one_line(key, 80), article(value.kind()))
}

/// What is wrong with an address, if anything is. It may hold a password, so that it is not repeated.
pub(super) fn check_url(url: &str) -> Result<(), String> {
    let parsed = url::Url::parse(url).map_err(|error| format!("is no address ({error}); correct it"))?;
    // Programs and people read these in different ways: what is shown has to be what is contacted.
    let is_doubtful = |char: char| char == '\\' || char.is_whitespace() || char.is_control();
    let begins = url.split_once("://").is_some_and(|(_, rest)| !rest.starts_with('/'));
    if url.contains(is_doubtful) || !begins {
        return Err("is no plain address: write https:// and the machine, without blanks and backslashes".to_owned());
    }
    match parsed.scheme() {
        "http" | "https" => Ok(()),
        scheme => Err(format!("starts with {scheme}://, and only http:// and https:// can be called")),
    }
}

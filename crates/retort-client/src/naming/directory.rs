//! The directory: every name that is known where somebody works, and where it comes from. A file that cannot be
//! read, or an entry that cannot be used, is kept as an error and does not touch the others.

use std::collections::HashSet;
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use super::entry::check_url;
use super::error::NamingError;
use super::places::{Place, Surroundings};
use super::program::{Word, command_line};
use super::{Endpoint, Server, file};

/// How many names a message suggests.
const SUGGESTED: usize = 3;

/// Where a name comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// A configuration file.
    File(PathBuf),
    /// Retort itself.
    BuiltIn,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::BuiltIn => f.write_str("built-in"),
        }
    }
}

/// A name and the server behind it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Named {
    /// The name.
    pub name: String,
    /// The server, or why its entry cannot be used.
    pub server: Result<Server, NamingError>,
    /// Where the name comes from.
    pub origin: Origin,
    /// Its file says that it is not in use. Whoever names it gets it all the same.
    pub disabled: bool,
    /// A place that counts more has the same name.
    pub shadowed: bool,
}

/// All names that are known where somebody works.
#[derive(Clone, Debug)]
pub struct Directory {
    all: Vec<Named>,
    unread: Vec<NamingError>,
    here: PathBuf,
    /// The folders whose files were looked into; none where a file was named.
    searched: Vec<PathBuf>,
}

impl Directory {
    /// Reads the names: those of `config` alone where it is given, else those of the files beside the work in `here`
    /// and above it, and of other clients; `built_in` come last.
    ///
    /// The files, those that count most first: `.mcp.json`, `mcp.json`, `.vscode/mcp.json` and `.cursor/mcp.json` in
    /// `here` and its parents, up to the root of the repository or to the home of the user, or elsewhere as long as they belong
    /// to whoever owns `here` and nobody else may write there; `~/.cursor/mcp.json`;
    /// Claude Desktop's file; `~/.claude.json`.
    ///
    /// # Errors
    /// When `config` cannot be read or has no servers. Any other file that cannot be read is in [`Self::unread`].
    pub fn read(config: Option<&Path>, here: &Path, built_in: &[&str]) -> Result<Self, NamingError> {
        Self::read_in(&Surroundings::of_process(), config, here, built_in)
    }

    pub(super) fn read_in(
        surroundings: &Surroundings,
        config: Option<&Path>,
        here: &Path,
        built_in: &[&str],
    ) -> Result<Self, NamingError> {
        let mut directory = Self { all: Vec::new(), unread: Vec::new(), here: here.to_owned(), searched: Vec::new() };
        if let Some(config) = config {
            let file = here.join(config);
            let folder = workspace_of(&file, here);
            let place = Place::about(file, &folder, here);
            directory.all = file::servers(&place, surroundings)?;
            if directory.all.is_empty() && !file::has_servers(&place.file) {
                let what = "it has neither mcpServers nor servers; add one of them".to_owned();
                return Err(NamingError::WrongForm { path: place.file, what });
            }
        } else {
            directory.searched = surroundings.folders(here).into_iter().map(Path::to_owned).collect();
            for place in surroundings.places(here).iter().filter(|place| place.file.exists()) {
                match file::servers(place, surroundings) {
                    Ok(named) => directory.all.extend(named),
                    Err(error) => directory.unread.push(error),
                }
            }
        }
        directory.all.extend(built_in.iter().map(|&name| Named {
            name: name.to_owned(),
            server: Ok(Server::BuiltIn(name.to_owned())),
            origin: Origin::BuiltIn,
            disabled: false,
            shadowed: false,
        }));
        directory.mark_shadowed();
        Ok(directory)
    }

    fn mark_shadowed(&mut self) {
        let mut seen = HashSet::new();
        for named in &mut self.all {
            named.shadowed = !seen.insert(named.name.clone());
        }
    }

    /// Every name, those that count most first; a name that another place has already is marked as shadowed.
    pub fn all(&self) -> &[Named] {
        &self.all
    }

    /// The files that could not be read, and why.
    pub fn unread(&self) -> &[NamingError] {
        &self.unread
    }

    /// The server that a text means: an address, else a name, else a command line.
    ///
    /// A text with blanks is a command line, split as a shell would split it; words such as `NAME=value` before the
    /// program go to its environment. A single word is a command where a program of that name or path is there.
    ///
    /// # Errors
    /// When nothing is meant by the text, or its entry cannot be used.
    pub fn find(&self, text: &str) -> Result<Server, NamingError> {
        let text = text.trim();
        let unusable = |what: String| NamingError::Unusable { text: text.to_owned(), what };
        if is_address(text) {
            // The address may hold a password, so that the error shows no more than its start.
            check_url(text).map_err(|what| {
                let shown = text.split("://").next().unwrap_or_default();
                NamingError::Unusable { text: format!("{shown}://…"), what: format!("it {what}") }
            })?;
            return Ok(Server::Http(Endpoint::new(text)));
        }
        if let Some(named) = self.all.iter().find(|named| named.name == text) {
            return named.server.clone();
        }
        if text.contains(char::is_whitespace) {
            return command_line(text).map(Server::Command).map_err(unusable);
        }
        let words = command_line(text);
        let search = env::var_os("PATH");
        match (Word::of(text, &self.here, search.as_deref()), words) {
            (Word::Program, Ok(command)) => Ok(Server::Command(command)),
            (Word::Program, Err(what)) | (Word::Unfit(what), _) => Err(unusable(what)),
            (Word::Configuration, _) => Err(NamingError::IsConfiguration { text: text.to_owned() }),
            (Word::Unknown, _) => Err(self.unknown(text)),
        }
    }

    fn unknown(&self, text: &str) -> NamingError {
        let names = self.all.iter().filter(|named| !named.shadowed).map(|named| named.name.as_str());
        let near = crate::nearest::nearest(text, names).into_iter().take(SUGGESTED).map(str::to_owned).collect();
        let built_in = self.all.iter().filter(|named| named.origin == Origin::BuiltIn);
        let unread = self.unread.iter().filter_map(NamingError::path);
        NamingError::Unknown {
            text: text.to_owned(),
            near,
            built_in: built_in.map(|named| named.name.clone()).collect(),
            unread: unread.map(Path::to_owned).collect(),
            searched: self.searched.clone(),
        }
    }
}

/// Whether the text starts as an address does.
fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    })
}

/// The folder that a file is about: the one it is in, or the one around an editor's folder.
fn workspace_of(file: &Path, here: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(here);
    let is_editors = folder.file_name().is_some_and(|name| name == ".vscode" || name == ".cursor");
    folder.parent().filter(|_| is_editors).unwrap_or(folder).to_owned()
}

//! The directory: every name that is known where somebody works, and where it comes from. A file that cannot be
//! read, or an entry that cannot be used, is kept as an error and does not touch the others.

use std::collections::HashSet;
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use retort_wire::shown_path;

use super::entry::check_url;
use super::error::NamingError;
use super::intent::Intent;
use super::ownership::Whose;
use super::places::{Place, Surroundings};
use super::program::{Word, command_line};
use super::trust::{Trust, place_of, workspace_of};
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
            Self::File(path) => f.write_str(&shown_path(path)),
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
    /// Whether its file came with a project.
    pub is_project: bool,
    /// What its entry would do, where nobody has trusted its file: nothing of it was started, expanded or contacted.
    pub intent: Option<Intent>,
    /// Its file says that it is not in use. Whoever names it gets it all the same.
    pub disabled: bool,
    /// A place that counts more has the same name.
    pub shadowed: bool,
}

impl Named {
    /// How much its place counts; the least counts most.
    fn rank(&self) -> u8 {
        match (&self.origin, self.is_project) {
            (Origin::BuiltIn, _) => 0,
            (Origin::File(_), false) => 1,
            (Origin::File(_), true) => 2,
        }
    }
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
    /// and above it, and of other clients; and `built_in`, whose names no file can take.
    ///
    /// The files: `.mcp.json`, `mcp.json`, `.vscode/mcp.json` and `.cursor/mcp.json` in
    /// `here` and its parents, up to the root of the repository or to the home of the user, or elsewhere as long as they belong
    /// to whoever owns `here` and nobody else may write there; `~/.cursor/mcp.json`;
    /// Claude Desktop's file; `~/.claude.json`. Those of the user count more than those of a project, and else the first.
    ///
    /// Files in the project have to be trusted, unless they are directly in the home of the user; `config` is, because it was
    /// named. Of a file that is not, the names are known and nothing else.
    ///
    /// # Errors
    /// When `config` cannot be read or has no servers. Any other file that cannot be read is in [`Self::unread`].
    pub fn read(config: Option<&Path>, here: &Path, built_in: &[&str], trust: &Trust) -> Result<Self, NamingError> {
        Self::read_in(&Surroundings::of_process(), config, here, built_in, trust)
    }

    /// The files that came with the project in `here` and would be read there.
    pub fn project_files(here: &Path) -> Vec<PathBuf> {
        let places = Surroundings::of_process().places(here).into_iter();
        let found = places.filter(|place| place.whose == Whose::Project && place.file.exists());
        found.map(|place| place.file).collect()
    }

    pub(super) fn read_in(
        surroundings: &Surroundings,
        config: Option<&Path>,
        here: &Path,
        built_in: &[&str],
        trust: &Trust,
    ) -> Result<Self, NamingError> {
        let mut directory = Self { all: Vec::new(), unread: Vec::new(), here: here.to_owned(), searched: Vec::new() };
        if let Some(config) = config {
            let file = here.join(config);
            let folder = workspace_of(&file).to_owned();
            let place = Place::about(file, &folder, here, Whose::Named);
            directory.all = file::servers(&place, surroundings, trust)?;
            if directory.all.is_empty() && !file::has_servers(&place.file) {
                let what = "it has neither mcpServers nor servers; add one of them".to_owned();
                return Err(NamingError::WrongForm { path: place.file, what });
            }
        } else {
            directory.searched = surroundings.folders(here).into_iter().map(Path::to_owned).collect();
            for place in surroundings.places(here).iter().filter(|place| place.file.exists()) {
                match file::servers(place, surroundings, trust) {
                    Ok(named) => directory.all.extend(named),
                    Err(error) => directory.unread.push(error),
                }
            }
        }
        directory.all.extend(built_in.iter().map(|&name| Named {
            name: name.to_owned(),
            server: Ok(Server::BuiltIn(name.to_owned())),
            origin: Origin::BuiltIn,
            is_project: false,
            intent: None,
            disabled: false,
            shadowed: false,
        }));
        directory.mark_shadowed();
        Ok(directory)
    }

    fn mark_shadowed(&mut self) {
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_by_key(|&at| self.all.get(at).map(Named::rank));
        let mut seen = HashSet::new();
        for at in order {
            if let Some(named) = self.all.get_mut(at) {
                named.shadowed = !seen.insert(named.name.clone());
            }
        }
    }

    /// Every name, in the order of the files, with those of Retort itself behind. Of names that several places have, all but one
    /// are marked as shadowed: no file takes the name of a built-in server, and no project that of an entry of the user's.
    pub fn all(&self) -> &[Named] {
        &self.all
    }

    /// The entries that a name hides, because another place that counts more has it too.
    pub fn hidden_by<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Named> {
        self.all.iter().filter(move |named| named.shadowed && named.name == name)
    }

    /// How to name an entry where another has its name: its file, as seen from here, a colon and the name.
    pub fn qualified(&self, named: &Named) -> Option<String> {
        let Origin::File(file) = &named.origin else { return None };
        let file = file.strip_prefix(&self.here).unwrap_or(file);
        Some(format!("{}:{}", file.display(), named.name))
    }

    /// The files that could not be read, and why.
    pub fn unread(&self) -> &[NamingError] {
        &self.unread
    }

    /// The server that a text means: an address, else a name, else a command line.
    ///
    /// A name may have its file before it, as in `.mcp.json:github`, which leads to that entry alone.
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
        if let Some(named) = self.in_file(text).or_else(|| self.named(text)) {
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

    /// The entry that a name alone leads to.
    pub fn named(&self, name: &str) -> Option<&Named> {
        self.all.iter().find(|named| !named.shadowed && named.name == name)
    }

    /// The entry that a file and a name lead to.
    fn in_file(&self, text: &str) -> Option<&Named> {
        self.all.iter().find(|named| {
            let Origin::File(file) = &named.origin else { return false };
            let written = text.strip_suffix(named.name.as_str()).and_then(|rest| rest.strip_suffix(':'));
            written.is_some_and(|written| place_of(&self.here.join(written)) == place_of(file))
        })
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

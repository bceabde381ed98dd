//! Where configuration files are: beside the work, up to the root of its repository, and where other clients keep
//! theirs. Only folders of whoever owns the work are searched: a file in a shared folder such as `/tmp` must not
//! name programs for whoever works below it.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use super::ownership::Whose;

/// What the process knows about its user.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    pub(super) home: Option<PathBuf>,
    /// Where programs keep their settings: `~/.config`, `~/Library/Application Support` or `%APPDATA%`.
    settings: Option<PathBuf>,
    /// In place of the process's own variables.
    invented: Option<BTreeMap<String, String>>,
}

/// A configuration file, and the folder that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: PathBuf,
    pub(super) workspace: PathBuf,
    /// Where its servers run; where the caller is when there is none.
    pub(super) runs_in: Option<PathBuf>,
    /// Who put it there.
    pub(super) whose: Whose,
    /// The folders of the project that somebody works in.
    pub(super) projects: Vec<PathBuf>,
}

impl Place {
    /// A file about a folder, in which its servers run.
    pub(super) fn about(file: PathBuf, folder: &Path, here: &Path, whose: Whose) -> Self {
        let runs_in = (folder != here).then(|| folder.to_owned());
        Self { file, workspace: folder.to_owned(), runs_in, whose, projects: Vec::new() }
    }
}

/// The files that belong to a project, in the order in which they count.
const BESIDE: [&str; 4] = [".mcp.json", "mcp.json", ".vscode/mcp.json", ".cursor/mcp.json"];

impl Surroundings {
    /// Those of this process.
    pub(super) fn of_process() -> Self {
        let home = env::home_dir().filter(|home| home.is_absolute());
        let in_home = |folder: &str| home.as_ref().map(|home| home.join(folder));
        let settings = if cfg!(windows) {
            env::var_os("APPDATA").map(PathBuf::from)
        } else if cfg!(target_os = "macos") {
            in_home("Library/Application Support")
        } else {
            let named = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
            // The rules for that variable say that a relative path does not count.
            named.filter(|path| path.is_absolute()).or_else(|| in_home(".config"))
        };
        Self { home, settings, invented: None }
    }

    /// Those of a test.
    #[cfg(test)]
    pub(super) fn invented(home: &str, variables: &[(&str, &str)]) -> Self {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let home = PathBuf::from(home);
        Self { settings: Some(home.join(".config")), home: Some(home), invented: Some(variables.collect()) }
    }

    /// An environment variable; `None` where it is not set or no text.
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        match &self.invented {
            Some(variables) => variables.get(name).cloned(),
            None => env::var(name).ok(),
        }
    }

    /// The files to look into, those that count most first. They need not exist.
    pub(super) fn places(&self, here: &Path) -> Vec<Place> {
        let mut places = Vec::new();
        for folder in self.folders(here) {
            let whose = if self.is_home(folder) { Whose::Own } else { Whose::Project };
            places.extend(BESIDE.map(|name| Place::about(folder.join(name), folder, here, whose)));
        }
        let projects = self.projects(here);
        let own = |file: PathBuf| {
            let projects = projects.clone();
            Place { file, workspace: here.to_owned(), runs_in: None, whose: Whose::Own, projects }
        };
        places.extend(self.home.iter().map(|home| own(home.join(".cursor/mcp.json"))));
        places.extend(self.settings.iter().map(|settings| own(settings.join("Claude/claude_desktop_config.json"))));
        places.extend(self.home.iter().map(|home| own(home.join(".claude.json"))));
        let mut kept: Vec<Place> = Vec::new();
        for place in places {
            if kept.iter().all(|other| other.file != place.file) {
                kept.push(place);
            }
        }
        kept
    }

    /// Whether a folder is the home of the user.
    fn is_home(&self, folder: &Path) -> bool {
        let is_same = |home: &PathBuf| match (home.canonicalize(), folder.canonicalize()) {
            (Ok(home), Ok(folder)) => home == folder,
            _ => home == folder,
        };
        self.home.as_ref().is_some_and(is_same)
    }

    /// The folders of the project around `here`, without links on the way. One that holds the home is no project.
    fn projects(&self, here: &Path) -> Vec<PathBuf> {
        let whole = |folder: &Path| folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let home = self.home.as_deref().map(whole);
        let holds_home = |folder: &PathBuf| home.as_ref().is_some_and(|home| home.starts_with(folder));
        self.folders(here).into_iter().map(whole).filter(|folder| !holds_home(folder)).collect()
    }

    /// `here` and its parents, up to the root of the repository, or to the home of the user; elsewhere, as long as they belong
    /// to whoever owns `here`.
    pub(super) fn folders<'a>(&self, here: &'a Path) -> Vec<&'a Path> {
        let is_end = |folder: &Path| folder.join(".git").exists() || self.home.as_deref() == Some(folder);
        if let Some(last) = here.ancestors().position(is_end) {
            return here.ancestors().take(last + 1).collect();
        }
        let owner = owner(here);
        let is_theirs = |folder: &&Path| owner.is_some() && self::owner(folder) == owner;
        [here].into_iter().chain(here.ancestors().skip(1).take_while(is_theirs)).collect()
    }
}

/// Who owns a folder; none where others may write there, or where that cannot be told.
#[cfg(unix)]
fn owner(folder: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    const OTHERS_WRITE: u32 = 0o022;
    let found = std::fs::metadata(folder).ok().filter(std::fs::Metadata::is_dir)?;
    (found.mode() & OTHERS_WRITE == 0).then(|| found.uid())
}

#[cfg(not(unix))]
fn owner(_: &Path) -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_count_up_to_the_home_or_the_repository() {
        let surroundings = Surroundings::invented("/home/ann", &[]);
        let folders = |here: &'static str| surroundings.folders(Path::new(here));
        assert_eq!(folders("/home/ann/a/b"), ["/home/ann/a/b", "/home/ann/a", "/home/ann"].map(Path::new));
        assert_eq!(folders("/nowhere/x"), [Path::new("/nowhere/x")]);

        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        let deep = repository.join("crates/retort-client/src");
        assert_eq!(surroundings.folders(&deep).last(), Some(&repository.as_path()));
    }

    /// Outside of home and repository, folders of the same owner count up to the first that others may write to.
    #[cfg(unix)]
    #[test]
    fn parents_of_the_same_owner_count() {
        use std::os::unix::fs::PermissionsExt;
        let top = std::env::temp_dir().join(format!("retort-places-{}", std::process::id()));
        let here = top.join("shared/own/work");
        std::fs::create_dir_all(&here).unwrap();
        let set =
            |folder: &Path, mode| std::fs::set_permissions(folder, std::fs::Permissions::from_mode(mode)).unwrap();
        for folder in here.ancestors().take(3) {
            set(folder, 0o755);
        }
        set(&top.join("shared"), 0o777);
        let surroundings = Surroundings::invented("/home/ann", &[]);
        assert_eq!(surroundings.folders(&here), [&here, &top.join("shared/own")]);
        set(&here, 0o775);
        assert_eq!(surroundings.folders(&here), [&here]);
        std::fs::remove_dir_all(top).unwrap();
    }

    #[test]
    fn the_files_of_other_clients_come_last_and_once() {
        let surroundings = Surroundings::invented("/home/ann", &[]);
        let files: Vec<PathBuf> =
            surroundings.places(Path::new("/home/ann")).into_iter().map(|place| place.file).collect();
        let expected = [
            ".mcp.json",
            "mcp.json",
            ".vscode/mcp.json",
            ".cursor/mcp.json",
            ".config/Claude/claude_desktop_config.json",
            ".claude.json",
        ];
        assert_eq!(files, expected.map(|name| Path::new("/home/ann").join(name)));
    }
}

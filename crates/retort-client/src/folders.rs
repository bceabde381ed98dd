//! The folders of a user: for data, and for what can be made anew.

use std::io;
use std::path::{Path, PathBuf};

use crate::private;

/// The folder for the user's data: `RETORT_DATA_DIR`, or the one that the system has for programs.
pub fn data() -> Option<PathBuf> {
    data_in(|name| std::env::var_os(name).map(PathBuf::from))
}

/// The folder where programs of the user keep what they can make anew.
pub fn cache() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let in_home = |folder: &str| set("HOME").map(|home| home.join(folder));
    if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        in_home("Library/Caches")
    } else {
        set("XDG_CACHE_HOME").or_else(|| in_home(".cache"))
    }
}

/// Makes a folder that only the user can enter, and closes one that was there already to others.
///
/// # Errors
///
/// Where it cannot be made.
pub fn make_private(folder: &Path) -> io::Result<()> {
    private::make_dir(folder)
}

/// A relative path does not count: it would be another folder in every project.
fn data_in(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let set = |name: &str| variable(name).filter(|path| path.is_absolute());
    if let Some(dir) = set("RETORT_DATA_DIR") {
        return Some(dir);
    }
    if cfg!(windows) {
        set("APPDATA").map(|dir| dir.join("retort"))
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support/retort"))
    } else {
        set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share"))).map(|dir| dir.join("retort"))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_where() {
        let dir = |set: &[(&str, &str)]| {
            data_in(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| PathBuf::from(value)))
        };
        let home = ("HOME", "/h");
        let found = |path: &str| Some(PathBuf::from(path));
        assert_eq!(dir(&[home]), found("/h/.local/share/retort"));
        assert_eq!(dir(&[home, ("XDG_DATA_HOME", "/x")]), found("/x/retort"));
        assert_eq!(dir(&[home, ("XDG_DATA_HOME", "relative")]), found("/h/.local/share/retort"));
        assert_eq!(dir(&[home, ("RETORT_DATA_DIR", "/r")]), found("/r"));
        assert_eq!(dir(&[home, ("RETORT_DATA_DIR", ".retort")]), found("/h/.local/share/retort"));
        assert_eq!(dir(&[]), None);
    }
}

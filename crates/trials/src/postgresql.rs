//! What every test needs that starts a PostgreSQL server of its own.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

/// The folder that its programs are in, where it is installed.
pub fn programs() -> Option<PathBuf> {
    let wanted = ["createdb", "initdb", "pg_isready", "postgres"];
    let has = |folder: &PathBuf| wanted.iter().all(|program| folder.join(program).exists());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    std::env::split_paths(&path).chain(debian.map(|version| version.path().join("bin"))).find(has)
}

/// PostgreSQL will not run as root: gives a folder to someone else, and says who that is, as user and group.
///
/// # Panics
///
/// Where there is nobody else.
pub fn not_root(folder: &Path) -> Option<(u32, u32)> {
    if std::fs::metadata(folder).unwrap().uid() != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut ids = line.split(':').skip(2).map(|id| id.parse().unwrap());
        Some((ids.next()?, ids.next()?))
    };
    let (user, group) = ids("postgres").or_else(|| ids("nobody")).expect("no user to run PostgreSQL as");
    chown(folder, Some(user), Some(group)).unwrap();
    Some((user, group))
}

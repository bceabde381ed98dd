//! The packages of the projects. All that projects of one Feathers version may need is installed once and kept; a project
//! gets links to those files, and `npm install` takes away what its own `package.json` does not ask for.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use retort_knowledge::Version;

use crate::run::run;

const QUIET: [&str; 5] = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
/// npm writes its list of what is installed in place: with a link it would write into what is kept.
const LISTED: &str = ".package-lock.json";

/// Where the lock files are, and what else the projects are tried with.
pub(crate) fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/knowledge/projects")
}

/// The packages of one version.
pub(crate) struct Packages {
    cache: PathBuf,
    lock: PathBuf,
    modules: PathBuf,
}

impl Packages {
    /// Installs them, if that was not done before.
    pub(crate) fn of(version: Version, cache: &Path) -> Result<Self, String> {
        let from = tools().join(version.name());
        let lock = from.join("package-lock.json");
        let node = printed("node", &["-p", "process.version + process.arch"])?;
        let mut hasher = DefaultHasher::new();
        (&node, fs::read(&lock).unwrap(), fs::read(from.join("package.json")).unwrap()).hash(&mut hasher);
        let kept = cache.join(format!("packages-{}-{:016x}", version.name(), hasher.finish()));
        let packages = Self { cache: cache.to_owned(), lock, modules: kept.join("node_modules") };
        if kept.exists() {
            return Ok(packages);
        }
        // Somebody else may be at it too: what is kept is whole from the moment that it is there.
        let making = cache.join(format!("packages-{}-{}", version.name(), std::process::id()));
        let _ = fs::remove_dir_all(&making);
        fs::create_dir_all(&making).unwrap();
        for name in ["package.json", "package-lock.json"] {
            fs::copy(from.join(name), making.join(name)).unwrap();
        }
        run(packages.npm(&making, &["ci"]).args(QUIET))?;
        packages.add_sqlite(&making)?;
        if fs::rename(&making, &kept).is_err() {
            fs::remove_dir_all(&making).unwrap();
        }
        Ok(packages)
    }

    pub(crate) fn npm(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new("npm");
        command.current_dir(folder).args(arguments).arg("--cache").arg(self.cache.join("npm"));
        command
    }

    /// Installs what a project asks for, and nothing else.
    pub(crate) fn install(&self, project: &Path) -> Result<(), String> {
        fs::copy(&self.lock, project.join("package-lock.json")).unwrap();
        link(&self.modules, &project.join("node_modules")).map_err(|error| format!("linking packages: {error}"))?;
        run(self.npm(project, &["install"]).args(QUIET))
    }

    /// The driver for SQLite is built once for all versions: `npm rebuild` does what `npm install` would have done.
    fn add_sqlite(&self, folder: &Path) -> Result<(), String> {
        let package = folder.join("node_modules/better-sqlite3");
        let built = package.join("build/Release/better_sqlite3.node");
        let version = fs::read_to_string(package.join("package.json")).unwrap();
        let version: serde_json::Value = serde_json::from_str(&version).unwrap();
        let node = printed("node", &["-p", "process.versions.modules"])?;
        let kept = self.cache.join(format!("better-sqlite3-{}-{node}.node", version["version"].as_str().unwrap()));
        if kept.exists() {
            fs::create_dir_all(built.parent().unwrap()).unwrap();
            fs::copy(kept, built).unwrap();
            return Ok(());
        }
        let mut rebuild = self.npm(folder, &["rebuild", "better-sqlite3"]);
        // Where the headers of Node.js came with it they need not be downloaded.
        if Path::new("/usr/include/node/node.h").exists() {
            rebuild.env("npm_config_nodedir", "/usr");
        }
        run(&mut rebuild)?;
        fs::copy(built, kept).unwrap();
        Ok(())
    }
}

/// The folder with its files as links.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    let mut folders = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = folders.pop() {
        fs::create_dir(&to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (source, target) = (entry.path(), to.join(entry.file_name()));
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push((source, target));
            } else if kind.is_symlink() {
                symlink(fs::read_link(source)?, target)?;
            } else if entry.file_name() == LISTED {
                fs::copy(source, target)?;
            } else {
                fs::hard_link(source, target)?;
            }
        }
    }
    Ok(())
}

/// What a program prints.
fn printed(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

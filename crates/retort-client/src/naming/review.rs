//! A look at a file before it is trusted: what its servers would run, send and expand. The bytes that are shown are those
//! whose hash is remembered; a file that is changed in between is another one.

use std::path::{Path, PathBuf};

use retort_core::{Kind, Raw};

use super::error::NamingError;
use super::intent::Intent;
use super::ownership;
use super::places::Surroundings;
use super::trust::{Standing, Trust, Trusted, digest, place_of, workspace_of};
use super::{entry, env_file, file};

/// What a file would have Retort do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Review {
    /// The file: where it is, without links on the way.
    pub file: PathBuf,
    /// What each of its servers would do; none in a file of variables.
    pub servers: Vec<Intent>,
    /// The files of variables that belong to it.
    pub env_files: Vec<EnvFile>,
    /// What was read for this, and would be trusted.
    pub(super) seen: Vec<Trusted>,
}

/// A file of variables.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EnvFile {
    /// Where it is, as it is written.
    pub path: String,
    /// The variables that it sets; none where it cannot be read as it is now.
    pub sets: Option<Vec<String>>,
}

impl Review {
    /// Looks at a configuration file, or at a file of variables, which is any whose name does not end in `.json`.
    ///
    /// # Errors
    /// When it cannot be read, is not JSON or belongs to somebody else.
    pub fn of(path: &Path) -> Result<Self, NamingError> {
        Self::of_file(path, &Surroundings::of_process())
    }

    pub(super) fn of_file(path: &Path, surroundings: &Surroundings) -> Result<Self, NamingError> {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let place = place_of(&absolute);
        let text = ownership::read(&absolute, ownership::Whose::Project)?;
        let seen = vec![Trusted { file: place.clone(), sha256: digest(text.as_bytes()) }];
        let mut review = Self { file: place, servers: Vec::new(), env_files: Vec::new(), seen };
        if !path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json")) {
            let names = env_file::parse(&text).ok().map(|pairs| pairs.into_iter().map(|(name, _)| name).collect());
            review.env_files.push(EnvFile { path: path.display().to_string(), sets: names });
            return Ok(review);
        }
        let root = file::parse(&absolute, &text)?;
        for group in every_group(&root) {
            review.servers.extend(group.members().map(|(name, entry)| Intent::of(&name, &entry)));
        }
        let workspace = workspace_of(&absolute);
        let mut written: Vec<String> = review.servers.iter().filter_map(|intent| intent.env_file.clone()).collect();
        written.sort_unstable();
        written.dedup();
        for written in written {
            review.look_into(written, workspace, surroundings);
        }
        Ok(review)
    }

    /// Every file that this is about: the file itself, and the files of variables that it names.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.seen.iter().map(|seen| seen.file.as_path())
    }

    /// How the files stand that this is about: trusted where all of them are.
    pub fn standing(&self, trust: &Trust) -> Standing {
        let standings = self.seen.iter().map(|seen| trust.standing(&seen.file, &seen.sha256));
        standings.fold(Standing::Trusted, |worst, next| match (worst, next) {
            (Standing::Trusted, other) | (other, Standing::Trusted) => other,
            (Standing::Changed, _) | (_, Standing::Changed) => Standing::Changed,
            (Standing::Unknown, Standing::Unknown) => Standing::Unknown,
        })
    }

    /// Adds a file of variables that the file names.
    fn look_into(&mut self, written: String, workspace: &Path, surroundings: &Surroundings) {
        let path = entry::env_file_path(&written, workspace, surroundings);
        let text = path.and_then(|path| {
            let text = ownership::read(&path, ownership::Whose::Project).ok()?;
            self.seen.push(Trusted { file: place_of(&path), sha256: digest(text.as_bytes()) });
            Some(text)
        });
        let sets = text.and_then(|text| env_file::parse(&text).ok());
        let sets = sets.map(|pairs| pairs.into_iter().map(|(name, _)| name).collect());
        self.env_files.push(EnvFile { path: written, sets });
    }
}

/// Every object that may hold servers, for whichever folder it is meant.
fn every_group(root: &Raw) -> Vec<Raw> {
    let projects = root.get("projects").filter(|projects| projects.kind() == Kind::Object);
    let of_projects = projects.iter().flat_map(Raw::members).filter_map(|(_, project)| project.get("mcpServers"));
    let mut groups: Vec<Raw> = of_projects.collect();
    groups.extend(["mcpServers", "servers"].iter().filter_map(|key| root.get(key)));
    groups.retain(|group| group.kind() == Kind::Object);
    groups
}

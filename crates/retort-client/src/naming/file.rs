//! One configuration file: its size and syntax are checked, and the servers under `mcpServers` or `servers` become
//! entries. An entry that cannot be used does not touch the others.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use retort_core::{Kind, Raw};

use super::directory::{Named, Origin};
use super::entry::{Fault, Guard};
use super::error::NamingError;
use super::intent::Intent;
use super::ownership::{self, Whose};
use super::places::{Place, Surroundings};
use super::trust::{Standing, Trust, digest, place_of};
use super::variables::Variables;
use super::{entry, jsonc};
use crate::private;

/// No configuration that a person keeps is longer than this.
pub(super) const LARGEST_FILE: u64 = 10 * 1024 * 1024;

/// The servers of one file, in its order.
pub(super) fn servers(place: &Place, surroundings: &Surroundings, trust: &Trust) -> Result<Vec<Named>, NamingError> {
    let path = &place.file;
    let text = ownership::read(path, place.whose)?;
    let standing = match place.whose {
        Whose::Named | Whose::Own => Standing::Trusted,
        Whose::Project => trust.standing(&place_of(path), &digest(text.as_bytes())),
    };
    let root = parse(path, &text)?;
    let wrong = |what: String| NamingError::WrongForm { path: path.clone(), what };
    let guard = Guard { whose: place.whose, trust, projects: &place.projects };
    let mut named: Vec<Named> = Vec::new();
    for (key, group, project) in groups(&root, &place.workspace) {
        let runs_in = project.filter(|project| *project != place.workspace).or(place.runs_in.as_deref());
        let workspace = project.unwrap_or(&place.workspace);
        let variables = Variables { surroundings, workspace, runs_in };
        if group.kind() != Kind::Object {
            return Err(wrong(format!(
                "{key} is {}; write an object with a name for each server",
                article(group.kind())
            )));
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        for (name, value) in group.members() {
            let (server, intent) = if standing == Standing::Trusted {
                (entry::server(&value, variables, guard), None)
            } else {
                let untrusted = Fault::Untrusted { path: path.clone(), standing, holds_variables: false };
                (Err(untrusted), Some(Intent::of(&name, &value)))
            };
            let name = name.into_owned();
            let server = server.map_err(|fault| fault.of(&name, path));
            let found = Named {
                name: name.clone(),
                server,
                origin: Origin::File(path.clone()),
                is_project: place.whose == Whose::Project,
                intent,
                disabled: entry::is_disabled(&value),
                shadowed: false,
            };
            // Of two equal keys the last counts, as in most parsers; of two groups the first.
            if let Some(twin) = places.get(&name).and_then(|&at| named.get_mut(at)) {
                *twin = found;
            } else {
                places.insert(name, named.len());
                named.push(found);
            }
        }
    }
    Ok(named)
}

/// Whether a file that somebody named has a place for servers at all.
pub(super) fn has_servers(path: &Path) -> bool {
    let root = read(path).ok().and_then(|text| jsonc::parse(&text).ok());
    root.is_some_and(|root| root.get("mcpServers").or_else(|| root.get("servers")).is_some())
}

/// The objects that hold servers, those that count most first. Claude Code also keeps some for each project: with those
/// comes its folder.
fn groups<'a>(root: &Raw, workspace: &'a Path) -> Vec<(&'static str, Raw, Option<&'a Path>)> {
    let projects = root.get("projects");
    let of = |folder: &'a Path| projects.as_ref()?.get(&folder.to_string_lossy()).map(|project| (folder, project));
    let project = workspace.ancestors().find_map(of);
    let own = project.and_then(|(folder, project)| Some(("projects", project.get("mcpServers")?, Some(folder))));
    let keys = ["mcpServers", "servers"].into_iter().filter_map(|key| root.get(key).map(|group| (key, group, None)));
    own.into_iter().chain(keys).collect()
}

/// What a file holds, where that is an object.
pub(super) fn parse(path: &Path, text: &str) -> Result<Raw, NamingError> {
    let root = jsonc::parse(text).map_err(|fault| NamingError::Broken {
        path: path.to_owned(),
        line: fault.line,
        column: fault.column,
        reason: fault.reason,
    })?;
    if root.kind() == Kind::Object {
        return Ok(root);
    }
    let what = format!("it holds {}; write {{\"mcpServers\": {{…}}}}", article(root.kind()));
    Err(NamingError::WrongForm { path: path.to_owned(), what })
}

/// The text of a file that is not too long.
pub(super) fn read(path: &Path) -> Result<String, NamingError> {
    text(&open(path)?, path)
}

/// Opens a file.
pub(super) fn open(path: &Path) -> Result<File, NamingError> {
    private::open_file(path).map_err(|reason| unreadable(path, reason))
}

/// The text of an open file that is not too long.
pub(super) fn text(file: &File, path: &Path) -> Result<String, NamingError> {
    let unreadable = |reason| unreadable(path, reason);
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_FILE {
        let size = file.metadata().map_or(bytes.len() as u64, |about| about.len());
        return Err(NamingError::TooBig { path: path.to_owned(), size, limit: LARGEST_FILE });
    }
    String::from_utf8(bytes).map_err(|_| unreadable(io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text")))
}

pub(super) fn unreadable(path: &Path, reason: io::Error) -> NamingError {
    NamingError::Unreadable { path: path.to_owned(), reason: Arc::new(reason) }
}

/// A kind of value as it stands in a sentence.
pub(super) fn article(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a text",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}

//! One configuration file: its size and syntax are checked, and the servers under `mcpServers` or `servers` become
//! entries. An entry that cannot be used does not touch the others.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use retort_core::{Kind, Raw};

use super::directory::{Named, Origin};
use super::error::NamingError;
use super::places::{Place, Surroundings};
use super::variables::Variables;
use super::{entry, jsonc};

/// No configuration that a person keeps is longer than this.
pub(super) const LARGEST_FILE: u64 = 10 * 1024 * 1024;

/// The servers of one file, in its order.
pub(super) fn servers(place: &Place, surroundings: &Surroundings) -> Result<Vec<Named>, NamingError> {
    let path = &place.file;
    let text = read(path)?;
    let root = jsonc::parse(&text).map_err(|fault| NamingError::Broken {
        path: path.clone(),
        line: fault.line,
        column: fault.column,
        reason: fault.reason,
    })?;
    let wrong = |what: String| NamingError::WrongForm { path: path.clone(), what };
    if root.kind() != Kind::Object {
        return Err(wrong(format!("it holds {}; write {{\"mcpServers\": {{…}}}}", article(root.kind()))));
    }
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
            let server = entry::server(&value, variables).map_err(|what| NamingError::BadEntry {
                server: name.clone().into_owned(),
                path: path.clone(),
                what,
            });
            let name = name.into_owned();
            let found = Named {
                name: name.clone(),
                server,
                origin: Origin::File(path.clone()),
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

/// The text of a file that is not too long.
pub(super) fn read(path: &Path) -> Result<String, NamingError> {
    let unreadable = |reason: io::Error| NamingError::Unreadable { path: path.to_owned(), reason: Arc::new(reason) };
    // A pipe would wait for a writer, and a device may never end.
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err(unreadable(io::Error::other("it is not a file")));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(NamingError::TooBig { path: path.to_owned(), size: about.len(), limit: LARGEST_FILE });
    }
    String::from_utf8(bytes).map_err(|_| unreadable(io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text")))
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

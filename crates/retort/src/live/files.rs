//! The files that an answer holds, as tools give them that make projects and code: an object `files` of paths with their
//! contents, or a list of such. They are written below a folder and nowhere else, and never over what is there.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use retort_core::{Interpretation, Kind, Message, Raw, counted, read_payload};

use super::below::Below;
use super::names::{is_read, parts};
use crate::failure::Failure;
use crate::output::tell;

/// How many names are told.
const LISTED: usize = 12;

/// A file of an answer.
pub(super) struct File {
    path: String,
    content: String,
}

impl File {
    /// How many bytes it has.
    pub(super) fn size(&self) -> usize {
        self.content.len()
    }
}

/// The files of an answer.
pub(super) fn files_of(read: &Interpretation<'_>) -> Vec<File> {
    let Some(files) = read.document().and_then(|document| document.raw().get("files")) else { return Vec::new() };
    let text = |raw: &Raw, key: &str| raw.get(key)?.to_text().map(Cow::into_owned);
    let file = |name: Option<String>, raw: &Raw| {
        let path = text(raw, "path").or(name)?;
        Some(File { path, content: text(raw, "content")? })
    };
    match files.kind() {
        Kind::Object => files.members().filter_map(|(key, raw)| file(Some(key.into_owned()), &raw)).collect(),
        Kind::Array => files.items().filter_map(|raw| file(text(&raw, "name"), &raw)).collect(),
        _ => Vec::new(),
    }
}

/// An answer without its files, for where those are written; none where there is nothing else in it.
pub(super) fn without_files(read: &Interpretation<'_>) -> Option<Message> {
    let others = read.document()?.raw().members().filter(|(key, _)| key != "files");
    let mut json = String::from("{");
    for (key, value) in others {
        let comma = if json.len() > 1 { "," } else { "" };
        json.extend([comma, &Raw::string(&key).to_json(), ":", &value.to_json()]);
    }
    (json.len() > 1).then(|| read_payload(json + "}"))
}

/// What became of a file.
enum Written {
    New,
    /// It was there already, with the same content.
    Same,
    /// Another is there.
    Taken,
    /// It would take effect by being there.
    Refused,
}

/// Writes files below a folder, as far as that is possible, and tells in short what became of them.
pub(super) fn write_all(files: &[File], folder: &Path, below: &Below, takes_hidden: bool) -> Result<(), Failure> {
    let (mut new, mut same, mut taken, mut refused) = (Vec::new(), 0, Vec::new(), Vec::new());
    let mut failed = None;
    for file in files {
        let parts = parts(&file.path);
        let name = parts.as_ref().map(|parts| parts.join("/")).unwrap_or_default();
        match parts.map_err(|why| unwritten(file, why)).and_then(|parts| write(file, &parts, below, takes_hidden)) {
            Ok(Written::New) => new.push(name),
            Ok(Written::Same) => same += 1,
            Ok(Written::Taken) => taken.push(name),
            Ok(Written::Refused) => refused.push(name),
            Err(failure) => {
                if let Some(earlier) = failed.replace(failure) {
                    tell(earlier);
                }
            }
        }
    }
    if !new.is_empty() {
        tell(format_args!("wrote {} to {}:\n{}", counted(new.len(), "file"), folder.display(), listed(&new)));
    }
    if same > 0 {
        let (files, are) = (counted(same, "file"), if same == 1 { "is" } else { "are" });
        tell(format_args!("{files} {are} in {} already, as the answer has it", folder.display()));
    }
    if !taken.is_empty() {
        let earlier = failed.replace(Failure::FilesTaken {
            files: counted(taken.len(), "file"),
            folder: folder.display().to_string(),
            listed: listed(&taken),
        });
        earlier.into_iter().for_each(tell);
    }
    if !refused.is_empty() {
        let files = counted(refused.len(), "file");
        let earlier = failed.replace(Failure::FilesRefused { files, listed: listed(&refused) });
        earlier.into_iter().for_each(tell);
    }
    failed.map_or(Ok(()), Err)
}

/// Paths in a few lines: each folder at the top with how much is in it, and the files beside those.
fn listed(paths: &[String]) -> String {
    let mut folders: Vec<(&str, usize)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut files: Vec<&str> = Vec::new();
    for path in paths {
        match path.split_once('/') {
            Some((folder, _)) => {
                let at = *known.entry(folder).or_insert(folders.len());
                match folders.get_mut(at) {
                    Some((_, count)) => *count += 1,
                    None => folders.push((folder, 1)),
                }
            }
            None => files.push(path),
        }
    }
    let more = files.len().saturating_sub(LISTED);
    files.truncate(LISTED);
    let others = folders.len().saturating_sub(LISTED);
    let told = folders.iter().take(LISTED).map(|(name, count)| format!("  {name}/ ({})", counted(*count, "file")));
    let rest = |count: usize, kind: &str| (count > 0).then(|| format!("  … and {}", counted(count, kind)));
    let files = (!files.is_empty()).then(|| format!("  {}", files.join(", ")));
    told.chain(rest(others, "other folder")).chain(files).chain(rest(more, "other file")).collect::<Vec<_>>().join("\n")
}

/// That a file has no place below a folder.
fn unwritten(file: &File, why: &str) -> Failure {
    Failure::Unsupported { what: format!("the file {:?} of the answer: {why}", file.path) }
}

fn write(file: &File, parts: &[String], below: &Below, takes_hidden: bool) -> Result<Written, Failure> {
    if !takes_hidden && parts.iter().any(|part| is_read(part)) {
        return Ok(Written::Refused);
    }
    let unsaved = |reason| Failure::Unsaved { path: below.path(parts).display().to_string(), reason };
    match below.create(parts) {
        Ok(mut open) => {
            open.write_all(file.content.as_bytes()).map_err(unsaved)?;
            Ok(Written::New)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_same = below.holds(parts, file.content.as_bytes());
            Ok(if is_same { Written::Same } else { Written::Taken })
        }
        Err(reason) => Err(unsaved(reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_files_are_told_in_short() {
        let paths = ["a.md", "src/b.ts", "src/c/d.ts", "test/e.ts", "f.json"];
        assert_eq!(listed(&paths.map(str::to_owned)), "  src/ (2 files)\n  test/ (1 file)\n  a.md, f.json");
        let many: Vec<String> = (0..30).map(|number| format!("{number}")).collect();
        assert_eq!(listed(&many), "  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n  … and 18 other files");
    }
}

//! Writing the files that an answer holds: below a folder and nowhere else, and never over what is there. What is not written is
//! told with its reason, since it is shown nowhere else.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use retort_client::{one_line, shown_path};
use retort_core::counted;

use super::below::Below;
use super::held_files::File;
use super::names::{parts, why_read};
use crate::failure::Failure;
use crate::output::tell;

/// How many names are told, and how much of a name that is not written.
const LISTED: usize = 12;
const MOST_OF_A_NAME: usize = 120;

/// What became of a file.
enum Written {
    New,
    /// It was there already, with the same content.
    Same,
    /// Another is there.
    Taken,
    /// It would take effect by being there.
    Refused(&'static str),
    /// There is no place for it below a folder, or nothing to write.
    Misplaced(&'static str),
}

/// Writes files below a folder, as far as that is possible, and tells in short what became of them.
pub(super) fn write_all(files: &[File], folder: &Path, below: &Below, takes_hidden: bool) -> Result<(), Failure> {
    let (mut new, mut same, mut taken) = (Vec::new(), 0, Vec::new());
    let (mut refused, mut misplaced) = (Vec::new(), Vec::new());
    let mut failed = None;
    for file in files {
        let parts = parts(&file.path);
        let name = parts.as_ref().map(|parts| parts.join("/")).unwrap_or_default();
        let became = match &parts {
            Ok(parts) => write(file, parts, below, takes_hidden),
            Err(why) => Ok(Written::Misplaced(why)),
        };
        match became {
            Ok(Written::New) => new.push(name),
            Ok(Written::Same) => same += 1,
            Ok(Written::Taken) => taken.push(name),
            Ok(Written::Refused(why)) => refused.push((name, why)),
            Ok(Written::Misplaced(why)) => misplaced.push((file.path.clone(), why)),
            Err(failure) => {
                if let Some(earlier) = failed.replace(failure) {
                    tell(earlier);
                }
            }
        }
    }
    if !new.is_empty() {
        tell(format_args!("wrote {} to {}:\n{}", counted(new.len(), "file"), shown_path(folder), listed(&new)));
    }
    if same > 0 {
        let (files, are) = (counted(same, "file"), if same == 1 { "is" } else { "are" });
        tell(format_args!("{files} {are} in {} already, as the answer has it", shown_path(folder)));
    }
    if !taken.is_empty() {
        let earlier = failed.replace(Failure::FilesTaken {
            files: counted(taken.len(), "file"),
            folder: shown_path(folder),
            listed: listed(&taken),
        });
        earlier.into_iter().for_each(tell);
    }
    if !refused.is_empty() {
        let files = counted(refused.len(), "file");
        let earlier = failed.replace(Failure::FilesRefused { files, listed: reasons(&refused) });
        earlier.into_iter().for_each(tell);
    }
    if !misplaced.is_empty() {
        let files = counted(misplaced.len(), "file");
        let earlier = failed.replace(Failure::FilesMisplaced { files, listed: reasons(&misplaced) });
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

/// Names with what is wrong with each, a line for each.
fn reasons(names: &[(String, &'static str)]) -> String {
    let told = names.iter().take(LISTED).map(|(name, why)| format!("  {}: {why}", one_line(name, MOST_OF_A_NAME)));
    let more = names.len().saturating_sub(LISTED);
    let more = (more > 0).then(|| format!("  … and {}", counted(more, "other file")));
    told.chain(more).collect::<Vec<_>>().join("\n")
}

fn write(file: &File, parts: &[String], below: &Below, takes_hidden: bool) -> Result<Written, Failure> {
    if let Some(why) = parts.iter().find_map(|part| why_read(part)).filter(|_| !takes_hidden) {
        return Ok(Written::Refused(why));
    }
    let Some(content) = &file.content else { return Ok(Written::Misplaced("the answer has no text for it")) };
    let unsaved = |reason| Failure::Unsaved { path: shown_path(&below.path(parts)), reason };
    match below.create(parts) {
        Ok(mut open) => {
            open.write_all(content).map_err(unsaved)?;
            Ok(Written::New)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_same = below.holds(parts, content);
            Ok(if is_same { Written::Same } else { Written::Taken })
        }
        Err(reason) => Err(unsaved(reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_written_is_told_with_its_reason() {
        let many: Vec<(String, &str)> =
            (0..14).map(|number| (format!("{number}\n{}", "x".repeat(500)), "why")).collect();
        let told = reasons(&many);
        assert!(told.starts_with("  0 xxx") && told.ends_with("\n  … and 2 other files"), "{told}");
        assert!(told.lines().count() == 13 && told.lines().all(|line| line.len() < 140), "{told}");
    }

    #[test]
    fn many_files_are_told_in_short() {
        let paths = ["a.md", "src/b.ts", "src/c/d.ts", "test/e.ts", "f.json"];
        assert_eq!(listed(&paths.map(str::to_owned)), "  src/ (2 files)\n  test/ (1 file)\n  a.md, f.json");
        let many: Vec<String> = (0..30).map(|number| format!("{number}")).collect();
        assert_eq!(listed(&many), "  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n  … and 18 other files");
    }
}

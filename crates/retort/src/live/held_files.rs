//! The files that an answer holds, in the forms in which tools give them that make projects and code: under `files` or the like, as an
//! object of names or as a list; or the answer itself is such a list, such an object or one file. What could be anything else is
//! taken for files only where every name is plainly that of one.

use std::borrow::Cow;

use retort_core::{Interpretation, Kind, Message, Raw, read_payload};
use retort_render::Media;

/// A file of an answer.
pub(super) struct File {
    /// Its path, as the answer has it.
    pub(super) path: String,
    /// What it holds; nothing where the answer does not say.
    pub(super) content: Option<Vec<u8>>,
}

impl File {
    /// How many bytes it has.
    pub(super) fn size(&self) -> usize {
        self.content.as_ref().map_or(0, Vec::len)
    }
}

/// The members under which tools give files, and those around them.
const LISTS: [&str; 4] = ["files", "generatedFiles", "generated_files", "artifacts"];
const AROUND: [&str; 3] = ["data", "result", "project"];
/// The members of a file that say where it goes, those that name it otherwise, and those that hold its text.
const PATHS: [&str; 5] = ["path", "filePath", "file_path", "filename", "fileName"];
const NAMES: [&str; 4] = ["name", "file", "file_name", "uri"];
const TEXTS: [&str; 5] = ["content", "contents", "text", "code", "source"];

/// The files of an answer.
pub(super) fn files_of(read: &Interpretation<'_>) -> Vec<File> {
    let Some(root) = read.document().map(|document| document.raw().clone()) else { return Vec::new() };
    let files = match listed_in(&root) {
        Some((_, list)) => files_under(&list),
        None => nested(&root).map_or_else(|| bare(&root), |list| files_under(&list)),
    };
    // Names alone are a list of files, and no files.
    if files.iter().any(|file| file.content.is_some()) { files } else { Vec::new() }
}

/// An answer without its files, for where those are written; none where there is nothing else in it.
pub(super) fn without_files(read: &Interpretation<'_>) -> Option<Message> {
    let document = read.document()?;
    let (list, _) = listed_in(document.raw())?;
    let mut json = String::from("{");
    for (key, value) in document.raw().members().filter(|(key, _)| key != list) {
        let comma = if json.len() > 1 { "," } else { "" };
        json.extend([comma, &Raw::string(&key).to_json(), ":", &value.to_json()]);
    }
    (json.len() > 1).then(|| read_payload(json + "}"))
}

/// The member of an object that has its files.
fn listed_in(object: &Raw) -> Option<(&'static str, Raw)> {
    let found = |key: &'static str| object.get(key).map(|list| (key, list));
    let holds = |(_, list): &(_, Raw)| matches!(list.kind(), Kind::Array | Kind::Object);
    LISTS.into_iter().filter_map(found).find(holds)
}

/// The files of an object inside of an answer.
fn nested(root: &Raw) -> Option<Raw> {
    let inside = AROUND.iter().filter_map(|key| root.get(key)).filter(|inside| inside.kind() == Kind::Object);
    inside.filter_map(|inside| listed_in(&inside)).map(|(_, list)| list).next()
}

/// What stands under a name for files.
fn files_under(list: &Raw) -> Vec<File> {
    match list.kind() {
        Kind::Object => list.members().map(|(name, file)| named(name.into_owned(), &file)).collect(),
        _ => list.items().filter_map(|file| listed(&file, &NAMES)).collect(),
    }
}

/// The files of an answer that is nothing else.
fn bare(root: &Raw) -> Vec<File> {
    match root.kind() {
        Kind::Array => {
            let files: Option<Vec<File>> = root.items().map(|file| listed(&file, &[]).filter(File::is_whole)).collect();
            files.unwrap_or_default()
        }
        Kind::Object => match listed(root, &[]).filter(File::is_whole) {
            Some(only) => vec![only],
            None if root.members().all(|(name, text)| is_file_name(&name) && text.to_text().is_some()) => {
                root.members().map(|(name, text)| named(name.into_owned(), &text)).collect()
            }
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A file with its name before it: a text, or an object that may name it better.
fn named(name: String, file: &Raw) -> File {
    if let Some(text) = file.to_text() {
        return File { path: name, content: Some(text.into_owned().into_bytes()) };
    }
    File { path: first(file, &PATHS).unwrap_or(name), content: content(file) }
}

/// A file that says itself what it is called.
fn listed(file: &Raw, names: &[&str]) -> Option<File> {
    let path = first(file, &PATHS).or_else(|| first(file, names))?;
    Some(File { path, content: content(file) })
}

impl File {
    fn is_whole(&self) -> bool {
        self.content.is_some()
    }
}

fn content(file: &Raw) -> Option<Vec<u8>> {
    let text = first(file, &TEXTS)?;
    let is_packed = file.get("encoding").is_some_and(|encoding| encoding.to_text().as_deref() == Some("base64"));
    if !is_packed {
        return Some(text.into_bytes());
    }
    let block = format!("{{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":{}}}", Raw::string(&text).to_json());
    Media::of(&Raw::parse(block)?)?.decode()
}

/// The text of the first of some members that is one.
fn first(object: &Raw, keys: &[&str]) -> Option<String> {
    if object.kind() != Kind::Object {
        return None;
    }
    keys.iter().find_map(|key| object.get(key)?.to_text().map(Cow::into_owned))
}

/// Names of files that have no ending, and what the others end in.
#[rustfmt::skip]
const WHOLE_NAMES: [&str; 10] = [
    "makefile", "dockerfile", "license", "readme", "procfile", "gemfile", "rakefile", "justfile", "jenkinsfile", "cname",
];
#[rustfmt::skip]
const ENDINGS: &[&str] = &[
    "txt", "md", "mdx", "rst", "adoc", "json", "jsonc", "jsonl", "yaml", "yml", "toml", "ini", "cfg", "conf", "env", "csv", "tsv",
    "xml", "svg", "html", "htm", "css", "scss", "sass", "less", "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue",
    "svelte", "py", "pyi", "ipynb", "rb", "php", "pl", "lua", "go", "rs", "c", "h", "cc", "cpp", "cxx", "hpp", "cs", "java", "kt",
    "kts", "scala", "swift", "dart", "ex", "exs", "erl", "hs", "clj", "r", "jl", "sql", "graphql", "proto", "prisma", "tf", "sh",
    "bash", "zsh", "fish", "ps1", "bat", "cmd", "gradle", "lock", "log", "diff", "patch", "tex", "bib", "hbs", "ejs", "j2",
];

/// Whether a name is plainly that of a file, and not of a machine, a version or a setting.
fn is_file_name(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    match last.rsplit_once('.') {
        Some((_, ending)) => ENDINGS.contains(&ending),
        None => WHOLE_NAMES.contains(&last.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use retort_core::read_payload;

    use super::*;

    fn found(json: &str) -> Vec<(String, Option<String>)> {
        let message = read_payload(json.to_owned());
        let files = files_of(&Interpretation::of(&message));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        files.into_iter().map(|file| (file.path, file.content.map(text))).collect()
    }

    #[test]
    fn files_are_found_in_every_form() {
        for json in [
            r#"{"files": {"a.txt": "fine"}}"#,
            r#"{"files": {"a.txt": {"content": "fine"}}}"#,
            r#"{"files": {"one": {"path": "a.txt", "contents": "fine"}}}"#,
            r#"{"files": [{"path": "a.txt", "content": "fine"}], "ok": true}"#,
            r#"{"files": [{"name": "a.txt", "text": "fine"}]}"#,
            r#"{"files": [{"filename": "a.txt", "code": "fine"}]}"#,
            r#"{"files": [{"path": "a.txt", "content": "ZmluZQ==", "encoding": "base64"}]}"#,
            r#"{"generatedFiles": [{"filePath": "a.txt", "source": "fine"}]}"#,
            r#"{"success": true, "data": {"files": {"a.txt": "fine"}}}"#,
            r#"[{"path": "a.txt", "content": "fine"}]"#,
            r#"{"path": "a.txt", "content": "fine"}"#,
            r#"{"a.txt": "fine"}"#,
        ] {
            assert_eq!(found(json), [("a.txt".to_owned(), Some("fine".to_owned()))], "{json}");
        }
        let both = r#"{"files": [{"path": "a.txt", "content": "fine"}, {"path": "b.txt"}]}"#;
        assert_eq!(found(both)[1], ("b.txt".to_owned(), None));
        assert_eq!(found(r#"{"src/a.ts": "1", "Makefile": "2", "deep/.env": "3"}"#).len(), 3);
    }

    #[test]
    fn what_may_be_anything_else_is_no_file() {
        for json in [
            r#"{"example.com": "up", "example.org": "down"}"#,
            r#"{"a.txt": "fine", "count": "2"}"#,
            r#"{"a.txt": 1}"#,
            r#"{"name": "Ann", "content": "hello"}"#,
            r#"{"1.2.3": "released"}"#,
            r#"{"files": ["a.txt", "b.txt"]}"#,
            r#"{"files": [{"path": "a.txt", "size": 3}]}"#,
            r#"{"files": 3}"#,
            r#"[{"path": "a.txt", "content": "x"}, {"path": "b.txt"}]"#,
            r#"{"title": "x", "text": "y"}"#,
            "{}",
            "[]",
            "plain text",
        ] {
            assert_eq!(found(json), [], "{json}");
        }
    }
}

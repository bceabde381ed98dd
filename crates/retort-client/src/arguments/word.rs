//! The words that a person typed, taken apart: a name, and a text or JSON value, from the word itself or a file.

use std::fs::File;
use std::io::Read;

use super::problem::Problem;
use super::strict;
use retort_wire::one_line;

/// A file that is longer is hardly meant as one argument.
const LONGEST_FILE: u64 = 16 * 1024 * 1024;

/// What is given for a name.
#[derive(Debug)]
pub(super) enum Word {
    /// A text, which the schema turns into a value.
    Text(String),
    /// A JSON value on one line.
    Json(String),
}

/// A name with all that is given for it, in order.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) name: String,
    pub(super) words: Vec<Word>,
}

/// The names in the order in which they first appear.
pub(super) fn gather(words: &[String]) -> Vec<Result<Given, Problem>> {
    let mut gathered: Vec<Result<Given, Problem>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for word in words {
        match split(word) {
            Ok((name, word)) => {
                let place = places.get(name).and_then(|&at: &usize| gathered.get_mut(at));
                if let Some(Ok(given)) = place {
                    given.words.push(word);
                } else {
                    places.insert(name, gathered.len());
                    gathered.push(Ok(Given { name: name.to_owned(), words: vec![word] }));
                }
            }
            Err(problem) => gathered.push(Err(problem)),
        }
    }
    gathered
}

/// The name of a word, and what is given for it.
fn split(word: &str) -> Result<(&str, Word), Problem> {
    let shown = || one_line(word, 60);
    let Some((name, value)) = word.split_once('=') else {
        return Err(if word.trim_start().starts_with('{') {
            Problem::of_all(format!("\"{}\" has no =, and looks like a JSON object", shown())).or_as_json()
        } else {
            Problem::of_all(format!("\"{}\" has no =; write name=value", shown()))
        });
    };
    let (name, is_json) = name.strip_suffix(':').map_or((name, false), |name| (name, true));
    if name.is_empty() {
        return Err(Problem::of_all(format!("\"{}\" has no name before the =; write name=value", shown())));
    }
    let value = if is_json { json(name, value) } else { text(name, value).map(Word::Text) };
    value.map(|value| (name, value)).map_err(|what| Problem::of(name, what))
}

fn text(name: &str, value: &str) -> Result<String, String> {
    match value.strip_prefix('@') {
        Some(rest) if rest.starts_with('@') => Ok(rest.to_owned()),
        Some(path) => read(path).map_err(|what| {
            format!("{what}; write {}=@{} for the text itself", one_line(name, 60), one_line(value, 60))
        }),
        None => Ok(value.to_owned()),
    }
}

fn json(name: &str, value: &str) -> Result<Word, String> {
    // No JSON value starts with it.
    let (from, text) = match value.strip_prefix('@') {
        Some(path) => (format!("the file {}", one_line(path, 80)), read(path)?),
        None => (one_line(value, 60), value.to_owned()),
    };
    let raw = strict::json(&text).map_err(|fault| {
        format!("{from} is not JSON ({fault}); correct it, or write {}=… for a text", one_line(name, 60))
    })?;
    Ok(Word::Json(raw.to_json()))
}

/// The text of a file.
fn read(path: &str) -> Result<String, String> {
    let shown = one_line(path, 80);
    let unread = |reason: std::io::Error| format!("cannot read the file {shown}: {reason}");
    if std::fs::metadata(path).map_err(unread)?.is_dir() {
        return Err(format!("cannot read the file {shown}: it is a folder"));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LONGEST_FILE + 1).read_to_end(&mut bytes)).map_err(unread)?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(format!("the file {shown} has more than {LONGEST_FILE} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| format!("the file {shown} is not UTF-8 text"))
}

//! Asking for trust: what a file of a project would do is shown to whoever is at the terminal, and they say yes or no, once.
//! Of variables and headers only the names are shown; of commands everything, since anything may hide in what is left out.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::path::Path;

use retort_client::naming::{EnvFile, Intent, Review, Standing, Trust};
use retort_client::{printable, shown_path};
use retort_core::counted;

use super::asking;
use super::influence::Influence;
use crate::args::quoted;
use crate::failure::Failure;
use crate::output::tell;

/// A word of a command line is shown up to here; how much more there is, is told.
const MOST_CHARS: usize = 4000;

/// Whether somebody reads and types.
pub(crate) fn is_anybody_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Shows what a file would do to whoever is there, and asks whether it may; whether it is trusted then.
pub(crate) fn ask(path: &Path, trust: &mut Trust) -> Result<bool, Failure> {
    let review = Review::of(path)?;
    let mut out = io::stderr();
    // Nobody may be reading there; then nobody answers either.
    let _ = out.write_all(shown(&review, trust).as_bytes());
    confirm(&review, trust)
}

/// Asks whether what was shown is trusted, and remembers it.
pub(crate) fn confirm(review: &Review, trust: &mut Trust) -> Result<bool, Failure> {
    let answer = asking::line("Trust it as it is now? [y/N] ");
    let answer = answer.as_deref().unwrap_or_default().trim();
    let is_yes = ["y", "yes"].iter().any(|yes| answer.eq_ignore_ascii_case(yes));
    if is_yes {
        trust.allow(review)?;
        tell(format_args!("{} is trusted until it changes", shown_path(&review.file)));
    }
    Ok(is_yes)
}

/// What a file would do, for a person.
pub(crate) fn shown(review: &Review, trust: &Trust) -> String {
    let mut text = shown_path(&review.file);
    if review.standing(trust) == Standing::Changed {
        text.push_str(" has changed since it was trusted. It");
    }
    match (review.servers.len(), review.env_files.as_slice()) {
        (0, [only]) => {
            let _ = writeln!(text, " is a file of variables,");
            variables(&mut text, only);
        }
        (count, _) => {
            let _ = writeln!(text, " names {}:", counted(count, "server"));
        }
    }
    for intent in &review.servers {
        server(&mut text, intent, &review.env_files);
    }
    text
}

fn server(text: &mut String, intent: &Intent, env_files: &[EnvFile]) {
    let disabled = if intent.disabled { " (disabled)" } else { "" };
    let _ = writeln!(text, "  {}{disabled}", printable(&intent.name));
    if let Some((program, args)) = &intent.runs {
        let words: Vec<String> = [program].into_iter().chain(args).map(|word| whole(word)).collect();
        line(text, "runs", &words.join(" "));
    }
    if let Some(folder) = &intent.cwd {
        line(text, "in the folder", &printable(folder));
    }
    if let Some(address) = &intent.address {
        line(text, "sends to", &printable(address));
    }
    if intent.runs.is_none() && intent.address.is_none() {
        line(text, "does", "nothing: it has neither a command nor an address");
    }
    let headers: Vec<String> = intent.headers.iter().map(|name| printable(name)).collect();
    line(text, "with the headers", &headers.join(", "));
    line(text, "sets the variables", &variable_names(&intent.sets));
    let expands: Vec<String> = intent.expands.iter().map(|name| printable(name)).collect();
    line(text, "puts in from your environment", &expands.join(", "));
    if let Some(file) = env_files.iter().find(|file| Some(&file.path) == intent.env_file.as_ref()) {
        line(text, "reads variables from", &printable(&file.path));
        variables(text, file);
    }
}

fn variables(text: &mut String, file: &EnvFile) {
    match &file.sets {
        Some(sets) => line(text, "which sets", &variable_names(sets)),
        None => line(text, "which", "cannot be read as it is now"),
    }
}

fn line(text: &mut String, what: &str, which: &str) {
    if !which.is_empty() {
        let _ = writeln!(text, "    {what}: {which}");
    }
}

/// A word of a command line, as a shell would have it written, with nothing hidden in it.
fn whole(word: &str) -> String {
    let shown: String = word.chars().take(MOST_CHARS).collect();
    let more = word.chars().count().saturating_sub(MOST_CHARS);
    let more = if more > 0 { format!(" … and {}", counted(more, "character")) } else { String::new() };
    format!("{}{more}", quoted(&printable(&shown)))
}

/// Names of variables, with a remark on those that do more than they seem to.
fn variable_names(names: &[String]) -> String {
    let shown = |name: &String| format!("{}{}", printable(name), Influence::of(name).map_or("", Influence::remark));
    names.iter().map(shown).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_shown_whole_and_with_nothing_hidden() {
        assert_eq!(whole("plain"), "plain");
        assert_eq!(whole("a b\n\u{202e}c"), "'a b\\u{a}\\u{202e}c'");
        let long = whole(&"x".repeat(MOST_CHARS + 5));
        assert!(long.ends_with(" … and 5 characters"), "{long}");
    }
}

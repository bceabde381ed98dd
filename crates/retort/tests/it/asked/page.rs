//! `docs/conformance.md`: the rows as a person reads them.

use std::fmt::Write;

use super::named;
use super::row::{Case, Document, Row};

const OPENING: &str = "# Conformance

Five documents say what Retort has to do. Each thing that they ask for is a row here, in our words, with what shows that it is
met: runs of the program with what they are given and what has to come out, or tests where a run would need more than
data. The rows are the files in [`crates/retort/tests/conformance`](../crates/retort/tests/conformance/README.md); this page is
written from them. `cargo test -p retort --test it asked` runs every row and fails for each that is not met, and `./test` makes sure
that every test that is named here has passed. Where a document is about the insides of another program, the row says what
Retort makes of that; where the program behind it does otherwise than its document says, the row says which of them counts.

";

/// The page for these documents.
pub(super) fn page(documents: &[Document]) -> String {
    let mut page = OPENING.to_owned();
    page.push_str("| document | things asked for | shown by runs | shown by tests |\n|---|---:|---:|---:|\n");
    for document in documents {
        let [rows, runs, tests] = counts(&document.rows);
        writeln!(page, "| [{}](#{}) | {rows} | {runs} | {tests} |", document.title, anchor(document)).unwrap();
    }
    let [rows, runs, tests] = counts(documents.iter().flat_map(|document| &document.rows));
    writeln!(page, "| all | {rows} | {runs} | {tests} |").unwrap();
    for document in documents {
        page.push_str(&section(document));
    }
    page
}

/// How many rows there are, how many runs, and how many tests they name.
fn counts<'a>(rows: impl IntoIterator<Item = &'a Row>) -> [usize; 3] {
    let add = |[rows, runs, tests]: [usize; 3], row: &Row| [rows + 1, runs + row.cases.len(), tests + row.tests.len()];
    rows.into_iter().fold([0; 3], add)
}

fn heading(document: &Document) -> String {
    let [rows, ..] = counts(&document.rows);
    format!("{}: {rows} things asked for", document.title)
}

/// The name of a heading on the web.
fn anchor(document: &Document) -> String {
    let letters = heading(document).to_lowercase();
    letters.chars().filter(|sign| sign.is_alphanumeric() || "- ".contains(*sign)).collect::<String>().replace(' ', "-")
}

fn section(document: &Document) -> String {
    let mut section = format!("\n## {}\n\n{}\n", heading(document), document.about);
    let mut from = "";
    for (index, row) in document.rows.iter().enumerate() {
        if row.from != from {
            from = &row.from;
            writeln!(section, "\n**{from}**\n\n| id | what is asked | how it is shown |\n|---|---|---|").unwrap();
        }
        let line = format!("../crates/retort/tests/conformance/{}.jsonl#L{}", document.name, index + 1);
        let asks = row.asks.replace('|', "\\|");
        writeln!(section, "| [{}]({line}) | {asks} | {} |", row.id, proofs(row)).unwrap();
    }
    section
}

/// What shows that a row is met: the commands that are run, with the rules that have to be found, and the tests.
fn proofs(row: &Row) -> String {
    let mut commands: Vec<(String, Vec<&Case>)> = Vec::new();
    for case in &row.cases {
        let name = command(case);
        match commands.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cases)) => cases.push(case),
            None => commands.push((name, vec![case])),
        }
    }
    let mut proofs: Vec<String> = commands.iter().map(|(name, cases)| runs(name, cases)).collect();
    for name in &row.tests {
        let test = name.rsplit("::").next().unwrap_or(name);
        // A name that leads nowhere has a test of its own to fail.
        let link = named::file_of(name).map(|file| format!("[{test}](../{})", file.display()));
        proofs.push(link.unwrap_or_else(|_| test.to_owned()));
    }
    proofs.join("; ")
}

/// The command of a case, without the name of the tool that it is told.
fn command(case: &Case) -> String {
    let mut words: Vec<&str> = case.run.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == "--tool") {
        words.drain(at..(at + 2).min(words.len()));
    }
    words.join(" ").replace(" | ", " \\| retort ")
}

/// Runs of one command in a few words.
fn runs(name: &str, cases: &[&Case]) -> String {
    let times = if cases.len() == 1 { String::new() } else { format!(", {} runs", cases.len()) };
    let mut found: Vec<&str> = Vec::new();
    for rule in cases.iter().flat_map(|case| &case.finds).filter(|rule| *rule != "*") {
        if !found.contains(&rule.as_str()) {
            found.push(rule);
        }
    }
    let found: Vec<String> = found.into_iter().map(rule_link).collect();
    let found = if found.is_empty() { String::new() } else { format!(" finds {}", found.join(", ")) };
    format!("`retort {name}`{found}{times}")
}

/// A rule with the way to what is known of it.
fn rule_link(id: &str) -> String {
    retort_check::rule(id)
        .map_or_else(|| id.to_owned(), |rule| format!("[{id}](rules.md#{}-{})", id.to_lowercase(), rule.name))
}

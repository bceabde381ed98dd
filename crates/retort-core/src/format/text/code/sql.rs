//! Queries: a statement's first words, and a sign that they are not a sentence.

/// Openings of statements, in lower case, with a word that must follow somewhere.
const STATEMENTS: &[(&str, &str)] = &[
    ("select ", " from "),
    ("insert into ", " "),
    ("update ", " set "),
    ("delete from ", ""),
    ("create table ", "("),
    ("create index ", " on "),
    ("create unique index ", " on "),
    ("create view ", " as "),
    ("create or replace ", " "),
    ("create function ", "("),
    ("create database ", ""),
    ("create extension ", ""),
    ("create schema ", ""),
    ("alter table ", " "),
    ("drop table ", ""),
    ("drop index ", ""),
    ("truncate table ", ""),
    ("with ", " as ("),
    ("explain select ", ""),
    ("explain analyze ", ""),
    ("grant ", " on "),
    ("select ", ";"),
    ("begin;", ""),
    ("pragma ", ";"),
];

/// How sure it is that a text is a query; nothing if it is not.
pub(super) fn confidence(head: &str) -> Option<f32> {
    let query = behind_comments(head);
    let statement: String =
        query.chars().take(4000).map(|c| if c.is_whitespace() { ' ' } else { c.to_ascii_lowercase() }).collect();
    let statement = statement.trim_end();
    STATEMENTS.iter().find(|(opening, part)| statement.starts_with(opening) && statement.contains(part))?;
    // `Select a file from the list.` has the words as well; a query has capitals or signs.
    let first_word = query.split_whitespace().next().unwrap_or_default();
    let shouted = first_word.len() > 3 && first_word.bytes().all(|c| c.is_ascii_uppercase() || c == b';');
    let ended = statement.ends_with(';') || statement.contains("; ");
    let signs = ["*", "=", "(", "'"].iter().filter(|sign| statement.contains(**sign)).count();
    let is_query = shouted && !statement.ends_with('.') || ended && (signs > 0 || statement.len() < 200);
    let unended = signs > 1 && !statement.ends_with(['.', '?', '!']) && statement.contains('=');
    (is_query || unended).then_some(if shouted || ended { 0.96 } else { 0.7 })
}

/// What follows comments, and a line that only names the database: `[sqlite]`.
fn behind_comments(head: &str) -> &str {
    let mut rest = head.trim_start();
    if let Some((name, below)) = rest.split_once('\n')
        && let Some(name) = name.trim().strip_prefix('[').and_then(|name| name.strip_suffix(']'))
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' '))
    {
        rest = below.trim_start();
    }
    while rest.starts_with("--") {
        rest = rest.split_once('\n').map_or("", |(_, below)| below.trim_start());
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries() {
        assert!(confidence("-- all\nSELECT *\nFROM users").is_some());
        assert!(confidence("select 1;").is_some());
        assert!(confidence("[sqlite]\nCREATE TABLE a(id integer)").is_some());
        assert!(confidence("[note]\nUpdate the page, set the title").is_none());
        assert!(confidence("UPDATE t SET a = 1").is_some());
        assert!(confidence("Select a file from the list and press Enter.").is_none());
        assert!(confidence("With a bit of luck, as (we hope) always").is_none());
    }
}

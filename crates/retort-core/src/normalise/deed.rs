//! Whether a payload says that something was done.

use crate::format::says_success;
use crate::json::Kind;
use crate::outline::Node;
use crate::payload::Document;
use crate::tool_name::ToolName;

/// Words that open the report of a deed.
#[rustfmt::skip]
const DONE: &[&str] = &[
    "created", "deleted", "updated", "sent", "added", "removed", "saved", "moved", "renamed", "uploaded",
    "downloaded", "wrote", "written", "inserted", "published", "submitted", "assigned", "cancelled", "canceled",
    "closed", "reopened", "merged", "committed", "pushed", "deployed", "installed", "uninstalled", "enabled",
    "disabled", "started", "stopped", "restarted", "transferred", "invited", "subscribed", "unsubscribed",
    "registered", "cleared", "reset", "revoked", "replaced", "appended", "copied", "archived", "restored",
    "scheduled", "queued", "completed", "done", "edited", "modified", "replied", "posted", "shared", "locked",
    "unlocked", "pinned", "unpinned", "opened", "applied", "formatted", "executed", "connected", "disconnected", "switched",
    "flushed", "pruned", "cleaned", "scaled", "configured", "initialized", "initialised", "logged", "recorded", "indexed",
    "reindexed", "built", "rebuilt", "refreshed", "stored", "imported", "exported", "synced", "migrated", "triggered",
    "activated", "deactivated", "erased", "purged", "dropped", "reverted", "duplicated", "attached", "detached", "linked",
    "unlinked", "tagged", "marked", "mounted", "unmounted", "killed", "terminated", "launched", "dismissed", "snoozed",
    "changed", "adjusted", "toggled", "turned", "paused", "resumed", "skipped", "muted", "unmuted", "delivered", "navigated", "clicked",
    "typed", "waited", "forwarded", "starred", "approved", "rejected", "released", "reserved", "booked", "confirmed",
];

/// Members that count or name what was changed.
const CHANGES: &[&str] = &[
    "rowsaffected",
    "affectedrows",
    "modifiedcount",
    "deletedcount",
    "insertedcount",
    "upsertedcount",
    "insertedid",
    "insertedids",
    "acknowledged",
    "changes",
    "lastinsertid",
    "lastinsertrowid",
];

/// Words before a participle that make it the mark of a thing, deny it, or tell when it happened.
#[rustfmt::skip]
const NO_DEED: &[&str] = &[
    "not", "never", "no", "none", "nothing", "if", "when", "once", "while", "after", "before", "is", "are", "be", "being",
    "to", "of", "by", "who", "that", "which", "why", "how", "what", "where", "last", "first", "recently", "newly", "date",
    "time", "total", "number", "can", "could", "will", "would", "should", "must", "may", "cannot", "please", "already", "previously",
    "failed", "unable", "yet",
];

/// Words that may follow a participle where it ends what is said of the deed.
#[rustfmt::skip]
const BEHIND_DEED: &[&str] = &[
    "to",
    "at",
    "in",
    "into",
    "from",
    "with",
    "for",
    "as",
    "on",
    "successfully",
    "via",
    "under",
    "within",
    "and",
    "using",
    "through",
    "ok",
];

/// How many words may stand before the participle: `The journal entry has been`.
const LONGEST_SUBJECT: usize = 6;

/// Whether a sentence says of its subject that something was done to it: `Journal entry added!`, `Directory removed: d`,
/// `Project re-indexed`. Captions above a list (`Files changed in May:`), counts (`Tests completed: 12`) and what is told of
/// a thing (`It was created in 2011`) have participles too.
fn tells_deed(sentence: &str, tool: &ToolName) -> bool {
    let sentence = sentence.trim();
    let (clause, told) = sentence.split_once(": ").unwrap_or((sentence, ""));
    if clause.ends_with([':', '?']) || opens_with_number(told) {
        return false;
    }
    let words: Vec<String> = clause.split_whitespace().take(LONGEST_SUBJECT + 3).map(plain_word).collect();
    let is_done = |word: &str| DONE.contains(&word.replace('-', "").as_str()) || tool.did(word);
    let Some(at) = words.iter().position(|word| is_done(word)).filter(|at| (1..=LONGEST_SUBJECT).contains(at)) else {
        return false;
    };
    let subject = words.get(..at).unwrap_or_default();
    // A comma ends it as well; a date tells when it was, and so that it was not now.
    let sent = |at: usize| clause.split_whitespace().nth(at).unwrap_or_default();
    let is_cut = sent(at).ends_with(',') || sent(at + 1).starts_with(['(', '[', '-', '–', '—', '→', '#']);
    let behind = words.get(at + 1).filter(|_| !is_cut);
    let is_dated = match behind.map(String::as_str) {
        Some("in") => words.get(at + 2).is_some_and(|word| is_year(word)),
        Some("at" | "on") => words.get(at + 2).is_some_and(|word| opens_with_number(word)),
        _ => false,
    };
    let is_past = subject.iter().any(|word| matches!(word.as_str(), "was" | "were"));
    let ends = behind.is_none_or(|word| !is_past && BEHIND_DEED.contains(&word.as_str()));
    ends && !is_dated && !subject.iter().any(|word| NO_DEED.contains(&word.as_str()) || word.ends_with("n't"))
}

/// Whether a text begins with a number, a date or a time; the id of something may begin with a digit as well.
fn opens_with_number(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_part = |char: char| char.is_ascii_digit() || matches!(char, '.' | ',' | ':' | '-' | '/' | '%' | 'T' | 'Z');
    first.starts_with(|char: char| char.is_ascii_digit()) && first.chars().all(is_part)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word in lower case, without marks around it.
fn plain_word(word: &str) -> String {
    word.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase()
}

/// The first few sentences of a text.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '!', ';'])
        .flat_map(|line| line.split(". "))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(6)
}

/// Whether a text gives rows, whatever it says of the query: `Query executed successfully. 3 rows returned.`
fn gives_rows(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split_whitespace().take(40).map(|word| word.trim_matches(['.', ',', ':', '!', '('])).collect();
    let is_noun = |word: &str| ["row", "record", "result", "document"].iter().any(|noun| word.starts_with(noun));
    let is_given = |word: &str| matches!(word, "returned" | "fetched" | "found" | "retrieved" | "selected");
    words.windows(2).any(|pair| match pair {
        [noun, given] => is_noun(noun) && (is_given(given) || *given == "in" && lower.contains(" in set")),
        _ => false,
    }) || words.windows(3).any(|three| match three {
        [given, count, noun] => is_given(given) && is_noun(noun) && count.parse::<u64>().is_ok(),
        _ => false,
    })
}

/// How long a text may be that only says that something was not done, in bytes.
const LONGEST_DENIAL: usize = 400;

/// Whether a text says that a deed was not done, for want of what it was to be done to: `Session 'x' not found.`
pub(super) fn denies(text: &str, tool: &ToolName) -> bool {
    if text.len() > LONGEST_DENIAL {
        return false;
    }
    let lower = text.trim().to_lowercase();
    let first = sentences(&lower).next().unwrap_or_default();
    let is_missing = [
        "not found",
        "does not exist",
        "doesn't exist",
        "no such ",
        "nothing to ",
        "not initialized",
        "is not running",
        "not connected",
        "no changes",
        "is not set",
    ]
    .iter()
    .any(|mark| first.contains(mark));
    let is_none = first.starts_with("no ")
        && [" found", " exist", " match", " to ", " available", " active", " configured"]
            .iter()
            .any(|mark| first.contains(mark));
    (is_missing
        || is_none
        || ["nothing ", "there is no ", "there are no ", "there was no "].iter().any(|start| first.starts_with(start)))
        && !says_success(text)
        && !sentences(text).any(|sentence| tells_deed(sentence, tool) || opens_with_deed(sentence))
}

/// Whether a text begins with a deed; `Published by Ann`, `Built in 1932` and `Created: 2024-01-02` tell of a thing.
fn opens_with_deed(text: &str) -> bool {
    let start = text.trim_start_matches(|char: char| !char.is_alphanumeric());
    let first = start.split(|char: char| !char.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let behind = start.get(first.len()..).unwrap_or_default();
    let mut words = behind.split_whitespace();
    let is_told = match words.next() {
        Some(":" | "by" | "by:" | "at:" | "on:") => true,
        Some("in") => words.next().is_some_and(|word| is_year(&plain_word(word))),
        _ => behind.strip_prefix(": ").is_some_and(opens_with_number),
    };
    DONE.contains(&first.as_str()) && !is_told
}

/// Whether a text reports a deed.
pub(super) fn says_done(text: &str, tool: &ToolName) -> bool {
    let short = text.len() < 500;
    let counts = || {
        let lower = text.to_lowercase();
        lower.contains("affected") && (lower.contains("row") || lower.contains("record"))
    };
    let tells = || {
        let line = text.trim_start().lines().next().unwrap_or_default();
        // A line that ends in a colon is the caption of what follows.
        !line.trim_end().ends_with(':') && sentences(line).next().is_some_and(|first| tells_deed(first, tool))
    };
    short && !gives_rows(text) && (says_success(text) || opens_with_deed(text) || counts() || tells())
}

/// Whether a payload only informs: a status that is neither success nor failure, or a message about something that was not
/// done.
pub(super) fn informs(document: &Document, tool: &ToolName) -> bool {
    const INFORMING: [&str; 8] =
        ["info", "information", "notice", "warning", "skipped", "noop", "unsupported", "not_supported"];
    let plain = |node: &Node| document.part(node.value).to_plain().into_owned();
    let is_good = |node: &Node| match node.name.as_str() {
        "success" | "ok" => document.part(node.value).says(true),
        "status" => matches!(plain(node).to_lowercase().as_str(), "success" | "ok"),
        _ => false,
    };
    let is_well = document.members(None).any(|(_, node)| is_good(node));
    document.members(None).filter(|(_, node)| node.kind == Kind::String).any(|(_, node)| match node.name.as_str() {
        "status" => INFORMING.contains(&plain(node).to_lowercase().as_str()),
        "message" | "msg" | "result" => !is_well && denies(&plain(node), tool),
        _ => false,
    })
}

/// Whether an object reports a deed: a member such as `deleted: true` or `rowsAffected`, or a message that
/// says so.
pub(super) fn is_done(document: &Document, said: Option<&str>, tool: &ToolName) -> bool {
    let reports = document.members(None).any(|(_, node)| {
        let name = &node.plain_name;
        let value = || document.part(node.value);
        match node.kind {
            Kind::Bool => value().says(true) && (DONE.contains(&name.as_str()) || CHANGES.contains(&name.as_str())),
            Kind::Number => CHANGES.contains(&name.as_str()),
            Kind::String => {
                CHANGES.contains(&name.as_str())
                    || matches!(name.as_str(), "message" | "msg" | "result")
                        && value().to_text().is_some_and(|text| says_done(&text, tool))
            }
            _ => false,
        }
    });
    reports || said.is_some_and(|said| says_done(said, tool)) || says_only_success(document)
}

/// Whether an object says that all is well and nothing else.
fn says_only_success(document: &Document) -> bool {
    let mut flagged = false;
    let only = document.members(None).all(|(_, node)| match node.name.as_str() {
        "success" | "ok" => {
            flagged |= document.part(node.value).says(true);
            node.kind == Kind::Bool
        }
        "message" | "msg" => node.kind == Kind::String,
        _ => false,
    });
    only && flagged
}

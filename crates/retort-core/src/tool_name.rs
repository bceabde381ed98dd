//! What the name of a tool says: whether it reads or does something, and which nouns it speaks of.

use std::borrow::Cow;

/// The name of a tool that nobody told.
pub(crate) const UNKNOWN: &str = "unknown";

/// The name that a catalogue of tools goes by.
pub(crate) const LIST_TOOLS: &str = "mcp_list_tools";

/// What a tool's name says that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It gives several things: list, search, find.
    Lists,
    /// It gives something: get, read, show.
    Reads,
    /// It does something: send, create, delete.
    Acts,
    /// It runs what it is given, which may read or do something: `execute_sql`. Its answer tells.
    Runs,
}

const LISTS: &[&str] = &["list", "search", "find", "query", "browse", "enumerate", "filter", "ls", "scan"];

const RUNS: &[&str] = &["execute", "exec", "run", "eval", "evaluate"];

/// What is joined and merged where that gives rows instead of changing a thing.
#[rustfmt::skip]
const JOINED: &[&str] = &[
    "spatial", "inner", "outer", "left", "right", "full", "cross", "attribute", "table", "tables", "data", "dataset", "datasets",
    "dataframe", "dataframes", "csv", "rows", "columns", "sql",
];

/// What `format` is said of where it gives a text in another form, instead of changing a thing.
#[rustfmt::skip]
const FORMATTED: &[&str] = &[
    "json", "xml", "html", "date", "time", "number", "string", "currency", "code", "sql", "markdown", "csv", "tsv", "yaml", "toml",
    "table", "text", "value", "values", "result", "results", "url", "urls", "list", "error", "duration", "bytes", "phone", "address",
];

#[rustfmt::skip]
const READS: &[&str] = &[
    "get", "read", "show", "fetch", "retrieve", "view", "describe", "lookup", "check", "count", "info", "inspect",
    "load", "expand", "stats", "status", "resolve", "analyze", "analyse", "calculate", "compute", "compare",
    "convert", "parse", "validate", "explain", "summarize", "summarise", "translate", "preview", "echo", "ping",
    "contract", "extract", "detect", "estimate", "is", "has", "screenshot", "snapshot", "peek", "head", "tail", "cat",
    "diff",
];

#[rustfmt::skip]
const ACTS: &[&str] = &[
    "send", "create", "delete", "update", "edit", "remove", "add", "set", "put", "patch", "upload", "download",
    "write", "move", "rename", "reply", "insert", "upsert", "save", "store", "publish", "unpublish", "submit",
    "assign", "unassign", "approve", "reject", "cancel", "close", "reopen", "merge", "commit", "push", "deploy",
    "install", "uninstall", "enable", "disable", "start", "stop", "restart", "kill", "trigger", "transfer", "pay",
    "refund", "invite", "kick", "ban", "unban", "mute", "unmute", "pin", "unpin", "join", "leave", "subscribe",
    "unsubscribe", "register", "unregister", "destroy", "drop", "purge", "clear", "reset", "revoke", "grant",
    "change", "replace", "append", "shorten", "format", "scale", "rollout", "fill", "hover", "drag", "scroll", "resize",
    "cleanup", "clean", "prune", "flush", "truncate", "wipe", "expire", "del", "incr", "decr", "hset", "hdel", "mset", "lpush",
    "rpush", "lpop", "rpop", "sadd", "srem", "zadd", "zrem", "xadd", "xdel", "complete", "finish", "undo", "redo",
    "accept", "decline", "follow", "unfollow", "vote", "upvote", "configure", "initialize", "initialise", "init",
    "setup", "seed", "migrate", "ingest", "reindex", "refresh", "rebuild", "reboot", "shutdown", "terminate",
    "provision", "connect", "disconnect", "login", "logout", "switch", "remember", "forget", "duplicate", "populate",
    "customize", "customise", "protect", "unprotect", "annotate", "highlight", "promote", "demote", "drain", "cordon",
    "uncordon", "taint", "evict", "label", "unlabel", "copy", "clone", "fork", "lock", "unlock", "forward", "dismiss", "mark",
    "unmark", "toggle", "apply", "import", "sync", "modify", "click", "type", "press", "navigate",
    "invoke", "schedule", "reschedule", "attach", "detach", "link", "unlink", "activate", "deactivate",
    "confirm", "broadcast", "notify", "react", "share", "unshare", "archive", "unarchive", "restore",
    "rollback", "revert", "checkout", "stage", "mkdir", "rm", "mv", "touch", "bulk", "batch", "partial",
];

/// Words that name a thing as often as a deed: they count only where no clearer word is there.
#[rustfmt::skip]
const NOUNS_TOO: &[&str] = &[
    "post", "book", "order", "comment", "star", "like", "label", "tag", "email", "message", "record", "log", "note",
    "file", "download", "link", "share", "fork", "commit", "merge", "push", "type", "status", "stats", "info",
    "query", "filter", "view", "snapshot", "screenshot", "preview", "diff", "archive", "batch", "bulk", "partial",
    "transfer", "set", "run", "start", "stop", "lock", "pin", "press", "change", "update", "import", "patch", "reply",
    "forward", "format", "fill", "scale", "label", "highlight", "vote", "seed", "switch", "login", "complete", "list", "head", "tail", "stage", "mark", "count", "check", "schedule", "invite", "notify",
];

/// The name of a tool, taken apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToolName {
    words: Vec<String>,
    purpose: Option<Purpose>,
}

impl ToolName {
    pub(crate) fn new(name: &str) -> Self {
        let mut name = Self { words: words(name), purpose: None };
        name.purpose = name.find_purpose();
        name
    }

    /// Whether there is no name, or none with a word in it.
    pub(crate) fn says_nothing(&self) -> bool {
        self.words.is_empty()
    }

    /// What the tool does.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.purpose
    }

    /// What the tool does, by the first word that says so clearly, else by the first that says so at all.
    fn find_purpose(&self) -> Option<Purpose> {
        if self.runs() {
            // `execute_read_query` says that what it runs reads.
            let reads = self.words.iter().any(|word| matches!(word.as_str(), "read" | "select" | "readonly"));
            return Some(if reads { Purpose::Reads } else { Purpose::Runs });
        }
        let has = |words: &[&str]| self.words.iter().any(|word| words.contains(&word.as_str()));
        if has(&["join", "merge"]) && has(JOINED) {
            return Some(Purpose::Runs);
        }
        if self.words.first().is_some_and(|word| word == "format")
            && self.words.iter().any(|word| FORMATTED.contains(&word.as_str()))
        {
            return Some(Purpose::Reads);
        }
        let purposes = |nouns_too: bool| {
            let mut words = self.words.iter().filter(move |word| nouns_too || !among(NOUNS_TOO, word));
            words.find_map(|word| purpose_of(word))
        };
        // A verb mostly stands first: `update_list` acts, whatever a list is.
        let first = self.words.first().and_then(|word| purpose_of(word)).filter(|_| self.words.len() > 1);
        let starts_with_noun = self.words.first().is_some_and(|word| among(NOUNS_TOO, word));
        match (first, starts_with_noun) {
            (Some(purpose), false) => Some(purpose),
            // `post_list` lists, `post_message` posts.
            (Some(purpose), true) => purposes(false).or(Some(self.last_crud().unwrap_or(purpose))),
            _ => purposes(false).or_else(|| purposes(true)),
        }
    }

    /// Whether the first word that says what the tool does says that it runs what it is given.
    fn runs(&self) -> bool {
        let is_verb = |word: &String| among(RUNS, word);
        let says = |word: &&String| is_verb(word) || purpose_of(word).is_some() && !among(NOUNS_TOO, word);
        self.words.iter().find(says).is_some_and(is_verb)
    }

    /// `noun_list`, `noun_retrieve`: some frameworks put the verb last.
    fn last_crud(&self) -> Option<Purpose> {
        let last = self.words.last()?;
        let verb_first =
            self.words.first().is_some_and(|word| matches!(word.as_str(), "update" | "set" | "run" | "import"));
        (!verb_first && last == "list").then_some(Purpose::Lists)
    }

    /// Whether the tool gives the list that goes by `key`, as `list_channels` gives `channels`.
    pub(crate) fn speaks_of(&self, key: &str) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let Some(last) = words(key).pop() else { return false };
        self.words.iter().any(|word| same_noun(word, &last))
    }

    /// Whether a word says that what the tool is called was done: `logged`, `re-indexed`, `copied`.
    pub(crate) fn did(&self, word: &str) -> bool {
        let plain = word.replace('-', "");
        let Some(stem) = plain.strip_suffix("ed") else { return false };
        let is_stem = |stem: &str| {
            let mut chars = stem.chars();
            let doubled = chars.next_back().filter(|last| stem.chars().rev().nth(1) == Some(*last));
            self.words.iter().any(|verb| {
                verb.len() > 2
                    && (verb == stem
                        || verb.strip_suffix('e') == Some(stem)
                        || verb.strip_suffix('y').is_some_and(|verb| stem.strip_suffix('i') == Some(verb))
                        || doubled.is_some() && verb == chars.as_str())
            })
        };
        is_stem(stem) || stem.strip_prefix("re").is_some_and(is_stem)
    }

    /// Whether the tool lists tools.
    pub(crate) fn lists_tools(&self) -> bool {
        self.speaks_of("tools") && self.purpose() == Some(Purpose::Lists)
    }
}

/// Whether a word is one of many. Lengths and first letters tell most apart, and every call's name is held against them all.
fn among(words: &[&str], word: &str) -> bool {
    let starts = |known: &str| known.len() == word.len() && known.as_bytes().first() == word.as_bytes().first();
    words.iter().any(|known| starts(known) && *known == word)
}

fn purpose_of(word: &str) -> Option<Purpose> {
    if among(LISTS, word) {
        Some(Purpose::Lists)
    } else if among(READS, word) {
        Some(Purpose::Reads)
    } else if among(ACTS, word) || word == "post" {
        Some(Purpose::Acts)
    } else {
        None
    }
}

fn same_noun(a: &str, b: &str) -> bool {
    a.len() > 2 && singular(a) == singular(b)
}

/// A noun without its plural, as far as letters tell.
fn singular(noun: &str) -> Cow<'_, str> {
    if let Some(stem) = noun.strip_suffix("ies") {
        return Cow::Owned(format!("{stem}y"));
    }
    let hissing = ["sses", "xes", "ches", "shes"].iter().any(|end| noun.ends_with(end));
    Cow::Borrowed(noun.strip_suffix(if hissing { "es" } else { "s" }).unwrap_or(noun))
}

/// Appends a character in lower case. Names are mostly ASCII, where that is one step.
pub(crate) fn push_lowercase(text: &mut String, char: char) {
    if char.is_ascii() { text.push(char.to_ascii_lowercase()) } else { text.extend(char.to_lowercase()) }
}

/// The words of a name, in lower case: split at anything that is no letter or digit, and where a capital
/// follows a small letter.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut small_before = false;
    for char in name.chars() {
        let ends_word = !char.is_alphanumeric() || char.is_uppercase() && small_before;
        if ends_word && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if char.is_alphanumeric() {
            push_lowercase(&mut word, char);
        }
        small_before = char.is_lowercase() || char.is_numeric();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_the_tool_does() {
        use Purpose::{Acts, Lists, Reads, Runs};
        for (name, purpose) in [
            ("discord_send_message", Some(Acts)),
            ("discord_list_channels", Some(Lists)),
            ("discord_get_pending_guild_channels", Some(Reads)),
            ("customers_list", Some(Lists)),
            ("customers_retrieve", Some(Reads)),
            ("customers_partial_update", Some(Acts)),
            ("retrieve_posts", Some(Reads)),
            ("post_list", Some(Lists)),
            ("post_message", Some(Acts)),
            ("update_list", Some(Acts)),
            ("get_update_status", Some(Reads)),
            ("sendMessage", Some(Acts)),
            ("mcp__github__create-issue", Some(Acts)),
            ("url_stats", Some(Reads)),
            ("get_file_info", Some(Reads)),
            ("search_files", Some(Lists)),
            ("git_commit", Some(Acts)),
            ("git_status", Some(Reads)),
            ("get_commit", Some(Reads)),
            ("execute_sql", Some(Runs)),
            ("execute_read_query", Some(Reads)),
            ("run_select_query", Some(Reads)),
            ("execute_write_query", Some(Runs)),
            ("mysql_execute_query", Some(Runs)),
            ("shell_execute", Some(Runs)),
            ("run_workflow", Some(Runs)),
            ("list_workflow_runs", Some(Lists)),
            ("get_run", Some(Reads)),
            ("cancel_run", Some(Acts)),
            ("spatial_join", Some(Runs)),
            ("merge_dataframes", Some(Runs)),
            ("join_channel", Some(Acts)),
            ("merge_pull_request", Some(Acts)),
            ("format_range", Some(Acts)),
            ("format_json", Some(Reads)),
            ("get_format", Some(Reads)),
            ("weather", None),
        ] {
            assert_eq!(ToolName::new(name).purpose(), purpose, "{name}");
        }
    }

    #[test]
    fn nouns_are_known_in_singular_and_plural() {
        assert!(ToolName::new("list_channels").speaks_of("channels"));
        assert!(ToolName::new("list_deleted_messages").speaks_of("deletedMessages"));
        assert!(ToolName::new("search_company").speaks_of("companies"));
        assert!(!ToolName::new("get_order").speaks_of("lines"));
    }
}

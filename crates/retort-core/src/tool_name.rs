//! What the name of a tool says: whether it reads or does something, and which nouns it speaks of.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

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
        let words = words(name);
        let purpose = find_purpose(&words);
        Self { words, purpose }
    }

    /// Whether there is no name, or none with a word in it.
    pub(crate) fn says_nothing(&self) -> bool {
        self.words.is_empty()
    }

    /// What the tool does.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.purpose
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

/// What a word says of the tool that has it in its name.
#[derive(Clone, Copy, Default)]
struct Said {
    purpose: Option<Purpose>,
    runs: bool,
    /// Whether it may be a noun as well.
    noun_too: bool,
}

impl Said {
    /// What a word says that is a verb and nothing else.
    fn clearly(self) -> Option<Purpose> {
        self.purpose.filter(|_| !self.noun_too)
    }
}

/// What the known words say, in their order: the name of every call is looked up here, mostly when nothing of it is in the
/// processor's caches.
static SAID: LazyLock<Vec<(&str, Said)>> = LazyLock::new(|| {
    let mut said: BTreeMap<&str, Said> = BTreeMap::new();
    // What is known of a word in one list outweighs those before.
    for (words, purpose) in
        [(&["post"][..], Purpose::Acts), (ACTS, Purpose::Acts), (READS, Purpose::Reads), (LISTS, Purpose::Lists)]
    {
        for word in words {
            said.entry(word).or_default().purpose = Some(purpose);
        }
    }
    for word in RUNS {
        said.entry(word).or_default().runs = true;
    }
    for word in NOUNS_TOO {
        said.entry(word).or_default().noun_too = true;
    }
    said.into_iter().collect()
});

fn said_by(word: &str) -> Said {
    let found = SAID.binary_search_by(|(known, _)| (*known).cmp(word)).ok();
    found.and_then(|at| SAID.get(at)).map(|(_, said)| *said).unwrap_or_default()
}

/// What a tool with these words in its name does, by the first that says so clearly, else by the first that says so at all.
fn find_purpose(words: &[String]) -> Option<Purpose> {
    let said: Vec<Said> = words.iter().map(|word| said_by(word)).collect();
    let first = *said.first()?;
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let starts_with = |known: &[&str]| words.first().is_some_and(|word| known.contains(&word.as_str()));
    // The first word that says what the tool does says that it runs what it is given.
    let runs = said.iter().find(|said| said.runs || said.clearly().is_some()).is_some_and(|said| said.runs);
    if runs {
        // `execute_read_query` says that what it runs reads.
        return Some(if has(&["read", "select", "readonly"]) { Purpose::Reads } else { Purpose::Runs });
    }
    if has(&["join", "merge"]) && has(JOINED) {
        return Some(Purpose::Runs);
    }
    if starts_with(&["format"]) && has(FORMATTED) {
        return Some(Purpose::Reads);
    }
    let clearly = || said.iter().find_map(|said| said.clearly());
    match first.purpose.filter(|_| words.len() > 1) {
        // A verb mostly stands first: `update_list` acts, whatever a list is.
        Some(purpose) if !first.noun_too => Some(purpose),
        // `post_list` lists, `post_message` posts. Some frameworks put the verb last.
        Some(purpose) => clearly().or_else(|| {
            let lists_last = words.last().is_some_and(|last| last == "list");
            let verb_first = starts_with(&["update", "set", "run", "import"]);
            Some(if lists_last && !verb_first { Purpose::Lists } else { purpose })
        }),
        None => clearly().or_else(|| said.iter().find_map(|said| said.purpose)),
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
    let mut words = Vec::with_capacity(4);
    let mut word = String::with_capacity(name.len());
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

//! Why a name does not lead to a server. Each message says what happened, to what, and what to do, and none holds
//! a value of `env` or `headers`.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use retort_wire::shown_path;

use crate::server::{listed, quoted};

/// Why a name does not lead to a server, or a configuration file to names.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NamingError {
    /// A file cannot be read.
    #[error("cannot read {}: {reason}; check the path and its permissions", shown_path(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: Arc<io::Error>,
    },
    /// A file is too big to be a configuration.
    #[error("{} has {size} bytes: a configuration file has at most {limit}", shown_path(path))]
    TooBig {
        /// The file.
        path: PathBuf,
        /// How big it is.
        size: u64,
        /// How big it may be.
        limit: u64,
    },
    /// A file is not JSON, even with comments and trailing commas allowed.
    #[error("{}:{line}:{column}: this is not JSON ({reason}); correct the file there", shown_path(path))]
    Broken {
        /// The file.
        path: PathBuf,
        /// The line, from one.
        line: usize,
        /// The column, in characters from one.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// A file does not have the form of a configuration.
    #[error("{}: {what}", shown_path(path))]
    WrongForm {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to write instead.
        what: String,
    },
    /// The entry of one server cannot be used; the others can.
    #[error("the server {} in {}: {what}", quoted(server), shown_path(path))]
    BadEntry {
        /// The server.
        server: String,
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        what: String,
    },
    /// Nobody has allowed the file that a server comes from: nothing of it was started, expanded or contacted.
    #[error("the server {} {} {}, which {}", quoted(server), holding(*holds_variables), shown_path(path), standing(*has_changed))]
    Untrusted {
        /// The server.
        server: String,
        /// The file.
        path: PathBuf,
        /// Whether it was allowed with another content.
        has_changed: bool,
        /// Whether it is the file of variables that the entry names.
        holds_variables: bool,
    },
    /// A file is passed over because somebody else may have written it.
    #[error("{} is not read: {} {what}", shown_path(path), if at == path { "it".to_owned() } else { shown_path(at) })]
    NotOwned {
        /// The file.
        path: PathBuf,
        /// What is wrong: the file itself, its folder or its repository.
        at: PathBuf,
        /// Whose that is, or who may write to it.
        what: String,
        /// Whose it is, where it belongs to somebody else.
        owner: Option<u32>,
    },
    /// No server is meant by the text.
    #[error("{}", no_server(text, near, built_in, unread, searched))]
    Unknown {
        /// What was asked for.
        text: String,
        /// The names that are close to it.
        near: Vec<String>,
        /// The servers that Retort brings along.
        built_in: Vec<String>,
        /// The files that could not be read; the name may be in one of them.
        unread: Vec<PathBuf>,
        /// The folders whose configuration files were looked into.
        searched: Vec<PathBuf>,
    },
    /// The text is a JSON file: a configuration perhaps, with servers in it.
    #[error("{} is a JSON file, not a server", quoted(text))]
    IsConfiguration {
        /// What was asked for.
        text: String,
    },
    /// The text is a command line, a path or an address, but not a usable one.
    #[error("{} cannot be used as a server: {what}", quoted(text))]
    Unusable {
        /// What was asked for.
        text: String,
        /// What is wrong, and what to do.
        what: String,
    },
}

fn holding(holds_variables: bool) -> &'static str {
    if holds_variables { "takes variables from" } else { "comes from" }
}

fn standing(has_changed: bool) -> &'static str {
    if has_changed { "has changed since it was trusted" } else { "came with a project and is not trusted yet" }
}

fn no_server(text: &str, near: &[String], built_in: &[String], unread: &[PathBuf], searched: &[PathBuf]) -> String {
    let near: Vec<String> = near.iter().map(|name| quoted(name)).collect();
    let question = if near.is_empty() {
        "; a SERVER".to_owned()
    } else {
        format!("; did you mean {}? A SERVER", listed(&near, "or"))
    };
    let built_in =
        if built_in.is_empty() { String::new() } else { format!("a built-in server ({}), ", built_in.join(", ")) };
    let unread: Vec<String> = unread.iter().map(|path| shown_path(path)).collect();
    let unread =
        if unread.is_empty() { String::new() } else { format!("; {} could not be read", listed(&unread, "and")) };
    let searched = match searched {
        [] => String::new(),
        [only] => format!("; looked for files in {} and in your home", shown_path(only)),
        [first, .., last] => {
            format!(
                "; looked for files in {} and above, up to {}, and in your home",
                shown_path(first),
                shown_path(last)
            )
        }
    };
    format!(
        "there is no server {}{question} is a URL (http://… or https://…), a name from a configuration file (one \
         that was given, .mcp.json, .vscode/mcp.json, .cursor/mcp.json or Claude's), {built_in}a program, or a command line in \
         quotes{unread}{searched}",
        quoted(text)
    )
}

impl NamingError {
    /// The file that the error is about, if it is about one.
    pub fn path(&self) -> Option<&std::path::Path> {
        match self {
            Self::Unreadable { path, .. }
            | Self::TooBig { path, .. }
            | Self::Broken { path, .. }
            | Self::WrongForm { path, .. }
            | Self::Untrusted { path, .. }
            | Self::NotOwned { path, .. }
            | Self::BadEntry { path, .. } => Some(path),
            Self::Unknown { .. } | Self::IsConfiguration { .. } | Self::Unusable { .. } => None,
        }
    }
}

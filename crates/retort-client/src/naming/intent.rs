//! What an entry of a configuration file would have Retort do, as it is written there: nothing is expanded, read or started
//! to know it. It is what a person sees before they trust the file.

use retort_core::{Kind, Raw};
use retort_wire::safe_address;

use super::entry::is_disabled;
use super::variables::names;
use crate::server::Command;

/// The members of an entry in which variables are put in.
const EXPANDED: [&str; 10] =
    ["command", "args", "cwd", "env", "envFile", "url", "serverUrl", "headers", "type", "transport"];

/// What an entry would have Retort do. Of variables and headers it has the names, and no values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Intent {
    /// The name of the server.
    pub name: String,
    /// The program that it would start, as it is written, and its arguments.
    pub runs: Option<(String, Vec<String>)>,
    /// The folder that the program would be started in, where one is written.
    pub cwd: Option<String>,
    /// The address that it would send requests to, as it is written, without user, password and query.
    pub address: Option<String>,
    /// The headers that would go there.
    pub headers: Vec<String>,
    /// The variables that the program would be given.
    pub sets: Vec<String>,
    /// The file with further variables for it.
    pub env_file: Option<String>,
    /// The variables of the user's environment that would be put into any of this.
    pub expands: Vec<String>,
    /// Whether the entry says that it is not in use.
    pub disabled: bool,
}

impl Intent {
    /// Of an entry, whatever is wrong with it.
    pub(super) fn of(name: &str, entry: &Raw) -> Self {
        let text = |key: &str| entry.get(key)?.to_text().map(std::borrow::Cow::into_owned);
        let keys = |key: &str| -> Vec<String> {
            let object = entry.get(key).filter(|value| value.kind() == Kind::Object);
            object.iter().flat_map(Raw::members).map(|(name, _)| name.into_owned()).collect()
        };
        let args = entry.get("args").filter(|value| value.kind() == Kind::Array);
        let args = args.iter().flat_map(Raw::items).map(|arg| arg.to_plain().into_owned()).collect();
        let mut expands: Vec<String> = Vec::new();
        for value in EXPANDED.iter().filter_map(|key| entry.get(key)) {
            // Escapes in a text could hide a name from a look at the bytes.
            let texts: Vec<String> = match value.kind() {
                Kind::Array => value.items().map(|item| item.to_plain().into_owned()).collect(),
                Kind::Object => value.members().map(|(_, item)| item.to_plain().into_owned()).collect(),
                _ => vec![value.to_plain().into_owned()],
            };
            expands.extend(texts.iter().flat_map(|text| names(text)).map(str::to_owned));
        }
        expands.sort_unstable();
        expands.dedup();
        Self {
            name: name.to_owned(),
            runs: text("command").map(|program| (program, args)),
            cwd: text("cwd"),
            address: text("url").or_else(|| text("serverUrl")).map(|url| safe_address(&url)),
            headers: keys("headers"),
            sets: keys("env"),
            env_file: text("envFile"),
            expands,
            disabled: is_disabled(entry),
        }
    }

    /// The same on one line, without what looks like a secret.
    pub fn in_short(&self) -> String {
        match (&self.runs, &self.address) {
            (Some((program, args)), _) => Command::new(program, args).to_string(),
            (None, Some(address)) => retort_wire::one_line(address, 120),
            (None, None) => String::new(),
        }
    }
}

//! Probes: questions that change nothing, and whose answers tell how a server treats mistakes.

use std::time::Duration;

use retort_client::{Connection, Entries, Entry, Error, Params};
use retort_core::{Kind, Raw};

use super::{only_reads, sample};

/// A version of the protocol that there will never be.
pub(super) const UNKNOWN_VERSION: &str = "1900-01-01";
/// A name that no server has for anything.
const NOBODY: &str = "retort_no_such_thing";
/// A message that is none.
const BROKEN: &str = r#"{"jsonrpc":"2.0","id":"broken","method":"#;

/// A question.
pub(super) enum Probe {
    Ping,
    UnknownMethod,
    UnknownTool,
    BadCursor,
    /// A tool that only reads, called with these arguments.
    Arguments {
        what: &'static str,
        tool: String,
        arguments: String,
    },
    BrokenJson,
}

/// The probes for a server with these tools. The last may end the connection, so it comes last.
pub(super) fn all(listing: Option<&Entries>, notes: &mut Vec<String>) -> Vec<Probe> {
    let mut probes = vec![Probe::Ping, Probe::UnknownMethod, Probe::UnknownTool, Probe::BadCursor];
    let reading = || listing.iter().flat_map(|listing| &listing.entries).filter(|entry| only_reads(entry));
    match reading().find_map(without_required) {
        Some(probe) => probes.push(probe),
        None => {
            notes.push("a missing argument was not tried: no tool that is marked as read-only needs one".to_owned());
        }
    }
    match reading().find_map(with_wrong_type) {
        Some(probe) => probes.push(probe),
        None => notes
            .push("a wrong argument was not tried: no tool that is marked as read-only takes a typed one".to_owned()),
    }
    probes.push(Probe::BrokenJson);
    probes
}

/// A call without an argument that the tool needs.
fn without_required(entry: &Entry) -> Option<Probe> {
    let required = entry.input_schema()?.get("required")?;
    required.items().next()?;
    Some(Probe::Arguments { what: "leaving out an argument", tool: entry.name(), arguments: "{}".to_owned() })
}

/// A call in which a number, boolean, array or object is a text.
fn with_wrong_type(entry: &Entry) -> Option<Probe> {
    let schema = entry.input_schema()?;
    let properties = schema.get("properties")?;
    let (name, _) = properties.members().find(|(_, property)| {
        let kind = property.get("type").filter(|kind| kind.kind() == Kind::String);
        kind.is_some_and(|kind| matches!(&*kind.to_plain(), "integer" | "number" | "boolean" | "array" | "object"))
    })?;
    let good = Raw::parse(sample::arguments(Some(&schema)).ok()?)?;
    let others = good.members().filter(|(key, _)| *key != name);
    let arguments = others.fold(Params::new(), |params, (key, value)| params.with_json(&key, value.to_json()));
    let arguments = arguments.with(&name, "not what the schema says").to_json();
    Some(Probe::Arguments { what: "giving a wrong argument", tool: entry.name(), arguments })
}

impl Probe {
    /// What it does, for a person who waits.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Ping => "pinging",
            Self::UnknownMethod => "asking for an unknown method",
            Self::UnknownTool => "calling an unknown tool",
            Self::BadCursor => "asking for a page that does not exist",
            Self::Arguments { what, .. } => what,
            Self::BrokenJson => "sending broken JSON",
        }
    }

    /// Asks. The answer is in the recording.
    pub(super) async fn run(&self, connection: &Connection, patience: Duration) -> Result<(), Error> {
        let modern = !connection.greeting().revision.has_initialize();
        match self {
            Self::Ping if modern => return Ok(()),
            Self::Ping => connection.request("ping", Params::new()).await?,
            Self::UnknownMethod => connection.request(&format!("{NOBODY}/ask"), Params::new()).await?,
            Self::UnknownTool => connection.call(NOBODY, "{}", None).await?,
            Self::BadCursor => connection.request("tools/list", Params::new().with("cursor", NOBODY)).await?,
            Self::Arguments { tool, arguments, .. } => connection.call(tool, arguments, None).await?,
            Self::BrokenJson => match connection.send_text(BROKEN, patience).await {
                // Silence is an answer too, where the server still answers others.
                Err(error) if error.is_deadline() => {
                    connection.request(&format!("{NOBODY}/ask"), Params::new()).await?
                }
                other => other?,
            },
        };
        Ok(())
    }
}

//! Checking a server that runs: it is greeted, asked for its tools, probed with questions that change nothing, and
//! its tools are called as far as that is allowed. What is said is recorded; the rules judge the recording.

mod probes;
mod sample;

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use retort_client::arguments::build;
use retort_client::{Catalogue, Connection, Entries, Entry, Error, Options, Recorder, Sum, WireError, nearest};

/// All that is recorded may have so many bytes, however small the largest message is.
const LEAST_RECORDED: usize = 1 << 22;

/// How long a server may take to answer the first greeting before it hears the second.
const GREETING: Duration = Duration::from_secs(10);

/// What to do with a server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// Calls that were asked for: the name of a tool, and its arguments as a person types them, such as `limit=5`.
    pub calls: Vec<(String, Vec<String>)>,
    /// Whether tools are called that are not marked as read-only.
    pub all_tools: bool,
    /// How long a probe may take that many servers leave unanswered.
    pub patience: Duration,
}

impl Default for Plan {
    fn default() -> Self {
        Self { calls: Vec::new(), all_tools: false, patience: Duration::from_secs(3) }
    }
}

/// What was seen of a server.
#[derive(Debug)]
#[non_exhaustive]
pub struct Observed {
    /// A recording for each connection.
    pub recordings: Vec<Vec<u8>>,
    /// What was not done, and why.
    pub notes: Vec<String>,
}

/// How far the work has come.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// How many steps are done.
    pub done: usize,
    /// Of how many.
    pub total: usize,
    /// What is done next.
    pub what: String,
}

/// Greets, probes and calls a server. `open` connects to it.
///
/// # Errors
///
/// Where it cannot be reached at all, or a call that was asked for does not fit its tool. What goes wrong later is
/// what the rules are for.
pub async fn observe(
    open: impl AsyncFn(Options) -> Result<Connection, Error>,
    options: Options,
    plan: &Plan,
    tell: impl Fn(&Step),
) -> Result<Observed, Error> {
    // All recordings together, since a server may end one connection after the other.
    let room = options.max_size.max(LEAST_RECORDED);
    let recorder = match &options.recorder {
        Some(asked) => Recorder::in_memory().at_most(room).and(asked),
        None => Recorder::in_memory().at_most(room),
    };
    let mut notes = Vec::new();
    let mut recordings = Recordings { list: Vec::new(), room };
    let mut is_full = false;
    let mut connection = open(with(&options, &recorder)).await?;
    let listing = match connection.list(Catalogue::Tools).await {
        Ok(listing) => Some(listing),
        Err(error) => {
            notes.push(format!("the tools could not be listed: {error}"));
            is_full = is_too_much(&error);
            None
        }
    };
    let calls = choose(listing.as_ref(), plan, &mut notes)?;
    let probes = probes::all(listing.as_ref(), &mut notes);
    let total = probes.len() + calls.len() + 1;
    let mut done = 0;
    let mut step = |what: &str| {
        tell(&Step { done, total, what: what.to_owned() });
        done += 1;
    };
    let entries = listing.iter().flat_map(|listing| &listing.entries).rev();
    let entries: HashMap<String, &Entry> = entries.map(|entry| (entry.name(), entry)).collect();
    let calls = if is_full { Vec::new() } else { calls };
    for call in &calls {
        step(&format!("calling {}", call.tool));
        let Err(error) = connection.call(&call.tool, &call.arguments, entries.get(&call.tool).copied()).await else {
            continue;
        };
        notes.push(format!("{}: {}", call.tool, in_one_line(&error)));
        if is_too_much(&error) {
            notes.push("nothing more was asked: what this server says is more than the check takes".to_owned());
            is_full = true;
            break;
        }
        if is_over(&error) {
            // The other calls are not to blame.
            recordings.take(&recorder);
            connection.close().await;
            connection = open(with(&options, &recorder)).await?;
        }
    }
    // Questions that a server may end over come last.
    let probes = if is_full { Vec::new() } else { probes };
    for probe in &probes {
        step(probe.what());
        if let Err(error) = probe.run(&connection, plan.patience).await {
            notes.push(format!("{}: {}", probe.what(), in_short(&error)));
            is_full = is_too_much(&error);
            if is_full || is_over(&error) {
                break;
            }
        }
    }
    let modern = !connection.greeting().revision.has_initialize();
    connection.close().await;
    recordings.take(&recorder);
    step("asking for a version that does not exist");
    if !modern && !is_full && options.protocol.is_none() {
        let mut unknown = with(&options, &recorder);
        unknown.protocol = Some(retort_core::Revision::NEWEST_WITH_INITIALIZE);
        unknown.announce = Some(probes::UNKNOWN_VERSION.to_owned());
        match open(unknown).await {
            Ok(connection) => connection.close().await,
            Err(error) => notes.push(format!("asked for the version {}: {error}", probes::UNKNOWN_VERSION)),
        }
        recordings.take(&recorder);
    }
    Ok(Observed { recordings: recordings.list, notes })
}

/// What was recorded of each connection, within one limit.
struct Recordings {
    list: Vec<Vec<u8>>,
    /// How many bytes further ones may have.
    room: usize,
}

impl Recordings {
    /// Takes what was recorded of a connection; the next one has the room that is left.
    fn take(&mut self, recorder: &Recorder) {
        let recording = recorder.take();
        self.room = self.room.saturating_sub(recording.len());
        let _ = recorder.clone().at_most(self.room);
        self.list.push(recording);
    }
}

/// Whether the server has said more than is recorded.
fn is_too_much(error: &Error) -> bool {
    matches!(error, Error::Wire(WireError::TooMuch(exceeded)) if exceeded.sum == Sum::Recording)
}

fn with(options: &Options, recorder: &Recorder) -> Options {
    let mut options = options.clone();
    options.recorder = Some(recorder.clone());
    // What a server makes of each greeting is for the rules to see: by itself, where it does not take too long.
    options.memory = None;
    options.patience = Some(GREETING);
    options
}

/// An error as a note tells it.
fn in_one_line(error: &Error) -> String {
    error.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// What became of a question of our own: what a server says to that, a page of HTML perhaps, helps nobody.
fn in_short(error: &Error) -> String {
    let told = error.to_string();
    let first = told.lines().next().unwrap_or_default();
    first.trim_end().trim_end_matches("; it did send:").to_owned()
}

/// Whether nothing more can be asked.
fn is_over(error: &Error) -> bool {
    let is_over = |error: &WireError| {
        matches!(
            error,
            WireError::Exited { .. } | WireError::Closed { .. } | WireError::Unreachable { .. } | WireError::TooMuch(_)
        )
    };
    matches!(error, Error::Wire(error) if is_over(error))
}

/// A call to make.
struct Call {
    tool: String,
    arguments: String,
}

/// The calls that are allowed: those that were asked for, and of the other tools those that only read.
fn choose(listing: Option<&Entries>, plan: &Plan, notes: &mut Vec<String>) -> Result<Vec<Call>, Error> {
    let mut calls = Vec::new();
    for (tool, words) in &plan.calls {
        let entry = listing.and_then(|listing| listing.find(tool));
        if let Some(listing) = listing.filter(|_| entry.is_none()) {
            let names: Vec<String> = listing.entries.iter().map(Entry::name).collect();
            let near = nearest(tool, names.iter().map(String::as_str));
            let question = near.first().map_or_else(String::new, |near| format!("; did you mean {near}?"));
            notes.push(format!("{tool} is called as --call asks, but the server lists no such tool{question}"));
        }
        let schema = entry.and_then(Entry::input_schema);
        let arguments = build(words, None, schema.as_ref()).map_err(|problems| Error::Arguments {
            tool: tool.clone(),
            problems: problems.iter().map(ToString::to_string).collect(),
        })?;
        calls.push(Call { tool: tool.clone(), arguments: arguments.into_json() });
    }
    let asked: HashSet<String> = calls.iter().map(|call| call.tool.clone()).collect();
    let mut left = Vec::new();
    for entry in listing.iter().flat_map(|listing| &listing.entries) {
        let tool = entry.name();
        if asked.contains(&tool) || tool.is_empty() {
            continue;
        }
        if !plan.all_tools && !only_reads(entry) {
            left.push(tool);
            continue;
        }
        match sample::arguments(entry.input_schema().as_ref()) {
            Ok(arguments) => calls.push(Call { tool, arguments }),
            Err(reason) => {
                notes.push(format!("{tool} was not called: {reason}; call it with --call '{tool} name=value'"));
            }
        }
    }
    if !left.is_empty() {
        notes.push(format!(
            "not called, because they are not marked as read-only (readOnlyHint): {}; --call 'TOOL name=value' calls one, \
             --all-tools all",
            left.join(", ")
        ));
    }
    Ok(calls)
}

/// Whether a tool says that it changes nothing.
fn only_reads(entry: &Entry) -> bool {
    let hints = entry.raw.get("annotations");
    hints.and_then(|hints| hints.get("readOnlyHint")).and_then(|hint| hint.to_bool()) == Some(true)
}

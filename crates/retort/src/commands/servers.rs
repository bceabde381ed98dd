//! `retort servers`: every server that has a name here, where it comes from, and whether it answers.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use retort_client::naming::{Directory, Intent, Named, NamingError, Server};
use retort_client::{Catalogue, Params, one_line, printable, shown_path};
use retort_core::{Raw, Style, counted};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::Verdict;
use crate::args::{Reach, ServersOptions, quoted};
use crate::failure::Failure;
use crate::live::{BuiltIn, Person, block_on, directory, interrupted, options_of, reach};
use crate::output::guarded;

/// How many servers are started at the same time: each may take a whole processor to start.
const AT_ONCE: usize = 4;
/// A server that has not answered by then only waits, and another may start.
const HEAD_START: Duration = Duration::from_secs(5);
/// How long the end of a server may take that did not answer in time.
const FAREWELL: Duration = Duration::from_secs(4);

/// How many characters are told of what a server calls itself.
const MOST_OF_AN_ANSWER: usize = 300;

/// What is told of a server.
struct Told {
    name: String,
    kind: &'static str,
    what: String,
    origin: String,
    /// How to name it where it is hidden by another of the same name.
    shadowed: Option<String>,
    disabled: bool,
    /// The command that shows what its file would do, where nobody has trusted that.
    untrusted: Option<String>,
    /// Why its entry cannot be used.
    unusable: Option<String>,
    /// What it said, or why it said nothing; none where it was not asked.
    answer: Option<Result<String, String>>,
}

pub(crate) fn run(options: &ServersOptions) -> Result<Verdict, Failure> {
    let directory = directory(options.reach.config.as_deref(), options.reach.trust)?;
    let mut told: Vec<Told> = directory.all().iter().map(|named| Told::of(named, &directory)).collect();
    if !options.no_check {
        let how = Arc::new(options.reach.for_strangers());
        // A person sees each as soon as it has answered; a file has them in their order.
        let is_watched = !options.json && io::stdout().is_terminal();
        block_on(async {
            tokio::select! {
                asked = ask_all(directory.all(), &how, &mut told, is_watched) => asked,
                failure = interrupted() => Err(failure),
            }
        })?;
        if is_watched {
            return Ok(Verdict::Good);
        }
    }
    let mut out = guarded();
    if options.json {
        let all: Vec<String> = told.iter().map(Told::to_json).collect();
        if let Some(all) = Raw::parse(format!("[{}]", all.join(","))) {
            all.write_json(&mut out, Style::Indented)?;
        }
        out.write_all(b"\n")?;
    } else {
        print(&told, &mut out)?;
    }
    out.flush()?;
    Ok(Verdict::Good)
}

/// Asks all of them who they are, a few at a time. Where somebody watches, each is printed when that is known.
async fn ask_all(all: &[Named], reach: &Arc<Reach>, told: &mut [Told], is_watched: bool) -> Result<(), Failure> {
    let person = Arc::new(Person::new(reach));
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut asking = JoinSet::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (index, named) in all.iter().enumerate().filter(|(_, named)| !named.shadowed && !named.disabled) {
        let Ok(server) = named.server.clone() else { continue };
        if keeps_rows(&server) {
            continue;
        }
        let how = Arc::clone(reach);
        let (person, places) = (Arc::clone(&person), Arc::clone(&places));
        open.push((index, &named.name));
        asking.spawn(async move { (index, ask_in_turn(server, &how, &person, places).await) });
    }
    if is_watched {
        let is_open = |index: usize| open.iter().any(|(other, _)| *other == index);
        let silent = told.iter().enumerate().filter(|(index, _)| !is_open(*index)).map(|(_, told)| told);
        print_now(silent)?;
    }
    let total = open.len();
    loop {
        let names: Vec<&str> = open.iter().map(|(_, name)| *name).collect();
        #[expect(clippy::cast_precision_loss, reason = "a bar has no use for more")]
        person.show((total - open.len()) as f64, Some(total as f64), &format!("waiting for {}", names.join(", ")));
        let Some(done) = asking.join_next().await else { break };
        if let Ok((index, answer)) = done
            && let Some(told) = told.get_mut(index)
        {
            open.retain(|(other, _)| *other != index);
            told.answer = Some(answer);
            if is_watched {
                person.pause();
                print_now([&*told])?;
            }
        }
    }
    person.finish();
    Ok(())
}

/// Prints some of them at once.
fn print_now<'a>(told: impl IntoIterator<Item = &'a Told>) -> Result<(), Failure> {
    let mut out = guarded();
    print(told, &mut out)?;
    Ok(out.flush()?)
}

/// Asks a server when there is a place for it, and leaves the place to another when it takes long.
async fn ask_in_turn(
    server: Server,
    how: &Reach,
    person: &Arc<Person>,
    places: Arc<Semaphore>,
) -> Result<String, String> {
    let place = places.acquire_owned().await;
    let longest = how.timeout.saturating_add(FAREWELL);
    let mut asking = std::pin::pin!(tokio::time::timeout(longest, ask(server, how, person)));
    let asked = tokio::select! {
        asked = &mut asking => asked,
        () = tokio::time::sleep(HEAD_START) => {
            drop(place);
            asking.await
        }
    };
    asked.unwrap_or_else(|_| Err(format!("no answer within {} s", how.timeout.as_secs_f64())))
}

/// Who a server is, and how much it offers.
async fn ask(server: Server, how: &Reach, person: &Arc<Person>) -> Result<String, String> {
    let begun = Instant::now();
    let options = options_of(how).map_err(|failure| failure.to_string())?;
    let connection = reach(server, how, person, options).await.map_err(|failure| failure.to_string())?;
    let greeting = connection.greeting();
    let text = |key: &str| greeting.server.as_ref()?.get(key).map(|value| value.to_plain().into_owned());
    let who = [text("name"), text("version")].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let who = if who.is_empty() { "a server without a name".to_owned() } else { who };
    let revision = greeting.revision;
    let left = how.timeout.saturating_sub(begun.elapsed());
    let tools = tokio::time::timeout(left, connection.list(Catalogue::Tools)).await;
    connection.close().await;
    let tools = match tools {
        Ok(Ok(tools)) => counted(tools.entries.len(), "tool"),
        Ok(Err(_)) => "no tools".to_owned(),
        Err(_) => "no list of tools in time".to_owned(),
    };
    Ok(format!("{who}, revision {revision}, {tools}"))
}

impl Told {
    fn of(named: &Named, directory: &Directory) -> Self {
        let is_http = |intent: &Intent| intent.runs.is_none() && intent.address.is_some();
        let (kind, what) = match (&named.server, &named.intent) {
            (_, Some(intent)) => (if is_http(intent) { "http" } else { "command" }, intent.in_short()),
            (Ok(Server::Command(command)), _) => ("command", command.to_string()),
            (Ok(Server::Http(endpoint)), _) => ("http", endpoint.to_string()),
            (Ok(server), _) if keeps_rows(server) => ("built-in", "opens its database when it is called".to_owned()),
            (Ok(_), _) => ("built-in", String::new()),
            (Err(_), _) => ("unusable", String::new()),
        };
        let untrusted = match &named.server {
            Err(NamingError::Untrusted { path, .. }) => {
                Some(format!("retort trust {}", quoted(&from_here(&shown_path(path)))))
            }
            _ => None,
        };
        let unusable = named.server.as_ref().err().filter(|_| untrusted.is_none());
        Self {
            name: named.name.clone(),
            kind,
            what,
            origin: from_here(&named.origin.to_string()),
            shadowed: named.shadowed.then(|| directory.qualified(named).unwrap_or_default()),
            disabled: named.disabled,
            unusable: unusable.map(|error| from_here(&error.to_string())),
            untrusted,
            answer: None,
        }
    }

    fn to_json(&self) -> String {
        let told = Params::new().with("name", &self.name).with("kind", self.kind).with("server", &self.what);
        let told = told.with("origin", &self.origin).with("shadowed", self.shadowed.is_some());
        let told = told.with("disabled", self.disabled).with("trusted", self.untrusted.is_none());
        match (&self.unusable, &self.answer) {
            (Some(error), _) | (None, Some(Err(error))) => told.with("answers", false).with("error", error),
            (None, Some(Ok(answer))) => told.with("answers", true).with("is", answer),
            (None, None) => told,
        }
        .to_json()
    }

    fn state(&self) -> String {
        let lines = |text: &str| text.lines().map(printable).collect::<Vec<_>>().join("\n    ");
        match &self.answer {
            _ if self.untrusted.is_some() => {
                let trust = self.untrusted.as_deref().unwrap_or_default();
                format!("not trusted: {} shows what it would do, and asks", printable(trust))
            }
            _ if self.shadowed.is_some() => {
                let name = quoted(self.shadowed.as_deref().unwrap_or_default());
                format!("hidden by another of the same name; {} means this one", printable(&name))
            }
            _ if self.unusable.is_some() => {
                format!("cannot be used: {}", lines(self.unusable.as_deref().unwrap_or_default()))
            }
            Some(Ok(answer)) => format!("answers: {}", one_line(answer, MOST_OF_AN_ANSWER)),
            Some(Err(error)) => format!("does not answer: {}", lines(error)),
            None if self.disabled => "disabled".to_owned(),
            None => "not checked".to_owned(),
        }
    }
}

/// Whether a server makes a database when it starts, which nobody wants who only looks around.
fn keeps_rows(server: &Server) -> bool {
    matches!(server, Server::BuiltIn(name) if BuiltIn::from_str(name, false).is_ok_and(BuiltIn::keeps_rows))
}

/// A text whose paths start where we are.
fn from_here(text: &str) -> String {
    let here = std::env::current_dir().ok().and_then(|here| Some(format!("{}/", here.to_str()?)));
    here.map_or_else(|| text.to_owned(), |here| text.replace(&here, ""))
}

fn print<'a>(told: impl IntoIterator<Item = &'a Told>, out: &mut impl Write) -> Result<(), Failure> {
    for server in told {
        let what =
            [server.kind, &server.what].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        let origin = if server.kind == "built-in" { String::new() } else { format!("  ({})", server.origin) };
        writeln!(out, "{}  {}{}", printable(&server.name), printable(&what), printable(&origin))?;
        let state = server.state();
        if !state.is_empty() {
            writeln!(out, "    {state}")?;
        }
    }
    Ok(())
}

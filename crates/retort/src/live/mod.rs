//! Commands that talk to a server: who it is, how to reach it, and what happens when somebody presses Ctrl-C.

pub(crate) mod advice;
pub(crate) mod answer;
mod asking;
mod below;
mod binary;
mod built_in;
mod databases;
mod files;
mod held_files;
mod influence;
#[cfg(feature = "knowledge")]
mod knowledge;
mod names;
mod person;
mod signals;
pub(crate) mod trusting;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use clap::ValueEnum;
use retort_client::auth::{Authorizer, Login, Tokens, open_browser};
#[cfg(feature = "knowledge")]
use retort_client::naming::Command;
use retort_client::naming::{Directory, Endpoint, Named, NamingError, Origin, Server, Trust};
use retort_client::{Budget, Connection, Memory, Options, Orphans, Recorder, Watcher, printable, shown_path};

use crate::args::{Reach, ServerOptions, quoted};
use crate::failure::Failure;
use crate::output::tell;

use advice::{advised_naming, advised_trust};
pub(crate) use built_in::BuiltIn;
pub(crate) use person::Person;
pub(crate) use signals::{Ending, ended_by, ignore_interrupts, interrupted};

/// Runs work that waits for others.
pub(crate) fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Unwritable)?;
    let result = runtime.block_on(work);
    // A thread that waits for a person's answer must not hold up the end.
    runtime.shutdown_background();
    // What was interrupted before it could end its server in peace leaves nothing behind either.
    orphans().end_all();
    result
}

/// Whoever takes in what servers leave behind: one for the whole program, whose only children are servers.
fn orphans() -> Orphans {
    static ORPHANS: OnceLock<Orphans> = OnceLock::new();
    ORPHANS.get_or_init(Orphans::adopt).clone()
}

/// The word that makes this program the watcher of a server. It is no command, since nobody types it.
pub(crate) const WATCH: &str = "watch-server";

/// A recording may have so many times the bytes of one message.
const RECORDED: usize = 4;

/// What all connections of this program hold together, in messages of the largest size, and in bytes at least.
const HELD: usize = 3;
const LEAST_HELD: usize = 1 << 22;

fn budget(max_size: usize) -> Budget {
    static BUDGET: OnceLock<Budget> = OnceLock::new();
    BUDGET.get_or_init(|| Budget::new(max_size.saturating_mul(HELD).max(LEAST_HELD))).clone()
}

/// Connects, does the work, and ends the connection, whatever happens.
pub(crate) fn with_connection<T>(
    options: &ServerOptions,
    work: impl AsyncFnOnce(&Connection, &Person) -> Result<T, Failure>,
) -> Result<T, Failure> {
    // Before anything runs that a question would hold up.
    let server = find(options.config.as_deref(), options.trust, &options.server)?;
    block_on(async {
        let person = Arc::new(Person::new(options));
        let doing = if options.server.contains("://") { "reaching" } else { "starting" };
        let what = format!("{doing} {}", options.server);
        let connecting = person.waits(&what, connect(server, options, &person));
        let connection = tokio::select! {
            connection = connecting => connection?,
            failure = interrupted() => {
                person.finish();
                return Err(failure);
            }
        };
        let result = tokio::select! {
            result = work(&connection, &person) => result,
            failure = interrupted() => {
                connection.cancel().await;
                Err(failure)
            }
        };
        person.finish();
        connection.close().await;
        result
    })
}

/// Connects to the server that the options name.
async fn connect(server: Server, options: &ServerOptions, person: &Arc<Person>) -> Result<Connection, Failure> {
    reach(server, options, person, options_of(options)?).await
}

/// Every name that is known here; a file that cannot be read is told.
pub(crate) fn directory(config: Option<&Path>, is_trusted: bool) -> Result<Directory, Failure> {
    let trust = trust(is_trusted);
    let directory = Directory::read(config, &here(), BuiltIn::NAMES, &trust)?;
    for error in directory.unread() {
        tell(advised_naming(error));
    }
    let is_missed = directory.all().iter().any(|named| named.intent.is_some());
    if let Some(problem) = trust.problem().filter(|_| is_missed) {
        tell(advised_trust(problem));
    }
    Ok(directory)
}

fn here() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// What is trusted of what a project brings along: what somebody has allowed, or everything.
fn trust(is_trusted: bool) -> Trust {
    let trust = Trust::open_default();
    if is_trusted { trust.and_everything() } else { trust }
}

/// The server that a text stands for. The folder of a knowledge base is the server over it. Where it comes from a file that
/// nobody has trusted, whoever is at the terminal is asked.
pub(crate) fn find(config: Option<&Path>, is_trusted: bool, text: &str) -> Result<Server, Failure> {
    let directory = directory(config, is_trusted)?;
    let mut found = directory.find(text);
    tell_hidden(&directory, text);
    // A file, and then the file of variables that it names.
    for _ in 0..2 {
        let Err(NamingError::Untrusted { path, .. }) = &found else { break };
        let mut trust = trust(is_trusted);
        if !trusting::is_anybody_there() || !trusting::ask(path, &mut trust)? {
            break;
        }
        found = Directory::read(config, &here(), BuiltIn::NAMES, &trust)?.find(text);
    }
    #[cfg(feature = "knowledge")]
    let is_named = !matches!(found, Err(NamingError::Unknown { .. } | NamingError::Unusable { .. }));
    #[cfg(feature = "knowledge")]
    if !is_named && retort_knowledge::base::is_base(Path::new(text)) {
        let program = std::env::current_exe().unwrap_or_else(|_| "retort".into());
        let command = Command::new(program.to_string_lossy(), ["serve", "knowledge", "--", text]);
        return Ok(Server::Command(command));
    }
    Ok(found?)
}

/// Tells which entry is meant where a file that counts less has the name too, and how the other is reached.
fn tell_hidden(directory: &Directory, name: &str) {
    let Some(used) = directory.named(name) else { return };
    let is_other = |named: &&Named| used.origin == Origin::BuiltIn || named.is_project != used.is_project;
    let Some(other) = directory.hidden_by(name).find(is_other).and_then(|named| directory.qualified(named)) else {
        return;
    };
    let name = printable(name);
    match &used.origin {
        Origin::File(file) => tell(format_args!(
            "{name} is your own, from {}; the project has one of that name too, which is {}",
            shown_path(file),
            quoted(&other)
        )),
        _ => tell(format_args!("{name} is Retort's own server; the one in a file is {}", quoted(&other))),
    }
}

/// How to connect, as the options want it.
pub(crate) fn options_of(options: &Reach) -> Result<Options, Failure> {
    let mut how = Options::default();
    how.timeout = options.timeout;
    how.protocol = options.protocol;
    how.max_time = how.max_time.map(|usual| options.max_time.unwrap_or(usual.max(options.timeout)));
    how.max_size = options.max_size;
    how.budget = Some(budget(options.max_size));
    how.orphans = Some(orphans());
    how.watcher = Watcher::this_program(WATCH);
    how.environment.clone_from(&options.environment);
    how.log = options.verbose;
    how.memory = retort_client::folders::cache().map(|folder| Memory::at(folder.join("retort/greetings")));
    let recorder = options.record.as_deref().map(Recorder::append_to).transpose()?;
    how.recorder = recorder.map(|recorder| recorder.at_most(options.max_size.saturating_mul(RECORDED)));
    Ok(how)
}

/// Connects to a server.
pub(crate) async fn reach(
    server: Server,
    options: &Reach,
    person: &Arc<Person>,
    mut how: Options,
) -> Result<Connection, Failure> {
    let host = Arc::clone(person) as Arc<dyn retort_client::Host>;
    Ok(match server {
        Server::Command(command) => Connection::start(&command, host, how).await?,
        Server::Http(mut endpoint) => {
            let given = options.headers(&endpoint)?;
            let replaced = |name: &str| given.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
            endpoint.headers.retain(|(name, _)| !replaced(name));
            endpoint.headers.extend(given);
            how.authorizer = authorizer(&endpoint, options, person)?.map(|authorizer| Arc::new(authorizer) as _);
            Connection::reach(&endpoint, host, how).await?
        }
        Server::BuiltIn(name) => match BuiltIn::from_str(&name, false) {
            Ok(server) => server.connect(host, how).await?,
            Err(reason) => return Err(Failure::Unsupported { what: format!("{name}: {reason}") }),
        },
        _ => return Err(Failure::Unsupported { what: "this kind of server cannot be reached".to_owned() }),
    })
}

/// Who answers when the server asks who we are. A header that was given does, and nobody else.
fn authorizer(endpoint: &Endpoint, options: &Reach, person: &Arc<Person>) -> Result<Option<Authorizer>, Failure> {
    if endpoint.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization")) {
        return Ok(None);
    }
    let authorizer = Authorizer::new(&endpoint.url, &Tokens::open_default()?)?;
    if !options.login {
        return Ok(Some(authorizer));
    }
    let person = Arc::clone(person);
    Ok(Some(authorizer.with_login(Login::default(), move |url| {
        person.pause();
        show_page(url);
    })))
}

/// Opens the page on which a person says yes, and tells its address in case that does not work.
pub(crate) fn show_page(url: &str) {
    tell(format_args!("to log in, open this page in a browser:\n  {url}"));
    if let Err(error) = open_browser(url) {
        tell(format_args!("no browser could be started ({error}); open the page by hand"));
    }
}

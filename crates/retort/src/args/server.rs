//! The arguments of the commands that talk to servers.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum, ValueHint};
use retort_client::auth::{Identity, Login, Secret, SigningKey, Way};
use retort_client::{Bearer, Endpoint, Revision};

use super::{Layout, Look};
use crate::failure::Failure;
use crate::input::read_kept;

/// What a SERVER is, for the end of a help text.
pub(crate) const SERVERS: &str = "SERVER is one of\n  \
    gallery                      a name: built in, or from .mcp.json and the like\n                               \
    (see retort servers)\n  \
    https://example.com/mcp      an address, for streamable HTTP or legacy SSE\n  \
    'npx -y some-server --flag'  a command line, in quotes";

/// Which server, and how to reach it.
#[derive(Args)]
pub(crate) struct ServerOptions {
    /// A name, an address, or a command line in quotes
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    #[command(flatten)]
    pub(crate) reach: Reach,
}

impl std::ops::Deref for ServerOptions {
    type Target = Reach;

    fn deref(&self) -> &Reach {
        &self.reach
    }
}

/// How to reach a server.
#[derive(Args, Clone)]
#[command(next_help_heading = "Connection")]
pub(crate) struct Reach {
    /// Read server names from this file alone
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// Trust the configuration files of the project for this command, without asking (see retort trust)
    #[arg(long)]
    pub(crate) trust: bool,
    /// How long to wait for an answer; progress starts it anew
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// How long to wait for an answer in all, whatever progress comes; an hour, or as long as --timeout says
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) max_time: Option<Duration>,
    /// Speak this revision of the protocol, instead of the newest that both know
    #[arg(long, value_name = "REVISION", value_parser = revision())]
    pub(crate) protocol: Option<Revision>,
    /// Send a header with every request, as 'Name: value'
    #[arg(long = "header", short = 'H', value_name = "HEADER")]
    given_headers: Vec<String>,
    /// Send this token to the server, or ORIGIN=TOKEN to any at that origin [env: `RETORT_BEARER`, for typed addresses]
    #[arg(long, value_name = "TOKEN")]
    bearer: Option<String>,
    /// Log in when the server asks for it
    #[arg(long)]
    pub(crate) login: bool,
    /// What to do when the server asks a question: ask at the terminal, accept its defaults, or decline
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Elicit::Ask)]
    pub(crate) elicit: Elicit,
    /// A folder to name when the server asks for roots; servers may then work in no other
    #[arg(long = "root", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) roots: Vec<PathBuf>,
    /// Append every message to this file, with time and direction; retort parse reads it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) record: Option<PathBuf>,
    /// Pass this variable on to a server that is a program; it gets only what programs need otherwise
    #[arg(long = "env", value_name = "NAME", value_parser = variable)]
    pub(crate) environment: Vec<String>,
    /// The largest message to take, in bytes or as 20MB or 64KiB, and the largest list with all its pages
    #[arg(long, value_name = "BYTES", default_value_t = super::MAX_SIZE, value_parser = bytes)]
    pub(crate) max_size: usize,
    /// Show the server's log and what it writes to standard error
    #[arg(long, short = 'v', action = ArgAction::SetTrue)]
    pub(crate) verbose: bool,
}

impl Reach {
    /// The same for servers that were not named by whoever gave the secrets: without them, and without questions.
    pub(crate) fn for_strangers(&self) -> Self {
        Self { given_headers: Vec::new(), bearer: None, login: false, elicit: Elicit::Decline, ..self.clone() }
    }

    /// The headers that were asked for, for a server.
    pub(crate) fn headers(&self, endpoint: &Endpoint) -> Result<Vec<(String, String)>, Failure> {
        let read = |text: &str| text.parse::<Bearer>().map_err(Failure::Bearer);
        let given = self.bearer.as_deref().map(read).transpose()?;
        let environment = std::env::var("RETORT_BEARER").ok().filter(|text| !text.trim().is_empty());
        let environment = environment.as_deref().map(read).transpose()?;
        // What was typed in the same command is for its server. What is in the environment was put there for another, perhaps:
        // it goes to an address that was typed, or to the origin that it is for, and to no name that a file explains.
        let own = given.as_ref().and_then(|bearer| bearer.for_address(&endpoint.url).or(bearer.bare()));
        let kept = environment.as_ref().and_then(|bearer| {
            bearer.for_address(&endpoint.url).or_else(|| bearer.bare().filter(|_| endpoint.is_typed))
        });
        // What is in the environment is the farthest from this server: its own entry, and what was typed, say better who asks.
        let says_who = |header: &String| name_of(header).is_some_and(|name| name.eq_ignore_ascii_case("authorization"));
        let is_typed = self.given_headers.iter().any(says_who);
        if is_typed && own.is_some() {
            return Err(Failure::TwoAuthorizations);
        }
        let is_said = is_typed || endpoint.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        let token = own.or(kept.filter(|_| !is_said));
        let bearer = token.map(|token| Ok(("Authorization".to_owned(), format!("Bearer {token}"))));
        // What does not look like a header may be a secret.
        let begins = |header: &str| header.chars().take((header.chars().count() / 4).min(8)).chain(['…']).collect();
        let given = self.given_headers.iter().map(|header| match header.split_once(':') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(Failure::Header(begins(header))),
        });
        bearer.into_iter().chain(given).collect()
    }
}

/// The name of a header that was typed.
fn name_of(header: &str) -> Option<&str> {
    header.split_once(':').map(|(name, _)| name.trim())
}

/// What to do when a server asks a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Elicit {
    /// Ask the person at the terminal; decline where nobody is there
    Ask,
    /// Accept with the defaults that the question has
    Accept,
    /// Decline
    Decline,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    // A year is as good as for ever, and what a clock can still count.
    if seconds > 0.0 && seconds <= 31_536_000.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("it must be more than 0 and at most a year".to_owned())
    }
}

/// The name of a variable that may be passed on.
fn variable(text: &str) -> Result<String, String> {
    if let Some((name, _)) = text.split_once('=') {
        return Err(format!("it takes a name; write '{name}=value program …' as the server to give it another value"));
    }
    if text.starts_with("RETORT_") {
        return Err("variables of Retort's own are for no server".to_owned());
    }
    Ok(text.to_owned())
}

/// The units in which an amount of bytes may be given; a letter alone is what Unix makes of it.
#[rustfmt::skip]
const UNITS: [(&str, usize, u32); 9] = [
    ("gib", 1024, 3), ("mib", 1024, 2), ("kib", 1024, 1), ("gb", 1000, 3), ("mb", 1000, 2), ("kb", 1000, 1),
    ("g", 1024, 3), ("m", 1024, 2), ("k", 1024, 1),
];

/// An amount of bytes: a number, or one with a unit, such as 20MB or 64KiB.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let lower = text.trim().to_ascii_lowercase();
    let found = UNITS.iter().find_map(|(unit, base, power)| Some((lower.strip_suffix(unit)?, (*base, *power))));
    let (digits, (base, power)) = found.unwrap_or_else(|| (lower.strip_suffix('b').unwrap_or(&lower), (1, 0)));
    let digits = digits.trim_end();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err("not a number of bytes, such as 1000000, 20MB or 64KiB".to_owned());
    }
    let amount = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(base.checked_pow(power)?));
    match amount {
        Some(0) => Err("no message is that small".to_owned()),
        Some(amount) => Ok(amount),
        None => Err("more bytes than this machine can count".to_owned()),
    }
}

fn revision() -> impl TypedValueParser<Value = Revision> {
    PossibleValuesParser::new(Revision::ALL.map(Revision::name)).try_map(|name| name.parse::<Revision>())
}

#[derive(Args)]
pub(crate) struct ListOptions {
    #[command(flatten)]
    pub(crate) server: ServerOptions,
    /// Tell all about this one
    #[arg(value_name = "NAME", help_heading = None::<&str>)]
    pub(crate) name: Option<String>,
    /// Print the entries as JSON, as the server has them
    #[arg(help_heading = "Output", long, conflicts_with = "raw")]
    pub(crate) json: bool,
    /// Print the server's answers, byte for byte
    #[arg(help_heading = "Output", long)]
    pub(crate) raw: bool,
}

/// How to show an answer.
#[derive(Args)]
pub(crate) struct Show {
    /// Print the envelope
    #[arg(help_heading = "Output", long, conflicts_with = "raw")]
    pub(crate) json: bool,
    /// Print the server's answer, byte for byte; only a terminal gets control characters escaped
    #[arg(help_heading = "Output", long)]
    pub(crate) raw: bool,
    #[command(flatten)]
    pub(crate) layout: Layout,
    #[command(flatten)]
    pub(crate) look: Look,
    #[command(flatten)]
    pub(crate) saving: Saving,
}

/// What to save of an answer, and where.
#[derive(Args)]
pub(crate) struct Saving {
    /// Save images, audio, other binary parts and the files of a project in this folder; nothing is overwritten
    #[arg(help_heading = "Output", long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,
    /// Save files too whose names begin with a dot, or that a shell, Git, Retort or an agent would read by itself
    #[arg(help_heading = "Output", long, requires = "output")]
    pub(crate) hidden_files: bool,
    /// The most files to save of an answer
    #[arg(help_heading = "Output", long, value_name = "N", default_value_t = 1000, requires = "output")]
    pub(crate) max_files: usize,
    /// The most bytes to save of an answer, in all its files
    #[arg(help_heading = "Output", long, value_name = "BYTES", default_value_t = 1 << 28, value_parser = bytes, requires = "output")]
    pub(crate) max_saved: usize,
}

#[derive(Args)]
pub(crate) struct CallOptions {
    #[command(flatten)]
    pub(crate) server: ServerOptions,
    /// The tool to call
    #[arg(value_name = "TOOL", help_heading = None::<&str>)]
    pub(crate) tool: String,
    /// Arguments: name=value as the tool's schema has it, or name:=json
    #[arg(value_name = "NAME=VALUE", help_heading = None::<&str>)]
    pub(crate) words: Vec<String>,
    /// All arguments as one JSON object; @FILE reads a file, - standard input
    #[arg(long, value_name = "JSON", help_heading = None::<&str>)]
    pub(crate) args: Option<String>,
    /// Call without looking at the tool's schema first
    #[arg(long, help_heading = None::<&str>)]
    pub(crate) unchecked: bool,
    #[command(flatten)]
    pub(crate) show: Show,
    /// Follow the tool's own pages to the last, and merge their rows
    #[arg(long, help_heading = "Pages")]
    pub(crate) all: bool,
    /// The most pages to follow
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "all", help_heading = "Pages")]
    pub(crate) max_pages: usize,
    /// Print each row on a line of its own; with --all as the pages come
    #[arg(long, conflicts_with_all = ["json", "raw"], help_heading = "Pages")]
    pub(crate) jsonl: bool,
}

#[derive(Args)]
pub(crate) struct ReadOptions {
    #[command(flatten)]
    pub(crate) server: ServerOptions,
    /// The resource to read
    #[arg(value_name = "URI", help_heading = None::<&str>)]
    pub(crate) uri: String,
    #[command(flatten)]
    pub(crate) show: Show,
}

#[derive(Args)]
pub(crate) struct PromptOptions {
    #[command(flatten)]
    pub(crate) server: ServerOptions,
    /// The prompt to get
    #[arg(value_name = "NAME", help_heading = None::<&str>)]
    pub(crate) name: String,
    /// Its arguments, as name=value
    #[arg(value_name = "NAME=VALUE", help_heading = None::<&str>)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) show: Show,
}

#[derive(Args)]
pub(crate) struct ServersOptions {
    /// Only list them, without trying whether they answer
    #[arg(long)]
    pub(crate) no_check: bool,
    /// Print them as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reach: Reach,
}

#[derive(Args)]
pub(crate) struct TrustOptions {
    /// A configuration file, or a folder: all files that would be read there; none is the folder here
    #[arg(value_name = "FILE|FOLDER", value_hint = ValueHint::AnyPath)]
    pub(crate) what: Option<PathBuf>,
    /// Trust without asking, where a script may decide
    #[arg(long, short = 'y')]
    pub(crate) yes: bool,
    /// List what is trusted
    #[arg(long, conflicts_with_all = ["what", "yes", "revoke"])]
    pub(crate) list: bool,
    /// Trust this file no more
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["what", "yes"])]
    pub(crate) revoke: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct LoginOptions {
    /// The address or the name of the server
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    /// Read server names from this file alone
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// Trust the configuration files of the project for this command, without asking (see retort trust)
    #[arg(long)]
    pub(crate) trust: bool,
    #[command(flatten)]
    pub(crate) how: LoginWay,
}

/// How to log in.
#[derive(Args)]
#[command(next_help_heading = "Log-in")]
pub(crate) struct LoginWay {
    /// A scope to ask for, instead of those that the server names
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<String>,
    /// The id of a client that is registered with the authorisation server
    #[arg(long, value_name = "ID")]
    client_id: Option<String>,
    /// Its secret
    #[arg(long, value_name = "SECRET", env = "RETORT_CLIENT_SECRET", hide_env_values = true, requires = "client_id")]
    client_secret: Option<String>,
    /// The address of a document that describes this client, for servers that read one
    #[arg(long, value_name = "URL")]
    client_metadata_url: Option<String>,
    /// How long to wait for the person in the browser
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    timeout: Duration,
    /// The address on this machine that the browser comes back to, where the client is registered with one
    #[arg(long, value_name = "URL")]
    redirect: Option<String>,
    /// Log in as the client itself, without a person: needs --client-id, and --client-secret or --client-key
    #[arg(long, requires = "client_id")]
    client_credentials: bool,
    /// A file with the private key (PEM) with which the client signs who it is, in place of a secret
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "client_id")]
    client_key: Option<PathBuf>,
    /// Log in with the identity of a person at this token endpoint of an identity provider
    #[arg(long, value_name = "URL", requires_all = ["client_id", "idp_client_id", "id_token"])]
    idp: Option<String>,
    /// The client at the identity provider
    #[arg(long, value_name = "ID", requires = "idp")]
    idp_client_id: Option<String>,
    /// Its secret
    #[arg(long, value_name = "SECRET", env = "RETORT_IDP_CLIENT_SECRET", hide_env_values = true, requires = "idp")]
    idp_client_secret: Option<String>,
    /// A file with the ID token that the identity provider gave
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "idp")]
    id_token: Option<PathBuf>,
}

/// How long a key or a token may be, in bytes.
const LONGEST_KEY: usize = 1 << 16;

impl LoginWay {
    /// What the options amount to.
    pub(crate) fn login(&self) -> Result<Login, Failure> {
        let read = |path: &PathBuf| read_kept(path, LONGEST_KEY, "key or token");
        let mut login = Login::default();
        login.scopes = self.scopes.iter().flat_map(|scopes| scopes.split_whitespace()).map(String::from).collect();
        login.client_id.clone_from(&self.client_id);
        login.timeout = self.timeout;
        login.client_secret = self.client_secret.as_ref().map(Secret::new);
        login.way =
            if let (Some(endpoint), Some(client), Some(token)) = (&self.idp, &self.idp_client_id, &self.id_token) {
                Way::CrossApp(Identity {
                    token_endpoint: endpoint.clone(),
                    client_id: client.clone(),
                    client_secret: self.idp_client_secret.as_ref().map(Secret::new),
                    id_token: Secret::new(read(token)?.trim()),
                })
            } else if self.client_credentials || self.client_key.is_some() {
                let pem = self.client_key.as_ref().map(read).transpose()?;
                Way::Client { key: pem.as_deref().map(SigningKey::from_pem).transpose()? }
            } else {
                Way::Browser { client_metadata_url: self.client_metadata_url.clone(), redirect: self.redirect.clone() }
            };
        Ok(login)
    }
}

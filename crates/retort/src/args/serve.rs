//! The arguments of `retort serve`: which server, over what, and within which limits.

use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs as _};
#[cfg(feature = "knowledge")]
use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "knowledge")]
use clap::ValueHint;
use clap::{Args, Subcommand};
use retort_server::Limits;
use retort_servers::database::Database;

use super::server::{bytes, seconds};

#[derive(Args)]
pub(crate) struct ServeOptions {
    #[command(subcommand)]
    pub(crate) server: Served,
    /// Serve over HTTP at this address instead of over the standard streams; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address, global = true)]
    pub(crate) http: Option<SocketAddr>,
    #[command(flatten)]
    bounds: Bounds,
}

impl ServeOptions {
    /// The limits that were asked for.
    pub(crate) fn limits(&self) -> Limits {
        let Bounds { max_calls, max_size, max_connections, max_sessions, session_idle, silence, allow_host } =
            &self.bounds;
        let mut limits = Limits::default();
        limits.calls = *max_calls;
        limits.message_bytes = *max_size;
        // A message that may be sent can always be taken.
        limits.waiting_bytes = limits.waiting_bytes.max(max_size.saturating_mul(4));
        limits.connections = *max_connections;
        limits.sessions = *max_sessions;
        limits.session_idle = *session_idle;
        limits.silence = *silence;
        limits.hosts.clone_from(allow_host);
        limits
    }
}

/// What a server takes on.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct Bounds {
    /// How many requests to work on at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = at_least_one, global = true)]
    max_calls: usize,
    /// The largest message to take, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 20, value_parser = bytes, global = true)]
    max_size: usize,
    /// How many HTTP connections to have open at once
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = at_least_one, global = true)]
    max_connections: usize,
    /// How many HTTP sessions to have at once; the longest idle ends for a new one
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = at_least_one, global = true)]
    max_sessions: usize,
    /// End an HTTP session that nobody has used for so long
    #[arg(long, value_name = "SECONDS", default_value = "1800", value_parser = seconds, global = true)]
    session_idle: Duration,
    /// Close an HTTP connection that has said or taken nothing for so long
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, global = true)]
    silence: Duration,
    /// Answer requests to this name too, beside localhost and the address; for servers behind another
    #[arg(long, value_name = "NAME", value_parser = host_name, global = true)]
    allow_host: Vec<String>,
}

/// The servers that can be run.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Served {
    /// A tool for every kind of response: types, formats, blocks, pages, progress, questions, failures
    Gallery,
    /// A tool for every odd way in which servers answer, to try a client on
    Oddities,
    /// Customers and orders of a shop, to list, find, create, change and delete, as django-rest-framework-mcp serves them
    #[command(after_help = CUSTOMERS)]
    Customers {
        #[command(flatten)]
        rows: Rows,
        /// What callers over HTTP have to show to write, as Authorization: Token …; without one everybody may do everything
        #[arg(long, value_name = "TOKEN", env = "RETORT_CUSTOMERS_TOKEN", hide_env_values = true, value_parser = token)]
        token: Option<String>,
    },
    /// A URL shortener: links, clicks, statistics and QR codes, with the tools of yourls-mcp
    #[command(after_help = SHORTENER)]
    Shortener {
        #[command(flatten)]
        rows: Rows,
        /// What short links begin with, instead of the address that is served
        #[arg(long, value_name = "URL")]
        base: Option<String>,
        /// What callers of the tools over HTTP have to show, as Authorization: Token …; links are followed without it
        #[arg(long, value_name = "TOKEN", env = "RETORT_SHORTENER_TOKEN", hide_env_values = true, value_parser = token)]
        token: Option<String>,
        /// Work on the links of this YOURLS site, through its API, instead of on a database
        #[arg(long, value_name = "URL", requires = "signature", conflicts_with_all = ["database", "base"])]
        yourls: Option<String>,
        /// The signature token of the YOURLS site, which its page of tools shows
        #[arg(long, value_name = "KEY", env = "RETORT_YOURLS_SIGNATURE", hide_env_values = true)]
        signature: Option<String>,
    },
    #[cfg(feature = "knowledge")]
    /// Knowledge of FeathersJS: search in its documentation, whole projects, services made to measure
    Feathers {
        /// Search in the entries of this folder, instead of those that are built in
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        knowledge: Option<PathBuf>,
        #[command(flatten)]
        tools: ToolTime,
    },
    #[cfg(feature = "knowledge")]
    /// Search in any documentation, in a knowledge base that retort knowledge build made
    Knowledge {
        /// The knowledge base
        #[arg(value_name = "KB", value_hint = ValueHint::DirPath)]
        base: PathBuf,
        /// Whose documentation it is, instead of the name of its folder
        #[arg(long, value_name = "NAME")]
        subject: Option<String>,
        #[command(flatten)]
        tools: ToolTime,
    },
}

const CUSTOMERS: &str = "\
Examples:
  retort call customers customers_list                      the customers, without starting anything first
  retort serve customers --http 8000 --token SECRET         for clients over HTTP; writing needs the token
  retort serve customers --database postgres://me@localhost/shop";

const SHORTENER: &str = "\
Examples:
  retort call shortener shorten_url url=https://example.com/a/long/path
  retort serve shortener --http 8000                        links at /KEYWORD, tools at /mcp
  retort serve shortener --http 8000 --base https://sho.rt/ --allow-host sho.rt --token SECRET
  retort serve shortener --yourls https://sho.rt/ --signature KEY";

/// Where a server keeps its rows.
#[derive(Args, Clone, Debug)]
pub(crate) struct Rows {
    /// Where rows are kept: a file of SQLite, which is made where it is missing, or postgres://…; a file in your data folder
    /// where nothing is said
    #[arg(long, value_name = "FILE|URL")]
    pub(crate) database: Option<Database>,
}

/// How long a tool of a server may take.
#[cfg(feature = "knowledge")]
#[derive(Args, Clone, Debug)]
pub(crate) struct ToolTime {
    /// How long a tool may take before its call is answered with an error
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

/// An address to listen on: with a name in it, or a port alone, which is one of this machine.
fn address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.parse() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    let found = text.to_socket_addrs().map_err(|_| "write ADDRESS:PORT, such as 127.0.0.1:8000".to_owned())?;
    // Of a name that is this machine in both worlds, the one that all clients try.
    let found: Vec<SocketAddr> = found.collect();
    let first = found.iter().find(|address| address.is_ipv4()).or(found.first());
    first.copied().ok_or_else(|| "no machine has that name".to_owned())
}

/// The name of a machine, also where it is given as an address of a page or with a port: requests are answered on any.
fn host_name(text: &str) -> Result<String, String> {
    let wanted = "write the name of a machine, such as retort.example.com".to_owned();
    let text = text.trim();
    let (scheme, rest) = text.split_once("://").unwrap_or(("https", text));
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let name = match authority.strip_prefix('[').and_then(|inside| inside.split_once(']')) {
        Some((address, _)) => address,
        None if authority.parse::<std::net::Ipv6Addr>().is_ok() => authority,
        None => authority.split_once(':').map_or(authority, |(name, _)| name),
    };
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    if name.contains('*') {
        return Err("each name is given in full: there are no patterns".to_owned());
    }
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '_' | ':');
    let is_name =
        !name.is_empty() && !name.starts_with(['.', '-']) && !name.contains("..") && name.chars().all(is_sign);
    if is_web && is_name { Ok(name) } else { Err(wanted) }
}

/// What a caller can show in a header.
fn token(text: &str) -> Result<String, String> {
    let is_token = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    if is_token {
        Ok(text.to_owned())
    } else {
        Err("a token has letters, digits and signs of ASCII, and no blanks".to_owned())
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        number => number.map_err(|_| "not a number".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_machine_is_taken_however_it_is_given() {
        for (given, name) in [
            ("x", "x"),
            ("Retort.Example", "retort.example"),
            ("http://x/", "x"),
            ("https://x.example:8443/mcp?a=b", "x.example"),
            ("x:8000", "x"),
            ("x.", "x"),
            (" x ", "x"),
            ("10.0.0.1:80", "10.0.0.1"),
            ("[2001:db8::1]:80", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("my_box", "my_box"),
        ] {
            assert_eq!(host_name(given).as_deref(), Ok(name), "{given}");
        }
        for given in
            ["", " ", "http://", "*", "*.example", "a b", "a,b", "ftp://x", "user@x", "-x", "..", "a..b", "/x", "ü"]
        {
            assert!(host_name(given).is_err(), "{given}");
        }
    }
}

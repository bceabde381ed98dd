//! The servers that Retort brings along: run inside the process where they are called, or on their own.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use retort_client::naming::Command;
use retort_client::{Connection, Host, Options};
#[cfg(feature = "knowledge")]
use retort_knowledge::KnowledgeServer;
use retort_servers::gallery::Gallery;
use retort_servers::{Limits, oddities, serve_http, serve_stream};
use tokio::io::{duplex, split, stdin, stdout};
use tokio::net::TcpListener;

use super::interrupted;
#[cfg(feature = "knowledge")]
use super::knowledge;
use crate::args::Served;
use crate::failure::Failure;

/// One that goes by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BuiltIn {
    Gallery,
    Oddities,
    #[cfg(feature = "knowledge")]
    Feathers,
}

impl BuiltIn {
    /// The names under which they are called.
    pub(crate) const NAMES: &[&str] = &[
        "gallery",
        "oddities",
        #[cfg(feature = "knowledge")]
        "feathers",
    ];

    /// Connects to it.
    pub(super) async fn connect(self, host: Arc<dyn Host>, how: Options) -> Result<Connection, Failure> {
        let (ours, theirs) = duplex(1 << 16);
        let (from, to) = split(theirs);
        match self {
            Self::Gallery => drop(tokio::spawn(serve_stream(Gallery::new(), from, to, Limits::default()))),
            #[cfg(feature = "knowledge")]
            Self::Feathers => {
                let server = knowledge::feathers(None, None)?;
                drop(tokio::spawn(serve_stream(server, from, to, Limits::default())));
            }
            // Some of its answers end the process, so it has one of its own.
            Self::Oddities => {
                let program = std::env::current_exe().unwrap_or_else(|_| "retort".into());
                let command = Command::new(program.to_string_lossy(), ["serve", "oddities"]);
                return Ok(Connection::start(&command, host, how).await?);
            }
        }
        let (from, to) = split(ours);
        Ok(Connection::over(from, to, host, how).await?)
    }
}

/// Where programs of this user keep what they can make anew.
pub(super) fn cache() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let in_home = |folder: &str| set("HOME").map(|home| home.join(folder));
    if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        in_home("Library/Caches")
    } else {
        set("XDG_CACHE_HOME").or_else(|| in_home(".cache"))
    }
}

/// A server with all that it needs, before anybody is told that it is there.
pub(crate) enum Ready {
    Gallery(Gallery),
    Oddities,
    #[cfg(feature = "knowledge")]
    Knowledge(KnowledgeServer),
}

impl Served {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Gallery => "gallery",
            Self::Oddities => "oddities",
            #[cfg(feature = "knowledge")]
            Self::Feathers { .. } => "feathers",
            #[cfg(feature = "knowledge")]
            Self::Knowledge { .. } => "knowledge",
        }
    }

    /// Loads what it needs.
    #[cfg_attr(
        not(feature = "knowledge"),
        expect(clippy::unnecessary_wraps, reason = "only the servers with knowledge have something to load")
    )]
    pub(crate) fn ready(&self) -> Result<Ready, Failure> {
        Ok(match self {
            Self::Gallery => Ready::Gallery(Gallery::new().with_own_process()),
            Self::Oddities => Ready::Oddities,
            #[cfg(feature = "knowledge")]
            Self::Feathers { knowledge: folder, tools } => {
                Ready::Knowledge(knowledge::feathers(folder.as_deref(), Some(tools.timeout))?)
            }
            #[cfg(feature = "knowledge")]
            Self::Knowledge { base, subject, tools } => {
                Ready::Knowledge(knowledge::documentation(base, subject.as_deref(), tools.timeout)?)
            }
        })
    }
}

impl Ready {
    /// Serves it over the standard streams.
    pub(crate) async fn serve_stdio(self, limits: Limits) -> Result<(), Failure> {
        match self {
            Self::Gallery(gallery) => serve_stream(gallery, stdin(), stdout(), limits).await?,
            Self::Oddities => oddities::serve_stdio(limits).await?,
            #[cfg(feature = "knowledge")]
            Self::Knowledge(server) => serve_stream(server, stdin(), stdout(), limits).await?,
        }
        Ok(())
    }

    /// Serves it over HTTP, until somebody wants an end.
    pub(crate) async fn serve_http(self, listener: TcpListener, limits: Limits) -> Result<(), Failure> {
        let stop = async {
            interrupted().await;
        };
        match self {
            Self::Gallery(gallery) => {
                serve_http(move || gallery.for_another_connection(), listener, limits, stop).await?;
            }
            Self::Oddities => tokio::select! {
                served = oddities::serve_http(listener, limits) => served?,
                () = stop => {}
            },
            #[cfg(feature = "knowledge")]
            Self::Knowledge(server) => serve_http(move || server.clone(), listener, limits, stop).await?,
        }
        Ok(())
    }
}

//! The servers that Retort brings along: run inside the process where they are called, or on their own.

use std::net::SocketAddr;
use std::sync::Arc;

use clap::ValueEnum;
use retort_client::naming::Command;
use retort_client::{Connection, Host, Options};
#[cfg(feature = "knowledge")]
use retort_knowledge::KnowledgeServer;
use retort_server::sdk::{serve_http, serve_stream};
use retort_server::{Limits, Server};
use retort_servers::gallery::Gallery;
use retort_servers::oddities;
use tokio::io::{duplex, split, stdin, stdout};
use tokio::net::TcpListener;

#[cfg(feature = "knowledge")]
use super::knowledge;
use super::{databases, interrupted};
use crate::args::Served;
use crate::failure::Failure;

/// One that goes by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BuiltIn {
    Gallery,
    Oddities,
    Customers,
    Shortener,
    #[cfg(feature = "knowledge")]
    Feathers,
}

impl BuiltIn {
    /// The names under which they are called.
    pub(crate) const NAMES: &[&str] = &[
        "gallery",
        "oddities",
        "customers",
        "shortener",
        #[cfg(feature = "knowledge")]
        "feathers",
    ];

    /// Whether it makes a database when it starts.
    pub(crate) fn keeps_rows(self) -> bool {
        matches!(self, Self::Customers | Self::Shortener)
    }

    /// Connects to it.
    pub(super) async fn connect(self, host: Arc<dyn Host>, how: Options) -> Result<Connection, Failure> {
        let (ours, theirs) = duplex(1 << 16);
        let (from, to) = split(theirs);
        match self {
            Self::Gallery => drop(tokio::spawn(serve_stream(Gallery::new(), from, to, Limits::default()))),
            Self::Customers => drop(tokio::spawn(databases::customers(None, None).await?.serve_stream(from, to))),
            Self::Shortener => drop(tokio::spawn(databases::shortener(None, None, None).await?.serve_stream(from, to))),
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

/// A server with all that it needs, before anybody is told that it is there.
pub(crate) enum Ready {
    Gallery(Gallery),
    Oddities,
    Tools(Box<Server>),
    #[cfg(feature = "knowledge")]
    Knowledge(KnowledgeServer),
}

impl Served {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Gallery => "gallery",
            Self::Oddities => "oddities",
            Self::Customers { .. } => "customers",
            Self::Shortener { .. } => "shortener",
            #[cfg(feature = "knowledge")]
            Self::Feathers { .. } => "feathers",
            #[cfg(feature = "knowledge")]
            Self::Knowledge { .. } => "knowledge",
        }
    }

    /// Loads what it needs. Over HTTP it is known where it is served.
    pub(crate) async fn ready(&self, served_at: Option<SocketAddr>) -> Result<Ready, Failure> {
        Ok(match self {
            Self::Gallery => Ready::Gallery(Gallery::new().with_own_process()),
            Self::Oddities => Ready::Oddities,
            Self::Customers { rows, token } => {
                Ready::Tools(Box::new(databases::customers(rows.database.as_ref(), token.as_deref()).await?))
            }
            Self::Shortener { rows, base, token, yourls, signature } => {
                let shortener = match yourls {
                    Some(site) => databases::over_yourls(site, signature.as_deref().unwrap_or_default())?,
                    None => databases::shortener(rows.database.as_ref(), base.as_deref(), served_at).await?,
                };
                Ready::Tools(Box::new(databases::guarded(shortener, token.as_deref())))
            }
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
            Self::Tools(server) => server.limits(limits).serve_stdio().await?,
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
            Self::Tools(server) => server.limits(limits).serve_http(listener, stop).await?,
            #[cfg(feature = "knowledge")]
            Self::Knowledge(server) => serve_http(move || server.clone(), listener, limits, stop).await?,
        }
        Ok(())
    }
}

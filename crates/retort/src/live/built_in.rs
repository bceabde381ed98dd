//! The servers that Retort brings along: run inside the process where they are called, or on their own.

use std::sync::Arc;

use clap::ValueEnum;
use retort_client::naming::Command;
use retort_client::{Connection, Host, Options};
use retort_servers::Error;
use retort_servers::gallery::Gallery;
use retort_servers::{oddities, serve_http, serve_stream};
use tokio::io::{duplex, split, stdin, stdout};
use tokio::net::TcpListener;

use super::interrupted;
use crate::failure::Failure;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BuiltIn {
    /// A tool for every kind of response: types, formats, blocks, pages, progress, questions, failures
    Gallery,
    /// A tool for every odd way in which servers answer, to try a client on
    Oddities,
}

impl BuiltIn {
    /// The names under which they are called.
    pub(crate) const NAMES: [&str; 2] = ["gallery", "oddities"];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gallery => "gallery",
            Self::Oddities => "oddities",
        }
    }

    /// Connects to it.
    pub(super) async fn connect(self, host: Arc<dyn Host>, how: Options) -> Result<Connection, Failure> {
        match self {
            Self::Gallery => {
                let (ours, theirs) = duplex(1 << 16);
                let (from, to) = split(theirs);
                tokio::spawn(serve_stream(Gallery::new(), from, to));
                let (from, to) = split(ours);
                Ok(Connection::over(from, to, host, how).await?)
            }
            // Some of its answers end the process, so it has one of its own.
            Self::Oddities => {
                let program = std::env::current_exe().unwrap_or_else(|_| "retort".into());
                let command = Command::new(program.to_string_lossy(), ["serve", self.name()]);
                Ok(Connection::start(&command, host, how).await?)
            }
        }
    }

    /// Serves it over the standard streams.
    pub(crate) async fn serve_stdio(self) -> Result<(), Error> {
        match self {
            Self::Gallery => serve_stream(Gallery::new().with_own_process(), stdin(), stdout()).await,
            Self::Oddities => oddities::serve_stdio().await,
        }
    }

    /// Serves it over HTTP, until somebody wants an end.
    pub(crate) async fn serve_http(self, listener: TcpListener) -> Result<(), Error> {
        let stop = async {
            interrupted().await;
        };
        match self {
            Self::Gallery => {
                let gallery = Gallery::new().with_own_process();
                serve_http(move || gallery.for_another_connection(), listener, stop).await
            }
            Self::Oddities => tokio::select! {
                served = oddities::serve_http(listener) => served,
                () = stop => Ok(()),
            },
        }
    }
}

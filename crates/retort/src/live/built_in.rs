//! The servers that Retort brings along: run inside the process where they are called, or on their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use retort_client::naming::Command;
use retort_client::{Connection, Host, Options};
use retort_knowledge::{KnowledgeLoader, KnowledgeServer, base};
use retort_servers::gallery::Gallery;
use retort_servers::{oddities, serve_http, serve_stream};
use tokio::io::{duplex, split, stdin, stdout};
use tokio::net::TcpListener;

use super::interrupted;
use crate::args::Served;
use crate::failure::Failure;
use crate::output::tell;

/// One that goes by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BuiltIn {
    Gallery,
    Oddities,
    Feathers,
}

impl BuiltIn {
    /// The names under which they are called.
    pub(crate) const NAMES: [&str; 3] = ["gallery", "oddities", "feathers"];

    /// Connects to it.
    pub(super) async fn connect(self, host: Arc<dyn Host>, how: Options) -> Result<Connection, Failure> {
        let (ours, theirs) = duplex(1 << 16);
        let (from, to) = split(theirs);
        match self {
            Self::Gallery => drop(tokio::spawn(serve_stream(Gallery::new(), from, to))),
            Self::Feathers => drop(tokio::spawn(serve_stream(feathers(None)?, from, to))),
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

/// The server that knows Feathers, from a folder or from what is built in.
fn feathers(folder: Option<&PathBuf>) -> Result<KnowledgeServer, Failure> {
    if let Some(folder) = folder {
        // Whatever is missing in a folder is nothing, but the folder itself was named.
        let missing = |reason| retort_knowledge::Error::Io { path: folder.clone(), reason };
        std::fs::read_dir(folder).map_err(missing)?;
    }
    let loader = folder.map_or_else(KnowledgeLoader::built_in, KnowledgeLoader::new);
    let server = KnowledgeServer::feathers(&loader)?;
    loader.take_warnings().iter().for_each(tell);
    Ok(server)
}

/// The server over a knowledge base.
fn documentation(folder: &Path, subject: Option<&String>) -> Result<KnowledgeServer, Failure> {
    let index = base::open(folder)?;
    let name = folder.file_name().map_or_else(|| "this project".into(), |name| name.to_string_lossy());
    Ok(KnowledgeServer::documentation(index, subject.map_or(&*name, String::as_str)))
}

impl Served {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Gallery => "gallery",
            Self::Oddities => "oddities",
            Self::Feathers { .. } => "feathers",
            Self::Knowledge { .. } => "knowledge",
        }
    }

    /// Serves it over the standard streams.
    pub(crate) async fn serve_stdio(&self) -> Result<(), Failure> {
        match self {
            Self::Gallery => serve_stream(Gallery::new().with_own_process(), stdin(), stdout()).await?,
            Self::Oddities => oddities::serve_stdio().await?,
            Self::Feathers { knowledge } => serve_stream(feathers(knowledge.as_ref())?, stdin(), stdout()).await?,
            Self::Knowledge { base, subject } => {
                serve_stream(documentation(base, subject.as_ref())?, stdin(), stdout()).await?;
            }
        }
        Ok(())
    }

    /// Serves it over HTTP, until somebody wants an end.
    pub(crate) async fn serve_http(&self, listener: TcpListener) -> Result<(), Failure> {
        let stop = async {
            interrupted().await;
        };
        let knowledge = match self {
            Self::Gallery => {
                let gallery = Gallery::new().with_own_process();
                return Ok(serve_http(move || gallery.for_another_connection(), listener, stop).await?);
            }
            Self::Oddities => {
                tokio::select! {
                    served = oddities::serve_http(listener) => served?,
                    () = stop => {}
                }
                return Ok(());
            }
            Self::Feathers { knowledge } => feathers(knowledge.as_ref())?,
            Self::Knowledge { base, subject } => documentation(base, subject.as_ref())?,
        };
        Ok(serve_http(move || knowledge.clone(), listener, stop).await?)
    }
}

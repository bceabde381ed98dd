//! The servers that Retort brings along: run inside the process where they are called, or on their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use retort_client::naming::Command;
use retort_client::{Connection, Host, Options};
use retort_knowledge::{KnowledgeLoader, KnowledgeServer, Router, base};
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
            Self::Feathers => {
                let server = feathers(&KnowledgeLoader::built_in(), None)?;
                drop(tokio::spawn(serve_stream(server, from, to)));
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

/// The server that knows Feathers. What of its knowledge is left out is told.
fn feathers(loader: &KnowledgeLoader, timeout: Option<Duration>) -> Result<KnowledgeServer, Failure> {
    let kept_in = cache().map(|folder| folder.join("retort/feathers"));
    let index = Arc::new(loader.index(kept_in.as_deref())?);
    let mut router = Router::feathers(loader, Arc::clone(&index))?;
    if let Some(timeout) = timeout {
        router = router.with_timeout(timeout);
    }
    loader.take_warnings().iter().for_each(tell);
    Ok(KnowledgeServer::feathers(router, index))
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

/// The knowledge in a folder. Whatever is missing in it is nothing, but the folder itself was named.
fn knowledge_in(folder: &Path) -> Result<KnowledgeLoader, Failure> {
    let missing = |reason| retort_knowledge::Error::Io { path: folder.to_owned(), reason };
    std::fs::read_dir(folder).map_err(missing)?;
    Ok(KnowledgeLoader::new(folder))
}

/// A server with all that it needs, before anybody is told that it is there.
pub(crate) enum Ready {
    Gallery(Gallery),
    Oddities,
    Knowledge(KnowledgeServer),
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

    /// Loads what it needs.
    pub(crate) fn ready(&self) -> Result<Ready, Failure> {
        Ok(match self {
            Self::Gallery => Ready::Gallery(Gallery::new().with_own_process()),
            Self::Oddities => Ready::Oddities,
            Self::Feathers { knowledge, tools } => {
                let loader = knowledge.as_deref().map_or_else(|| Ok(KnowledgeLoader::built_in()), knowledge_in)?;
                Ready::Knowledge(feathers(&loader, Some(tools.timeout))?)
            }
            Self::Knowledge { base: folder, subject, tools } => {
                let name = folder.file_name().map_or_else(|| "this project".into(), |name| name.to_string_lossy());
                let subject = subject.as_deref().unwrap_or(&name);
                let index = Arc::new(base::open(folder)?);
                let router = Router::documentation(Arc::clone(&index), subject).with_timeout(tools.timeout);
                Ready::Knowledge(KnowledgeServer::documentation(router, index, subject))
            }
        })
    }
}

impl Ready {
    /// Serves it over the standard streams.
    pub(crate) async fn serve_stdio(self) -> Result<(), Failure> {
        match self {
            Self::Gallery(gallery) => serve_stream(gallery, stdin(), stdout()).await?,
            Self::Oddities => oddities::serve_stdio().await?,
            Self::Knowledge(server) => serve_stream(server, stdin(), stdout()).await?,
        }
        Ok(())
    }

    /// Serves it over HTTP, until somebody wants an end.
    pub(crate) async fn serve_http(self, listener: TcpListener) -> Result<(), Failure> {
        let stop = async {
            interrupted().await;
        };
        match self {
            Self::Gallery(gallery) => serve_http(move || gallery.for_another_connection(), listener, stop).await?,
            Self::Oddities => tokio::select! {
                served = oddities::serve_http(listener) => served?,
                () = stop => {}
            },
            Self::Knowledge(server) => serve_http(move || server.clone(), listener, stop).await?,
        }
        Ok(())
    }
}

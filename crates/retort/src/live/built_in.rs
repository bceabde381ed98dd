//! The servers that Retort brings along: run inside the process where they are called, or on their own.

use std::sync::Arc;

use retort_client::{Connection, Host, Options};
use retort_servers::Error;
use retort_servers::gallery::{self, Gallery};
use tokio::io::{duplex, split, stdin, stdout};
use tokio::net::TcpListener;

use super::interrupted;

/// Their names.
pub(crate) const NAMES: [&str; 1] = ["gallery"];

/// Connects to one, inside this process.
pub(super) async fn connect(name: &str, host: Arc<dyn Host>, how: Options) -> Result<Connection, retort_client::Error> {
    let _ = name;
    let (ours, theirs) = duplex(1 << 16);
    let (from, to) = split(theirs);
    tokio::spawn(gallery::serve_stream(Gallery::new(), from, to));
    let (from, to) = split(ours);
    Connection::over(from, to, host, how).await
}

/// Serves one over the standard streams.
pub(crate) async fn serve_stdio(name: &str) -> Result<(), Error> {
    let _ = name;
    gallery::serve_stream(Gallery::new().with_own_process(), stdin(), stdout()).await
}

/// Serves one over HTTP, until somebody wants an end.
pub(crate) async fn serve_http(name: &str, listener: TcpListener) -> Result<(), Error> {
    let _ = name;
    let stop = async {
        interrupted().await;
    };
    gallery::serve_http(Gallery::new().with_own_process(), listener, stop).await
}

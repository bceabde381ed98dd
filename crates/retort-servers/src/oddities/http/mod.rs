//! The server over HTTP: streamable at `/mcp`, legacy at `/sse` and `/message`. Responses are written byte by byte, because a
//! sound HTTP library cannot send what is odd.

mod connection;
mod player;
mod route;
mod session;

use std::future::pending;
use std::sync::Arc;

use retort_server::http::{Site, serve};
use retort_server::{Error, Limits};
use tokio::net::TcpListener;

use self::route::Server;

/// Serves every connection that the listener takes, for ever. It listens to this machine only.
///
/// `/mcp` answers with JSON where the body is not the odd thing, `/mcp?stream` with an event stream.
///
/// # Errors
///
/// When the listener is not bound to loopback.
pub async fn serve_http(listener: TcpListener, limits: Limits) -> Result<(), Error> {
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        return Err(Error::NotLoopback(address));
    }
    let site = Site::new(&listener, limits)?;
    let server = Arc::new(Server::new(address, Arc::clone(&site)));
    serve(listener, site, pending(), move |connection| connection::serve(connection, Arc::clone(&server))).await;
    Ok(())
}

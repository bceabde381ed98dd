//! The server over HTTP: streamable at `/mcp`, legacy at `/sse` and `/message`. Requests are read by a small parser
//! and responses are written byte by byte, because a sound HTTP library cannot send what is odd.

mod connection;
mod player;
mod request;
mod route;
mod session;

use std::sync::Arc;

use tokio::net::TcpListener;

use self::route::Server;
use crate::Error;

/// Serves every connection that the listener takes, for ever. It listens to this machine only.
///
/// `/mcp` answers with JSON where the body is not the odd thing, `/mcp?stream` with an event stream.
///
/// # Errors
///
/// When the listener is not bound to loopback, or fails.
pub async fn serve_http(listener: TcpListener) -> Result<(), Error> {
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        return Err(Error::NotLoopback(address));
    }
    let server = Arc::new(Server::new(address));
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let server = Arc::clone(&server);
                tokio::spawn(async move { connection::serve(stream, &server).await });
            }
            // A client that left before it was taken, or no file handle left: neither lasts.
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
    }
}

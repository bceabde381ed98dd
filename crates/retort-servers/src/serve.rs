//! A server over any pair of streams, which is stdio or a pipe inside a process, and over streamable HTTP.

use std::future::{Future, IntoFuture, pending};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::ServerHandler;
use rmcp::service::{QuitReason, ServerInitializeError, ServiceExt};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::Error;
use crate::lines::Lines;

/// How long connections have to end when the server does.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(2);

/// Where the HTTP server answers.
const ENDPOINT: &str = "/mcp";

/// Serves one client over a pair of streams, one message a line, until it closes its end.
///
/// # Errors
///
/// Where the client does not open the connection as the protocol asks, or the connection breaks off.
pub async fn serve_stream<H, R, W>(server: H, read: R, write: W) -> Result<(), Error>
where
    H: ServerHandler,
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let running = match server.serve(Lines::new(read, write)).await {
        Ok(running) => running,
        // A client that leaves before it has said anything is no failure.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(Error::Opening(error.to_string())),
    };
    match running.waiting().await {
        Ok(QuitReason::JoinError(error)) | Err(error) => Err(Error::Broken(error.to_string())),
        Ok(_) => Ok(()),
    }
}

/// Serves clients over streamable HTTP at `/mcp`, each connection with a server of its own, in all revisions, until
/// `stop` is ready; calls that are still open then are cancelled.
///
/// Only requests to the loopback names and to the address of the listener are answered, and of those that come from a
/// web page only the ones from a loopback address. So a page elsewhere cannot reach a server on its visitor's machine.
///
/// # Errors
///
/// Where the listener fails.
pub async fn serve_http<H: ServerHandler>(
    server: impl Fn() -> H + Send + Sync + 'static,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Error> {
    let mut config = StreamableHttpServerConfig::default().with_allowed_origins([
        "http://localhost:*",
        "http://127.0.0.1:*",
        "http://[::1]:*",
    ]);
    config.allowed_hosts.push(listener.local_addr()?.ip().to_string());
    let open_calls = config.cancellation_token.clone();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server()), sessions, config);
    let router = Router::new().route_service(ENDPOINT, service);
    let (tell, stopped) = oneshot::channel();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
        stop.await;
        open_calls.cancel();
        // Nobody waits for it only where the server has ended already.
        let _ = tell.send(());
    });
    let patience = async {
        if stopped.await.is_err() {
            pending::<()>().await;
        }
        sleep(CLOSING_TIMEOUT).await;
    };
    tokio::select! {
        ended = serving.into_future() => ended?,
        // A request that was never sent to its end would keep the server for ever.
        () = patience => {}
    }
    Ok(())
}

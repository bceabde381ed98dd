//! How a peer comes to be: over two streams, as a program that is started, or at an address.

use std::process::Command;
use std::sync::Arc;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

use crate::budget::Limits;
use crate::dispatch::{dispatch, post};
use crate::error::Error;
use crate::handler::{Arrival, Handler};
use crate::inbox::Inbox;
use crate::options::{Address, PeerOptions};
use crate::peer::{Inner, Peer};
use crate::transport::child::Child;
use crate::transport::http::Http;
use crate::transport::sse::Sse;
use crate::transport::{Pipe, Transport, Web};

/// What a peer is made of, before its transport is there.
struct Parts {
    handler: Arc<dyn Handler>,
    options: PeerOptions,
    inbox: Arc<Inbox>,
    arrivals: mpsc::Receiver<Arrival>,
    posted: mpsc::Receiver<Bytes>,
}

impl Parts {
    fn new(handler: Arc<dyn Handler>, options: PeerOptions) -> Self {
        let (queue, arrivals) = mpsc::channel(options.queue.max(1));
        let (post, posted) = mpsc::channel(options.queue.max(1));
        let limits = Limits::new(options.max_size, options.budget.clone());
        let inbox = Inbox::new(options.matching, options.tap.clone(), limits, Arc::clone(&handler), queue, post);
        Self { handler, options, inbox: Arc::new(inbox), arrivals, posted }
    }

    fn connect(self, transport: Transport) -> Peer {
        let Self { handler, options, inbox, arrivals, posted } = self;
        let transport = Arc::new(transport);
        let (out, heard) = (Arc::clone(&transport), Arc::clone(&inbox));
        let dispatching = tokio::spawn(dispatch(arrivals, handler, out, heard, options.questions));
        let posting = tokio::spawn(post(posted, Arc::clone(&transport), Arc::clone(&inbox)));
        Peer(Arc::new(Inner { transport, inbox, tasks: [dispatching.abort_handle(), posting.abort_handle()] }))
    }
}

impl Peer {
    /// Somebody at the other end of two streams of bytes: the standard streams of this process, or a peer inside it. This has
    /// to be called where a `tokio` runtime runs.
    pub fn over(
        from: impl AsyncRead + Send + Unpin + 'static,
        to: impl AsyncWrite + Send + Unpin + 'static,
        handler: Arc<dyn Handler>,
        options: PeerOptions,
    ) -> Self {
        let parts = Parts::new(handler, options);
        let pipe = Pipe::open(from, to, None, &parts.inbox, parts.options.queue);
        parts.connect(Transport::Pipe(pipe))
    }

    /// A program that is started, and heard over its standard streams. It is the leader of a process group, which ends with
    /// the connection.
    ///
    /// # Errors
    ///
    /// Where it cannot be started.
    pub fn start(command: Command, handler: Arc<dyn Handler>, options: PeerOptions) -> Result<Self, Error> {
        let parts = Parts::new(handler, options);
        let (child, to, from) = Child::start(command, &parts.handler, &parts.options)?;
        let pipe = Pipe::open(from, to, Some(Arc::new(child)), &parts.inbox, parts.options.queue);
        Ok(parts.connect(Transport::Pipe(pipe)))
    }

    /// A server at an address, over streamable HTTP. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// Where the address is none, or a header cannot be sent.
    pub fn http(address: Address, handler: Arc<dyn Handler>, options: PeerOptions) -> Result<Self, Error> {
        let parts = Parts::new(handler, options);
        let web = Web::new(address, &parts.inbox)?;
        Ok(parts.connect(Transport::Http(Http::new(web))))
    }

    /// A server at an address, over HTTP+SSE as revision 2024-11-05 has it. Its stream is opened.
    ///
    /// # Errors
    ///
    /// Where it cannot be reached, or has no such stream.
    pub async fn sse(address: Address, handler: Arc<dyn Handler>, options: PeerOptions) -> Result<Self, Error> {
        let parts = Parts::new(handler, options);
        let timeout = address.timeout;
        let web = Web::new(address, &parts.inbox)?;
        let sse = Sse::open(web, timeout).await?;
        Ok(parts.connect(Transport::Sse(sse)))
    }
}

//! A peer: whoever is at the other end of a connection. It is asked, told and answered, and asks and tells in turn; all of
//! it as bytes.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use retort_core::Revision;
use tokio::task::AbortHandle;

use crate::dispatch::{LONGEST_POST, send};
use crate::error::Error;
use crate::handler::{Answer, Question};
use crate::head::string_of;
use crate::inbox::{Closing, Id, Inbox, StoppedClock, Times};
use crate::method::{CANCELLED, is_greeting};
use crate::options::RequestOptions;
use crate::params::{Params, put_string};
use crate::reply::Reply;
use crate::request::InFlight;
use crate::splice::{member, with_id, with_member};
use crate::stderr::Stderr;
use crate::transport::{Outgoing, Transport};

/// How long a server may take to hear that it can stop: from a pipe, and over the network.
const LONGEST_CANCELLING: Duration = Duration::from_millis(500);
const LONGEST_CANCELLING_BY_POST: Duration = Duration::from_secs(2);

/// A connection to somebody who speaks the protocol, in either role. It is cheap to clone; when the last clone is dropped,
/// the connection ends, and a child process with it.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// use std::sync::Arc;
/// use retort_wire::{Answer, Answering, Handler, NoHandler, Params, Peer, PeerOptions, Question, RequestOptions};
///
/// struct Echo;
///
/// impl Handler for Echo {
///     fn asked(&self, question: Question) -> Answering<'_, Answer> {
///         Box::pin(async move { Answer::Result(question.params().map_or("{}".to_owned(), |params| params.to_json())) })
///     }
/// }
///
/// let (ours, theirs) = tokio::io::duplex(1024);
/// let (from, to) = tokio::io::split(theirs);
/// let server = Peer::over(from, to, Arc::new(Echo), PeerOptions::default());
/// let (from, to) = tokio::io::split(ours);
/// let client = Peer::over(from, to, Arc::new(NoHandler), PeerOptions::default());
///
/// let params = Params::new().with("text", "hello");
/// let reply = client.request("echo", params, RequestOptions::default()).await.unwrap();
/// assert_eq!(&reply.bytes[..], br#"{"jsonrpc":"2.0","id":1,"result":{"text":"hello"}}"#);
/// # drop(server);
/// # });
/// ```
#[derive(Clone)]
pub struct Peer(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) transport: Arc<Transport>,
    pub(crate) inbox: Arc<Inbox>,
    pub(crate) tasks: [AbortHandle; 2],
}

impl Drop for Inner {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        self.transport.stop();
    }
}

impl std::fmt::Debug for Peer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Peer").field("inbox", &self.0.inbox).finish_non_exhaustive()
    }
}

impl Peer {
    /// Asks for something and waits for the reply. When the future is dropped before, the other side is told.
    ///
    /// # Errors
    ///
    /// Where no reply came. One that is an error is a reply.
    pub async fn request(&self, method: &str, params: Params, options: RequestOptions) -> Result<Reply, Error> {
        self.request_with(method, options, |_| params).await
    }

    /// The same, where the parameters tell the id, such as for a progress token.
    ///
    /// # Errors
    ///
    /// Where no reply came.
    pub async fn request_with(
        &self,
        method: &str,
        options: RequestOptions,
        params: impl FnOnce(Id) -> Params,
    ) -> Result<Reply, Error> {
        self.begin(method, options, params).await?.reply().await
    }

    /// Sends a request. What this gives knows its id, and waits for the reply.
    ///
    /// # Errors
    ///
    /// Where it could not be sent.
    pub async fn begin(
        &self,
        method: &str,
        options: RequestOptions,
        params: impl FnOnce(Id) -> Params,
    ) -> Result<InFlight, Error> {
        let id = self.0.inbox.next_id();
        let params = params(id);
        let token = params.json("_meta").and_then(|meta| {
            let token = member(meta.as_bytes(), &["progressToken"])?;
            Some(String::from_utf8_lossy(token).into_owned())
        });
        let mut named = String::new();
        put_string(&mut named, method);
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{named},"params":{}}}"#, params.to_json());
        self.send_request(id, method, token, message.into(), options).await
    }

    /// Sends a text as it is, which need be no message; with lenient matching, the next thing that comes and belongs to
    /// nobody else is its answer.
    ///
    /// # Errors
    ///
    /// Where nothing came.
    pub async fn send_text(&self, text: &str, options: RequestOptions) -> Result<Reply, Error> {
        let (id, bytes) = (self.0.inbox.next_id(), Bytes::copy_from_slice(text.as_bytes()));
        self.send_request(id, "a text that is no message", None, bytes, options).await?.reply().await
    }

    /// Asks what somebody else asked, byte for byte but for the id, and gives the reply, byte for byte but for the id:
    /// that is the question's again. While it is waited for, the clock of the request that the question belongs to stands
    /// still; when the question is cancelled, so is this.
    ///
    /// # Errors
    ///
    /// Where no reply came.
    pub async fn forward(&self, question: &Question, options: RequestOptions) -> Result<Bytes, Error> {
        let _clock = question.stop_clock();
        let mut in_flight = self.begin_bytes(question.bytes(), question.method(), options).await?;
        let reply = tokio::select! {
            biased;
            reply = in_flight.wait() => reply?,
            cancellation = question.cancelled() => {
                let id = in_flight.abandon();
                if self.0.transport.wants_cancellations()
                    && let Some(message) = with_member(&cancellation, &["params", "requestId"], &id.to_string())
                {
                    self.send(message).await?;
                }
                return Err(Error::Cancelled);
            }
        };
        Ok(with_id(&reply.bytes, question.id()).unwrap_or(reply.bytes))
    }

    /// Asks what somebody else asked, where there is no [`Question`] but only its bytes. The reply has the id that the request
    /// came with.
    ///
    /// # Errors
    ///
    /// Where it is no request, or no reply came.
    pub async fn forward_bytes(&self, request: &[u8], options: RequestOptions) -> Result<Bytes, Error> {
        let named = |path| member(request, path).ok_or(Error::NotARequest);
        let id = String::from_utf8_lossy(named(&["id"])?);
        let method = string_of(named(&["method"])?).ok_or(Error::NotARequest)?;
        let reply = self.begin_bytes(request, &method, options).await?.reply().await?;
        Ok(with_id(&reply.bytes, &id).unwrap_or(reply.bytes))
    }

    /// Sends a request that is there as bytes, under an id of this connection. What this gives waits for the reply, which
    /// has that id.
    ///
    /// # Errors
    ///
    /// Where it is no request, or could not be sent.
    pub async fn begin_bytes(&self, request: &[u8], method: &str, options: RequestOptions) -> Result<InFlight, Error> {
        let id = self.0.inbox.next_id();
        let bytes = with_id(request, &id.to_string()).ok_or(Error::NotARequest)?;
        let token = memchr::memmem::find(request, b"progressToken").and_then(|_| {
            let token = member(request, &["params", "_meta", "progressToken"])?;
            Some(String::from_utf8_lossy(token).into_owned())
        });
        self.send_request(id, method, token, bytes, options).await
    }

    async fn send_request(
        &self,
        id: Id,
        method: &str,
        token: Option<String>,
        bytes: Bytes,
        options: RequestOptions,
    ) -> Result<InFlight, Error> {
        let times = Times { timeout: options.timeout, max_time: options.max_time };
        let ticket = self.0.inbox.expect(id, method, token, times);
        let mut in_flight = InFlight::new(Arc::clone(&self.0), ticket, times);
        self.0.inbox.sent(&bytes);
        let outgoing =
            Outgoing { bytes, id: Some(id), method: method.to_owned(), headers: options.headers, place: None };
        // Also one that nobody takes has its deadline.
        let ending = tokio::select! {
            biased;
            sent = self.0.transport.send(outgoing) => sent.map(|()| None)?,
            ending = in_flight.wait() => Some(ending),
        };
        Ok(in_flight.ended_early(ending))
    }

    /// Tells something, and waits until it is on its way.
    ///
    /// # Errors
    ///
    /// Where it could not be sent.
    pub async fn notify(&self, method: &str, params: Option<Params>) -> Result<(), Error> {
        self.send_as(notification(method, params), method).await
    }

    /// The same, but what goes wrong is told to the handler, and no more; and nobody is waited for for long.
    pub async fn tell(&self, method: &str, params: Option<Params>) {
        match tokio::time::timeout(LONGEST_POST, self.notify(method, params)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => self.notice(&format!("{method} did not arrive: {error}")),
            Err(_) => self.notice(&format!("the server did not take {method}; going on all the same")),
        }
    }

    /// Sends a message as it is, such as a notification of somebody else.
    ///
    /// # Errors
    ///
    /// Where it could not be sent.
    pub async fn send(&self, message: Bytes) -> Result<(), Error> {
        self.send_as(message, "").await
    }

    async fn send_as(&self, message: Bytes, method: &str) -> Result<(), Error> {
        self.0.inbox.sent(&message);
        self.0.transport.send(Outgoing::told(message, method)).await
    }

    /// Answers a question that the handler left for later. `id` is its id as JSON.
    pub async fn respond(&self, id: &str, answer: Answer) {
        let place = self.0.inbox.question_is_over(id);
        if let Some(message) = answer.message(id) {
            send(&self.0.transport, &self.0.inbox, message, place).await;
        }
    }

    /// Cancels a request: the other side is told, and whoever waits is given [`Error::Cancelled`].
    pub async fn cancel(&self, id: Id, reason: &str) {
        if !self.0.inbox.waits(id) {
            return;
        }
        if self.0.transport.wants_cancellations() {
            let params = Params::new().with("requestId", id).with("reason", reason);
            let telling = self.notify(CANCELLED, Some(params));
            // Whoever cancels wants an end: a server that does not listen is not waited for.
            let patience = if self.0.transport.is_pipe() { LONGEST_CANCELLING } else { LONGEST_CANCELLING_BY_POST };
            let _ = tokio::time::timeout(patience, telling).await;
        }
        self.0.transport.abandon(id);
        self.0.inbox.fail(id, |_, _| Error::Cancelled);
    }

    /// Cancels every request that waits.
    pub async fn cancel_all(&self, reason: &str) {
        for id in self.0.inbox.all_waiting() {
            self.cancel(id, reason).await;
        }
    }

    /// Waits until the connection is over: the other side sends no more, and what it asked is answered; or this side has
    /// closed it. Tells how it ended.
    pub async fn closed(&self) -> Closing {
        self.0.inbox.over().await
    }

    /// Ends the connection: a session is ended, a child process with everything that it started. What still waits fails.
    pub async fn close(&self) {
        // What is on its way out goes out first.
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
        self.0.transport.close().await;
    }

    /// Tells the handler something about the connection.
    pub fn notice(&self, text: &str) {
        self.0.inbox.notice(text);
    }

    /// What a child process has written to standard error so far.
    pub fn stderr(&self) -> Stderr {
        self.0.transport.stderr()
    }

    /// The methods that only feel for how a server speaks: what it logs of those explains no failure.
    pub fn set_probes(&self, probes: &'static [&'static str]) {
        self.0.transport.set_probes(probes);
    }

    /// Whether the clock of some request stands still, since somebody is asked something.
    pub fn is_asking(&self) -> bool {
        self.0.inbox.is_asking()
    }

    /// Stops the clocks of some requests for as long as what this gives lives.
    pub fn stop_clocks(&self, ids: &[Id]) -> StoppedClock {
        StoppedClock::new(Some(Arc::clone(&self.0.inbox)), ids)
    }

    /// Over HTTP: what was agreed on. The revision is named in every request from now on; without a session, none is.
    pub fn agree(&self, revision: Option<Revision>, in_session: bool) {
        if let Transport::Http(http) = &*self.0.transport {
            http.agree(revision, in_session);
        }
    }

    /// Over HTTP: forgets what was agreed on, since the server is about to be greeted again.
    pub fn forget_session(&self) {
        if let Transport::Http(http) = &*self.0.transport {
            http.forget_session();
        }
    }

    /// Over HTTP: asks for the stream on which the server sends what answers no request.
    pub fn listen(&self) {
        if let Transport::Http(http) = &*self.0.transport {
            http.listen();
        }
    }

    /// Whether there are sessions that a server may forget.
    pub fn has_sessions(&self) -> bool {
        matches!(&*self.0.transport, Transport::Http(_))
    }
}

impl Inner {
    /// Nobody waits for a request any more: the other side is told, where it wants to know.
    pub(crate) fn tell_given_up(&self, id: Id, method: &str) {
        // A greeting cannot be cancelled, nor what is no message.
        if method.contains('/') && !is_greeting(method) && self.transport.wants_cancellations() {
            let params = Params::new().with("requestId", id).with("reason", "nobody waits for it any more");
            self.inbox.post(notification(CANCELLED, Some(params)));
        }
    }
}

fn notification(method: &str, params: Option<Params>) -> Bytes {
    let message = Params::new().with("jsonrpc", "2.0").with("method", method);
    match params {
        Some(params) => message.with_json("params", params.to_json()).to_json().into(),
        None => message.to_json().into(),
    }
}

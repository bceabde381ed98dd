//! One question, one answer: requests go out over a transport and wait for their replies until a deadline, which
//! progress moves.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::error::Error;
use crate::host::Host;
use crate::inbox::{Id, Inbox, Reply, Ticket};
use crate::params::Params;
use crate::record::Recorder;
use crate::transport::{Outgoing, Transport};

/// A transport, and what comes in over it.
pub(crate) struct Link {
    pub(crate) transport: Arc<Transport>,
    pub(crate) inbox: Arc<Inbox>,
}

/// An inbox, and the answers that it gives to what the server asks.
pub(crate) fn inbox(
    host: &Arc<dyn Host>,
    recorder: Option<&Recorder>,
) -> (Arc<Inbox>, mpsc::UnboundedReceiver<String>) {
    let (sender, answers) = mpsc::unbounded_channel();
    (Arc::new(Inbox::new(Arc::clone(host), recorder.cloned(), sender)), answers)
}

impl Link {
    pub(crate) fn new(transport: Transport, inbox: Arc<Inbox>, mut answers: mpsc::UnboundedReceiver<String>) -> Self {
        let transport = Arc::new(transport);
        let (out, heard) = (Arc::downgrade(&transport), Arc::downgrade(&inbox));
        tokio::spawn(async move {
            while let Some(text) = answers.recv().await {
                let (Some(transport), Some(inbox)) = (out.upgrade(), heard.upgrade()) else { return };
                inbox.sent(&text);
                let answer = Outgoing { text, id: None, method: String::new(), headers: Vec::new() };
                // Each on its own: one that is not taken does not hold up the next.
                tokio::spawn(async move { transport.send(answer).await });
            }
        });
        Self { transport, inbox }
    }

    /// Asks, and waits for the answer. `complete` makes the parameters from the id.
    pub(crate) async fn ask(
        &self,
        method: &str,
        headers: Vec<(String, String)>,
        timeout: Duration,
        complete: impl FnOnce(Id) -> Params,
    ) -> Result<Reply, Error> {
        let ticket = self.inbox.expect(method, timeout);
        let params = complete(ticket.id);
        let message = Params::new().with("jsonrpc", "2.0").with("id", ticket.id).with("method", method);
        let text = message.with_json("params", params.to_json()).to_json();
        self.inbox.sent(&text);
        let outgoing = Outgoing { text, id: Some(ticket.id), method: method.to_owned(), headers };
        self.transport.send(outgoing).await?;
        self.wait(ticket, method, timeout).await
    }

    /// Sends a text as it is; the next thing that comes and belongs to nobody else is its answer.
    pub(crate) async fn send_text(&self, text: &str, timeout: Duration) -> Result<Reply, Error> {
        let method = "a text that is no message";
        let ticket = self.inbox.expect(method, timeout);
        self.inbox.sent(text);
        let text = text.to_owned();
        let outgoing = Outgoing { text, id: Some(ticket.id), method: method.to_owned(), headers: Vec::new() };
        self.transport.send(outgoing).await?;
        self.wait(ticket, method, timeout).await
    }

    async fn wait(&self, mut ticket: Ticket, method: &str, timeout: Duration) -> Result<Reply, Error> {
        let mut watching = true;
        loop {
            let deadline = *ticket.deadline.borrow_and_update();
            tokio::select! {
                reply = &mut ticket.reply => return reply.unwrap_or(Err(Error::Cancelled)),
                changed = ticket.deadline.changed(), if watching => watching = changed.is_ok(),
                () = sleep_until(deadline) => if *ticket.deadline.borrow() <= Instant::now() { break },
            }
        }
        // What has come so far may be enough.
        self.transport.salvage();
        if let Ok(reply) = ticket.reply.try_recv() {
            return reply;
        }
        self.transport.abandon(ticket.id);
        let (end, arrived) = self.inbox.take(ticket.id);
        if let Some(end) = end {
            return end;
        }
        // The first question cannot be cancelled, nor what is none.
        if method.contains('/') {
            self.cancel(ticket.id, "no answer in time").await;
        }
        Err(Error::Deadline { method: method.to_owned(), after: timeout, stderr: self.transport.stderr(), arrived })
    }

    /// Tells the server that nobody waits any more.
    async fn cancel(&self, id: Id, reason: &str) {
        let params = Params::new().with("requestId", id).with("reason", reason);
        let telling = self.tell("notifications/cancelled", Some(params));
        // A server that does not listen must not hold up the end.
        let _ = tokio::time::timeout(Duration::from_secs(1), telling).await;
    }

    /// Cancels everything that waits.
    pub(crate) async fn cancel_all(&self) {
        for id in self.inbox.all_waiting() {
            self.cancel(id, "cancelled by the user").await;
            self.transport.abandon(id);
            self.inbox.fail(id, |_, _| Error::Cancelled);
        }
    }

    /// Sends a notification.
    pub(crate) async fn tell(&self, method: &str, params: Option<Params>) -> Result<(), Error> {
        let message = Params::new().with("jsonrpc", "2.0").with("method", method);
        let message = match params {
            Some(params) => message.with_json("params", params.to_json()),
            None => message,
        };
        let text = message.to_json();
        self.inbox.sent(&text);
        let outgoing = Outgoing { text, id: None, method: method.to_owned(), headers: Vec::new() };
        self.transport.send(outgoing).await
    }
}

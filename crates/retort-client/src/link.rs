//! One question, one answer: requests go out over a transport and wait for their replies until a deadline, which
//! progress moves.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

use crate::error::Error;
use crate::host::Host;
use crate::inbox::{Id, Inbox, Reply, Ticket, is_greeting};
use crate::params::Params;
use crate::record::Recorder;
use crate::transport::{Outgoing, Transport};

/// How long a notification may take; a server that does not listen must not hold up the rest.
const NOTICE: Duration = Duration::from_secs(5);

/// A transport, and what comes in over it.
pub(crate) struct Link {
    pub(crate) transport: Arc<Transport>,
    pub(crate) inbox: Arc<Inbox>,
    postman: AbortHandle,
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
        let (out, heard) = (Arc::clone(&transport), Arc::clone(&inbox));
        let posting = async move {
            while let Some(text) = answers.recv().await {
                heard.sent(&text);
                let answer = Outgoing { text, id: None, method: String::new(), headers: Vec::new() };
                // One that is not taken does not hold up the next for long.
                let _ = tokio::time::timeout(NOTICE, out.send(answer)).await;
            }
        };
        let postman = tokio::spawn(posting).abort_handle();
        Self { transport, inbox, postman }
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
        self.send_and_wait(ticket, Outgoing { text, id: None, method: method.to_owned(), headers }, timeout).await
    }

    /// Sends a text as it is; the next thing that comes and belongs to nobody else is its answer.
    pub(crate) async fn send_text(&self, text: &str, timeout: Duration) -> Result<Reply, Error> {
        let method = "a text that is no message";
        let ticket = self.inbox.expect(method, timeout);
        let outgoing = Outgoing { text: text.to_owned(), id: None, method: method.to_owned(), headers: Vec::new() };
        self.send_and_wait(ticket, outgoing, timeout).await
    }

    async fn send_and_wait(&self, ticket: Ticket, outgoing: Outgoing, timeout: Duration) -> Result<Reply, Error> {
        let (id, method) = (ticket.id, outgoing.method.clone());
        let mut asking = Asking { link: self, id, method: &method, is_over: false };
        self.inbox.sent(&outgoing.text);
        self.transport.send(Outgoing { id: Some(id), ..outgoing }).await?;
        let reply = self.wait(ticket, &method, timeout).await;
        asking.is_over = !matches!(reply, Err(Error::Deadline { .. }));
        reply
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
        self.transport.salvage(ticket.id);
        let (end, arrived) = self.inbox.give_up(ticket.id);
        if let Ok(reply) = ticket.reply.try_recv() {
            return reply;
        }
        if let Some(end) = end {
            return end;
        }
        Err(Error::Deadline { method: method.to_owned(), after: timeout, stderr: self.transport.stderr(), arrived })
    }

    /// Cancels everything that waits.
    pub(crate) async fn cancel_all(&self) {
        for id in self.inbox.all_waiting() {
            if self.transport.wants_cancellations() {
                let params = Params::new().with("requestId", id).with("reason", "cancelled by the user");
                self.tell("notifications/cancelled", Some(params)).await;
            }
            self.transport.abandon(id);
            self.inbox.fail(id, |_, _| Error::Cancelled);
        }
    }

    /// Sends a notification. What goes wrong is told, and no more: nobody answers it anyway.
    pub(crate) async fn tell(&self, method: &str, params: Option<Params>) {
        let text = notification(method, params);
        self.inbox.sent(&text);
        let outgoing = Outgoing { text, id: None, method: method.to_owned(), headers: Vec::new() };
        match tokio::time::timeout(NOTICE, self.transport.send(outgoing)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => self.inbox.host.notice(&format!("{method} did not arrive: {error}")),
            Err(_) => self.inbox.host.notice(&format!("the server did not take {method}; going on all the same")),
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.postman.abort();
        self.transport.stop();
    }
}

fn notification(method: &str, params: Option<Params>) -> String {
    let message = Params::new().with("jsonrpc", "2.0").with("method", method);
    match params {
        Some(params) => message.with_json("params", params.to_json()).to_json(),
        None => message.to_json(),
    }
}

/// A request in flight. Where whoever asked goes away before it is over, the server is told.
struct Asking<'a> {
    link: &'a Link,
    id: Id,
    method: &'a str,
    is_over: bool,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.link.transport.abandon(self.id);
        if self.is_over {
            return;
        }
        self.link.inbox.give_up(self.id);
        // A greeting cannot be cancelled, nor what is no message.
        if self.method.contains('/') && !is_greeting(self.method) && self.link.transport.wants_cancellations() {
            let params = Params::new().with("requestId", self.id).with("reason", "nobody waits for it any more");
            self.link.inbox.post(notification("notifications/cancelled", Some(params)));
        }
    }
}

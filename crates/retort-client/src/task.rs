//! Calls that take their time: in revision 2025-11-25 a server may want a tool to be called as a task, which is then
//! looked after until it is done.

use std::collections::BTreeSet;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use retort_core::{Body, Raw, ResultType, Revision};
use retort_wire::{Params, Peer, RequestOptions};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::catalogue::Entry;
use crate::connection::Connection;
use crate::error::Error;
use crate::host::Progress;
use crate::reply::Reply;

/// How often a task is looked after where the server does not say.
const POLL: Duration = Duration::from_secs(1);
/// However often it says, not more often than this, and not less.
const OFTEN: Duration = Duration::from_millis(20);
const SELDOM: Duration = Duration::from_secs(10);
/// How long a server may take to hear that a task is not wanted any more.
const TO_CANCEL: Duration = Duration::from_secs(1);

/// A task as its server tells of it.
#[derive(Debug, PartialEq, Eq)]
struct Task {
    id: String,
    /// Everything that is said of it, so that any change is seen.
    said: String,
    status: String,
    message: String,
    poll: Duration,
}

impl Task {
    fn read(raw: &Raw) -> Option<Self> {
        let text = |key: &str| raw.get(key).map(|value| value.to_plain().into_owned());
        let poll = text("pollInterval").and_then(|poll| poll.parse().ok()).map_or(POLL, Duration::from_millis);
        Some(Self {
            id: text("taskId")?,
            said: raw.to_json(),
            status: text("status").unwrap_or_default(),
            message: text("statusMessage").unwrap_or_default(),
            poll: poll.clamp(OFTEN, SELDOM),
        })
    }

    /// The task that a reply has in place of a result.
    fn of_call(reply: &Reply) -> Option<Self> {
        let Body::Result(result) = &reply.message.body else { return None };
        (result.result_type == Some(ResultType::Task)).then(|| Self::read(&result.raw.get("task")?))?
    }

    /// The task that `tasks/get` tells of.
    fn of_look(reply: &Reply) -> Option<Self> {
        let Body::Result(result) = &reply.message.body else { return None };
        Self::read(&result.raw)
    }
}

/// Whether a tool can be called as a task alone.
fn must_be_task(tool: &Entry) -> bool {
    let support = tool.raw.get("execution").and_then(|execution| execution.get("taskSupport"));
    support.is_some_and(|support| support.to_plain() == "required")
}

impl Connection {
    /// Whether a tool is to be called as a task.
    pub(crate) fn calls_as_task(&self, tool: &Entry) -> bool {
        self.greeting().revision == Revision::V2025_11_25 && must_be_task(tool)
    }

    /// What becomes of the task that was called for. The time that a request may take starts anew whenever there is
    /// news of it. Where nobody waits for it any more, the server is told.
    pub(crate) async fn outcome(&self, reply: Reply) -> Result<Reply, Error> {
        let Some(mut task) = Task::of_call(&reply) else { return Ok(reply) };
        let mut tending = Tending::of(self, &task.id);
        let (begun, mut news) = (Instant::now(), Instant::now());
        loop {
            self.tell_of(&task, begun);
            if task.status != "working" {
                // It is done, or asks something, which comes while its result is waited for.
                match self.request("tasks/result", Params::new().with("taskId", &task.id)).await {
                    Err(error) if error.is_deadline() && task.status == "input_required" => {}
                    reply => {
                        tending.is_over();
                        return reply;
                    }
                }
            } else if let Some(after) = self.options.max_time.filter(|most| begun.elapsed() >= *most) {
                self.cancel_task(&task.id).await;
                let (method, stderr, arrived) = ("tools/call".to_owned(), self.peer.stderr(), reply.bytes.to_vec());
                return Err(retort_wire::Error::Overtime { method, after, stderr, arrived }.into());
            } else if news.elapsed() >= self.options.timeout {
                self.cancel_task(&task.id).await;
                let (method, after) = ("tools/call".to_owned(), self.options.timeout);
                let stderr = self.peer.stderr();
                return Err(
                    retort_wire::Error::Deadline { method, after, stderr, arrived: reply.bytes.to_vec() }.into()
                );
            } else {
                sleep(task.poll.min(self.options.timeout)).await;
            }
            let look = self.request("tasks/get", Params::new().with("taskId", &task.id)).await?;
            let Some(seen) = Task::of_look(&look) else {
                tending.is_over();
                return Ok(look);
            };
            if seen != task {
                news = Instant::now();
            }
            task = seen;
        }
    }

    fn tell_of(&self, task: &Task, begun: Instant) {
        let message = Some(task.message.clone()).filter(|message| !message.is_empty());
        let done = begun.elapsed().as_secs_f64().round();
        self.host.progress(&Progress { done, total: None, message });
    }

    fn tasks(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancelling(&self) -> MutexGuard<'_, JoinSet<()>> {
        self.cancelling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tasks that are waited for.
    pub fn running_tasks(&self) -> Vec<String> {
        self.tasks().iter().cloned().collect()
    }

    /// Tells the server that nobody waits for a task any more; the others go on.
    pub async fn cancel_task(&self, id: &str) {
        if self.tasks().remove(id) {
            cancel(self.peer.clone(), id.to_owned()).await;
        }
    }

    /// Tells the server that nobody waits for any task any more.
    pub(crate) async fn cancel_tasks(&self) {
        for id in self.running_tasks() {
            self.cancel_task(&id).await;
        }
        // Calls that were dropped have said so by themselves.
        let mut cancelling = std::mem::take(&mut *self.cancelling());
        while cancelling.join_next().await.is_some() {}
    }
}

async fn cancel(peer: Peer, id: String) {
    // Whatever it answers, the end has come.
    let _ = peer.request("tasks/cancel", Params::new().with("taskId", id), RequestOptions::within(TO_CANCEL)).await;
}

/// A task that is waited for. Where whoever called goes away before it is over, the server is told.
struct Tending<'a> {
    connection: &'a Connection,
    id: String,
}

impl<'a> Tending<'a> {
    fn of(connection: &'a Connection, id: &str) -> Self {
        connection.tasks().insert(id.to_owned());
        Self { connection, id: id.to_owned() }
    }

    /// It is over: there is nothing to cancel.
    fn is_over(&mut self) {
        self.connection.tasks().remove(&self.id);
    }
}

impl Drop for Tending<'_> {
    fn drop(&mut self) {
        if self.connection.tasks().remove(&self.id)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let mut cancelling = self.connection.cancelling();
            while cancelling.try_join_next().is_some() {}
            cancelling.spawn_on(cancel(self.connection.peer.clone(), self.id.clone()), &runtime);
        }
    }
}

//! Calls that take their time: in revision 2025-11-25 a server may want a tool to be called as a task, which is then
//! looked after until it is done.

use std::sync::PoisonError;
use std::time::Duration;

use retort_core::{Body, Raw, ResultType, Revision};
use tokio::time::{Instant, sleep};

use crate::catalogue::Entry;
use crate::connection::Connection;
use crate::error::Error;
use crate::host::Progress;
use crate::inbox::Reply;
use crate::params::Params;

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
    /// news of it.
    pub(crate) async fn outcome(&self, reply: Reply) -> Result<Reply, Error> {
        let Some(mut task) = Task::of_call(&reply) else { return Ok(reply) };
        self.look_after(Some(task.id.clone()));
        let (begun, mut news) = (Instant::now(), Instant::now());
        loop {
            self.tell_of(&task, begun);
            if task.status != "working" {
                // It is done, or asks something, which comes while its result is waited for.
                match self.request("tasks/result", Params::new().with("taskId", &task.id)).await {
                    Err(Error::Deadline { .. }) if task.status == "input_required" => {}
                    reply => {
                        self.look_after(None);
                        return reply;
                    }
                }
            } else if news.elapsed() >= self.options.timeout {
                self.cancel_task().await;
                let (method, after) = ("tools/call".to_owned(), self.options.timeout);
                let stderr = self.link.transport.stderr();
                return Err(Error::Deadline { method, after, stderr, arrived: reply.bytes.to_vec() });
            } else {
                sleep(task.poll.min(self.options.timeout)).await;
            }
            let look = self.request("tasks/get", Params::new().with("taskId", &task.id)).await?;
            let Some(seen) = Task::of_look(&look) else { return Ok(look) };
            if seen != task {
                news = Instant::now();
            }
            task = seen;
        }
    }

    fn tell_of(&self, task: &Task, begun: Instant) {
        let message = Some(task.message.clone()).filter(|message| !message.is_empty());
        let done = begun.elapsed().as_secs_f64().round();
        self.link.inbox.host.progress(&Progress { done, total: None, message });
    }

    fn look_after(&self, task: Option<String>) {
        *self.task.lock().unwrap_or_else(PoisonError::into_inner) = task;
    }

    /// Tells the server that nobody waits for the task any more.
    pub(crate) async fn cancel_task(&self) {
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            let params = |_| Params::new().with("taskId", task);
            // Whatever it answers, the end has come.
            let _ = self.link.ask("tasks/cancel", Vec::new(), TO_CANCEL, params).await;
        }
    }
}

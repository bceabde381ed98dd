//! What runs in the background for a connection: a listener, and one exchange for each request. All of it ends with
//! the connection.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

use crate::inbox::Id;

/// How many answers that nobody waits for are read at the same time: a server need not end them.
const MOST_OTHERS: usize = 16;

/// The tasks of a connection.
#[derive(Debug, Default)]
pub(super) struct Tasks(Mutex<Running>);

#[derive(Debug, Default)]
struct Running {
    listener: Option<AbortHandle>,
    exchanges: HashMap<Id, AbortHandle>,
    /// What nobody waits for, such as the rest of an answer to a notification.
    others: Vec<AbortHandle>,
}

impl Tasks {
    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the listener, in place of an earlier one.
    pub(super) fn listen(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut running = self.running();
        if let Some(earlier) = running.listener.replace(tokio::spawn(work).abort_handle()) {
            earlier.abort();
        }
    }

    /// Starts the exchange for a request.
    pub(super) fn exchange(&self, id: Id, work: impl Future<Output = ()> + Send + 'static) {
        // The lock is held, so that even the quickest task finds its entry.
        let mut running = self.running();
        running.exchanges.retain(|_, task| !task.is_finished());
        running.exchanges.insert(id, tokio::spawn(work).abort_handle());
    }

    /// Starts something that nobody waits for, unless too much of that kind goes on already.
    pub(super) fn other(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut running = self.running();
        running.others.retain(|task| !task.is_finished());
        if running.others.len() < MOST_OTHERS {
            running.others.push(tokio::spawn(work).abort_handle());
        }
    }

    /// Ends the exchange for a request.
    pub(super) fn abandon(&self, id: Id) {
        if let Some(task) = self.running().exchanges.remove(&id) {
            task.abort();
        }
    }

    /// Ends all of them.
    pub(super) fn stop(&self) {
        let mut running = self.running();
        let exchanges: Vec<AbortHandle> = running.exchanges.drain().map(|(_, task)| task).collect();
        let others: Vec<AbortHandle> = running.others.drain(..).collect();
        for task in running.listener.take().into_iter().chain(exchanges).chain(others) {
            task.abort();
        }
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        self.stop();
    }
}

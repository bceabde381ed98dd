//! A clock that stands still while somebody thinks.

use std::sync::Arc;

use super::{Id, Inbox};

/// While it lives, somebody thinks, and the deadline of what that belongs to does not pass.
#[derive(Debug)]
#[must_use = "the clock runs again when this is dropped"]
pub struct StoppedClock {
    inbox: Option<Arc<Inbox>>,
    ids: Vec<Id>,
}

impl StoppedClock {
    pub(crate) fn new(inbox: Option<Arc<Inbox>>, ids: &[Id]) -> Self {
        if let Some(inbox) = &inbox {
            let mut state = inbox.state();
            state.stopped += 1;
            for id in ids {
                if let Some(request) = state.requests.get_mut(id) {
                    request.stop_clock();
                }
            }
        }
        Self { inbox, ids: ids.to_vec() }
    }
}

impl Drop for StoppedClock {
    fn drop(&mut self) {
        let Some(inbox) = &self.inbox else { return };
        let mut state = inbox.state();
        state.stopped = state.stopped.saturating_sub(1);
        for id in &self.ids {
            if let Some(request) = state.requests.get_mut(id) {
                request.start_clock();
            }
        }
    }
}

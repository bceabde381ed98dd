//! What the other side asks and tells, on its way to the handler.

use std::sync::Arc;

use super::{Id, Inbox, lock};
use crate::handler::{Answer, Arrival, Arrived, Asked, Cancellation, Notification, Question};
use crate::method::{CANCELLED, PROGRESS};

/// So much is looked into at once for what it concerns.
const LARGEST_HEEDED: usize = 1 << 20;
/// A question with a longer id is none.
const LONGEST_ID: usize = 4096;

impl Inbox {
    /// The other side asks or tells something.
    pub(super) async fn ask(self: &Arc<Self>, asked: Asked, id: Option<String>, on: Option<Id>) {
        let arrival = match id {
            None => Arrived::Notification(self.notification(asked, on)),
            // No answer could name it without being as long.
            Some(id) if id.len() > LONGEST_ID => {
                self.state().unclaimed.keep(&asked.bytes);
                return;
            }
            Some(_) if self.is_closed() => {
                self.leave_unanswered();
                return;
            }
            Some(id) => {
                let is_ours = asked.bytes.len() <= LARGEST_HEEDED && !self.state().requests.is_empty();
                let token = is_ours.then(|| asked.param(&["_meta", "progressToken"])).flatten();
                let cancellation = Arc::new(Cancellation::default());
                let mut state = self.state();
                let askers = state.askers(on, token.as_deref());
                state.questions.insert(id.clone(), Arc::clone(&cancellation));
                Arrived::Question(Question { asked, id, askers, cancellation, inbox: Arc::downgrade(self) })
            }
        };
        let Some(queue) = lock(&self.queue).clone() else { return };
        let somebody_waits = || !self.state().requests.is_empty();
        let arrival = Arrival::new(arrival);
        if let Some(refused) = self.flow.put(&queue, &self.limits.waiting, arrival, somebody_waits).await {
            self.turn_away(&refused.what);
        }
    }

    /// What a notification is about. Progress and cancellations take effect at once, however much is in the queue.
    fn notification(&self, asked: Asked, on: Option<Id>) -> Notification {
        let concerns = match asked.method.as_str() {
            // Nothing that long says how far it has come, or what is not wanted any more.
            _ if asked.bytes.len() > LARGEST_HEEDED => on,
            PROGRESS => asked.param(&["progressToken"]).and_then(|token| self.state().progress(&token)).or(on),
            CANCELLED => {
                let question = asked.param(&["requestId"]).and_then(|id| self.state().questions.get(&id).cloned());
                if let Some(question) = question {
                    question.cancel(asked.bytes.clone());
                }
                on
            }
            _ => on,
        };
        Notification { asked, concerns: concerns.filter(|id| self.waits(*id)) }
    }

    /// The handler is stuck, and somebody waits for what comes behind this.
    fn turn_away(&self, refused: &Arrived) {
        match refused {
            Arrived::Question(question) => {
                self.question_is_over(&question.id);
                let busy =
                    Answer::Error { code: -32000, message: "Too many questions are open".to_owned(), data: None };
                if let Some(message) = busy.message(&question.id) {
                    self.post(message);
                }
            }
            Arrived::Notification(notification) => self.state().unclaimed.keep(notification.bytes()),
        }
    }
}

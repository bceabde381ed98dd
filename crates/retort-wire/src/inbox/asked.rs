//! What the other side asks and tells, on its way to the handler.

use std::sync::Arc;

use super::{Id, Inbox, lock};
use crate::handler::{Answer, Arrival, Asked, Cancellation, Notification, Question};
use crate::method::{CANCELLED, PROGRESS};

impl Inbox {
    /// The other side asks or tells something.
    pub(super) async fn ask(self: &Arc<Self>, asked: Asked, id: Option<String>, on: Option<Id>) {
        let arrival = match id {
            None => Arrival::Notification(self.notification(asked, on)),
            Some(_) if self.is_closed() => {
                self.leave_unanswered();
                return;
            }
            Some(id) => {
                let is_ours = !self.state().requests.is_empty();
                let token = is_ours.then(|| asked.param(&["_meta", "progressToken"])).flatten();
                let cancellation = Arc::new(Cancellation::default());
                let mut state = self.state();
                let askers = state.askers(on, token.as_deref());
                state.questions.insert(id.clone(), Arc::clone(&cancellation));
                Arrival::Question(Question { asked, id, askers, cancellation, inbox: Arc::downgrade(self) })
            }
        };
        let Some(queue) = lock(&self.queue).clone() else { return };
        let somebody_waits = || !self.state().requests.is_empty();
        if let Some(refused) = self.flow.put(&queue, arrival, somebody_waits).await {
            self.turn_away(&refused);
        }
    }

    /// What a notification is about. Progress and cancellations take effect at once, however much is in the queue.
    fn notification(&self, asked: Asked, on: Option<Id>) -> Notification {
        let concerns = match asked.method.as_str() {
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
    fn turn_away(&self, refused: &Arrival) {
        match refused {
            Arrival::Question(question) => {
                self.question_is_over(&question.id);
                let busy =
                    Answer::Error { code: -32000, message: "Too many questions are open".to_owned(), data: None };
                if let Some(message) = busy.message(&question.id) {
                    self.post(message);
                }
            }
            Arrival::Notification(notification) => self.state().unclaimed.keep(notification.bytes()),
        }
    }
}

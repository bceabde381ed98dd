//! Hands what arrived to the handler, one thing after the other, and sends what it answers.

use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::handler::{Answer, Arrival, Arrived, Handler, Place, Question};
use crate::inbox::Inbox;
use crate::transport::{Outgoing, Transport};

/// How long a message that nobody waits for may take; a server that does not listen must not hold up the rest.
pub(crate) const LONGEST_POST: Duration = Duration::from_secs(5);

/// Runs until nothing more arrives and everything is answered.
pub(crate) async fn dispatch(
    mut queue: Receiver<Arrival>,
    handler: Arc<dyn Handler>,
    transport: Arc<Transport>,
    inbox: Arc<Inbox>,
    most_questions: usize,
) {
    let open = Arc::new(Semaphore::new(most_questions.clamp(1, Semaphore::MAX_PERMITS)));
    let mut questions = JoinSet::new();
    while let Some(arrival) = queue.recv().await {
        while questions.try_join_next().is_some() {}
        match arrival.what {
            Arrived::Notification(notification) => handler.told(notification).await,
            Arrived::Question(question) => {
                let Ok(permit) = Arc::clone(&open).acquire_owned().await else { break };
                let place = Place { _permit: permit, _share: arrival.share };
                let (handler, transport, inbox) = (Arc::clone(&handler), Arc::clone(&transport), Arc::clone(&inbox));
                let mut answering = Box::pin(answer(handler, question, transport, inbox, place));
                // Most answers are there at once: those need no task of their own.
                let first = poll_fn(|context| Poll::Ready(answering.as_mut().poll(context))).await;
                if first.is_pending() {
                    questions.spawn(answering);
                }
            }
        }
        inbox.handled();
    }
    if inbox.closing().leaves_answers() {
        while questions.join_next().await.is_some() {}
    }
    drop(questions);
    inbox.is_over();
}

/// Answers one question.
async fn answer(
    handler: Arc<dyn Handler>,
    question: Question,
    transport: Arc<Transport>,
    inbox: Arc<Inbox>,
    place: Place,
) {
    let (id, cancellation) = (question.id.clone(), Arc::clone(&question.cancellation));
    let answer = tokio::select! {
        biased;
        answer = handler.asked(question) => answer,
        () = cancellation.unheard() => Answer::Nothing,
    };
    if matches!(answer, Answer::Later) {
        // It counts as open until it is answered.
        cancellation.hold(place);
        return;
    }
    inbox.question_is_over(&id);
    if let Some(message) = answer.message(&id).filter(|_| !cancellation.is_cancelled()) {
        send(&transport, &inbox, message, Some(place)).await;
    }
}

/// Sends a message that nobody waits for. The place of the question that it answers is given back when it is written.
pub(crate) async fn send(transport: &Transport, inbox: &Inbox, message: Bytes, place: Option<Place>) {
    inbox.sent(&message);
    let sending = transport.send(Outgoing { place, ..Outgoing::told(message, "") });
    // Over a pipe it waits its turn. A server at an address that does not take one holds up nobody for long.
    let _ = if transport.is_pipe() { Ok(sending.await) } else { timeout(LONGEST_POST, sending).await };
}

/// Sends what is posted, one after the other.
pub(crate) async fn post(mut queue: Receiver<Bytes>, transport: Arc<Transport>, inbox: Arc<Inbox>) {
    while let Some(message) = queue.recv().await {
        send(&transport, &inbox, message, None).await;
    }
}

//! Messages as lines, with an answer to each line that cannot be read: a client whose message was damaged on the way learns of
//! it instead of waiting. Reading stops while there is no room for a call, so whoever asks faster than it listens waits.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, ErrorCode, ErrorData, GetExtensions, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, Empty, empty};
use tokio::time::{Instant, timeout_at};

use super::serve::as_json;
use crate::http::BUSY;
use crate::lines::{Input, Next};
use crate::room::{Full, OpenId, OpenIds, Place, Room, id_in_use, weight};

/// A pair of streams with a message a line.
pub(crate) struct Lines<R, W: AsyncWrite> {
    input: Input<R>,
    output: AsyncRwTransport<RoleServer, Empty, W>,
    /// What is being said to a line that was not taken.
    saying: Option<Saying>,
    /// A request or a notification for which there is no room yet.
    waiting: Option<Waiting>,
    /// The places of the requests that are not answered yet.
    places: HashMap<RequestId, Place>,
    ids: Arc<OpenIds>,
    room: Room,
    /// Whether anything was asked.
    is_open: bool,
}

type Saying = Pin<Box<dyn Future<Output = io::Result<()>> + Send>>;
type Received = RxJsonRpcMessage<RoleServer>;

struct Waiting {
    message: Received,
    weight: usize,
    /// Of a request.
    id: Option<OpenId>,
    until: Instant,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(read: R, write: W, room: Room) -> Self {
        Self {
            input: Input::new(read, room.limits.message_bytes),
            output: AsyncRwTransport::new(empty(), write),
            saying: None,
            waiting: None,
            places: HashMap::new(),
            ids: Arc::default(),
            room,
            is_open: false,
        }
    }

    /// Answers a line that was not taken. One at a time: whoever sends nothing but rubbish waits for the answers.
    fn refuse(&mut self, fault: ErrorData) {
        self.saying = Some(Box::pin(self.output.send(TxJsonRpcMessage::<RoleServer>::error(fault, None))));
    }

    /// What a line says. A line that says nothing is answered.
    fn read(&mut self, line: &[u8]) -> Option<(Received, usize)> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        let weight = weight(line);
        if !self.room.can_hold(weight) {
            let words = self.room.too_heavy();
            self.refuse(ErrorData::invalid_request(words, None));
            return None;
        }
        // Read in full, as rmcp does: numbers out of range, halves of characters and too many levels count.
        let value = match serde_json::from_slice::<Value>(line) {
            Ok(value) => value,
            Err(fault) => {
                let words = format!("Parse error: the line is no JSON ({fault})");
                self.refuse(ErrorData::new(ErrorCode::PARSE_ERROR, words, None));
                return None;
            }
        };
        let is_notification = value.get("method").is_some_and(Value::is_string) && value.get("id").is_none();
        drop(value);
        match serde_json::from_slice::<Received>(line) {
            Ok(message) => return Some((message, weight)),
            // Nobody waits for an answer to a notification.
            Err(_) if is_notification => {}
            Err(_) => self.refuse(ErrorData::invalid_request("Invalid request", None)),
        }
        None
    }

    /// What was received, unless it has to wait, was refused or came before its time.
    fn sorted(&mut self, message: Received, weight: usize) -> Option<Received> {
        let until = Instant::now() + self.room.limits.room_time;
        match &message {
            JsonRpcMessage::Request(request) => {
                let id = as_json(&request.id);
                if let Some(id) = self.ids.open(id.clone()) {
                    self.waiting = Some(Waiting { message, weight, id: Some(id), until });
                } else {
                    // Told without the id, which belongs to the other request.
                    let data = Some(json!({ "id": request.id }));
                    self.refuse(ErrorData::invalid_request(id_in_use(&id), data));
                }
                return None;
            }
            // Rmcp does not answer what was cancelled. The handler has its place until it ends.
            JsonRpcMessage::Notification(told) => {
                if let ClientNotification::CancelledNotification(cancelled) = &told.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.places.remove(id);
                }
                if self.is_open {
                    self.waiting = Some(Waiting { message, weight, id: None, until });
                }
                return None;
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        // Before anything was asked there is nothing that it could be about, and rmcp would give up.
        self.is_open.then_some(message)
    }

    /// The message that waits, once there is room for it; `None` where there was none for too long.
    async fn admitted(&mut self) -> Option<Received> {
        let waiting = self.waiting.as_mut()?;
        if let JsonRpcMessage::Notification(_) = waiting.message {
            // Only other notifications are in its way, and those end by themselves.
            let told = self.room.when_told(waiting.weight).await;
            let Waiting { mut message, .. } = self.waiting.take()?;
            if let (JsonRpcMessage::Notification(notification), Some(told)) = (&mut message, told) {
                notification.notification.extensions_mut().insert(told);
            }
            return Some(message);
        }
        let place = timeout_at(waiting.until, self.room.next_place(waiting.weight, &mut waiting.id)).await;
        let Waiting { mut message, .. } = self.waiting.take()?;
        let JsonRpcMessage::Request(request) = &mut message else { return None };
        match place.unwrap_or(Err(Full::Calls)) {
            Ok(place) => {
                request.request.extensions_mut().insert(place.clone());
                self.places.insert(request.id.clone(), place);
                self.is_open = true;
                Some(message)
            }
            Err(full) => {
                let refusal = ErrorData::new(ErrorCode(BUSY), self.room.words(full), None);
                let refusal = TxJsonRpcMessage::<RoleServer>::error(refusal, Some(request.id.clone()));
                self.saying = Some(Box::pin(self.output.send(refusal)));
                None
            }
        }
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let answered = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let place = answered.and_then(|id| self.places.remove(id));
        let sending = self.output.send(message);
        async move {
            let sent = sending.await;
            // Only now: an answer that is not taken keeps others from being made.
            drop(place);
            sent
        }
    }

    /// It may be given up at any time and goes on where it was, since rmcp waits for other things as well.
    async fn receive(&mut self) -> Option<Received> {
        loop {
            if let Some(saying) = &mut self.saying {
                let said = saying.await;
                self.saying = None;
                said.ok()?;
            }
            if self.waiting.is_some() {
                match self.admitted().await {
                    Some(message) => return Some(message),
                    None => continue,
                }
            }
            match self.input.next().await.ok()? {
                Next::End => return None,
                Next::TooLong => {
                    let words = self.room.too_long();
                    self.refuse(ErrorData::invalid_request(words, None));
                }
                Next::Line => {
                    let line = self.input.take();
                    let read = self.read(&line);
                    drop(line);
                    if let Some((message, weight)) = read
                        && let Some(message) = self.sorted(message, weight)
                    {
                        return Some(message);
                    }
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.output.close().await
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;

    use super::*;

    /// Each notification is a task until its handler has ended, however little it says.
    #[tokio::test]
    async fn notifications_wait_until_others_are_done_with() {
        let open = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let told = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        let input = format!("{open}\n{}", format!("{told}\n").repeat(1000));
        let room = Room::new(Limits { waiting_bytes: 1 << 20, ..Limits::default() });
        let mut lines = Lines::new(input.as_bytes(), tokio::io::sink(), room);
        let mut held = vec![lines.receive().await.unwrap()];
        while let Ok(message) = tokio::time::timeout(std::time::Duration::from_millis(50), lines.receive()).await {
            held.push(message.unwrap());
        }
        assert!((10..100).contains(&held.len()), "{}", held.len());
        // What waited was not lost when nobody waited for it any more.
        let mut count = held.len();
        held.clear();
        while lines.receive().await.is_some() {
            count += 1;
        }
        assert_eq!(count, 1001);
    }
}

//! Messages as lines. Each request is worked on by a task of its own, as many at once as there is room for; while there is none,
//! nothing is read. Whoever takes no answers gets no further.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use retort_core::Revision;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;

use super::heard::{Fault, Heard, INVALID_REQUEST};
use super::protocol::Protocol;
use crate::context::Context;
use crate::error::Error;
use crate::http::BUSY;
use crate::limits::Limits;
use crate::lines::{Input, Next};
use crate::room::{Full, OpenIds, Room, id_in_use, locked, weight};

/// Serves one client until it closes its end.
pub(super) async fn serve<R, W>(protocol: Arc<Protocol>, read: R, write: W, limits: Limits) -> Result<(), Error>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let room = Room::new(limits);
    let mut input = Input::new(read, room.limits.message_bytes);
    let mut client = Client {
        protocol,
        output: Arc::new(tokio::sync::Mutex::new(write)),
        tasks: JoinSet::new(),
        open: Arc::default(),
        ids: Arc::default(),
        revision: None,
        room,
    };
    loop {
        while client.tasks.try_join_next().is_some() {}
        let goes_on = match input.next().await? {
            Next::End => break,
            Next::Line => {
                let line = input.take();
                line.trim_ascii().is_empty() || client.take(&line).await
            }
            Next::TooLong => client.refuse("null", INVALID_REQUEST, client.room.too_long()).await,
        };
        if !goes_on {
            break;
        }
    }
    // Whoever asked and closed its end may still read.
    while client.tasks.join_next().await.is_some() {}
    Ok(())
}

struct Client<W> {
    protocol: Arc<Protocol>,
    output: Arc<tokio::sync::Mutex<W>>,
    tasks: JoinSet<()>,
    /// What is worked on, by its id.
    open: Arc<Mutex<HashMap<String, AbortHandle>>>,
    ids: Arc<OpenIds>,
    /// The revision that was agreed on.
    revision: Option<Revision>,
    room: Room,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Client<W> {
    /// Takes a line. `false` where the client reads no more.
    async fn take(&mut self, line: &[u8]) -> bool {
        let weight = weight(line);
        if !self.room.can_hold(weight) {
            return self.refuse("null", INVALID_REQUEST, self.room.too_heavy()).await;
        }
        let heard = Heard::read(line, self.revision);
        let id = match &heard {
            Heard::Nothing => return true,
            Heard::Cancelled(id) => {
                if let Some(task) = locked(&self.open).remove(id) {
                    task.abort();
                }
                return true;
            }
            Heard::Fault(fault) => {
                return say(&self.output, &fault.to_message(fault.id.as_deref().unwrap_or("null"))).await;
            }
            Heard::Request(request) => {
                if request.method == "initialize" {
                    self.revision = Some(self.protocol.agreed(&request.params));
                }
                Some(request.key())
            }
            Heard::Batch(_) => None,
        };
        let mut taken = None;
        if let Some(id) = &id {
            taken = self.ids.open(id.clone());
            if taken.is_none() {
                // Told without the id, which belongs to the other request.
                return self.refuse("null", INVALID_REQUEST, id_in_use(id)).await;
            }
        }
        let place = timeout(self.room.limits.room_time, self.room.next_place(weight, &mut None)).await;
        let place = match place.unwrap_or(Err(Full::Calls)) {
            Ok(place) => place,
            Err(full) => return self.refuse(id.as_deref().unwrap_or("null"), BUSY, self.room.words(full)).await,
        };
        let (protocol, output, open) = (Arc::clone(&self.protocol), Arc::clone(&self.output), Arc::clone(&self.open));
        let mut opened = locked(&self.open);
        let own = id.clone();
        let task = self.tasks.spawn(async move {
            let said = protocol.answer(heard, &Context::local()).await;
            // From here on it is too late to cancel: half an answer would be worse than one that nobody wants.
            if let Some(id) = own
                && locked(&open).remove(&id).is_none()
            {
                return;
            }
            if let Some(said) = said {
                place.hold_answer(said.json.len()).await;
                // Whoever has read the answer may use the id again at once.
                drop(taken);
                say(&output, &said.json).await;
            }
            drop(place);
        });
        if let Some(id) = id {
            opened.insert(id, task);
        }
        true
    }

    async fn refuse(&self, id: &str, code: i32, words: String) -> bool {
        say(&self.output, &Fault::new(code, words).to_message(id)).await
    }
}

/// Writes a line. `false` where nobody reads.
async fn say<W: AsyncWrite + Unpin>(output: &tokio::sync::Mutex<W>, json: &str) -> bool {
    let mut output = output.lock().await;
    let line = async {
        output.write_all(json.as_bytes()).await?;
        output.write_all(b"\n").await?;
        output.flush().await
    };
    line.await.is_ok()
}

//! Messages over a pair of byte streams: the standard streams of a child process, of this one, or a peer inside the
//! process. One task reads, one writes; what is to be written waits in a queue with an end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use retort_core::read;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{AbortHandle, JoinHandle};

use super::child::Child;
use super::{LATE, MOST_SALVAGED, has_message};
use crate::budget::{COST_OF_A_MESSAGE, Share};
use crate::frames::{Frame, Frames};
use crate::handler::Place;
use crate::inbox::{Closing, Id, Inbox};
use crate::reply::elsewhere;
use crate::stderr::Stderr;

/// How long a child that closed its output has to say how it ended.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How many bytes are read into one buffer, and how many there must be room for.
const CHUNK: usize = 1 << 16;
const LEAST_ROOM: usize = 1 << 13;
/// Messages that are shorter than this are put together before they are written.
const SHORT: usize = 1 << 15;

/// A buffer that is larger than this is not kept for the sake of a small part of it.
const LARGE_BUFFER: usize = 4 * CHUNK;

/// A message that waits to be written, and what is given back when it is.
struct Queued {
    message: Bytes,
    _share: Share,
    _place: Option<Place>,
}

/// A request whose time is over, and whoever waits until what has come for it is looked at.
type Salvage = (Id, oneshot::Sender<()>);

/// A pair of streams, and the child at the other end where there is one.
pub(crate) struct Pipe {
    to: Mutex<Option<mpsc::Sender<Queued>>>,
    /// Whether the reader has its hands full: then it cannot look at anything else.
    is_busy: Arc<AtomicBool>,
    salvage: mpsc::Sender<Salvage>,
    inbox: Arc<Inbox>,
    child: Option<Arc<Child>>,
    reader: AbortHandle,
    writer: AbortHandle,
    /// Comes to an end when all is written.
    written: Mutex<Option<JoinHandle<()>>>,
}

impl Pipe {
    pub(crate) fn open(
        from: impl AsyncRead + Send + Unpin + 'static,
        to: impl AsyncWrite + Send + Unpin + 'static,
        child: Option<Arc<Child>>,
        inbox: &Arc<Inbox>,
        queue: usize,
    ) -> Self {
        let (sender, queued) = mpsc::channel(queue.max(1));
        let (salvage, salvaging) = mpsc::channel(1);
        let writing = tokio::spawn(write(to, queued));
        let is_busy = Arc::new(AtomicBool::new(false));
        let reader = Reader {
            frames: Frames::default(),
            allocated: 0,
            inbox: Arc::clone(inbox),
            child: child.clone(),
            is_busy: Arc::clone(&is_busy),
        };
        let reader = tokio::spawn(reader.listen(from, salvaging)).abort_handle();
        let (writer, written) = (writing.abort_handle(), Mutex::new(Some(writing)));
        let to = Mutex::new(Some(sender));
        Self { to, is_busy, salvage, inbox: Arc::clone(inbox), child, reader, writer, written }
    }

    /// Queues a message, and waits while the queue is full. `place` is given back when it is written.
    pub(crate) async fn send(&self, message: Bytes, place: Option<Place>) {
        let to = self.to.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(to) = to {
            let share = self.inbox.limits.sending.wait_for(message.len() + COST_OF_A_MESSAGE).await;
            // Where the other end is gone, the reader tells.
            let _ = to.send(Queued { message, _share: share, _place: place }).await;
        } else {
            self.inbox.leave_unanswered();
        }
    }

    /// Looks at what has no end yet, if it is the answer to this request. Otherwise it may belong to another request, which
    /// still has time.
    pub(crate) async fn salvage(&self, id: Id) {
        if self.is_busy.load(Ordering::Acquire) {
            return;
        }
        let (done, looked) = oneshot::channel();
        if self.salvage.send((id, done)).await.is_ok() {
            let _ = looked.await;
        }
    }

    pub(crate) fn stop(&self) {
        self.reader.abort();
        self.writer.abort();
    }

    pub(crate) fn stderr(&self) -> Stderr {
        self.child.as_ref().map(|child| child.stderr()).unwrap_or_default()
    }

    pub(crate) fn set_probes(&self, probes: &'static [&'static str]) {
        if let Some(child) = &self.child {
            child.set_probes(probes);
        }
    }

    pub(crate) async fn close(&self) {
        self.inbox.close(&Closing::Closed);
        // Closing its input tells a server to end.
        self.to.lock().unwrap_or_else(PoisonError::into_inner).take();
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (&self.child, written) {
            (Some(child), _) => child.end(&self.inbox).await,
            // What was sent before goes out, to whoever takes it.
            (None, Some(written)) => drop(tokio::time::timeout(LAST_WORDS, written).await),
            (None, None) => {}
        }
        self.stop();
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Writes messages, each on a line. Short ones that wait are written together.
async fn write(mut to: impl AsyncWrite + Unpin, mut queue: mpsc::Receiver<Queued>) {
    let mut lines = BytesMut::new();
    let mut being_written = Vec::new();
    while let Some(queued) = queue.recv().await {
        put_line(&mut lines, &queued.message);
        being_written.push(queued);
        while lines.len() < SHORT
            && let Ok(queued) = queue.try_recv()
        {
            put_line(&mut lines, &queued.message);
            being_written.push(queued);
        }
        if to.write_all(&lines).await.is_err() || to.flush().await.is_err() {
            return;
        }
        being_written.clear();
        lines.clear();
        if lines.capacity() > 4 * SHORT {
            lines = BytesMut::new();
        }
    }
    let _ = to.shutdown().await;
}

/// A message on one line. Line ends inside it are blanks between its members, and become other blanks.
fn put_line(lines: &mut BytesMut, message: &[u8]) {
    let message = message.trim_ascii_end();
    let start = lines.len();
    lines.extend_from_slice(message);
    let mut at = start;
    while let Some(found) = lines.get(at..).and_then(|rest| memchr::memchr2(b'\n', b'\r', rest)) {
        at += found;
        if let Some(byte) = lines.get_mut(at) {
            *byte = b' ';
        }
    }
    lines.extend_from_slice(b"\n");
}

/// A part of a buffer; a small part of a large one as a copy, so that it does not keep the whole.
fn own(part: Bytes, allocated: usize) -> Bytes {
    if allocated > LARGE_BUFFER && part.len() < allocated / 2 { Bytes::copy_from_slice(&part) } else { part }
}

/// Comes to an end when a child has ended and been silent since. Somebody else may hold its output.
async fn has_ended(child: Option<&Child>) {
    match child {
        Some(child) => child.has_ended_for(LAST_WORDS).await,
        None => std::future::pending().await,
    }
}

/// Whoever reads what comes.
struct Reader {
    frames: Frames,
    /// How large the buffer is that what comes is read into.
    allocated: usize,
    inbox: Arc<Inbox>,
    child: Option<Arc<Child>>,
    is_busy: Arc<AtomicBool>,
}

impl Reader {
    async fn listen(mut self, mut from: impl AsyncRead + Unpin, mut salvaging: mpsc::Receiver<Salvage>) {
        let child = self.child.clone();
        let limits = self.inbox.limits.clone();
        let mut share = limits.buffers.share();
        let reason = loop {
            let buffer = self.frames.buffer();
            if buffer.capacity() - buffer.len() < LEAST_ROOM {
                // A message that is large already may become larger still.
                buffer.reserve(CHUNK.max(buffer.len() / 2));
                self.allocated = buffer.capacity();
            }
            let count = tokio::select! {
                biased;
                read = from.read_buf(self.frames.buffer()) => read,
                Some((id, done)) = salvaging.recv() => {
                    self.salvage(id).await;
                    let _ = done.send(());
                    continue;
                }
                () = has_ended(child.as_deref()) => Ok(0),
            };
            match count {
                Ok(0) => break "the server closed its output".to_owned(),
                Ok(_) => {}
                Err(error) => break format!("reading failed: {error}"),
            }
            self.is_busy.store(true, Ordering::Release);
            if !self.take_frames().await {
                return;
            }
            self.is_busy.store(false, Ordering::Release);
            let pending = self.frames.pending().len();
            let counted = if pending > limits.message { Err(limits.too_large()) } else { share.set(pending) };
            if let Err(exceeded) = counted {
                self.inbox.end(Closing::TooMuch(exceeded)).await;
                return;
            }
        };
        drop(share);
        let rest = self.frames.give_up();
        self.take_rest(rest, Some(&reason)).await;
        let closing = match &self.child {
            Some(child) => {
                let how = child.how_it_ended(LAST_WORDS).await;
                let how = how.unwrap_or_else(|| "closed its output".to_owned());
                child.has_said_all(LAST_WORDS).await;
                Closing::Exited { how, stderr: child.stderr() }
            }
            None => Closing::Ended { reason },
        };
        self.inbox.end(closing).await;
    }

    /// Takes what the bytes complete that have come. Gives whether more is wanted.
    async fn take_frames(&mut self) -> bool {
        let mut frames = std::mem::take(&mut self.frames);
        let cut = elsewhere(frames.pending().len(), move || {
            let found = frames.cut(|bytes| has_message(&read(bytes)));
            (frames, found)
        });
        let Some((frames, found)) = cut.await else { return false };
        self.frames = frames;
        let allocated = self.allocated;
        if allocated > LARGE_BUFFER && !found.is_empty() {
            // The large buffer ends with what is given out of it.
            let pending = BytesMut::from(self.frames.pending());
            self.allocated = pending.capacity();
            *self.frames.buffer() = pending;
        }
        for frame in found {
            if self.inbox.has_had_enough() {
                return false;
            }
            match frame {
                Frame::Json(bytes) => self.inbox.arrive(own(bytes, allocated), None).await,
                Frame::Other(bytes) => self.take_rest(own(bytes, allocated), None).await,
            }
        }
        true
    }

    async fn salvage(&mut self, id: Id) {
        let pending = self.frames.pending();
        if pending.len() > MOST_SALVAGED {
            return;
        }
        let Some((reading, _)) = self.inbox.read(Bytes::copy_from_slice(pending)).await else { return };
        if !self.inbox.is_for(id, &reading) {
            return;
        }
        let rest = self.frames.give_up();
        self.take_rest(rest, Some(LATE)).await;
    }

    /// What is no whole message may hold some all the same: cut short, or in an encoding that hides their ends. `ended` tells
    /// why nothing follows, where nothing does.
    async fn take_rest(&self, bytes: Bytes, ended: Option<&str>) {
        if bytes.trim_ascii().is_empty() {
            return;
        }
        if memchr::memchr2(b'{', b'[', &bytes).is_none() {
            self.inbox.noise(&bytes).await;
            return;
        }
        let Some((reading, bytes)) = self.inbox.read(bytes).await else { return };
        if has_message(&reading) {
            self.inbox.deliver(bytes, reading, None, ended).await;
        } else {
            self.inbox.noise(&bytes).await;
        }
    }
}

//! Messages over a pair of byte streams: the standard streams of a child process, of this one, or a peer inside the
//! process. One task reads, one writes; what is to be written waits in a queue with an end.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use retort_core::read;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{AbortHandle, JoinHandle};

use super::child::Child;
use super::{LATE, has_message};
use crate::frames::{Frame, Frames};
use crate::inbox::{Closing, Id, Inbox};
use crate::reply::read_elsewhere;
use crate::stderr::Stderr;

/// How long a child that closed its output has to say how it ended.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// More than this is not read when the time is over: that would take longer than the time.
const MOST_SALVAGED: usize = 8 << 20;
/// How many bytes are read into one buffer, and how many there must be room for.
const CHUNK: usize = 1 << 16;
const LEAST_ROOM: usize = 1 << 13;
/// Messages that are shorter than this are put together before they are written.
const SHORT: usize = 1 << 15;

/// A request whose time is over, and whoever waits until what has come for it is looked at.
type Salvage = (Id, oneshot::Sender<()>);

/// A pair of streams, and the child at the other end where there is one.
pub(crate) struct Pipe {
    to: Mutex<Option<mpsc::Sender<Bytes>>>,
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
        limit: usize,
        queue: usize,
    ) -> Self {
        let (sender, queued) = mpsc::channel(queue.max(1));
        let (salvage, salvaging) = mpsc::channel(1);
        let writing = tokio::spawn(write(to, queued));
        let reader = Reader { frames: Frames::default(), inbox: Arc::clone(inbox), child: child.clone(), limit };
        let reader = tokio::spawn(reader.listen(from, salvaging)).abort_handle();
        let (writer, written) = (writing.abort_handle(), Mutex::new(Some(writing)));
        Self { to: Mutex::new(Some(sender)), salvage, inbox: Arc::clone(inbox), child, reader, writer, written }
    }

    /// Queues a message, and waits while the queue is full.
    pub(crate) async fn send(&self, message: Bytes) {
        let to = self.to.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(to) = to {
            // Where the other end is gone, the reader tells.
            let _ = to.send(message).await;
        } else {
            self.inbox.leave_unanswered();
        }
    }

    /// Looks at what has no end yet, if it is the answer to this request. Otherwise it may belong to another request, which
    /// still has time.
    pub(crate) async fn salvage(&self, id: Id) {
        let (done, looked) = oneshot::channel();
        let looking = async {
            if self.salvage.send((id, done)).await.is_ok() {
                let _ = looked.await;
            }
        };
        // The reader may be held up by a handler.
        let _ = tokio::time::timeout(LAST_WORDS, looking).await;
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
async fn write(mut to: impl AsyncWrite + Unpin, mut queue: mpsc::Receiver<Bytes>) {
    let mut lines = BytesMut::new();
    while let Some(message) = queue.recv().await {
        put_line(&mut lines, &message);
        while lines.len() < SHORT
            && let Ok(message) = queue.try_recv()
        {
            put_line(&mut lines, &message);
        }
        if to.write_all(&lines).await.is_err() || to.flush().await.is_err() {
            return;
        }
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
    inbox: Arc<Inbox>,
    child: Option<Arc<Child>>,
    limit: usize,
}

impl Reader {
    async fn listen(mut self, mut from: impl AsyncRead + Unpin, mut salvaging: mpsc::Receiver<Salvage>) {
        let child = self.child.clone();
        let reason = loop {
            let buffer = self.frames.buffer();
            if buffer.capacity() - buffer.len() < LEAST_ROOM {
                // A message that is large already may become twice as large.
                buffer.reserve(CHUNK.max(buffer.len()));
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
            for frame in self.frames.cut(|bytes| has_message(&read(bytes))) {
                match frame {
                    Frame::Json(bytes) => self.inbox.arrive(bytes, None).await,
                    Frame::Other(bytes) => self.take_rest(bytes, None).await,
                }
            }
            if self.frames.pending().len() > self.limit {
                self.inbox.end(Closing::TooLarge { limit: self.limit }).await;
                return;
            }
        };
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

    async fn salvage(&mut self, id: Id) {
        let pending = self.frames.pending();
        if pending.len() > MOST_SALVAGED {
            return;
        }
        let (reading, _) = read_elsewhere(Bytes::copy_from_slice(pending)).await;
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
        if !bytes.iter().any(|byte| matches!(byte, b'{' | b'[')) {
            self.inbox.noise(&bytes);
            return;
        }
        let (reading, bytes) = read_elsewhere(bytes).await;
        if has_message(&reading) {
            self.inbox.deliver(bytes, reading, None, ended).await;
        } else {
            self.inbox.noise(&bytes);
        }
    }
}

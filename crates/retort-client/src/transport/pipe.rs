//! Messages over a pair of byte streams: the standard streams of a child process, or a server inside the process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use retort_core::read;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::child::Child;
use super::frames::{Frame, Frames};
use super::{LATE, has_message};
use crate::inbox::{Closing, Id, Inbox};
use crate::memory::Way;
use crate::stderr::Stderr;

/// How long a child that closed its output has to say how it ended.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// More than this is not read when the time is over: that would take longer than the time.
const MOST_SALVAGED: usize = 8 << 20;

/// A pair of streams, and the child at the other end where there is one.
pub(crate) struct Pipe {
    to: Mutex<Option<mpsc::UnboundedSender<String>>>,
    frames: Arc<Mutex<Frames>>,
    inbox: Arc<Inbox>,
    child: Option<Arc<Child>>,
    reader: AbortHandle,
    writer: AbortHandle,
}

impl Pipe {
    pub(crate) fn open(
        from: impl AsyncRead + Send + Unpin + 'static,
        to: impl AsyncWrite + Send + Unpin + 'static,
        child: Option<Arc<Child>>,
        inbox: &Arc<Inbox>,
        limit: usize,
    ) -> Self {
        let (sender, queue) = mpsc::unbounded_channel();
        let writer = tokio::spawn(write(to, queue)).abort_handle();
        let frames = Arc::new(Mutex::new(Frames::default()));
        let reading = listen(from, Arc::clone(&frames), Arc::clone(inbox), child.clone(), limit);
        let reader = tokio::spawn(reading).abort_handle();
        Self { to: Mutex::new(Some(sender)), frames, inbox: Arc::clone(inbox), child, reader, writer }
    }

    /// Queues a message. A server that does not read keeps it waiting, and nobody else.
    pub(crate) fn send(&self, text: &str) {
        let to = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(to) = &*to {
            // Where the other end is gone, the reader tells.
            let _ = to.send(format!("{text}\n"));
        } else {
            self.inbox.leave_unanswered();
        }
    }

    /// What has no end yet may belong to another request, which still has time.
    pub(crate) fn salvage(&self, id: Id) {
        let mut frames = lock(&self.frames);
        if frames.waiting() > MOST_SALVAGED || !self.inbox.is_for(id, &read(frames.pending())) {
            return;
        }
        let rest = frames.give_up();
        drop(frames);
        take_rest(&rest, &self.inbox, Some(LATE));
    }

    pub(crate) fn stop(&self) {
        self.reader.abort();
        self.writer.abort();
    }

    pub(crate) fn stderr(&self) -> Stderr {
        self.child.as_ref().map(|child| child.stderr()).unwrap_or_default()
    }

    pub(crate) fn set_probes(&self, probes: &'static [Way]) {
        if let Some(child) = &self.child {
            child.set_probes(probes);
        }
    }

    pub(crate) async fn close(&self) {
        self.inbox.close(&Closing::Closed { reason: "it was closed here".to_owned() });
        // Closing its input tells a server to end.
        self.to.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(child) = &self.child {
            child.end(&self.inbox).await;
        }
        self.stop();
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.stop();
    }
}

fn lock(frames: &Mutex<Frames>) -> MutexGuard<'_, Frames> {
    frames.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn write(mut to: impl AsyncWrite + Unpin, mut queue: mpsc::UnboundedReceiver<String>) {
    while let Some(text) = queue.recv().await {
        if to.write_all(text.as_bytes()).await.is_err() || to.flush().await.is_err() {
            return;
        }
    }
    let _ = to.shutdown().await;
}

async fn listen(
    mut from: impl AsyncRead + Unpin,
    frames: Arc<Mutex<Frames>>,
    inbox: Arc<Inbox>,
    child: Option<Arc<Child>>,
    limit: usize,
) {
    let mut buffer = vec![0; 1 << 16];
    let reason = loop {
        let reading = async {
            match &child {
                // Somebody else may hold the output of a child that has ended.
                Some(child) => tokio::select! {
                    biased;
                    read = from.read(&mut buffer) => read,
                    () = child.has_ended_for(LAST_WORDS) => Ok(0),
                },
                None => from.read(&mut buffer).await,
            }
        };
        let bytes = match reading.await {
            Ok(0) => break "the server closed its output".to_owned(),
            Ok(count) => buffer.get(..count).unwrap_or_default(),
            Err(error) => break format!("reading failed: {error}"),
        };
        let found = lock(&frames).push(bytes, |bytes| has_message(&read(bytes)));
        for frame in found {
            take_in(frame, &inbox);
        }
        if lock(&frames).waiting() > limit {
            inbox.close(&Closing::TooLarge { limit });
            return;
        }
    };
    let rest = lock(&frames).give_up();
    take_rest(&rest, &inbox, Some(&reason));
    let closing = match child {
        Some(child) => {
            let how = child.how_it_ended(LAST_WORDS).await;
            let how = how.unwrap_or_else(|| "closed its output".to_owned());
            child.has_said_all(LAST_WORDS).await;
            Closing::Exited { how, stderr: child.stderr() }
        }
        None => Closing::Closed { reason },
    };
    inbox.close(&closing);
}

fn take_in(frame: Frame, inbox: &Arc<Inbox>) {
    match frame {
        Frame::Other(bytes) => take_rest(&bytes, inbox, None),
        Frame::Json(bytes) => {
            let reading = read(bytes.as_slice());
            inbox.deliver(&bytes, reading, None, None);
        }
    }
}

/// What is no whole message may hold some all the same: cut short, or in an encoding that hides their ends. `ended` tells
/// why nothing follows, where nothing does.
fn take_rest(bytes: &[u8], inbox: &Arc<Inbox>, ended: Option<&str>) {
    if bytes.trim_ascii().is_empty() {
        return;
    }
    let starts = bytes.iter().any(|byte| matches!(byte, b'{' | b'['));
    if starts {
        let reading = read(bytes);
        if has_message(&reading) {
            inbox.deliver(bytes, reading, None, ended);
            return;
        }
    }
    inbox.noise(bytes);
}

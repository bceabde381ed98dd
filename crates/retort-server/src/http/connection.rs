//! One connection: it gives its requests one after the other, and takes what is answered. Whoever keeps it waiting, by
//! sending nothing, by sending slowly or by not reading, has so long and no longer.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::{Buf, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use super::Site;
use super::body::RequestBody;
use super::head::{self, Request, Unread};
use super::response;
use crate::room::locked;

/// How much is read at once.
const READ_BYTES: usize = 8 << 10;
/// How much a client has to take within the time of silence.
const PIECE_BYTES: usize = 64 << 10;
/// How long a client may go on sending when all is said.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a connection waits for: since when, and how much of the memory for messages it holds meanwhile.
#[derive(Debug, Default)]
pub(super) struct Waits {
    since: Mutex<Option<Instant>>,
    holds: AtomicUsize,
}

impl Waits {
    /// Since when it waits for its client; `None` while the client waits for it.
    pub(super) fn since(&self) -> Option<Instant> {
        *locked(&self.since)
    }

    fn begin(&self) {
        self.holds.store(0, Ordering::Relaxed);
        *locked(&self.since) = Some(Instant::now());
    }

    pub(super) fn end(&self) {
        *locked(&self.since) = None;
    }

    /// Notes that it holds so many bytes more.
    pub(super) fn hold(&self, bytes: usize) {
        self.holds.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn holds_any(&self) -> bool {
        self.holds.load(Ordering::Relaxed) > 0
    }
}

/// What a client has sent and nobody has looked at yet.
#[derive(Debug)]
pub(super) struct Input {
    stream: TcpStream,
    pub(super) bytes: BytesMut,
}

impl Input {
    /// Reads more; what was read is kept when this is given up.
    pub(super) async fn more(&mut self) -> Result<(), Unread> {
        self.bytes.reserve(READ_BYTES);
        match self.stream.read_buf(&mut self.bytes).await {
            Ok(0) | Err(_) => Err(Unread::Gone),
            Ok(_) => Ok(()),
        }
    }
}

/// A connection to a client.
#[derive(Debug)]
pub struct Connection {
    input: Input,
    waits: Arc<Waits>,
    site: Arc<Site>,
}

impl Connection {
    pub(super) fn new(stream: TcpStream, waits: Arc<Waits>, site: Arc<Site>) -> Self {
        // Small pieces must leave at once, or pauses between them would not be seen.
        let _ = stream.set_nodelay(true);
        Self { input: Input { stream, bytes: BytesMut::new() }, waits, site }
    }

    /// The next request. What cannot be read is answered, and is the last; then, and when the client has left, there is
    /// `None`.
    pub async fn next(&mut self) -> Option<Request> {
        self.waits.begin();
        let read = self.read().await;
        match read {
            Ok(request) => {
                self.waits.end();
                Some(request)
            }
            Err(Unread::Gone) => None,
            Err(Unread::Refused { status, words }) => {
                let refusal = response::bytes(status, &words);
                if self.write(&refusal).await.is_ok() {
                    self.take_leave().await;
                }
                None
            }
        }
    }

    async fn read(&mut self) -> Result<Request, Unread> {
        let limits = self.site.limits();
        if self.input.bytes.is_empty() {
            timeout(limits.silence, self.input.more()).await.map_err(|_| Unread::Gone)??;
        }
        let reading = read_head(&mut self.input, limits.head_bytes);
        let end = timeout(limits.head_time, reading).await.map_err(|_| late("head", limits.head_time))??;
        let head = self.input.bytes.split_to(end);
        let mut request = head::parse(&head, limits.headers)?;
        self.site.guard.check(&request.headers)?;
        let framing = request.framing()?;
        if request.expects_word() {
            self.write(b"HTTP/1.1 100 Continue\r\n\r\n").await.map_err(|_| Unread::Gone)?;
        }
        let limits = self.site.limits();
        let body = RequestBody::new(&mut self.input, &self.site, &self.waits).read(framing);
        let body = timeout(limits.body_time, body).await.map_err(|_| late("body", limits.body_time))?;
        (request.body, request.weight) = body?;
        Ok(request)
    }

    /// Sends bytes.
    ///
    /// # Errors
    ///
    /// When the client has left, or does not take them in time.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(PIECE_BYTES) {
            timeout(self.site.limits().silence, self.input.stream.write_all(piece)).await??;
        }
        Ok(())
    }

    /// Returns when the client has left. What it sends until then is kept, as far as a request may go ahead of its turn.
    pub async fn left(&mut self) {
        while self.input.bytes.len() < self.site.limits().head_bytes {
            if self.input.more().await.is_err() {
                return;
            }
        }
        std::future::pending::<()>().await;
    }

    /// Returns when the client has left. Whatever it still sends is passed over.
    pub async fn gone(&mut self) {
        loop {
            self.input.bytes.clear();
            if self.input.more().await.is_err() {
                return;
            }
        }
    }

    /// Ends the connection so that all that was sent arrives: closing it while the client still sends would reset it.
    pub async fn finish(mut self) {
        self.take_leave().await;
    }

    async fn take_leave(&mut self) {
        self.waits.begin();
        if self.input.stream.shutdown().await.is_ok() {
            // A client that goes on sending has had its time.
            let _ = timeout(FAREWELL, self.gone()).await;
        }
    }

    /// Ends the connection in the middle.
    pub fn reset(self) {
        // Without it the connection ends soundly.
        let _ = self.input.stream.set_zero_linger();
    }
}

fn late(part: &str, time: Duration) -> Unread {
    Unread::refused(408, format!("the {part} of a request has {} s to come", time.as_secs_f64()))
}

/// Reads until the head is there, and tells where it ends. A blank line before it is passed over, and counts.
async fn read_head(input: &mut Input, most: usize) -> Result<usize, Unread> {
    let (mut passed, mut seen) = (0, 0);
    loop {
        let blank = head::blank(&input.bytes);
        if blank > 0 && passed > 0 {
            return Err(Unread::refused(400, "blank lines are no request"));
        }
        if blank > 0 {
            input.bytes.advance(blank);
            (passed, seen) = (blank, 0);
            continue;
        }
        let end = head::end(&input.bytes, seen);
        if passed + end.unwrap_or(input.bytes.len()) > most {
            return Err(Unread::refused(431, format!("the head of a request has at most {most} bytes")));
        }
        if let Some(end) = end {
            return Ok(end);
        }
        seen = input.bytes.len();
        input.more().await?;
    }
}

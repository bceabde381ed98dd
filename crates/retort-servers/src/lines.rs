//! Messages as lines: the transport of rmcp, which passes over a line that is no JSON, with an answer to such lines. A
//! client whose message was damaged on the way then learns of it instead of waiting.

use std::future::Future;
use std::io;

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde::de::IgnoredAny;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::mpsc;

/// The longest line that is looked at; rmcp takes none that is longer.
const LONGEST: u64 = 16 << 20;
const BUFFER: usize = 1 << 16;

/// A pair of streams with a message a line.
pub(crate) struct Lines<W: AsyncWrite> {
    messages: AsyncRwTransport<RoleServer, DuplexStream, W>,
    /// Word of each line that is no JSON.
    broken: mpsc::Receiver<()>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Lines<W> {
    pub(crate) fn new(read: impl AsyncRead + Send + Unpin + 'static, write: W) -> Self {
        let (whole, ours) = duplex(BUFFER);
        // One at a time: whoever sends nothing but rubbish waits for the answers.
        let (tell, broken) = mpsc::channel(1);
        tokio::spawn(sift(read, whole, tell));
        Self { messages: AsyncRwTransport::new(ours, write), broken }
    }
}

/// Passes lines on, but for those that are no JSON.
async fn sift(read: impl AsyncRead + Unpin, mut whole: DuplexStream, broken: mpsc::Sender<()>) -> io::Result<()> {
    let mut read = BufReader::new(read);
    let mut line = Vec::new();
    let mut goes_on = false;
    loop {
        line.clear();
        if (&mut read).take(LONGEST).read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let is_part = goes_on || !line.ends_with(b"\n");
        goes_on = !line.ends_with(b"\n");
        let is_whole = is_part || line.trim_ascii().is_empty() || serde_json::from_slice::<IgnoredAny>(&line).is_ok();
        if is_whole {
            whole.write_all(&line).await?;
        } else if broken.send(()).await.is_err() {
            return Ok(());
        }
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Lines<W> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.messages.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            tokio::select! {
                // Where the input ends behind such a line, both are there at once.
                biased;
                Some(()) = self.broken.recv() => {
                    let error = ErrorData::new(ErrorCode::PARSE_ERROR, "Parse error: the line is no JSON", None);
                    self.messages.send(TxJsonRpcMessage::<RoleServer>::error(error, None)).await.ok()?;
                }
                message = self.messages.receive() => return message,
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.messages.close().await
    }
}

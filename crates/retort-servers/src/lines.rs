//! Messages as lines: the transport of rmcp, which passes over a line that it cannot read, with an answer to such lines.
//! A client whose message was damaged on the way then learns of it instead of waiting.

use std::future::Future;
use std::io;

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::io::{BufReader, DuplexStream, duplex};
use tokio::sync::mpsc;

/// The longest line that is taken; rmcp takes none that is longer.
const LONGEST_LINE: u64 = 16 << 20;
const BUFFER: usize = 1 << 16;

/// A pair of streams with a message a line.
pub(crate) struct Lines<W: AsyncWrite> {
    messages: AsyncRwTransport<RoleServer, DuplexStream, W>,
    /// What is wrong with each line that cannot be read.
    unread: mpsc::Receiver<ErrorData>,
    /// Whether anything was asked.
    is_open: bool,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Lines<W> {
    pub(crate) fn new(read: impl AsyncRead + Send + Unpin + 'static, write: W) -> Self {
        let (whole, ours) = duplex(BUFFER);
        // One at a time: whoever sends nothing but rubbish waits for the answers.
        let (tell, unread) = mpsc::channel(1);
        tokio::spawn(sift(read, whole, tell));
        Self { messages: AsyncRwTransport::new(ours, write), unread, is_open: false }
    }
}

/// Passes lines on, but for those that cannot be read.
async fn sift(
    read: impl AsyncRead + Unpin,
    mut whole: DuplexStream,
    unread: mpsc::Sender<ErrorData>,
) -> io::Result<()> {
    let mut read = BufReader::new(read);
    let mut line = Vec::new();
    while let Some(end) = next_line(&mut read, &mut line).await? {
        let fault = match end {
            End::TooLong => {
                Some(ErrorData::invalid_request(format!("The message is longer than {LONGEST_LINE} bytes"), None))
            }
            End::Whole if line.trim_ascii().is_empty() => continue,
            // Read in full, as rmcp does: numbers out of range, halves of characters and too many levels count.
            End::Whole => serde_json::from_slice::<Value>(&line).err().map(|fault| {
                ErrorData::new(ErrorCode::PARSE_ERROR, format!("Parse error: the line is no JSON ({fault})"), None)
            }),
        };
        match fault {
            None => whole.write_all(&line).await?,
            Some(fault) => {
                if unread.send(fault).await.is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// How a line was read.
enum End {
    Whole,
    /// It was passed over.
    TooLong,
}

/// Reads a line, with its end even where the input ends without one; `None` behind the last.
async fn next_line(read: &mut (impl AsyncBufRead + Unpin), line: &mut Vec<u8>) -> io::Result<Option<End>> {
    line.clear();
    if read.take(LONGEST_LINE).read_until(b'\n', line).await? == 0 {
        return Ok(None);
    }
    if line.ends_with(b"\n") {
        return Ok(Some(End::Whole));
    }
    if u64::try_from(line.len()).is_ok_and(|length| length < LONGEST_LINE) {
        line.push(b'\n');
        return Ok(Some(End::Whole));
    }
    // Its room is given back: such a line is rare.
    *line = Vec::new();
    loop {
        let buffer = read.fill_buf().await?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (length, is_last) = (end.map_or(buffer.len(), |end| end + 1), end.is_some() || buffer.is_empty());
        read.consume(length);
        if is_last {
            return Ok(Some(End::TooLong));
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
            let message = tokio::select! {
                // Where the input ends behind such a line, both are there at once.
                biased;
                Some(fault) = self.unread.recv() => {
                    self.messages.send(TxJsonRpcMessage::<RoleServer>::error(fault, None)).await.ok()?;
                    continue;
                }
                message = self.messages.receive() => message?,
            };
            self.is_open |= matches!(message, JsonRpcMessage::Request(_));
            // Before anything was asked there is nothing that it could be about, and rmcp would give up.
            if self.is_open {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.messages.close().await
    }
}
